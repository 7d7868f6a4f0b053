//! The lines of sight between the triangles of a tile: a bit that lets the game walk straight without a test.
//!
//! For a pair of triangles the game takes the quadrilateral between them, and floods it from the triangle with the lower
//! number. The files below this one are the steps of docs/formats/trn-aswm.md#line-of-sight. Each says what of its
//! arithmetic is known and what is fitted. Everything is computed in the plan view, in `f32`, and each operation is rounded
//! on its own.

mod decision;
mod extremes;
mod face;
mod flood;
mod front;
mod pair;
mod quad;
mod single;
mod tangents;
mod tolerance;

use std::ops::Range;

use crate::formats::Vector3;
use crate::formats::aswm::{Edge, PathNode, Triangle};

use super::graph::Graph;
use super::options::LineOfSight;
pub use decision::{SightDecision, lines_of_sight};
use face::Tile;
pub use pair::SightStep;

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
    let tile = Tile::of(mesh, range, graph);
    let n = graph.len();
    for i in 0..n {
        for j in i + 1..n {
            if steps[i * n + j] != PathNode::default() && pair::sees(&tile, i, j).0 {
                steps[i * n + j].0 |= SIGHT;
                steps[j * n + i].0 |= SIGHT;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::aswm::TriangleFlags;
    use crate::nwn2::bake::paths::PathScratch;
    use crate::nwn2::bake::{edges, planes};

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
        let edges = edges::link(&mut triangles, &tile_of, 1).records;
        let graph = Graph::of(&triangles, 0..triangles.len()).unwrap();
        ask(Around { vertices: &vertices, triangles: &triangles, edges: &edges }, &graph)
    }

    /// The pairs of nodes of a single tile that see each other.
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
}
