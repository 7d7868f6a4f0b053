//! Through which cell to leave each block for each other one.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::parallel;
use crate::silkroad::choices::{NO_EXIT, cost};

use super::topology::Topology;
use super::tree::{NO_EDGE, Tree};

/// A door as one of its blocks sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Exit {
    pub cell: usize,
    /// The door's edge in this block.
    pub edge: usize,
    /// The block on the other side, and the door's place among its exits.
    pub to: (usize, usize),
    /// Where a route passes the door: the middle of the edge on the other side.
    pub point: [f32; 3],
}

/// The exits of a block, and what it costs to get from each to each other: from where a route comes in to where it
/// goes out, along the block's own table. `u64::MAX` where there is no way.
pub(super) struct Exits {
    pub exits: Vec<Exit>,
    costs: Vec<u64>,
    remote: Vec<Remote>,
}

/// How far an exit is from the cells of its block: how many cannot get there, and what it costs the others together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Remote {
    cut_off: usize,
    cost: u64,
}

impl Exits {
    pub fn of(block: &Topology, exits: Vec<Exit>) -> Self {
        let mut rows = vec![(Vec::new(), Remote::default()); exits.len()];
        let work = || (Tree::of(block), vec![NO_EDGE; block.cells]);
        // A row for each way out, for the tree is the goal's.
        parallel::fill_rows(&mut rows, 1, work, |(tree, next), out, row| {
            let out = exits[out];
            tree.grow(block, out.cell, next);
            let along = |enter: &Exit| {
                let from = block.centres[enter.edge];
                if enter.cell == out.cell {
                    return cost(from, out.point);
                }
                tree.way(enter.cell).map_or(u64::MAX, |(along, last)| {
                    cost(from, block.centres[next[enter.cell] as usize])
                        .saturating_add(along)
                        .saturating_add(cost(block.centres[usize::from(last)], out.point))
                })
            };
            let ways = || (0..block.cells).filter(|&cell| cell != out.cell).map(|cell| tree.way(cell));
            let remote = Remote {
                cut_off: ways().filter(Option::is_none).count(),
                cost: ways().flatten().fold(0, |sum: u64, (cost, _)| sum.saturating_add(cost)),
            };
            row[0] = (exits.iter().map(along).collect(), remote);
        });
        let (costs, remote): (Vec<Vec<u64>>, _) = rows.into_iter().unzip();
        Self { exits, costs: costs.concat(), remote }
    }

    fn cost(&self, enter: usize, out: usize) -> u64 {
        self.costs[out * self.exits.len() + enter]
    }
}

/// The block table: goals outer, starts inner.
///
/// One tree of blocks for each goal, so that whoever follows it passes each block at most once. A block leaves by the
/// exit from which the rest of the way, as the tables will lead it, costs least. What it costs to get to the exit does
/// not count, for the table has one entry for all cells of the block; but of several exits that are equally good, such
/// as doors to the goal itself, it is the one with fewest doors on the way, then the least remote for the block's cells
/// together, then the one with the lowest cell.
pub(super) fn block_table(blocks: &[Exits]) -> Vec<i16> {
    let mut table = vec![NO_EXIT; blocks.len() * blocks.len()];
    parallel::fill_rows(&mut table, blocks.len(), || (), |(), goal, row| lead_to(goal, blocks, row));
    table
}

fn lead_to(goal: usize, blocks: &[Exits], row: &mut [i16]) {
    // For each block the exit that it leaves by, once that is settled; the goal leaves by none.
    let mut settled: Vec<Option<Option<usize>>> = vec![None; blocks.len()];
    let mut queue = BinaryHeap::from([Reverse((0, 0, Remote::default(), 0, goal, None))]);
    while let Some(Reverse((cost, doors, _, cell, block, out))) = queue.pop() {
        if settled[block].is_some() {
            continue;
        }
        settled[block] = Some(out);
        if out.is_some() {
            row[block] = cell as i16;
        }
        for (enter, exit) in blocks[block].exits.iter().enumerate() {
            let (before, by) = exit.to;
            let within = out.map_or(0, |out| blocks[block].cost(enter, out));
            if within != u64::MAX && settled[before].is_none() {
                let (cell, remote) = (blocks[before].exits[by].cell, blocks[before].remote[by]);
                queue.push(Reverse((within.saturating_add(cost), doors + 1, remote, cell, before, Some(by))));
            }
        }
    }
}
