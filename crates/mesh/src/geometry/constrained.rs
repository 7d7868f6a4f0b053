//! [`Constrained`]: a constrained Delaunay triangulation of a polygon.
//!
//! The crate `spade` computes it, with exact predicates.

use foldhash::{HashMap, HashMapExt};
use spade::handles::{DirectedEdgeHandle, FixedDirectedEdgeHandle, FixedVertexHandle, OUTER_FACE};
use spade::{
    CdtEdge, ConstrainedDelaunayTriangulation, InsertionError, Point2, PositionInTriangulation, Triangulation,
    mitigate_underflow,
};

use super::{Vec2, crossing, distance};

/// A side of a triangle: the numbers of its ends, the lower one first.
pub type Ends = [u32; 2];

/// The triangles of a polygon, and the lines that contain their sides.
#[derive(Debug)]
pub struct Constrained {
    pub points: Vec<Vec2>,
    /// The number of each given point. Equal points have the same number; points are added where lines cross.
    pub numbers: Vec<u32>,
    /// The corners of triangles, counter-clockwise.
    pub triangles: Vec<[u32; 3]>,
    /// The lines that contain each side of a triangle.
    pub sides: HashMap<Ends, Contains>,
}

/// The lines that contain a side of a triangle: a side of the polygon, and the last of the given lines.
#[derive(Clone, Copy, Debug, Default)]
pub struct Contains {
    pub border: Option<usize>,
    pub line: Option<usize>,
}

/// Rounding error of a crossing, relative to the largest coordinate.
const ROUNDING: f64 = 1e-12;

type Cdt = ConstrainedDelaunayTriangulation<Point2<f64>>;
type DirectedEdge<'a> = DirectedEdgeHandle<'a, Point2<f64>, (), CdtEdge<()>, ()>;

impl Constrained {
    /// Triangulates a polygon along lines within it. `border` and `lines` are pairs of indices into `points`.
    /// `None` if a coordinate is not finite or beyond 2^201, or if the lines cross far more often than there are lines.
    pub fn new(points: &[Vec2], border: &[[u32; 2]], lines: &[[u32; 2]]) -> Option<Self> {
        let mut parts = Parts {
            cdt: Cdt::new(),
            sides: HashMap::new(),
            snap: points.iter().flatten().fold(0.0, |most: f64, value| most.max(value.abs())) * ROUNDING,
            crossings_left: 8 * (points.len() + border.len() + lines.len()),
        };
        let handles = points.iter().map(|&at| parts.insert(at)).collect::<Result<Vec<_>, _>>().ok()?;
        let of_border = (0..).zip(border).map(|(side, ends)| (ends, Contains { border: Some(side), line: None }));
        let of_lines = (0..).zip(lines).map(|(line, ends)| (ends, Contains { border: None, line: Some(line) }));
        for (ends, of) in of_border.chain(of_lines) {
            parts.add(ends.map(|end| handles[end as usize]), of)?;
        }
        let Parts { cdt, sides, .. } = parts;
        let mut made = Self {
            points: cdt.vertices().map(|vertex| vertex.position()).map(|Point2 { x, y }| [x, y]).collect(),
            numbers: handles.iter().map(|handle| handle.index() as u32).collect(),
            triangles: Vec::new(),
            sides,
        };
        made.triangles = made.inner_triangles(&cdt);
        Some(made)
    }

    /// The triangles within the border. Rounding may have bent the border inwards from its hull.
    fn inner_triangles(&self, cdt: &Cdt) -> Vec<[u32; 3]> {
        let is_open = |vertices| self.sides.get(&ends(vertices)).is_none_or(|of| of.border.is_none());
        let mut is_outside = vec![false; cdt.num_all_faces()];
        is_outside[OUTER_FACE.index()] = true;
        let outwards = |edge: DirectedEdge| if edge.is_outer_edge() { edge.fix() } else { edge.rev().fix() };
        let mut waiting: Vec<_> = cdt.convex_hull().map(outwards).collect();
        while let Some(edge) = waiting.pop() {
            let across = cdt.directed_edge(edge).rev();
            let face = across.face();
            if is_outside[face.fix().index()] || !is_open(across.vertices().map(|vertex| vertex.fix())) {
                continue;
            }
            is_outside[face.fix().index()] = true;
            waiting.extend([across.next().fix(), across.prev().fix()]);
        }
        let inside = cdt.inner_faces().filter(|face| !is_outside[face.fix().index()]);
        inside.map(|face| face.vertices().map(|vertex| vertex.fix().index() as u32)).collect()
    }
}

/// A part of a line, from point to point.
type Part = ([FixedVertexHandle; 2], Contains);

/// The parts of lines in a triangulation. They meet only at their ends.
///
/// `spade` can also split lines that cross, but panics on some that cross by rounding.
struct Parts {
    cdt: Cdt,
    sides: HashMap<Ends, Contains>,
    /// Lines that cross within this distance of an end meet there.
    snap: f64,
    crossings_left: usize,
}

impl Parts {
    fn insert(&mut self, [x, y]: Vec2) -> Result<FixedVertexHandle, InsertionError> {
        self.cdt.insert(mitigate_underflow(Point2::new(x, y)))
    }

    /// Adds a line, and splits it and others where they cross.
    fn add(&mut self, line: [FixedVertexHandle; 2], of: Contains) -> Option<()> {
        let mut waiting: Vec<Part> = vec![(line, of)];
        while let Some(part) = waiting.pop() {
            let ([from, to], of) = part;
            if from == to {
                continue;
            }
            let edges = self.cdt.try_add_constraint(from, to);
            for &edge in &edges {
                let side = self.sides.entry(ends(self.vertices(edge))).or_default();
                *side = Contains { border: side.border.max(of.border), line: side.line.max(of.line) };
            }
            if edges.is_empty() {
                self.crossings_left = self.crossings_left.checked_sub(1)?;
                let crossed = self.cdt.get_conflicting_edges_between_vertices(from, to).next()?.fix();
                let mut split = vec![part, self.take(crossed)];
                let at = self.crossing([split[0].0, split[1].0])?;
                // The point may also be on a third line.
                if let PositionInTriangulation::OnEdge(edge) = self.cdt.locate(Point2::new(at[0], at[1])) {
                    split.extend(self.cdt.is_constraint_edge(edge.as_undirected()).then(|| self.take(edge)));
                }
                let at = self.insert(at).ok()?;
                waiting.extend(split.into_iter().flat_map(|([from, to], of)| [([from, at], of), ([at, to], of)]));
            }
        }
        Some(())
    }

    /// The point at which two parts cross.
    fn crossing(&self, parts: [[FixedVertexHandle; 2]; 2]) -> Option<Vec2> {
        let [one, other] =
            parts.map(|part| part.map(|end| self.cdt.vertex(end).position()).map(|Point2 { x, y }| [x, y]));
        let at = crossing(one, other)?;
        let ends = one.into_iter().chain(other).map(|end| (distance(end, at), end));
        let near = ends.filter(|(away, _)| *away <= self.snap).min_by(|a, b| a.0.total_cmp(&b.0));
        Some(near.map_or(at, |(_, end)| end))
    }

    /// Removes the part of lines on an edge.
    fn take(&mut self, edge: FixedDirectedEdgeHandle) -> Part {
        let vertices = self.vertices(edge);
        self.cdt.remove_constraint_edge(edge.as_undirected());
        (vertices, self.sides.remove(&ends(vertices)).unwrap_or_default())
    }

    fn vertices(&self, edge: FixedDirectedEdgeHandle) -> [FixedVertexHandle; 2] {
        self.cdt.directed_edge(edge).vertices().map(|vertex| vertex.fix())
    }
}

fn ends(vertices: [FixedVertexHandle; 2]) -> Ends {
    let [a, b] = vertices.map(|vertex| vertex.index() as u32);
    [a.min(b), a.max(b)]
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;
    use crate::geometry::{lerp, orient2d};

    #[test]
    fn sides_that_later_lines_cross_keep_their_lines() {
        let points = [[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0], [2.0, 6.0], [2.0, 1.0]];
        let border = [[0, 1], [1, 2], [2, 3], [3, 0]];
        // Two diagonals, and a line that leaves the square across its third side.
        let lines = [[0, 2], [1, 3], [5, 4]];
        let made = Constrained::new(&points, &border, &lines).expect("a triangulation");
        let sides = made.triangles.iter().flat_map(|[a, b, c]| [[a, b], [b, c], [c, a]]);
        let sides: BTreeSet<Ends> = sides.map(|[a, b]| [*a.min(b), *a.max(b)]).collect();
        let middles = |of: fn(&Contains) -> Option<usize>| {
            let middle = |ends: &Ends| {
                let [a, b] = ends.map(|end| made.points[end as usize]);
                lerp(a, b, 0.5)
            };
            let mut found: Vec<_> =
                sides.iter().filter_map(|ends| Some((of(made.sides.get(ends)?)?, middle(ends)))).collect();
            found.sort_by(|a, b| a.0.cmp(&b.0).then(a.1[0].total_cmp(&b.1[0])).then(a.1[1].total_cmp(&b.1[1])));
            found
        };
        let border = [(0, [2.0, 0.0]), (1, [4.0, 2.0]), (2, [1.0, 4.0]), (2, [3.0, 4.0]), (3, [0.0, 2.0])];
        assert_eq!(middles(|side| side.border), border);
        let inside =
            [(0, [1.0, 1.0]), (0, [3.0, 3.0]), (1, [1.0, 3.0]), (1, [3.0, 1.0]), (2, [2.0, 1.5]), (2, [2.0, 3.0])];
        assert_eq!(middles(|side| side.line), inside);
    }

    proptest! {
        /// Lines between points of a lattice often cross at one point, up to rounding. Far away, rounding is coarse.
        #[test]
        fn lines_that_cross_by_rounding_are_split(
            ends in prop::collection::vec(([0_u32..8, 0_u32..8], [0_u32..8, 0_u32..8]), 1..12),
            far in prop::sample::select(vec![1.0, 1e3, 1e7]),
        ) {
            let at = |[x, y]: [u32; 2]| [f64::from(x) * 0.1 + far, f64::from(y) * 0.1 * far].map(|at| f64::from(at as f32));
            let corners = [[0, 0], [7, 0], [7, 7], [0, 7]];
            let points: Vec<Vec2> = corners.into_iter().chain(ends.iter().flat_map(|&(from, to)| [from, to])).map(at).collect();
            let border = [[0, 1], [1, 2], [2, 3], [3, 0]];
            let lines: Vec<[u32; 2]> = (0..ends.len() as u32).map(|line| [4 + 2 * line, 5 + 2 * line]).collect();
            let made = Constrained::new(&points, &border, &lines);
            // A polygon that is a metre wide, millions of metres long and as far away may not be cut.
            prop_assert!(made.is_some() || far > 1e3, "more crossings than lines");
            let Some(made) = made else { return Ok(()) };

            let place = |number: u32| made.points[number as usize];
            let area: f64 = made.triangles.iter().map(|corners| {
                let [a, b, c] = corners.map(place);
                orient2d(a, b, c) / 2.0
            }).sum();
            let [low, high] = [points[0], points[2]];
            let whole = (high[0] - low[0]) * (high[1] - low[1]);
            prop_assert!((area - whole).abs() <= 1e-6 * whole, "{area} of {whole}");
            // The last line is not hidden by another one.
            let last = lines.len() - 1;
            let of_last = made.sides.iter().filter(|(_, of)| of.line == Some(last));
            let length: f64 = of_last.map(|([a, b], _)| distance(place(*a), place(*b))).sum();
            let [from, to] = lines[last].map(|end| points[end as usize]);
            prop_assert!((length - distance(from, to)).abs() <= 1e-6 * distance(from, to), "{length}");
        }
    }
}
