//! Finds the pairs of edges that are the two sides of a door.
//!
//! Pairs are formed by the distance between edges, the nearest first, and each edge is in at most one pair. A list of all
//! pairs within reach would take quadratic memory. Instead, each edge asks a k-d tree for its nearest partner. Two edges that are nearest
//! to each other form a pair, because no closer pair can claim one of them. Each answer either extends a chain of ever nearer edges or ends
//! it with a pair. This is the nearest-neighbour chain of hierarchical clustering; n edges ask about 3 n times.

use std::ops::Range;

use crate::silkroad::choices::distance;
use crate::silkroad::{BlockId, CellId};

/// An edge of only one triangle of its block. It may be a door.
#[derive(Debug)]
pub(super) struct OpenEdge {
    pub block: BlockId,
    pub cell: CellId,
    /// In dungeon space.
    pub ends: [[f32; 3]; 2],
    /// The vertex ids of the edge, if the floor names it as a door.
    pub named: Option<[u32; 2]>,
    /// Maximum distance of the other side's ends from its own, in game units.
    pub reach: f64,
}

/// The pairs of open edges that are doors, in ascending order. `connected` lists for each block the blocks that its doors may lead to;
/// `None` allows all.
pub(super) fn match_doors(connected: &[Option<&[BlockId]>], open: &[OpenEdge]) -> Vec<(usize, usize)> {
    let mut tree = Tree::new(open, Connections::new(connected));
    let mut pairs = Vec::new();
    let mut chain: Vec<usize> = Vec::new();
    for first in 0..open.len() {
        if tree.is_free[first] {
            chain.push(first);
        }
        while let Some(&last) = chain.last() {
            let before = chain.len().checked_sub(2).map(|at| chain[at]);
            match tree.nearest(last) {
                Some(next) if before == Some(next) => {
                    pairs.push((last.min(next), last.max(next)));
                    chain.truncate(chain.len() - 2);
                    tree.remove(last);
                    tree.remove(next);
                }
                Some(next) => chain.push(next),
                None => {
                    chain.pop();
                    tree.remove(last);
                }
            }
        }
    }
    pairs.sort_unstable();
    pairs
}

/// For each block, the blocks to which it may have doors.
struct Connections(Vec<Option<Vec<BlockId>>>);

impl Connections {
    fn new(connected: &[Option<&[BlockId]>]) -> Self {
        let sorted = |blocks: &[BlockId]| {
            let mut blocks = blocks.to_vec();
            blocks.sort_unstable();
            blocks
        };
        Self(connected.iter().map(|blocks| blocks.map(sorted)).collect())
    }

    fn allow(&self, a: BlockId, b: BlockId) -> bool {
        let leads = |from: BlockId, to| {
            self.0[from.index()].as_ref().is_none_or(|to_blocks| to_blocks.binary_search(&to).is_ok())
        };
        a != b && leads(a, b) && leads(b, a)
    }
}

/// Maximum number of items in a leaf of the tree.
const LEAF: usize = 8;

/// An edge in one of its two directions: a point of six dimensions.
#[derive(Clone, Copy)]
struct Item {
    edge: usize,
    ends: [[f32; 3]; 2],
}

/// The free edges below a node.
#[derive(Clone, Copy, PartialEq)]
struct Free {
    /// The first of them; `usize::MAX` if there are none.
    first: usize,
    /// Their block, if they all belong to the same one.
    block: Option<BlockId>,
}

const NONE_FREE: Free = Free { first: usize::MAX, block: None };

struct Node {
    low: [[f32; 3]; 2],
    high: [[f32; 3]; 2],
    free: Free,
}

/// A k-d tree of open edges. The children of node n are 2 n + 1 and 2 n + 2, and each has half of its items.
struct Tree<'a> {
    open: &'a [OpenEdge],
    connections: Connections,
    is_free: Vec<bool>,
    items: Vec<Item>,
    /// For each edge, the positions of its two items.
    places: Vec<[usize; 2]>,
    nodes: Vec<Node>,
}

/// The best partner so far: smaller is better.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
struct Best {
    distance: f64,
    edge: usize,
}

impl<'a> Tree<'a> {
    fn new(open: &'a [OpenEdge], connections: Connections) -> Self {
        let both = |(edge, open): (usize, &OpenEdge)| {
            let [a, b] = open.ends;
            [Item { edge, ends: [a, b] }, Item { edge, ends: [b, a] }]
        };
        let items: Vec<_> = open.iter().enumerate().flat_map(both).collect();
        let mut tree = Self {
            open,
            connections,
            is_free: vec![true; open.len()],
            places: vec![[usize::MAX; 2]; open.len()],
            nodes: Vec::new(),
            items,
        };
        tree.grow(0, 0..tree.items.len());
        for (place, item) in tree.items.iter().enumerate() {
            let places = &mut tree.places[item.edge];
            places[usize::from(places[0] != usize::MAX)] = place;
        }
        tree
    }

    /// Builds a node and its subtree.
    fn grow(&mut self, node: usize, range: Range<usize>) {
        let items = &mut self.items[range.clone()];
        let bound = |of: fn(f32, f32) -> f32, from: f32| {
            items.iter().fold([[from; 3]; 2], |bound, item| {
                [0, 1].map(|end| [0, 1, 2].map(|axis| of(bound[end][axis], item.ends[end][axis])))
            })
        };
        let (low, high) = (bound(f32::min, f32::INFINITY), bound(f32::max, f32::NEG_INFINITY));
        if self.nodes.len() <= node {
            let empty = || Node { low: [[0.0; 3]; 2], high: [[0.0; 3]; 2], free: NONE_FREE };
            self.nodes.resize_with(node + 1, empty);
        }
        self.nodes[node] = Node { low, high, free: NONE_FREE };
        if let Some([left, right]) = halves(&range) {
            let extent = |&[end, axis]: &[usize; 2]| f64::from(high[end][axis]) - f64::from(low[end][axis]);
            let axes = [[0, 0], [0, 1], [0, 2], [1, 0], [1, 1], [1, 2]];
            let widest = axes.into_iter().max_by(|a, b| extent(a).total_cmp(&extent(b)));
            let [end, axis] = widest.expect("there are six axes");
            let key = |item: &Item| (item.ends[end][axis], item.edge);
            items.select_nth_unstable_by(left.len(), |a, b| {
                let ((a, first), (b, second)) = (key(a), key(b));
                a.total_cmp(&b).then(first.cmp(&second))
            });
            self.grow(2 * node + 1, left);
            self.grow(2 * node + 2, right);
        }
        self.nodes[node].free = self.free_below(node, &range);
    }

    /// The free edges below a node, computed from its children or, in a leaf, from its items.
    fn free_below(&self, node: usize, range: &Range<usize>) -> Free {
        let join = |a: Free, b: Free| match (a, b) {
            (free, NONE_FREE) | (NONE_FREE, free) => free,
            _ => Free { first: a.first.min(b.first), block: a.block.filter(|_| a.block == b.block) },
        };
        if halves(range).is_some() {
            return join(self.nodes[2 * node + 1].free, self.nodes[2 * node + 2].free);
        }
        let free = self.items[range.clone()].iter().filter(|item| self.is_free[item.edge]);
        free.map(|item| Free { first: item.edge, block: Some(self.open[item.edge].block) }).fold(NONE_FREE, join)
    }

    /// Removes an edge from the tree.
    fn remove(&mut self, edge: usize) {
        self.is_free[edge] = false;
        for place in self.places[edge] {
            self.update(0, 0..self.items.len(), place);
        }
    }

    /// Updates the nodes above an item.
    fn update(&mut self, node: usize, range: Range<usize>, place: usize) {
        if let Some([left, right]) = halves(&range) {
            if left.contains(&place) {
                self.update(2 * node + 1, left, place);
            } else {
                self.update(2 * node + 2, right, place);
            }
        }
        self.nodes[node].free = self.free_below(node, &range);
    }

    /// The free edge that is nearest to an edge and may be the other side of its door; the first in a tie.
    fn nearest(&self, edge: usize) -> Option<usize> {
        let mut best = Best { distance: f64::INFINITY, edge: usize::MAX };
        self.visit(0, 0..self.items.len(), &self.open[edge], &mut best);
        (best.edge != usize::MAX).then_some(best.edge)
    }

    fn visit(&self, node: usize, range: Range<usize>, of: &OpenEdge, best: &mut Best) {
        let Some([left, right]) = halves(&range) else {
            for item in self.items[range].iter().filter(|item| self.is_free[item.edge]) {
                let other = &self.open[item.edge];
                let found = apart(of.ends, item.ends, of.reach.min(other.reach));
                let found = found.map(|distance| Best { distance, edge: item.edge });
                if let Some(found) = found.filter(|found| found < best && self.connections.allow(of.block, other.block))
                {
                    *best = found;
                }
            }
            return;
        };
        let mut children = [(2 * node + 1, left), (2 * node + 2, right)]
            .map(|(child, range)| self.at_best(child, of).map(|at_best| (at_best, child, range)));
        if let [Some((first, ..)), Some((second, ..))] = &children
            && second < first
        {
            children.reverse();
        }
        for (at_best, child, range) in children.into_iter().flatten() {
            if at_best < *best {
                self.visit(child, range, of, best);
            }
        }
    }

    /// A lower bound for the edges below a node; `None` if none of them can be a partner.
    fn at_best(&self, node: usize, of: &OpenEdge) -> Option<Best> {
        let Node { low, high, free } = &self.nodes[node];
        if *free == NONE_FREE || free.block == Some(of.block) {
            return None;
        }
        // Rounded in the same steps as the distance to an edge in the box, so that the bound never exceeds it.
        let nearest = [0, 1].map(|end| [0, 1, 2].map(|axis| of.ends[end][axis].clamp(low[end][axis], high[end][axis])));
        Some(Best { distance: apart(of.ends, nearest, of.reach)?, edge: free.first })
    }
}

/// The two halves of a node's items; none of a leaf's.
fn halves(range: &Range<usize>) -> Option<[Range<usize>; 2]> {
    let middle = range.start + range.len() / 2;
    (range.len() > LEAF).then_some([range.start..middle, middle..range.end])
}

/// The sum of the distances between the ends of two edges; `None` if two ends are out of reach.
fn apart(a: [[f32; 3]; 2], b: [[f32; 3]; 2], reach: f64) -> Option<f64> {
    let (first, second) = (distance(a[0], b[0]), distance(a[1], b[1]));
    (first < reach && second < reach).then_some(first + second)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// All pairs within reach, the nearest first.
    fn all_pairs(connected: &[Option<&[BlockId]>], open: &[OpenEdge]) -> Vec<(usize, usize)> {
        let connections = Connections::new(connected);
        let mut found = Vec::new();
        for (a, first) in open.iter().enumerate() {
            for (b, second) in open.iter().enumerate().skip(a + 1) {
                let reach = first.reach.min(second.reach);
                let turned = [second.ends[1], second.ends[0]];
                let apart = [second.ends, turned].into_iter().filter_map(|ends| apart(first.ends, ends, reach));
                if let Some(apart) =
                    apart.min_by(f64::total_cmp).filter(|_| connections.allow(first.block, second.block))
                {
                    found.push((apart, a, b));
                }
            }
        }
        found.sort_by(|a, b| a.0.total_cmp(&b.0).then((a.1, a.2).cmp(&(b.1, b.2))));
        let mut free = vec![true; open.len()];
        found.retain(|&(_, a, b)| free[a] && free[b] && [a, b].map(|edge| free[edge] = false).len() == 2);
        let mut pairs: Vec<_> = found.into_iter().map(|(_, a, b)| (a, b)).collect();
        pairs.sort_unstable();
        pairs
    }

    /// There are few distinct coordinates, so that many edges coincide and many distances are equal.
    fn edges() -> impl Strategy<Value = Vec<OpenEdge>> {
        let end = || proptest::array::uniform3((0..6_i8).prop_map(f32::from));
        let reach = prop_oneof![Just(5.0), Just(0.5), Just(2.0)];
        let edge = (0..4_u32, [end(), end()], reach).prop_map(|(block, ends, reach)| OpenEdge {
            block: BlockId(block),
            cell: CellId(0),
            ends,
            named: None,
            reach,
        });
        proptest::collection::vec(edge, 0..120)
    }

    proptest! {
        #[test]
        fn pairs_are_those_of_all_pairs_sorted_by_distance(
            open in edges(),
            connected in proptest::array::uniform4(proptest::option::of(proptest::collection::vec(0..4_u32, 0..4))),
        ) {
            let connected =
                connected.map(|blocks| blocks.map(|blocks| blocks.into_iter().map(BlockId).collect::<Vec<_>>()));
            let connected = connected.each_ref().map(Option::as_deref);
            prop_assert_eq!(match_doors(&connected, &open), all_pairs(&connected, &open));
        }
    }
}
