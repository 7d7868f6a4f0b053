//! Height queries.

use super::{Navigable, Navigator};
use crate::geometry::triangle::faces_up;
use crate::kotor::MaterialMask;
use crate::mesh::{FloorHit, HeightGrid};

impl<N: Navigable> Navigator<N> {
    /// All floors of these materials at a point `[x, y]` of the plan view, by ascending height: faces that face up.
    #[must_use]
    pub fn floors_at(&self, at: [f32; 2], mask: MaterialMask) -> Vec<FloorHit<N::Face>> {
        self.floors().floors_at(at, mask.0).into_iter().map(|floor| self.floor(floor)).collect()
    }

    /// All faces of these materials at a point `[x, y]` of the plan view, whichever way they face, by ascending height.
    /// Vertical faces have no height and are not among them.
    #[must_use]
    pub fn faces_at(&self, at: [f32; 2], mask: MaterialMask) -> Vec<FloorHit<N::Face>> {
        let undersides = self.undersides().floors_at(at, mask.0).into_iter().map(|face| self.floor(face));
        let mut faces: Vec<_> = self.floors_at(at, mask).into_iter().chain(undersides).collect();
        faces.sort_by(|a, b| a.height.total_cmp(&b.height));
        faces
    }

    /// The highest floor of these materials at or below a point, at most `reach` metres below it.
    #[must_use]
    pub fn floor_below(&self, point: impl Into<[f32; 3]>, reach: f32, mask: MaterialMask) -> Option<FloorHit<N::Face>> {
        self.floors().floor_below(point, reach, mask.0).map(|floor| self.floor(floor))
    }

    /// The lowest floor of these materials at or above a point, at most `reach` metres above it.
    #[must_use]
    pub fn floor_above(&self, point: impl Into<[f32; 3]>, reach: f32, mask: MaterialMask) -> Option<FloorHit<N::Face>> {
        self.floors().floor_above(point, reach, mask.0).map(|floor| self.floor(floor))
    }

    /// The floor of these materials whose height is nearest to a point's, at most `reach` metres away.
    #[must_use]
    pub fn floor_nearest(
        &self,
        point: impl Into<[f32; 3]>,
        reach: f32,
        mask: MaterialMask,
    ) -> Option<FloorHit<N::Face>> {
        self.floors().floor_nearest(point, reach, mask.0).map(|floor| self.floor(floor))
    }

    /// [`floor_nearest`](Self::floor_nearest) for many points; on all cores with the feature `parallel`.
    #[must_use]
    pub fn floor_nearest_many(
        &self,
        points: &[[f32; 3]],
        reach: f32,
        mask: MaterialMask,
    ) -> Vec<Option<FloorHit<N::Face>>> {
        let floors = self.floors().floor_nearest_many(points, reach, mask.0);
        floors.into_iter().map(|floor| floor.map(|floor| self.floor(floor))).collect()
    }

    /// The faces that face up.
    pub(super) fn floors(&self) -> &HeightGrid {
        self.floors.get_or_init(|| self.grid(true))
    }

    /// The faces that face down.
    fn undersides(&self) -> &HeightGrid {
        self.undersides.get_or_init(|| self.grid(false))
    }

    fn grid(&self, up: bool) -> HeightGrid {
        let (triangles, masks) = self.triangles();
        HeightGrid::new(&triangles, |face| if faces_up(&triangles[face]) == up { masks[face] } else { 0 })
    }

    fn floor(&self, floor: FloorHit) -> FloorHit<N::Face> {
        floor.map(|face| self.name(face))
    }
}
