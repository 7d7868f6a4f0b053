//! The lines of sight between the triangles of a tile: a bit that lets the game walk straight without a test.
//!
//! For a pair of triangles, the game takes the quadrilateral between them, and floods it from the triangle with the lower number.
//! `silhouette`, `sight_lines`, `quad`, `own_walls` and `flood` are the steps of docs/formats/trn-aswm.md#line-of-sight, and `pair` defines
//! their order. Everything is computed in the plan view, in `f32`, and each operation is rounded on its own.
//!
//! A bake asks `all_pairs`, which gives the same answers. `eight` performs all steps before the flood for eight pairs at once.
//! `vertex_sets`, `barriers`, `node_walls` and `flood_sets` perform the flood with bit sets.

mod all_pairs;
mod barriers;
mod columns;
mod decision;
mod eight;
mod face;
mod flood;
mod flood_sets;
mod node_walls;
mod own_walls;
mod pair;
mod quad;
mod sight_lines;
mod silhouette;
mod tolerance;
mod vertex_sets;

use std::ops::Range;

use crate::formats::Vector3;
use crate::formats::aswm::{PathNode, Triangle};

use super::graph::Graph;
use super::options::LineOfSight;
pub use decision::{SightDecision, lines_of_sight};
use face::{Numbers, Tile};
pub use pair::SightStep;
use vertex_sets::Sides;

/// Scratch memory that the tiles use in turn.
#[derive(Default)]
pub(super) struct SightScratch {
    numbers: Numbers,
    sides: Sides,
}

/// The bit of a step that says that its two nodes see each other.
const SIGHT: u8 = 0x80;

/// The mesh that a tile is part of.
#[derive(Clone, Copy)]
pub(super) struct Around<'a> {
    pub(super) vertices: &'a [Vector3],
    pub(super) triangles: &'a [Triangle],
}

/// Marks the steps between nodes that see each other and can reach each other.
pub(super) fn mark(
    steps: &mut [PathNode],
    mesh: Around<'_>,
    range: &Range<usize>,
    graph: &Graph,
    rule: LineOfSight,
    scratch: &mut SightScratch,
) {
    if rule == LineOfSight::Off || graph.len() < 2 {
        return;
    }
    let tile = Tile::new(mesh, range, graph, &mut scratch.numbers);
    all_pairs::mark(&tile, &mut scratch.sides, steps);
}

/// The indices of the set bits, ascending.
#[inline(always)]
fn bits(set: u128) -> impl Iterator<Item = usize> {
    let mut rest = set;
    std::iter::from_fn(move || {
        let first = (rest != 0).then(|| rest.trailing_zeros() as usize);
        rest &= rest.wrapping_sub(1);
        first
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::aswm::TriangleFlags;
    use crate::nwn2::bake::paths::PathScratch;
    use crate::nwn2::bake::{edges, planes};
    use proptest::prelude::*;

    /// Corners of a triangle, and whether it is walkable.
    type Flagged = ([u32; 3], bool);

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
        edges::link(&mut triangles, &tile_of, 1);
        let graph = Graph::new(&triangles, 0..triangles.len()).unwrap();
        ask(Around { vertices: &vertices, triangles: &triangles }, &graph)
    }

    /// The pairs of nodes of a single tile that see each other.
    fn seen(vertices: &[[f32; 2]], triangles: &[Flagged], rule: LineOfSight) -> Vec<[usize; 2]> {
        with_mesh(vertices, triangles, |mesh, graph| {
            let mut steps = graph.steps(&mut PathScratch::new());
            mark(&mut steps, mesh, &(0..triangles.len()), graph, rule, &mut SightScratch::default());
            let n = graph.len();
            let clear =
                |i: usize, j: usize| steps[i * n + j].next().is_some() && steps[i * n + j].bits().line_of_sight();
            let pairs = (0..n).flat_map(|i| (0..n).map(move |j| [i, j]));
            let seen: Vec<_> = pairs.filter(|[i, j]| clear(*i, *j)).collect();
            assert!(seen.iter().all(|[i, j]| clear(*j, *i)), "sight goes both ways");
            seen.into_iter().filter(|[i, j]| i < j).collect()
        })
    }

    /// Squares of two triangles, some of which are not walkable. Corners often lie on lines between other corners, and are sometimes so far
    /// off that triangles fold.
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

    /// Triangles between arbitrary vertices: several on an edge, duplicates, folded, and degenerate.
    fn heaps() -> impl Strategy<Value = (Vec<[f32; 2]>, Vec<Flagged>)> {
        let number = prop_oneof![6 => (0_u8..5).prop_map(f32::from), 2 => 0.0_f32..5.0, 1 => Just(80.0)];
        let place = proptest::collection::vec([number.clone(), number], 3..12);
        let scale = prop_oneof![6 => Just((1.0_f32, 0.0_f32)), 2 => Just((1.0, 300.0)), 1 => Just((1e4, 0.0)), 1 => Just((1e18, 0.0))];
        (place, scale).prop_flat_map(|(places, (scale, shift))| {
            let count = places.len() as u32;
            let triangle = ([0..count, 0..count, 0..count], prop::bool::weighted(0.8));
            let vertices: Vec<_> = places.into_iter().map(|place| place.map(|at| at * scale + shift)).collect();
            (Just(vertices), proptest::collection::vec(triangle, 1..40))
        })
    }

    fn tables_change_nothing(vertices: &[[f32; 2]], triangles: &[Flagged]) -> Result<(), TestCaseError> {
        with_mesh(vertices, triangles, |mesh, graph| {
            let range = 0..triangles.len();
            let tile = Tile::new(mesh, &range, graph, &mut Numbers::default());
            let mut steps = graph.steps(&mut PathScratch::new());
            mark(&mut steps, mesh, &range, graph, LineOfSight::Game, &mut SightScratch::default());
            let n = graph.len();
            for (a, b) in (0..n).flat_map(|a| (a + 1..n).map(move |b| (a, b))) {
                let step = steps[a * n + b];
                let is_clear = step.next().is_some() && step.bits().line_of_sight();
                let expected = step.next().is_some() && pair::sees(&tile, a, b).0;
                prop_assert_eq!(is_clear, expected, "{} and {}", a, b);
            }
            Ok(())
        })
    }

    proptest! {
        #[test]
        fn the_tables_of_a_tile_change_nothing_in_fields((vertices, triangles) in fields()) {
            tables_change_nothing(&vertices, &triangles)?;
        }

        #[test]
        fn the_tables_of_a_tile_change_nothing_in_heaps((vertices, triangles) in heaps()) {
            tables_change_nothing(&vertices, &triangles)?;
        }
    }

    #[test]
    fn a_tile_with_more_vertices_than_a_set_has_needs_no_sets() {
        // A strip in which every square has its own corners, except that one square shares two vertices with the next.
        let (vertices, triangles) = strip(63, |_| true);
        let beside = |at: usize| [at as f32 * 0.1, -1.0];
        let vertices: Vec<_> = vertices.into_iter().chain((0..63).map(beside)).collect();
        let below = (0..63).map(|x| ([2 * x, 2 * x + 2, 128 + x], false));
        let triangles: Vec<_> = triangles.into_iter().chain(below).collect();
        tables_change_nothing(&vertices, &triangles).unwrap();
    }

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
    fn the_tables_are_there_for_a_usual_tile() {
        let (vertices, triangles) = strip(40, |_| true);
        with_mesh(&vertices, &triangles, |mesh, graph| {
            let tile = Tile::new(mesh, &(0..triangles.len()), graph, &mut Numbers::default());
            assert!(all_pairs::AllPairs::new(&tile, &mut SightScratch::default().sides).is_some());
        });
    }

    #[test]
    fn neighbours_in_a_convex_quad_see_each_other() {
        let (vertices, triangles) = strip(1, |_| true);
        assert_eq!(seen(&vertices, &triangles, LineOfSight::Game), [[0, 1]]);
        assert_eq!(seen(&vertices, &triangles, LineOfSight::Off), [[0; 2]; 0]);
    }

    #[test]
    fn along_a_corridor_the_walls_touch_the_view() {
        // The quad's sides run along the corridor's walls, and the ends of a wall on a side are inside.
        let (vertices, triangles) = strip(3, |_| true);
        let seen = seen(&vertices, &triangles, LineOfSight::Game);
        assert!(seen.contains(&[0, 1]) && seen.contains(&[2, 3]));
        assert!(!seen.contains(&[0, 5]) && !seen.contains(&[1, 4]));
    }

    #[test]
    fn triangles_that_cannot_reach_each_other_do_not_see_each_other() {
        let (vertices, triangles) = strip(3, |triangle| triangle != 2);
        let seen = seen(&vertices, &triangles, LineOfSight::Game);
        assert!(seen.iter().all(|[i, j]| (*i < 2) == (*j < 2)), "{seen:?}");
    }

    /// Returns whether a flood in a strip of two squares gets from its first triangle to a given one.
    fn arrives(to: usize, quad: [[f32; 2]; 4]) -> bool {
        let (vertices, triangles) = strip(2, |_| true);
        with_mesh(&vertices, &triangles, |mesh, graph| {
            let tile = Tile::new(mesh, &(0..4), graph, &mut Numbers::default());
            let sides = [0, 1, 2, 3].map(|at| [quad[at], quad[(at + 1) % 4]]);
            flood::flood(&tile, 0, to, &quad::Quad::with_sides(sides))
        })
    }

    #[test]
    fn a_flood_arrives_when_it_has_visited_a_neighbour_of_a_neighbour() {
        // The quad is inside the first triangle, so no other triangle is visited.
        let quad = [[0.15, 0.75], [0.26, 0.76], [0.25, 0.65], [0.16, 0.64]];
        assert!(arrives(2, quad) && !arrives(3, quad));
    }

    #[test]
    fn a_wall_that_meets_the_quad_stops_a_flood_although_its_ends_are_outside() {
        // The quad begins in the first triangle, and crosses the outer edge of the second one.
        assert!(!arrives(1, [[0.3, 0.45], [0.61, 0.46], [0.6, -0.5], [0.31, -0.51]]));
        // Here it crosses the inner edge on the other side.
        assert!(arrives(1, [[0.3, 0.45], [1.41, 0.5], [1.4, 0.3], [0.31, 0.29]]));
    }

    #[test]
    fn triangles_with_one_shared_line_see_each_other_over_a_common_neighbour() {
        // Three of a fan's triangles around a corner, and a triangle on the other side of this corner.
        let vertices = [[0.0, 0.0], [-1.0, 1.0], [0.0, 1.5], [1.0, 1.0], [1.5, 0.0], [1.0, -1.0]];
        let fan = [([0, 1, 2], true), ([0, 2, 3], true), ([0, 3, 4], true), ([0, 4, 5], true)];
        with_mesh(&vertices, &fan, |mesh, graph| {
            let tile = Tile::new(mesh, &(0..4), graph, &mut Numbers::default());
            let steps: Vec<_> = (1..4).map(|b| pair::sees(&tile, 0, b)).collect();
            assert_eq!(steps[0], (true, SightStep::BothLinesShared));
            assert_eq!(steps[1].1, SightStep::OneLineShared);
        });
    }
}
