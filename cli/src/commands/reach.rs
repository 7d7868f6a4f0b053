//! `walkmesh reach`: from where one cannot get to a place.

use std::fmt;

use serde::Serialize;
use walkmesh::any::{CutOff, Location, Nearest, NoAnswer, Reach};

use crate::asked::{Named, answered};
use crate::file_name::FileName;
use crate::output::{Outcome, Report};

/// Say from where one cannot get to a place
///
/// In a KotOR room, or an area given as a folder of rooms, these are the connected parts of the walkable faces, computed
/// from their neighbours and transitions, and around the doors and placeables that --place puts there. In an NWN2 area
/// these are the islands that the file stores, by its stored routes. In a Silkroad dungeon these are the connected parts
/// of each block, by the stored tables. Exit status 1 when there are any, or when the place is none that anyone can get
/// to.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  walkmesh reach area.trx 4.5,7\n  walkmesh reach room.wok 1,1,0\n  walkmesh reach \
                        ainavdata_32769.dat 1:2"
)]
pub struct ReachOf {
    #[command(flatten)]
    named: Named,
    /// Where to get to: X,Y or X,Y,Z in metres, z up; the number of a face or triangle; in a Silkroad dungeon BLOCK:CELL,
    /// or X,Y,Z in game units, y up
    #[arg(allow_hyphen_values = true)]
    goal: Location,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl ReachOf {
    pub fn run(&self, report: &mut Report) -> anyhow::Result<()> {
        report.set_json(self.json);
        report.answer(&self.named.path, || {
            let reached =
                Reached::of(self.named.name(), self.goal, answered(self.named.open()?.cut_off_from(self.goal))?);
            let is_fine = reached.cut_off.is_empty() && reached.nowhere.is_none();
            Ok((reached, if is_fine { Outcome::Fine } else { Outcome::Found }))
        })
    }
}

/// What is cut off from a place.
#[derive(Serialize)]
struct Reached {
    file: FileName,
    goal: Location,
    /// Why nobody gets to the place.
    nowhere: Option<String>,
    /// Where the mesh is nearest to a point that is not on it.
    #[serde(skip_serializing_if = "Option::is_none")]
    nearest: Option<Nearest>,
    /// What is counted: `stored_islands`, or `connected_parts`, which are computed.
    of: Option<&'static str>,
    /// How many of them there are in all.
    total: usize,
    cut_off: Vec<CutOff>,
}

impl Reached {
    fn of(file: FileName, goal: Location, answer: Result<Reach, NoAnswer>) -> Self {
        let none = Self { file, goal, nowhere: None, nearest: None, of: None, total: 0, cut_off: Vec::new() };
        match answer {
            Ok(Reach { of, total, cut_off }) => Self { of: Some(of), total, cut_off, ..none },
            Err(NoAnswer { reason, nearest }) => Self { nowhere: Some(reason), nearest, ..none },
        }
    }
}

impl fmt::Display for Reached {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { goal, nowhere, nearest, of, total, cut_off, .. } = self;
        if let Some(reason) = nowhere {
            write!(f, "nobody gets to {goal}: {reason}")?;
            return nearest.iter().try_for_each(|nearest| write!(f, "\n  the nearest walkable point is {nearest}"));
        }
        let of = of.unwrap_or_default().replace('_', " ");
        write!(f, "{} of {total} {of} are cut off from {goal}", cut_off.len())?;
        cut_off.iter().try_for_each(|cut_off| write!(f, "\n  {}", cut_off.text))
    }
}
