//! The paths inside one tile: its nodes, and the first step of the shortest way between any two.
//!
//! Source: facts `trn-aswm.md` section 4.1, equal in all 37,078,562 cells of 173 files: Dijkstra's search from each
//! node over two-dimensional centre distances, summed in `f32`; the least cost first, the lowest node on ties; a way is
//! replaced only by a shorter one, neighbours in slot order.

use std::ops::Range;

use crate::formats::aswm::{NO_NODE, NodeToLocal, PathNode, PathTable, Triangle};
use crate::nwn2::floor::is_walkable;

/// The most nodes of a tile: a step has seven bits, and 127 with the line-of-sight bit says "none".
pub(in crate::nwn2) const MOST_NODES: usize = 127;

/// The walkable triangles of a tile, which are its nodes, and their links inside it.
pub(in crate::nwn2) struct Graph {
    /// For each triangle of the tile its node.
    pub(in crate::nwn2) local_to_node: Vec<u8>,
    /// For each node its triangle, counted in the tile, ascending.
    pub(in crate::nwn2) node_to_local: Vec<u32>,
    links: Vec<Links>,
}

/// The walkable neighbours of a node in its tile, in slot order, and the distances to them.
#[derive(Clone, Copy, Debug)]
struct Links {
    to: [u8; 3],
    distance: [f32; 3],
}

impl Graph {
    /// The graph of the tile that holds `range`; `Err` with the number of nodes where they are too many.
    pub(in crate::nwn2) fn of(triangles: &[Triangle], range: Range<usize>) -> Result<Self, usize> {
        let rows = &triangles[range.clone()];
        let walkable = || (0..).zip(rows).filter(|(_, row)| is_walkable(row.flags));
        let nodes = walkable().count();
        if nodes > MOST_NODES {
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

    /// Whether one can step from one node to another.
    pub(in crate::nwn2) fn is_linked(&self, from: usize, to: usize) -> bool {
        self.links[from].to.iter().any(|node| *node != NO_NODE && usize::from(*node) == to)
    }

    /// For each node its component, numbered by their lowest nodes, and how many there are.
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

    /// For each pair of nodes the first step, without lines of sight.
    pub(super) fn steps(&self) -> Vec<PathNode> {
        let n = self.len();
        let mut steps = vec![PathNode(NO_NODE); n * n];
        let mut search = Search::new();
        for (from, row) in steps.chunks_exact_mut(n.max(1)).enumerate() {
            search.run(&self.links, from, row);
        }
        steps
    }

    /// The tables as they are stored, around the steps.
    pub(super) fn into_table(self, nodes: Vec<PathNode>) -> PathTable {
        let Self { local_to_node, node_to_local, .. } = self;
        PathTable { rle_table_size: 0, local_to_node, node_to_local: NodeToLocal::Words(node_to_local), nodes }
    }
}

/// Distance between two centres, as the game's baker rounds it.
pub(super) fn distance(from: [f32; 2], to: [f32; 2]) -> f32 {
    let (dx, dy) = (from[0] - to[0], from[1] - to[1]);
    (dx * dx + dy * dy).sqrt()
}

/// One search. A cost that is no less than zero orders as its bits do, so that bits and node together are the key of
/// the rule "least cost, then lowest node"; few nodes are ever open at once, and a scan of them beats a heap.
struct Search {
    cost: [u32; MOST_NODES + 1],
    first: [u8; MOST_NODES + 1],
    /// Where a node stands in `open`.
    place: [u8; MOST_NODES + 1],
    open: [u64; MOST_NODES + 1],
}

const UNREACHED: u32 = f32::INFINITY.to_bits();

impl Search {
    fn new() -> Self {
        Self {
            cost: [0; MOST_NODES + 1],
            first: [NO_NODE; MOST_NODES + 1],
            place: [0; MOST_NODES + 1],
            open: [0; MOST_NODES + 1],
        }
    }

    /// Fills the row of steps from one node.
    fn run(&mut self, links: &[Links], from: usize, row: &mut [PathNode]) {
        self.cost[..links.len()].fill(UNREACHED);
        self.cost[from] = 0;
        self.first[from] = NO_NODE;
        let mut open = 0_usize;
        let mut current = from;
        loop {
            let cost = f32::from_bits(self.cost[current]);
            let first = self.first[current];
            for slot in 0..3 {
                let to = links[current].to[slot];
                if to == NO_NODE {
                    continue;
                }
                let node = usize::from(to);
                let sum = cost + links[current].distance[slot];
                let before = self.cost[node];
                // False for a sum that overflowed, or is no number: such a way is none.
                if sum < f32::from_bits(before) {
                    if before == UNREACHED {
                        self.place[node] = open as u8;
                        open += 1;
                    }
                    self.cost[node] = sum.to_bits();
                    self.first[node] = if first == NO_NODE { to } else { first };
                    self.open[usize::from(self.place[node])] = u64::from(sum.to_bits()) << 8 | u64::from(to);
                }
            }
            let Some((&last, rest)) = self.open[..open].split_last() else { return };
            let (mut least, mut at) = (last, rest.len());
            for (index, &key) in rest.iter().enumerate() {
                if key < least {
                    (least, at) = (key, index);
                }
            }
            open -= 1;
            self.open[at] = last;
            self.place[usize::from(last as u8)] = at as u8;
            current = usize::from(least as u8);
            row[current] = PathNode(self.first[current]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The rule word by word: an array scan for the least unfinished node.
    fn by_the_rule(links: &[Links], from: usize) -> Vec<PathNode> {
        let n = links.len();
        let mut cost = vec![f32::INFINITY; n];
        let mut first = vec![NO_NODE; n];
        let mut finished = vec![false; n];
        cost[from] = 0.0;
        for _ in 0..n {
            let open = (0..n).filter(|node| !finished[*node] && cost[*node] < f32::INFINITY);
            let Some(node) = open.min_by(|a, b| cost[*a].total_cmp(&cost[*b])) else { break };
            finished[node] = true;
            for slot in 0..3 {
                let to = usize::from(links[node].to[slot]);
                if to < n && cost[node] + links[node].distance[slot] < cost[to] {
                    cost[to] = cost[node] + links[node].distance[slot];
                    first[to] = if node == from { to as u8 } else { first[node] };
                }
            }
        }
        first[from] = NO_NODE;
        first.into_iter().map(PathNode).collect()
    }

    fn graphs() -> impl Strategy<Value = Vec<Links>> {
        // Few distances, so that ties are common.
        let distance = prop_oneof![Just(0.0_f32), Just(0.5), Just(1.0), 0.0_f32..3.0, Just(f32::INFINITY)];
        (1..=MOST_NODES).prop_flat_map(move |n| {
            proptest::collection::vec((0..n, 0..n, distance.clone()), 0..3 * n).prop_map(move |pairs| {
                let mut links = vec![Links { to: [NO_NODE; 3], distance: [0.0; 3] }; n];
                for (a, b, distance) in pairs {
                    let free = |links: &[Links], node: usize| links[node].to.iter().position(|to| *to == NO_NODE);
                    if let (true, Some(i), Some(j)) = (a != b, free(&links, a), free(&links, b)) {
                        (links[a].to[i], links[a].distance[i]) = (b as u8, distance);
                        (links[b].to[j], links[b].distance[j]) = (a as u8, distance);
                    }
                }
                links
            })
        })
    }

    proptest! {
        #[test]
        fn a_search_follows_the_rule(links in graphs()) {
            let n = links.len();
            let mut search = Search::new();
            for from in 0..n {
                let mut row = vec![PathNode(NO_NODE); n];
                search.run(&links, from, &mut row);
                prop_assert_eq!(row, by_the_rule(&links, from));
            }
        }
    }
}
