//! Checks the point where the player appears when the module is entered.

use super::AreaContents;
use super::check::Ground;
use crate::finding::{Findings, Measure, PartKind, Severity, Spot, rules};
use crate::instances::floor::{Floor, nearest_in_words};
use crate::mesh::MeshError;

rules! { of crate::kotor::check::sample, Furnished;
    ENTRY_AREA_UNKNOWN: Error = "entry-area-unknown", "The entry area of the module does not exist" {
        /// The file module.ifo names the area in which the player appears, but its list of areas does not contain that
        /// area. The module cannot be entered.
        remedy
        /// Set the entry area to one of the module's areas.
        bad "entry point": |files| files.module().entry_area = "elsewhere".into(),
    }
    ENTRY_OFF_FLOOR: Error = "entry-off-floor", "The entry point is not on a walkable floor" {
        /// The entry point of the module has no walkable floor under it. The player appears at height 0, outside the
        /// rooms, and cannot move.
        remedy
        /// Move the entry point onto a floor, in module.ifo.
        bad "entry point": |files| files.module().entry = Some([1.0, 9.0, 0.0]),
    }
    ENTRY_CUT_OFF: Warning = "entry-cut-off", "The entry point is cut off from the area" {
        /// The floor under the entry point of the module is not connected to the largest floor of the area. Only a
        /// script or a transition can take the player there.
        remedy
        /// Move the entry point, in module.ifo, or join the floors.
        bad "entry point": |files| {
            files.part_rooms(0.5);
            files.module().entry = Some([2.8, 0.5, 0.0]);
        },
    }
}

impl AreaContents {
    pub(super) fn check_entry_area(&self, findings: &mut Findings) {
        let Some(module) = &self.module else { return };
        if !module.areas.iter().any(|area| area.eq_ignore_ascii_case(&module.entry_area)) {
            let areas = module.areas.join(", ");
            let meaning = || format!("The module starts in the area `{}`, but has only {areas}.", module.entry_area);
            findings.add(&ENTRY_AREA_UNKNOWN, PartKind::EntryPoint, meaning);
        }
    }
}

impl Ground<'_> {
    pub(super) fn check_entry(&self, findings: &mut Findings) -> Result<(), MeshError> {
        let Some(point) = self.contents.entry() else { return Ok(()) };
        let spot = |length: f64| Some(Spot { point, measure: Measure::Length(length) });
        let Some(entry) = self.entry else {
            let severity = self.severity(Severity::Error);
            let near = nearest_in_words(self, point)?;
            let meaning = || format!("There is no walkable floor under the entry point.{near}{}", self.caveat());
            findings.add_spot(&ENTRY_OFF_FLOOR, severity, PartKind::EntryPoint, spot(0.0), meaning);
            return Ok(());
        };
        if self.navigator.connected_part(entry)? != self.largest {
            let meaning = || format!("No path leads from there to the largest floor of the area.{}", self.caveat());
            let severity = self.severity(Severity::Warning);
            findings.add_spot(&ENTRY_CUT_OFF, severity, PartKind::EntryPoint, spot(0.0), meaning);
        }
        Ok(())
    }
}
