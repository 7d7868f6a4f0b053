//! Step 6 for all vertices of a tile at once: which are beyond each side of the quad, as sets of bits.

use fearless_simd::{Simd, prelude::*};

use super::columns::LANES;
use super::face::{Face, Point, Tile};
use super::quad::Side;
use super::tolerance::EPS;

/// A set of a tile's vertices. The bits behind those of all vertices are for groups of triangles that are not walkable.
pub(super) type Vertices = u128;

/// The most vertices of a set: one bit is left for a group.
const MAX_VERTICES: usize = Vertices::BITS as usize - 1;

/// The set of one vertex.
#[inline(always)]
pub(super) fn bit(vertex: u16) -> Vertices {
    1 << vertex
}

/// The places of a tile's vertices, and its triangles that are not walkable.
pub(super) struct Places {
    columns: Vec<[[f32; LANES]; 2]>,
    /// All vertices.
    all: Vertices,
    /// The corners of each triangle that is not walkable, and its group.
    others: Vec<[Vertices; 2]>,
    /// All groups.
    groups: Vertices,
}

impl Places {
    /// The places, unless there are too many for a set, or so far apart that [`Outside::is_missed`] may be wrong.
    pub(super) fn of(tile: &Tile) -> Option<Self> {
        let vertices = &tile.vertices;
        if vertices.len() > MAX_VERTICES || !is_small(vertices) {
            return None;
        }
        let mut columns = vec![[[0.0; LANES]; 2]; vertices.len().div_ceil(LANES)];
        for (at, [x, y]) in vertices.iter().enumerate() {
            let [xs, ys] = &mut columns[at / LANES];
            (xs[at % LANES], ys[at % LANES]) = (*x, *y);
        }
        // Each triangle is a group of its own, and those that do not fit are in the last one.
        let group = |other: usize| 1 << (vertices.len() + other).min(MAX_VERTICES);
        let others = tile.faces[tile.nodes..].iter().enumerate();
        let others: Vec<_> = others.map(|(other, face)| [corners(face), group(other)]).collect();
        let groups = others.iter().fold(0, |groups, [_, group]| groups | group);
        Some(Self { columns, all: (1 << vertices.len()) - 1, others, groups })
    }

    /// The vertices beyond a line: outside the side of a quad by more than the tolerance. And the groups of which all corners
    /// are.
    #[inline(always)]
    pub(super) fn beyond<S: Simd>(&self, simd: S, [from, to]: [Point; 2]) -> Vertices {
        let Side { normal, offset } = Side::new(from, to);
        let (nx, ny) = (simd.splat_f32x8(normal[0]), simd.splat_f32x8(normal[1]));
        let (offset, least) = (simd.splat_f32x8(offset), simd.splat_f32x8(-EPS));
        let mut inside: Vertices = 0;
        for [x, y] in self.columns.iter().rev() {
            let (x, y) = (simd.load_array_ref_f32x8(x), simd.load_array_ref_f32x8(y));
            let bits = ((nx * x + ny * y) + offset).simd_ge(least).to_bitmask();
            inside = inside << LANES | Vertices::from(bits);
        }
        let vertices = self.all & !inside;
        let mut near = 0;
        for [corners, group] in &self.others {
            near |= if corners & !vertices == 0 { 0 } else { *group };
        }
        vertices | self.groups & !near
    }

    /// What is outside a quad, by what is beyond each of its sides.
    #[inline(always)]
    pub(super) fn outside(&self, sides: [Vertices; 4]) -> Outside {
        let missed = sides[0] | sides[1] | sides[2] | sides[3];
        Outside { sides, inside: self.all & !missed, others: self.groups & !missed }
    }

    /// The triangles of some groups, by their numbers among those that are not walkable.
    pub(super) fn others(&self, groups: Vertices) -> impl Iterator<Item = usize> {
        let others = self.others.iter().enumerate();
        others.filter(move |(_, [_, group])| group & groups != 0).map(|(other, _)| other)
    }
}

/// The corners of a triangle.
pub(super) fn corners(face: &Face) -> Vertices {
    face.corners.iter().fold(0, |set, corner| set | bit(corner.vertex))
}

/// What is beyond the lines between two vertices. The quads of a tile share them.
#[derive(Default)]
pub(super) struct Lines {
    count: usize,
    /// From each vertex to each, as far as it is known.
    beyond: Vec<Vertices>,
}

/// No line has this set, because the vertex where it begins is not beyond it.
const UNKNOWN: Vertices = Vertices::MAX;

impl Lines {
    /// Forgets all lines, and makes room for those between so many vertices.
    pub(super) fn clear(&mut self, count: usize) {
        self.count = count;
        self.beyond.clear();
        self.beyond.resize(count * count, UNKNOWN);
    }

    /// What [`Places::beyond`] says of the line from one vertex to another.
    #[inline(always)]
    pub(super) fn beyond<S: Simd>(
        &mut self,
        simd: S,
        places: &Places,
        tile: &Tile,
        from: usize,
        to: usize,
    ) -> Vertices {
        let known = &mut self.beyond[from * self.count + to];
        if *known == UNKNOWN {
            *known = places.beyond(simd, [tile.vertices[from], tile.vertices[to]]);
        }
        *known
    }
}

/// Where the vertices of a tile are, seen from a quad.
pub(super) struct Outside {
    sides: [Vertices; 4],
    /// Those that [`Quad::contains`](super::quad::Quad::contains).
    pub(super) inside: Vertices,
    /// The groups of triangles that are not walkable of which an edge may meet the quad.
    pub(super) others: Vertices,
}

impl Outside {
    /// Whether all of some vertices are beyond the same side.
    /// [`Quad::meets`](super::quad::Quad::meets) is false for every segment between them.
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
    use crate::nwn2::bake::sight::quad::Quad;
    use fearless_simd::{Level, dispatch};
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
            vertices in proptest::collection::vec(place(), 1..=MAX_VERTICES),
            lines in [[place(), place()], [place(), place()], [place(), place()], [place(), place()]],
            shift in prop_oneof![Just(0.0_f32), Just(250.0)],
        ) {
            let moved = |place: Point| place.map(|at| at + shift);
            let vertices: Vec<_> = vertices.into_iter().map(moved).collect();
            let lines = lines.map(|line| line.map(moved));
            let quad = Quad::new(lines);
            let places = Places::of(&Tile { faces: Vec::new(), nodes: 0, vertices: vertices.clone() }).unwrap();
            let beyond = |line| dispatch!(Level::new(), simd => places.beyond(simd, line));
            let outside = places.outside(lines.map(beyond));
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
        let many = Tile { faces: Vec::new(), nodes: 0, vertices: vec![[0.0; 2]; 128] };
        assert!(Places::of(&many).is_none());
    }
}
