//! The edges of a tile that stop a flood on contact.

use super::face::{Across, Edge, Nodes, Set, SightFace, Tile};

/// The edges of nodes without a neighbour, and the edges of unwalkable triangles.
///
/// Each has a bit in a [`Set`]; once the bits run out, the rest share the last one.
pub(super) struct Barriers {
    /// The ends of each barrier.
    pub(super) ends: Vec<[u16; 2]>,
    /// For each node, the bits of its edges without a neighbour that are not shared with another barrier.
    pub(super) own: Vec<Set>,
}

/// The edges by which a flood may hit a triangle that is not walkable, with their numbers. The edge by which the flood enters is excluded,
/// so the only entrance of a triangle is not in this list.
fn edges_behind(face: &SightFace, nodes: usize) -> impl Iterator<Item = (u32, [u16; 2])> {
    let is_entry = move |edge: &Edge| matches!(edge.across, Across::SightFace(next) if usize::from(next) < nodes);
    let has_one_entry = face.edges.iter().filter(|edge| is_entry(edge)).count() == 1;
    let behind = face.edges.iter().filter(move |edge| !(has_one_entry && is_entry(edge)));
    behind.map(|edge| (edge.id, edge.ends))
}

/// The bit that the last barriers share.
pub(super) const LAST: usize = Set::BITS as usize - 1;

impl Barriers {
    pub(super) fn new(tile: &Tile) -> Self {
        let mut barriers = Self { ends: Vec::new(), own: vec![0; tile.nodes] };
        let (nodes, others) = tile.faces.split_at(tile.nodes);
        for (face, own) in nodes.iter().zip(0..) {
            for edge in face.edges.iter().filter(|edge| edge.across == Across::Nothing) {
                if barriers.ends.len() < LAST {
                    barriers.own[own] |= 1 << barriers.ends.len();
                }
                barriers.ends.push(edge.ends);
            }
        }
        let mut edges: Vec<_> = others.iter().flat_map(|face| edges_behind(face, tile.nodes)).collect();
        edges.sort_unstable();
        edges.dedup();
        barriers.ends.extend(edges.into_iter().map(|(_, ends)| ends));
        barriers
    }

    /// The barriers that have a bit in a set.
    pub(super) fn of_set(&self, set: Set) -> impl Iterator<Item = [u16; 2]> {
        let has_bit = move |at: usize| set >> at.min(LAST) & 1 != 0;
        self.ends.iter().enumerate().filter(move |(at, _)| has_bit(*at)).map(|(_, ends)| *ends)
    }
}

/// The walkable triangles around a vertex at which a wall ends, and those from which a flood finds a wall there.
///
/// If the vertex is in the quad, all triangles around it are hit, so a flood that has visited one of them visits all triangles that are
/// connected with it around the vertex. The flood finds each of their edges without a neighbour that ends at the vertex, and each adjacent
/// unwalkable triangle.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct WallEnd {
    /// The walkable triangles with a corner at the vertex.
    faces: Nodes,
    /// The triangles that have an edge without a neighbour at the vertex.
    pub(super) own: Nodes,
    /// The triangles from which a flood certainly finds another triangle's wall at the vertex.
    pub(super) others: Nodes,
    /// The triangles with an edge at the vertex to an unwalkable triangle.
    beside: Nodes,
}

impl WallEnd {
    /// One per vertex.
    pub(super) fn all(tile: &Tile) -> Vec<Self> {
        let mut all = vec![Self::default(); tile.vertices.len()];
        for (at, face) in tile.faces[..tile.nodes].iter().enumerate() {
            let node = 1 << at;
            face.corners.iter().for_each(|corner| all[usize::from(corner.vertex)].faces |= node);
            for edge in &face.edges {
                let is_beside = match edge.across {
                    Across::Nothing => false,
                    Across::SightFace(next) if usize::from(next) >= tile.nodes => true,
                    Across::Elsewhere { .. } | Across::SightFace(_) => continue,
                };
                for end in edge.ends.map(usize::from) {
                    let set = if is_beside { &mut all[end].beside } else { &mut all[end].own };
                    *set |= node;
                }
            }
        }
        for end in all.iter_mut().filter(|end| end.own | end.beside != 0) {
            end.others = end.others(&tile.neighbours);
        }
        all
    }

    /// The set `others`, from the other sets.
    fn others(&self, neighbours: &[Nodes]) -> Nodes {
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

    /// The triangles around the vertex that are connected with one of them.
    fn part(&self, start: Nodes, neighbours: &[Nodes]) -> Nodes {
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
    use crate::nwn2::bake::sight::face::{Corner, Edge};

    /// A fan of triangles around vertex 0, each adjacent to its predecessor and its successor.
    fn fan(nodes: usize, faces: usize, neighbours: &[Nodes]) -> Tile {
        let face = |at: usize| {
            let (here, next) = (at as u16 + 1, at as u16 + 2);
            let across = |other: usize| if other < faces { Across::SightFace(other as u16) } else { Across::Nothing };
            let edge = |ends, across| Edge { id: 0, ends, across };
            let edges = [
                edge([0, here], across(at.wrapping_sub(1))),
                edge([0, next], across(at + 1)),
                edge([here, next], Across::Nothing),
            ];
            SightFace {
                center: [0.0; 2],
                corners: [0, here, next].map(|vertex| Corner { vertex, at: [0.0; 2] }),
                edges,
            }
        };
        let faces: Vec<_> = (0..faces).map(face).collect();
        Tile { vertices: vec![[0.0; 2]; faces.len() + 2], faces, nodes, neighbours: neighbours.to_vec() }
    }

    #[test]
    fn walls_at_the_ends_of_a_fan_are_found_from_its_middle() {
        let all = WallEnd::all(&fan(3, 3, &[0b010, 0b101, 0b010]))[0];
        assert_eq!((all.faces, all.own, all.others), (0b111, 0b101, 0b111));
        let alone = WallEnd::all(&fan(1, 1, &[0]))[0];
        assert_eq!((alone.own, alone.others), (0b1, 0));
    }

    #[test]
    fn triangles_that_do_not_hang_together_find_no_walls_of_each_other() {
        // The middle triangle of the fan is missing between its neighbours.
        let end = WallEnd::all(&fan(3, 3, &[0b000, 0b000, 0b000]))[0];
        assert_eq!((end.own, end.others), (0b101, 0));
    }

    #[test]
    fn a_triangle_that_is_not_walkable_is_a_wall() {
        let mut tile = fan(1, 2, &[0]);
        tile.faces[0].edges[0].across = Across::Elsewhere { is_walkable: true };
        let end = WallEnd::all(&tile)[0];
        assert_eq!((end.own, end.others), (0, 0b1));
    }

    #[test]
    fn the_only_edge_to_a_triangle_that_is_not_walkable_is_no_barrier() {
        // The first triangle is a node, and has two edges without a neighbour; the others are unwalkable.
        let tile = fan(1, 3, &[0]);
        let barriers = Barriers::new(&tile);
        assert_eq!(barriers.own, [0b11]);
        assert_eq!(barriers.ends[..2], [[0, 1], [1, 2]]);
        assert!(!barriers.ends[2..].contains(&[0, 2]) && barriers.ends.contains(&[0, 3]));
    }
}
