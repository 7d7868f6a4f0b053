//! The vertices of a tile beyond each side of a quad, as bit sets.

use fearless_simd::{Simd, f32x8, prelude::*};

use super::barriers::{Barriers, LAST};
use super::face::{Edge, LANES, Point, Set, SightFace, Tile};
use super::quad::{Base, QuadSide};
use super::tolerance::EPS;

/// Maximum number of vertices of a tile for which sets are used.
const MAX_VERTICES: usize = Set::BITS as usize;

/// Number of bits in the number of a side, which consists of two vertices and the base.
const SIDE_BITS: u32 = 2 * MAX_VERTICES.ilog2() + 1;

/// Number of chunks of [`LANES`] bits in a set.
const CHUNKS: usize = Set::BITS as usize / LANES;

/// The set of one vertex.
#[inline(always)]
pub(super) fn bit(vertex: u16) -> Set {
    1 << vertex
}

/// The corners of a triangle.
pub(super) fn corners(face: &SightFace) -> Set {
    face.corners.iter().fold(0, |set, corner| set | bit(corner.vertex))
}

/// The ends of an edge.
#[inline(always)]
pub(super) fn ends(edge: &Edge) -> Set {
    bit(edge.ends[0]) | bit(edge.ends[1])
}

/// Positions side by side, for vector instructions.
type Places = Vec<[[f32; LANES]; 2]>;

/// The positions of a tile's vertices and of the ends of its barriers.
pub(super) struct TilePlaces {
    vertices: Places,
    all: Set,
    barriers: [Places; 2],
    all_barriers: Set,
}

/// The vertices beyond the sides of a quad, or beyond one side: outside by more than the tolerance.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Beyond {
    pub(super) vertices: Set,
    /// The barriers whose two ends are both beyond.
    pub(super) barriers: Set,
}

impl TilePlaces {
    /// Builds the positions, unless there are too many vertices for a set, or they are so far apart that [`Outside::is_missed`] may be
    /// wrong.
    pub(super) fn new(tile: &Tile, barriers: &Barriers) -> Option<Self> {
        let vertices = &tile.vertices;
        if vertices.len() > MAX_VERTICES || !is_small(vertices) {
            return None;
        }
        let end = |at: usize| places(barriers.ends.iter().map(|ends| vertices[usize::from(ends[at])]));
        Some(Self {
            vertices: places(vertices.iter().copied()),
            all: first(vertices.len()),
            barriers: [end(0), end(1)],
            all_barriers: first(barriers.ends.len()),
        })
    }

    /// Finds the vertices beyond a side.
    #[inline(always)]
    pub(super) fn beyond<S: Simd>(&self, simd: S, side: &QuadSide) -> Beyond {
        let mut inside: Set = 0;
        for at in self.vertices.iter().rev() {
            inside = inside << LANES | Set::from(inside_of(simd, side, at));
        }
        let [from, to] = &self.barriers;
        let mut near: Set = 0;
        for (from, to) in from.iter().zip(to).take(CHUNKS).rev() {
            near = near << LANES | Set::from(inside_of(simd, side, from) | inside_of(simd, side, to));
        }
        for (from, to) in from.iter().zip(to).skip(CHUNKS) {
            let is_near = inside_of(simd, side, from) | inside_of(simd, side, to) != 0;
            near |= Set::from(is_near) << LAST;
        }
        Beyond { vertices: self.all & !inside, barriers: self.all_barriers & !near }
    }

    /// Finds the vertices outside a quad from the vertices beyond each of its sides.
    #[inline(always)]
    pub(super) fn outside(&self, sides: [Beyond; 4]) -> Outside {
        let [a, b, c, d] = sides;
        Outside {
            inside: self.all & !(a.vertices | b.vertices | c.vertices | d.vertices),
            barriers: self.all_barriers & !(a.barriers | b.barriers | c.barriers | d.barriers),
            sides: sides.map(|side| side.vertices),
        }
    }
}

/// The set of the first `count` bits.
fn first(count: usize) -> Set {
    Set::MAX.checked_shr((Set::BITS as usize - count.min(Set::BITS as usize)) as u32).unwrap_or(0)
}

fn places(points: impl Iterator<Item = Point>) -> Places {
    let mut places = Places::new();
    for (at, [x, y]) in points.enumerate() {
        if at % LANES == 0 {
            // The remaining lanes are NaN, so they are outside everything.
            places.push([[f32::NAN; LANES]; 2]);
        }
        let [xs, ys] = &mut places[at / LANES];
        (xs[at % LANES], ys[at % LANES]) = (x, y);
    }
    places
}

/// Returns as bits which of eight points are inside, as [`Quad::contains`](super::quad::Quad::contains) computes it.
#[inline(always)]
fn inside_of<S: Simd>(simd: S, side: &QuadSide, [x, y]: &[[f32; LANES]; 2]) -> u8 {
    let (nx, ny) = (simd.splat_f32x8(side.normal[0]), simd.splat_f32x8(side.normal[1]));
    let (offset, least) = (simd.splat_f32x8(side.offset), simd.splat_f32x8(-EPS));
    let (x, y) = (f32x8::simd_from(simd, *x), f32x8::simd_from(simd, *y));
    ((nx * x + ny * y) + offset).simd_ge(least).to_bitmask() as u8
}

/// A cache of the vertices beyond sides between two vertices: the quads of a tile share many sides.
pub(super) struct Sides {
    /// The number of the tile.
    tile: u64,
    /// Each side has one slot, which it shares with others.
    known: Vec<(u64, Beyond)>,
}

impl Default for Sides {
    fn default() -> Self {
        Self { tile: 0, known: vec![(u64::MAX, Beyond::default()); 2 * ROWS * MAX_VERTICES] }
    }
}

/// Number of start vertices of sides that get a row of their own.
const ROWS: usize = 8;

impl Sides {
    /// Moves on to the next tile, clearing the cache.
    pub(super) fn clear(&mut self) {
        self.tile += 1;
    }

    /// Returns the vertices beyond the side from one vertex to another.
    #[inline(always)]
    pub(super) fn beyond<S: Simd>(
        &mut self,
        simd: S,
        (places, tile): (&TilePlaces, &Tile),
        [from, to]: [usize; 2],
        base: Base,
    ) -> Beyond {
        let row = |start: usize, rows: usize| (base as usize * rows + start) * MAX_VERTICES + to;
        let key = self.tile << SIDE_BITS | row(from, MAX_VERTICES) as u64;
        let (known, beyond) = &mut self.known[row(from % ROWS, ROWS)];
        if *known != key {
            let ends = [tile.vertices[from], tile.vertices[to]];
            (*known, *beyond) = (key, places.beyond(simd, &QuadSide::between(ends, base)));
        }
        *beyond
    }
}

/// The positions of a tile's vertices relative to a quad.
pub(super) struct Outside {
    sides: [Set; 4],
    /// The vertices that [`Quad::contains`](super::quad::Quad::contains).
    pub(super) inside: Set,
    /// The barriers that may intersect the quad.
    pub(super) barriers: Set,
}

impl Outside {
    /// Returns whether all of some vertices are beyond the same side.
    /// [`Quad::meets`](super::quad::Quad::meets) is false for every segment between them.
    ///
    /// Proof: both distances are below `-EPS`, and above -4096 ([`is_small`]), so their difference is not the first one,
    /// even rounded. If it is positive, `t` is negative, and the segment leaves before it enters; if it is negative, `t` is
    /// above 1, and it enters after its end. If it is small, the clip misses anyway.
    #[inline(always)]
    pub(super) fn is_missed(&self, vertices: Set) -> bool {
        let [a, b, c, d] = self.sides;
        (vertices & !a == 0) | (vertices & !b == 0) | (vertices & !c == 0) | (vertices & !d == 0)
    }
}

/// Returns whether every distance of a vertex from a side between two others, including rounding, is far below 4096 square metres.
fn is_small(vertices: &[Point]) -> bool {
    let (mut low, mut high, mut far) = ([f64::MAX; 2], [f64::MIN; 2], 0.0_f64);
    for vertex in vertices {
        for axis in 0..2 {
            let at = f64::from(vertex[axis]);
            (low[axis], high[axis], far) = (low[axis].min(at), high[axis].max(at), far.max(at.abs()));
        }
    }
    let extent = (high[0] - low[0]).max(high[1] - low[1]).max(0.0);
    // The exact distance, and seven roundings of products of a side's length and a coordinate.
    2.0 * extent * extent + 16.0 * extent * far * f64::from(f32::EPSILON) < 4000.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nwn2::bake::sight::quad::{BASES, Quad};
    use fearless_simd::{Level, dispatch};
    use proptest::prelude::*;

    fn tile(vertices: Vec<Point>) -> Tile {
        Tile { faces: Vec::new(), nodes: 0, vertices, neighbours: Vec::new() }
    }

    fn place() -> impl Strategy<Value = Point> {
        // Some positions are slightly off a line through others.
        let number =
            prop_oneof![(0_u8..6).prop_map(f32::from), 0.0_f32..6.0, (0_u8..6).prop_map(|at| f32::from(at) + 4e-4)];
        [number.clone(), number]
    }

    proptest! {
        #[test]
        fn sets_say_what_the_quad_says(
            vertices in proptest::collection::vec(place(), 1..=128),
            lines in [[place(), place()], [place(), place()], [place(), place()], [place(), place()]],
            shift in prop_oneof![Just(0.0_f32), Just(250.0)],
        ) {
            let moved = |place: Point| place.map(|at| at + shift);
            let vertices: Vec<_> = vertices.into_iter().map(moved).collect();
            let lines = lines.map(|line| line.map(moved));
            let quad = Quad::with_sides(lines);
            let ends: Vec<_> = (0..2 * vertices.len() as u16).map(|at| [at / 2, at / 3]).collect();
            let barriers = Barriers { ends, own: Vec::new() };
            let places = TilePlaces::new(&tile(vertices.clone()), &barriers).unwrap();
            let beyond = |at: usize| {
                let side = QuadSide::between(lines[at], BASES[at]);
                dispatch!(Level::new(), simd => places.beyond(simd, &side))
            };
            let sides = [0, 1, 2, 3].map(beyond);
            let outside = places.outside(sides);
            for (at, ends) in barriers.ends.iter().enumerate() {
                let may_meet = outside.barriers >> at.min(LAST) & 1 != 0;
                prop_assert!(may_meet || !quad.meets(ends.map(|end| vertices[usize::from(end)])));
                if at < LAST {
                    let both = bit(ends[0]) | bit(ends[1]);
                    prop_assert_eq!(may_meet, sides.iter().all(|side| both & !side.vertices != 0));
                }
            }
            for (at, from) in (0..).zip(&vertices) {
                prop_assert_eq!(outside.inside & bit(at) != 0, quad.contains(*from));
                for (other, to) in (0..).zip(&vertices) {
                    if outside.is_missed(bit(at) | bit(other)) {
                        prop_assert!(!quad.meets([*from, *to]));
                    }
                }
            }
        }
    }

    #[test]
    fn tiles_that_are_too_large_have_no_sets() {
        let fits =
            |vertices| TilePlaces::new(&tile(vertices), &Barriers { ends: Vec::new(), own: Vec::new() }).is_some();
        assert!(fits(vec![[0.0; 2], [40.0, 1.0]]) && !fits(vec![[0.0; 2], [50.0, 1.0]]));
        assert!(fits(vec![[0.0; 2]; 128]) && !fits(vec![[0.0; 2]; 129]));
        let two_places_at = |x: f32| vec![[x, 0.0], [x + 32.0, 0.0]];
        assert!(fits(two_places_at(1e6)) && !fits(two_places_at(4e7)), "far away, much is rounded");
    }
}
