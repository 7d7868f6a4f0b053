//! `walkmesh sight`: whether two triangles of an NWN2 area see each other.

use std::fmt;
use std::path::PathBuf;

use serde::Serialize;

use crate::file_name::FileName;
use crate::input::Input;
use crate::output::{Outcome, Report};
use crate::place::Place;
use crate::questions;
use crate::view::View;

/// Say whether two triangles of an NWN2 area see each other
///
/// By the table that the game reads, which knows pairs of one tile only: where it says no, the game finds out when it
/// has to. And by the triangles themselves: whether the straight line from centre to centre stays on walkable ones.
/// Exit status 1 when neither says yes.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  walkmesh sight area.trx 4.5,7 340")]
pub struct Sight {
    /// The file
    file: PathBuf,
    /// From where: X,Y or X,Y,Z in metres, z up; or the number of a triangle
    #[arg(allow_hyphen_values = true)]
    from: Place,
    /// To where
    #[arg(allow_hyphen_values = true)]
    to: Place,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Sight {
    pub fn run(&self, report: &mut Report) -> anyhow::Result<()> {
        report.set_json(self.json);
        report.answer(&self.file, || {
            let input = Input::open(&self.file)?;
            let answer = questions::nwn2::sight(View::open(&input)?.nwn2()?, self.from, self.to)?;
            let (by_table, by_geometry, unknown) = match answer {
                Ok((by_table, by_geometry)) => (by_table, Some(by_geometry), None),
                Err(reason) => (None, None, Some(reason)),
            };
            let is_clear = by_table == Some(true) || by_geometry == Some(true);
            let seen = Seen { file: input.name(), from: self.from, to: self.to, by_table, by_geometry, unknown };
            Ok((seen, if is_clear { Outcome::Fine } else { Outcome::Found }))
        })
    }
}

/// Who sees whom.
#[derive(Serialize)]
struct Seen {
    file: FileName,
    from: Place,
    to: Place,
    /// None where the table says nothing of the two.
    by_table: Option<bool>,
    by_geometry: Option<bool>,
    /// Why it cannot be said.
    unknown: Option<String>,
}

impl fmt::Display for Seen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { from, to, by_table, by_geometry, unknown, .. } = self;
        if let Some(reason) = unknown {
            return write!(f, "no line of sight from {from} to {to}: {reason}");
        }
        let table = match by_table {
            Some(true) => "clear",
            Some(false) => "not known to be clear",
            None => "nothing is said of the two",
        };
        let geometry = if *by_geometry == Some(true) { "clear" } else { "blocked" };
        write!(f, "from {from} to {to}\n  by the table      {table}\n  by the triangles  {geometry}")
    }
}
