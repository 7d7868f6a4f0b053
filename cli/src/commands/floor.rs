//! The command `walkmesh floor`: lists the floors at a point of the plan view.

use std::fmt;
use std::path::PathBuf;

use serde::Serialize;
use walkmesh::level::{Faces, FloorAt, Nearest, Point};

use crate::location::FileLocation;
use crate::output::{Outcome, Report};
use crate::subject::{Subject, faces};

/// List the floors at a point of the plan view, with their heights
///
/// Floors are listed by ascending height. With X,Y,Z, the answer also names the nearest floor, the nearest below and
/// the nearest above. In KotOR it also names the floor that the engine is reported to take: one of the first room of the
/// layout that has a walkable floor there, whatever the Z of the point, which is not always the one under a creature.
/// That it takes the highest of that room is a guess. A floor faces up. With --faces all, faces that face down, such as the underside of a
/// roof, are listed too, and marked. The exit status is 1 if there is no floor.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  walkmesh floor room.wok 1.5,-2,0\n  walkmesh floor rooms/ 1.5,-2,0\n  walkmesh floor --dof \
                        dungeon.dof ainavdata_32769.dat 300,0,-20"
)]
pub struct FloorQuery {
    #[command(flatten)]
    subject: Subject,
    /// The point: X,Y or X,Y,Z in metres, z up; in a Silkroad dungeon X,Z or X,Y,Z in game units, y up
    #[arg(allow_hyphen_values = true)]
    point: Point,
    /// Silkroad: the dungeon's DOF. The BMS file of each block must lie in the same folder, under the last name in the
    /// block's path
    #[arg(long)]
    dof: Option<PathBuf>,
    /// Which faces count
    #[arg(long, value_parser = faces(), default_value = "walkable")]
    faces: Faces,
}

impl FloorQuery {
    pub fn run(&self, report: &mut Report) -> anyhow::Result<()> {
        report.answer(&self.subject.path, |_| {
            let navigator = self.subject.open_with_floors(self.dof.as_deref())?;
            let floors = navigator.floors_at(self.point, self.faces)?;
            let engine = navigator.engine_floor(self.point);
            let outcome = if floors.is_empty() { Outcome::Found } else { Outcome::Fine };
            let height = navigator.height(self.point);
            let nearest_walkable = if floors.is_empty() { navigator.nearest(self.point)? } else { None };
            let floors = Floors::new(self.subject.name(), self.point, height, floors, engine);
            Ok((Floors { nearest_walkable, ..floors }, outcome))
        })
    }
}

/// The floors at a point of the plan view.
#[derive(Serialize)]
struct Floors {
    file: FileLocation,
    point: Point,
    floors: Vec<FloorAt>,
    /// The floor whose height is nearest to the point's, if the point has a height.
    nearest: Option<FloorAt>,
    /// The nearest floor at the height of the point or below it.
    below: Option<FloorAt>,
    /// The nearest floor at the height of the point or above it.
    above: Option<FloorAt>,
    /// The walkable point that is nearest to the point. It is given only if there is no floor at the point.
    #[serde(skip_serializing_if = "Option::is_none")]
    nearest_walkable: Option<Nearest>,
    /// The floor that the game's engine takes, if its rule is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    engine: Option<Option<FloorAt>>,
}

impl Floors {
    fn new(
        file: FileLocation,
        point: Point,
        height: Option<f32>,
        floors: Vec<FloorAt>,
        engine: Option<Option<FloorAt>>,
    ) -> Self {
        let (mut nearest, mut below, mut above) = (None, None, None);
        if let Some(here) = height {
            let distance = |floor: &&FloorAt| (floor.height - here).abs();
            nearest = floors.iter().min_by(|a, b| distance(a).total_cmp(&distance(b))).cloned();
            below = floors.iter().rev().find(|floor| floor.height <= here).cloned();
            above = floors.iter().find(|floor| floor.height >= here).cloned();
        }
        Self { file, point, floors, nearest, below, above, nearest_walkable: None, engine }
    }
}

impl fmt::Display for Floors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { point, floors, nearest, below, above, nearest_walkable, engine, .. } = self;
        match floors.len() {
            0 => write!(f, "no floor at {point}")?,
            1 => write!(f, "1 floor at {point}")?,
            count => write!(f, "{count} floors at {point}")?,
        }
        floors.iter().try_for_each(|FloorAt { height, faces_down, at, .. }| {
            write!(f, "\n  at height {height}  {at}{}", if *faces_down { ", faces down" } else { "" })
        })?;
        for (name, floor) in [("nearest", nearest), ("below", below), ("above", above)] {
            if let Some(FloorAt { height, .. }) = floor {
                write!(f, "\n  {name} is {height}")?;
            }
        }
        nearest_walkable.iter().try_for_each(|nearest| write!(f, "\n  the nearest walkable point is {nearest}"))?;
        match engine {
            None => Ok(()),
            Some(None) => write!(f, "\n  the engine takes none (reported)"),
            Some(Some(FloorAt { height, at, .. })) => write!(f, "\n  the engine takes {height}  {at} (reported)"),
        }
    }
}
