//! The command `walkmesh reach`: lists the parts of a mesh from which a position cannot be reached.

use serde_json::json;
use walkmesh::level::{CutOff, Location, NoAnswer, Reach};

use crate::output::{Answer, Outcome, Report, to_value};
use crate::subject::{Subject, add_reason, answer_or_reason};
use crate::walker::Walker;

/// List the parts of a mesh from which a position cannot be reached
///
/// In a KotOR room, or an area given as a folder of rooms, the parts are the connected parts of the walkable faces. They are
/// computed from neighbours and transitions, around the doors and placeables that --place adds. In an NWN2 area, they are the
/// islands that the file stores, with its stored routes. In a Silkroad dungeon, they are the connected parts of the dungeon, and
/// the stored tables decide what can reach the goal. For a part that a door or placeable closes off, the answer names that
/// object. For the 32 largest parts, it gives the nearest point to the part of the goal, and the distance. With --radius or --height, the
/// parts are the connected parts of the floor that remains for a walker of that size. The exit status is 1 if there is such a part, or if
/// the goal is invalid.
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
    /// The goal: X,Y or X,Y,Z in metres, z up; the index of a face or triangle; in a Silkroad dungeon BLOCK:CELL, or X,Y,Z in
    /// game units, y up
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
            let answer = answer_or_reason(answer)?;
            let is_fine = answer.as_ref().is_ok_and(|reached| reached.cut_off.is_empty());
            Ok((self.answer(answer)?, if is_fine { Outcome::Fine } else { Outcome::Found }))
        })
    }

    fn answer(&self, answer: Result<Reach, NoAnswer>) -> serde_json::Result<Answer> {
        let (goal, found) = (self.goal, answer.as_ref().ok());
        let cut_off = found.map_or(&[][..], |reached| &reached.cut_off);
        let json = json!({
            "file": self.subject.name(), "goal": to_value(&goal)?, "no_answer": null, "of": found.map(|reached| reached.of),
            "total": found.map_or(0, |reached| reached.total), "cut_off": to_value(&cut_off)?,
        });
        let Reach { of, total, cut_off, .. } = match answer {
            Ok(reached) => reached,
            Err(none) => {
                let mut answer = Answer(json, format!("{goal} cannot be reached: {}", none.reason));
                add_reason(&mut answer, none)?;
                return Ok(answer);
            }
        };
        let mut text = format!("{} of {total} {of} are cut off from {goal}", cut_off.len());
        for CutOff { text: part, closed_by, gap, .. } in &cut_off {
            text += &format!("\n  {part}");
            closed_by.iter().for_each(|object| text += &format!("\n    {object} closes it off"));
            gap.iter().for_each(|gap| text += &format!("\n    {gap}"));
        }
        Ok(Answer(json, text))
    }
}
