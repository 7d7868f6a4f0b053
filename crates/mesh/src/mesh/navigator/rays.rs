//! Ray casts and lines of sight.

use super::{Ground, Navigator};
use crate::mesh::{Ray, RayBvh, RayError, RayHit, Triangle};

impl<G: Ground> Navigator<G> {
    /// The first face of these classes that a ray hits, from either side.
    #[must_use]
    pub fn raycast(&self, ray: &Ray, mask: G::Mask) -> Option<RayHit<G::Face>> {
        self.rays().raycast(ray, mask.into()).map(|hit| hit.map(|face| self.ground.name(face)))
    }

    /// [`raycast`](Self::raycast) for many rays; on all cores with the feature `parallel`.
    #[must_use]
    pub fn raycast_many(&self, rays: &[Ray], mask: G::Mask) -> Vec<Option<RayHit<G::Face>>> {
        let hits = self.rays().raycast_many(rays, mask.into()).into_iter();
        hits.map(|hit| hit.map(|hit| hit.map(|face| self.ground.name(face)))).collect()
    }

    /// The first face that blocks sight and that a ray hits.
    #[must_use]
    pub fn raycast_sight(&self, ray: &Ray) -> Option<RayHit<G::Face>> {
        let (rays, mask) = self.hiding();
        rays.raycast(ray, mask).map(|hit| hit.map(|face| self.ground.name(face)))
    }

    /// Returns whether no face that blocks sight lies between two points. A face on which a point lies counts as between them, so keep the
    /// points off the ground. A point sees itself.
    ///
    /// # Errors
    /// [`RayError::OutOfRange`].
    pub fn line_of_sight(&self, from: impl Into<[f32; 3]>, to: impl Into<[f32; 3]>) -> Result<bool, RayError> {
        let (rays, mask) = self.hiding();
        match Ray::between(from, to) {
            Err(RayError::NoDirection) => Ok(true),
            ray => Ok(!rays.is_blocked(&ray?, mask)),
        }
    }

    /// [`line_of_sight`](Self::line_of_sight) for many segments, made with [`Ray::between`]; on all cores with the
    /// feature `parallel`.
    #[must_use]
    pub fn line_of_sight_many(&self, segments: &[Ray]) -> Vec<bool> {
        let (rays, mask) = self.hiding();
        rays.is_blocked_many(segments, mask).into_iter().map(|is_blocked| !is_blocked).collect()
    }

    fn rays(&self) -> &RayBvh {
        self.rays.get_or_init(|| {
            let faces = self.ground.faces();
            let triangles: Vec<Triangle> = faces.iter().map(|face| face.corners).collect();
            RayBvh::on_one_thread(&triangles, |face| faces[face].classes)
        })
    }

    /// The index for lines of sight, and the classes of the faces in it that block sight.
    fn hiding(&self) -> (&RayBvh, u32) {
        if let Some(classes) = self.ground.hiding() {
            return (self.rays(), classes);
        }
        let index = self.hiding.get_or_init(|| {
            let triangles: Vec<Triangle> = self.ground.faces().iter().map(|face| face.corners).collect();
            RayBvh::on_one_thread(&triangles, |face| u32::from(self.ground.hides(self.ground.name(face as u32))))
        });
        (index, 1)
    }
}
