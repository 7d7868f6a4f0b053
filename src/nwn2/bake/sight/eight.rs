//! The steps 1 to 3 for one triangle and eight others side by side, in the vector instructions of the processor.
//!
//! Each function computes what its scalar form computes (`silhouette`, `sight_lines`), lane by lane with the same operations
//! in the same order, so the answers are equal to the bit.
//!
//! Everything here is inlined into the function that was compiled for these instructions, for only there they are allowed. So
//! there are no closures over vectors: the standard library's `map` would be a call.

use fearless_simd::{Simd, f32x8, mask32x8, prelude::*, u32x8};

use super::columns::{Column, CornerColumn, LANES, Tag};
use super::face::{Face, Point};

/// The tags of a corner in eight pairs.
pub(super) type Tags = [u32; LANES];

/// The silhouettes and the lines of sight of one triangle and eight others.
pub(super) struct Eight {
    /// The silhouettes of the near triangle, after all swaps.
    pub(super) near: [Tags; 3],
    /// Those of the far ones.
    pub(super) far: [Tags; 3],
    /// The right lines of sight. The left ones are the left corners of both silhouettes.
    pub(super) right: [Tags; 2],
    /// The pairs whose left line of sight begins and ends in the same vertex.
    pub(super) left_shared: u32,
    /// The same of the right line.
    pub(super) right_shared: u32,
}

impl Eight {
    /// A triangle, which is in a lane of its own column, and the eight of another column.
    #[inline(always)]
    pub(super) fn of<S: Simd>(simd: S, face: &Face, own: &Column, lane: usize, column: &Column) -> Self {
        let along = directions(simd, face.center, &column.centers);
        let [a, b, c] = &own.corners;
        let near = [Corners::splat(simd, a, lane), Corners::splat(simd, b, lane), Corners::splat(simd, c, lane)];
        let [a, b, c] = &column.corners;
        let far = [Corners::load(simd, a), Corners::load(simd, b), Corners::load(simd, c)];
        let (near, far) = (silhouettes(along, near), silhouettes(along, far));

        let (near, far) = (swapped_right(near, far[2], false), far);
        let far = swapped_right(far, near[2], true);
        let right = [near[2], far[2]];
        let near = swapped_left(near, far[0], true);
        let far = swapped_left(far, near[0], false);
        Self {
            left_shared: near[0].is_vertex_of(far[0]),
            right_shared: right[0].is_vertex_of(right[1]),
            near: [near[0].tag.into(), near[1].tag.into(), near[2].tag.into()],
            far: [far[0].tag.into(), far[1].tag.into(), far[2].tag.into()],
            right: [right[0].tag.into(), right[1].tag.into()],
        }
    }
}

/// A corner of each of eight triangles.
#[derive(Clone, Copy)]
struct Corners<S: Simd> {
    x: f32x8<S>,
    y: f32x8<S>,
    tag: u32x8<S>,
}

impl<S: Simd> Corners<S> {
    #[inline(always)]
    fn load(simd: S, CornerColumn { at: [x, y], tags }: &CornerColumn) -> Self {
        let (x, y) = (simd.load_array_ref_f32x8(x), simd.load_array_ref_f32x8(y));
        Self { x, y, tag: simd.load_array_ref_u32x8(tags) }
    }

    #[inline(always)]
    fn splat(simd: S, CornerColumn { at: [x, y], tags }: &CornerColumn, lane: usize) -> Self {
        let (x, y) = (simd.splat_f32x8(x[lane]), simd.splat_f32x8(y[lane]));
        Self { x, y, tag: simd.splat_u32x8(tags[lane]) }
    }

    #[inline(always)]
    fn select(mask: mask32x8<S>, set: Self, unset: Self) -> Self {
        Self { x: mask.select(set.x, unset.x), y: mask.select(set.y, unset.y), tag: mask.select(set.tag, unset.tag) }
    }

    #[inline(always)]
    fn is_vertex_of(self, other: Self) -> u32 {
        (self.tag >> Tag::SLOT_BITS).simd_eq(other.tag >> Tag::SLOT_BITS).to_bitmask() as u32
    }
}

/// As [`direction`](super::silhouette::direction).
#[inline(always)]
fn directions<S: Simd>(simd: S, [x, y]: Point, to: &[[f32; LANES]; 2]) -> [f32x8<S>; 2] {
    let dx = simd.load_array_ref_f32x8(&to[0]) - simd.splat_f32x8(x);
    let dy = simd.load_array_ref_f32x8(&to[1]) - simd.splat_f32x8(y);
    let scale = simd.splat_f32x8(1.0) / (dx * dx + dy * dy).sqrt();
    [dx * scale, dy * scale]
}

/// As [`silhouette`](super::silhouette::silhouette).
#[inline(always)]
fn silhouettes<S: Simd>(along: [f32x8<S>; 2], [a, b, c]: [Corners<S>; 3]) -> [Corners<S>; 3] {
    let keys = [key(along, a), key(along, b), key(along, c)];
    let (not_b, not_b_right) = (keys[1].simd_lt(keys[0]), keys[1].simd_gt(keys[0]));
    let not_c = keys[2].simd_lt(not_b.select(keys[0], keys[1]));
    let not_c_right = keys[2].simd_gt(not_b_right.select(keys[0], keys[1]));
    let left = Corners::select(not_c, Corners::select(not_b, a, b), c);
    let right = Corners::select(not_c_right, Corners::select(not_b_right, a, b), c);
    // The second corner is the one between unless it is the leftmost or the rightmost, and so is the first.
    let is_b = (!not_c | not_b) & (!not_c_right | not_b_right);
    let is_c = not_c & not_c_right;
    [left, Corners::select(is_b, b, Corners::select(is_c, c, a)), right]
}

#[inline(always)]
fn key<S: Simd>([x, y]: [f32x8<S>; 2], corner: Corners<S>) -> f32x8<S> {
    x * corner.y - y * corner.x
}

/// The silhouettes after the swaps of their right corners.
#[inline(always)]
fn swapped_right<S: Simd>([l, m, r]: [Corners<S>; 3], origin: Corners<S>, is_right_out: bool) -> [Corners<S>; 3] {
    let [l, r] = swapped(l, r, origin, is_right_out);
    let [m, r] = swapped(m, r, origin, is_right_out);
    [l, m, r]
}

/// The silhouettes after the swaps of their left corners.
#[inline(always)]
fn swapped_left<S: Simd>([l, m, r]: [Corners<S>; 3], origin: Corners<S>, is_right_out: bool) -> [Corners<S>; 3] {
    let [m, l] = swapped(m, l, origin, is_right_out);
    let [r, l] = swapped(r, l, origin, is_right_out);
    [l, m, r]
}

/// A corner and the outermost one, which change places where the corner is outside.
#[inline(always)]
fn swapped<S: Simd>(
    corner: Corners<S>,
    outermost: Corners<S>,
    origin: Corners<S>,
    is_right_out: bool,
) -> [Corners<S>; 2] {
    let (dx, dy) = (outermost.x - origin.x, outermost.y - origin.y);
    let (near, far) = (dx * origin.y - dy * origin.x, dx * corner.y - dy * corner.x);
    // A difference has the sign of the comparison, for no f32 is too small to be one.
    let is_out = if is_right_out { far.simd_lt(near) } else { far.simd_gt(near) };
    [Corners::select(is_out, outermost, corner), Corners::select(is_out, corner, outermost)]
}
