//! Checks the block table: whether it leads from every block to every other block to which doors connect it.
//!
//! The expected result follows from the connected parts of the blocks, joined by doors. The actual one is followed from
//! each part, because a block's exit may be out of reach from one of its parts.

use crate::finding::{Findings, Rule, rules};
use crate::parallel;
use crate::silkroad::{BlockGraph, BlockId, CellId, Door, Dungeon, Graph};
use walkmesh_mesh::counted::agreeing;

use super::{At, Report};

rules! { of super::sample, TablesFile;
    EXIT_OUT_OF_RANGE: Error = "exit-out-of-range", "The exit of a block is out of range" {
        /// An entry of the block table names the cell whose door leads from a block towards another. The block has
        /// fewer cells. Monsters do not leave it for that goal.
        remedy
        /// Bake the dungeon to rebuild the block table.
        bad "block 0": |raw| *exit(raw, 0, 2) = 6,
    }
    EXIT_WITHOUT_LINK: Error = "exit-without-link", "The exit of a block has no door" {
        /// The block table names a cell that has no link. Monsters walk to it and stop there.
        remedy
        /// Add the link of that door, or bake the dungeon to rebuild the block table.
        bad "block 0": |raw| *exit(raw, 0, 2) = 5,
    }
    EXIT_MISSING: Error = "exit-missing", "A block has no exit towards a connected block" {
        /// Doors lead from one block to the other, possibly through further blocks, but the block table has no entry
        /// for the pair. Monsters stay in their block.
        remedy
        /// Bake the dungeon to rebuild the block table.
        bad "block 0": |raw| *exit(raw, 0, 2) = -1,
    }
    EXIT_LOOPS: Error = "exit-loops", "Exits form a cycle" {
        /// A monster that follows the block table passes through the same blocks repeatedly, and never arrives.
        remedy
        /// Bake the dungeon to rebuild the block table.
        bad "block 0": |raw| {
            *exit(raw, 0, 2) = 3;
            *exit(raw, 1, 2) = 0;
        },
    }
    EXIT_BREAKS_OFF: Error = "exit-breaks-off", "Exits end before their goal" {
        /// The exit leads to a block from which the block table has no route. Monsters stop there.
        remedy
        /// Bake the dungeon to rebuild the block table.
        bad "block 0": |raw| {
            *exit(raw, 0, 2) = 3;
            *exit(raw, 1, 2) = -1;
        },
    }
    PART_CUT_OFF: Warning = "part-cut-off", "A part of a block cannot reach the block's exit" {
        /// The floor of the block consists of several parts, but the block table has one exit for all its cells. One
        /// part has doors towards the goal, but the exit is on another part. Monsters on that part find no route,
        /// whatever the tables say.
        remedy
        /// Connect the parts of the floor, or divide the block so that each part is a block.
        bad "block 0": |raw| {
            for (start, goal) in (0..6).flat_map(|start| (0..6).map(move |goal| (start, goal))) {
                let side = |cell: usize| cell % 5 < 2;
                if side(start) != side(goal) {
                    *record(raw, 1, start, goal) = CellLookup::NONE;
                }
            }
        },
    }
}

/// The connected parts of all blocks, numbered together.
struct Parts<'g> {
    dungeon: &'g Dungeon,
    graph: &'g Graph,
    /// For each block, the index of its first part, and a final end.
    first: Vec<usize>,
    block_of: Vec<usize>,
    /// For each part, the number of the group of parts that doors connect with it.
    piece: Vec<usize>,
    /// For each part, the parts from which doors lead to it.
    doors_to: Vec<Vec<usize>>,
}

/// The part to which the table leads from a part, towards one goal.
#[derive(Clone, Copy, PartialEq)]
enum Leads {
    Unknown,
    /// It is being followed. A walk that meets it again is in a cycle.
    Open,
    /// The exit leads to this part of the goal.
    To(usize),
    Loops,
    /// The exit is on another part of the block.
    CutOff,
    /// The block has no exit to the goal.
    NoExit,
    OutOfRange,
    WithoutLink,
    /// The exit leads to a block, or over a link, without a continuation, which is reported there.
    BreaksOff,
}

const HAVE: [&str; 2] = ["has", "have"];
const ARE: [&str; 2] = ["is", "are"];

/// The faults between a block and a goal: the rule, the verb that follows the number of goals, and the words after it.
static FAULTS: [(&Rule, [&str; 2], &str); 6] = [
    (&EXIT_OUT_OF_RANGE, HAVE, "an exit that is not a cell of the block"),
    (&EXIT_WITHOUT_LINK, HAVE, "an exit that has no link"),
    (&EXIT_MISSING, HAVE, "no exit, though doors lead there"),
    (&EXIT_LOOPS, ARE, "never reached, because the exits form a cycle"),
    (&EXIT_BREAKS_OFF, ARE, "never reached, because no route continues behind the exit"),
    (&PART_CUT_OFF, ARE, "connected with a part of the floor from which the one exit cannot be reached"),
];

/// The faults of a block towards a goal as bits, in the order of [`FAULTS`].
const OUT_OF_RANGE: u8 = 1;
const WITHOUT_LINK: u8 = 1 << 1;
const MISSING: u8 = 1 << 2;
const LOOP: u8 = 1 << 3;
const BREAK_OFF: u8 = 1 << 4;
const CUT_OFF: u8 = 1 << 5;

pub(super) fn check(dungeon: &Dungeon, graph: &Graph, findings: &mut Findings) {
    // Without any links the table has no meaning, and no doors can be missing from it.
    if dungeon.blocks().all(|block| block.links().is_empty()) {
        return;
    }
    let parts = Parts::new(dungeon, graph);
    let goals: Vec<_> = graph.blocks().iter().map(BlockGraph::id).collect();
    let faults = parallel::map(&goals, |&goal| parts.faults(goal));
    for &block in &goals {
        let mut report = Report::at(findings, At::Block(block));
        for (bit, (rule, verb, what)) in FAULTS.into_iter().enumerate() {
            let mut towards = goals.iter().filter(|goal| faults[goal.index()][block.index()] & 1 << bit != 0);
            if let Some(first) = towards.next() {
                let goals = agreeing(1 + towards.count(), "goal", verb);
                report.add(rule, || format!("{goals} {what}; the first is {first}."));
            }
        }
    }
}

impl<'g> Parts<'g> {
    fn new(dungeon: &'g Dungeon, graph: &'g Graph) -> Self {
        let (block_of, piece, doors_to) = (Vec::new(), Vec::new(), Vec::new());
        let mut parts = Self { dungeon, graph, first: vec![0], block_of, piece, doors_to };
        for (at, block) in graph.blocks().iter().enumerate() {
            parts.block_of.resize(parts.block_of.len() + block.connected_part_count() as usize, at);
            parts.first.push(parts.block_of.len());
        }
        parts.doors_to = vec![Vec::new(); parts.block_of.len()];
        for block in graph.blocks() {
            let doors = block
                .doors()
                .iter()
                .filter_map(|door| Some((parts.connected_part(block.id(), door.cell)?, parts.behind(door)?)));
            for (from, to) in doors.collect::<Vec<_>>() {
                parts.doors_to[to].push(from);
            }
        }
        parts.find_pieces();
        parts
    }

    /// Numbers the connected pieces. Every counted door leads back, so one direction is enough.
    fn find_pieces(&mut self) {
        self.piece = vec![usize::MAX; self.block_of.len()];
        for first in 0..self.piece.len() {
            let mut open = vec![first];
            while let Some(part) = open.pop() {
                if self.piece[part] == usize::MAX {
                    self.piece[part] = first;
                    open.extend(&self.doors_to[part]);
                }
            }
        }
    }

    fn connected_part(&self, block: BlockId, cell: CellId) -> Option<usize> {
        let part = self.graph.block(block)?.connected_part(cell)?;
        Some(self.first[block.index()] + part as usize)
    }

    /// The part behind a door.
    fn behind(&self, door: &Door) -> Option<usize> {
        self.connected_part(door.to, door.entry?)
    }

    /// The faults between each block and a goal, as bits.
    fn faults(&self, goal: BlockId) -> Vec<u8> {
        let leads = self.follow(goal);
        let could_have = self.could_have_exit(goal, &leads);
        let goals = self.first[goal.index()]..self.first[goal.index() + 1];
        let mut faults = vec![0; self.graph.blocks().len()];
        for (part, &block) in self.block_of.iter().enumerate().filter(|(_, block)| **block != goal.index()) {
            let mut connected = goals.clone().filter(|&goal| self.piece[goal] == self.piece[part]);
            faults[block] |= match leads[part] {
                Leads::To(end) if connected.any(|goal| goal != end) => CUT_OFF,
                Leads::CutOff if connected.next().is_some() => CUT_OFF,
                Leads::NoExit if could_have[block] => MISSING,
                Leads::NoExit if connected.next().is_some() => CUT_OFF,
                Leads::OutOfRange => OUT_OF_RANGE,
                Leads::WithoutLink => WITHOUT_LINK,
                Leads::Loops => LOOP,
                Leads::BreaksOff => BREAK_OFF,
                _ => 0,
            };
        }
        faults
    }

    /// Follows the table from each part.
    fn follow(&self, goal: BlockId) -> Vec<Leads> {
        let mut leads = vec![Leads::Unknown; self.block_of.len()];
        let goals = self.first[goal.index()]..self.first[goal.index() + 1];
        leads[goals.clone()].iter_mut().zip(goals).for_each(|(leads, part)| *leads = Leads::To(part));
        let mut way = Vec::new();
        for start in 0..leads.len() {
            let mut at = start;
            let end = loop {
                match leads[at] {
                    Leads::Unknown => {}
                    Leads::Open => break Leads::Loops,
                    end @ (Leads::To(_) | Leads::Loops) => break end,
                    _ => break Leads::BreaksOff,
                }
                match self.next(at, goal) {
                    Ok(next) => {
                        leads[at] = Leads::Open;
                        way.push(at);
                        at = next;
                    }
                    Err(fault) => leads[at] = fault,
                }
            };
            way.drain(..).for_each(|part| leads[part] = end);
        }
        leads
    }

    /// The part to which the table's exit leads.
    fn next(&self, part: usize, goal: BlockId) -> Result<usize, Leads> {
        let block = &self.graph.blocks()[self.block_of[part]];
        let id = block.id();
        let cell = self.dungeon.exit(id, goal).ok_or(Leads::NoExit)?;
        let exit = self.connected_part(id, cell).ok_or(Leads::OutOfRange)?;
        let door = block.door(cell).ok_or(Leads::WithoutLink)?;
        if exit != part {
            return Err(Leads::CutOff);
        }
        self.behind(door).ok_or(Leads::BreaksOff)
    }

    /// Returns, for each block without an exit to the goal, whether giving such blocks exits through suitable doors
    /// would let it reach the goal. The other blocks would need two exits to one goal, which a table cannot express.
    fn could_have_exit(&self, goal: BlockId, leads: &[Leads]) -> Vec<bool> {
        let mut could = vec![false; self.graph.blocks().len()];
        let arrives = |part: &usize| matches!(leads[*part], Leads::To(_));
        let mut open: Vec<_> = (0..leads.len()).filter(arrives).collect();
        while let Some(part) = open.pop() {
            for &before in &self.doors_to[part] {
                let block = self.block_of[before];
                if leads[before] == Leads::NoExit && block != goal.index() && !could[block] {
                    could[block] = true;
                    open.push(before);
                }
            }
        }
        could
    }
}
