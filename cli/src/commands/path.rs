//! The command `walkmesh path`: finds a path between two positions, or says why there is none.

use std::fmt;
use std::path::PathBuf;

use anyhow::Context;
use serde::Serialize;
use walkmesh::level::{self, At, Location, MeasuredIn, Navigator, Nearest, NoAnswer, StandIn};

use walkmesh::counted;
use walkmesh::flaw::Gap;

use crate::engine_answer::EngineAnswer;
use crate::file_name::FileName;
use crate::output::{Outcome, Report};
use crate::subject::{Subject, answer_or_reason};
use crate::walker::Walker;

/// Find a path from one position to another, or say why there is none
///
/// In a KotOR room, the path is the shortest over walkable faces. In a KotOR area, given as a folder of rooms, it also
/// leads through transitions, and around the doors and placeables that --place adds. In an NWN2 area, it is the path
/// that the game takes: it follows the stored tables from triangle to triangle, through the centres of those between.
/// The answer also gives the length of the shortest path over the triangles, which --shortest shows instead. If a mesh
/// overlaps itself so often that a path is not proven to be the shortest, the answer says so. In a Silkroad dungeon,
/// the path follows the stored tables from cell to cell, and a point stands for the nearest cell. With --dof, string
/// pulling shortens the path through the portals of the floors, and a point stands for the cell whose floor is there.
/// With --radius or --height it is the shortest path for a walker of that size.
///
/// With --engine, it is the way on which KotOR's engine is reported to send a creature: straight, over the path points (PTH) of the
/// area, or over a grid. The creatures of the GIT are in the way, but for those that stand at the start and at the goal. The exit status is 1 if there is no path, or if the
/// path of the engine ends before the goal.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  walkmesh path room.wok 1,1 5.5,3,0\n  walkmesh path --radius 0.35 room.wok 1,1 5.5,3,0\n  walkmesh path rooms/ 1,1 7,3 --place \
                  door0.dwk,6,3,0,1.5708,open1\n  walkmesh path area.trx 4.5,7 340\n  walkmesh path --shortest \
                  area.trx 4.5,7 340\n  walkmesh path --json \
                  ainavdata_32769.dat 0:0 400,0,150\n  walkmesh path --dof dungeon.dof ainavdata_32769.dat 0:0 1:2"
)]
pub struct Path {
    #[command(flatten)]
    subject: Subject,
    /// The start: X,Y or X,Y,Z in metres, z up; the number of a face or triangle; in a Silkroad dungeon BLOCK:CELL, or
    /// X,Y,Z in game units, y up
    #[arg(allow_hyphen_values = true)]
    from: Location,
    /// The goal, in the same form
    #[arg(allow_hyphen_values = true)]
    to: Location,
    /// Find the shortest path over the walkable faces. In NWN2 it is shorter than the game's path; in KotOR it is the path
    #[arg(long)]
    shortest: bool,
    #[command(flatten)]
    walker: Walker,
    /// Silkroad: the dungeon's DOF. The BMS file of each block must lie in the same folder, under the last name in the
    /// block's path
    #[arg(long)]
    dof: Option<PathBuf>,
    /// KotOR: plan the way by the engine's reported rules. If it finds none, the reason is printed. The walker has a radius of 0.35 m and
    /// is 1.6 m tall, unless --radius and --height say otherwise
    #[arg(long, conflicts_with_all = ["shortest", "dof"])]
    engine: bool,
}

impl Path {
    pub fn run(&self, report: &mut Report) -> anyhow::Result<()> {
        if self.engine {
            return report.answer(&self.subject.path, || {
                let (level, walker) = (self.subject.level_with(self.walker.table()?)?, self.walker.of_engine()?);
                let answer = EngineAnswer::new(self.subject.name(), &level, self.from, self.to, &walker)?;
                let outcome = if answer.reaches_goal() { Outcome::Fine } else { Outcome::Found };
                Ok((answer, outcome))
            });
        }
        report.answer(&self.subject.path, || {
            let (name, navigator) = (self.subject.name(), self.subject.open_with_floors(self.dof.as_deref())?);
            let found = if let Some(size) = self.walker.size()? {
                let path = answer_or_reason(navigator.path_of(size, self.from, self.to))?;
                PathAnswer::new(name, self.from, self.to, path)
            } else if self.shortest {
                const ELSEWHERE: &str = "--shortest is not for Silkroad dungeons: only their stored tables say where creatures can \
                                         walk, and a path always follows these";
                let path = match answer_or_reason(navigator.shortest_path(self.from, self.to))? {
                    Ok(path) => Ok(path.context(ELSEWHERE)?),
                    Err(reason) => Err(reason),
                };
                PathAnswer::new(name, self.from, self.to, path)
            } else {
                PathAnswer::of(name, &navigator, self.from, self.to)?
            };
            let outcome = if found.is_path() { Outcome::Fine } else { Outcome::Found };
            Ok((found, outcome))
        })
    }
}

/// The shortest path beside one that follows stored tables, where there are both.
pub fn shortest_beside_tables(
    navigator: &Navigator,
    from: Location,
    to: Location,
) -> anyhow::Result<Option<level::Path>> {
    if !navigator.follows_tables() {
        return Ok(None);
    }
    Ok(answer_or_reason(navigator.shortest_path(from, to))?.ok().flatten())
}

/// The result of a path query: the path, or the reason why there is none.
#[derive(Serialize)]
pub struct PathAnswer {
    file: FileName,
    from: Location,
    to: Location,
    /// Why there is no path; `null` if there is one.
    no_path: Option<String>,
    /// In the game's units, from the first point to the last.
    length: Option<f64>,
    /// Whether `length` is measured in the plan view or in space.
    measured_in: Option<MeasuredIn>,
    /// The length of the shortest path in the plan view, beside the path that the game takes by its tables (NWN2).
    #[serde(skip_serializing_if = "Option::is_none")]
    shortest: Option<f64>,
    /// Whether it is proven that no path over the faces is shorter than `shortest` or, if that is absent, than
    /// `length`. It is absent for paths that only follow stored tables.
    #[serde(skip_serializing_if = "Option::is_none")]
    proven_shortest: Option<bool>,
    steps: Vec<Step>,
    /// The walkable point that is nearest to the start or the goal, if that is a point off the walkable faces.
    #[serde(skip_serializing_if = "Option::is_none")]
    nearest: Option<Nearest>,
    /// Where the parts of start and goal are nearest to each other, if these are not connected.
    #[serde(skip_serializing_if = "Option::is_none")]
    gap: Option<Box<Gap<At>>>,
    /// The substitutes for points that are not known to be on the mesh (Silkroad).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    stand_ins: Vec<StandIn>,
}

/// A point of a path, and the face on which the path continues.
#[derive(Serialize)]
struct Step {
    point: [f32; 3],
    #[serde(flatten)]
    at: At,
}

impl PathAnswer {
    pub fn of(file: FileName, navigator: &Navigator, from: Location, to: Location) -> anyhow::Result<Self> {
        let by_game = Self::new(file, from, to, answer_or_reason(navigator.path(from, to))?);
        let shortest = shortest_beside_tables(navigator, from, to)?;
        Ok(match shortest {
            Some(found) => Self { shortest: Some(found.length), proven_shortest: found.proven_shortest, ..by_game },
            None => by_game,
        })
    }

    fn new(file: FileName, from: Location, to: Location, answer: Result<level::Path, NoAnswer>) -> Self {
        let none = Self {
            file,
            from,
            to,
            no_path: None,
            length: None,
            measured_in: None,
            shortest: None,
            proven_shortest: None,
            steps: Vec::new(),
            nearest: None,
            gap: None,
            stand_ins: Vec::new(),
        };
        match answer {
            Ok(level::Path { length, measured_in, proven_shortest, points, faces, stand_ins, .. }) => {
                let (length, measured_in) = (Some(length), Some(measured_in));
                let steps = points.into_iter().zip(faces).map(|(point, at)| Step { point, at }).collect();
                Self { length, measured_in, proven_shortest, steps, stand_ins, ..none }
            }
            Err(NoAnswer { reason, nearest, gap, .. }) => Self { no_path: Some(reason), nearest, gap, ..none },
        }
    }

    /// Whether there is a path.
    pub fn is_path(&self) -> bool {
        self.no_path.is_none()
    }
}

impl fmt::Display for PathAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { from, to, no_path, length, shortest, proven_shortest, steps, nearest, gap, stand_ins, .. } = self;
        let beside = |length| format!("; the shortest path over the triangles is {length:.3} long in the plan");
        let mut shortest = shortest.map(beside).unwrap_or_default();
        if *proven_shortest == Some(false) {
            shortest += ", which is not proven to be the shortest";
        }
        match (no_path, length) {
            (Some(reason), _) => {
                write!(f, "no path from {from} to {to}: {reason}{shortest}")?;
                gap.iter().try_for_each(|gap| write!(f, "\n  {gap}"))?;
                nearest.iter().try_for_each(|nearest| write!(f, "\n  the nearest walkable point is {nearest}"))
            }
            (None, length) => {
                let (count, length) = (steps.len(), length.unwrap_or_default());
                let points = counted(count, "point");
                let space = if self.measured_in == Some(MeasuredIn::Space) { "in space" } else { "in the plan" };
                write!(f, "{points} from {from} to {to}, length {length:.3} {space}{shortest}")?;
                steps.iter().try_for_each(|Step { point: [x, y, z], at }| write!(f, "\n  {x}, {y}, {z}  {at}"))?;
                stand_ins.iter().try_for_each(|StandIn { location, nearest, .. }| {
                    write!(f, "\n  {location} is not known to be on the floor; the nearest known point is {nearest}")
                })
            }
        }
    }
}
