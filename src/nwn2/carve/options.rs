//! The input and the options of a carving.

use crate::budget::Limits;
use crate::geometry::polygon_contains;
use crate::nwn2::{Border, PlacedWalkMesh, Tiling};
use crate::setters;

/// A polygon that cuts a hole into the walkmesh of an area: a walkmesh cutter of the toolset, or the footprint of an
/// object. It cuts at every height.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cutter {
    /// Its corners in the plan view, in metres, in either direction. The polygon may be concave; where it crosses itself, inside
    /// follows the even-odd rule.
    pub points: Vec<[f32; 2]>,
}

impl Cutter {
    /// Returns whether a point of the plan view lies inside.
    #[must_use]
    pub fn contains(&self, point: [f32; 2]) -> bool {
        let outline: Vec<[f64; 2]> = self.points.iter().map(|corner| corner.map(f64::from)).collect();
        polygon_contains(&outline, point.map(f64::from))
    }
}

/// The obstacles that change the floor of an area.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Obstacles<'o> {
    /// The polygons to cut out.
    pub cutters: &'o [Cutter],
    /// The walk meshes that replace the floor, in the order of the placeables.
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

/// The options of a carving.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct CarveOptions {
    /// Maximum number of [steps](Limits::steps) of the carving. The default is 2^27, and 2^10 for each triangle, tile and corner
    /// of a cutter, but no more than 2^29; no real area of the corpus takes more than a few million.
    pub limits: Limits,
    /// The assignment of the input's triangles to tiles: they are cut tile by tile. In the result, each triangle belongs to the tile whose
    /// square it was cut to.
    pub tiling: Tiling,
    /// The treatment of triangles in the map's border. They are removed before anything is cut.
    pub border: Border,
    /// True if floor is kept that the toolset's own rules would [lose](super::CarveReport::losses), as the builder intended. The
    /// result then differs from the toolset's, and a tile with more than 127 walkable triangles is not emptied: the bake refuses
    /// it.
    pub keep_floor: bool,
}

impl CarveOptions {
    /// Sets the number of [steps](Limits::steps).
    #[must_use]
    pub const fn with_steps(mut self, steps: u64) -> Self {
        self.limits = self.limits.with_steps(Some(steps));
        self
    }
}

setters! { impl CarveOptions {
    with_limits(limits: Limits);
    with_tiling(tiling: Tiling);
    with_border(border: Border);
    with_keep_floor(keep_floor: bool);
} }
