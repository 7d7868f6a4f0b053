//! How to bake.

use crate::formats::Limits;

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
    /// What becomes of the triangles in the map's border, where one is set.
    pub border: Border,
    /// What the readers of the result will allow: a walkmesh that they would refuse is not baked. By default its payload
    /// may have 128 MiB, of which the route table takes 8 bytes for each pair of islands: that is room for somewhat
    /// fewer than 4,096 islands. Whoever raises the limits here has to raise them where the file is read, too.
    pub limits: Limits,
}

impl BakeOptions {
    /// The same options with another [`line_of_sight`](Self::line_of_sight).
    #[must_use]
    pub const fn with_line_of_sight(mut self, line_of_sight: LineOfSight) -> Self {
        self.line_of_sight = line_of_sight;
        self
    }

    /// The same options with another [`uninitialised`](Self::uninitialised).
    #[must_use]
    pub const fn with_uninitialised(mut self, uninitialised: Uninitialised) -> Self {
        self.uninitialised = uninitialised;
        self
    }

    /// The same options with another [`tiling`](Self::tiling).
    #[must_use]
    pub const fn with_tiling(mut self, tiling: Tiling) -> Self {
        self.tiling = tiling;
        self
    }

    /// The same options with another [`border`](Self::border).
    #[must_use]
    pub const fn with_border(mut self, border: Border) -> Self {
        self.border = border;
        self
    }

    /// The same options with another [`limits`](Self::limits).
    #[must_use]
    pub const fn with_limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }
}

/// Which pairs of a tile's triangles are stored as seeing each other.
///
/// Where the bit is not set, the game finds out at run time; where it is set wrongly, creatures cut through corners.
/// The game's exact rule is not known (facts `trn-aswm-exact.md` section A has the model). Agreement was
/// measured over the 5,826,292 reachable pairs of 61 real TRX.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum LineOfSight {
    /// None: always safe.
    Off,
    /// As the game, but none across a triangle that spans the whole view, where the game's rule is open: 99.23 % agree,
    /// and 0.026 % are set where the game sets none.
    #[default]
    Conservative,
    /// As the game, and across spanning triangles too, where the game sets more than half: 99.43 % agree,
    /// and 0.37 % are set where the game sets none.
    LikeTheGame,
}

/// What stands where the game writes uninitialised memory: names, padding, an island's tile, and weights of routes
/// that do not exist.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Uninitialised {
    /// Zero, so that equal meshes give equal bytes.
    #[default]
    Zero,
    /// What the input has in the same place, as far as it has one.
    Keep,
}

/// Which tile a triangle belongs to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Tiling {
    /// As the input has it; by centre where no tile claims a triangle. In real files 20 centres of 1.14 million lie
    /// outside the square of their tile, so that a tiled mesh has to keep its tiles.
    #[default]
    Keep,
    /// The tile that its centre lies in, or the nearest one outside the grid.
    ByCentre,
}

/// What becomes of the triangles in the map's border.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Border {
    /// They are removed, as the toolset does; nothing where no border is set.
    #[default]
    Trim,
    /// They stay.
    Keep,
}
