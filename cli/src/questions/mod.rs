//! Questions to a walkmesh of any game, and their answers in one form.

mod kotor;
pub mod nwn2;
mod silkroad;
mod subject;

use std::fmt;

use clap::ValueEnum;
use serde::Serialize;

use crate::file_name::FileName;
pub use subject::{Named, Subject};

/// Which faces count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Faces {
    /// Those that one can walk on
    Walkable,
    /// Those that hide what is behind them (KotOR)
    Sight,
    /// All
    All,
}

/// A point of a way.
#[derive(Serialize)]
pub struct Step {
    pub point: [f32; 3],
    #[serde(flatten)]
    pub at: At,
}

/// What is at a point.
#[derive(Clone, Serialize)]
#[serde(untagged)]
pub enum At {
    /// A face of a KotOR walkmesh, and its material: a row of `surfacemat.2da`.
    Face { face: u32, material: u32 },
    /// A face of a room of a KotOR area.
    RoomFace { room: String, face: u32, material: u32 },
    /// A face of a door or placeable that stands in a KotOR area.
    ObjectFace { object: Option<FileName>, face: u32, material: u32 },
    /// A triangle of an NWN2 walkmesh.
    Triangle { triangle: u32, island: Option<u32> },
    /// A cell of a block's floor, of a Silkroad dungeon.
    FloorCell { block: u32, cell: u32 },
    /// A cell of a block of a Silkroad dungeon, entered through an edge of that block; at a door by a link of the block
    /// that is left.
    Cell { block: u32, cell: u32, edge: u32, link: Option<u32> },
}

/// A way, or the reason why there is none.
pub type Way = Result<FoundWay, String>;

/// A way that there is.
pub struct FoundWay {
    pub length: f64,
    /// Whether it is proven that no way over the faces is shorter; none for a way that follows stored tables.
    pub proven_shortest: Option<bool>,
    pub steps: Vec<Step>,
}

impl FoundWay {
    /// A way that follows stored tables, which promise nothing about its length.
    fn by_tables(length: f64, steps: Vec<Step>) -> Self {
        Self { length, proven_shortest: None, steps }
    }
}

/// A floor at a place, or another face where all were asked for.
#[derive(Clone, Serialize)]
pub struct Floor {
    pub height: f32,
    /// It is no floor: one would stand on its underside.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub faces_down: bool,
    #[serde(flatten)]
    pub at: At,
}

/// What a ray meets.
#[derive(Serialize)]
pub struct Hit {
    pub distance: f32,
    pub point: [f32; 3],
    #[serde(flatten)]
    pub at: At,
}

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Face { face, material } => write!(f, "on face {face}, material {material}"),
            Self::RoomFace { room, face, material } => write!(f, "on face {face} of {room}, material {material}"),
            Self::ObjectFace { object, face, material } => {
                write!(f, "on face {face}")?;
                object.iter().try_for_each(|object| write!(f, " of {object}"))?;
                write!(f, ", material {material}")
            }
            Self::Triangle { triangle, island: Some(island) } => write!(f, "on triangle {triangle}, island {island}"),
            Self::Triangle { triangle, island: None } => write!(f, "on triangle {triangle}"),
            Self::FloorCell { block, cell } => write!(f, "in {block}:{cell}"),
            Self::Cell { block, cell, edge, link: None } => write!(f, "through edge {edge} to {block}:{cell}"),
            Self::Cell { block, cell, edge, link: Some(_) } => write!(f, "through door edge {edge} to {block}:{cell}"),
        }
    }
}
