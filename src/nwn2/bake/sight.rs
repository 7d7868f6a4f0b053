//! The lines of sight between the triangles of a tile: a bit that lets the game walk straight without a test.
//!
//! Source: docs/formats/trn-aswm.md#line-of-sight-model; the functions are named by its parts A1 to A7. It is a model:
//! in no file every bit agrees, but 99.2 % of the pairs do. A better rule, docs/formats/trn-aswm.md#line-of-sight, is
//! not implemented yet. All computations are in the plan view.

mod pair;
mod plane;
mod tile;
mod tolerance;

use std::ops::Range;

use crate::formats::Vector3;
use crate::formats::aswm::{Edge, PathNode, Triangle};

use super::graph::Graph;
use super::options::LineOfSight;
use tile::Tile;

/// The bit of a step that says that its two nodes see each other.
const SIGHT: u8 = 0x80;

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

#[cfg(test)]
mod tests {
    use super::pair::{Behind, Face, Sight};
    use super::plane::{Point, touch, turn};
    use super::tolerance::{ON_LINE, ON_OUTLINE};
    use super::*;
    use crate::formats::aswm::TriangleFlags;
    use crate::nwn2::bake::paths::PathScratch;
    use crate::nwn2::bake::{edges, planes};
    use proptest::prelude::*;

    /// Calls a function with a mesh of a single tile, whose corners run clockwise.
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

    /// The pairs of triangles of a single tile that see each other.
    fn seen(vertices: &[[f32; 2]], triangles: &[Flagged], rule: LineOfSight) -> Vec<[usize; 2]> {
        with_mesh(vertices, triangles, |mesh, graph| {
            let mut steps = graph.steps(&mut PathScratch::new());
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

    /// Rules A5 to A7 word by word, without data that pairs share.
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

    /// Squares of two triangles, some of which are not walkable. Corners often lie on lines between other corners, and
    /// sometimes so far off that triangles fold.
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
        // The tangents run along the corridor's walls, and a touch blocks the view, so only adjacent triangles see each
        // other.
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
