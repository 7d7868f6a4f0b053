//! The paths inside one tile: the first step of the shortest way between any two nodes.
//!
//! It is Dijkstra's search from each node over the distances between centres in the plan view, summed in `f32`. The node
//! with the least cost is first, and the lowest node on ties. A way is replaced only by a shorter one; neighbours come in
//! slot order. Source: docs/formats/trn-aswm.md#tile-paths, equal in all 37,078,562 cells of 173 files.

use crate::formats::aswm::{NO_NODE, PathNode};

use super::graph::{Graph, Links};
use super::search::Search;

/// A graph without its leaves.
struct Pruned {
    links: Vec<Links>,
    /// Each leaf, and the only neighbour that it had when it was removed.
    leaves: Vec<(u8, u8)>,
    is_leaf: Vec<bool>,
}

impl Graph {
    /// For each pair of nodes the first step, without lines of sight.
    pub(super) fn steps(&self) -> Vec<PathNode> {
        let n = self.len();
        let mut steps = vec![PathNode(NO_NODE); n * n];
        let Pruned { links, leaves, is_leaf } = if self.cannot_overflow() { self.pruned() } else { self.whole() };
        let mut search = Search::new();
        for (from, row) in steps.chunks_exact_mut(n.max(1)).enumerate().filter(|(from, _)| !is_leaf[*from]) {
            search.run(&links, from, row);
        }
        // In the opposite order, so that the neighbour of a leaf is complete before the leaf.
        for &(leaf, parent) in leaves.iter().rev() {
            let (at, from) = (usize::from(leaf), usize::from(parent));
            // The way to a leaf is the way to its only neighbour; the neighbour itself steps to the leaf.
            for row in steps.chunks_exact_mut(n) {
                row[at] = row[from];
            }
            steps[from * n + at] = PathNode(leaf);
            // The way from a leaf starts with its only neighbour, for all goals that the neighbour can reach.
            for to in 0..n {
                let is_way = steps[from * n + to] != PathNode(NO_NODE);
                steps[at * n + to] = PathNode(if is_way { parent } else { NO_NODE });
            }
            steps[at * n + from] = PathNode(parent);
            steps[at * n + at] = PathNode(NO_NODE);
        }
        steps
    }

    /// Whether no sum of distances in the tile can overflow.
    fn cannot_overflow(&self) -> bool {
        let all: f64 = self.links.iter().flat_map(|links| links.distance).map(f64::from).sum();
        // Rounded sums stay well below twice the exact one.
        all < f64::from(f32::MAX) / 2.0
    }

    /// The graph after removing nodes with a single neighbour until there are none. No way leads through such a node, so its
    /// steps follow from those of its neighbour. In real areas this saves a third of the work.
    fn pruned(&self) -> Pruned {
        let mut pruned = self.whole();
        let mut open: Vec<u8> = (0..self.len() as u8).collect();
        while let Some(leaf) = open.pop() {
            let Some(parent) = pruned.links[usize::from(leaf)].only(leaf) else { continue };
            pruned.links[usize::from(leaf)].to = [NO_NODE; 3];
            let mut links = pruned.links[usize::from(parent)];
            links.to = links.to.map(|to| if to == leaf { NO_NODE } else { to });
            pruned.links[usize::from(parent)] = links;
            pruned.is_leaf[usize::from(leaf)] = true;
            pruned.leaves.push((leaf, parent));
            open.push(parent);
        }
        pruned
    }

    fn whole(&self) -> Pruned {
        Pruned { links: self.links.clone(), leaves: Vec::new(), is_leaf: vec![false; self.len()] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nwn2::bake::graph::MAX_NODES;
    use proptest::prelude::*;

    /// The rule word by word: it scans an array for the least unfinished node.
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
        // Few different distances, so that ties are common. The longest ones overflow, alone or in sums.
        let distance = prop_oneof![Just(0.0_f32), Just(0.5), Just(1.0), 0.0_f32..3.0];
        let extreme = prop_oneof![distance.clone(), Just(f32::INFINITY), Just(2e38), Just(f32::NAN)];
        (1..=MAX_NODES, any::<bool>()).prop_flat_map(move |(n, is_extreme)| {
            let distance = if is_extreme { extreme.clone().boxed() } else { distance.clone().boxed() };
            proptest::collection::vec((0..n, 0..n, distance), 0..3 * n).prop_map(move |pairs| {
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
            let expected: Vec<_> = (0..n).flat_map(|from| by_the_rule(&links, from)).collect();
            let graph = Graph { local_to_node: Vec::new(), node_to_local: Vec::new(), links };
            prop_assert_eq!(graph.steps(), expected);
        }
    }
}
