//! The errors of operations on an area.

use crate::budget::OverLimit;
use crate::formats;
use crate::mesh::PositionError;
use walkmesh_mesh::counted::agreeing;

use super::footprints::MAX_FOOTPRINT_POINTS;
use super::{Crowding, IslandId, TileId, TriangleId, VertexId};

/// The reason why the walkmesh of an area cannot be read or replaced.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TerrainError {
    /// The file is damaged or over the limits, or the walkmesh to write contradicts itself.
    #[error(transparent)]
    Format(#[from] formats::Error),
    /// The file has no `ASWM` packet: it is not an area, or its writer left the packet out.
    /// Cause: the file.
    #[error("the file has no ASWM packet")]
    NoWalkmesh,
    /// The ground is not the regular grid of points that the toolset makes, or a megatile is missing.
    /// Cause: the file.
    #[error("the ground of megatile {megatile} is not the regular grid of the toolset, so no floor can be made of it")]
    Ground {
        /// The megatile, by index.
        megatile: usize,
    },
    /// The walkmesh to write is not baked, but the file would look finished.
    /// Cause: the caller.
    #[error(
        "the walkmesh is not baked, so that the game could not use the area: bake it first (`Walkmesh::bake`), or make a TRN \
         of it (`Terrain::new_unbaked`)"
    )]
    NotBaked,
}

/// The reason why the stored ranges do not assign each triangle to exactly one tile.
/// Cause: the file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TilingError {
    /// The range of a tile ends after the last triangle.
    #[error("{tile} holds triangles up to {end}, of {triangles}")]
    PastEnd {
        /// The tile.
        tile: TileId,
        /// The end of its triangles (one past the last).
        end: u64,
        /// Number of triangles.
        triangles: usize,
    },
    /// Two tiles hold the same triangle. The game crashes on it.
    #[error("{tile} and {other} both hold {triangle}")]
    Overlap {
        /// The tile.
        tile: TileId,
        /// The other one.
        other: TileId,
        /// The first triangle that both hold.
        triangle: TriangleId,
    },
    /// A triangle is in no tile.
    #[error("{triangle} is in no tile")]
    Outside {
        /// The first such triangle.
        triangle: TriangleId,
    },
}

/// The reason why nothing was built.
/// Cause: the caller.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum BuildError {
    /// A vertex of a triangle is missing.
    #[error("triangle {triangle} names vertex {vertex}, but there are only {vertices} vertices")]
    NoSuchVertex {
        /// The triangle.
        triangle: usize,
        /// The vertex.
        vertex: u32,
        /// Number of vertices.
        vertices: usize,
    },
    /// A coordinate of a vertex is NaN, infinite or beyond ±[`COORDINATE_LIMIT`](crate::mesh::COORDINATE_LIMIT).
    #[error("a coordinate of vertex {vertex} is NaN, infinite or beyond 1e11")]
    NotFinite {
        /// The vertex.
        vertex: usize,
    },
    /// The width of a tile is not positive and finite.
    #[error("tiles are {width} m wide; a width must be positive and finite")]
    TileWidth {
        /// The width.
        width: f32,
    },
    /// A triangle lies outside the grid, which starts at the origin.
    #[error("triangle {triangle} reaches out of the grid of {} by {} tiles", grid[0], grid[1])]
    OutsideGrid {
        /// The triangle.
        triangle: usize,
        /// Number of tiles along x and y.
        grid: [u64; 2],
    },
    /// The grid has more tiles than an area may have: [`MAX_BUILD_TILES`].
    #[error("a grid of {} by {} tiles is larger than that of any area", grid[0], grid[1])]
    GridTooLarge {
        /// Number of tiles along x and y.
        grid: [u64; 2],
    },
    /// The border would leave no tile inside: a bake would remove every triangle.
    #[error("{}", all_border(*.border, *.grid))]
    AllBorder {
        /// Width of the border on each side, in tiles.
        border: u32,
        /// Number of tiles along x and y.
        grid: [u32; 2],
    },
    /// These triangles lie in several tiles, and the options forbid cutting them.
    #[error("{} in several tiles; the first is {}", agreeing(.0.len(), "triangle", ["lies", "lie"]), .0.first().unwrap_or(&0))]
    SpanTiles(Vec<usize>),
    /// Cutting made more triangles than [`MAX_BUILD_TRIANGLES`].
    #[error("more than {MAX_BUILD_TRIANGLES} triangles")]
    TooManyFaces,
}

/// Maximum number of tiles of a grid: a thousand by a thousand, where the largest areas have some 130 by 130.
pub const MAX_BUILD_TILES: u64 = 1 << 20;

/// Maximum number of triangles after cutting.
pub const MAX_BUILD_TRIANGLES: usize = 1 << 24;

/// A tile with more walkable triangles than its path table can number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct CrowdedTile {
    /// The tile.
    pub tile: TileId,
    /// Its column and row in the grid.
    pub coordinates: [u32; 2],
    /// Number of its walkable triangles; at most 127 are allowed.
    pub walkable: usize,
}

/// The reason why a mesh cannot be carved.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum CarveError {
    /// The mesh comes from a TRX: the toolset has already carved it.
    /// Cause: the caller.
    #[error("the walkmesh is baked already: only the mesh of a TRN can be carved")]
    Baked,
    /// The mesh is not valid.
    #[error(transparent)]
    Mesh(#[from] BakeError),
    /// Triangles would fall into more than [`MAX_BUILD_TRIANGLES`] pieces, because they extend over too many tiles.
    /// Cause: the file.
    #[error("the triangles would fall into more than {MAX_BUILD_TRIANGLES} pieces")]
    TooManyPieces,
    /// Cutters and triangles cross so often that carving takes more steps than the options allow
    /// ([`CarveOptions::limits`](super::CarveOptions::limits)).
    /// Cause: the limits.
    #[error("cutters and triangles cross in too many places to carve them: {0}")]
    TooComplex(OverLimit),
    /// Cutters left more walkable triangles in these tiles than a path table can number. How the toolset avoids this is
    /// unknown. Use fewer or simpler cutters there.
    /// Cause: the file.
    #[error("{}", of_crowded(.0))]
    CrowdedTiles(Vec<Crowding>),
}

/// The reason why a footprint is refused.
/// Cause: the file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FootprintError {
    /// A polygon has fewer than three points.
    #[error("polygon {polygon} has {points} points, and needs three at least")]
    TooFewPoints {
        /// The index of the polygon.
        polygon: usize,
        /// Number of its points.
        points: usize,
    },
    /// A coordinate of a polygon is NaN, infinite or beyond ±[`COORDINATE_LIMIT`](crate::mesh::COORDINATE_LIMIT).
    #[error("a coordinate of point {point} of polygon {polygon} is NaN, infinite or beyond 1e11")]
    NotFinite {
        /// The index of the polygon.
        polygon: usize,
        /// The index of the point.
        point: usize,
    },
    /// A coordinate of a mesh is NaN, infinite or beyond ±[`COORDINATE_LIMIT`](crate::mesh::COORDINATE_LIMIT).
    #[error("a coordinate of point {point} is NaN, infinite or beyond 1e11")]
    PointNotFinite {
        /// The index of the point.
        point: usize,
    },
    /// A point of a triangle is missing.
    #[error("triangle {triangle} names point {vertex}, but there are only {points} points")]
    NoSuchVertex {
        /// The triangle.
        triangle: usize,
        /// The point.
        vertex: u32,
        /// Number of points.
        points: usize,
    },
    /// A mesh does not have one set of flags for each face.
    #[error("there are {flags} flags for {faces} faces")]
    FlagsOfOtherFaces {
        /// Number of flags.
        flags: usize,
        /// Number of faces.
        faces: usize,
    },
    /// A link vertex is missing.
    #[error("the link vertex {vertex} is missing: there are only {points} points")]
    NoSuchLink {
        /// The link vertex.
        vertex: u32,
        /// Number of points.
        points: usize,
    },
    /// A linked side is missing.
    #[error("the linked side {side} of face {face} is missing: there are {faces} faces, with the sides 0, 1 and 2")]
    NoSuchSide {
        /// The face.
        face: u32,
        /// Its side.
        side: u8,
        /// Number of faces.
        faces: usize,
    },
    /// The footprints of an area would have more than [`MAX_FOOTPRINT_POINTS`] corners: it has too many placeables for
    /// footprints with this much detail.
    #[error(
        "the footprints of all placeables of the area have more than {MAX_FOOTPRINT_POINTS} corners: give simpler meshes or \
         polygons"
    )]
    TooManyPoints,
}

/// The text of the limit is part of this error's text, so it is not exposed as the source, which would repeat it.
impl From<OverLimit> for CarveError {
    fn from(limit: OverLimit) -> Self {
        Self::TooComplex(limit)
    }
}

/// The reason why a mesh cannot be baked.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum BakeError {
    /// The area has no readable walkmesh, or the new one cannot be written.
    #[error(transparent)]
    Terrain(#[from] TerrainError),
    /// A vertex of a triangle is missing.
    /// Cause: the file or the caller.
    #[error("{triangle} names {vertex}, but there are only {vertices} vertices")]
    NoSuchVertex {
        /// The triangle.
        triangle: TriangleId,
        /// The vertex.
        vertex: VertexId,
        /// Number of vertices.
        vertices: usize,
    },
    /// A coordinate of a vertex is NaN, infinite or beyond ±[`COORDINATE_LIMIT`](crate::mesh::COORDINATE_LIMIT).
    /// Cause: the file or the caller.
    #[error("a coordinate of {vertex} is NaN, infinite or beyond 1e11")]
    NotFinite {
        /// The vertex.
        vertex: VertexId,
    },
    /// The number of tiles differs from the grid.
    /// Cause: the caller.
    #[error("there are {tiles} tiles in a grid of {} by {}", grid[0], grid[1])]
    Grid {
        /// Number of tiles.
        tiles: usize,
        /// Number of tiles along x and y.
        grid: [u32; 2],
    },
    /// The width of a tile is not positive and finite, so it cannot assign triangles to tiles.
    /// Cause: the file or the caller.
    #[error("tiles are {width} m wide; a width must be positive and finite")]
    TileWidth {
        /// The width.
        width: f32,
    },
    /// The border of the map leaves no tile inside it. [`Border::Keep`](super::Border::Keep) bakes the mesh nevertheless.
    /// Cause: the caller.
    #[error("{}", all_border(*.border, *.grid))]
    AllBorder {
        /// Width of the border on each side, in tiles.
        border: u32,
        /// Number of tiles along x and y.
        grid: [u32; 2],
    },
    /// The ranges do not assign each triangle to exactly one tile. [`Tiling::ByCentre`](super::Tiling::ByCentre) assigns
    /// them again.
    #[error(transparent)]
    Tiling(#[from] TilingError),
    /// A tile has its own vertices. No real file does, and the game's bake is not known to write such a tile.
    /// Cause: the file or the caller.
    #[error("{tile} stores vertices itself, which no real file does")]
    TileOwnsData {
        /// The tile.
        tile: TileId,
    },
    /// The indices of the edges would exceed the range of the format.
    /// Cause: the file or the caller.
    #[error("{triangles} triangles are more than a file can link")]
    TooManyFaces {
        /// Number of triangles.
        triangles: usize,
    },
    /// Tiles have more walkable triangles than a path table can number. The mesh must be simplified there.
    /// Cause: the file or the caller.
    #[error("{} more than 127 walkable triangles: {}", agreeing(.0.len(), "tile", ["has", "have"]), listed(.0))]
    CrowdedTiles(Vec<CrowdedTile>),
    /// The mesh has more islands than a file can number.
    /// Cause: the file or the caller.
    #[error("{islands} islands are more than the 65,534 that a file can number: join the mesh into fewer pieces")]
    TooManyIslands {
        /// Number of islands.
        islands: usize,
    },
    /// Readers with the same limits would refuse the result. It is unknown whether the game reads it. Raise the limits to
    /// bake it nevertheless.
    /// Cause: the limits.
    #[error(
        "over this baker's limit: the walkmesh would have {bytes} bytes or more, of at most {most}; the route table of its \
         {islands} islands alone has {route_bytes}, 8 for each pair of islands. To bake and read it nevertheless, raise the limit \
         `max-inflated`"
    )]
    OverLimit {
        /// Bytes of the walkmesh's payload; without the links of its islands if it exceeds the limit even without them.
        bytes: u64,
        /// The maximum by [`BakeOptions::limits`](super::BakeOptions::limits).
        most: u64,
        /// Number of islands.
        islands: usize,
        /// Bytes of the route table, which are part of `bytes`.
        route_bytes: u64,
    },
}

/// The error text for tiles that cutters have crowded.
fn of_crowded(tiles: &[Crowding]) -> String {
    let one =
        |Crowding { tile: CrowdedTile { coordinates: [column, row], walkable, .. }, origin: [x, y], cutters }: &_| {
            let cutters: Vec<String> = cutters.iter().map(usize::to_string).collect();
            let touch = if cutters.is_empty() { String::new() } else { format!(", cutters {}", cutters.join(", ")) };
            format!("({column}, {row}) at ({x}, {y}) m has {walkable}{touch}")
        };
    let tiles_listed: Vec<String> = tiles.iter().map(one).collect();
    format!(
        "{} more than 127 walkable triangles after carving: {}; give fewer or simpler cutters there",
        agreeing(tiles.len(), "tile", ["has", "have"]),
        tiles_listed.join("; ")
    )
}

fn listed(tiles: &[CrowdedTile]) -> String {
    let one = |CrowdedTile { coordinates: [x, y], walkable, .. }: &CrowdedTile| format!("({x}, {y}) has {walkable}");
    tiles.iter().map(one).collect::<Vec<_>>().join(", ")
}

/// The error text for a border that [leaves no tile](is_all_border).
pub(super) fn all_border(border: u32, [columns, rows]: [u32; 2]) -> String {
    format!(
        "a border of width {border} on each side of a grid of {columns} by {rows} tiles leaves no tile inside it, and so \
         nothing of the area"
    )
}

/// The reason why an area cannot be optimised.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum OptimiseError {
    /// The file or its walkmesh is damaged.
    #[error(transparent)]
    Terrain(#[from] TerrainError),
    /// The ranges do not assign each triangle to exactly one tile.
    #[error(transparent)]
    Tiling(#[from] TilingError),
    /// The path table of a tile contradicts its triangles.
    /// Cause: the file.
    #[error("the path table of {tile} contradicts its triangles; bake the walkmesh first")]
    BrokenTables {
        /// The tile.
        tile: TileId,
    },
    /// A tile stores vertices and triangles itself, so the unneeded ones are unknown. No real file does.
    /// Cause: the file.
    #[error("{tile} stores vertices itself, which no real file does")]
    TileOwnsData {
        /// The tile.
        tile: TileId,
    },
}

/// The reason why a stored route is missing.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum RouteError {
    /// The start position is invalid.
    /// Cause: the caller.
    #[error("{}", of_a_triangle(.0))]
    Start(#[source] PositionError),
    /// The goal position is invalid.
    /// Cause: the caller.
    #[error("{}", of_a_triangle(.0))]
    Goal(#[source] PositionError),
    /// No route leads from one of the two islands to the other.
    /// Cause: nobody.
    #[error("no route leads from {from} to {to}")]
    OtherPart {
        /// The island of the start.
        from: IslandId,
        /// The island of the goal.
        to: IslandId,
    },
    /// The walkmesh has no tables yet: a TRN.
    /// Cause: the caller.
    #[error("the walkmesh is not baked")]
    NotBaked,
    /// A table of the file is wrong.
    /// Cause: the file.
    #[error("broken table: {0}")]
    Table(#[from] TableError),
}

/// The error text of a position, in the terms of this game.
fn of_a_triangle(error: &PositionError) -> String {
    match *error {
        PositionError::NoSuchFace { face } => format!("there is no {}", TriangleId(face)),
        PositionError::NotWalkable { face } => format!("{} is not walkable", TriangleId(face)),
        other => other.to_string(),
    }
}

/// An error in a table that a route uses.
/// Cause: the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
    /// A walkable triangle has no tile, node or island.
    #[error("{0} has no tile, node or island")]
    Unplaced(TriangleId),
    /// A path table lacks a step.
    #[error("{tile} has no step from node {from} to {to}")]
    NoStep {
        /// The tile.
        tile: TileId,
        /// The node at the start of the step.
        from: u8,
        /// The node at the goal of the step.
        to: u8,
    },
    /// A step leads to a triangle that is not adjacent to the previous one.
    #[error("a step leads from {from} to {to}, which is not a neighbour")]
    NotAdjacent {
        /// The triangle before the step.
        from: TriangleId,
        /// The triangle after it.
        to: TriangleId,
    },
    /// The steps of a tile form a cycle.
    #[error("the steps of {tile} lead in a circle")]
    StepsLoop {
        /// The tile.
        tile: TileId,
    },
    /// The routes of the islands form a cycle.
    #[error("the routes from {from} to {to} lead in a circle")]
    RoutesLoop {
        /// The island at the start.
        from: IslandId,
        /// The island at the end.
        to: IslandId,
    },
    /// An island has no exit to the next one of a route, or the exit does not lead there.
    #[error("{from} has no exit to {to}")]
    NoExit {
        /// The island.
        from: IslandId,
        /// The next one.
        to: IslandId,
    },
}
