//! `walkmesh path`: how to get from one place to another, and why not.

use std::fmt;
use std::path::PathBuf;

use anyhow::Context;
use serde::Serialize;
use walkmesh::any::{Location, Navigator, Nearest, NoAnswer, StandIn, Step, Way};

use crate::asked::{Named, answered};
use crate::file_name::FileName;
use crate::output::{Outcome, Report};

/// Say how to get from one place to another, or why there is no way
///
/// In a KotOR room it is the shortest way over walkable faces; in an area, given as a folder of rooms, also through
/// transitions, and around the doors and placeables that --place puts there. In an NWN2 area it is the way that the game
/// takes, by the stored tables from triangle to triangle, measured through their centres; beside it stands the length of
/// the shortest way over the triangles themselves, which --shortest shows instead. The answer says so where a mesh folds
/// over itself so often that a way is not proven to be the shortest. In a Silkroad dungeon it is the way
/// that the tables lead, from cell to cell; a point stands for the cell that is nearest to it. With --dof it is pulled
/// tight through the openings of the floors, and a point is in the cell that has its floor there. Exit status 1 when
/// there is no way.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  walkmesh path room.wok 1,1 5.5,3,0\n  walkmesh path rooms/ 1,1 7,3 --place \
                  door0.dwk,6,3,0,1.5708,open1\n  walkmesh path area.trx 4.5,7 340\n  walkmesh path --shortest \
                  area.trx 4.5,7 340\n  walkmesh path --json \
                  ainavdata_32769.dat 0:0 400,0,150\n  walkmesh path --dof dungeon.dof ainavdata_32769.dat 0:0 1:2")]
pub struct Path {
    #[command(flatten)]
    named: Named,
    /// Where to start: X,Y or X,Y,Z in metres, z up; the number of a face or triangle; in a Silkroad dungeon BLOCK:CELL, or
    /// X,Y,Z in game units, y up
    #[arg(allow_hyphen_values = true)]
    from: Location,
    /// Where to go, in the same way
    #[arg(allow_hyphen_values = true)]
    to: Location,
    /// NWN2: the shortest way over the walkable triangles, rather than the game's
    #[arg(long)]
    shortest: bool,
    /// Silkroad: the dungeon's DOF, with the BMS of each block beside it, under the name that the block's path ends in
    #[arg(long)]
    dof: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Path {
    pub fn run(&self, report: &mut Report) -> anyhow::Result<()> {
        report.set_json(self.json);
        report.answer(&self.named.path, || {
            let (name, navigator) = (self.named.name(), self.named.open_with_floors(self.dof.as_deref())?);
            let way = if self.shortest {
                const ELSEWHERE: &str = "--shortest is for NWN2 areas: a way in KotOR is the shortest anyway, and one in \
                                         Silkroad follows the tables";
                let way = match answered(navigator.shortest_way(self.from, self.to))? {
                    Ok(way) => Ok(way.context(ELSEWHERE)?),
                    Err(reason) => Err(reason),
                };
                Found::new(name, self.from, self.to, way)
            } else {
                Found::of(name, &navigator, self.from, self.to)?
            };
            let outcome = if way.is_one() { Outcome::Fine } else { Outcome::Found };
            Ok((way, outcome))
        })
    }
}

/// A way, or why there is none.
#[derive(Serialize)]
pub struct Found {
    file: FileName,
    from: Location,
    to: Location,
    /// Why there is no way; none where there is one.
    no_way: Option<String>,
    /// In the game's units, from the first point to the last; of KotOR and NWN2 in the plan view.
    length: Option<f64>,
    /// Length of the shortest way, beside the one that the game takes by its tables (NWN2).
    #[serde(skip_serializing_if = "Option::is_none")]
    shortest: Option<f64>,
    /// Whether it is proven that no way over the faces is shorter than `shortest`, or, where that is not told, than
    /// `length`. It is not told of ways that follow stored tables.
    #[serde(skip_serializing_if = "Option::is_none")]
    proven_shortest: Option<bool>,
    steps: Vec<Step>,
    /// Where the mesh is nearest to a point that is not on it.
    #[serde(skip_serializing_if = "Option::is_none")]
    nearest: Option<Nearest>,
    /// What stands for points that are not known to be on the mesh (Silkroad).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    stand_ins: Vec<StandIn>,
}

impl Found {
    pub fn of(file: FileName, navigator: &Navigator, from: Location, to: Location) -> anyhow::Result<Self> {
        let way = Self::new(file, from, to, answered(navigator.way(from, to))?);
        let shortest = answered(navigator.shortest_way(from, to))?.ok().flatten();
        Ok(match shortest {
            Some(found) => Self { shortest: Some(found.length), proven_shortest: found.proven_shortest, ..way },
            None => way,
        })
    }

    fn new(file: FileName, from: Location, to: Location, way: Result<Way, NoAnswer>) -> Self {
        let none = Self {
            file,
            from,
            to,
            no_way: None,
            length: None,
            shortest: None,
            proven_shortest: None,
            steps: Vec::new(),
            nearest: None,
            stand_ins: Vec::new(),
        };
        match way {
            Ok(Way { length, proven_shortest, steps, stand_ins, .. }) => {
                Self { length: Some(length), proven_shortest, steps, stand_ins, ..none }
            }
            Err(NoAnswer { reason, nearest, .. }) => Self { no_way: Some(reason), nearest, ..none },
        }
    }

    /// Whether there is a way.
    pub fn is_one(&self) -> bool {
        self.no_way.is_none()
    }
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { from, to, no_way, length, shortest, proven_shortest, steps, nearest, stand_ins, .. } = self;
        let beside = |length| format!("; the shortest way over the triangles is {length:.3} long");
        let mut shortest = shortest.map(beside).unwrap_or_default();
        if *proven_shortest == Some(false) {
            shortest += ", which is not proven to be the shortest";
        }
        match (no_way, length) {
            (Some(reason), _) => {
                write!(f, "no way from {from} to {to}: {reason}{shortest}")?;
                nearest.iter().try_for_each(|nearest| write!(f, "\n  the nearest walkable point is {nearest}"))
            }
            (None, length) => {
                let (count, length) = (steps.len(), length.unwrap_or_default());
                let plural = if count == 1 { "" } else { "s" };
                write!(f, "{count} point{plural} from {from} to {to}, length {length:.3}{shortest}")?;
                steps.iter().try_for_each(|Step { point: [x, y, z], at }| write!(f, "\n  {x}, {y}, {z}  {at}"))?;
                stand_ins.iter().try_for_each(|StandIn { location, nearest }| {
                    write!(f, "\n  {location} is not known to be on the floor; the nearest known point is {nearest}")
                })
            }
        }
    }
}
