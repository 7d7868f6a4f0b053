//! What hangs together in a dungeon, and from where the tables do not lead to a place.

use crate::parallel;
use crate::silkroad::{BlockId, CellId, Graph, NoRoute, Place};

/// A connected part of a dungeon: cells that edges and doors join, directly or through others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConnectedPart {
    /// How many cells it has.
    pub cells: u32,
    /// Over how many blocks it extends.
    pub blocks: u32,
    /// Its first cell: the lowest one of its lowest block.
    pub first: Place,
}

/// Cells of one connected part of a block from which the tables do not lead to a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CutOff {
    /// The block.
    pub block: BlockId,
    /// The connected part of the block, as [`BlockGraph::connected_part`](crate::silkroad::BlockGraph::connected_part) numbers it.
    pub part: u32,
    /// How many of its cells are cut off.
    pub cells: u32,
    /// The first of them.
    pub first: CellId,
    /// Why no route leads from that one.
    pub reason: NoRoute,
}

impl Graph<'_> {
    /// The connected parts of the whole dungeon, by their first cells. Doors join where links on both sides tell of them.
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
                let here = number(block.block().id(), door.cell);
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
            let id = block.block().id();
            for cell in (0..block.block().cell_count()).map(CellId) {
                let Some(part) = number(id, cell).map(|part| whole[part]) else { continue };
                if part == found.len() {
                    found.push(ConnectedPart { cells: 0, blocks: 0, first: Place { block: id, cell } });
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

    /// The cells from which the tables do not lead to a place, by blocks and their connected parts. It follows the tables
    /// from every cell of the dungeon, on all cores.
    ///
    /// ```
    /// use walkmesh::silkroad::{BakeOptions, BlockPlan, CellId, EdgePlan, Graph, Place, Plan, bake};
    ///
    /// // Two cells that touch, and one that stands alone.
    /// let edge = EdgePlan::inner([10.0, 0.0, 0.0], CellId(0), CellId(1));
    /// let block = BlockPlan { cells: 3, edges: vec![edge], ..BlockPlan::default() };
    /// let plan = Plan { region: 32999, blocks: vec![block], doors: vec![] };
    /// let dungeon = bake(&plan, &BakeOptions::default())?;
    ///
    /// let cut_off = Graph::of(&dungeon).cut_off_from(Place::new(0, 2))?;
    /// assert_eq!((cut_off.len(), cut_off[0].cells, cut_off[0].first), (1, 2, CellId(0)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`NoRoute::NoSuchPlace`].
    pub fn cut_off_from(&self, goal: Place) -> Result<Vec<CutOff>, NoRoute> {
        if !self.has(goal) {
            return Err(NoRoute::NoSuchPlace(goal));
        }
        let of_block = parallel::map(self.blocks(), |block| {
            let id = block.block().id();
            let mut cut_off: Vec<Option<CutOff>> = vec![None; block.connected_part_count() as usize];
            for cell in (0..block.block().cell_count()).map(CellId) {
                let Some(part) = block.connected_part(cell) else { continue };
                if let Err(reason) = self.route(Place { block: id, cell }, goal) {
                    let new = CutOff { block: id, part, cells: 0, first: cell, reason };
                    cut_off[part as usize].get_or_insert(new).cells += 1;
                }
            }
            cut_off
        });
        Ok(of_block.into_iter().flatten().flatten().collect())
    }
}

/// For each of some things the number of what it is joined with; numbered by their first ones.
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
