//! Step 4: walls in front of a triangle.

use super::face::{Across, Corner, Edge, Face};
use super::tolerance::EPS;

/// The side on which the other triangle is, seen from a triangle: of `A` it is ahead, of `B` behind.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Facing {
    Ahead,
    Behind,
}

/// Whether a triangle has a wall among its front edges: those on the other triangle's side of the line between its
/// extreme corners, or all three if it is a sliver or has only one extreme corner. A wall is an edge that cannot be walked
/// across, and here the triangles of other tiles count.
///
/// That slivers have three front edges is known. Their test is ours: the game's tables do not show whether the area is
/// computed in `f32`, and `EPS` is fitted.
pub(super) fn has_front_wall(face: &Face, extremes: [usize; 2], facing: Facing, nodes: usize) -> bool {
    let [ahead, behind] = front_edges(face, extremes);
    walls(face, nodes) & if facing == Facing::Ahead { ahead } else { behind } != 0
}

/// The edges of a triangle that are walls, as bits by slot.
pub(super) fn walls(face: &Face, nodes: usize) -> u8 {
    bits(face, |edge| is_wall(edge, nodes))
}

/// The front edges, as bits by slot: first those of a triangle that looks ahead, then those of one that looks behind.
pub(super) fn front_edges(face: &Face, [left, right]: [usize; 2]) -> [u8; 2] {
    let [l, r] = [face.corners[left], face.corners[right]];
    if l.vertex == r.vertex {
        return [ALL_EDGES; 2];
    }
    let area = turn(l, r, face.corners[3 - left - right]);
    if area.abs() <= f64::from(EPS) {
        return [ALL_EDGES; 2];
    }
    let ends = [l.vertex.min(r.vertex), l.vertex.max(r.vertex)];
    // Ahead is to the left of the line from the left corner to the right one.
    let is_third_ahead = area > 0.0;
    let ahead = bits(face, |edge| (edge.ends == ends) != is_third_ahead);
    [ahead, ALL_EDGES & !ahead]
}

const ALL_EDGES: u8 = 0b111;

fn bits(face: &Face, is_set: impl Fn(&Edge) -> bool) -> u8 {
    (0..).zip(&face.edges).fold(0, |bits, (slot, edge)| bits | u8::from(is_set(edge)) << slot)
}

fn is_wall(edge: &Edge, nodes: usize) -> bool {
    match edge.across {
        Across::Nothing => true,
        Across::Elsewhere { is_walkable } => !is_walkable,
        Across::Face(face) => usize::from(face) >= nodes,
    }
}

/// Twice the area of a triangle, positive if its corners run counter-clockwise. On `f32` places it is nearly always exact.
fn turn(a: Corner, b: Corner, c: Corner) -> f64 {
    let [a, b, c] = [a, b, c].map(|corner| corner.at.map(f64::from));
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A triangle with a wall at one edge.
    fn face(places: [[f32; 2]; 3], wall: [u16; 2], across: Across) -> Face {
        let corners = [0, 1, 2].map(|at| Corner { vertex: at as u16, at: places[at] });
        let edges = [[0, 1], [0, 2], [1, 2]].map(|ends| {
            let open = Across::Elsewhere { is_walkable: true };
            Edge { id: 0, ends, across: if ends == wall { across } else { open } }
        });
        Face { center: [0.0; 2], corners, edges }
    }

    #[test]
    fn front_edges_are_on_the_other_triangles_side() {
        // The third corner is ahead of the line between the extremes: two front edges ahead, one behind.
        let pointed = |wall| face([[0.0, 1.0], [0.0, -1.0], [1.0, 0.0]], wall, Across::Nothing);
        let ahead = [[0, 1], [0, 2], [1, 2]].map(|wall| has_front_wall(&pointed(wall), [0, 1], Facing::Ahead, 1));
        let behind = [[0, 1], [0, 2], [1, 2]].map(|wall| has_front_wall(&pointed(wall), [0, 1], Facing::Behind, 1));
        assert_eq!((ahead, behind), ([false, true, true], [true, false, false]));
    }

    #[test]
    fn all_edges_of_a_sliver_and_of_a_single_extreme_are_in_front() {
        let sliver = |wall| face([[0.0, 1.0], [0.0, -1.0], [0.0001, 0.0]], wall, Across::Nothing);
        let wide = |wall| face([[0.0, 1.0], [0.0, -1.0], [1.0, 0.0]], wall, Across::Nothing);
        for wall in [[0, 1], [0, 2], [1, 2]] {
            assert!(has_front_wall(&sliver(wall), [0, 1], Facing::Ahead, 1));
            assert!(has_front_wall(&wide(wall), [2, 2], Facing::Behind, 1));
        }
    }

    #[test]
    fn a_wall_is_what_cannot_be_walked_on_in_any_tile() {
        let is_wall = |across| {
            let face = face([[0.0, 1.0], [0.0, -1.0], [1.0, 0.0]], [0, 2], across);
            has_front_wall(&face, [0, 1], Facing::Ahead, 4)
        };
        assert!(
            is_wall(Across::Nothing) && is_wall(Across::Face(4)) && is_wall(Across::Elsewhere { is_walkable: false })
        );
        assert!(!is_wall(Across::Face(3)) && !is_wall(Across::Elsewhere { is_walkable: true }));
    }
}
