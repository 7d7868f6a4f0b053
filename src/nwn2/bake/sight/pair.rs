//! The order of the steps for a pair of triangles.

use super::face::Tile;
use super::flood::flood;
use super::own_walls::has_own_wall;
use super::quad::Quad;
use super::sight_lines::SightLines;
use super::silhouette::{direction, silhouette};

/// The step of the procedure that decides whether a pair of triangles sees each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum SightStep {
    /// Both lines of sight begin and end in the same corner, which both triangles share.
    BothLinesShared,
    /// One of the triangles has a wall towards the other.
    OwnWall,
    /// One line of sight begins and ends in the same corner.
    OneLineShared,
    /// The flood over the quadrilateral between them.
    Flood,
}

/// Returns whether the node `a` sees the node `b`, which is higher, and the step that decides it.
///
/// This is the procedure step by step. A bake asks [`AllPairs`](super::all_pairs::AllPairs), whose answers are the same.
pub(super) fn sees(tile: &Tile, a: usize, b: usize) -> (bool, SightStep) {
    let (near, far) = (&tile.faces[a], &tile.faces[b]);
    let along = direction(near.center, far.center);
    let (mut left_to_right_a, mut left_to_right_b) = (silhouette(near.corners, along), silhouette(far.corners, along));
    let lines = SightLines::find(&mut left_to_right_a, &mut left_to_right_b);
    let [is_left_shared, is_right_shared] = [lines.left, lines.right].map(|[from, to]| from.vertex == to.vertex);
    if is_left_shared && is_right_shared {
        return (true, SightStep::BothLinesShared);
    }
    let quad = Quad::between(&left_to_right_a, &left_to_right_b, &lines);
    let has_wall = has_own_wall(near, &left_to_right_a, &quad, tile.nodes)
        || has_own_wall(far, &left_to_right_b, &quad, tile.nodes);
    if has_wall {
        return (false, SightStep::OwnWall);
    }
    if is_left_shared || is_right_shared {
        // The neighbours of a neighbour.
        let is_joined = (tile.neighbours[b] | tile.second_neighbours(b)) >> a & 1 == 1;
        return (is_joined, SightStep::OneLineShared);
    }
    (flood(tile, a, b, &quad), SightStep::Flood)
}
