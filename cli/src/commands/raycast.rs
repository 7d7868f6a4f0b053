//! The command `walkmesh raycast`: finds the first face between two points.

use std::fmt;

use anyhow::Context;
use serde::Serialize;
use walkmesh::level::{Hit, Point};

use crate::file_name::FileName;
use crate::output::{Outcome, Report};
use crate::subject::{FacesArgument, Subject};

/// Find the first face that a ray from one point to another hits
///
/// In a KotOR area, given as a folder of rooms, the ray also hits the doors and placeables that --place adds. Exit
/// status 1 when the ray hits nothing.
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
    /// Which faces count
    #[arg(long, value_enum, default_value = "all")]
    faces: FacesArgument,
}

impl Raycast {
    pub fn run(&self, report: &mut Report) -> anyhow::Result<()> {
        report.answer(&self.subject.path, || {
            let point =
                |point: Point| point.z.map(|z| [point.x, point.y, z]).context("the ends of a ray need all of X,Y,Z");
            let (from, to) = (point(self.from)?, point(self.to)?);
            let hit = self.subject.open()?.raycast(from, to, self.faces.into())?;
            let outcome = if hit.is_none() { Outcome::Found } else { Outcome::Fine };
            Ok((RayAnswer { file: self.subject.name(), from, to, hit }, outcome))
        })
    }
}

/// What a ray hits.
#[derive(Serialize)]
struct RayAnswer {
    file: FileName,
    from: [f32; 3],
    to: [f32; 3],
    hit: Option<Hit>,
}

impl fmt::Display for RayAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.hit {
            None => write!(f, "nothing is hit"),
            Some(Hit { distance, point: [x, y, z], at, .. }) => {
                write!(f, "hit at {x}, {y}, {z}, {distance} away, {at}")
            }
        }
    }
}
