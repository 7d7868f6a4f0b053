//! [`Ray`]: a ray or a segment, and the test that finds where it meets a face.
//!
//! The test of one face defines the answer of every ray query; [`RayBvh`] only skips faces that cannot change it. The
//! test has two parts, each with one property on which the answers rely:
//!
//! - **No gaps.** The corners are moved into the ray's frame (the ray starts at zero and runs along one axis). The
//!   signs of three products there say on which side of each edge the ray passes: Woop, Benthin and Wald, "Watertight
//!   Ray/Triangle Intersection" (2013). A corner's coordinates in this frame depend on that corner and the ray alone,
//!   and rounding keeps order, so the sign of `a * b - c * d` is right or zero. Zero counts as inside, so a ray through a shared edge or
//!   corner hits at least one of the adjacent faces.
//! - **No surprises.** A hit must also lie in the face's own box, and not before the ray enters that box. The boxes of
//!   the BVH contain the boxes of their faces and are tested by the same monotone expressions, so the BVH can skip no
//!   face whose hit a loop over all faces would find.

mod build;
mod bvh;
mod lanes;
mod node;

pub use bvh::{RayBvh, RayHit};

use crate::geometry::Aabb;
use crate::geometry::min_max::{greater, lesser};
use crate::geometry::triangle::{Triangle, doubled_area, is_usable};

/// The margin for rounding around boxes, as a fraction of the greatest coordinate of the face and of the ray's origin.
///
/// In half-ulps of these: a corner may be off by 5 across the ray, and the distances at which the ray enters and leaves
/// by 4 each.
const SLACK: f32 = 16.0 * (f32::EPSILON / 2.0);

/// The reason why a ray cannot be made.
/// Cause: the caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RayError {
    /// A coordinate is NaN, infinite or beyond ±1e11.
    #[error("the origin, direction or end of a ray is NaN, infinite or beyond 1e11")]
    OutOfRange,
    /// The direction is zero, or the segment ends where it begins.
    #[error("a ray needs a direction: it is zero")]
    NoDirection,
    /// The maximum distance is negative or NaN.
    #[error("the greatest distance of a ray is negative or NaN")]
    NoDistance,
}

/// A ray with a greatest distance, or the segment between two points.
///
/// ```
/// # use walkmesh_mesh as walkmesh;
/// use walkmesh::mesh::{RayError, Ray};
///
/// let down = Ray::new([0.0, 0.0, 10.0], [0.0, 0.0, -1.0], f32::INFINITY)?;
/// let floor = [[-1.0, -1.0, 3.0], [1.0, -1.0, 3.0], [0.0, 1.0, 3.0]];
/// assert_eq!(down.meets(&floor), Some(7.0));
///
/// assert_eq!(Ray::new([0.0; 3], [0.0; 3], 1.0).unwrap_err(), RayError::NoDirection);
/// # Ok::<(), RayError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Ray {
    origin: [f32; 3],
    /// The direction divided by its greatest component, which thus becomes ±1.
    step: [f32; 3],
    /// Units in a step.
    stride: f32,
    /// `stride`, with the sign of the step along the ray's axis.
    pace: f32,
    /// The movement of the ray along the two other axes, per unit of its own axis.
    shear: [f32; 2],
    max_distance: f32,
    /// `stride / step`, finite.
    inverse: [f32; 3],
    /// The origins from which slabs are measured on entering and on leaving: the ray's origin, moved by the margin.
    near_origin: [f32; 3],
    far_origin: [f32; 3],
    /// The dominant axis of the ray, and the other two.
    along: usize,
    across: [usize; 2],
}

impl Ray {
    /// The ray from `origin` in `direction`, which may have any length but zero, up to `max_distance` units
    /// (infinity: no bound).
    ///
    /// # Errors
    /// [`RayError`], which names the invalid number.
    #[inline]
    pub fn new(
        origin: impl Into<[f32; 3]>,
        direction: impl Into<[f32; 3]>,
        max_distance: f32,
    ) -> Result<Self, RayError> {
        let direction = direction.into();
        if direction.iter().any(|value| !value.is_finite()) {
            return Err(RayError::OutOfRange);
        }
        if max_distance.is_nan() || max_distance < 0.0 {
            return Err(RayError::NoDistance);
        }
        Self::aimed(origin.into(), direction, |_, _| lesser(max_distance, f32::MAX))
    }

    /// The segment from one point to another. It hits a face that contains one of its ends, within the rounding of that
    /// point.
    ///
    /// # Errors
    /// [`RayError::OutOfRange`], and [`RayError::NoDirection`] when both points are the same.
    #[inline]
    pub fn between(from: impl Into<[f32; 3]>, to: impl Into<[f32; 3]>) -> Result<Self, RayError> {
        let (from, to) = (from.into(), to.into());
        if !is_usable(&to) {
            return Err(RayError::OutOfRange);
        }
        let direction: [f32; 3] = std::array::from_fn(|axis| to[axis] - from[axis]);
        Self::aimed(from, direction, |longest, stride| longest * stride)
    }

    /// The ray whose greatest distance is computed from the direction's greatest component and the stride.
    #[inline]
    fn aimed(
        origin: [f32; 3],
        direction: [f32; 3],
        max_distance: impl FnOnce(f32, f32) -> f32,
    ) -> Result<Self, RayError> {
        if !is_usable(&origin) {
            return Err(RayError::OutOfRange);
        }
        let [x, y, z] = direction.map(f32::abs);
        let along = if x >= y && x >= z {
            0
        } else if y >= z {
            1
        } else {
            2
        };
        let longest = direction[along].abs();
        if longest == 0.0 {
            return Err(RayError::NoDirection);
        }
        let mut step = direction.map(|value| value / longest);
        step[along] = direction[along].signum();
        let stride = (step[0] * step[0] + step[1] * step[1] + step[2] * step[2]).sqrt();
        let inverse = step.map(|value| greater(lesser(stride / value, f32::MAX), f32::MIN));
        let across = [(along + 1) % 3, (along + 2) % 3];
        let slack = SLACK * greater(greater(origin[0].abs(), origin[1].abs()), origin[2].abs());
        let outward = inverse.map(|value| if value < 0.0 { -slack } else { slack });
        Ok(Self {
            origin,
            step,
            stride,
            pace: stride * step[along],
            shear: across.map(|axis| step[axis] * step[along]),
            max_distance: max_distance(longest, stride),
            inverse,
            near_origin: std::array::from_fn(|axis| origin[axis] + outward[axis]),
            far_origin: std::array::from_fn(|axis| origin[axis] - outward[axis]),
            along,
            across,
        })
    }

    /// The point where the ray starts.
    pub fn origin(&self) -> [f32; 3] {
        self.origin
    }

    /// The maximum distance; `f32::MAX` if it is unbounded.
    pub fn max_distance(&self) -> f32 {
        self.max_distance
    }

    /// The point at a distance from the origin. Along an axis, the other coordinates equal the origin's to the bit.
    pub fn at(&self, distance: f32) -> [f32; 3] {
        let steps = distance / self.stride;
        std::array::from_fn(|axis| self.origin[axis] + steps * self.step[axis])
    }

    /// The distance at which the ray hits one face, from either side, including its edges and corners.
    ///
    /// `None` for a degenerate face, for a face with a corner that is NaN, infinite or beyond ±1e11, and for a face
    /// whose plane contains the ray.
    pub fn meets(&self, triangle: &Triangle) -> Option<f32> {
        if !can_be_met(triangle) {
            return None;
        }
        self.meet(triangle).and_then(|distance| self.settled(distance, triangle))
    }

    /// The first part of the test: the distance at which the ray crosses the face's plane inside the face, no farther
    /// than the greatest distance.
    fn meet(&self, triangle: &Triangle) -> Option<f32> {
        let ([x, y], z) = (self.across, self.along);
        let [a, b, c] = triangle.map(|corner| {
            let ahead = corner[z] - self.origin[z];
            [
                (corner[x] - self.origin[x]) - self.shear[0] * ahead,
                (corner[y] - self.origin[y]) - self.shear[1] * ahead,
                ahead * self.pace,
            ]
        });
        let u = c[0] * b[1] - c[1] * b[0];
        let v = a[0] * c[1] - a[1] * c[0];
        let w = b[0] * a[1] - b[1] * a[0];
        let is_inside = lesser(lesser(u, v), w) >= 0.0 || greater(greater(u, v), w) <= 0.0;
        let sum = u + v + w;
        let distance = (u * a[2] + v * b[2] + w * c[2]) / sum;
        (is_inside && sum != 0.0 && distance >= 0.0 && distance <= self.max_distance).then_some(distance)
    }

    /// The second part of the test: the distance of a hit of the first part, clamped to the face's bounding box.
    fn settled(&self, distance: f32, triangle: &Triangle) -> Option<f32> {
        let (enter, leave) = self.span(&face_bounds(triangle));
        (enter <= leave).then(|| greater(distance, enter))
    }

    /// The distances at which the ray enters and leaves a box, within 0 and the greatest distance. The ray misses the
    /// box if it leaves before it enters.
    fn span(&self, bounds: &Aabb) -> (f32, f32) {
        let (mut enter, mut leave) = (0.0, self.max_distance);
        for (axis, inverse) in self.inverse.into_iter().enumerate() {
            let (least, most) = (bounds.min[axis], bounds.max[axis]);
            let (near, far) = if inverse < 0.0 { (most, least) } else { (least, most) };
            enter = greater((near - self.near_origin[axis]) * inverse, enter);
            leave = lesser((far - self.far_origin[axis]) * inverse, leave);
        }
        (enter, leave)
    }
}

/// Returns whether rays can hit a face: its corners are usable, and it has an area.
pub(super) fn can_be_met(triangle: &Triangle) -> bool {
    triangle.iter().all(is_usable) && doubled_area(triangle) != [0.0; 3]
}

/// The box of a face with the margin for rounding. The BVH is built from these boxes, and hits are limited by them.
#[inline]
pub(super) fn face_bounds(triangle: &Triangle) -> Aabb {
    let bounds = Aabb::new(triangle);
    let [x, y, z]: [f32; 3] = std::array::from_fn(|axis| greater(bounds.max[axis], -bounds.min[axis]));
    bounds.padded(SLACK * greater(greater(x, y), z))
}
