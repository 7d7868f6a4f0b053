//! The result of a carving.

use crate::nwn2::{CrowdedTile, TriangleId, Walkmesh};

/// The result of a carving.
#[derive(Clone, Debug, PartialEq)]
#[must_use]
#[non_exhaustive]
pub struct CarveResult {
    /// The mesh as the toolset has it before it fills in the tables: marked as baked, wound clockwise, with the toolset's
    /// numbers and its counts of each tile, and without tables. The game cannot use it before the
    /// [bake](Walkmesh::bake), which must [keep the counts](crate::nwn2::TileCounts::Keep).
    pub walkmesh: Walkmesh,
    /// What was done.
    pub report: CarveReport,
}

/// What a carving did to the triangles.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct CarveReport {
    /// How many columns and rows of tiles there are.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub grid: [u32; 2],
    /// For each triangle of the result the triangle of the input that it is a part of.
    #[cfg_attr(feature = "serde", serde(rename = "triangles", serialize_with = "serialize_len"))]
    pub sources: Vec<TriangleId>,
    /// The triangles of the input from which cutters took something away, or that they took away.
    #[cfg_attr(feature = "serde", serde(serialize_with = "serialize_len"))]
    pub cut: Vec<TriangleId>,
    /// For each cutter how many of these triangles it touches.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub cut_by_cutter: Vec<usize>,
    /// The cutters that cut nothing because they are not polygons.
    pub skipped: Vec<SkippedCutter>,
    /// The walk meshes that were left out, by their places in the list, because a coordinate is NaN, infinite or beyond
    /// ±[`COORDINATE_LIMIT`](crate::mesh::COORDINATE_LIMIT).
    #[cfg_attr(feature = "serde", serde(skip))]
    pub skipped_meshes: Vec<usize>,
    /// How many corners became a vertex within 0.1 m on each axis that is not at the same place.
    pub welded: usize,
    /// How many triangles collapsed when vertices close to one another became one.
    pub collapsed: usize,
    /// The triangles of the input in which a cutter lies wholly, so that they were split first.
    #[cfg_attr(feature = "serde", serde(serialize_with = "serialize_len"))]
    pub split: Vec<TriangleId>,
    /// The parts that were cut into triangles by a rule of our own, because that of the toolset is not known there: they have
    /// a hole after many splits, or one whose centre is outside the triangle.
    pub bridged: Vec<Part>,
    /// Where the toolset's own rules lose floor, or leave floor inside a cutter. Parts from the cut by cutters come first, then parts
    /// from the cut at the borders of tiles. Those of less than [1 cm²](FloorLoss::LEAST_AREA) are only counted.
    pub losses: Vec<FloorLoss>,
    /// How many parts of less than 1 cm² were lost.
    pub lost_slivers: usize,
    /// The tiles that the toolset empties, because more than 127 of their triangles are walkable and a path table can number no
    /// more.
    pub emptied: Vec<EmptiedTile>,
    /// The triangles of the input that stand upright or have no area, so that no height can be told on them. They are left
    /// out.
    #[cfg_attr(feature = "serde", serde(serialize_with = "serialize_len"))]
    pub upright: Vec<TriangleId>,
    /// The triangles of the input that reach out of the grid of tiles. What lies outside is left out.
    #[cfg_attr(feature = "serde", serde(serialize_with = "serialize_len"))]
    pub outside: Vec<TriangleId>,
    /// The tiles of the result with more than 114 walkable triangles: more than nine tenths of what a path table can number.
    /// With more than 127, which only [`keep_floor`](super::CarveOptions::keep_floor) makes, the bake refuses the mesh.
    pub crowded: Vec<Crowding>,
}

#[cfg(feature = "serde")]
fn serialize_len<S: serde::Serializer>(triangles: &[TriangleId], serializer: S) -> Result<S::Ok, S::Error> {
    serde::Serialize::serialize(&triangles.len(), serializer)
}

/// Floor that the toolset's own rules destroy, or leave inside a cutter.
///
/// Source: docs/formats/trn-aswm.md#ear-clipping.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct FloorLoss {
    /// Why.
    pub cause: FloorLossCause,
    /// The triangle of the input.
    pub triangle: TriangleId,
    /// The column and the row of the tile.
    pub tile: [u32; 2],
    /// The cutter of which a corner bounds the part, by its place in the list of cutters.
    pub cutter: Option<usize>,
    /// The corner of that cutter to move, or a corner of the part, in metres.
    pub at: [f32; 2],
    /// How much floor is lost, in square metres of the plan view.
    pub lost: f64,
    /// How much floor is left inside the cutter, in square metres of the plan view.
    pub left_inside: f64,
}

impl FloorLoss {
    /// The least area that is listed, in square metres.
    pub const LEAST_AREA: f64 = 1e-4;
}

/// Why the toolset loses floor when it cuts a part of a triangle into triangles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum FloorLossCause {
    /// No corner can be cut off, because the part touches itself or is too thin there.
    NoEar,
    /// As many corners turn to the left as to the right, so the toolset drops the part.
    EvenTurns,
    /// More corners turn to the left than to the right, so the toolset takes the inside of the cutter for the floor.
    LeftTurns,
}

/// A tile that the toolset empties.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct EmptiedTile {
    /// The tile, how many walkable triangles it would have, and the cutters that touch it.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub crowding: Crowding,
    /// How much floor is lost, in square metres of the plan view.
    pub lost: f64,
}

/// A tile with many walkable triangles, and what touches it.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Crowding {
    /// The tile, and how many walkable triangles it has.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub tile: CrowdedTile,
    /// Its corner with the smallest coordinates, in metres.
    pub origin: [f32; 2],
    /// The cutters that cover some of its square, by their places in the list of cutters: at most 16.
    pub cutters: Vec<usize>,
}

/// A cutter that cuts nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct SkippedCutter {
    /// Its place among the cutters.
    pub cutter: usize,
    /// Why.
    pub reason: SkipReason,
}

/// Why a cutter cuts nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum SkipReason {
    /// It has fewer than three points.
    TooFewPoints,
    /// A coordinate is NaN, infinite or beyond ±[`COORDINATE_LIMIT`](crate::mesh::COORDINATE_LIMIT).
    NotFinite,
}

/// A part of a triangle.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Part {
    /// The triangle of the input.
    pub triangle: TriangleId,
    /// A point of the part, in metres.
    pub at: [f32; 2],
    /// Its area in the plan view, in square metres.
    pub area: f64,
}
