//! `ConnectedPart`: cells of a dungeon that are connected.

use crate::silkroad::{CellId, CellRef};

use super::Graph;

/// A connected part of a dungeon: cells that edges and doors join, directly or through others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ConnectedPart {
    /// Number of its cells.
    pub cells: u32,
    /// Number of blocks over which it extends.
    pub blocks: u32,
    /// Its first cell: the lowest one of its lowest block.
    pub first: CellRef,
}

/// The numbers of the connected parts of a dungeon. The parts are numbered in the order of their first cells.
#[derive(Clone, Debug)]
pub(in crate::silkroad) struct PartNumbers {
    /// For each block, the index of its first part in `whole`.
    first_part: Vec<usize>,
    /// For each connected part of each block, the number of the part of the whole dungeon.
    whole: Vec<usize>,
}

impl PartNumbers {
    fn new(graph: &Graph) -> Self {
        let mut first_part = Vec::new();
        let mut parts = 0;
        for block in graph.blocks() {
            first_part.push(parts);
            parts += block.connected_part_count() as usize;
        }
        let mut across = vec![Vec::new(); parts];
        for block in graph.blocks() {
            for door in block.doors() {
                let here = part_in_blocks(graph, &first_part, CellRef { block: block.id(), cell: door.cell });
                let entry = door.entry.map(|cell| CellRef { block: door.to, cell });
                let there = entry.and_then(|entry| part_in_blocks(graph, &first_part, entry));
                if let (Some(here), Some(there)) = (here, there) {
                    across[here].push(there);
                    across[there].push(here);
                }
            }
        }
        Self { whole: joined(&across), first_part }
    }

    /// The number of the connected part of a cell, if the cell exists. `graph` must be the graph of the same dungeon.
    pub(in crate::silkroad) fn of_cell(&self, graph: &Graph, cell: CellRef) -> Option<usize> {
        self.whole.get(part_in_blocks(graph, &self.first_part, cell)?).copied()
    }

    /// Number of connected parts.
    pub(in crate::silkroad) fn count(&self) -> usize {
        self.whole.iter().max().map_or(0, |most| most + 1)
    }
}

/// The index of a cell's part among the parts of all blocks.
fn part_in_blocks(graph: &Graph, first_part: &[usize], CellRef { block, cell }: CellRef) -> Option<usize> {
    Some(first_part.get(block.index())? + graph.block(block)?.connected_part(cell)? as usize)
}

impl Graph {
    pub(in crate::silkroad) fn part_numbers(&self) -> PartNumbers {
        PartNumbers::new(self)
    }

    /// The connected parts of the whole dungeon, in the order of their first cells. A door connects if links on both
    /// sides name it.
    #[must_use]
    pub fn connected_parts(&self) -> Vec<ConnectedPart> {
        let numbers = self.part_numbers();
        let mut found: Vec<ConnectedPart> = Vec::new();
        let mut last_block = Vec::new();
        for block in self.blocks() {
            let id = block.id();
            for cell in (0..block.cell_count()).map(CellId) {
                let Some(part) = numbers.of_cell(self, CellRef { block: id, cell }) else { continue };
                if part == found.len() {
                    found.push(ConnectedPart { cells: 0, blocks: 0, first: CellRef { block: id, cell } });
                    last_block.push(None);
                }
                found[part].cells += 1;
                if last_block[part] != Some(id) {
                    last_block[part] = Some(id);
                    found[part].blocks += 1;
                }
            }
        }
        found
    }
}

/// For each node, the number of its component. Components are numbered in the order of their first nodes.
fn joined(across: &[Vec<usize>]) -> Vec<usize> {
    let mut number = vec![usize::MAX; across.len()];
    let mut numbers = 0;
    for first in 0..across.len() {
        if number[first] != usize::MAX {
            continue;
        }
        let mut open = vec![first];
        while let Some(at) = open.pop() {
            if number[at] == usize::MAX {
                number[at] = numbers;
                open.extend(&across[at]);
            }
        }
        numbers += 1;
    }
    number
}
