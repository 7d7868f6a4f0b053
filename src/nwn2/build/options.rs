//! The input and the options of a build.

use crate::nwn2::Floor;

/// A triangle to build from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BuildFace {
    /// Its vertices, in either direction.
    pub corners: [u32; 3],
    /// Whether creatures walk on it.
    pub walkable: bool,
    /// What a step on it sounds like.
    pub floor: Option<Floor>,
}

/// How to build.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct BuildOptions {
    /// Width of a tile in metres: 9 in interiors (the default), 10 in exteriors.
    pub tile_width: f32,
    /// Tiles along x and y; by default as many as the triangles need. The grid starts at the origin.
    pub grid: Option<[u32; 2]>,
    /// Tiles of border on each side, which a bake removes: 0 by default, 8 in exteriors.
    pub border: u32,
    /// What happens to a triangle that lies in several tiles.
    pub spanning: Spanning,
}

impl Default for BuildOptions {
    fn default() -> Self {
        Self { tile_width: 9.0, grid: None, border: 0, spanning: Spanning::default() }
    }
}

impl BuildOptions {
    /// The same options with another [`tile_width`](Self::tile_width).
    #[must_use]
    pub const fn with_tile_width(mut self, tile_width: f32) -> Self {
        self.tile_width = tile_width;
        self
    }

    /// The same options with another [`grid`](Self::grid).
    #[must_use]
    pub fn with_grid(mut self, grid: impl Into<Option<[u32; 2]>>) -> Self {
        self.grid = grid.into();
        self
    }

    /// The same options with another [`border`](Self::border).
    #[must_use]
    pub const fn with_border(mut self, border: u32) -> Self {
        self.border = border;
        self
    }

    /// The same options with another rule for [triangles that lie in several tiles](Self::spanning).
    #[must_use]
    pub const fn with_spanning(mut self, spanning: Spanning) -> Self {
        self.spanning = spanning;
        self
    }
}

/// What happens to a triangle that lies in several tiles. In the game's files each triangle belongs to one tile.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Spanning {
    /// It is cut at the tiles' borders.
    #[default]
    Cut,
    /// It is an error that names all such triangles.
    Refuse,
}
