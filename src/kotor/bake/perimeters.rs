//! Computes the perimeters: the loops of edges at which walking ends.
//!
//! Source: `docs/formats/bwm.md#perimeters`, exact on every file of the games' tools and of most modding tools.

use walkmesh_formats::bwm::Adjacency;

/// The edges without a neighbour in the game's order, and where each loop ends.
///
/// Scanning the edges in ascending order, each one that was not seen yet starts a loop. From an edge the loop goes on
/// to the next edge of the same face and, while that one has a neighbour, turns around their common corner to the edge
/// after it in the neighbour. The neighbours must be mutual, as [`Sharing`](crate::kotor::adjacency::Sharing) makes
/// them: then turning is a permutation of the edges, every loop closes, and the work is linear.
pub(in crate::kotor) fn perimeters(adjacencies: &[Adjacency]) -> (Vec<u32>, Vec<u32>) {
    let neighbour = |edge: u32| adjacencies[edge as usize / 3].edges[edge as usize % 3];
    let mut seen = vec![false; adjacencies.len() * 3];
    let (mut edges, mut ends) = (Vec::new(), Vec::new());
    for start in 0..seen.len() as u32 {
        if neighbour(start) >= 0 || seen[start as usize] {
            continue;
        }
        let mut edge = start;
        while !std::mem::replace(&mut seen[edge as usize], true) {
            edges.push(edge);
            edge = next_side(edge);
            while let Ok(across) = u32::try_from(neighbour(edge)) {
                edge = next_side(across);
            }
        }
        ends.push(edges.len() as u32);
    }
    (edges, ends)
}

/// The next side of the same face.
fn next_side(edge: u32) -> u32 {
    if edge % 3 == 2 { edge - 2 } else { edge + 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_faces_have_one_loop_around_both() {
        let square = [[-1, -1, 3], [2, -1, -1]].map(|edges| Adjacency { edges });
        assert_eq!(perimeters(&square), (vec![0, 1, 4, 5], vec![4]));
    }

    #[test]
    fn loops_that_touch_at_a_corner_stay_apart() {
        // Two triangles that share one vertex: turning around it stays within each.
        let pinch = [[-1; 3]; 2].map(|edges| Adjacency { edges });
        assert_eq!(perimeters(&pinch), (vec![0, 1, 2, 3, 4, 5], vec![3, 6]));
    }

    #[test]
    fn a_closed_surface_has_none() {
        let both_sides = [[3, 5, 4], [0, 2, 1]].map(|edges| Adjacency { edges });
        assert_eq!(perimeters(&both_sides), (vec![], vec![]));
    }
}
