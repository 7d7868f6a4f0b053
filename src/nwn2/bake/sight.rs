//! Lines of sight between the triangles of a tile: the bit that lets the game walk straight without asking.
//!
//! Source: facts `trn-aswm-exact.md` section A, whose rules A1 to A7 the functions are named for. They are a model: no
//! file agrees in every bit, but 99.2 % of the pairs do. All is seen from above; heights do not count.

use std::ops::Range;

use crate::formats::aswm::{Edge, NO_TRIANGLE, PathNode, Triangle, Vertex};
use crate::nwn2::floor::is_walkable;

use super::LineOfSight;
use super::paths::Graph;

/// The bit of a step that says that its two nodes see each other.
const SIGHT: u8 = 0x80;

/// A corner closer to a tangent than this does not move it. Like the others a measure of [`turn`], in square metres.
/// The three are what fits the pairs of 61 real areas best; the original's are not known.
const STICKS_OUT: f64 = 3e-7;
/// A wall's end closer to the outline of the view than this counts as inside.
const ON_OUTLINE: f64 = 1e-4;
/// A side's end closer to a sight line than this does not cross it.
const ON_LINE: f64 = 1e-4;

/// The mesh that a tile is part of.
#[derive(Clone, Copy)]
pub(super) struct Around<'a> {
    pub(super) vertices: &'a [Vertex],
    pub(super) triangles: &'a [Triangle],
    pub(super) edges: &'a [Edge],
}

/// Marks the steps between nodes that see each other and can reach each other.
pub(super) fn mark(steps: &mut [PathNode], mesh: Around<'_>, range: &Range<usize>, graph: &Graph, rule: LineOfSight) {
    if rule == LineOfSight::Off {
        return;
    }
    let tile = Tile::of(mesh, range, graph);
    let n = graph.len();
    for i in 0..n {
        for j in i + 1..n {
            if steps[i * n + j] != PathNode::default() && tile.sees(i, j, rule) {
                steps[i * n + j].0 |= SIGHT;
                steps[j * n + i].0 |= SIGHT;
            }
        }
    }
}

/// A position, seen from above.
type Point = [f64; 2];

/// A corner of a triangle.
#[derive(Clone, Copy)]
struct Corner {
    vertex: u32,
    at: Point,
}

/// What stands behind a side of a triangle.
#[derive(Clone, Copy, PartialEq)]
enum Behind {
    /// A triangle that one walks on to.
    Floor(u32),
    /// Nothing, or a triangle of the same tile that is not walkable.
    Wall,
    /// A triangle of another tile that is not walkable: a wall only to its neighbour.
    WallElsewhere,
}

/// A walkable triangle.
struct Face {
    id: u32,
    center: [f32; 2],
    corners: [Corner; 3],
    positions: [[f32; 2]; 3],
    /// Behind the side from corner `i` to `i + 1`.
    behind: [Behind; 3],
}

/// The walkable triangles of a tile, and the walls between them.
struct Tile {
    faces: Vec<Face>,
    walls: Vec<[Point; 2]>,
}

/// The two sight lines between a pair of triangles: from `left[0]` to `left[1]`, and the same on the right. Each is
/// the number of a corner.
#[derive(Clone, Copy)]
struct Strip {
    left: [usize; 2],
    right: [usize; 2],
}

impl Tile {
    fn of(mesh: Around<'_>, range: &Range<usize>, graph: &Graph) -> Self {
        let faces: Vec<Face> =
            graph.node_to_local.iter().map(|local| Face::of(mesh, range, range.start + *local as usize)).collect();
        let walls = faces.iter().flat_map(|face| {
            let wall = |side: &usize| face.behind[*side] == Behind::Wall;
            (0..3).filter(wall).map(|side| [face.corners[side].at, face.corners[(side + 1) % 3].at])
        });
        Self { walls: walls.collect(), faces }
    }

    /// Whether two of the nodes see each other.
    fn sees(&self, i: usize, j: usize, rule: LineOfSight) -> bool {
        let (a, b) = (&self.faces[i], &self.faces[j]);
        let strip = Strip::tangents(a, b);
        let (front, back) =
            (a.sides_towards(strip.left[0], strip.right[0], 1.0), b.sides_towards(strip.left[1], strip.right[1], -1.0));
        if a.has_wall(front) || b.has_wall(back) {
            return false;
        }
        let mut shared = [strip.left, strip.right]
            .into_iter()
            .filter(|line| a.corners[line[0]].vertex == b.corners[line[1]].vertex)
            .peekable();
        if shared.peek().is_some() {
            return shared.any(|line| fan(a, front, line[0], b, back, line[1]));
        }
        let [left, right] = [strip.left, strip.right].map(|line| [a.corners[line[0]].at, b.corners[line[1]].at]);
        if self.walls.iter().any(|wall| touch(*wall, left) || touch(*wall, right)) {
            return false;
        }
        let quad = [left[0], left[1], right[1], right[0]];
        if self.walls.iter().flatten().any(|end| is_inside(*end, quad)) {
            return false;
        }
        rule == LineOfSight::LikeTheGame || !self.faces.iter().any(|face| face.spans(left, right))
    }
}

/// A4: whether two triangles that share an extreme corner are next to each other there, or share a neighbour there.
fn fan(a: &Face, front: [bool; 3], at_a: usize, b: &Face, back: [bool; 3], at_b: usize) -> bool {
    let (from_a, from_b) = (a.behind_at(front, at_a), b.behind_at(back, at_b));
    from_a == Some(b.id) || from_b == Some(a.id) || (from_a.is_some() && from_a == from_b)
}

impl Face {
    fn of(mesh: Around<'_>, range: &Range<usize>, index: usize) -> Self {
        let row = &mesh.triangles[index];
        let corners = row.vertices.map(|vertex| {
            let Vertex { x, y, .. } = mesh.vertices[vertex as usize];
            Corner { vertex, at: [x.into(), y.into()] }
        });
        let behind = [0, 1, 2].map(|side| {
            let (from, to) = (row.vertices[side], row.vertices[(side + 1) % 3]);
            let pair = [from.min(to), from.max(to)];
            let slot = row.linked_edges.iter().position(|edge| mesh.edges[*edge as usize].vertices == pair);
            match slot.map_or(NO_TRIANGLE, |slot| row.linked_triangles[slot]) {
                NO_TRIANGLE => Behind::Wall,
                other if is_walkable(mesh.triangles[other as usize].flags) => Behind::Floor(other),
                other if range.contains(&(other as usize)) => Behind::Wall,
                _ => Behind::WallElsewhere,
            }
        });
        let positions = row.vertices.map(|vertex| [mesh.vertices[vertex as usize].x, mesh.vertices[vertex as usize].y]);
        Self { id: index as u32, center: row.center, corners, positions, behind }
    }

    /// A1: the outermost corners to the left and to the right of a direction. The rounding and the ties (the last
    /// corner wins) are the game's.
    fn extremes(&self, [x, y]: [f32; 2]) -> [usize; 2] {
        let keys = self.positions.map(|[px, py]| x * py - y * px);
        let (mut left, mut right) = (0, 0);
        for corner in 1..3 {
            if keys[corner] >= keys[left] {
                left = corner;
            }
            if keys[corner] <= keys[right] {
                right = corner;
            }
        }
        [left, right]
    }

    /// The sides between the extreme corners that face the other triangle: one, or two where the third corner is in
    /// front of them. `facing` is 1 where the other triangle is ahead, and -1 where it is behind.
    fn sides_towards(&self, left: usize, right: usize, facing: f64) -> [bool; 3] {
        let joins =
            |side: usize, a: usize, b: usize| (side == a && (side + 1) % 3 == b) || (side == b && (side + 1) % 3 == a);
        if left == right {
            return [0, 1, 2].map(|side| side == left || (side + 1) % 3 == left);
        }
        let third = 3 - left - right;
        let [l, r, t] = [left, right, third].map(|corner| self.corners[corner].at);
        let is_beyond = facing * turn(l, r, t) > 0.0;
        [0, 1, 2].map(|side| joins(side, left, right) != is_beyond)
    }

    /// A3: whether one of the sides is a wall.
    fn has_wall(&self, sides: [bool; 3]) -> bool {
        (0..3).any(|side| sides[side] && !matches!(self.behind[side], Behind::Floor(_)))
    }

    /// The triangle behind the side at a corner, of those given.
    fn behind_at(&self, sides: [bool; 3], corner: usize) -> Option<u32> {
        let at_corner = |side: &usize| sides[*side] && (*side == corner || (*side + 1) % 3 == corner);
        match self.behind[(0..3).find(at_corner)?] {
            Behind::Floor(other) => Some(other),
            Behind::Wall | Behind::WallElsewhere => None,
        }
    }

    /// A7: whether two sides properly cross both sight lines.
    fn spans(&self, left: [Point; 2], right: [Point; 2]) -> bool {
        let crosses_both = |side: &usize| {
            let side = [self.corners[*side].at, self.corners[(*side + 1) % 3].at];
            cross(side, left) && cross(side, right)
        };
        (0..3).filter(crosses_both).count() >= 2
    }
}

impl Strip {
    /// A1 and A2: from the outermost corners across the line of the centres to the outer tangents.
    fn tangents(a: &Face, b: &Face) -> Self {
        let (dx, dy) = (b.center[0] - a.center[0], b.center[1] - a.center[1]);
        let scale = 1.0 / (dx * dx + dy * dy).sqrt();
        let direction = [dx * scale, dy * scale];
        let ([left_a, right_a], [left_b, right_b]) = (a.extremes(direction), b.extremes(direction));
        let faces = [a, b];
        Self { left: tangent(faces, [left_a, left_b], 1.0), right: tangent(faces, [right_a, right_b], -1.0) }
    }
}

/// A2: moves the ends of a line outwards until no corner sticks out to its side (1 left, -1 right).
fn tangent(faces: [&Face; 2], mut line: [usize; 2], side: f64) -> [usize; 2] {
    // Each move is to the hull of six corners; a few settle it, and rounding cannot make it go round for ever.
    for _ in 0..6 {
        let mut moved = false;
        for end in 0..2 {
            for corner in 0..3 {
                let [from, to] = [faces[0].corners[line[0]], faces[1].corners[line[1]]];
                if from.vertex == to.vertex {
                    return line;
                }
                if side * turn(from.at, to.at, faces[end].corners[corner].at) > STICKS_OUT {
                    line[end] = corner;
                    moved = true;
                }
            }
        }
        if !moved {
            break;
        }
    }
    line
}

/// Twice the area of a triangle: positive where `p` is left of the way from `a` to `b`.
fn turn(a: Point, b: Point, p: Point) -> f64 {
    (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])
}

/// A5: whether two segments have a point in common, their ends included.
fn touch([a, b]: [Point; 2], [c, d]: [Point; 2]) -> bool {
    let apart =
        |axis: usize| a[axis].max(b[axis]) < c[axis].min(d[axis]) || c[axis].max(d[axis]) < a[axis].min(b[axis]);
    !apart(0) && !apart(1) && turn(a, b, c) * turn(a, b, d) <= 0.0 && turn(c, d, a) * turn(c, d, b) <= 0.0
}

/// Whether two segments cross in a point that is not near an end of either.
fn cross([a, b]: [Point; 2], [c, d]: [Point; 2]) -> bool {
    let apart = |one: f64, other: f64| one * other < 0.0 && one.abs().min(other.abs()) > ON_LINE;
    apart(turn(a, b, c), turn(a, b, d)) && apart(turn(c, d, a), turn(c, d, b))
}

/// A6: whether a point is inside a quadrilateral, whose corners go round clockwise, or on its outline.
fn is_inside(p: Point, quad: [Point; 4]) -> bool {
    (0..4).all(|at| turn(quad[at], quad[(at + 1) % 4], p) < ON_OUTLINE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::aswm::TriangleFlags;
    use crate::nwn2::bake::{edges, planes};

    /// Which pairs of triangles of a single tile see each other; corners go round clockwise.
    fn seen(vertices: &[[f32; 2]], triangles: &[Flagged], rule: LineOfSight) -> Vec<[usize; 2]> {
        let vertices: Vec<_> = vertices.iter().map(|[x, y]| Vertex { x: *x, y: *y, z: 0.0 }).collect();
        let row = |&(vertices, walkable): &Flagged| Triangle {
            vertices,
            flags: TriangleFlags(4 | u16::from(walkable)),
            ..Default::default()
        };
        let mut triangles: Vec<_> = triangles.iter().map(row).collect();
        planes::fill(&mut triangles, &vertices);
        let range = 0..triangles.len();
        let edges = edges::link(&mut triangles, &vec![0; range.len()], 1).records;
        let graph = Graph::of(&triangles, range.clone()).unwrap();
        let mut steps = graph.steps();
        let mesh = Around { vertices: &vertices, triangles: &triangles, edges: &edges };
        mark(&mut steps, mesh, &range, &graph, rule);
        let n = graph.len();
        let clear = |i: usize, j: usize| steps[i * n + j].next().is_some() && steps[i * n + j].bits().line_of_sight();
        let pairs = (0..n).flat_map(|i| (0..n).map(move |j| [i, j]));
        let seen: Vec<_> = pairs.filter(|[i, j]| clear(*i, *j)).collect();
        assert!(seen.iter().all(|[i, j]| clear(*j, *i)), "sight goes both ways");
        seen.into_iter().filter(|[i, j]| i < j).collect()
    }

    /// Corners of a triangle, and whether it is walkable.
    type Flagged = ([u32; 3], bool);

    /// A strip of squares along x, each of two triangles, of which some are not walkable.
    fn strip(squares: u32, walkable: impl Fn(u32) -> bool) -> (Vec<[f32; 2]>, Vec<Flagged>) {
        let vertices = (0..=squares).flat_map(|x| [[x as f32, 0.0], [x as f32, 1.0]]).collect();
        let square = |x: u32| {
            let at = 2 * x;
            [([at, at + 1, at + 3], walkable(2 * x)), ([at, at + 3, at + 2], walkable(2 * x + 1))]
        };
        (vertices, (0..squares).flat_map(square).collect())
    }

    #[test]
    fn neighbours_in_a_convex_quad_see_each_other() {
        let (vertices, triangles) = strip(1, |_| true);
        assert_eq!(seen(&vertices, &triangles, LineOfSight::Conservative), [[0, 1]]);
        assert_eq!(seen(&vertices, &triangles, LineOfSight::Off), [[0; 2]; 0]);
    }

    #[test]
    fn along_a_corridor_the_walls_touch_the_view() {
        // The tangents run along the corridor's walls, and a touch blocks: only what is next to each other is seen.
        let (vertices, triangles) = strip(3, |_| true);
        let seen = seen(&vertices, &triangles, LineOfSight::LikeTheGame);
        assert!(seen.contains(&[0, 1]) && seen.contains(&[2, 3]));
        assert!(!seen.contains(&[0, 5]) && !seen.contains(&[1, 4]));
    }

    #[test]
    fn triangles_that_cannot_reach_each_other_do_not_see_each_other() {
        let (vertices, triangles) = strip(3, |triangle| triangle != 2);
        let seen = seen(&vertices, &triangles, LineOfSight::LikeTheGame);
        assert!(seen.iter().all(|[i, j]| (*i < 2) == (*j < 2)), "{seen:?}");
    }

    #[test]
    fn segments_touch_with_their_ends_and_cross_without() {
        let (flat, upright) = ([[0.0, 0.0], [2.0, 0.0]], [[1.0, 0.0], [1.0, 1.0]]);
        assert!(touch(flat, upright) && !cross(flat, upright));
        let through = [[1.0, -1.0], [1.0, 1.0]];
        assert!(touch(flat, through) && cross(flat, through));
        assert!(touch(flat, [[1.0, 0.0], [5.0, 0.0]]));
        assert!(!touch(flat, [[3.0, 0.0], [5.0, 0.0]]) && !touch(flat, [[0.0, 1.0], [2.0, 1.0]]));
    }
}
