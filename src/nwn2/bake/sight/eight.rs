//! The steps 1 to 7 for one triangle and eight others side by side, in the vector instructions of the processor.
//!
//! Each function computes the same as its scalar form (`silhouette`, `sight_lines`, `quad`, `own_walls`), lane by lane with the same
//! operations in the same order, so the answers are equal to the bit.
//!
//! Everything here is inlined into the function that was compiled for these instructions, because they are only allowed there. So there are
//! no closures over vectors: the standard library's `map` would be a function call.

use fearless_simd::{Simd, f32x8, mask32x8, prelude::*, u32x8};

use super::columns::{Column, CornerColumn, Tag};
use super::face::LANES;
use super::tolerance::EPS;

/// Facts about a triangle and eight others that need no flood. Each set has a bit for each of the others.
pub(super) struct Eight {
    /// The triangles that it sees.
    pub(super) clear: u32,
    /// The triangles that need a flood.
    pub(super) open: u32,
    /// The triangles that need the scalar form, regardless of the other sets: one of the pair has the same corner on
    /// the left and on the right.
    pub(super) odd: u32,
    /// The [`Tag`]s of the ends of the quads' sides, as in [`Quad`](super::quad::Quad): each side from the first to the second
    /// one.
    pub(super) sides: [[[u32; LANES]; 2]; 4],
}

/// One triangle in all lanes.
#[derive(Clone, Copy)]
pub(super) struct Near<S: Simd> {
    center: [f32x8<S>; 2],
    corners: [Corners<S>; 3],
}

impl<S: Simd> Near<S> {
    /// The triangle in a lane of a column.
    #[inline(always)]
    pub(super) fn new(simd: S, Column { centers: [x, y], corners: [a, b, c] }: &Column, lane: usize) -> Self {
        let corners = [Corners::splat(simd, a, lane), Corners::splat(simd, b, lane), Corners::splat(simd, c, lane)];
        Self { center: [simd.splat_f32x8(x[lane]), simd.splat_f32x8(y[lane])], corners }
    }

    /// The eight triangles of a column, as seen from this one. `joined` has a bit for each lane whose triangle is adjacent to this one, or
    /// to one of its walkable neighbours.
    #[inline(always)]
    pub(super) fn sees(&self, simd: S, Column { centers, corners: [a, b, c] }: &Column, joined: u32) -> Eight {
        let along = directions(simd, self.center, centers);
        let near = silhouettes(along, self.corners);
        let far = silhouettes(along, [Corners::load(simd, a), Corners::load(simd, b), Corners::load(simd, c)]);
        let odd = bits(near[0].tag.simd_eq(near[2].tag) | far[0].tag.simd_eq(far[2].tag));

        let near = swapped_right(near, far[2], false);
        let far = swapped_right(far, near[2], true);
        let right = [near[2], far[2]];
        let near = swapped_left(near, far[0], true);
        let far = swapped_left(far, near[0], false);
        let sides = [[near[0], far[0]], [far[0], far[2]], [right[1], right[0]], [near[2], near[0]]];

        let (left_shared, right_shared) = (near[0].is_vertex_of(far[0]), right[0].is_vertex_of(right[1]));
        let (both, any) = (bits(left_shared & right_shared), bits(left_shared | right_shared));
        let quads = Quads::new(sides);
        let (near_inside, far_inside) = (quads.contain_all(simd, near), quads.contain_all(simd, far));
        let walls = bits(has_own_wall(simd, near, near_inside[1]) | has_own_wall(simd, far, far_inside[1]));
        let found = bits(finds_wall(simd, near, near_inside) | self.finds_wall_on_arrival(simd, far, far_inside));
        let [left, beyond, right, before] = sides;
        let sides = [words(left), words(beyond), words(right), words(before)];
        Eight { clear: both | any & !walls & joined, open: !(any | walls | found) & 0xFF, odd, sides }
    }

    /// Returns a mask of the lanes in which an arriving flood finds a wall at a corner of the far triangle. Corners shared with the near
    /// triangle are ignored, because its walls do not count.
    ///
    /// A flood arrives when it visits the far triangle, or a neighbour of a neighbour. If at least two corners are in the quad, such a
    /// triangle shares one of them, so the far triangle is hit from there and visited.
    #[inline(always)]
    fn finds_wall_on_arrival(&self, simd: S, far: [Corners<S>; 3], inside: [mask32x8<S>; 3]) -> mask32x8<S> {
        let is_visited = inside[0] & inside[1] | inside[1] & inside[2] | inside[2] & inside[0];
        is_visited
            & (inside[0] & self.has_wall_on_arrival(simd, far[0])
                | inside[1] & self.has_wall_on_arrival(simd, far[1])
                | inside[2] & self.has_wall_on_arrival(simd, far[2]))
    }

    #[inline(always)]
    fn has_wall_on_arrival(&self, simd: S, far: Corners<S>) -> mask32x8<S> {
        let [a, b, c] = self.corners;
        far.has(simd, Tag::WALL_ON_ARRIVAL) & !(far.is_vertex_of(a) | far.is_vertex_of(b) | far.is_vertex_of(c))
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
        let (x, y) = (f32x8::simd_from(simd, *x), f32x8::simd_from(simd, *y));
        Self { x, y, tag: u32x8::simd_from(simd, *tags) }
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
    fn is_vertex_of(self, other: Self) -> mask32x8<S> {
        (self.tag >> Tag::VERTEX).simd_eq(other.tag >> Tag::VERTEX)
    }

    #[inline(always)]
    fn has(self, simd: S, bit: u32) -> mask32x8<S> {
        let bit = simd.splat_u32x8(bit);
        (self.tag & bit).simd_eq(bit)
    }
}

/// Like [`direction`](super::silhouette::direction).
#[inline(always)]
fn directions<S: Simd>(simd: S, [x, y]: [f32x8<S>; 2], to: &[[f32; LANES]; 2]) -> [f32x8<S>; 2] {
    let (dx, dy) = (f32x8::simd_from(simd, to[0]) - x, f32x8::simd_from(simd, to[1]) - y);
    let scale = simd.splat_f32x8(1.0) / (dx * dx + dy * dy).sqrt();
    [dx * scale, dy * scale]
}

/// Like [`silhouette`](super::silhouette::silhouette).
#[inline(always)]
fn silhouettes<S: Simd>(along: [f32x8<S>; 2], [a, b, c]: [Corners<S>; 3]) -> [Corners<S>; 3] {
    let keys = [key(along, a), key(along, b), key(along, c)];
    let (not_b, not_b_right) = (keys[1].simd_lt(keys[0]), keys[1].simd_gt(keys[0]));
    let not_c = keys[2].simd_lt(not_b.select(keys[0], keys[1]));
    let not_c_right = keys[2].simd_gt(not_b_right.select(keys[0], keys[1]));
    let left = Corners::select(not_c, Corners::select(not_b, a, b), c);
    let right = Corners::select(not_c_right, Corners::select(not_b_right, a, b), c);
    // The second corner is the middle one unless it is the leftmost or the rightmost; the same then applies to the first.
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

/// Swaps a corner with the outermost one so far in the lanes in which the corner is farther outside.
#[inline(always)]
fn swapped<S: Simd>(
    corner: Corners<S>,
    outermost: Corners<S>,
    origin: Corners<S>,
    is_right_out: bool,
) -> [Corners<S>; 2] {
    let (dx, dy) = (outermost.x - origin.x, outermost.y - origin.y);
    let (near, far) = (dx * origin.y - dy * origin.x, dx * corner.y - dy * corner.x);
    // The sign of a difference equals the comparison, because f32 differences do not underflow to 0.
    let is_out = if is_right_out { far.simd_lt(near) } else { far.simd_gt(near) };
    [Corners::select(is_out, outermost, corner), Corners::select(is_out, corner, outermost)]
}

/// Like [`Quad`](super::quad::Quad), for eight pairs.
struct Quads<S: Simd> {
    sides: [Sides<S>; 4],
}

impl<S: Simd> Quads<S> {
    #[inline(always)]
    fn new([left, far, right, near]: [[Corners<S>; 2]; 4]) -> Self {
        let left = Sides::between(left, left[0]);
        Self {
            sides: [left, Sides::between(far, far[0]), Sides::between(right, right[1]), Sides::between(near, near[1])],
        }
    }

    #[inline(always)]
    fn contain_all(&self, simd: S, [a, b, c]: [Corners<S>; 3]) -> [mask32x8<S>; 3] {
        [self.contain(simd, a), self.contain(simd, b), self.contain(simd, c)]
    }

    #[inline(always)]
    fn contain(&self, simd: S, point: Corners<S>) -> mask32x8<S> {
        let [a, b, c, d] = self.sides;
        a.contain(simd, point) & b.contain(simd, point) & c.contain(simd, point) & d.contain(simd, point)
    }
}

/// Like [`QuadSide`](super::quad::QuadSide), for eight quads.
#[derive(Clone, Copy)]
struct Sides<S: Simd> {
    normal: [f32x8<S>; 2],
    offset: f32x8<S>,
}

impl<S: Simd> Sides<S> {
    #[inline(always)]
    fn between([from, to]: [Corners<S>; 2], base: Corners<S>) -> Self {
        let normal = [to.y - from.y, -(to.x - from.x)];
        Self { normal, offset: -(normal[0] * base.x + normal[1] * base.y) }
    }

    #[inline(always)]
    fn contain(self, simd: S, point: Corners<S>) -> mask32x8<S> {
        let distance = (self.normal[0] * point.x + self.normal[1] * point.y) + self.offset;
        distance.simd_ge(simd.splat_f32x8(-EPS))
    }
}

/// Like [`has_own_wall`](super::own_walls::has_own_wall), for triangles with three different corners.
#[inline(always)]
fn has_own_wall<S: Simd>(simd: S, [l, m, r]: [Corners<S>; 3], is_middle_inside: mask32x8<S>) -> mask32x8<S> {
    let [l, m, r] = [l.has(simd, Tag::WALL_OPPOSITE), m.has(simd, Tag::WALL_OPPOSITE), r.has(simd, Tag::WALL_OPPOSITE)];
    is_middle_inside & (l | r) | !is_middle_inside & m
}

/// Returns a mask of the lanes in which a flood from a triangle finds a wall at one of its corners.
#[inline(always)]
fn finds_wall<S: Simd>(simd: S, [a, b, c]: [Corners<S>; 3], inside: [mask32x8<S>; 3]) -> mask32x8<S> {
    inside[0] & a.has(simd, Tag::WALL_FROM_HERE)
        | inside[1] & b.has(simd, Tag::WALL_FROM_HERE)
        | inside[2] & c.has(simd, Tag::WALL_FROM_HERE)
}

#[inline(always)]
fn bits<S: Simd>(mask: mask32x8<S>) -> u32 {
    mask.to_bitmask() as u32
}

#[inline(always)]
fn words<S: Simd>([from, to]: [Corners<S>; 2]) -> [[u32; LANES]; 2] {
    [from.tag.into(), to.tag.into()]
}
