//! The command `walkmesh sight`: tests the line of sight between two positions.

use std::fmt;

use serde::Serialize;
use walkmesh::level::{Hit, Location, Nearest, NoAnswer, Sight};

use crate::location::FileLocation;
use crate::output::{Outcome, Report};
use crate::subject::{Subject, answer_or_reason};

/// Test the line of sight between two positions (KotOR and NWN2)
///
/// In a KotOR room, or an area given as a folder of rooms, the line between two points (the eyes) is clear if it
/// crosses no face that blocks sight. Doors and placeables that --place adds can block it, too. In an NWN2 area, the
/// query is about two triangles and has two answers. The stored table has entries only for pairs in one tile; where it
/// says no, the game tests the line when it needs to. By the triangles themselves, sight is clear if the straight line
/// from centre to centre stays on walkable ones. A Silkroad dungeon has nothing that blocks sight. Exit status 1 when
/// no answer is yes.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  walkmesh sight area.trx 4.5,7 340\n  walkmesh sight room.wok 1,1,1.7 5,3,1.7")]
pub struct SightOf {
    #[command(flatten)]
    subject: Subject,
    /// The start, in metres, z up: X,Y,Z; in an NWN2 area also X,Y, or the number of a triangle
    #[arg(allow_hyphen_values = true)]
    from: Location,
    /// The end, in the same form
    #[arg(allow_hyphen_values = true)]
    to: Location,
}

impl SightOf {
    pub fn run(&self, report: &mut Report) -> anyhow::Result<()> {
        report.answer(&self.subject.path, |_| {
            let answer = answer_or_reason(self.subject.open()?.sight(self.from, self.to))?;
            let seen = SightAnswer::new(self.subject.name(), self.from, self.to, answer);
            let is_clear = seen.by_table == Some(true) || seen.by_geometry == Some(true);
            Ok((seen, if is_clear { Outcome::Fine } else { Outcome::Found }))
        })
    }
}

/// The line of sight between two positions.
#[derive(Serialize)]
struct SightAnswer {
    file: FileLocation,
    from: Location,
    to: Location,
    /// `null` if no table has an entry for the two.
    by_table: Option<bool>,
    by_geometry: Option<bool>,
    /// The face that blocks the line (KotOR).
    #[serde(skip_serializing_if = "Option::is_none")]
    blocked_by: Option<Hit>,
    /// Why there is no answer.
    no_answer: Option<String>,
    /// The walkable point that is nearest to one of the ends, if that is a point off the walkable faces.
    #[serde(skip_serializing_if = "Option::is_none")]
    nearest: Option<Nearest>,
    /// Whether the file has line-of-sight tables.
    #[serde(skip)]
    has_table: bool,
    /// Whether the game looks sight up in a table that the file lacks, because it is not baked.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    not_baked: bool,
}

impl SightAnswer {
    fn new(file: FileLocation, from: Location, to: Location, answer: Result<Sight, NoAnswer>) -> Self {
        let none = Self {
            file,
            from,
            to,
            by_table: None,
            by_geometry: None,
            blocked_by: None,
            no_answer: None,
            nearest: None,
            has_table: false,
            not_baked: false,
        };
        match answer {
            Ok(Sight { by_table, by_geometry, blocked_by, has_table, lacks_table, .. }) => {
                let by_geometry = Some(by_geometry);
                Self { by_table, by_geometry, blocked_by, has_table, not_baked: lacks_table, ..none }
            }
            Err(NoAnswer { reason, nearest, .. }) => Self { no_answer: Some(reason), nearest, ..none },
        }
    }
}

impl fmt::Display for SightAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { from, to, by_table, by_geometry, blocked_by, no_answer, nearest, has_table, not_baked, .. } = self;
        if let Some(reason) = no_answer {
            write!(f, "no line of sight from {from} to {to}: {reason}")?;
            return nearest.iter().try_for_each(|nearest| write!(f, "\n  the nearest walkable point is {nearest}"));
        }
        write!(f, "from {from} to {to}")?;
        if *has_table {
            let table = match by_table {
                Some(true) => "clear",
                Some(false) => "not known to be clear",
                None => "has no entry for the two",
            };
            write!(f, "\n  by the table      {table}")?;
        }
        if *not_baked {
            write!(
                f,
                "\n  by the table      unknown: the area is not baked, so the game finds no sight here until it is"
            )?;
        }
        let faces = if *has_table || *not_baked { "by the triangles" } else { "by the faces    " };
        write!(f, "\n  {faces}  {}", if *by_geometry == Some(true) { "clear" } else { "blocked" })?;
        blocked_by.iter().try_for_each(|Hit { distance, point: [x, y, z], at, .. }| {
            write!(f, " at {x},{y},{z}, {distance} away, {at}")
        })
    }
}
