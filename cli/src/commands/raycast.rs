//! The command `walkmesh raycast`: finds the first face between two points.

use anyhow::Context;
use serde_json::json;
use walkmesh::level::{Faces, Hit, Point};

use crate::output::{Answer, Outcome, Report, to_value};
use crate::subject::{Subject, faces};

/// Find the first face that a ray from one point to another hits
///
/// In a KotOR area, given as a folder of rooms, the ray also hits the doors and placeables that --place adds. The exit status is
/// 1 if the ray hits nothing.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  walkmesh raycast room.wok 1,1,10 1,1,-10\n  walkmesh raycast --faces sight room.wok \
                        0,0,1.7 5,3,1.7"
)]
pub struct Raycast {
    #[command(flatten)]
    subject: Subject,
    /// The start of the ray: X,Y,Z in metres, z up
    #[arg(allow_hyphen_values = true)]
    from: Point,
    /// The end of the ray, in the same form
    #[arg(allow_hyphen_values = true)]
    to: Point,
    /// The faces to include
    #[arg(long, value_parser = faces(), default_value = "all")]
    faces: Faces,
}

impl Raycast {
    pub fn run(&self, report: &mut Report) -> anyhow::Result<()> {
        report.answer(&self.subject.path, |_| {
            let point =
                |point: Point| point.z.map(|z| [point.x, point.y, z]).context("the ends of a ray need all of X,Y,Z");
            let (from, to) = (point(self.from)?, point(self.to)?);
            let hit = self.subject.open()?.raycast(from, to, self.faces)?;
            let outcome = if hit.is_none() { Outcome::Found } else { Outcome::Fine };
            let text = match &hit {
                None => "nothing is hit".to_owned(),
                Some(Hit { distance, point: [x, y, z], at, .. }) => format!("hit at {x}, {y}, {z}, {distance} away, {at}"),
            };
            let json = json!({ "file": self.subject.name(), "from": to_value(&from)?, "to": to_value(&to)?, "hit": to_value(&hit)? });
            Ok((Answer(json, text), outcome))
        })
    }
}
