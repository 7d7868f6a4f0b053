//! Checks the list of the rooms that are seen from each room (VIS) against the layout.

use std::collections::BTreeSet;

use crate::finding::{Findings, PartKind, Place, PlacePart, rules};
use crate::kotor::{Area, LayoutRoom, RoomId, Visibility};
use walkmesh_mesh::counted::counted;

rules! { of crate::kotor::check::sample, Furnished;
    VISIBILITY_ROOM_UNKNOWN: Info = "visibility-room-unknown", "The VIS names a room that the layout does not have" {
        /// The file says that the room is seen, or what is seen from it. The layout has no room of this name, so the line does
        /// nothing.
        remedy
        /// Correct the name or remove the line. If rooms were removed from the layout, remove them here, too.
        bad "visibility (west)": |files| files.seen("west 2\n east\n south\neast 1\n west\n"),
    }
    VISIBILITY_ROOM_MISSING: Info = "visibility-room-missing", "The VIS does not say what is seen from a room" {
        /// A room that is drawn only while somebody stands where it is seen may disappear, and so may those that are seen from it.
        remedy
        /// Add the room and those that are seen from it.
        bad "room 1 (east)": |files| files.seen("west 1\n east\n"),
    }
    VISIBILITY_COUNT_WRONG: Warning = "visibility-count-wrong", "The VIS announces another number of rooms than it lists" {
        /// The line of a room says how many lines about it follow. Readers that trust the number take the lines behind them wrongly.
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
                    || format!("The line says {}, and {found} follow.", counted(room.announced as usize, "room"));
                findings.add(&VISIBILITY_COUNT_WRONG, place(), meaning);
            }
            viewers.insert(room.name.to_ascii_lowercase());
        }
        for (id, room) in (0..).map(RoomId).zip(self.layout().rooms()) {
            if room.name != LayoutRoom::NO_MODEL && !viewers.contains(&room.name.to_ascii_lowercase()) {
                let meaning = || "No line says which rooms are seen from here.";
                findings.add(&VISIBILITY_ROOM_MISSING, self.layout().part(id), meaning);
            }
        }
    }
}
