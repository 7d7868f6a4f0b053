//! The steps 1 to 6 for one triangle and eight others side by side, in the vector instructions of the processor.
//!
//! Each function computes what its scalar form computes (`extremes`, `tangents`, `front`, `quad`), lane by lane with the
//! same operations in the same order, so the answers are equal to the bit.
//!
//! Everything here is inlined into the function that was compiled for these instructions, for only there they are allowed. So
//! there are no closures over vectors: the standard library's `map` would be a call.

use fearless_simd::{Simd, f32x8, mask32x8, prelude::*, u32x8};

use super::columns::{Column, CornerColumn, LANES, Tag};
use super::face::Face;
use super::fronts::Fronts;
use super::tolerance::EPS;

/// What is known of a triangle and eight others without a flood. Each set has a bit for each of the others.
pub(super) struct Eight {
    /// Those that it sees.
    pub(super) clear: u32,
    /// Those that a flood decides.
    pub(super) open: u32,
    /// Those where a flood decides, and the near or the far triangle has only one extreme corner.
    pub(super) single: u32,
    /// The [`Tag`]s of the corners of the quads: left near, left far, right far, right near.
    pub(super) quads: [[u32; LANES]; 4],
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
        Self { x: load(simd, x), y: load(simd, y), tag: simd.load_array_ref_u32x8(tags) }
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

    #[inline(always)]
    fn slot(self, simd: S) -> u32x8<S> {
        self.tag & simd.splat_u32x8(Tag::SLOT)
    }
}

/// One of three corners: the third, or else the second, or else the first.
#[derive(Clone, Copy)]
struct Choice<S: Simd> {
    second: mask32x8<S>,
    third: mask32x8<S>,
}

impl<S: Simd> Choice<S> {
    #[inline(always)]
    fn of(self, [a, b, c]: [Corners<S>; 3]) -> Corners<S> {
        Corners::select(self.third, c, Corners::select(self.second, b, a))
    }

    /// The corner, and the two that follow it.
    #[inline(always)]
    fn turned(self, [a, b, c]: [Corners<S>; 3]) -> [Corners<S>; 3] {
        [self.of([a, b, c]), self.of([b, c, a]), self.of([c, a, b])]
    }
}

/// The near triangle, in all lanes.
#[derive(Clone, Copy)]
pub(super) struct Near<S: Simd> {
    center: [f32x8<S>; 2],
    corners: [Corners<S>; 3],
    ahead: u32x8<S>,
}

impl<S: Simd> Near<S> {
    /// The triangle in a lane of a column.
    #[inline(always)]
    pub(super) fn new(simd: S, face: &Face, column: &Column, lane: usize, fronts: Fronts) -> Self {
        let [x, y] = face.center;
        let ahead = simd.splat_u32x8(fronts.ahead.into());
        let [a, b, c] = &column.corners;
        let corners = [corner(simd, a, lane), corner(simd, b, lane), corner(simd, c, lane)];
        Self { center: [splat(simd, x), splat(simd, y)], corners, ahead }
    }

    /// The eight triangles of a column, seen from this one. `joined` has a bit for each of them that is next to this one, or
    /// next to a walkable triangle that is.
    #[inline(always)]
    pub(super) fn sees(&self, simd: S, column: &Column, joined: u32) -> Eight {
        let far = [
            Corners::load(simd, &column.corners[0]),
            Corners::load(simd, &column.corners[1]),
            Corners::load(simd, &column.corners[2]),
        ];
        let ends = self.tangents(simd, &column.centers, far);
        let Ends { near: [left_near, right_near], far: [left_far, right_far] } = ends;

        let (is_left_shared, is_right_shared) = (left_near.is_vertex_of(left_far), right_near.is_vertex_of(right_far));
        let (both, any) = (bits(is_left_shared & is_right_shared), bits(is_left_shared | is_right_shared));
        let front = bits(self.has_front_wall(simd, &ends, simd.load_array_ref_u32x8(&column.behind)));
        let clear = both | any & !front & joined;
        let mut open = !(any | front) & 0xFF;
        let mut single = 0;
        if open != 0 {
            single = open & bits(left_near.is_vertex_of(right_near) | left_far.is_vertex_of(right_far));
            open &= single | !bits(self.is_at_wall(simd, &ends));
        }
        let quads = [left_near, left_far, right_far, right_near];
        Eight { clear, open, single, quads: [words(quads[0]), words(quads[1]), words(quads[2]), words(quads[3])] }
    }

    /// The steps 1 and 2.
    #[inline(always)]
    fn tangents(&self, simd: S, centers: &[[f32; LANES]; 2], far: [Corners<S>; 3]) -> Ends<S> {
        let (dx, dy) = (load(simd, &centers[0]) - self.center[0], load(simd, &centers[1]) - self.center[1]);
        let scale = splat(simd, 1.0) / (dx * dx + dy * dy).sqrt();
        let along = [dx * scale, dy * scale];
        let near = self.corners;
        let ([left_near, right_near], [left_far, right_far]) = (extremes(along, &near), extremes(along, &far));
        let zero = splat(simd, 0.0);
        let left_near = moved(left_near.turned(near), left_far.of(far), Side::Right, zero);
        let right_near = moved(right_near.turned(near), right_far.of(far), Side::Left, zero);
        let left_far = moved(left_far.turned(far), left_near, Side::Left, zero);
        let right_far = moved(right_far.turned(far), right_near, Side::Right, zero);
        Ends { near: [left_near, right_near], far: [left_far, right_far] }
    }

    /// Step 4, by the tables of [`Fronts`].
    #[inline(always)]
    fn has_front_wall(&self, simd: S, ends: &Ends<S>, behind: u32x8<S>) -> mask32x8<S> {
        let [left, right] = ends.near;
        let ahead = self.ahead >> (left.slot(simd) << 2 | right.slot(simd));
        let [left, right] = ends.far;
        let behind = behind >> (left.slot(simd) << 2 | right.slot(simd));
        let one = simd.splat_u32x8(1);
        ((ahead | behind) & one).simd_eq(one)
    }

    /// Whether an extreme corner that is in the quad has a wall. The flood from `A` finds the walls there, and the flood that
    /// arrives at `B` finds those at `B`: so it never arrives and finds none.
    #[inline(always)]
    fn is_at_wall(&self, simd: S, ends: &Ends<S>) -> mask32x8<S> {
        let Ends { near: [left_near, right_near], far: [left_far, right_far] } = *ends;
        let quad = Quads {
            sides: [
                Sides::new(left_near, left_far),
                Sides::new(left_far, right_far),
                Sides::new(right_far, right_near),
                Sides::new(right_near, left_near),
            ],
        };
        quad.contains(simd, left_near) & left_near.has(simd, Tag::WALL_FROM_HERE)
            | quad.contains(simd, right_near) & right_near.has(simd, Tag::WALL_FROM_HERE)
            | quad.contains(simd, left_far) & self.has_wall_on_arrival(simd, left_far)
            | quad.contains(simd, right_far) & self.has_wall_on_arrival(simd, right_far)
    }

    /// Around a corner that both triangles have, the flood finds the edges of `A`, which do not count.
    #[inline(always)]
    fn has_wall_on_arrival(&self, simd: S, far: Corners<S>) -> mask32x8<S> {
        let [a, b, c] = self.corners;
        far.has(simd, Tag::WALL_ON_ARRIVAL) & !(far.is_vertex_of(a) | far.is_vertex_of(b) | far.is_vertex_of(c))
    }
}

/// The left and the right end of the sight lines.
struct Ends<S: Simd> {
    near: [Corners<S>; 2],
    far: [Corners<S>; 2],
}

/// As [`extremes`](super::extremes::extremes).
#[inline(always)]
fn extremes<S: Simd>(along: [f32x8<S>; 2], [a, b, c]: &[Corners<S>; 3]) -> [Choice<S>; 2] {
    let (a, b, c) = (key(along, a), key(along, b), key(along, c));
    let (left, right) = (b.simd_ge(a), b.simd_le(a));
    [
        Choice { second: left, third: c.simd_ge(left.select(b, a)) },
        Choice { second: right, third: c.simd_le(right.select(b, a)) },
    ]
}

#[inline(always)]
fn key<S: Simd>([x, y]: [f32x8<S>; 2], corner: &Corners<S>) -> f32x8<S> {
    x * corner.y - y * corner.x
}

/// To which side of the line from the other end a corner moves.
#[derive(Clone, Copy)]
enum Side {
    Left,
    Right,
}

/// As [`moved`](super::tangents::moved), from the extreme and the two corners that follow it. A corner that is the other end
/// itself stays, because all its turns are zero.
#[inline(always)]
fn moved<S: Simd>([first, next, last]: [Corners<S>; 3], other: Corners<S>, side: Side, zero: f32x8<S>) -> Corners<S> {
    let extreme = Corners::select(is_out(other, first, next, side, zero), next, first);
    Corners::select(is_out(other, extreme, last, side, zero), last, extreme)
}

#[inline(always)]
fn is_out<S: Simd>(
    from: Corners<S>,
    through: Corners<S>,
    point: Corners<S>,
    side: Side,
    zero: f32x8<S>,
) -> mask32x8<S> {
    let (dx, dy) = (through.x - from.x, through.y - from.y);
    let turn = (dx * point.y - dy * point.x) - (dx * from.y - dy * from.x);
    match side {
        Side::Left => turn.simd_gt(zero),
        Side::Right => turn.simd_lt(zero),
    }
}

/// As [`Side`](super::quad::Side), of eight quads.
#[derive(Clone, Copy)]
struct Sides<S: Simd> {
    normal: [f32x8<S>; 2],
    offset: f32x8<S>,
}

impl<S: Simd> Sides<S> {
    #[inline(always)]
    fn new(from: Corners<S>, to: Corners<S>) -> Self {
        let normal = [to.y - from.y, -(to.x - from.x)];
        Self { normal, offset: -(normal[0] * from.x + normal[1] * from.y) }
    }

    #[inline(always)]
    fn contain(self, simd: S, point: Corners<S>) -> mask32x8<S> {
        let distance = (self.normal[0] * point.x + self.normal[1] * point.y) + self.offset;
        distance.simd_ge(splat(simd, -EPS))
    }
}

/// As [`Quad`](super::quad::Quad).
struct Quads<S: Simd> {
    sides: [Sides<S>; 4],
}

impl<S: Simd> Quads<S> {
    #[inline(always)]
    fn contains(&self, simd: S, point: Corners<S>) -> mask32x8<S> {
        let [a, b, c, d] = self.sides;
        a.contain(simd, point) & b.contain(simd, point) & c.contain(simd, point) & d.contain(simd, point)
    }
}

#[inline(always)]
fn corner<S: Simd>(simd: S, column: &CornerColumn, lane: usize) -> Corners<S> {
    let [x, y] = &column.at;
    Corners { x: splat(simd, x[lane]), y: splat(simd, y[lane]), tag: simd.splat_u32x8(column.tags[lane]) }
}

#[inline(always)]
fn load<S: Simd>(simd: S, values: &[f32; LANES]) -> f32x8<S> {
    simd.load_array_ref_f32x8(values)
}

#[inline(always)]
fn splat<S: Simd>(simd: S, value: f32) -> f32x8<S> {
    simd.splat_f32x8(value)
}

#[inline(always)]
fn bits<S: Simd>(mask: mask32x8<S>) -> u32 {
    mask.to_bitmask() as u32
}

#[inline(always)]
fn words<S: Simd>(corners: Corners<S>) -> [u32; LANES] {
    corners.tag.into()
}
