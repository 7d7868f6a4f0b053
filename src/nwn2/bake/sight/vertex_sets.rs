//! Which vertices of a tile are beyond each side of a quad, as sets of bits.

use fearless_simd::{Simd, prelude::*};

use super::barriers::{Barriers, LAST};
use super::columns::LANES;
use super::face::{Edge, Face, Point, Tile};
use super::quad::{Base, Side};
use super::tolerance::EPS;

/// A set of a tile's vertices, or of its [`Barriers`].
pub(super) type Set = u128;

/// The set of one vertex.
#[inline(always)]
pub(super) fn bit(vertex: u16) -> Set {
    1 << vertex
}

/// The corners of a triangle.
pub(super) fn corners(face: &Face) -> Set {
    face.corners.iter().fold(0, |set, corner| set | bit(corner.vertex))
}

/// The ends of an edge.
#[inline(always)]
pub(super) fn ends(edge: &Edge) -> Set {
    bit(edge.ends[0]) | bit(edge.ends[1])
}

/// Places side by side.
type Places = Vec<[[f32; LANES]; 2]>;

/// The places of a tile's vertices and of the ends of its barriers.
pub(super) struct TilePlaces {
    vertices: Places,
    all: Set,
    barriers: [Places; 2],
    all_barriers: Set,
}

/// What is beyond the sides of a quad, or of one: outside by more than the tolerance.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Beyond {
    pub(super) vertices: Set,
    /// The barriers both of whose ends are.
    pub(super) barriers: Set,
}

impl TilePlaces {
    /// The places, unless there are too many vertices for a set, or they are so far apart that [`Outside::is_missed`] may be
    /// wrong.
    pub(super) fn of(tile: &Tile, barriers: &Barriers) -> Option<Self> {
        let vertices = &tile.vertices;
        if vertices.len() > Set::BITS as usize || !is_small(vertices) {
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

    /// What is beyond a side.
    #[inline(always)]
    pub(super) fn beyond<S: Simd>(&self, simd: S, side: &Side) -> Beyond {
        let mut inside: Set = 0;
        for at in self.vertices.iter().rev() {
            inside = inside << LANES | Set::from(inside_of(simd, side, at));
        }
        let (mut near, [from, to]) = (0, &self.barriers);
        for (chunk, (from, to)) in from.iter().zip(to).enumerate() {
            let bits = Set::from(inside_of(simd, side, from) | inside_of(simd, side, to));
            near |= match chunk * LANES {
                at if at < LAST => bits << at,
                _ if bits != 0 => 1 << LAST,
                _ => 0,
            };
        }
        Beyond { vertices: self.all & !inside, barriers: self.all_barriers & !near }
    }

    /// What is outside a quad, by what is beyond each of its sides.
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

/// The set of the first of its bits.
fn first(count: usize) -> Set {
    Set::MAX.checked_shr((Set::BITS as usize - count.min(Set::BITS as usize)) as u32).unwrap_or(0)
}

fn places(points: impl Iterator<Item = Point>) -> Places {
    let mut places = Places::new();
    for (at, [x, y]) in points.enumerate() {
        if at % LANES == 0 {
            // The rest of the last lanes is nowhere, and so inside of nothing.
            places.push([[f32::NAN; LANES]; 2]);
        }
        let [xs, ys] = &mut places[at / LANES];
        (xs[at % LANES], ys[at % LANES]) = (x, y);
    }
    places
}

/// Which of eight places are inside, as [`Quad::contains`](super::quad::Quad::contains) computes it.
#[inline(always)]
fn inside_of<S: Simd>(simd: S, side: &Side, [x, y]: &[[f32; LANES]; 2]) -> u8 {
    let (nx, ny) = (simd.splat_f32x8(side.normal[0]), simd.splat_f32x8(side.normal[1]));
    let (offset, least) = (simd.splat_f32x8(side.offset), simd.splat_f32x8(-EPS));
    let (x, y) = (simd.load_array_ref_f32x8(x), simd.load_array_ref_f32x8(y));
    ((nx * x + ny * y) + offset).simd_ge(least).to_bitmask() as u8
}

/// What is beyond the sides between two vertices. The quads of a tile share them.
#[derive(Default)]
pub(super) struct Sides {
    count: usize,
    /// From each vertex to each, based at the start and then at the end, as far as it is known.
    beyond: Vec<Beyond>,
    /// Which of them are known.
    known: Vec<u32>,
}

/// No side has this set, because the vertex where it begins is not beyond it.
const UNKNOWN: Beyond = Beyond { vertices: Set::MAX, barriers: 0 };

impl Sides {
    /// Forgets all sides, and makes room for those between so many vertices.
    pub(super) fn clear(&mut self, count: usize) {
        self.count = count;
        self.known.drain(..).for_each(|at| self.beyond[at as usize] = UNKNOWN);
        let least = 2 * count * count;
        if self.beyond.len() < least {
            self.beyond.resize(least, UNKNOWN);
        }
    }

    /// What is beyond the side from one vertex to another.
    #[inline(always)]
    pub(super) fn beyond<S: Simd>(
        &mut self,
        simd: S,
        (places, tile): (&TilePlaces, &Tile),
        [from, to]: [usize; 2],
        base: Base,
    ) -> Beyond {
        let at = (base as usize * self.count + from) * self.count + to;
        let known = &mut self.beyond[at];
        if known.vertices == UNKNOWN.vertices {
            let ends = [tile.vertices[from], tile.vertices[to]];
            *known = places.beyond(simd, &Side::between(ends, base));
            self.known.push(at as u32);
        }
        *known
    }
}

/// Where the vertices of a tile are, seen from a quad.
pub(super) struct Outside {
    sides: [Set; 4],
    /// Those that [`Quad::contains`](super::quad::Quad::contains).
    pub(super) inside: Set,
    /// The barriers that may meet the quad.
    pub(super) barriers: Set,
}

impl Outside {
    /// Whether all of some vertices are beyond the same side.
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

/// Whether every distance of a vertex from a side between two others, as it is rounded, is far below 4096 square metres.
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
