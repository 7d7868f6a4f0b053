//! What to carve with, and how.

use crate::budget::Limits;
use crate::nwn2::{PlacedWalkMesh, Tiling};
use crate::setters;

/// A polygon that cuts a hole into the walkmesh of an area: a walkmesh cutter of the toolset, or the footprint of an
/// object. It cuts at every height.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cutter {
    /// Its corners in the plan view, in metres, in either direction. The polygon may be concave, and where it crosses itself,
    /// what lies inside is told by parity.
    pub points: Vec<[f32; 2]>,
}

/// What changes the floor of an area.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Obstacles<'o> {
    /// What is cut out.
    pub cutters: &'o [Cutter],
    /// What takes the place of the floor, in the order of the placeables.
    pub walk_meshes: &'o [PlacedWalkMesh],
}

impl<'o> From<&'o [Cutter]> for Obstacles<'o> {
    fn from(cutters: &'o [Cutter]) -> Self {
        Self { cutters, walk_meshes: &[] }
    }
}

impl<'o> From<&'o Vec<Cutter>> for Obstacles<'o> {
    fn from(cutters: &'o Vec<Cutter>) -> Self {
        Self::from(&cutters[..])
    }
}

impl<'o, const N: usize> From<&'o [Cutter; N]> for Obstacles<'o> {
    fn from(cutters: &'o [Cutter; N]) -> Self {
        Self::from(&cutters[..])
    }
}

/// How to carve.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct CarveOptions {
    /// How many [steps](Limits::steps) the carving may take before it gives up. By default it may take 2^27, and 2^10 for each
    /// triangle, tile and corner of a cutter, but no more than 2^29; of the real areas of the corpus none takes more than a few
    /// million.
    pub limits: Limits,
    /// Which tile a triangle of the input belongs to: triangles are cut tile by tile. In the result each is in the tile whose
    /// square it was cut to.
    pub tiling: Tiling,
    /// Whether floor is kept that the toolset's own rules would [lose](super::CarveReport::losses), so that the result is what the
    /// builder meant. It is not what the toolset makes then, and a tile with more than 127 walkable triangles is not emptied: the
    /// bake refuses it.
    pub keep_floor: bool,
}

impl CarveOptions {
    /// The same options with so many [steps](Limits::steps).
    #[must_use]
    pub const fn with_steps(mut self, steps: u64) -> Self {
        self.limits = self.limits.with_steps(Some(steps));
        self
    }
}

setters! { impl CarveOptions {
    with_limits(limits: Limits);
    with_tiling(tiling: Tiling);
    with_keep_floor(keep_floor: bool);
} }
