//! Step 6: the walls of a triangle towards the other one.

use super::face::{Corner, Face};
use super::quad::Quad;
use super::silhouette::{LEFT, MIDDLE, RIGHT, Silhouette};

/// Whether a triangle has a wall on its edges towards the other one. These are the two edges at its middle corner where that
/// corner is in the quad, and the third edge otherwise. A wall is an edge that cannot be walked across, and here the
/// triangles of other tiles count.
pub(super) fn has_own_wall(face: &Face, corners: &Silhouette, quad: &Quad, nodes: usize) -> bool {
    let is_wall = |from: Corner, to: Corner| face.edge(from.vertex, to.vertex).is_some_and(|edge| edge.is_wall(nodes));
    let [left, middle, right] = [LEFT, MIDDLE, RIGHT].map(|slot| corners[slot]);
    if quad.contains(middle.at) {
        is_wall(left, middle) || is_wall(right, middle)
    } else {
        is_wall(left, right)
    }
}
