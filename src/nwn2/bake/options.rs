//! The options of a bake.

use crate::formats::Limits;
use crate::setters;

/// The options of a bake.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct BakeOptions {
    /// The pairs of triangles to store as seeing each other.
    pub line_of_sight: LineOfSight,
    /// The bytes to write where the game writes uninitialised memory.
    pub uninitialised: Uninitialised,
    /// The assignment of triangles to tiles.
    pub tiling: Tiling,
    /// The source of the vertex and edge counts in the header of a tile.
    pub tile_counts: TileCounts,
    /// The treatment of triangles in the map's border, if one is set.
    pub border: Border,
    /// The limits of the result's readers: the bake refuses a walkmesh that they would refuse. By default its payload may have
    /// 128 MiB. The route table takes 8 bytes of it for each pair of islands, so there is room for slightly fewer than 4,096
    /// islands. If you raise the limits here, raise them in the reader too.
    pub limits: Limits,
}

setters! { impl BakeOptions {
    with_line_of_sight(line_of_sight: LineOfSight);
    with_uninitialised(uninitialised: Uninitialised);
    with_tiling(tiling: Tiling);
    with_tile_counts(tile_counts: TileCounts);
    with_border(border: Border);
    with_limits(limits: Limits);
} }

/// The pairs of a tile's triangles that are stored as seeing each other.
///
/// Where the bit is not set, the game tests the line at run time. Where it is set wrongly, creatures cut through corners.
///
/// The rule is docs/formats/trn-aswm.md#line-of-sight.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum LineOfSight {
    /// No pairs: always safe.
    Off,
    /// The pairs of the game's procedure: 99.9993 % of 10.4 million pairs in 136 real TRX equal the game's, and 47 pairs are
    /// set where the game sets none.
    #[default]
    Game,
}

/// The bytes to write where the game writes uninitialised memory: names, padding, an island's tile, and the weights of missing
/// routes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Uninitialised {
    /// Writes zeroes, so that equal meshes give equal bytes.
    #[default]
    Zero,
    /// The bytes of the input at the same place, if the input has it.
    Keep,
}

/// The assignment of triangles to tiles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Tiling {
    /// Uses the tiles of the input, or centres if no tile holds a triangle. In real files 20 of 1.14 million centres lie outside the square
    /// of their tile, so a tiled mesh must keep its tiles.
    #[default]
    Keep,
    /// The tile in which its centre lies, or the nearest one outside the grid.
    ByCentre,
}

/// The source of the vertex and edge counts in the header of a tile.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum TileCounts {
    /// Counted from the tile's own triangles.
    #[default]
    Count,
    /// Copied from the input. The toolset takes these counts before it joins the tiles, so only a [carving](crate::nwn2::carve()) knows its
    /// counts.
    Keep,
}

/// The treatment of triangles in the map's border.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Border {
    /// They are removed, as by the toolset. Without a border nothing is removed.
    #[default]
    Trim,
    /// They are kept.
    Keep,
}
