//! The edges of a tile that stop a flood which meets them.

use super::face::{Across, Edge, Nodes, Tile};
use super::vertex_sets::Set;

/// The edges without neighbour, and all edges of the triangles that are not walkable.
///
/// Each has a bit in a [`Set`], and those for which no bit is left share the last one.
pub(super) struct Barriers {
    /// The ends of each.
    pub(super) ends: Vec<[u16; 2]>,
    /// For each node the bits of its own edges without neighbour that share their bit with no other barrier.
    pub(super) own: Vec<Set>,
}

/// The bit that the last barriers share.
pub(super) const LAST: usize = Set::BITS as usize - 1;

impl Barriers {
    pub(super) fn of(tile: &Tile) -> Self {
        let mut barriers = Self { ends: Vec::new(), own: vec![0; tile.nodes] };
        for (at, face) in tile.faces.iter().enumerate() {
            let stops = |edge: &&Edge| at >= tile.nodes || edge.across == Across::Nothing;
            for edge in face.edges.iter().filter(stops) {
                if let Some(own) = barriers.own.get_mut(at).filter(|_| barriers.ends.len() < LAST) {
                    *own |= 1 << barriers.ends.len();
                }
                barriers.ends.push(edge.ends);
            }
        }
        barriers
    }

    /// Those that have a bit in a set.
    pub(super) fn of_set(&self, set: Set) -> impl Iterator<Item = [u16; 2]> {
        let has_bit = move |at: usize| set >> at.min(LAST) & 1 != 0;
        self.ends.iter().enumerate().filter(move |(at, _)| has_bit(*at)).map(|(_, ends)| *ends)
    }
}

/// The walkable triangles around a vertex at which a wall ends, and from which of them a flood finds a wall there.
///
/// If the vertex is in the quad, all triangles around it are hit, so a flood that has visited one of them visits all that hang
/// together with it there. It finds each of their edges without neighbour that ends there, and each triangle beside them that
/// is not walkable.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct WallEnd {
    /// The walkable triangles with a corner there.
    faces: Nodes,
    /// Those that have an edge there without neighbour.
    pub(super) own: Nodes,
    /// Those from which a flood surely finds a wall there that does not belong to the triangle itself.
    pub(super) others: Nodes,
    /// Those that have an edge there across which is a triangle that is not walkable.
    beside: Nodes,
}

impl WallEnd {
    /// One for each vertex.
    pub(super) fn all(tile: &Tile) -> Vec<Self> {
        let mut all = vec![Self::default(); tile.vertices.len()];
        for (at, face) in tile.faces[..tile.nodes].iter().enumerate() {
            let node = 1 << at;
            face.corners.iter().for_each(|corner| all[usize::from(corner.vertex)].faces |= node);
            for edge in &face.edges {
                let is_beside = match edge.across {
                    Across::Nothing => false,
                    Across::Face(next) if usize::from(next) >= tile.nodes => true,
                    Across::Elsewhere { .. } | Across::Face(_) => continue,
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

    /// The triangles around the vertex that hang together with one of them.
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
