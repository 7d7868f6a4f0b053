//! `Tree`: the routes from all cells of a block to one goal, as the first edge of each.
//!
//! It works for cells with any number of edges. [`Triangles`](super::triangles::Triangles) finds the same for triangles
//! in less time.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::topology::Topology;

/// Marks that a cell has no edge towards the goal.
pub(super) const NO_EDGE: i16 = -1;

/// The workspace for growing the trees of one block.
pub(super) struct Tree {
    /// For each cell, the best route so far.
    best: Vec<Way>,
    /// For each cell, the last edge that its best route crosses.
    last: Vec<u16>,
    queue: BinaryHeap<Reverse<Way>>,
}

/// A route from a cell to the goal, as one number: smaller is better. From the highest bits down: 64 for the cost, 16
/// for the crossings, 16 for the first edge, so that no two routes out of a cell are equally good, and 16 each for the
/// cell and the arc by which it starts.
type Way = u128;

const NO_WAY: Way = Way::MAX;

/// A route crosses fewer edges than there are cells, at most 32,767, so no part overflows into the next.
const fn way(cost: u64, crossings: u16, edge: u16, cell: u16, arc: u16) -> Way {
    let start = (crossings as u64) << 48 | (edge as u64) << 32 | (cell as u64) << 16 | arc as u64;
    (cost as Way) << 64 | start as Way
}

impl Tree {
    #[must_use]
    pub fn new(block: &Topology) -> Self {
        Self { best: vec![NO_WAY; block.cells], last: vec![0; block.cells], queue: BinaryHeap::new() }
    }

    /// Grows the tree of a goal, and writes the first edge of each cell's route into `next`.
    ///
    /// The route of a cell is its next neighbour's route plus one crossing. So a walk along the first
    /// edges follows the tree and ends at the goal. A neighbour of the goal crosses the edge between them, because this costs nothing, and
    /// any other free route has more crossings.
    pub fn grow(&mut self, block: &Topology, goal: usize, next: &mut [i16]) {
        next.fill(NO_EDGE);
        self.best.fill(NO_WAY);
        self.best[goal] = 0;
        for arc in block.arcs_of(goal).map(|arc| block.arc(arc)) {
            self.offer(arc.to, way(0, 1, arc.edge, arc.to, arc.back), arc.edge);
        }
        while let Some(Reverse(found)) = self.queue.pop() {
            let cell = usize::from((found >> 16) as u16);
            if found != self.best[cell] {
                continue;
            }
            next[cell] = (found >> 32) as i16;
            let (cost, crossings) = ((found >> 64) as u64, (found >> 48) as u16);
            let last = self.last[cell];
            for before in block.befores((found as u16).into()) {
                let cost = cost.saturating_add(before.cost);
                self.offer(before.cell, way(cost, crossings + 1, before.edge, before.cell, before.arc), last);
            }
        }
    }

    /// Offers a route to a cell.
    #[inline]
    fn offer(&mut self, cell: u16, way: Way, last: u16) {
        let best = &mut self.best[usize::from(cell)];
        if way < *best {
            *best = way;
            self.last[usize::from(cell)] = last;
            self.queue.push(Reverse(way));
        }
    }

    /// The cost of a cell's route in the latest tree, and the last edge that it crosses. `None` if the cell has no
    /// route or is the goal.
    #[must_use]
    pub fn way(&self, cell: usize) -> Option<(u64, u16)> {
        let way = self.best[cell];
        (way != NO_WAY && way != 0).then_some(((way >> 64) as u64, self.last[cell]))
    }
}
