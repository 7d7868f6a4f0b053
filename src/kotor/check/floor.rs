//! Checks the geometry of the floor: cracks, disconnected parts, and useless faces.

use super::{ImpliedTables, holes};
use crate::finding::{Findings, PlacePart};
use crate::flaw::find_flaws;
use crate::floor_rules::report;
use crate::kotor::floor::floor_tables;
use crate::kotor::{FaceId, Walkmesh};

/// Checks the floor of a room. Faces are joined as their corners imply; where the corners imply nothing, as stored in the file.
pub(super) fn check(walkmesh: &Walkmesh, expected: Option<&ImpliedTables>, findings: &mut Findings) {
    let Some(options) = findings.flaw_options() else { return };
    let rows = expected.map_or(&walkmesh.raw.adjacencies, |expected| &expected.adjacencies);
    let tables = floor_tables(walkmesh, rows);
    let mut exits = vec![[false; 3]; tables.faces.len()];
    for (edge, _) in walkmesh.transitions() {
        if let Some(sides) = exits.get_mut(edge.face().index()) {
            sides[edge.side()] = true;
        }
    }
    let is_exit = |face: u32, side: u8| exits[face as usize][usize::from(side)];
    let found = find_flaws(&tables.floor(), options, is_exit, findings.per_rule());
    report(found, |face| PlacePart::from(FaceId(face)), findings);
    if let Some(expected) = expected {
        holes::check(&walkmesh.raw, expected, findings);
    }
    holes::check_covers(&tables.floor(), findings);
}
