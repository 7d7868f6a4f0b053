//! [`EditError`]: the reason why a walkmesh cannot be edited.

use crate::nwn2::{BakeError, MAX_BUILD_TRIANGLES, TileId, TilingError, TriangleId, VertexId};

/// The reason why a walkmesh cannot be edited. The walkmesh is then unchanged.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum EditError {
    /// The walkmesh cannot be baked, as it is or with the edits.
    #[error(transparent)]
    Bake(#[from] BakeError),
    /// The ranges do not assign each triangle to exactly one tile.
    #[error(transparent)]
    Tiling(#[from] TilingError),
    /// The triangle does not exist, or an edit has removed it.
    /// Cause: the caller.
    #[error("there is no {0}")]
    NoSuchFace(TriangleId),
    /// The vertex does not exist.
    /// Cause: the caller.
    #[error("there is no {0}")]
    NoSuchVertex(VertexId),
    /// The tile does not exist.
    /// Cause: the caller.
    #[error("there is no {tile}: the grid has {} by {} tiles", grid[0], grid[1])]
    NoSuchTile {
        /// The tile.
        tile: TileId,
        /// Number of tiles along x and y.
        grid: [u32; 2],
    },
    /// A coordinate is NaN, infinite or beyond ±[`COORDINATE_LIMIT`](crate::mesh::COORDINATE_LIMIT).
    /// Cause: the caller.
    #[error("a coordinate of {0} is NaN, infinite or beyond 1e11")]
    NotFinite(VertexId),
    /// The outline of a region has fewer than three points, or a coordinate that is not finite.
    /// Cause: the caller.
    #[error("a polygon needs at least three points with finite coordinates")]
    NotAPolygon,
    /// A triangle would lie outside the grid. The grid cannot grow, because the other files of the area use the same grid.
    /// Cause: the caller.
    #[error(
        "{triangle} reaches out of the grid of {} by {} tiles of {width} m, which starts at the origin. The grid cannot grow: \
         it is that of the area, whose other files have it, too. Keep the triangle inside", grid[0], grid[1]
    )]
    OutsideGrid {
        /// The triangle, by its index during the edit.
        triangle: TriangleId,
        /// Number of tiles along x and y.
        grid: [u32; 2],
        /// Width of a tile in metres.
        width: f32,
    },
    /// There are more triangles than [`MAX_BUILD_TRIANGLES`].
    /// Cause: the caller.
    #[error("more than {MAX_BUILD_TRIANGLES} triangles")]
    TooManyFaces,
    /// The triangle would face down.
    /// Cause: the caller.
    #[error(
        "{0} faces up, as a floor must: the game finds no position on a triangle that faces down. Only a triangle that faces \
         down can be flipped"
    )]
    FacesUp(TriangleId),
    /// The offset is not a whole number of tiles.
    /// Cause: the caller.
    #[error(
        "an area can be moved in the plan by whole tiles only, which are {width} m wide: each triangle belongs to a tile of \
         the grid. {} and {} m are not multiples of it. Up and down it can be moved by any distance", offset[0], offset[1]
    )]
    NotWholeTiles {
        /// The offset along x and y, in metres.
        offset: [f32; 2],
        /// Width of a tile in metres.
        width: f32,
    },
    /// The other area has another grid.
    /// Cause: the caller.
    #[error(
        "the areas have different grids: {} by {} tiles of {} m and {} by {} tiles of {} m. Only a walkmesh of the same grid \
         can be merged, because each triangle belongs to a tile", .grids[0][0], .grids[0][1], .widths[0], .grids[1][0], .grids[1][1], .widths[1]
    )]
    OtherGrid {
        /// Numbers of tiles along x and y, of both grids.
        grids: [[u32; 2]; 2],
        /// Widths of a tile in metres, of both grids.
        widths: [f32; 2],
    },
}
