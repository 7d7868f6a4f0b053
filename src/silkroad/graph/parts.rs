//! `ConnectedPart`: cells of a dungeon that are connected.

use crate::silkroad::{BlockId, CellId, CellRef};

use super::Graph;

/// A connected part of a dungeon: cells that edges and doors join, directly or through others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConnectedPart {
    /// How many cells it has.
    pub cells: u32,
    /// Over how many blocks it extends.
    pub blocks: u32,
    /// Its first cell: the lowest one of its lowest block.
    pub first: CellRef,
}

impl Graph {
    /// The connected parts of the whole dungeon, in the order of their first cells. A door connects where links on both
    /// sides name it.
    #[must_use]
    pub fn connected_parts(&self) -> Vec<ConnectedPart> {
        // The parts of all blocks under one numbering.
        let mut first_part = Vec::new();
        let mut parts = 0;
        for block in self.blocks() {
            first_part.push(parts);
            parts += block.connected_part_count() as usize;
        }
        let number = |block: BlockId, cell: CellId| -> Option<usize> {
            Some(first_part.get(block.index())? + self.block(block)?.connected_part(cell)? as usize)
        };
        let mut across = vec![Vec::new(); parts];
        for block in self.blocks() {
            for door in block.doors() {
                let here = number(block.id(), door.cell);
                let there = door.entry.and_then(|entry| number(door.to, entry));
                if let (Some(here), Some(there)) = (here, there) {
                    across[here].push(there);
                    across[there].push(here);
                }
            }
        }
        let whole = joined(&across);
        let mut found: Vec<ConnectedPart> = Vec::new();
        let mut last_block = Vec::new();
        for block in self.blocks() {
            let id = block.id();
            for cell in (0..block.cell_count()).map(CellId) {
                let Some(part) = number(id, cell).map(|part| whole[part]) else { continue };
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

/// For each node the number of its component. Components are numbered in the order of their first nodes.
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
