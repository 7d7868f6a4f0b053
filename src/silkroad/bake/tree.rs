//! The shortest-path tree of one goal: for each cell of the block, which edge to cross first.

use super::queue::{Queue, Waiting};
use super::topology::Topology;

/// What a tree says where there is no way, in place of an edge.
pub(super) const NO_EDGE: i16 = -1;

/// The workspace of trees in one block.
pub(super) struct Tree {
    /// For each cell how good its best way so far is.
    best: Vec<Rank>,
    /// For each cell the last edge that its best way crosses.
    last: Vec<u16>,
    queue: Queue,
}

/// How good a way from a cell to the goal is: less is better. One number, from the highest bits down: 32 for the cost,
/// 16 for the crossings, and 16 for the first edge, so that no two ways out of a cell are equally good.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Rank(u64);

impl Rank {
    /// That of the goal itself.
    const GOAL: Self = Self(0);
    /// That of no way.
    const NONE: Self = Self(u64::MAX);

    /// A way crosses fewer edges than there are cells, at most 32,767, so it is never [`NONE`](Self::NONE).
    #[inline]
    pub const fn new(cost: u32, crossings: u16, edge: u16) -> Self {
        Self((cost as u64) << 32 | (crossings as u64) << 16 | edge as u64)
    }

    #[inline]
    pub const fn cost(self) -> u32 {
        (self.0 >> 32) as u32
    }

    const fn crossings(self) -> u16 {
        (self.0 >> 16) as u16
    }

    const fn edge(self) -> u16 {
        self.0 as u16
    }
}

impl Tree {
    pub fn of(block: &Topology) -> Self {
        Self { best: vec![Rank::NONE; block.cells], last: vec![0; block.cells], queue: Queue::new(block.longest_turn) }
    }

    /// Grows the tree of a goal, and writes the first edge of each cell's way into `next`.
    ///
    /// The way of a cell is the way of the neighbour that it goes to, with one more crossing, so whoever follows the
    /// first edges follows the tree, and ends at the goal. A neighbour of the goal crosses the edge between them: it
    /// costs nothing, and nothing else that costs nothing has as few crossings.
    pub fn grow(&mut self, block: &Topology, goal: usize, next: &mut [i16]) {
        next.fill(NO_EDGE);
        self.best.fill(Rank::NONE);
        self.queue.clear();
        self.best[goal] = Rank::GOAL;
        for arc in block.arcs_of(goal).map(|arc| block.arc(arc)) {
            let rank = Rank::new(0, 1, arc.edge);
            self.offer(Waiting { rank, cell: arc.to, arc: arc.back }, arc.edge);
        }
        while let Some(Waiting { rank, cell, arc }) = self.queue.pop() {
            let cell = usize::from(cell);
            if rank != self.best[cell] {
                continue;
            }
            next[cell] = rank.edge() as i16;
            let last = self.last[cell];
            block.for_each_before(arc.into(), |before| {
                let rank = Rank::new(rank.cost().saturating_add(before.cost), rank.crossings() + 1, before.edge);
                self.offer(Waiting { rank, cell: before.cell, arc: before.arc }, last);
            });
        }
    }

    /// Offers a way to a cell.
    #[inline]
    fn offer(&mut self, way: Waiting, last: u16) {
        let cell = usize::from(way.cell);
        if way.rank < self.best[cell] {
            self.best[cell] = way.rank;
            self.last[cell] = last;
            self.queue.push(way);
        }
    }

    /// In the tree grown last, the cost of a cell's way and the last edge that it crosses; none if there is no way, or
    /// the cell is the goal.
    pub fn way(&self, cell: usize) -> Option<(u64, u16)> {
        let rank = self.best[cell];
        (rank != Rank::NONE && rank != Rank::GOAL).then_some((rank.cost().into(), self.last[cell]))
    }
}
