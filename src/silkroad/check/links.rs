//! Checks links: whether each belongs to a cell, leads to an edge of another block, and has a link back.

use std::collections::BTreeSet;

use crate::finding::{Findings, rules};
use crate::formats::ainav::Link;
use crate::silkroad::choices::is_one_door;
use crate::silkroad::{BlockGraph, BlockId, Dungeon, EdgeId, Graph};

use super::{At, Report};

rules! { of super::sample, TablesFile;
    LINK_ID_NOT_CELL: Error = "link-id-not-cell", "The id of a link differs from its cell" {
        /// A link names its cell twice: as the id by which the server finds the link, and as the cell itself. They
        /// agree in all known files. If they differ, the door belongs to one cell but is found for another.
        remedy
        /// Bake the dungeon: this sets the cell to the id. Then check the position of the door.
        bad "block 0, link 0": |raw| link(raw, 0, 0).cell_id = 2,
    }
    LINK_CELL_OUT_OF_RANGE: Error = "link-cell-out-of-range", "The cell of a link is out of range" {
        /// The block has fewer cells than the number that the link names. No route finds the door.
        remedy
        /// Correct the cell of the link. Baking drops the link and reports it.
        bad "block 0, link 0": |raw| {
            let link = link(raw, 0, 0);
            (link.id, link.cell_id) = (6, 6);
        },
    }
    LINK_DUPLICATE: Error = "link-duplicate", "A cell has two links" {
        /// The server stores links by the number of their cell, so a cell can have one door. It drops the other link;
        /// which one it keeps is not known.
        remedy
        /// Move one of the doors to another cell, or divide the cell. Baking keeps the first link and reports the others.
        bad "block 0, link 2": |raw| {
            let twice = *link(raw, 0, 0);
            raw.ref_dungeon.blocks[0].links.push(twice);
        },
    }
    LINK_BLOCK_OUT_OF_RANGE: Error = "link-block-out-of-range", "The block of a link is out of range" {
        /// The dungeon has fewer blocks than the number that the link names. Monsters cannot pass this door.
        remedy
        /// Correct the block of the link. Baking drops the link and reports it.
        bad "block 0, link 0": |raw| link(raw, 0, 0).linked_obj_id = 3,
    }
    LINK_TO_OWN_BLOCK: Error = "link-to-own-block", "A link leads to its own block" {
        /// Links join different blocks. No route uses a link that leads back into its own block.
        remedy
        /// Correct the block of the link, or remove it. Baking drops the link and reports it.
        bad "block 0, link 0": |raw| link(raw, 0, 0).linked_obj_id = 0,
    }
    LINK_EDGE_OUT_OF_RANGE: Error = "link-edge-out-of-range", "The edge of a link is out of range" {
        /// The other block has fewer edges than the number that the link names, so the position of the door is unknown.
        /// Public documents do not say which edge numbering links use; this library assumes the block's own edge table.
        remedy
        /// Correct the edge of the link. If every link of a file of the game has this finding, please report it: then
        /// links use the numbering of the outline in the `.bms`.
        bad "block 0, link 0": |raw| link(raw, 0, 0).linked_obj_ref_edge_index = 8,
    }
    LINK_EDGE_INSIDE: Warning = "link-edge-inside", "A link leads to an edge between two cells" {
        /// The door's edge in the other block joins two cells of that block, so it is not on the block's border.
        /// Monsters enter the block away from the door.
        remedy
        /// Set the link to the edge on the border that belongs to the door.
        bad "block 0, link 0": |raw| link(raw, 0, 0).linked_obj_ref_edge_index = 0,
    }
    LINK_ONE_WAY: Error = "link-one-way", "A link is one-way" {
        /// A link names only the edge on the far side. The link back names the cell behind it. Without it, the cell
        /// that a monster enters is unknown, and routes do not use the door.
        remedy
        /// Add the link of the other block. Baking drops the single link and reports it.
        bad "block 1, link 0": |raw| raw.ref_dungeon.blocks[0].links.clear(),
    }
    LINK_EDGES_APART: Warning = "link-edges-apart", "The two sides of a door are far apart" {
        /// The edges of a link and of the link back are at least 5 units apart. Other tools join blocks only over
        /// shorter distances. Monsters cut straight through anything between the two edges.
        remedy
        /// Check that both links name the edges of the same door, and that both blocks are placed as in the `.dof`.
        bad "block 0, link 0": |raw| link(raw, 0, 0).linked_obj_ref_edge_index = 6,
    }
}

pub(super) fn check(dungeon: &Dungeon, graph: &Graph, joins: &BlockGraph, findings: &mut Findings) {
    let id = joins.id();
    let Some(block) = dungeon.block(id) else { return };
    let mut seen = BTreeSet::new();
    for (link, at) in block.links().iter().zip(0_u32..) {
        let mut report = Report::at(findings, At::Link(id, at));
        if link.id != u32::from(link.cell_id) {
            let meaning = || format!("The id is {} and the cell is {}, but they must be equal.", link.id, link.cell_id);
            report.add(&LINK_ID_NOT_CELL, meaning);
        }
        if link.id >= block.cell_count() || u32::from(link.cell_id) >= block.cell_count() {
            let meaning = || format!("Cell {} does not exist.", link.id.max(link.cell_id.into()));
            report.add(&LINK_CELL_OUT_OF_RANGE, meaning);
        }
        if !seen.insert(link.id) {
            let meaning = || format!("Cell {} has another link: the server keeps only one of them.", link.id);
            report.add(&LINK_DUPLICATE, meaning);
        }
        check_target((dungeon, graph), joins, link, at, &mut report);
    }
}

/// Checks the target of a link.
fn check_target(
    (dungeon, graph): (&Dungeon, &Graph),
    joins: &BlockGraph,
    link: &Link,
    at: u32,
    report: &mut Report<'_>,
) {
    let here = joins.id();
    let (to, edge) = (BlockId(link.linked_obj_id.into()), EdgeId(link.linked_obj_ref_edge_index.into()));
    let Some((other, other_joins)) = dungeon.block(to).zip(graph.block(to)) else {
        return report.add(&LINK_BLOCK_OUT_OF_RANGE, || format!("It leads to {to}, which does not exist."));
    };
    if to == here {
        return report.add(&LINK_TO_OWN_BLOCK, || "It leads to its own block.");
    }
    let Some(centre) = other.centre(edge) else {
        let meaning = || format!("It leads to {edge} of {to}, which does not exist, or is numbered differently.");
        return report.add(&LINK_EDGE_OUT_OF_RANGE, meaning);
    };
    if other_joins.sides(edge).is_some() {
        let meaning = || format!("It leads to {edge} of {to}, which joins two cells there and is not a door.");
        report.add(&LINK_EDGE_INSIDE, meaning);
    }
    // A second link of a cell, or a link of no cell, is never looked up. It was reported above.
    let Some(door) = joins.doors().iter().find(|door| door.link == at) else { return };
    match door.own_edge.and_then(|own| dungeon.block(here)?.centre(own)) {
        None if door.entry.is_none() => {
            let meaning =
                || format!("It leads to {to}, but no link leads back, so it is unknown which cell is entered.");
            report.add(&LINK_ONE_WAY, meaning);
        }
        Some(own) if !is_one_door(own, centre) => {
            let meaning = || format!("Its edge and the edge of the link back from {to} are at least 5 units apart.");
            report.add(&LINK_EDGES_APART, meaning);
        }
        _ => {}
    }
}
