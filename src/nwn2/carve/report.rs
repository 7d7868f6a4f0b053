//! The result of a carving.

use crate::nwn2::{CrowdedTile, TriangleId, Walkmesh};

/// The result of a carving.
#[derive(Clone, Debug, PartialEq)]
#[must_use]
#[non_exhaustive]
pub struct CarveResult {
    /// The mesh as the toolset has it before it fills in the tables: marked as baked, wound clockwise, with the toolset's indices and
    /// its counts of each tile, and without tables. The game cannot use it before the [bake](Walkmesh::bake), which must [keep the
    /// counts](crate::nwn2::TileCounts::Keep).
    pub walkmesh: Walkmesh,
    /// The report.
    pub report: CarveReport,
}

/// The changes of a carving to the triangles.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct CarveReport {
    /// Number of columns and rows of tiles.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub grid: [u32; 2],
    /// For each triangle of the result, the triangle of the input that contains it.
    #[cfg_attr(feature = "serde", serde(rename = "triangles", serialize_with = "serialize_len"))]
    pub sources: Vec<TriangleId>,
    /// The triangles of the input that cutters changed or removed.
    #[cfg_attr(feature = "serde", serde(serialize_with = "serialize_len"))]
    pub cut: Vec<TriangleId>,
    /// For each cutter, the number of these triangles that it touches.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub cut_by_cutter: Vec<usize>,
    /// The cutters that cut nothing because they are not polygons.
    pub skipped: Vec<SkippedCutter>,
    /// The walk meshes that were left out, by index in the list, because a coordinate is NaN, infinite or beyond
    /// ±[`COORDINATE_LIMIT`](crate::mesh::COORDINATE_LIMIT).
    #[cfg_attr(feature = "serde", serde(skip))]
    pub skipped_meshes: Vec<usize>,
    /// Number of corners that were moved onto another vertex within 0.1 m on each axis.
    pub welded: usize,
    /// Number of triangles that collapsed when close vertices were merged.
    pub collapsed: usize,
    /// The triangles of the input that wholly contain a cutter, and were therefore split first.
    #[cfg_attr(feature = "serde", serde(serialize_with = "serialize_len"))]
    pub split: Vec<TriangleId>,
    /// The parts that were triangulated by our own rule, because the toolset's rule for them is unknown: their hole has undergone many
    /// splits, or its centre is outside the triangle.
    pub bridged: Vec<Part>,
    /// Places where the toolset's own rules lose floor, or leave floor inside a cutter. Parts from the cut by cutters come first,
    /// then parts from the cut at the borders of tiles. Parts of less than [1 cm²](FloorLoss::MIN_AREA) are only counted.
    pub losses: Vec<FloorLoss>,
    /// Number of lost parts of less than 1 cm².
    pub lost_slivers: usize,
    /// The tiles that the toolset empties, because more than 127 of their triangles are walkable, the limit of a path table.
    pub emptied: Vec<EmptiedTile>,
    /// The triangles of the input that are vertical or have no area, so that they have no height. They are left out.
    #[cfg_attr(feature = "serde", serde(serialize_with = "serialize_len"))]
    pub upright: Vec<TriangleId>,
    /// The triangles of the input that extend beyond the grid of tiles. The parts outside are left out.
    #[cfg_attr(feature = "serde", serde(serialize_with = "serialize_len"))]
    pub outside: Vec<TriangleId>,
    /// The tiles of the result with more than 114 walkable triangles, nine tenths of the limit of a path table. With more than 127,
    /// which only [`keep_floor`](super::CarveOptions::keep_floor) makes, the bake refuses the mesh.
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
    /// The cause.
    pub cause: FloorLossCause,
    /// The triangle of the input.
    pub triangle: TriangleId,
    /// The column and the row of the tile.
    pub tile: [u32; 2],
    /// The cutter with a corner on the part's border, by index in the list of cutters.
    pub cutter: Option<usize>,
    /// The corner of that cutter to move, or a corner of the part, in metres.
    pub at: [f32; 2],
    /// Lost floor, in square metres of the plan view.
    pub lost: f64,
    /// Floor left inside the cutter, in square metres of the plan view.
    pub left_inside: f64,
}

impl FloorLoss {
    /// Minimum area that is listed, in square metres.
    pub const MIN_AREA: f64 = 1e-4;
}

/// The reason why the toolset loses floor when it triangulates a part of a triangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum FloorLossCause {
    /// No ear is left, because the part touches itself or is too thin there.
    NoEar,
    /// Equally many corners turn left and right, so the toolset drops the part.
    EvenTurns,
    /// More corners turn to the left than to the right, so the toolset mistakes the inside of the cutter for the floor.
    LeftTurns,
}

/// A tile that the toolset empties.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct EmptiedTile {
    /// The tile, its number of walkable triangles before, and the cutters that touch it.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub crowding: Crowding,
    /// Lost floor, in square metres of the plan view.
    pub lost: f64,
}

/// A tile with many walkable triangles, and the cutters that touch it.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Crowding {
    /// The tile, with its number of walkable triangles.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub tile: CrowdedTile,
    /// Its corner with the minimum coordinates, in metres.
    pub origin: [f32; 2],
    /// The cutters that cover some of its square, by index in the list of cutters: at most 16.
    pub cutters: Vec<usize>,
}

/// A cutter that cuts nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct SkippedCutter {
    /// Its index among the cutters.
    pub cutter: usize,
    /// The reason.
    pub reason: SkipReason,
}

/// The reason why a cutter cuts nothing.
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
