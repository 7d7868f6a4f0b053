//! Raycasts and lines of sight.

use super::{FaceName, Navigable, Navigator, Part};
use crate::kotor::{MaterialMask, Walkmesh};
use crate::mesh::{Ray, RayBvh, RayError, RayHit, Triangle};

/// A face with a corner that is not a vertex lies here, where nothing hits it.
const NOWHERE: [f32; 3] = [f32::NAN; 3];

impl<N: Navigable> Navigator<N> {
    /// The first face of these materials that a ray hits.
    #[must_use]
    pub fn raycast(&self, ray: &Ray, mask: MaterialMask) -> Option<RayHit<N::Face>> {
        self.rays().raycast(ray, mask.0).map(|hit| hit.map(|face| self.name(face)))
    }

    /// [`raycast`](Self::raycast) for many rays; on all cores with the feature `parallel`.
    #[must_use]
    pub fn raycast_many(&self, rays: &[Ray], mask: MaterialMask) -> Vec<Option<RayHit<N::Face>>> {
        let hits = self.rays().raycast_many(rays, mask.0).into_iter();
        hits.map(|hit| hit.map(|hit| hit.map(|face| self.name(face)))).collect()
    }

    /// Whether a face hides what is behind it. A face of a room does if its material blocks sight, a face of a door or
    /// placeable if nobody can walk on it, whatever else its material is. So the engine is reported to see
    /// (`docs/formats/bwm.md#sight`).
    #[must_use]
    pub fn hides(&self, face: N::Face) -> bool {
        let Some(material) = self.material(face) else { return false };
        match face.part() {
            Some(Part::Object(number)) => self.objects.get(number).is_some_and(|object| object.stops(material)),
            _ => self.sight_mask.contains(material),
        }
    }

    /// The first face that [hides](Self::hides) what is behind it and that a ray hits.
    #[must_use]
    pub fn raycast_sight(&self, ray: &Ray) -> Option<RayHit<N::Face>> {
        let (rays, mask) = self.hiding();
        rays.raycast(ray, mask).map(|hit| hit.map(|face| self.name(face)))
    }

    /// Whether no face that [hides](Self::hides) what is behind it lies between two points. A face that a point lies on is
    /// between them, so keep the points off the faces that they stand on. A point sees itself.
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
        let blocked = rays.is_blocked_many(segments, mask);
        blocked.into_iter().map(|blocked| !blocked).collect()
    }

    fn rays(&self) -> &RayBvh {
        self.rays.get_or_init(|| {
            let (triangles, masks) = self.triangles();
            RayBvh::on_one_thread(&triangles, |face| masks[face])
        })
    }

    /// The index for lines of sight, and the mask of the faces in it that hide. The rule for objects is not one of
    /// materials, so an area with objects has an index of its own.
    fn hiding(&self) -> (&RayBvh, u32) {
        if self.objects.is_empty() {
            return (self.rays(), self.sight_mask.0);
        }
        let index = self.hiding.get_or_init(|| {
            let (triangles, _) = self.triangles();
            RayBvh::on_one_thread(&triangles, |face| u32::from(self.hides(self.name(face as u32))))
        });
        (index, 1)
    }

    /// All faces with the masks of their materials, by number.
    pub(super) fn triangles(&self) -> (Vec<Triangle>, Vec<u32>) {
        let (mut triangles, mut masks) = (Vec::new(), Vec::new());
        let mut add = |walkmesh: &Walkmesh, map: &dyn Fn([f32; 3]) -> [f32; 3]| {
            for face in walkmesh.faces() {
                triangles.push(face.corners().map(|corner| walkmesh.vertex(corner).map_or(NOWHERE, map)));
                masks.push(MaterialMask::of(face.material()).0);
            }
        };
        self.navigated.walkmeshes().for_each(|(_, walkmesh)| add(walkmesh, &|point| point));
        self.objects.iter().for_each(|object| add(object.walkmesh(), &|point| object.to_area(point)));
        (triangles, masks)
    }
}
