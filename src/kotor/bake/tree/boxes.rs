//! `Boxes`: the box of a node in two coordinate systems.

use walkmesh_formats::Vector3;

use crate::geometry::Aabb;
use crate::geometry::min_max::lesser;

/// The bounding box of a node in the room's own coordinates, and as it is stored. Each has its minimum and its negated
/// maximum, so that three vector instructions join all twelve numbers.
#[derive(Clone, Copy, Default)]
pub(super) struct Boxes([f32; 12]);

impl Boxes {
    pub(super) fn new(local: &Aabb, [min, max]: [Vector3; 2]) -> Self {
        let sides = [local.min, local.max.map(|value| -value), min.into(), [-max.x, -max.y, -max.z]];
        Self(std::array::from_fn(|at| sides[at / 3][at % 3]))
    }

    /// The union of two.
    #[inline]
    pub(super) fn join(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|at| lesser(other.0[at], self.0[at])))
    }

    #[inline]
    pub(super) fn local(&self) -> Aabb {
        let [a, b, c, x, y, z, ..] = self.0;
        Aabb { min: [a, b, c], max: [-x, -y, -z] }
    }

    #[inline]
    pub(super) fn stored(&self) -> [Vector3; 2] {
        let [.., a, b, c, x, y, z] = self.0;
        [Vector3 { x: a, y: b, z: c }, Vector3 { x: -x, y: -y, z: -z }]
    }
}
