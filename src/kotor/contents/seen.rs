//! Checks the list of visible rooms (VIS) against the layout.

use std::collections::BTreeSet;

use crate::finding::{Findings, PartKind, Place, PlacePart, rules};
use crate::kotor::{Area, LayoutRoom, RoomId, Visibility};
use walkmesh_mesh::counted::counted;

rules! { of crate::kotor::check::sample, Furnished;
    VISIBILITY_ROOM_UNKNOWN: Info = "visibility-room-unknown", "A room of the VIS is not in the layout" {
        /// The VIS lists the room as seen, or lists the rooms that are seen from it. The layout has no room of this
        /// name, so the line has no effect.
        remedy
        /// Correct the name or remove the line. If rooms were removed from the layout, remove them here, too.
        bad "visibility (west)": |files| files.seen("west 2\n east\n south\neast 1\n west\n"),
    }
    VISIBILITY_ROOM_MISSING: Info = "visibility-room-missing", "A room is missing from the VIS" {
        /// The VIS does not list the rooms that are seen from this room. The room may disappear from view, and so may
        /// the rooms that are seen from it.
        remedy
        /// Add the room and the rooms that are seen from it.
        bad "room 1 (east)": |files| files.seen("west 1\n east\n"),
    }
    VISIBILITY_COUNT_WRONG: Warning = "visibility-count-wrong", "The VIS has a wrong room count" {
        /// The line of a room gives the number of lines that follow for it. Readers that trust a wrong number misread
        /// the following lines.
        remedy
        /// Correct the number.
        bad "visibility (west)": |files| files.seen("west 3\n east\neast 1\n west\n"),
    }
}

impl Area {
    pub(super) fn check_visibility(&self, visibility: &Visibility, findings: &mut Findings) {
        let known: BTreeSet<String> = self.layout().rooms().iter().map(|room| room.name.to_ascii_lowercase()).collect();
        let mut viewers = BTreeSet::new();
        for room in &visibility.rooms {
            let place = || Place::from(PlacePart::from(PartKind::Visibility).named(&room.name));
            for name in std::iter::once(&room.name).chain(&room.seen) {
                if !known.contains(&name.to_ascii_lowercase()) {
                    let meaning = || format!("The layout has no room `{name}`.");
                    findings.add(&VISIBILITY_ROOM_UNKNOWN, place(), meaning);
                }
            }
            let found = room.seen.len();
            if room.announced as usize != found {
                let meaning =
                    || format!("The line says {}, but {found} follow.", counted(room.announced as usize, "room"));
                findings.add(&VISIBILITY_COUNT_WRONG, place(), meaning);
            }
            viewers.insert(room.name.to_ascii_lowercase());
        }
        for (id, room) in (0..).map(RoomId).zip(self.layout().rooms()) {
            if room.name != LayoutRoom::NO_MODEL && !viewers.contains(&room.name.to_ascii_lowercase()) {
                let meaning = || "No line lists the rooms that are seen from here.";
                findings.add(&VISIBILITY_ROOM_MISSING, self.layout().part(id), meaning);
            }
        }
    }
}
