//! The answers to queries about any game, in one form.

use std::cmp::Reverse;
use std::fmt;

use crate::finding::{PartKind, Place, PlacePart};
use crate::flaw::Gap;
use crate::mesh;

use super::Location;

/// The faces that a query takes into account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Faces {
    /// The faces that creatures can walk on.
    Walkable,
    /// The faces that block sight (KotOR).
    Sight,
    /// All faces.
    All,
}

/// The face at a point, as named in answers.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum At {
    /// A face of a KotOR walkmesh, and its material: a row of `surfacemat.2da`.
    Face {
        /// The number of the face.
        face: u32,
        /// The material.
        material: u32,
    },
    /// A face of a room of a KotOR area.
    RoomFace {
        /// The name of the room.
        room: String,
        /// The number of the face.
        face: u32,
        /// The material.
        material: u32,
    },
    /// A face of a door or placeable in a KotOR area.
    ObjectFace {
        /// The name of the door or placeable.
        object: Option<String>,
        /// The number of the face.
        face: u32,
        /// The material.
        material: u32,
    },
    /// A triangle of an NWN2 walkmesh, and the island that the file stores for it.
    Triangle {
        /// The number of the triangle.
        triangle: u32,
        /// The island that the file stores for it.
        island: Option<u32>,
    },
    /// A cell of a block of a Silkroad dungeon.
    Cell {
        /// The block.
        block: u32,
        /// The cell in the block.
        cell: u32,
    },
    /// A cell of a block of a Silkroad dungeon, entered through an edge of that block; at a door, through a link of the previous block.
    Entered {
        /// The block.
        block: u32,
        /// The cell in the block.
        cell: u32,
        /// The edge of that block.
        edge: u32,
        /// The link of the previous block, at a door.
        link: Option<u32>,
    },
}

impl At {
    /// The location in the file or the area, from the outermost part to the innermost.
    #[must_use]
    pub fn place(&self) -> Place {
        let face = |face: u32| PlacePart::new(PartKind::Face, face);
        match self {
            Self::Face { face: number, .. } => face(*number).into(),
            Self::RoomFace { room, face: number, .. } => {
                [PlacePart::from(PartKind::Room).named(room), face(*number)].into()
            }
            Self::ObjectFace { object: Some(object), face: number, .. } => {
                [PlacePart::from(PartKind::Object).named(object), face(*number)].into()
            }
            Self::ObjectFace { object: None, face: number, .. } => face(*number).into(),
            Self::Triangle { triangle, .. } => PlacePart::new(PartKind::Triangle, *triangle).into(),
            Self::Cell { block, cell } | Self::Entered { block, cell, .. } => {
                [PlacePart::new(PartKind::Block, *block), PlacePart::new(PartKind::Cell, *cell)].into()
            }
        }
    }
}

/// The `place`, and the known properties of the face.
#[cfg(feature = "serde")]
impl serde::Serialize for At {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeMap;

        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("place", &self.place())?;
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

/// The space in which the length of a path is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
pub enum MeasuredIn {
    /// In the plan view: heights do not count, so a walk over a slope is longer.
    Plan,
    /// In space.
    Space,
}

/// A path from one location to another.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Path {
    /// Its length in the game's units.
    pub length: f64,
    /// The space in which the length is measured.
    pub measured_in: MeasuredIn,
    /// True if it is proven that no path over the faces is shorter. `None` for a route through stored tables.
    pub proven_shortest: Option<bool>,
    /// The points of the path.
    pub points: Vec<[f32; 3]>,
    /// For each point, the face on which the path continues, or the cell that it enters.
    pub faces: Vec<At>,
    /// The replacements for points of the query that are not known to be on the mesh.
    pub stand_ins: Vec<StandIn>,
}

impl Path {
    /// A route through stored tables, measured in the plan view. It need not be the shortest path.
    pub(in crate::level) fn by_tables(length: f64, points: impl IntoIterator<Item = ([f32; 3], At)>) -> Self {
        let (points, faces) = points.into_iter().unzip();
        Self { length, measured_in: MeasuredIn::Plan, proven_shortest: None, points, faces, stand_ins: Vec::new() }
    }

    /// A path over the faces, measured in the plan view.
    pub(in crate::level) fn over_faces<F>(path: mesh::Path<F>, at: impl Fn(F) -> At) -> Self {
        let points = path.points.into_iter().map(|position| (position.point, at(position.face)));
        Self { proven_shortest: Some(path.proven_shortest), ..Self::by_tables(path.length, points) }
    }
}

/// The replacement for a point of the query.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct StandIn {
    /// The point of the query.
    #[cfg_attr(feature = "serde", serde(rename = "for"))]
    pub location: Location,
    /// The replacement.
    pub nearest: Nearest,
}

/// The reason why a query has no answer.
/// Cause: nobody.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct NoAnswer {
    /// The reason, as a sentence without a full stop.
    pub reason: String,
    /// For a point that is not on the mesh: the nearest point of the mesh.
    pub nearest: Option<Nearest>,
    /// For two locations in parts that are not connected: the narrowest gap between the parts.
    pub gap: Option<Box<Gap<At>>>,
}

/// The walkable point that is nearest to another point.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Nearest {
    /// The point.
    pub point: [f32; 3],
    /// The distance between the two points, in the game's units. It is measured in the plan view if the other point has
    /// no height.
    pub distance: f64,
    /// The face that it lies on.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub at: At,
}

/// A floor at a point, or another face at the point if all faces count.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct FloorAt {
    /// Its height there, in the game's units.
    pub height: f32,
    /// True if the face faces down, so that it is not a floor.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "std::ops::Not::not"))]
    pub faces_down: bool,
    /// The face.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub at: At,
}

/// The first face that a ray meets.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Hit {
    /// The distance from the start of the ray, in the game's units.
    pub distance: f32,
    /// The point at which the ray meets the face.
    pub point: [f32; 3],
    /// The face.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub at: At,
}

/// The answer to whether two locations see each other.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Sight {
    /// True if the file has tables of sight (a baked area of NWN2).
    pub has_table: bool,
    /// True if the game looks up sight in a table that the file lacks because it is not baked. The game then has no data on sight.
    pub lacks_table: bool,
    /// The answer of the table. `None` if the table has no entry for the two.
    pub by_table: Option<bool>,
    /// The answer that follows from the faces.
    pub by_geometry: bool,
    /// The first face that blocks the line (KotOR).
    pub blocked_by: Option<Hit>,
}

/// The kind of parts that a [`Reach`] counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum ReachOf {
    /// The islands that an NWN2 walkmesh stores.
    StoredIslands,
    /// The connected parts of other games, which are computed.
    ConnectedParts,
}

impl fmt::Display for ReachOf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::StoredIslands => "stored islands",
            Self::ConnectedParts => "connected parts",
        })
    }
}

/// The islands or connected parts from which nobody can reach a location.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Reach {
    /// The things that are counted.
    pub of: ReachOf,
    /// Their total number.
    pub total: usize,
    /// The parts from which the location cannot be reached.
    pub cut_off: Vec<CutOff>,
}

/// An island or a connected part from which a location cannot be reached.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct CutOff {
    /// For an NWN2 walkmesh the number of the stored island; for others the number of the computed part.
    pub place: Place,
    /// Number of faces, triangles or cells of the part that are cut off.
    pub size: u32,
    /// A point of the part: the centre that the file stores, or a point on a face.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub point: Option<Vec<f32>>,
    /// The part in words.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub text: String,
    /// The name of the door or placeable that closes this part off, if it can be reached without doors and placeables (KotOR areas).
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub closed_by: Option<String>,
    /// The narrowest gap to the location's part; only for the 32 largest parts, and `None` in Silkroad, whose parts have no sides.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub gap: Option<Box<Gap<At>>>,
}

/// The gaps to the parts that are cut off. The cost of each is linear in the number of sides, so only the largest parts get
/// one.
pub(super) struct NearestGaps {
    has_gap: std::vec::IntoIter<bool>,
}

impl NearestGaps {
    /// Maximum number of parts whose gap is computed.
    const MOST: usize = 32;

    /// The gaps for parts of these sizes.
    pub(super) fn new(sizes: impl Iterator<Item = u32>) -> Self {
        let mut order: Vec<(Reverse<u32>, usize)> = sizes.zip(0..).map(|(size, part)| (Reverse(size), part)).collect();
        order.sort_unstable();
        let mut has_gap = vec![false; order.len()];
        order.iter().take(Self::MOST).for_each(|(_, part)| has_gap[*part] = true);
        Self { has_gap: has_gap.into_iter() }
    }

    /// The gap to the next part, if it is computed.
    pub(super) fn next(&mut self, gap: impl FnOnce() -> Option<Gap<At>>) -> Option<Box<Gap<At>>> {
        if self.has_gap.next()? { gap().map(Box::new) } else { None }
    }
}

impl NoAnswer {
    /// No answer, for a reason unrelated to the nearest walkable point.
    pub(in crate::level) fn because(reason: impl fmt::Display) -> Self {
        Self { reason: reason.to_string(), nearest: None, gap: None }
    }

    /// No path, because two locations lie in parts that are not connected.
    pub(in crate::level) fn over(reason: impl fmt::Display, gap: Option<Gap<At>>) -> Self {
        Self { gap: gap.map(Box::new), ..Self::because(reason) }
    }
}

impl std::error::Error for NoAnswer {}

impl fmt::Display for NoAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { reason, nearest, gap } = self;
        f.write_str(reason)?;
        gap.iter().try_for_each(|gap| write!(f, "; {gap}"))?;
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
