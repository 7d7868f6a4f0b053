//! `Bounds`: the box around some points.

use crate::geometry::Aabb;

/// The box around some points, in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// Least corner.
    pub min: [f32; 3],
    /// Greatest corner.
    pub max: [f32; 3],
}

impl Bounds {
    /// The box around points; `None` without any. NaN coordinates are passed over.
    pub fn around(points: impl IntoIterator<Item = [f32; 3]>) -> Option<Self> {
        Aabb::around(points).map(|Aabb { min, max }| Self { min, max })
    }
}
