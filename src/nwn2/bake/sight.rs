//! Lines of sight between the triangles of a tile: the bit that lets the game walk straight without asking.
//!
//! Source: facts `trn-aswm-exact.md` section A, whose rules A1 to A7 the functions are named for. They are a model: no
//! file agrees in every bit, but 99.2 % of the pairs do. All is seen from above; heights do not count.

mod pair;
mod plane;

use crate::formats::Vector3;
use crate::formats::aswm::{Edge, PathNode, Triangle};
use std::ops::Range;

use super::LineOfSight;
use super::paths::Graph;
use pair::{Behind, Corner, Face, Sight};
use plane::{Line, Point, touch};

/// The bit of a step that says that its two nodes see each other.
const SIGHT: u8 = 0x80;

// How near is on: all three are measures of [`Line::turn`], in square metres. The game's own are not known; these fit its
// tables, the last two from the middle of where it does not matter. What halving and doubling does, in percent of the
// pairs of 61 real areas that are right, and that are wrongly set, by the conservative rule, beside 99.231 and 0.026:
//
// | | half | twice | |
// |---|---|---|---|
// | STICKS_OUT | 99.229, 0.023 | 99.233, 0.032 | a slope: more is right up to 1e-6 (99.234), ever more is wrongly set |
// | ON_OUTLINE | 99.231, 0.026 | 99.231, 0.026 | the same from 5e-5 to 1e-3; with 0 99.215, 0.042 |
// | ON_LINE | 99.231, 0.026 | 99.232, 0.026 | the same from 5e-5 to 1e-3; with 0 99.208, 0.026 |

/// A corner closer to a tangent than this does not move it.
const STICKS_OUT: f64 = 3e-7;
/// A wall's end closer to the outline of the view than this counts as inside.
const ON_OUTLINE: f64 = 2e-4;
/// A side's end closer to a sight line than this does not cross it.
const ON_LINE: f64 = 2e-4;

/// The mesh that a tile is part of.
#[derive(Clone, Copy)]
pub(super) struct Around<'a> {
    pub(super) vertices: &'a [Vector3],
    pub(super) triangles: &'a [Triangle],
    pub(super) edges: &'a [Edge],
}

/// Marks the steps between nodes that see each other and can reach each other.
pub(super) fn mark(steps: &mut [PathNode], mesh: Around<'_>, range: &Range<usize>, graph: &Graph, rule: LineOfSight) {
    if rule == LineOfSight::Off {
        return;
    }
    let mut tile = Tile::of(mesh, range, graph);
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

/// One bit for each walkable triangle of a tile.
type Faces = u128;

/// For each of a triangle's sides, the triangles of which it is one such.
type Sides = [Faces; 3];

/// The walkable triangles of a tile, and what all their pairs share.
struct Tile {
    faces: Vec<Face>,
    walls: Sides,
    wall_ends: Vec<Point>,
    /// For each vertex, which sides it is beside of. By these bits alone most sides have a whole sight line on one side
    /// of them; geometry decides about the others.
    beside: Vec<Beside>,
    /// For each pair of vertices whether the sight line from one to the other is touched by a wall, as far as it was
    /// asked: pairs of triangles share their lines, three times on average.
    touched: Vec<Option<bool>>,
}

/// The sides that a point is clearly to the left of, and to the right.
struct Beside {
    left: Sides,
    right: Sides,
}

impl Tile {
    fn of(mesh: Around<'_>, range: &Range<usize>, graph: &Graph) -> Self {
        let rows = || graph.node_to_local.iter().map(|local| range.start + *local as usize);
        let mut vertices: Vec<u32> = rows().flat_map(|row| mesh.triangles[row].vertices).collect();
        vertices.sort_unstable();
        vertices.dedup();
        let faces: Vec<Face> = rows().map(|row| Face::of(mesh, range, row, &vertices)).collect();
        let mut walls = Sides::default();
        let mut ends = Vec::new();
        for (bit, face) in faces.iter().enumerate() {
            for side in (0..3).filter(|side| face.behind[*side] == Behind::Wall) {
                walls[side] |= 1 << bit;
                ends.extend(face.side(side).map(|corner| corner.vertex));
            }
        }
        ends.sort_unstable();
        ends.dedup();
        let position = |vertex: u32| {
            let Vector3 { x, y, .. } = mesh.vertices[vertex as usize];
            [x.into(), y.into()]
        };
        let wall_ends = ends.into_iter().map(|end| position(vertices[usize::from(end)])).collect();
        let lines = [0, 1, 2].map(|side| {
            let line = |face: &Face| Line::new(face.side(side).map(|corner| corner.at));
            faces.iter().map(line).collect::<Vec<_>>()
        });
        let beside: Vec<_> = vertices.iter().map(|vertex| Beside::of(position(*vertex), &lines)).collect();
        let touched = vec![None; beside.len() * beside.len()];
        Self { faces, walls, wall_ends, beside, touched }
    }

    /// Whether two of the nodes see each other.
    fn sees(&mut self, i: usize, j: usize, rule: LineOfSight) -> bool {
        match Sight::of(&self.faces[i], &self.faces[j]) {
            Sight::Known(is_clear) => is_clear,
            Sight::Between([left, right]) => {
                !self.is_touched(left)
                    && !self.is_touched(right)
                    && !self.has_wall_inside([left, right])
                    && (rule == LineOfSight::LikeTheGame || !self.is_spanned([left, right]))
            }
        }
    }

    /// A5: whether a wall touches a sight line.
    fn is_touched(&mut self, line: [Corner; 2]) -> bool {
        let [from, to] = line.map(|corner| usize::from(corner.vertex));
        let at = from * self.beside.len() + to;
        if let Some(is_touched) = self.touched[at] {
            return is_touched;
        }
        let [from, to] = [&self.beside[from], &self.beside[to]];
        let line = line.map(|corner| corner.at);
        let is_touched = (0..3).any(|side| {
            let beyond = from.left[side] & to.left[side] | from.right[side] & to.right[side];
            any(self.walls[side] & !beyond, |face| touch(self.faces[face].side(side).map(|corner| corner.at), line))
        });
        self.touched[at] = Some(is_touched);
        is_touched
    }

    /// A6: whether an end of a wall is inside the quadrilateral between two sight lines, or on its outline.
    fn has_wall_inside(&self, [left, right]: [[Corner; 2]; 2]) -> bool {
        let line = |from: Corner, to: Corner| Line::new([from.at, to.at]);
        // Clockwise; the sight lines first, which most points are outside of.
        let (there, back) = (line(left[0], left[1]), line(right[1], right[0]));
        let (far, near) = (line(left[1], right[1]), line(right[0], left[0]));
        self.wall_ends.iter().any(|end| {
            there.turn(*end) < ON_OUTLINE
                && back.turn(*end) < ON_OUTLINE
                && far.turn(*end) < ON_OUTLINE
                && near.turn(*end) < ON_OUTLINE
        })
    }

    /// A7: whether a triangle spans the view: two of its sides properly cross both sight lines.
    fn is_spanned(&self, [left, right]: [[Corner; 2]; 2]) -> bool {
        let end = |corner: Corner| &self.beside[usize::from(corner.vertex)];
        let (left_from, left_to, right_from, right_to) = (end(left[0]), end(left[1]), end(right[0]), end(right[1]));
        // The sides that have the ends of both sight lines on either side of them.
        let parting = |side: usize| {
            (left_from.left[side] & left_to.right[side] | left_from.right[side] & left_to.left[side])
                & (right_from.left[side] & right_to.right[side] | right_from.right[side] & right_to.left[side])
        };
        let (a, b, c) = (parting(0), parting(1), parting(2));
        let lines = [Line::new([left[0].at, left[1].at]), Line::new([right[0].at, right[1].at])];
        any(a & b | a & c | b & c, |face| {
            let corners = &self.faces[face].corners;
            // Of those, the sides that have their own ends on either side of both sight lines.
            let crossing = |line: &Line| {
                let side = |corner: usize| {
                    let turn = line.turn(corners[corner].at);
                    i8::from(turn > ON_LINE) - i8::from(turn < -ON_LINE)
                };
                let (p, q, r) = (side(0), side(1), side(2));
                [p * q < 0, q * r < 0, r * p < 0]
            };
            let left = crossing(&lines[0]);
            let right = crossing(&lines[1]);
            let crosses = |side: usize, parting: Faces| left[side] && right[side] && parting >> face & 1 == 1;
            u8::from(crosses(0, a)) + u8::from(crosses(1, b)) + u8::from(crosses(2, c)) >= 2
        })
    }
}

impl Beside {
    /// `lines` are the sides of all triangles.
    fn of(point: Point, lines: &[Vec<Line>; 3]) -> Self {
        let mut beside = Self { left: Sides::default(), right: Sides::default() };
        for (side, lines) in lines.iter().enumerate() {
            for (word, lines) in lines.chunks(64).enumerate() {
                let (mut left, mut right) = (0_u64, 0_u64);
                for line in lines.iter().rev() {
                    let turn = line.turn(point);
                    left = left << 1 | u64::from(turn > ON_LINE);
                    right = right << 1 | u64::from(turn < -ON_LINE);
                }
                beside.left[side] |= Faces::from(left) << (64 * word);
                beside.right[side] |= Faces::from(right) << (64 * word);
            }
        }
        beside
    }
}

/// Whether something is so of any of the triangles.
fn any(faces: Faces, is_so: impl Fn(usize) -> bool) -> bool {
    [faces as u64, (faces >> 64) as u64].into_iter().zip([0, 64]).any(|(mut word, first)| {
        while word != 0 {
            if is_so(first + word.trailing_zeros() as usize) {
                return true;
            }
            word &= word - 1;
        }
        false
    })
}

#[cfg(test)]
mod tests {
    use super::plane::turn;
    use super::*;
    use crate::formats::aswm::TriangleFlags;
    use crate::nwn2::bake::{edges, planes};
    use proptest::prelude::*;

    /// Does something with a mesh of a single tile; corners go round clockwise.
    fn with_mesh<T>(vertices: &[[f32; 2]], triangles: &[Flagged], ask: impl FnOnce(Around<'_>, &Graph) -> T) -> T {
        let vertices: Vec<_> = vertices.iter().map(|[x, y]| Vector3 { x: *x, y: *y, z: 0.0 }).collect();
        let row = |&(vertices, walkable): &Flagged| Triangle {
            vertices,
            flags: TriangleFlags(4 | u16::from(walkable)),
            ..Default::default()
        };
        let mut triangles: Vec<_> = triangles.iter().map(row).collect();
        planes::fill(&mut triangles, &vertices);
        let tile_of = vec![0; triangles.len()];
        let edges = edges::link(&mut triangles, &tile_of, 1).records;
        let graph = Graph::of(&triangles, 0..triangles.len()).unwrap();
        ask(Around { vertices: &vertices, triangles: &triangles, edges: &edges }, &graph)
    }

    /// Which pairs of triangles of a single tile see each other.
    fn seen(vertices: &[[f32; 2]], triangles: &[Flagged], rule: LineOfSight) -> Vec<[usize; 2]> {
        with_mesh(vertices, triangles, |mesh, graph| {
            let mut steps = graph.steps();
            mark(&mut steps, mesh, &(0..triangles.len()), graph, rule);
            let n = graph.len();
            let clear =
                |i: usize, j: usize| steps[i * n + j].next().is_some() && steps[i * n + j].bits().line_of_sight();
            let pairs = (0..n).flat_map(|i| (0..n).map(move |j| [i, j]));
            let seen: Vec<_> = pairs.filter(|[i, j]| clear(*i, *j)).collect();
            assert!(seen.iter().all(|[i, j]| clear(*j, *i)), "sight goes both ways");
            seen.into_iter().filter(|[i, j]| i < j).collect()
        })
    }

    /// Rules A5 to A7 word by word, without what pairs share.
    fn by_the_rule(tile: &Tile, i: usize, j: usize, rule: LineOfSight) -> bool {
        let [left, right] = match Sight::of(&tile.faces[i], &tile.faces[j]) {
            Sight::Known(is_clear) => return is_clear,
            Sight::Between(lines) => lines.map(|line| line.map(|corner| corner.at)),
        };
        let sides = |face: &Face| [0, 1, 2].map(|side| face.side(side).map(|corner| corner.at));
        let is_wall = |face: &Face| face.behind.map(|behind| behind == Behind::Wall);
        let walls = || tile.faces.iter().flat_map(|face| sides(face).into_iter().zip(is_wall(face)));
        let walls = || walls().filter_map(|(side, is_wall)| is_wall.then_some(side));
        let quad = [left[0], left[1], right[1], right[0]];
        let is_inside = |p: Point| (0..4).all(|at| turn(quad[at], quad[(at + 1) % 4], p) < ON_OUTLINE);
        let apart = |one: f64, other: f64| one * other < 0.0 && one.abs().min(other.abs()) > ON_LINE;
        let crosses = |[a, b]: [Point; 2], [c, d]: [Point; 2]| {
            apart(turn(a, b, c), turn(a, b, d)) && apart(turn(c, d, a), turn(c, d, b))
        };
        let spans = |face: &Face| {
            sides(face).into_iter().filter(|side| crosses(*side, left) && crosses(*side, right)).count() >= 2
        };
        !walls().any(|wall| touch(wall, left) || touch(wall, right))
            && !walls().flatten().any(is_inside)
            && (rule == LineOfSight::LikeTheGame || !tile.faces.iter().any(spans))
    }

    /// Squares of two triangles, some of which are not walkable; corners stand where they may touch a line from other
    /// ones, and now and then so far off that triangles fold.
    fn fields() -> impl Strategy<Value = (Vec<[f32; 2]>, Vec<Flagged>)> {
        let shift = prop_oneof![4 => Just(0.0_f32), 2 => Just(0.25), 2 => -0.4_f32..0.4, 1 => Just(-1.5)];
        (1_u32..9, 1_u32..8).prop_flat_map(move |(columns, rows)| {
            let shifts =
                proptest::collection::vec([shift.clone(), shift.clone()], ((columns + 1) * (rows + 1)) as usize);
            let walkable = proptest::collection::vec(prop::bool::weighted(0.9), (2 * columns * rows) as usize);
            (shifts, walkable).prop_map(move |(shifts, walkable)| {
                let places = (0..=rows).flat_map(|y| (0..=columns).map(move |x| [x as f32, y as f32]));
                let vertices = places.zip(shifts).map(|([x, y], [dx, dy])| [x + dx, y + dy]).collect();
                let squares = (0..rows).flat_map(|y| (0..columns).map(move |x| y * (columns + 1) + x));
                let corners = squares.flat_map(|at| {
                    let above = at + columns + 1;
                    [[at, above, above + 1], [at, above + 1, at + 1]]
                });
                (vertices, corners.zip(walkable).collect())
            })
        })
    }

    proptest! {
        #[test]
        fn what_pairs_share_changes_nothing((vertices, triangles) in fields()) {
            with_mesh(&vertices, &triangles, |mesh, graph| {
                let mut tile = Tile::of(mesh, &(0..triangles.len()), graph);
                for (i, j) in (0..graph.len()).flat_map(|i| (i + 1..graph.len()).map(move |j| (i, j))) {
                    for rule in [LineOfSight::Conservative, LineOfSight::LikeTheGame] {
                        prop_assert_eq!(tile.sees(i, j, rule), by_the_rule(&tile, i, j, rule), "{} and {}", i, j);
                    }
                }
                Ok(())
            })?;
        }
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
}
