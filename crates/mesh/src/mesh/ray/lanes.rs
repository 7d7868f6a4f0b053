//! The tests of a [`Ray`] with eight boxes or eight faces side by side, in the vector instructions of the processor.
//!
//! Each function computes what its scalar form in [`super`] computes, lane by lane with the same operations in the same
//! order, so the answers are equal to the bit. Which instructions run is chosen once per query, from the [`Level`]
//! that a [`RayBvh`](super::RayBvh) found when it was built: AVX-512, AVX2, SSE4.2, SSE2, NEON, or plain code.
//!
//! Everything here is inlined into the query, because the chosen instructions are only allowed there. So there are no
//! closures, and no iterators over vectors: the standard library's `map` would be a function call.
//!
//! [`Level`]: fearless_simd::Level

use fearless_simd::{Simd, f32x8, prelude::*, u32x8};

use super::{Ray, SLACK};

/// Boxes or faces side by side.
pub(super) const WIDTH: usize = 8;

/// The minimum and the maximum coordinates of eight boxes: by corner, axis, then box.
pub(super) type Boxes = [[[f32; WIDTH]; 3]; 2];

/// The coordinates of eight faces: by corner, axis, then face.
pub(super) type Faces = [[[f32; WIDTH]; 3]; 3];

/// The distances at which the ray enters the boxes, and a bit for each box that it enters no farther than `farthest`.
///
/// As [`Ray::span`].
#[inline(always)]
pub(super) fn entered<S: Simd>(simd: S, ray: &Ray, boxes: &Boxes, farthest: f32) -> (f32x8<S>, u32) {
    let mut span = Span::new(simd, farthest);
    let [least, most] = boxes;
    for (axis, (least, most)) in least.iter().zip(most).enumerate() {
        span.cut(ray, axis, load(simd, least), load(simd, most));
    }
    span.entered()
}

/// The distances at which the ray crosses the faces' planes, and a bit for each face whose inside it crosses at most at `farthest`.
///
/// As [`Ray::meet`].
#[inline(always)]
pub(super) fn met<S: Simd>(simd: S, ray: &Ray, faces: &Faces, farthest: f32) -> (f32x8<S>, u32) {
    let a = in_frame(simd, ray, &faces[0]);
    let b = in_frame(simd, ray, &faces[1]);
    let c = in_frame(simd, ray, &faces[2]);
    let u = c[0] * b[1] - c[1] * b[0];
    let v = a[0] * c[1] - a[1] * c[0];
    let w = b[0] * a[1] - b[1] * a[0];
    let zero = splat(simd, 0.0);
    let is_inside = u.min(v).min(w).simd_ge(zero) | u.max(v).max(w).simd_le(zero);
    let sum = u + v + w;
    let distance = (u * a[2] + v * b[2] + w * c[2]) / sum;
    let is_met = is_inside & !sum.simd_eq(zero) & distance.simd_ge(zero) & distance.simd_le(splat(simd, farthest));
    (distance, is_met.to_bitmask() as u32)
}

/// One corner of each face in the ray's frame.
#[inline(always)]
fn in_frame<S: Simd>(simd: S, ray: &Ray, corner: &[[f32; WIDTH]; 3]) -> [f32x8<S>; 3] {
    let ([x, y], z) = (ray.across, ray.along);
    let ahead = load(simd, &corner[z]) - splat(simd, ray.origin[z]);
    [
        (load(simd, &corner[x]) - splat(simd, ray.origin[x])) - splat(simd, ray.shear[0]) * ahead,
        (load(simd, &corner[y]) - splat(simd, ray.origin[y])) - splat(simd, ray.shear[1]) * ahead,
        ahead * splat(simd, ray.pace),
    ]
}

/// The distances of hits, limited by each face's own box, and a bit for each face whose box the ray enters.
///
/// As [`Ray::settled`].
#[inline(always)]
pub(super) fn settled<S: Simd>(simd: S, ray: &Ray, faces: &Faces, distances: f32x8<S>) -> (f32x8<S>, u32) {
    let zero = splat(simd, 0.0);
    let (mut least, mut most, mut room) = ([zero; 3], [zero; 3], zero);
    for axis in 0..3 {
        let [a, b, c] = [load(simd, &faces[0][axis]), load(simd, &faces[1][axis]), load(simd, &faces[2][axis])];
        (least[axis], most[axis]) = (a.min(b).min(c), a.max(b).max(c));
        room = room.max(most[axis]).max(-least[axis]);
    }
    let room = room * splat(simd, SLACK);
    let mut span = Span::new(simd, ray.max_distance);
    for axis in 0..3 {
        span.cut(ray, axis, least[axis] - room, most[axis] + room);
    }
    let (enter, hits) = span.entered();
    // Whether -0 or 0 is the greater depends on the processor. The sum turns both into 0.
    (distances.max(enter) + zero, hits)
}

/// The distances at which a ray enters and leaves eight boxes.
struct Span<S: Simd> {
    simd: S,
    enter: f32x8<S>,
    leave: f32x8<S>,
}

impl<S: Simd> Span<S> {
    #[inline(always)]
    fn new(simd: S, farthest: f32) -> Self {
        Self { simd, enter: splat(simd, 0.0), leave: splat(simd, farthest) }
    }

    /// Takes one axis of the boxes into account.
    #[inline(always)]
    fn cut(&mut self, ray: &Ray, axis: usize, least: f32x8<S>, most: f32x8<S>) {
        let (near, far) = if ray.inverse[axis] < 0.0 { (most, least) } else { (least, most) };
        let inverse = splat(self.simd, ray.inverse[axis]);
        self.enter = ((near - splat(self.simd, ray.near_origin[axis])) * inverse).max(self.enter);
        self.leave = ((far - splat(self.simd, ray.far_origin[axis])) * inverse).min(self.leave);
    }

    #[inline(always)]
    fn entered(self) -> (f32x8<S>, u32) {
        (self.enter, self.enter.simd_le(self.leave).to_bitmask() as u32)
    }
}

/// A bit for each class mask that has a bit in common with `mask`.
#[inline(always)]
pub(super) fn wanted<S: Simd>(simd: S, masks: &[u32; WIDTH], mask: u32) -> u32 {
    let common = u32x8::simd_from(simd, *masks) & simd.splat_u32x8(mask);
    !(common.simd_eq(simd.splat_u32x8(0)).to_bitmask() as u32) & 0xff
}

#[inline(always)]
fn load<S: Simd>(simd: S, values: &[f32; WIDTH]) -> f32x8<S> {
    f32x8::simd_from(simd, *values)
}

#[inline(always)]
fn splat<S: Simd>(simd: S, value: f32) -> f32x8<S> {
    simd.splat_f32x8(value)
}
