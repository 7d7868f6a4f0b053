//! `Triangles`: finds the first edges in a block of triangles. The result is that of [`Tree`](super::tree::Tree), in
//! less time.
//!
//! The ways to a goal and to the cell beside it are nearly the same: in a floor of 2,300 cells, 52 ways begin by
//! another edge, and the order of the cells by distance hardly changes. So no queue is needed to tell which cell comes
//! next. For each goal
//!
//! 1. the few cells around it are settled, nearest first, for there the order does change;
//! 2. all others are swept in the order of the goal before, each taking the best of its neighbours' ways;
//! 3. where a neighbour's way is the better one after all, cells are settled anew.
//!
//! The order is only a hint. Each way is a neighbour's way and one crossing more, and so it is longer than that. Hence
//! exactly one set of ways gives each cell the best that its neighbours offer. The last step ends when this set is
//! found.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::formats::ainav::CellLookup;
use crate::parallel;
use crate::silkroad::choices::{self, cost};

use super::topology::Topology;
use super::tree::NO_EDGE;

/// A way from a cell to the goal: less is better. From the highest bits down: 1 that is set where there is none, 46 for
/// the cost, 15 for the crossings, and 2 for the first edge, by its place among those of the cell.
type Way = u64;

/// A way and the cell that waits for it, as one number: the way in the higher bits, the cell in the lowest 16.
type Waiting = u128;

const NO_WAY: Way = 1 << 63;
const EDGE: Way = 0b11;
const CROSSING: Way = 1 << 2;
const COST: u32 = 17;
/// The way of the goal itself, which begins by none of its three edges.
const AT_GOAL: Way = EDGE;
/// The most that crossing one cell may cost, so that the sum over 32,767 cells fits: 32,768 units.
const MOST_OF_TURN: u64 = (1 << 31) - 1;

/// How many cells around a goal are settled before the others are swept. Values from 32 to 128 take the same time
/// within 5 %.
const NEAR: usize = 64;
/// Goals that are worked on one after another.
const SHARE: usize = 128;
/// Cells are sorted by this many steps of their distance.
const STEPS: usize = 1024;

/// A cell, in one cache line. An edge that it does not have leads to a cell that never has a way.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Cell {
    /// For each edge what it costs from there to the first edge of the cell behind it; nothing to a goal.
    turns: [[u32; 4]; 3],
    to: [u16; 3],
    edges: [i16; 3],
}

/// A block whose cells have at most three edges.
pub(super) struct Triangles {
    cells: Vec<Cell>,
    /// All cells, most of them beside the one before.
    walk: Vec<u16>,
}

impl Triangles {
    /// None if a cell has more edges, or edges too far apart.
    #[must_use]
    pub fn of(block: &Topology) -> Option<Self> {
        let nowhere = Cell { turns: [[0; 4]; 3], to: [block.cells as u16; 3], edges: [NO_EDGE; 3] };
        let mut cells = vec![nowhere; block.cells + 1];
        for (at, cell) in (0..block.cells).zip(&mut cells) {
            if block.arcs_of(at).len() > 3 {
                return None;
            }
            for (place, arc) in block.arcs_of(at).map(|arc| block.arc(arc)).enumerate() {
                cell.to[place] = arc.to;
                cell.edges[place] = arc.edge as i16;
                for (turn, next) in cell.turns[place].iter_mut().zip(block.arcs_of(arc.to.into())) {
                    let [from, to] = [arc.edge, block.arc(next).edge].map(|edge| block.centres[usize::from(edge)]);
                    *turn = u32::try_from(cost(from, to).min(MOST_OF_TURN + 1)).ok()?;
                }
            }
            if cell.turns.as_flattened().iter().any(|&turn| u64::from(turn) > MOST_OF_TURN) {
                return None;
            }
        }
        Some(Self { cells, walk: walk(block) })
    }

    /// Writes the first edge of each way, and no way back, into a table: goals outer, starts inner.
    pub fn fill(&self, table: &mut [CellLookup]) {
        let cells = self.walk.len();
        let mut rows: Vec<_> = table.chunks_exact_mut(cells.max(1)).map(Some).collect();
        let row_of = |&goal: &u16| Some((goal, rows[usize::from(goal)].take()?));
        let mut rows: Vec<_> = self.walk.iter().filter_map(row_of).collect();
        let ways = || Ways::of(self);
        parallel::fill_rows(&mut rows, SHARE, ways, |ways, _, rows| {
            rows.iter_mut().for_each(|(goal, row)| ways.fill((*goal).into(), row));
        });
    }
}

/// The cells of a block, each piece of it walked from neighbour to neighbour as deep as it goes.
fn walk(block: &Topology) -> Vec<u16> {
    let mut walked = Vec::with_capacity(block.cells);
    let mut seen = vec![false; block.cells];
    let mut open = Vec::new();
    for first in 0..block.cells {
        open.push(first);
        while let Some(cell) = open.pop() {
            if !std::mem::replace(&mut seen[cell], true) {
                walked.push(cell as u16);
                open.extend(block.arcs_of(cell).map(|arc| usize::from(block.arc(arc).to)));
            }
        }
    }
    walked
}

/// The ways to one goal after another.
struct Ways<'a> {
    cells: &'a [Cell],
    /// For each cell the best way so far.
    ways: Vec<Way>,
    /// The cells in the order of their distance to the goal before.
    order: Vec<u16>,
    /// Cells that have to be asked again, because a neighbour may offer them a better way, or they may offer a
    /// neighbour one.
    doubtful: Vec<u16>,
    /// Cells whose way is not the best that neighbours offer. The cell with the least of both ways comes first.
    queue: BinaryHeap<Reverse<Waiting>>,
    sorter: Sorter,
}

impl<'a> Ways<'a> {
    fn of(Triangles { cells, walk }: &'a Triangles) -> Self {
        Self {
            cells,
            ways: vec![NO_WAY; cells.len()],
            order: walk.clone(),
            doubtful: Vec::new(),
            queue: BinaryHeap::new(),
            sorter: Sorter::default(),
        }
    }

    fn fill(&mut self, goal: usize, row: &mut [CellLookup]) {
        self.ways.fill(NO_WAY);
        self.ways[goal] = AT_GOAL;
        self.ask_beside(goal, AT_GOAL);
        self.settle(NEAR);
        self.queue.clear();

        sweep(self.cells, &self.order, &mut self.ways, &mut self.doubtful);
        while let Some(cell) = self.doubtful.pop() {
            match self.ways[usize::from(cell)] {
                NO_WAY => self.ask(cell),
                way => self.ask_beside(cell.into(), way),
            }
        }
        self.settle(usize::MAX);

        for ((record, cell), &way) in row.iter_mut().zip(self.cells).zip(&self.ways) {
            let [a, b, c] = cell.edges;
            let first = [a, b, c, NO_EDGE][(way & EDGE) as usize];
            let first = if way == NO_WAY { NO_EDGE } else { first };
            *record = CellLookup { ref_edge_index0: first, ..choices::NO_WAY };
        }
        self.sorter.sort(&mut self.order, &self.ways);
    }

    /// Settles the cells in the queue, and the neighbours to which they offer better ways, until `most` cells have new
    /// ways.
    ///
    /// The minimum of the queue is final (Dijkstra's invariant): only a cell with a better way could offer a better
    /// one. A way that became worse is removed first, so that no two cells rely on each other's way.
    fn settle(&mut self, most: usize) {
        let mut settled = 0;
        while settled < most
            && let Some(Reverse(waiting)) = self.queue.pop()
        {
            let (key, at) = ((waiting >> 16) as Way, waiting as u16);
            let cell = usize::from(at);
            let (before, offered) = (self.ways[cell], self.offered(at));
            if before == offered || key != before.min(offered) {
                continue;
            }
            if offered < before {
                self.ways[cell] = offered;
                settled += 1;
            } else {
                self.ways[cell] = NO_WAY;
                self.ask(at);
            }
            self.ask_beside(cell, key);
        }
    }

    /// The best way by a neighbour.
    fn offered(&self, cell: u16) -> Way {
        best(&self.cells[usize::from(cell)], &self.ways).offered
    }

    /// Checks whether a cell has the best way that its neighbours offer.
    fn ask(&mut self, cell: u16) {
        let (before, offered) = (self.ways[usize::from(cell)], self.offered(cell));
        if before != offered {
            self.queue.push(Reverse(Waiting::from(before.min(offered)) << 16 | Waiting::from(cell)));
        }
    }

    /// Asks the neighbours of a cell, as far as they have no way up to `final_to`, which is final.
    fn ask_beside(&mut self, cell: usize, final_to: Way) {
        for to in self.cells[cell].to {
            if self.ways[usize::from(to)] > final_to {
                self.ask(to);
            }
        }
    }
}

/// What the neighbours of a cell offer it.
struct Best {
    offered: Way,
    /// The worst way that one of them has itself; negative if none has any.
    worst: i64,
}

#[inline]
fn best(Cell { turns, to, .. }: &Cell, ways: &[Way]) -> Best {
    let [a, b, c] = to.map(|to| ways[usize::from(to)]);
    let on = |edge: usize, way: Way| {
        let turn = Way::from(turns[edge][(way & EDGE) as usize]);
        (way & !EDGE) + (turn << COST) + CROSSING + edge as Way
    };
    Best {
        // A neighbour without a way offers nothing that is better than no way.
        offered: on(0, a).min(on(1, b)).min(on(2, c)).min(NO_WAY),
        worst: (a as i64).max(b as i64).max(c as i64),
    }
}

/// Gives each cell without a way, in this order, the best that its neighbours offer. Reports the cells where a better
/// way may still come.
///
/// As a function of its own, without a branch that depends on the ways, this takes a third of the time.
#[inline(never)]
fn sweep(cells: &[Cell], order: &[u16], ways: &mut [Way], doubtful: &mut Vec<u16>) {
    for &at in order {
        let cell = usize::from(at);
        if ways[cell] == NO_WAY {
            let Best { offered, worst } = best(&cells[cell], ways);
            ways[cell] = offered;
            // A neighbour that came before it has a worse way; or it has none itself, which is the least as a number
            // with a sign.
            if worst >= offered as i64 {
                doubtful.push(at);
            }
        }
    }
}

/// Sorts cells by their distance, in one round of counting.
#[derive(Default)]
struct Sorter {
    /// The number of low bits that one step has, chosen by the ways that were sorted last.
    width: Option<u32>,
    steps: Vec<u16>,
    starts: Vec<u16>,
}

impl Sorter {
    fn sort(&mut self, order: &mut [u16], ways: &[Way]) {
        // The last is that of a cell that is none.
        let ways = &ways[..order.len()];
        let or_none = |way: Way| if way == NO_WAY { 0 } else { way };
        let width_for = |longest: Way| (Way::BITS - longest.leading_zeros()).saturating_sub(STEPS.ilog2());
        let Self { width, steps, starts } = self;
        let step = width.unwrap_or_else(|| width_for(ways.iter().copied().map(or_none).max().unwrap_or_default()));
        let mut longest = 0;
        steps.clear();
        starts.clear();
        starts.resize(STEPS + 1, 0);
        steps.extend(ways.iter().map(|&way| {
            let step = (way >> step).min(STEPS as Way - 1) as u16;
            starts[usize::from(step) + 1] += 1;
            longest = longest.max(or_none(way));
            step
        }));
        *width = Some(width_for(longest));
        (0..STEPS).for_each(|step| starts[step + 1] += starts[step]);
        for (cell, &step) in (0..).zip(&*steps) {
            let start = &mut starts[usize::from(step)];
            order[usize::from(*start)] = cell;
            *start += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::silkroad::bake::tree::Tree;
    use crate::silkroad::{BlockId, BlockPlan, CellId, EdgePlan};

    /// Blocks of cells with at most three edges each, which need not lie in a plane. Middles are few, so that many ways
    /// are equally long, or many.
    fn blocks() -> impl Strategy<Value = BlockPlan> {
        let near = (0..4_u8, 0..4_u8).prop_map(|(x, z)| [f32::from(x), 0.0, f32::from(z)]);
        let anywhere = proptest::array::uniform3(-300.0..300.0_f32);
        let edges = |centre: BoxedStrategy<[f32; 3]>| proptest::collection::vec((any::<[u32; 2]>(), centre), 0..240);
        (1..150_u32, prop_oneof![edges(near.boxed()), edges(anywhere.boxed())]).prop_map(|(cells, wanted)| {
            let mut degrees = vec![0; cells as usize];
            let mut edges: Vec<EdgePlan> = Vec::new();
            for ([from, by], centre) in wanted {
                // Most edges join cells whose numbers are near each other.
                let from = from % cells;
                let to = (from + 1 + by % 9 * (by % 3)) % cells;
                let joins = [from.min(to), from.max(to)].map(CellId);
                let is_free = joins.iter().all(|cell| degrees[cell.index()] < 3);
                if from != to && is_free && edges.iter().all(|edge| edge.joins != Some(joins)) {
                    joins.iter().for_each(|cell| degrees[cell.index()] += 1);
                    edges.push(EdgePlan { centre, joins: Some(joins) });
                }
            }
            BlockPlan { cells, edges, ..BlockPlan::default() }
        })
    }

    proptest! {
        #[test]
        fn finds_what_a_search_for_each_goal_finds(plan in blocks()) {
            let block = Topology::of(BlockId(0), &plan).expect("is sound");
            let mut table = vec![CellLookup { ref_edge_index0: 7, ref_edge_index1: 7 }; block.cells * block.cells];
            Triangles::of(&block).expect("at most three edges").fill(&mut table);
            let (mut tree, mut next) = (Tree::of(&block), vec![0; block.cells]);
            for (goal, row) in table.chunks_exact(block.cells).enumerate() {
                tree.grow(&block, goal, &mut next);
                let found: Vec<_> = row.iter().map(|record| record.ref_edge_index0).collect();
                prop_assert_eq!(&found, &next, "to {}", goal);
            }
        }
    }
}
