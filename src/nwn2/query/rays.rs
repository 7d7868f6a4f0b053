//! Rays against the triangles.

use crate::mesh::{Ray, RayError, RayHit};
use crate::nwn2::TriangleId;

use super::Navigator;
use super::mask::FaceMask;

impl Navigator {
    /// The first triangle that a ray meets, from either side.
    pub fn raycast(&self, ray: &Ray, mask: FaceMask) -> Option<RayHit<TriangleId>> {
        self.rays().raycast(ray, mask.classes()).map(|hit| hit.map(TriangleId))
    }

    /// [`raycast`](Self::raycast) for each of many rays; on all cores with the feature `parallel`.
    pub fn raycast_many(&self, rays: &[Ray], mask: FaceMask) -> Vec<Option<RayHit<TriangleId>>> {
        let hits = self.rays().raycast_many(rays, mask.classes());
        hits.into_iter().map(|hit| hit.map(|hit| hit.map(TriangleId))).collect()
    }

    /// Whether no triangle is between two points, such as the eyes of two creatures. Both points should be above the
    /// floor: a segment that ends on a triangle meets it.
    ///
    /// The walkmesh has no walls, only floors: what the game stores of lines of sight over the floor is
    /// [`stored_line_of_sight`](Self::stored_line_of_sight).
    ///
    /// # Errors
    /// When a coordinate is NaN, infinite or beyond ±[`COORDINATE_LIMIT`](crate::mesh::COORDINATE_LIMIT), or both points
    /// are the same.
    pub fn line_of_sight(&self, from: impl Into<[f32; 3]>, to: impl Into<[f32; 3]>) -> Result<bool, RayError> {
        Ok(!self.rays().is_blocked(&Ray::between(from, to)?, FaceMask::ALL.classes()))
    }
}
