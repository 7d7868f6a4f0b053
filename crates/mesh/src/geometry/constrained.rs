//! [`Constrained`]: a constrained Delaunay triangulation of a polygon.
//!
//! The crate `spade` computes it, with exact predicates.

use foldhash::{HashMap, HashMapExt};
use spade::handles::{DirectedEdgeHandle, FixedVertexHandle, OUTER_FACE};
use spade::{CdtEdge, ConstrainedDelaunayTriangulation, Point2, Triangulation, mitigate_underflow};

use super::plan_triangle::nearest_between;
use super::{Vec2, distance, lerp};

/// A side of a triangle: the numbers of its ends, the lower one first.
pub type Ends = [u32; 2];

/// The triangles of a polygon, and the lines on which their sides lie.
#[derive(Debug)]
pub struct Constrained {
    pub points: Vec<Vec2>,
    /// The number of each given point. Equal points have the same number; points are added where lines cross.
    pub numbers: Vec<u32>,
    /// The corners of triangles, counter-clockwise.
    pub triangles: Vec<[u32; 3]>,
    /// The side of the polygon that contains a side of a triangle.
    pub border: HashMap<Ends, usize>,
    /// The last of the given lines that contains a side of a triangle.
    pub lines: HashMap<Ends, usize>,
}

type Cdt = ConstrainedDelaunayTriangulation<Point2<f64>>;
type DirectedEdge<'a> = DirectedEdgeHandle<'a, Point2<f64>, (), CdtEdge<()>, ()>;

impl Constrained {
    /// Triangulates a polygon along lines within it. `border` and `lines` are pairs of indices into `points`.
    /// `None` if a coordinate is not finite or beyond 2^201.
    pub fn new(points: &[Vec2], border: &[[u32; 2]], lines: &[[u32; 2]]) -> Option<Self> {
        let mut cdt = Cdt::new();
        let insert = |&[x, y]: &Vec2| cdt.insert(mitigate_underflow(Point2::new(x, y)));
        let handles = points.iter().map(insert).collect::<Result<Vec<_>, _>>().ok()?;
        let mut add = |of: &[[u32; 2]]| {
            let mut found = HashMap::new();
            for (number, line) in of.iter().enumerate() {
                let [from, to] = line.map(|end| handles[end as usize]);
                for part in cdt.add_constraint_and_split(from, to, |at| at) {
                    found.insert(ends(cdt.directed_edge(part).vertices().map(|vertex| vertex.fix())), number);
                }
            }
            found
        };
        let (border_parts, line_parts) = (add(border), add(lines));
        let mut made = Self {
            points: cdt.vertices().map(|vertex| vertex.position()).map(|Point2 { x, y }| [x, y]).collect(),
            numbers: handles.iter().map(|handle| handle.index() as u32).collect(),
            triangles: Vec::new(),
            border: border_parts,
            lines: line_parts,
        };
        made.name_halves(&cdt, border, lines);
        made.triangles = made.inner_triangles(&cdt);
        Some(made)
    }

    /// Finds the lines of sides that later lines crossed and split, which happens only by rounding.
    fn name_halves(&mut self, cdt: &Cdt, border: &[[u32; 2]], lines: &[[u32; 2]]) {
        for edge in cdt.undirected_edges().filter(|edge| edge.is_constraint_edge()) {
            let key = ends(edge.vertices().map(|vertex| vertex.fix()));
            if self.border.contains_key(&key) || self.lines.contains_key(&key) {
                continue;
            }
            let [from, to] = key.map(|end| self.points[end as usize]);
            let middle = lerp(from, to, 0.5);
            let away = |line: &[u32; 2]| {
                let line = line.map(|end| self.points[self.numbers[end as usize] as usize]);
                distance(nearest_between(line, middle), middle)
            };
            let all = border.iter().chain(lines).map(away).enumerate();
            match all.min_by(|a, b| a.1.total_cmp(&b.1)) {
                Some((number, _)) if number < border.len() => self.border.insert(key, number),
                Some((number, _)) => self.lines.insert(key, number - border.len()),
                None => None,
            };
        }
    }

    /// The triangles within the border. Rounding may have bent the border inwards from its hull.
    fn inner_triangles(&self, cdt: &Cdt) -> Vec<[u32; 3]> {
        let is_open = |vertices: [FixedVertexHandle; 2]| !self.border.contains_key(&ends(vertices));
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

fn ends(vertices: [FixedVertexHandle; 2]) -> Ends {
    let [a, b] = vertices.map(|vertex| vertex.index() as u32);
    [a.min(b), a.max(b)]
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn sides_that_later_lines_cross_keep_their_lines() {
        let points = [[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0], [2.0, 6.0], [2.0, 1.0]];
        let border = [[0, 1], [1, 2], [2, 3], [3, 0]];
        // Two diagonals, and a line that leaves the square across its third side.
        let lines = [[0, 2], [1, 3], [5, 4]];
        let made = Constrained::new(&points, &border, &lines).expect("a triangulation");
        let sides = made.triangles.iter().flat_map(|[a, b, c]| [[a, b], [b, c], [c, a]]);
        let sides: BTreeSet<Ends> = sides.map(|[a, b]| [*a.min(b), *a.max(b)]).collect();
        let middles = |of: &HashMap<Ends, usize>| {
            let middle = |ends: &Ends| {
                let [a, b] = ends.map(|end| made.points[end as usize]);
                lerp(a, b, 0.5)
            };
            let mut found: Vec<_> = sides.iter().filter_map(|ends| Some((*of.get(ends)?, middle(ends)))).collect();
            found.sort_by(|a, b| a.0.cmp(&b.0).then(a.1[0].total_cmp(&b.1[0])).then(a.1[1].total_cmp(&b.1[1])));
            found
        };
        let border = [(0, [2.0, 0.0]), (1, [4.0, 2.0]), (2, [1.0, 4.0]), (2, [3.0, 4.0]), (3, [0.0, 2.0])];
        assert_eq!(middles(&made.border), border);
        let inside =
            [(0, [1.0, 1.0]), (0, [3.0, 3.0]), (1, [1.0, 3.0]), (1, [3.0, 1.0]), (2, [2.0, 1.5]), (2, [2.0, 3.0])];
        assert_eq!(middles(&made.lines), inside);
    }
}
