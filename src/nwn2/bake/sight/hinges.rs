//! Walls at the corners of a triangle, which answer most pairs before any flood.

use super::bits;
use super::face::{Across, Tile};

/// What a flood surely finds at a corner of a triangle that it has visited, if this corner is in the quad.
///
/// All triangles around the corner are hit by it, so the flood goes around it, and finds an edge without neighbour that ends
/// there, or a triangle that is not walkable.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Hinge {
    /// A wall that does not belong to the triangle itself.
    pub(super) others: bool,
    /// An edge of the triangle itself that has no neighbour.
    pub(super) own: bool,
}

impl Hinge {
    /// The corners of each walkable triangle.
    pub(super) fn all(tile: &Tile) -> Vec<[Self; 3]> {
        let at_wall = vertices_at_walls(tile);
        let mut hinges = vec![[Self::default(); 3]; tile.nodes];
        // The corners that have been looked at, for each slot.
        let mut done = [0_u128; 3];
        for (start, slot) in (0..tile.nodes).flat_map(|face| [(face, 0), (face, 1), (face, 2)]) {
            let vertex = tile.faces[start].corners[slot].vertex;
            if !at_wall[usize::from(vertex)] || done[slot] >> start & 1 == 1 {
                continue;
            }
            let Around { faces, with_edge, has_other } = Around::of(tile, start, vertex);
            for face in bits(faces) {
                let own = with_edge >> face & 1 == 1;
                let hinge = Self { others: has_other || with_edge & !(1 << face) != 0, own };
                for (slot, _) in (0..3).zip(&tile.faces[face].corners).filter(|(_, corner)| corner.vertex == vertex) {
                    hinges[face][slot] = hinge;
                    done[slot] |= 1 << face;
                }
            }
        }
        hinges
    }
}

/// For each vertex whether an edge without neighbour ends there, or one before a triangle that is not walkable.
fn vertices_at_walls(tile: &Tile) -> Vec<bool> {
    let mut at_wall = vec![false; tile.vertices.len()];
    for edge in tile.faces[..tile.nodes].iter().flat_map(|face| &face.edges) {
        let is_wall = match edge.across {
            Across::Nothing => true,
            Across::Elsewhere { .. } => false,
            Across::Face(next) => usize::from(next) >= tile.nodes,
        };
        if is_wall {
            edge.ends.iter().for_each(|end| at_wall[usize::from(*end)] = true);
        }
    }
    at_wall
}

/// The walkable triangles around a vertex that hang together by edges that end there.
struct Around {
    faces: u128,
    /// Those that have an edge there without neighbour.
    with_edge: u128,
    /// Whether one of them is next to a triangle that is not walkable.
    has_other: bool,
}

impl Around {
    fn of(tile: &Tile, start: usize, vertex: u16) -> Self {
        let mut found = Self { faces: 1 << start, with_edge: 0, has_other: false };
        let mut open = found.faces;
        while open != 0 {
            let face = open.trailing_zeros() as usize;
            open &= open - 1;
            for edge in tile.faces[face].edges.iter().filter(|edge| edge.ends.contains(&vertex)) {
                match edge.across {
                    Across::Nothing => found.with_edge |= 1 << face,
                    Across::Elsewhere { .. } => {}
                    Across::Face(next) if usize::from(next) >= tile.nodes => found.has_other = true,
                    Across::Face(next) => {
                        let bit = 1_u128 << next;
                        open |= bit & !found.faces;
                        found.faces |= bit;
                    }
                }
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nwn2::bake::sight::face::{Corner, Edge, Face};

    /// A fan of triangles around vertex 0, each next to the one before it and to the one after it.
    fn fan(nodes: usize, faces: usize) -> Tile {
        let face = |at: usize| {
            let (here, next) = (at as u16 + 1, at as u16 + 2);
            let across = |other: usize| if other < faces { Across::Face(other as u16) } else { Across::Nothing };
            let edge = |ends, across| Edge { id: 0, ends, across };
            let edges = [
                edge([0, here], across(at.wrapping_sub(1))),
                edge([0, next], across(at + 1)),
                edge([here, next], Across::Nothing),
            ];
            Face { center: [0.0; 2], corners: [0, here, next].map(|vertex| Corner { vertex, at: [0.0; 2] }), edges }
        };
        Tile { faces: (0..faces).map(face).collect(), nodes, vertices: vec![[0.0; 2]; faces + 2] }
    }

    #[test]
    fn walls_at_the_ends_of_a_fan_are_found_from_its_middle() {
        let hinges = Hinge::all(&fan(3, 3));
        assert_eq!(hinges[1][0], Hinge { others: true, own: false });
        assert_eq!(hinges[0][0], Hinge { others: true, own: true });
        assert_eq!(Hinge::all(&fan(1, 1))[0][0], Hinge { others: false, own: true });
    }

    #[test]
    fn a_triangle_that_is_not_walkable_is_a_wall() {
        let mut tile = fan(1, 2);
        tile.faces[0].edges[0].across = Across::Elsewhere { is_walkable: true };
        assert_eq!(Hinge::all(&tile)[0][0], Hinge { others: true, own: false });
    }
}
