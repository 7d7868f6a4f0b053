//! The paths inside one tile: the first step of the shortest path between any two nodes.
//!
//! The game's rule is a [`TileSearch`] from each node, with costs that are summed and rounded in `f32`. Usually one neighbour is so much
//! nearer to the goal than the others that rounding cannot change the first step; [`Distances`] detects that. A search runs only from the
//! other nodes, one in twelve in 61 real areas.

use arrayvec::ArrayVec;
use fearless_simd::{Level, dispatch};

use crate::formats::aswm::{NO_NODE, PathNode};

use super::distances::{Distances, LANES, Row, WIDTH};
use super::graph::{Graph, Links};
use super::search::TileSearch;

/// Relative margin by which one distance must exceed another so that the game's sums compare the same way. With `n` nodes, two sums of the
/// game differ from the true lengths by at most `n / 2^24` of each, and two distances by twice that: with 127 nodes the distances must be
/// `762 / 2^24` apart.
const MARGIN: f32 = 1024.0 / 16_777_216.0;

/// The memory in which paths are computed, reused for each tile.
pub(super) struct PathScratch {
    /// The vector instructions of the processor.
    level: Level,
    distances: Distances,
    search: TileSearch,
}

impl PathScratch {
    pub(super) fn new() -> Self {
        Self { level: Level::new(), distances: Distances::new(), search: TileSearch::new() }
    }
}

impl Graph {
    /// For each pair of nodes, the first step, without lines of sight.
    pub(super) fn steps(&self, scratch: &mut PathScratch) -> Vec<PathNode> {
        dispatch!(scratch.level, _simd => self.steps_in(scratch))
    }

    /// The same, inlined into code that is compiled for the processor's vector instructions.
    #[inline(always)]
    fn steps_in(&self, PathScratch { distances, search, .. }: &mut PathScratch) -> Vec<PathNode> {
        let n = self.len();
        let mut steps = vec![PathNode(NO_NODE); n * n];
        let rows = steps.chunks_exact_mut(n.max(1)).enumerate();
        if !self.cannot_overflow() {
            rows.for_each(|(from, row)| search.run(&self.links, from, row));
            return steps;
        }
        distances.compute(&self.links);
        let mut pruned = None;
        for (from, row) in rows {
            if !first_steps(distances.rows_mut(), &self.links, from, row) {
                pruned.get_or_insert_with(|| PrunedGraph::new(&self.links, distances)).search(search, from, row);
            }
        }
        steps
    }

    /// Returns whether no sum of distances in the tile can overflow.
    fn cannot_overflow(&self) -> bool {
        let all: f64 = self.links.iter().flat_map(|links| links.distance).map(f64::from).sum();
        // Rounded sums stay well below twice the exact one.
        all < f64::from(f32::MAX) / 2.0
    }
}

/// Fills the row of first steps from a node. Returns `false` if rounding may decide a step.
#[inline(always)]
fn first_steps(distances: &mut [Row], links: &[Links], from: usize, row: &mut [PathNode]) -> bool {
    let neighbours: ArrayVec<_, 3> = links[from].neighbours(from as u8).collect();
    // No step leads from the node to itself.
    let mut hide = |to: u8, distance| std::mem::replace(&mut distances[usize::from(to)][from], distance);
    let hidden: ArrayVec<_, 3> = neighbours.iter().map(|(to, _)| hide(*to, f32::INFINITY)).collect();
    let is_certain = match neighbours[..] {
        [] => true,
        [a] => nearest(distances, [a], row),
        [a, b] => nearest(distances, [a, b], row),
        [a, b, c, ..] => nearest(distances, [a, b, c], row),
    };
    for ((to, _), distance) in neighbours.iter().zip(hidden) {
        distances[usize::from(*to)][from] = distance;
    }
    is_certain
}

/// For each node, the nearest neighbour. Returns `false` if another neighbour may be equally near.
#[inline(always)]
fn nearest<const N: usize>(distances: &[Row], neighbours: [(u8, f32); N], row: &mut [PathNode]) -> bool {
    let rows = neighbours.map(|(to, _)| &distances[usize::from(to)]);
    let mut steps = [NO_NODE; WIDTH];
    let mut is_certain = true;
    for (block, steps) in steps.chunks_exact_mut(LANES).take(row.len().div_ceil(LANES)).enumerate() {
        let cells = rows.map(|row| &row[block * LANES..][..LANES]);
        for lane in 0..LANES {
            let (mut step, mut least, mut second) = (NO_NODE, f32::INFINITY, f32::INFINITY);
            for neighbour in 0..N {
                let (to, length) = neighbours[neighbour];
                let distance = cells[neighbour][lane] + length;
                let is_nearer = distance < least;
                let other = if is_nearer { least } else { distance };
                second = if other < second { other } else { second };
                least = if is_nearer { distance } else { least };
                step = if is_nearer { to } else { step };
            }
            steps[lane] = step;
            // Where distances are zero, the smallest normal number is the margin.
            is_certain &= second >= least + (least * MARGIN + f32::MIN_POSITIVE);
        }
    }
    row.copy_from_slice(bytemuck::cast_slice(&steps[..row.len()]));
    is_certain
}

/// A graph without its leaves: nodes with at most one neighbour once earlier leaves are removed. No path leads through a
/// leaf, so the step to it equals the step to its neighbour. In real areas this saves a third of a search.
struct PrunedGraph<'a> {
    whole: &'a [Links],
    links: Vec<Links>,
    /// Each leaf, and its only neighbour.
    leaves: Vec<(u8, Option<u8>)>,
}

impl<'a> PrunedGraph<'a> {
    fn new(whole: &'a [Links], distances: &Distances) -> Self {
        let leaves: Vec<_> = distances.leaves().collect();
        let is_leaf = leaves.iter().fold(0_u128, |leaves, (leaf, _)| leaves | 1 << leaf);
        let mut links = whole.to_vec();
        for to in links.iter_mut().flat_map(|links| &mut links.to) {
            if *to != NO_NODE && is_leaf >> *to & 1 != 0 {
                *to = NO_NODE;
            }
        }
        Self { whole, links, leaves }
    }

    /// Fills the row of first steps from a node.
    fn search(&self, search: &mut TileSearch, from: usize, row: &mut [PathNode]) {
        row.fill(PathNode(NO_NODE));
        if self.leaves.iter().any(|(leaf, _)| usize::from(*leaf) == from) {
            return search.run(self.whole, from, row);
        }
        search.run(&self.links, from, row);
        // The neighbour of a leaf is complete before the leaf.
        for &(leaf, neighbour) in self.leaves.iter().rev() {
            if let Some(neighbour) = neighbour.map(usize::from) {
                row[usize::from(leaf)] = if neighbour == from { PathNode(leaf) } else { row[neighbour] };
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nwn2::bake::graph::MAX_NODES;
    use proptest::prelude::*;

    /// A literal implementation of the rule: it scans an array for the unfinished node with minimum cost.
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
        // With distinct distances, few steps need a search; with many equal ones, ties are common. Distances just above 1
        // differ by rounding alone. The longest ones overflow, alone or in sums.
        let different = || 0.0_f32..3.0;
        let few = || prop_oneof![Just(0.0_f32), Just(0.5), Just(1.0), different()];
        let near = (0..8_u32).prop_map(|ulps| f32::from_bits(1.0_f32.to_bits() + ulps));
        let extreme = prop_oneof![few(), Just(f32::INFINITY), Just(2e38), Just(f32::NAN)];
        let kinds = [different().boxed(), few().boxed(), near.boxed(), extreme.boxed()];
        (1..=MAX_NODES, proptest::sample::select(kinds.to_vec())).prop_flat_map(move |(n, distance)| {
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
        fn the_steps_follow_the_rule(links in graphs()) {
            let n = links.len();
            let expected: Vec<_> = (0..n).flat_map(|from| by_the_rule(&links, from)).collect();
            let graph = Graph { local_to_node: Vec::new(), node_to_local: Vec::new(), links };
            prop_assert_eq!(graph.steps(&mut PathScratch::new()), expected);
        }
    }

    #[test]
    fn of_two_neighbours_that_are_as_near_none_is_chosen() {
        let is_certain =
            |lengths: [f32; 2]| nearest(&[[0.0; WIDTH]; 2], [(0, lengths[0]), (1, lengths[1])], &mut [PathNode(0)]);
        assert_eq!([[0.0; 2], [1.0; 2], [1.0, 2.0], [0.0, 1e-30]].map(is_certain), [false, false, true, true]);
    }
}
