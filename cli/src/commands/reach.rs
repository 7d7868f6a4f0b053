//! `walkmesh reach`: from where one cannot get to a place of an NWN2 area.

use std::fmt;
use std::path::PathBuf;

use serde::Serialize;
use walkmesh::nwn2::{IslandId, Walkmesh};

use crate::file_name::FileName;
use crate::input::Input;
use crate::output::{Outcome, Report};
use crate::place::Place;
use crate::questions;
use crate::view::View;

/// Say which islands of an NWN2 area are cut off from a place
///
/// Whoever is on one of them cannot get there, by the stored routes. Exit status 1 when there are any, or when the place
/// is none that anyone can get to.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  walkmesh reach area.trx 4.5,7")]
pub struct Reach {
    /// The file
    file: PathBuf,
    /// Where to get to: X,Y or X,Y,Z in metres, z up; or the number of a triangle
    #[arg(allow_hyphen_values = true)]
    goal: Place,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Reach {
    pub fn run(&self, report: &mut Report) -> anyhow::Result<()> {
        report.set_json(self.json);
        report.answer(&self.file, || {
            let input = Input::open(&self.file)?;
            let view = View::open(&input)?;
            let walkmesh = view.nwn2()?;
            let (cut_off, nowhere) = match questions::nwn2::cut_off(walkmesh, self.goal)? {
                Ok(islands) => {
                    let part = |island| Part::of(walkmesh, island);
                    (islands.into_iter().filter_map(part).collect(), None)
                }
                Err(reason) => (Vec::new(), Some(reason)),
            };
            let outcome = if cut_off.is_empty() && nowhere.is_none() { Outcome::Fine } else { Outcome::Found };
            let islands = walkmesh.islands().len();
            Ok((Reached { file: input.name(), goal: self.goal, islands, nowhere, cut_off }, outcome))
        })
    }
}

/// What is cut off from a place.
#[derive(Serialize)]
struct Reached {
    file: FileName,
    goal: Place,
    /// How many islands there are in all.
    islands: usize,
    /// Why nobody gets to the place.
    nowhere: Option<String>,
    cut_off: Vec<Part>,
}

/// An island.
#[derive(Serialize)]
struct Part {
    island: u32,
    triangles: u32,
    center: [f32; 2],
}

impl Part {
    fn of(walkmesh: &Walkmesh, island: IslandId) -> Option<Self> {
        let found = walkmesh.island(island)?;
        Some(Self { island: island.0, triangles: found.as_raw().header.triangles_count, center: found.center() })
    }
}

impl fmt::Display for Reached {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { goal, islands, nowhere, cut_off, .. } = self;
        if let Some(reason) = nowhere {
            return write!(f, "nobody gets to {goal}: {reason}");
        }
        write!(f, "{} of {islands} islands are cut off from {goal}", cut_off.len())?;
        cut_off.iter().try_for_each(|Part { island, triangles, center: [x, y] }| {
            let plural = if *triangles == 1 { "" } else { "s" };
            write!(f, "\n  island {island}, {triangles} triangle{plural} around {x}, {y}")
        })
    }
}
