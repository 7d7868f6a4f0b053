//! The input and the options of a build.

use crate::nwn2::FloorMaterial;
use crate::setters;

/// A triangle to build from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BuildFace {
    /// Its vertices, in either direction.
    pub corners: [u32; 3],
    /// True if creatures walk on it.
    pub walkable: bool,
    /// Its material, for footstep sounds.
    pub floor: Option<FloorMaterial>,
}

/// The options of a build.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct BuildOptions {
    /// Width of a tile in metres: 9 in interiors (the default), 10 in exteriors.
    pub tile_width: f32,
    /// Number of tiles along x and y; by default as many as the triangles need. The grid starts at the origin.
    pub grid: Option<[u32; 2]>,
    /// Width of the border on each side in tiles, which a bake removes: 0 by default, 8 in exteriors.
    pub border: u32,
    /// The treatment of a triangle that lies in several tiles.
    pub spanning: Spanning,
}

impl Default for BuildOptions {
    fn default() -> Self {
        Self { tile_width: 9.0, grid: None, border: 0, spanning: Spanning::default() }
    }
}

setters! { impl BuildOptions {
    with_tile_width(tile_width: f32);
    with_grid(grid: impl Into<Option<[u32; 2]>>);
    with_border(border: u32);
    with_spanning(spanning: Spanning);
} }

/// The treatment of a triangle that lies in several tiles. In the game's files each triangle belongs to one
/// tile.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Spanning {
    /// It is cut at the tiles' borders.
    #[default]
    Cut,
    /// It is an error with a list of all such triangles.
    Refuse,
}
