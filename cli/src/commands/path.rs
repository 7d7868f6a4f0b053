//! The command `walkmesh path`: finds a path between two positions, or reports why it failed.

use std::fmt;
use std::path::PathBuf;

use anyhow::Context;
use serde::Serialize;
use walkmesh::level::{self, Location, Navigator, PathAnswer};

use crate::engine_answer::EngineAnswer;
use crate::location::FileLocation;
use crate::output::{Outcome, Report};
use crate::subject::{Subject, answer_or_reason};
use crate::walker::Walker;

/// Find a path between two positions, or explain what blocks it
///
/// In a KotOR room, the path is the shortest over walkable faces. In a KotOR area, given as a folder of rooms, it also leads
/// through transitions, and around the doors and placeables that --place adds. In an NWN2 area, it is the path that the game
/// takes: it follows the stored tables from triangle to triangle, through the centres of the intermediate triangles. The answer also gives
/// the length of the shortest path over the triangles, which --shortest shows instead. If a mesh overlaps itself so often that a path is
/// not proven to be the shortest, the answer says so. In a Silkroad dungeon, the path follows the stored tables from cell to cell, and a
/// point means the nearest cell. With --dof, string pulling shortens the path through the portals of the floors, and a point means the cell
/// with the floor there. With --radius or --height it is the shortest path for a walker of that size.
///
/// With --engine, it is the path that KotOR's engine is reported to plan for a creature: straight, over the path points (PTH) of
/// the area, or over a grid. The creatures of the GIT are obstacles, except those at the start and at the goal. The exit status
/// is 1 if there is no path, or if the path of the engine ends before the goal.
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
    /// The start: X,Y or X,Y,Z in metres, z up; the index of a face or triangle; in a Silkroad dungeon BLOCK:CELL, or X,Y,Z in
    /// game units, y up
    #[arg(allow_hyphen_values = true)]
    from: Location,
    /// The goal, in the same form
    #[arg(allow_hyphen_values = true)]
    to: Location,
    /// Find the shortest path over the walkable faces. In NWN2 it is shorter than the game's path; in KotOR both are the same
    #[arg(long)]
    shortest: bool,
    #[command(flatten)]
    walker: Walker,
    /// Silkroad: the dungeon's DOF. The BMS file of each block must be in the same folder, under the last component of the
    /// block's path
    #[arg(long)]
    dof: Option<PathBuf>,
    /// KotOR: plan the path by the engine's reported rules. If it finds no path, the reason is printed. The walker has a radius of 0.35 m
    /// and a height of 1.6 m, unless --radius and --height say otherwise
    #[arg(long, conflicts_with_all = ["shortest", "dof"])]
    engine: bool,
}

impl Path {
    pub fn run(&self, report: &mut Report) -> anyhow::Result<()> {
        if self.engine {
            return report.answer(&self.subject.path, |_| {
                let (level, walker) = (self.subject.level_with(self.walker.row.table()?)?, self.walker.of_engine()?);
                let answer = EngineAnswer::new(self.subject.name(), &level, self.from, self.to, &walker)?;
                let outcome = if answer.reaches_goal() { Outcome::Fine } else { Outcome::Found };
                Ok((answer, outcome))
            });
        }
        report.answer(&self.subject.path, |_| {
            let navigator = self.subject.open_with_floors(self.dof.as_deref())?;
            let answer = self.ask(&navigator)?;
            let outcome = if answer.no_path.is_none() { Outcome::Fine } else { Outcome::Found };
            Ok((FilePath { file: self.subject.name(), answer }, outcome))
        })
    }

    fn ask(&self, navigator: &Navigator) -> anyhow::Result<PathAnswer> {
        let (from, to) = (self.from, self.to);
        if let Some(size) = self.walker.size()? {
            return Ok(PathAnswer::new(from, to, navigator.path_of(size, from, to))?);
        }
        if self.shortest {
            let path = navigator.shortest_path(from, to).transpose().context(
                "--shortest is not for Silkroad dungeons: only their stored tables say where creatures can walk, and a path always \
                 follows these",
            )?;
            return Ok(PathAnswer::new(from, to, path)?);
        }
        let mut answer = PathAnswer::new(from, to, navigator.path(from, to))?;
        if let Some(found) = shortest_beside_tables(navigator, from, to)? {
            (answer.shortest, answer.proven_shortest) = (Some(found.length), found.proven_shortest);
        }
        Ok(answer)
    }
}

/// The shortest path in addition to one that follows stored tables, if both exist.
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

/// The path from one position to another, or the reason why it was not found.
#[derive(Serialize)]
struct FilePath {
    file: FileLocation,
    #[serde(flatten)]
    answer: PathAnswer,
}

impl fmt::Display for FilePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.answer.fmt(f)
    }
}
