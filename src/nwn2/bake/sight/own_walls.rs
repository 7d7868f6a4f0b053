//! Step 6: the walls of a triangle towards the other triangle.

use super::face::{Corner, SightFace};
use super::quad::Quad;
use super::silhouette::{LEFT, MIDDLE, RIGHT, Silhouette};

/// Returns whether a triangle has a wall on its edges towards the other triangle. These are the two edges at its middle corner if that
/// corner is in the quad, and otherwise the third edge. A wall is an edge that cannot be walked across; here triangles of other tiles are
/// included.
pub(super) fn has_own_wall(face: &SightFace, corners: &Silhouette, quad: &Quad, nodes: usize) -> bool {
    let is_wall = |from: Corner, to: Corner| face.edge(from.vertex, to.vertex).is_some_and(|edge| edge.is_wall(nodes));
    let [left, middle, right] = [LEFT, MIDDLE, RIGHT].map(|slot| corners[slot]);
    if quad.contains(middle.at) { is_wall(left, middle) || is_wall(right, middle) } else { is_wall(left, right) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nwn2::bake::sight::face::{Across, Edge};

    /// Returns whether a triangle, which faces along x, has a wall towards a quad from x = 0 to `far`, by the vertices of its walls.
    fn has_wall(far: f32, wall: [u16; 2], across: Across) -> bool {
        let places = [[0.0, 1.0], [1.0, 0.0], [0.0, -1.0]];
        let corners = [0, 1, 2].map(|at| Corner { vertex: at as u16, at: places[at] });
        let edges = [[0, 1], [0, 2], [1, 2]].map(|ends| {
            let open = Across::Elsewhere { is_walkable: true };
            Edge { id: 0, ends, across: if ends == wall { across } else { open } }
        });
        let quad = [[0.0, 1.0], [far, 1.0], [far, -1.0], [0.0, -1.0]];
        let quad = Quad::with_sides([0, 1, 2, 3].map(|at| [quad[at], quad[(at + 1) % 4]]));
        has_own_wall(&SightFace { center: [0.0; 2], corners, edges }, &corners, &quad, 4)
    }

    #[test]
    fn the_edges_at_a_middle_corner_in_the_quad_count_and_otherwise_the_third_one() {
        let walls = |far| [[0, 1], [1, 2], [0, 2]].map(|wall| has_wall(far, wall, Across::Nothing));
        assert_eq!((walls(3.0), walls(0.5)), ([true, true, false], [false, false, true]));
    }

    #[test]
    fn a_wall_is_what_cannot_be_walked_across_in_any_tile() {
        let is_wall = |across| has_wall(3.0, [0, 1], across);
        assert!(is_wall(Across::SightFace(4)) && is_wall(Across::Elsewhere { is_walkable: false }));
        assert!(!is_wall(Across::SightFace(3)) && !is_wall(Across::Elsewhere { is_walkable: true }));
    }
}
