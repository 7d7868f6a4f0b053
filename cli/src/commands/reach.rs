//! The command `walkmesh reach`: lists the parts of a mesh from which a position cannot be reached.

use std::fmt;

use serde::Serialize;
use walkmesh::level::{CutOff, Location, Nearest, NoAnswer, Reach, ReachOf as Parts};

use crate::location::FileLocation;
use crate::output::{Outcome, Report};
use crate::subject::{Subject, answer_or_reason};
use crate::walker::Walker;

/// List the parts of a mesh from which a position cannot be reached
///
/// In a KotOR room, or an area given as a folder of rooms, the parts are the connected parts of the walkable faces.
/// They are computed from neighbours and transitions, around the doors and placeables that --place adds. In an NWN2
/// area, they are the islands that the file stores, with its stored routes. In a Silkroad dungeon, they are the
/// connected parts of the dungeon, and the stored tables say who can reach the goal. A part that a door or a placeable
/// closes off names it. For the 32 largest parts, the answer says where they are nearest to
/// the part of the goal, and how far apart. With --radius or --height, the parts are those of the floor that is left for a
/// walker of that size. The exit status is 1 if there is such a part, or when the goal
/// itself is invalid.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  walkmesh reach area.trx 4.5,7\n  walkmesh reach room.wok 1,1,0\n  walkmesh reach \
                        ainavdata_32769.dat 1:2"
)]
pub struct ReachOf {
    #[command(flatten)]
    subject: Subject,
    #[command(flatten)]
    walker: Walker,
    /// The goal: X,Y or X,Y,Z in metres, z up; the number of a face or triangle; in a Silkroad dungeon BLOCK:CELL,
    /// or X,Y,Z in game units, y up
    #[arg(allow_hyphen_values = true)]
    goal: Location,
}

impl ReachOf {
    pub fn run(&self, report: &mut Report) -> anyhow::Result<()> {
        report.answer(&self.subject.path, |_| {
            let navigator = self.subject.open()?;
            let answer = match self.walker.size()? {
                Some(size) => navigator.reach_of(size, self.goal),
                None => navigator.reach(self.goal),
            };
            let reached = ReachAnswer::new(self.subject.name(), self.goal, answer_or_reason(answer)?);
            let is_fine = reached.cut_off.is_empty() && reached.no_answer.is_none();
            Ok((reached, if is_fine { Outcome::Fine } else { Outcome::Found }))
        })
    }
}

/// The parts that are cut off from a position.
#[derive(Serialize)]
struct ReachAnswer {
    file: FileLocation,
    goal: Location,
    /// Why the goal is invalid.
    no_answer: Option<String>,
    /// The walkable point that is nearest to the goal, if that is a point off the walkable faces.
    #[serde(skip_serializing_if = "Option::is_none")]
    nearest: Option<Nearest>,
    /// What is counted: `stored_islands`, or the computed `connected_parts`.
    of: Option<Parts>,
    /// The number of all parts.
    total: usize,
    cut_off: Vec<CutOff>,
}

impl ReachAnswer {
    fn new(file: FileLocation, goal: Location, answer: Result<Reach, NoAnswer>) -> Self {
        let none = Self { file, goal, no_answer: None, nearest: None, of: None, total: 0, cut_off: Vec::new() };
        match answer {
            Ok(Reach { of, total, cut_off, .. }) => Self { of: Some(of), total, cut_off, ..none },
            Err(NoAnswer { reason, nearest, .. }) => Self { no_answer: Some(reason), nearest, ..none },
        }
    }
}

impl fmt::Display for ReachAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { goal, no_answer, nearest, of, total, cut_off, .. } = self;
        if let Some(reason) = no_answer {
            write!(f, "{goal} cannot be reached: {reason}")?;
            return nearest.iter().try_for_each(|nearest| write!(f, "\n  the nearest walkable point is {nearest}"));
        }
        let of = of.map_or_else(String::new, |of| of.to_string());
        write!(f, "{} of {total} {of} are cut off from {goal}", cut_off.len())?;
        for CutOff { text, closed_by, gap, .. } in cut_off {
            write!(f, "\n  {text}")?;
            closed_by.iter().try_for_each(|object| write!(f, "\n    {object} closes it off"))?;
            gap.iter().try_for_each(|gap| write!(f, "\n    {gap}"))?;
        }
        Ok(())
    }
}
