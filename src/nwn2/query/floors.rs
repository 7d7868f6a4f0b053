//! Height queries: the floors at a point of the plan view, and where one stands at a point in space.
//!
//! A floor is a triangle that [faces up](crate::nwn2::Triangle::faces_up). Of two floors at the same height, such as on a
//! common side, the first in the file counts.

use crate::mesh::{FloorHit, MeshError, Position};
use crate::nwn2::TriangleId;

use super::Navigator;
use super::mask::{FACES_DOWN, FaceMask};

impl Navigator {
    /// All floors at a point of the plan view, from the lowest to the highest.
    pub fn floors_at(&self, at: [f32; 2], mask: FaceMask) -> Vec<FloorHit<TriangleId>> {
        self.heights().floors_at(at, mask.classes()).into_iter().map(floor).collect()
    }

    /// All triangles at a point of the plan view, whichever way they face, from the lowest to the highest. Vertical ones
    /// have no height and are not among them.
    pub fn faces_at(&self, at: [f32; 2], mask: FaceMask) -> Vec<FloorHit<TriangleId>> {
        let is_wanted = |hit: &FloorHit<TriangleId>| {
            let triangle = self.walkmesh.triangle(hit.face);
            let of = |walkable| if walkable { FaceMask::WALKABLE } else { FaceMask::NOT_WALKABLE };
            triangle.is_some_and(|triangle| of(triangle.is_walkable()).classes() & mask.classes() != 0)
        };
        let faces_up = |face| self.walkmesh.triangle(face).is_some_and(|triangle| triangle.faces_up());
        let hits = self.heights().floors_at(at, mask.classes() | FACES_DOWN).into_iter().map(floor);
        hits.filter(is_wanted).map(|hit| FloorHit { faces_up: faces_up(hit.face), ..hit }).collect()
    }

    /// The highest floor at or below a point, at most `reach` metres down.
    pub fn floor_below(&self, point: impl Into<[f32; 3]>, reach: f32, mask: FaceMask) -> Option<FloorHit<TriangleId>> {
        self.heights().floor_below(point, reach, mask.classes()).map(floor)
    }

    /// The lowest floor at or above a point, at most `reach` metres up.
    pub fn floor_above(&self, point: impl Into<[f32; 3]>, reach: f32, mask: FaceMask) -> Option<FloorHit<TriangleId>> {
        self.heights().floor_above(point, reach, mask.classes()).map(floor)
    }

    /// The floor whose height is nearest to a point's, at most `reach` metres up or down.
    pub fn floor_nearest(
        &self,
        point: impl Into<[f32; 3]>,
        reach: f32,
        mask: FaceMask,
    ) -> Option<FloorHit<TriangleId>> {
        self.heights().floor_nearest(point, reach, mask.classes()).map(floor)
    }

    /// [`floor_nearest`](Self::floor_nearest) for each of many points; on all cores with the feature `parallel`.
    pub fn floor_nearest_many(
        &self,
        points: &[[f32; 3]],
        reach: f32,
        mask: FaceMask,
    ) -> Vec<Option<FloorHit<TriangleId>>> {
        let floors = self.heights().floor_nearest_many(points, reach, mask.classes());
        floors.into_iter().map(|hit| hit.map(floor)).collect()
    }

    /// The position of a creature at a point: on the walkable floor at the point's x and y whose height is nearest, at most
    /// `reach` metres up or down.
    ///
    /// # Errors
    /// None in this game; the query has the same shape in every game.
    pub fn position_at(
        &self,
        point: impl Into<[f32; 3]>,
        reach: f32,
    ) -> Result<Option<Position<TriangleId>>, MeshError> {
        let [x, y, z] = point.into();
        let floor = self.floor_nearest([x, y, z], reach, FaceMask::WALKABLE);
        Ok(floor.map(|floor| Position::new([x, y, floor.height], floor.face)))
    }
}

/// A floor of the index, which holds those that face up by their flags: the winding of their corners may differ.
fn floor(hit: FloorHit) -> FloorHit<TriangleId> {
    FloorHit { faces_up: true, ..hit.map(TriangleId) }
}
