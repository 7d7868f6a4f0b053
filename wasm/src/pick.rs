//! [`Shown`]: the view of a level, and the raycast that picks a triangle.

use std::cell::OnceCell;

use walkmesh::level::{Level, View};
use walkmesh::mesh::{Ray, RayBvh, Triangle};

/// A view with the index for picking, which is built at the first pick.
pub struct Shown {
    pub view: View,
    bvh: OnceCell<RayBvh>,
}

impl Shown {
    pub fn new(level: &Level) -> Self {
        Self { view: level.view(), bvh: OnceCell::new() }
    }

    /// Returns the first triangle that a ray hits, walkable or not, and its distance.
    pub fn pick(&self, ray: &Ray) -> Option<(usize, f32)> {
        let bvh = self.bvh.get_or_init(|| {
            let all = 0..self.view.triangles.len();
            let triangles: Vec<Triangle> = all.filter_map(|triangle| self.view.corners_of(triangle)).collect();
            RayBvh::new(&triangles, |_| 1)
        });
        bvh.raycast(ray, 1).map(|hit| (hit.face as usize, hit.distance))
    }
}
