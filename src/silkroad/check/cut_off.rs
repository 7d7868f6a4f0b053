//! Checks for cells and blocks that no route leaves or enters.

use crate::finding::{Findings, Measure, Place, Spot, rules};
use crate::silkroad::{Block, BlockGraph, CellId, Dungeon, Graph};
use walkmesh_mesh::counted::counted;

rules! { of super::sample, TablesFile;
    CELLS_CUT_OFF: Info = "cells-cut-off", "Some cells of a block are cut off" {
        /// The cells are connected with each other but not with the largest part of the block's floor, and none of them
        /// has a door. Monsters that are placed there cannot leave, and others cannot get there. This is intended for
        /// decorative floor, and a fault where monsters should get there.
        remedy
        /// If monsters should get there, connect the floor with the rest of the block, or give it a door. Otherwise do
        /// not place monsters there.
        bad "block 0, cell 4": |raw| {
            for other in 0..6 {
                *record(raw, 0, 4, other) = CellLookup::NONE;
                *record(raw, 0, other, 4) = CellLookup::NONE;
            }
        },
    }
    BLOCK_CUT_OFF: Info = "block-cut-off", "A block is cut off" {
        /// Other blocks of the dungeon have doors. This block has floor but no door that a route can use. Monsters in it cannot leave, and
        /// others cannot get there.
        remedy
        /// If monsters should get there, add the links of a door in both blocks, then bake the dungeon.
        bad "block 2": |raw| raw.ref_dungeon.blocks[2].links.clear(),
    }
}

pub(super) fn check(dungeon: &Dungeon, graph: &Graph, findings: &mut Findings) {
    let has_way_out = |joins: &BlockGraph| joins.doors().iter().any(|door| door.entry.is_some());
    let has_doors = graph.blocks().iter().any(has_way_out);
    for (block, joins) in dungeon.blocks().zip(graph.blocks()) {
        let parts = parts(joins);
        if has_doors && !parts.is_empty() && !has_way_out(joins) {
            let spot = block_spot(block, joins);
            let rule = &BLOCK_CUT_OFF;
            findings.add_spot(rule, rule.severity, block.id(), spot, || {
                let nowhere = if spot.is_none() {
                    "; the position of the block is unknown, because the block has no edge"
                } else {
                    ""
                };
                let cells = counted(joins.cell_count() as usize, "cell");
                format!("No door that a route can use leads out of its {cells}{nowhere}.")
            });
        }
        // The first of the largest parts is the main part, from which the others are disconnected.
        let most = parts.iter().map(|part| part.cells).max().unwrap_or(0);
        let largest = parts.iter().position(|part| part.cells == most);
        for (_, part) in (0..).zip(&parts).filter(|(at, part)| Some(*at) != largest && !part.has_way_out) {
            let rule = &CELLS_CUT_OFF;
            let place = Place::from([block.id().into(), part.first.into()]);
            findings.add_spot(rule, rule.severity, place, spot(block, joins, part.first, part.cells), || {
                let others = counted((joins.cell_count() - part.cells) as usize, "other cell");
                format!("No route leads from {} to the {others}.", counted(part.cells as usize, "cell"))
            });
        }
    }
}

/// Cells of a block that are connected.
struct CutOffPart {
    first: CellId,
    cells: u32,
    /// True if one of them has a door that a route can use.
    has_way_out: bool,
}

/// The connected parts of a block.
fn parts(joins: &BlockGraph) -> Vec<CutOffPart> {
    let mut parts: Vec<CutOffPart> = Vec::with_capacity(joins.connected_part_count() as usize);
    for cell in (0..joins.cell_count()).map(CellId) {
        let number = joins.connected_part(cell).unwrap_or_default() as usize;
        // Parts are numbered in the order of their first cells.
        if number == parts.len() {
            parts.push(CutOffPart { first: cell, cells: 0, has_way_out: false });
        }
        parts[number].cells += 1;
    }
    for door in joins.doors().iter().filter(|door| door.entry.is_some()) {
        if let Some(part) = joins.connected_part(door.cell).and_then(|number| parts.get_mut(number as usize)) {
            part.has_way_out = true;
        }
    }
    parts
}

/// The first known point of a block: the midpoint of an edge between cells, or else of any edge.
fn block_spot(block: Block<'_>, joins: &BlockGraph) -> Option<Spot> {
    let cells = joins.cell_count();
    let of_cell = (0..cells).find_map(|cell| spot(block, joins, CellId(cell), cells));
    let is_finite = |point: &[f32; 3]| point.iter().all(|value| value.is_finite());
    of_cell.or_else(|| {
        let point = block.centres().iter().map(|&center| center.into()).find(is_finite)?;
        Some(Spot { point, measure: Measure::Count(cells.into()) })
    })
}

/// The midpoint of an edge of a cell, and the number of cells. A cell without edges has no location.
fn spot(block: Block<'_>, joins: &BlockGraph, cell: CellId, cells: u32) -> Option<Spot> {
    let (edge, _) = *joins.neighbours(cell).first()?;
    Some(Spot { point: block.centre(edge)?, measure: Measure::Count(cells.into()) })
}
