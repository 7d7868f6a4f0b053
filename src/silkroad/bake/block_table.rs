//! The block table: the cell through which a route leaves each block for each other block.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::parallel;
use crate::silkroad::choices::{NO_EXIT, cost};

use super::topology::Topology;
use super::tree::{NO_EDGE, Tree};

/// One side of a door.
#[derive(Clone, Copy, Debug)]
pub(super) struct Exit {
    pub cell: usize,
    /// The door's edge in this block.
    pub edge: usize,
    /// The block on the other side, and the door's index among its exits.
    pub to: (usize, usize),
    /// The point where a route passes the door: the midpoint of the edge on the other side.
    pub point: [f32; 3],
}

/// The exits of a block, and the cost of the route between each two along the block's own table. `u64::MAX` means no
/// route.
pub(super) struct Exits {
    pub exits: Vec<Exit>,
    costs: Vec<u64>,
    remote: Vec<Remote>,
}

/// The remoteness of an exit from the cells of its block.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Remote {
    cut_off: usize,
    cost: u64,
}

impl Exits {
    #[must_use]
    pub fn new(block: &Topology, exits: Vec<Exit>) -> Self {
        let mut rows = vec![(Vec::new(), Remote::default()); exits.len()];
        let work = || (Tree::new(block), vec![NO_EDGE; block.cells]);
        // One row per exit, because each tree belongs to one goal.
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

/// The block table. Goals are rows, starts are columns.
///
/// There is one tree of blocks for each goal, so a route passes each block at most once. The exit of a block is the one
/// from which the rest of the route, along the tables, has the minimum cost. The cost of getting to the exit is left out, because the table
/// has one entry for all cells of the block. The tie-break among equally good exits, such as doors to the goal itself: fewest doors on the
/// route, then minimum total remoteness from the block's cells, then lowest cell.
pub(super) fn block_table(blocks: &[Exits]) -> Vec<i16> {
    let mut table = vec![NO_EXIT; blocks.len() * blocks.len()];
    parallel::fill_rows(&mut table, blocks.len(), || (), |(), goal, row| lead_to(goal, blocks, row));
    table
}

fn lead_to(goal: usize, blocks: &[Exits], row: &mut [i16]) {
    // For each block, its exit, once final. The goal has no exit.
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
