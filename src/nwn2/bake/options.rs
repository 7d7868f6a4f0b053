//! How to bake.

use crate::formats::Limits;
use crate::setters;

/// How to bake.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct BakeOptions {
    /// Which pairs of triangles see each other.
    pub line_of_sight: LineOfSight,
    /// What stands where the game writes uninitialised memory.
    pub uninitialised: Uninitialised,
    /// Which tile a triangle belongs to.
    pub tiling: Tiling,
    /// How many vertices and edges the header of a tile says that it has.
    pub tile_counts: TileCounts,
    /// What becomes of the triangles in the map's border, where one is set.
    pub border: Border,
    /// The limits of those who read the result: the bake refuses a walkmesh that they would refuse. By default its payload
    /// may have 128 MiB. The route table takes 8 bytes of it for each pair of islands, so there is room for somewhat fewer
    /// than 4,096 islands. If you raise the limits here, raise them where the file is read, too.
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

/// Which pairs of a tile's triangles are stored as seeing each other.
///
/// Where the bit is not set, the game finds out at run time. Where it is set wrongly, creatures cut through corners.
///
/// The rule is docs/formats/trn-aswm.md#line-of-sight.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum LineOfSight {
    /// None: always safe.
    Off,
    /// By the game's procedure: 99.9993 % of 10.4 million pairs in 136 real TRX are as the game has them, and 47 pairs are set
    /// where the game sets none.
    #[default]
    Game,
}

/// What is written where the game writes uninitialised memory: names, padding, an island's tile, and the weights of
/// missing routes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Uninitialised {
    /// Zeroes, so that equal meshes give equal bytes.
    #[default]
    Zero,
    /// What the input has at the same place, if it has that place.
    Keep,
}

/// Which tile a triangle belongs to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Tiling {
    /// As in the input, or by centre if no tile holds a triangle. In real files 20 of 1.14 million centres lie outside the
    /// square of their tile, so a tiled mesh must keep its tiles.
    #[default]
    Keep,
    /// The tile that its centre lies in, or the nearest one outside the grid.
    ByCentre,
}

/// How many vertices and edges the header of a tile says that it has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum TileCounts {
    /// Those that its triangles have.
    #[default]
    Count,
    /// Those of the input. The toolset counts before it joins the tiles, so only a [carving](crate::nwn2::carve()) knows its
    /// counts.
    Keep,
}

/// What becomes of the triangles in the map's border.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Border {
    /// They are removed, as by the toolset. Without a border nothing is removed.
    #[default]
    Trim,
    /// They stay.
    Keep,
}
