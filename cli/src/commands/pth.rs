//! The command `walkmesh pth`: makes the path points of a KotOR area.

use std::fmt;
use std::path::PathBuf;

use anyhow::{Context, ensure};
use serde::Serialize;
use walkmesh::counted;
use walkmesh::kotor::PathPoints;
use walkmesh::kotor::engine::{GeneratedPath, PathPointsOptions};
use walkmesh::level::Level;

use crate::location::FileLocation;
use crate::output::{Outcome, Report};
use crate::path_quality::{self, PathQuality};
use crate::place::located;
use crate::save::{self, Output, Over};
use crate::subject::Subject;
use crate::walker::Walker;
use crate::{input, limits, storage};

/// Generate the path points (PTH) of a KotOR area, over which its creatures plan paths
///
/// The points are at both ends of corridors and doors, and around corners, away from walls. From every position where the walker
/// can stand, a straight walk leads to a point with the doors in their present state; each link can be walked both ways if the
/// doors that can open are open; the links connect what the floor connects, and close loops. A point without which ways stay
/// about as short is omitted. The same area gives the same file each time. The walker has a radius of 0.35 m and a height of
/// 1.6 m, unless --radius and --height say otherwise.
///
/// The answer compares ways over the points with the shortest paths of the walker, between a fixed set of pairs of places.
///
/// The reported rules of KotOR's engine decide whether a walk is clear.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  walkmesh pth rooms/ -o m01aa.pth\n  walkmesh pth module.mod -o m01aa.pth --onto \
                  module.mod/m01aa.pth\n  walkmesh pth rooms/ -o m01aa.pth --radius 0.5 --margin 0.2\n  walkmesh pth module.mod --in-place")]
pub struct Pth {
    #[command(flatten)]
    subject: Subject,
    /// The file to write (`-` is standard output). It can be in an archive: MODULE.mod/AREA.pth. Name it after the area
    #[arg(short, long, value_name = "PTH", required_unless_present = "in_place")]
    output: Option<PathBuf>,
    /// Write the area's own file. It is AREA.pth beside its other files or in their archive. The original is kept as FILE.bak, or
    /// FILE.bak2 and so on if that name exists
    #[arg(long, conflicts_with = "output")]
    in_place: bool,
    /// Do not keep a backup
    #[arg(long, requires = "in_place")]
    no_backup: bool,
    /// Keep the points of this file that a walker can use. Links that it can walk are kept, too. If files of rooms in the layout
    /// are missing, points off every known floor are kept, too. The answer counts the dropped points
    #[arg(long, value_name = "PTH")]
    onto: Option<PathBuf>,
    #[command(flatten)]
    walker: Walker,
    /// The clearance of links from walls, in metres. It is added to the radius where the floor is wide enough. Default: 0.3
    #[arg(long, value_name = "METRES")]
    margin: Option<f32>,
    /// Leave out smaller parts of the floor, in m². This is the area for the centre of the walker; nobody can leave such a part.
    /// Default: 1
    #[arg(long, value_name = "AREA")]
    pocket: Option<f32>,
    /// The number of ways that are compared. Each leads from one place to another, and is compared with the shortest path
    #[arg(long, value_name = "N", default_value_t = path_quality::PAIRS)]
    pairs: usize,
    /// Replace an existing file with different content
    #[arg(long)]
    force: bool,
}

/// Maximum number of pairs.
const MAX_PAIRS: usize = 1_000_000;

impl Pth {
    pub fn run(&self, report: &mut Report) -> anyhow::Result<()> {
        report.leave_to(self.output.as_deref());
        report.answer(&self.subject.path, |_| {
            let options = PathPointsOptions::default();
            let margin = self.margin.unwrap_or(options.margin);
            ensure!(margin.is_finite() && margin >= 0.0, "--margin is a number of metres of 0 or more");
            let pocket = self.pocket.unwrap_or(options.pocket);
            ensure!(pocket.is_finite() && pocket >= 0.0, "--pocket is an area in m² of 0 or more");
            ensure!(self.pairs <= MAX_PAIRS, "--pairs is at most {MAX_PAIRS}");
            let walker = self.walker.of_engine()?;
            ensure!(walker.radius > 0.0, "a walker that needs path points has a radius of more than 0");
            let level = self.subject.level_with(self.walker.row.table()?)?;
            let (engine, output) = (level.engine()?, self.output(&level)?);
            let onto = self.known_points()?;
            let options = options.with_margin(margin).with_pocket(pocket);
            let made = engine.generate_path_points(&walker, onto.as_ref(), &options);
            let bytes = made.path.to_bytes()?;
            self.write(&output, &bytes).with_context(|| output.to_string())?;
            let answer = MadePath {
                file: self.subject.name(),
                output,
                reported: true,
                radius: walker.radius,
                height: walker.height,
                margin,
                points: made.path.points().len(),
                links: made.path.links().len() / 2,
                missing_rooms: engine.area().missing_rooms().count(),
                quality: PathQuality::new(&made.path, engine, &walker, Some(made.coverage.clone()), self.pairs),
                made,
            };
            let outcome = if answer.made.coverage.missed.is_empty() { Outcome::Fine } else { Outcome::Found };
            Ok((answer, outcome))
        })
    }

    /// The file to write: the one that the user named, or the area's own.
    fn output(&self, level: &Level) -> anyhow::Result<FileLocation> {
        if let Some(output) = &self.output {
            return Ok(output.into());
        }
        let input = self.subject.input()?;
        let stem = || Some(input.path.file_stem()?.to_string_lossy().into_owned());
        let area = level.kotor().contents.map(|contents| contents.area.clone()).or_else(stem);
        Ok(located(&input.folder(), &format!("{}.pth", area.context("the area has no name; use --output")?)))
    }

    fn write(&self, output: &FileLocation, bytes: &[u8]) -> anyhow::Result<()> {
        if self.in_place && storage::is_file(output) {
            let over = Over::Input { read: &input::read(output.clone())?, backup: !self.no_backup };
            return save::write_one(Output { path: output.clone(), bytes, over }).map(drop);
        }
        save::write_new(Some(&self.subject.path), output.clone(), bytes, self.force)
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
    /// The number of rooms of the layout without a file.
    missing_rooms: usize,
    #[serde(flatten)]
    quality: PathQuality,
    #[serde(flatten)]
    made: GeneratedPath,
}

impl fmt::Display for MadePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let GeneratedPath { kept, kept_off_floor, dropped, dropped_links, narrow, .. } = &self.made;
        write!(f, "{}: {}", self.output, counted(self.points, "path point"))?;
        if *kept > 0 {
            write!(f, ", {kept} of them kept")?;
        }
        write!(f, ", {}", counted(self.links, "link"))?;
        if *narrow > 0 {
            write!(f, ", {narrow} of them narrower than the margin")?;
        }
        if self.quality.parts > 1 {
            write!(f, ", in {}", counted(self.quality.parts, "part"))?;
            f.write_str(if self.missing_rooms == 0 { " as the floor is" } else { "" })?;
        }
        write!(f, "; {}", self.quality)?;
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
