//! Computes the perimeters: the loops of boundary edges.
//!
//! Source: `docs/formats/bwm.md#perimeters`, exact on every file of the games' tools and of most modding tools.

use walkmesh_formats::bwm::Adjacency;

use crate::geometry::HalfEdge;
use crate::kotor::EdgeId;

/// The edges without a neighbour in the game's order, and the end of each loop.
///
/// Scanning the edges in ascending order, each one not yet visited starts a loop. From an edge the loop continues to the next edge of the
/// same face and, while that edge has a neighbour, rotates around their common corner to the following edge of the neighbour. The
/// neighbours must be mutual, as [`Sharing`](crate::kotor::adjacency::Sharing) makes them: then the rotation is a permutation of the edges,
/// every loop closes, and the work is linear.
pub(in crate::kotor) fn perimeters(adjacencies: &[Adjacency]) -> (Vec<EdgeId>, Vec<u32>) {
    let neighbour = |edge: HalfEdge| adjacencies[edge.face() as usize].edges[usize::from(edge.corner())];
    let mut seen = vec![false; 3 * adjacencies.len()];
    let (mut edges, mut ends) = (Vec::new(), Vec::new());
    for start in (0..seen.len() as u32).map(HalfEdge::from_id) {
        if neighbour(start) >= 0 || seen[start.index()] {
            continue;
        }
        let mut edge = start;
        while !std::mem::replace(&mut seen[edge.index()], true) {
            edges.push(edge.into());
            edge = edge.next();
            while let Ok(across) = u32::try_from(neighbour(edge)) {
                edge = HalfEdge::from_id(across).next();
            }
        }
        ends.push(edges.len() as u32);
    }
    (edges, ends)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_faces_have_one_loop_around_both() {
        let square = [[-1, -1, 3], [2, -1, -1]].map(|edges| Adjacency { edges });
        assert_eq!(perimeters(&square), (vec![0, 1, 4, 5].into_iter().map(EdgeId).collect(), vec![4]));
    }

    #[test]
    fn loops_that_touch_at_a_corner_stay_apart() {
        // Two triangles that share one vertex: rotating around it stays within each.
        let pinch = [[-1; 3]; 2].map(|edges| Adjacency { edges });
        assert_eq!(perimeters(&pinch), ((0..6).map(EdgeId).collect(), vec![3, 6]));
    }

    #[test]
    fn a_closed_surface_has_none() {
        let both_sides = [[3, 5, 4], [0, 2, 1]].map(|edges| Adjacency { edges });
        assert_eq!(perimeters(&both_sides), (vec![], vec![]));
    }
}
