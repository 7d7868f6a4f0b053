//! Questions to a walkmesh of any game, and their answers in one form.

mod kotor;
mod nwn2;
mod silkroad;
mod subject;

use std::fmt;

use clap::ValueEnum;
use serde::Serialize;
use serde::ser::SerializeMap;

use crate::file_name::FileName;
use crate::parts::Part;
use crate::place::Place;
pub use subject::{Game, Named, Subject};

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
#[derive(Clone)]
pub enum At {
    /// A face of a KotOR walkmesh, and its material: a row of `surfacemat.2da`.
    Face { face: u32, material: u32 },
    /// A face of a room of a KotOR area.
    RoomFace { room: String, face: u32, material: u32 },
    /// A face of a door or placeable that stands in a KotOR area.
    ObjectFace { object: Option<FileName>, face: u32, material: u32 },
    /// A triangle of an NWN2 walkmesh, and the island that the file stores for it.
    Triangle { triangle: u32, island: Option<u32> },
    /// A cell of a block of a Silkroad dungeon.
    Cell { block: u32, cell: u32 },
    /// A cell of a block of a Silkroad dungeon, entered through an edge of that block; at a door by a link of the block
    /// that is left.
    Entered { block: u32, cell: u32, edge: u32, link: Option<u32> },
}

/// The `place`, as a list of parts from the outermost to the innermost, and what is known of it.
impl Serialize for At {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let cell = |block, cell| vec![Part::new("block", block), Part::new("cell", cell)];
        let place = match self {
            Self::Face { face, .. } => vec![Part::new("face", *face)],
            Self::RoomFace { room, face, .. } => vec![Part::named("room", room.into()), Part::new("face", *face)],
            Self::ObjectFace { object, face, .. } => {
                let object = object.iter().map(|object| Part::named("object", object.clone()));
                object.chain([Part::new("face", *face)]).collect()
            }
            Self::Triangle { triangle, .. } => vec![Part::new("triangle", *triangle)],
            Self::Cell { block, cell: number } | Self::Entered { block, cell: number, .. } => cell(*block, *number),
        };
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("place", &place)?;
        match self {
            Self::Face { material, .. } | Self::RoomFace { material, .. } | Self::ObjectFace { material, .. } => {
                map.serialize_entry("material", material)?;
            }
            Self::Triangle { island, .. } => map.serialize_entry("stored_island", island)?,
            Self::Cell { .. } => {}
            Self::Entered { edge, link, .. } => {
                map.serialize_entry("edge", edge)?;
                map.serialize_entry("link", link)?;
            }
        }
        map.end()
    }
}

/// A way, or why there is none.
pub type Way = Result<FoundWay, NoAnswer>;

/// A way that there is.
pub struct FoundWay {
    pub length: f64,
    /// Whether it is proven that no way over the faces is shorter; none for a way that follows stored tables.
    pub proven_shortest: Option<bool>,
    pub steps: Vec<Step>,
    /// What stands for points that were asked for, where these are not known to be on the mesh.
    pub stand_ins: Vec<StandIn>,
}

impl FoundWay {
    /// A way that follows stored tables, which promise nothing about its length.
    fn by_tables(length: f64, steps: Vec<Step>) -> Self {
        Self { length, proven_shortest: None, steps, stand_ins: Vec::new() }
    }

    /// A way over the faces.
    fn over_faces(length: f64, proven_shortest: bool, steps: Vec<Step>) -> Self {
        Self { length, proven_shortest: Some(proven_shortest), steps, stand_ins: Vec::new() }
    }
}

/// What is taken for a point that was asked for.
#[derive(Serialize)]
pub struct StandIn {
    #[serde(rename = "for")]
    pub place: Place,
    pub nearest: Nearest,
}

/// Why a question has no answer.
pub struct NoAnswer {
    pub reason: String,
    /// Of a point that is not on the mesh, where the mesh is nearest.
    pub nearest: Option<Nearest>,
}

/// The walkable point that is nearest to another one.
#[derive(Clone, Serialize)]
pub struct Nearest {
    pub point: [f32; 3],
    /// In the game's units; in the plan view where the height was not given.
    pub distance: f64,
    #[serde(flatten)]
    pub at: At,
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

/// Whether two places see each other.
pub struct Sight {
    /// Whether the game has tables of sight (NWN2).
    pub has_table: bool,
    /// What the table says; none where it says nothing of the two.
    pub by_table: Option<bool>,
    /// What the faces say.
    pub by_geometry: bool,
    /// What is in the way (KotOR).
    pub blocked_by: Option<Hit>,
}

/// From where one cannot get to a place.
pub struct Reach {
    /// What is counted: what the file stores, or what was computed.
    pub of: &'static str,
    pub total: usize,
    pub cut_off: Vec<CutOff>,
}

/// Something that hangs together, from where one cannot get to a place.
#[derive(Serialize)]
pub struct CutOff {
    /// Of an NWN2 walkmesh the number of the island that the file stores, of others that of the computed part.
    pub place: Vec<Part>,
    /// How many triangles, faces or cells of it.
    pub size: u32,
    /// Where it is: the centre that the file stores, or a point on it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub point: Option<Vec<f32>>,
    #[serde(skip)]
    pub text: String,
}

impl From<String> for NoAnswer {
    fn from(reason: String) -> Self {
        Self { reason, nearest: None }
    }
}

impl fmt::Display for NoAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { reason, nearest } = self;
        f.write_str(reason)?;
        nearest.iter().try_for_each(|nearest| write!(f, "; the nearest walkable point is {nearest}"))
    }
}

impl fmt::Display for Nearest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { point: [x, y, z], distance, at } = self;
        let distance = (distance * 1000.0).round() / 1000.0;
        write!(f, "{x},{y},{z}, {distance} away, {at}")
    }
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
            Self::Triangle { triangle, island: Some(island) } => {
                write!(f, "on triangle {triangle}, stored island {island}")
            }
            Self::Triangle { triangle, island: None } => write!(f, "on triangle {triangle}"),
            Self::Cell { block, cell } => write!(f, "in {block}:{cell}"),
            Self::Entered { block, cell, edge, link: None } => write!(f, "through edge {edge} to {block}:{cell}"),
            Self::Entered { block, cell, edge, link: Some(_) } => {
                write!(f, "through door edge {edge} to {block}:{cell}")
            }
        }
    }
}
