//! The command `walkmesh sight`: tests the line of sight between two positions.

use serde_json::json;
use walkmesh::level::{Hit, Location, NoAnswer, Sight};

use crate::output::{Answer, Outcome, Report, to_value};
use crate::subject::{Subject, add_reason, answer_or_reason};

/// Test the line of sight between two positions (KotOR and NWN2)
///
/// In a KotOR room, or an area given as a folder of rooms, the line between two points (the eyes) is clear if it crosses no face
/// that blocks sight. Doors and placeables that --place adds can block it, too. In an NWN2 area, the query is about two triangles
/// and has two answers. The stored table has entries only for pairs in one tile; where it says no, the game tests the line when
/// needed. By the triangles themselves, sight is clear if the straight line from centre to centre stays on walkable triangles. In
/// a Silkroad dungeon nothing blocks sight. The exit status is 1 if no answer is yes.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  walkmesh sight area.trx 4.5,7 340\n  walkmesh sight room.wok 1,1,1.7 5,3,1.7")]
pub struct SightOf {
    #[command(flatten)]
    subject: Subject,
    /// The start, in metres, z up: X,Y,Z; in an NWN2 area also X,Y, or the index of a triangle
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
            let is_clear = answer.as_ref().is_ok_and(|seen| seen.by_table == Some(true) || seen.by_geometry);
            Ok((self.answer(answer)?, if is_clear { Outcome::Fine } else { Outcome::Found }))
        })
    }

    fn answer(&self, answer: Result<Sight, NoAnswer>) -> serde_json::Result<Answer> {
        let Self { subject, from, to } = self;
        let json = json!({
            "file": subject.name(), "from": to_value(from)?, "to": to_value(to)?, "by_table": null, "by_geometry": null,
            "no_answer": null,
        });
        let seen = match answer {
            Ok(seen) => seen,
            Err(none) => {
                let mut answer = Answer(json, format!("no line of sight from {from} to {to}: {}", none.reason));
                add_reason(&mut answer, none)?;
                return Ok(answer);
            }
        };
        let (mut json, mut text) = (json, format!("from {from} to {to}"));
        let Sight { by_table, by_geometry, blocked_by, has_table, lacks_table, .. } = seen;
        (json["by_table"], json["by_geometry"]) = (json!(by_table), json!(by_geometry));
        if has_table {
            let table = match by_table {
                Some(true) => "clear",
                Some(false) => "not known to be clear",
                None => "has no entry for the two",
            };
            text += &format!("\n  by the table      {table}");
        }
        if lacks_table {
            json["not_baked"] = true.into();
            text += "\n  by the table      unknown: the area is not baked, so the game finds no sight here until it is";
        }
        let faces = if has_table || lacks_table { "by the triangles" } else { "by the faces    " };
        text += &format!("\n  {faces}  {}", if by_geometry { "clear" } else { "blocked" });
        if let Some(hit) = blocked_by {
            json["blocked_by"] = to_value(&hit)?;
            let Hit { distance, point: [x, y, z], at, .. } = hit;
            text += &format!(" at {x},{y},{z}, {distance} away, {at}");
        }
        Ok(Answer(json, text))
    }
}
