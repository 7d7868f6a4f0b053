//! Through which cell to leave each block for each other one.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::silkroad::choices::{NO_EXIT, cost};
use crate::silkroad::parallel;

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
}

impl Exits {
    pub fn of(block: &Topology, exits: Vec<Exit>) -> Self {
        let mut costs = vec![u64::MAX; exits.len() * exits.len()];
        let work = || (Tree::new(block.cells), vec![NO_EDGE; block.cells]);
        // A row for each way out, for the tree is the goal's.
        parallel::fill_rows(&mut costs, exits.len(), work, |(tree, next), out, row| {
            let out = exits[out];
            tree.grow(block, out.cell, next);
            for (cell, enter) in row.iter_mut().zip(&exits) {
                let from = block.centres[enter.edge];
                *cell = match tree.way(enter.cell) {
                    _ if enter.cell == out.cell => cost(from, out.point),
                    None => u64::MAX,
                    Some((along, last)) => cost(from, block.centres[next[enter.cell] as usize])
                        .saturating_add(along)
                        .saturating_add(cost(block.centres[usize::from(last)], out.point)),
                };
            }
        });
        Self { exits, costs }
    }

    fn cost(&self, enter: usize, out: usize) -> u64 {
        self.costs[out * self.exits.len() + enter]
    }
}

/// The block table: goals outer, starts inner.
///
/// One tree of blocks for each goal, so that whoever follows it passes each block at most once. A block leaves by the
/// exit from which the rest of the way, as the tables will lead it, costs least; then fewest doors, then the lowest
/// cell. What it costs to get to the exit does not count: the table has one entry for all cells of the block.
pub(super) fn block_table(blocks: &[Exits]) -> Vec<i16> {
    let mut table = vec![NO_EXIT; blocks.len() * blocks.len()];
    parallel::fill_rows(&mut table, blocks.len(), || (), |(), goal, row| lead_to(goal, blocks, row));
    table
}

fn lead_to(goal: usize, blocks: &[Exits], row: &mut [i16]) {
    // For each block the exit that it leaves by, once that is settled; the goal leaves by none.
    let mut settled: Vec<Option<Option<usize>>> = vec![None; blocks.len()];
    let mut queue = BinaryHeap::from([Reverse((0, 0, 0, goal, None))]);
    while let Some(Reverse((cost, doors, cell, block, out))) = queue.pop() {
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
                let cell = blocks[before].exits[by].cell;
                queue.push(Reverse((within.saturating_add(cost), doors + 1, cell, before, Some(by))));
            }
        }
    }
}
