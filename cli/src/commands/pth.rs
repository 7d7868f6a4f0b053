//! The command `walkmesh pth`: makes the path points of a KotOR area.

use std::fmt;
use std::path::PathBuf;

use anyhow::{Context, ensure};
use serde::Serialize;
use walkmesh::counted;
use walkmesh::kotor::PathPoints;
use walkmesh::kotor::engine::{GeneratedPath, PathPointsOptions};

use crate::location::FileLocation;
use crate::output::{Outcome, Report};
use crate::save;
use crate::subject::Subject;
use crate::walker::Walker;
use crate::{input, limits};

/// Generate the path points (PTH) of a KotOR area, over which its creatures plan paths
///
/// The points lie on the medial axis of the floor. From every position where the walker can stand, a straight walk leads to a
/// point with the doors in their present state; each link can be walked both ways if the doors that can open are open; and the links
/// connect everything that the floor connects. Redundant points are omitted. The same area gives the same file each time. The walker has a
/// radius of 0.35 m and a height of 1.6 m, unless --radius and --height say otherwise.
///
/// The reported rules of KotOR's engine decide whether a walk is clear.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  walkmesh pth rooms/ -o m01aa.pth\n  walkmesh pth module.mod -o m01aa.pth --onto \
                  module.mod/m01aa.pth\n  walkmesh pth rooms/ -o m01aa.pth --radius 0.5 --margin 0.2")]
pub struct Pth {
    #[command(flatten)]
    subject: Subject,
    /// The file to write (`-` is standard output). Name it after the area
    #[arg(short, long, value_name = "PTH")]
    output: PathBuf,
    /// Keep the points of this file that a walker can use. Links that it can walk are kept, too. If files of rooms in the layout
    /// are missing, points off every known floor are kept, too. The answer counts the dropped points
    #[arg(long, value_name = "PTH")]
    onto: Option<PathBuf>,
    #[command(flatten)]
    walker: Walker,
    /// The clearance of links from walls, in metres. It is added to the radius where the floor is wide enough. Default: 0.3
    #[arg(long, value_name = "METRES")]
    margin: Option<f32>,
    /// Replace an existing file with different content
    #[arg(long)]
    force: bool,
}

impl Pth {
    pub fn run(&self, report: &mut Report) -> anyhow::Result<()> {
        report.leave_to(Some(&self.output));
        report.answer(&self.subject.path, |_| {
            let options = PathPointsOptions::default();
            let margin = self.margin.unwrap_or(options.margin);
            ensure!(margin.is_finite() && margin >= 0.0, "--margin is a number of metres of 0 or more");
            let walker = self.walker.of_engine()?;
            ensure!(walker.radius > 0.0, "a walker that needs path points has a radius of more than 0");
            let engine = self.subject.level_with(self.walker.row.table()?)?.engine()?;
            let onto = self.known_points()?;
            let made = engine.generate_path_points(&walker, onto.as_ref(), &options.with_margin(margin));
            let bytes = made.path.to_bytes()?;
            let write = || save::write_new(Some(&self.subject.path), &self.output, &bytes, self.force);
            write().with_context(|| self.output.display().to_string())?;
            let answer = MadePath {
                file: self.subject.name(),
                output: FileLocation::from(self.output.as_path()),
                reported: true,
                radius: walker.radius,
                height: walker.height,
                margin,
                points: made.path.points().len(),
                links: made.path.links().len() / 2,
                parts: parts(&made.path),
                missing_rooms: engine.area().missing_rooms().count(),
                made,
            };
            let outcome = if answer.made.coverage.missed.is_empty() { Outcome::Fine } else { Outcome::Found };
            Ok((answer, outcome))
        })
    }

    /// The points of `--onto`.
    fn known_points(&self) -> anyhow::Result<Option<PathPoints>> {
        let Some(onto) = &self.onto else { return Ok(None) };
        let read = || -> anyhow::Result<PathPoints> {
            let path = PathPoints::from_bytes_with(&input::read(onto)?, &limits::limits())?;
            ensure!(path.as_raw().file_type == *b"PTH ", "is no PTH");
            Ok(path)
        };
        Ok(Some(read().with_context(|| onto.display().to_string())?))
    }
}

/// The number of connected parts of the points.
fn parts(path: &PathPoints) -> usize {
    (0..).zip(path.parts()).filter(|(point, part)| point == part).count()
}

/// Path points that were written.
#[derive(Serialize)]
struct MadePath {
    file: FileLocation,
    output: FileLocation,
    /// Always true: the engine's clearance for a walker is known from reports, and was not tested in a game.
    reported: bool,
    /// The walker's sizes and the margin, in metres.
    radius: f32,
    height: f32,
    margin: f32,
    points: usize,
    /// Counted once for both directions.
    links: usize,
    /// The number of connected parts of the points; equals the number of connected parts of the floor.
    parts: usize,
    /// The number of rooms of the layout without a file.
    missing_rooms: usize,
    #[serde(flatten)]
    made: GeneratedPath,
}

impl fmt::Display for MadePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let GeneratedPath { kept, kept_off_floor, dropped, dropped_links, narrow, coverage, .. } = &self.made;
        write!(f, "{}: {}", self.output, counted(self.points, "path point"))?;
        if *kept > 0 {
            write!(f, ", {kept} of them kept")?;
        }
        write!(f, ", {}", counted(self.links, "link"))?;
        if *narrow > 0 {
            write!(f, ", {narrow} of them narrower than the margin")?;
        }
        if self.parts > 1 {
            write!(f, ", in {}", counted(self.parts, "part"))?;
            f.write_str(if self.missing_rooms == 0 { " as the floor is" } else { "" })?;
        }
        let served = coverage.spots - coverage.missed.len();
        write!(
            f,
            "; reached from {served} of {} where a walker of {} m can stand (reported)",
            counted(coverage.spots, "spot"),
            self.radius
        )?;
        if dropped + dropped_links > 0 {
            let (points, links) = (counted(*dropped, "point"), counted(*dropped_links, "link"));
            write!(f, "\n  dropped {points} of --onto where the walker cannot stand, and {links} that it cannot walk")?;
        }
        if self.missing_rooms > 0 {
            let (rooms, points) = (counted(self.missing_rooms, "room"), counted(*kept_off_floor, "point"));
            write!(
                f,
                "\n  {rooms} of the layout without a file: {points} of --onto kept unchecked off every known floor"
            )?;
        }
        Ok(())
    }
}
