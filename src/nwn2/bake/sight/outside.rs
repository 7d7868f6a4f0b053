//! Step 6 for all vertices of a tile at once: which are beyond each side of the quad, as sets of bits.

use super::face::{Point, Tile};
use super::lanes::{Floats, LANES};
use super::quad::Quad;

/// A set of at most [`MAX_VERTICES`] vertices. Vertex `v` has bit `v % 8 * 16 + v / 8`: each lane collects a word.
pub(super) type Vertices = u128;

/// The most vertices of a set.
const MAX_VERTICES: usize = Vertices::BITS as usize;

/// Bits that belong to a lane.
const WORD: usize = MAX_VERTICES / LANES;

/// The set of one vertex.
#[inline(always)]
pub(super) fn bit(vertex: u16) -> Vertices {
    let vertex = usize::from(vertex);
    1 << (vertex % LANES * WORD + vertex / LANES)
}

/// The places of a tile's vertices.
pub(super) struct Places {
    lanes: Vec<[Floats; 2]>,
    all: Vertices,
}

impl Places {
    /// The places, unless there are too many for a set, or so far apart that [`Outside::is_missed`] may be wrong.
    pub(super) fn of(tile: &Tile) -> Option<Self> {
        let vertices = &tile.vertices;
        if vertices.len() > MAX_VERTICES || !is_small(vertices) {
            return None;
        }
        let lanes = |places: &[Point]| [0, 1].map(|axis| Floats::of(places, |at| at[axis]));
        let all = (0..vertices.len() as u16).fold(0, |all, vertex| all | bit(vertex));
        Some(Self { lanes: vertices.chunks(LANES).map(lanes).collect(), all })
    }

    /// The vertices beyond each side of a quad.
    #[inline(always)]
    pub(super) fn outside(&self, quad: &Quad) -> Outside {
        let mut words = [[0_u32; LANES]; 4];
        for (chunk, place) in self.lanes.iter().enumerate() {
            for (side, words) in words.iter_mut().enumerate() {
                let is_inside = quad.is_inside(side, *place).0;
                for (word, is_inside) in words.iter_mut().zip(is_inside) {
                    *word |= !is_inside & (1 << chunk);
                }
            }
        }
        let set = |words: [u32; LANES]| {
            let all = words.iter().rev().fold(0, |set, word| set << WORD | Vertices::from(*word));
            all & self.all
        };
        let sides = [set(words[0]), set(words[1]), set(words[2]), set(words[3])];
        Outside { sides, inside: self.all & !(sides[0] | sides[1] | sides[2] | sides[3]) }
    }
}

/// Where the vertices of a tile are, seen from a quad.
pub(super) struct Outside {
    sides: [Vertices; 4],
    /// Those that [`Quad::contains`].
    pub(super) inside: Vertices,
}

impl Outside {
    /// Whether all of some vertices are beyond the same side. [`Quad::meets`] is false for every segment between them.
    ///
    /// Proof: both distances are below `-EPS`, and above -4096 ([`is_small`]), so their difference is not the first one,
    /// even rounded. If it is positive, `t` is negative, and the segment leaves before it enters; if it is negative, `t` is
    /// above 1, and it enters after its end. If it is small, the clip misses anyway.
    #[inline(always)]
    pub(super) fn is_missed(&self, vertices: Vertices) -> bool {
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn place() -> impl Strategy<Value = Point> {
        // Some places are a little beside a line through others.
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
            let quad = Quad::new(lines.map(|line| line.map(moved)));
            let places = Places::of(&Tile { faces: Vec::new(), nodes: 0, vertices: vertices.clone() }).unwrap();
            let outside = places.outside(&quad);
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
        let tile = |far: f32| Tile { faces: Vec::new(), nodes: 0, vertices: vec![[0.0; 2], [far, 1.0]] };
        assert!(Places::of(&tile(40.0)).is_some() && Places::of(&tile(50.0)).is_none());
        let many = Tile { faces: Vec::new(), nodes: 0, vertices: vec![[0.0; 2]; 129] };
        assert!(Places::of(&many).is_none());
    }
}
