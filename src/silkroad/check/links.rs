//! Links: whether each belongs to a cell, leads to an edge of another block, and has a link back.

use std::collections::BTreeSet;

use crate::finding::Findings;
use crate::formats::ainav::Link;
use crate::silkroad::choices::is_one_door;
use crate::silkroad::{BlockGraph, BlockId, Dungeon, EdgeId, Graph};

use super::{At, Report, rules};

pub(super) fn check(dungeon: &Dungeon, graph: &Graph, joins: &BlockGraph, findings: &mut Findings) {
    let id = joins.id();
    let Some(block) = dungeon.block(id) else { return };
    let mut seen = BTreeSet::new();
    for (link, at) in block.links().iter().zip(0_u32..) {
        let mut report = Report::at(findings, At::Link(id, at));
        if link.id != u32::from(link.cell_id) {
            let meaning = || format!("The id is {} and the cell {}, but both name the cell.", link.id, link.cell_id);
            report.add(&rules::LINK_ID_NOT_CELL, meaning);
        }
        if link.id >= block.cell_count() || u32::from(link.cell_id) >= block.cell_count() {
            let meaning = || format!("Cell {} does not exist.", link.id.max(link.cell_id.into()));
            report.add(&rules::LINK_CELL_OUT_OF_RANGE, meaning);
        }
        if !seen.insert(link.id) {
            let meaning = || format!("Cell {} has another link: the server keeps only one of them.", link.id);
            report.add(&rules::LINK_DUPLICATE, meaning);
        }
        check_target((dungeon, graph), joins, link, at, &mut report);
    }
}

/// Checks where a link leads.
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
        return report.add(&rules::LINK_BLOCK_OUT_OF_RANGE, || format!("It leads to {to}, which does not exist."));
    };
    if to == here {
        return report.add(&rules::LINK_TO_OWN_BLOCK, || "It leads to its own block.");
    }
    let Some(centre) = other.centre(edge) else {
        let meaning = || format!("It leads to {edge} of {to}, which does not exist, or is numbered in another way.");
        return report.add(&rules::LINK_EDGE_OUT_OF_RANGE, meaning);
    };
    if other_joins.sides(edge).is_some() {
        let meaning = || format!("It leads to {edge} of {to}, which joins two cells there and is no door.");
        report.add(&rules::LINK_EDGE_INSIDE, meaning);
    }
    // A second link of a cell, or a link of no cell, is never looked up. It was reported above.
    let Some(door) = joins.doors().iter().find(|door| door.link == at) else { return };
    match door.own_edge.and_then(|own| dungeon.block(here)?.centre(own)) {
        None if door.entry.is_none() => {
            let meaning =
                || format!("It leads to {to}, but no link leads back, so it is unknown which cell is entered.");
            report.add(&rules::LINK_ONE_WAY, meaning);
        }
        Some(own) if !is_one_door(own, centre) => {
            let meaning = || format!("Its edge and that of the link back from {to} are at least 5 units apart.");
            report.add(&rules::LINK_EDGES_APART, meaning);
        }
        _ => {}
    }
}
