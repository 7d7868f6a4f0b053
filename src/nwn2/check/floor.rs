//! Checks the geometry of the floor: cracks, disconnected parts, and useless triangles.

use crate::finding::{Findings, PlacePart};
use crate::flaw::find_flaws;
use crate::floor_rules::report;
use crate::nwn2::sides::floor_tables;
use crate::nwn2::{TriangleId, Walkmesh};

/// Checks the floor of an area whose triangles are linked.
pub(super) fn check(walkmesh: &Walkmesh, findings: &mut Findings) {
    let Some(options) = findings.flaw_options().filter(|_| super::is_linked(walkmesh)) else { return };
    let found = find_flaws(&floor_tables(walkmesh).floor(), options, |_, _| false, findings.per_rule());
    report(found, |face| PlacePart::from(TriangleId(face)), findings);
}
