//! The shortest-path tree of one goal: for each cell of the block, which edge to cross first.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::topology::{Arc, Topology};

/// What a tree says where there is no way, in place of an edge.
pub(super) const NO_EDGE: i16 = -1;

/// The workspace of trees in blocks of one size.
pub(super) struct Tree {
    labels: Vec<Label>,
    queue: BinaryHeap<Reverse<Entry>>,
}

/// How good a way is: less is better. Cost, then crossings, then the number of the first edge, so that no two ways out
/// of a cell are equally good.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Rank {
    cost: u64,
    /// Crossings in the high half, the edge in the low.
    tie: u32,
}

/// A way from `cell`, whose first arc is its `slot`-th.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Entry {
    rank: Rank,
    cell: u16,
    slot: u16,
}

/// The best way of a cell so far.
#[derive(Clone, Copy, Debug)]
struct Label {
    rank: Rank,
    /// The last edge crossed.
    last: u16,
}

impl Label {
    const NONE: Self = Self { rank: Rank { cost: u64::MAX, tie: u32::MAX }, last: 0 };
}

impl Tree {
    pub fn new(cells: usize) -> Self {
        Self { labels: vec![Label::NONE; cells], queue: BinaryHeap::with_capacity(cells) }
    }

    /// Grows the tree of a goal, and writes the first edge of each cell's way into `next`.
    ///
    /// The way of a cell is the way of the neighbour that it goes to, with one more crossing, so whoever follows the
    /// first edges follows the tree, and ends at the goal. A neighbour of the goal crosses the edge between them: it
    /// costs nothing, and nothing else that costs nothing has as few crossings.
    pub fn grow(&mut self, block: &Topology, goal: usize, next: &mut [i16]) {
        next.fill(NO_EDGE);
        self.labels.fill(Label::NONE);
        self.queue.clear();
        self.labels[goal].rank = Rank { cost: 0, tie: 0 };
        for &arc in block.arcs(goal) {
            self.offer(arc, 0, 1, arc.edge);
        }
        while let Some(Reverse(Entry { rank, cell, slot })) = self.queue.pop() {
            let cell = usize::from(cell);
            let Label { rank: best, last } = self.labels[cell];
            if rank != best {
                continue;
            }
            let (arcs, slot) = (block.arcs(cell), usize::from(slot));
            next[cell] = arcs[slot].edge as i16;
            for (to, &arc) in arcs.iter().enumerate().filter(|(to, _)| *to != slot) {
                let cost = rank.cost.saturating_add(block.cost(cell, slot, to));
                self.offer(arc, cost, (rank.tie >> 16) + 1, last);
            }
        }
    }

    /// Offers the cell that `arc` leads to the way back along it.
    fn offer(&mut self, arc: Arc, cost: u64, crossings: u32, last: u16) {
        // A way crosses fewer edges than there are cells, at most 32,767.
        let rank = Rank { cost, tie: crossings << 16 | u32::from(arc.edge) };
        let label = &mut self.labels[usize::from(arc.to)];
        if rank < label.rank {
            *label = Label { rank, last };
            self.queue.push(Reverse(Entry { rank, cell: arc.to, slot: arc.back }));
        }
    }

    /// In the tree grown last, the cost of a cell's way and the last edge that it crosses; none if there is no way, or
    /// the cell is the goal.
    pub fn way(&self, cell: usize) -> Option<(u64, u16)> {
        let Label { rank, last } = self.labels[cell];
        (rank != Label::NONE.rank && rank.tie != 0).then_some((rank.cost, last))
    }
}
