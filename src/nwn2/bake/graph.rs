//! The graph of a tile: its walkable triangles as nodes, and the links between them.

use std::ops::Range;

use crate::formats::aswm::{NO_NODE, NodeToLocal, PathNode, PathTable, Triangle};
use crate::nwn2::floor::is_walkable;

/// Maximum number of nodes of a tile: a step has seven bits, and 127 with the line-of-sight bit means "none".
pub(in crate::nwn2) const MAX_NODES: usize = 127;

/// Number of walkable triangles above which a tile is reported as nearly full: nine tenths of the maximum.
pub(in crate::nwn2) const NEARLY_CROWDED: usize = MAX_NODES * 9 / 10;

/// The graph of a tile: its walkable triangles as nodes, and the links between them.
pub(in crate::nwn2) struct Graph {
    /// For each triangle of the tile, its node.
    pub(in crate::nwn2) local_to_node: Vec<u8>,
    /// For each node, its triangle, as an index within the tile, ascending.
    pub(in crate::nwn2) node_to_local: Vec<u32>,
    pub(super) links: Vec<Links>,
}

/// The walkable neighbours of a node in its tile, in slot order, and the distances to them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Links {
    pub(super) to: [u8; 3],
    pub(super) distance: [f32; 3],
}

impl Links {
    /// The neighbours of `node`, whose links these are, and the distances to them. The node itself is left out, and
    /// each neighbour appears once: if several links lead to it, the shortest is used.
    pub(super) fn neighbours(self, node: u8) -> impl Iterator<Item = (u8, f32)> {
        let is_better = move |slot: usize, other: usize| {
            self.to[slot] == self.to[other] && (self.distance[slot], slot) < (self.distance[other], other)
        };
        let counts = move |slot: &usize| {
            let to = self.to[*slot];
            to != NO_NODE && to != node && !(0..3).any(|other| is_better(other, *slot))
        };
        (0..3).filter(counts).map(move |slot| (self.to[slot], self.distance[slot]))
    }
}

impl Graph {
    /// The graph of the tile with the triangles `range`, or `Err` with the number of nodes if there are too many.
    pub(in crate::nwn2) fn new(triangles: &[Triangle], range: Range<usize>) -> Result<Self, usize> {
        let rows = &triangles[range.clone()];
        let walkable = || (0..).zip(rows).filter(|(_, row)| is_walkable(row.flags));
        let nodes = walkable().count();
        if nodes > MAX_NODES {
            return Err(nodes);
        }
        let node_to_local: Vec<u32> = walkable().map(|(local, _)| local).collect();
        let mut local_to_node = vec![NO_NODE; rows.len()];
        for (node, local) in (0..).zip(&node_to_local) {
            local_to_node[*local as usize] = node;
        }
        let links = walkable()
            .map(|(_, row)| {
                let mut links = Links { to: [NO_NODE; 3], distance: [0.0; 3] };
                for (slot, other) in row.linked_triangles.into_iter().enumerate() {
                    let local = (other as usize).wrapping_sub(range.start);
                    if let Some(&node) = local_to_node.get(local) {
                        links.to[slot] = node;
                        links.distance[slot] = distance(row.center, rows[local].center);
                    }
                }
                links
            })
            .collect();
        Ok(Self { local_to_node, node_to_local, links })
    }

    /// Number of nodes.
    pub(in crate::nwn2) fn len(&self) -> usize {
        self.links.len()
    }

    /// Returns whether a link leads from one node to another.
    pub(in crate::nwn2) fn is_linked(&self, from: usize, to: usize) -> bool {
        self.links[from].to.iter().any(|node| *node != NO_NODE && usize::from(*node) == to)
    }

    /// For each node, its component, numbered by their lowest nodes, and the number of components.
    pub(in crate::nwn2) fn components(&self) -> (Vec<u8>, usize) {
        let mut component = vec![NO_NODE; self.len()];
        let mut count = 0_u8;
        let mut open = Vec::new();
        for node in 0..self.len() {
            if component[node] != NO_NODE {
                continue;
            }
            component[node] = count;
            open.push(node);
            while let Some(from) = open.pop() {
                for to in self.links[from].to {
                    if to != NO_NODE && component[usize::from(to)] == NO_NODE {
                        component[usize::from(to)] = count;
                        open.push(usize::from(to));
                    }
                }
            }
            count += 1;
        }
        (component, usize::from(count))
    }

    /// The stored tables, with these steps.
    pub(super) fn table(&self, nodes: Vec<PathNode>) -> PathTable {
        let node_to_local = NodeToLocal::Words(self.node_to_local.clone());
        PathTable { rle_table_size: 0, local_to_node: self.local_to_node.clone(), node_to_local, nodes }
    }
}

/// Distance between two centres, as the game's baker rounds it.
pub(super) fn distance(from: [f32; 2], to: [f32; 2]) -> f32 {
    let (dx, dy) = (from[0] - to[0], from[1] - to[1]);
    (dx * dx + dy * dy).sqrt()
}
