//! Walls at the vertices of a tile, which answer most pairs before any flood.

use super::face::{Across, Tile};

/// The walkable triangles around a vertex, and from which of them a flood finds a wall there. Each set has a bit for each
/// triangle.
///
/// If the vertex is in the quad, all triangles around it are hit, so a flood that has visited one of them visits all that hang
/// together with it there. It finds each of their edges without neighbour that ends there, and each triangle that is not
/// walkable.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Hinge {
    /// The walkable triangles with a corner there.
    faces: u128,
    /// Those that have an edge there without neighbour.
    pub(super) own: u128,
    /// Those from which a flood surely finds a wall there that does not belong to the triangle itself.
    pub(super) others: u128,
    /// Those that have an edge there across which is a triangle that is not walkable.
    beside: u128,
}

impl Hinge {
    /// One for each vertex. `neighbours` has the walkable neighbours of each node.
    pub(super) fn all(tile: &Tile, neighbours: &[u128]) -> Vec<Self> {
        let mut hinges = vec![Self::default(); tile.vertices.len()];
        for (at, face) in tile.faces[..tile.nodes].iter().enumerate() {
            let face_bit = 1 << at;
            face.corners.iter().for_each(|corner| hinges[usize::from(corner.vertex)].faces |= face_bit);
            for edge in &face.edges {
                let is_beside = match edge.across {
                    Across::Nothing => false,
                    Across::Face(next) if usize::from(next) >= tile.nodes => true,
                    Across::Elsewhere { .. } | Across::Face(_) => continue,
                };
                for end in edge.ends.map(usize::from) {
                    let set = if is_beside { &mut hinges[end].beside } else { &mut hinges[end].own };
                    *set |= face_bit;
                }
            }
        }
        for hinge in hinges.iter_mut().filter(|hinge| hinge.own | hinge.beside != 0) {
            hinge.others = hinge.others(neighbours);
        }
        hinges
    }

    /// The set `others`, from the other sets.
    fn others(&self, neighbours: &[u128]) -> u128 {
        let (mut others, mut rest) = (0, self.faces);
        while rest != 0 {
            let part = self.part(rest & rest.wrapping_neg(), neighbours);
            rest &= !part;
            let own = part & self.own;
            let is_found_by_all = part & self.beside != 0 || own.count_ones() > 1;
            others |= if is_found_by_all {
                part
            } else if own == 0 {
                0
            } else {
                part & !own
            };
        }
        others
    }

    /// The triangles around the vertex that hang together with one of them.
    fn part(&self, start: u128, neighbours: &[u128]) -> u128 {
        let (mut part, mut open) = (start, start);
        while open != 0 {
            let at = open.trailing_zeros() as usize;
            open &= open - 1;
            let new = neighbours[at] & self.faces & !part;
            part |= new;
            open |= new;
        }
        part
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
        let all = Hinge::all(&fan(3, 3), &[0b010, 0b101, 0b010])[0];
        assert_eq!((all.faces, all.own, all.others), (0b111, 0b101, 0b111));
        let alone = Hinge::all(&fan(1, 1), &[0])[0];
        assert_eq!((alone.own, alone.others), (0b1, 0));
    }

    #[test]
    fn triangles_that_do_not_hang_together_find_no_walls_of_each_other() {
        // The middle triangle of the fan is missing between its neighbours.
        let hinge = Hinge::all(&fan(3, 3), &[0b000, 0b000, 0b000])[0];
        assert_eq!((hinge.own, hinge.others), (0b101, 0));
    }

    #[test]
    fn a_triangle_that_is_not_walkable_is_a_wall() {
        let mut tile = fan(1, 2);
        tile.faces[0].edges[0].across = Across::Elsewhere { is_walkable: true };
        let hinge = Hinge::all(&tile, &[0])[0];
        assert_eq!((hinge.own, hinge.others), (0, 0b1));
    }
}
