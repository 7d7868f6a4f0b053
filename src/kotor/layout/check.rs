//! Checks a layout by itself, without the walkmeshes of its rooms.

use std::collections::HashMap;

use super::{Layout, LayoutRoom};
use crate::finding::{CheckOptions, Findings, PartKind, PlacePart, rules};
use crate::kotor::RoomId;

rules! { of crate::kotor::check::sample, AreaFiles;
    LAYOUT_WITHOUT_BEGINNING: Error = "layout-without-beginning", "The layout has no line `beginlayout`" {
        /// The game's reader is reported to skip lines until one is exactly `beginlayout`. Without this line it reads
        /// past the end of the text, finds no room, and may crash.
        remedy
        /// Add a line with the single word `beginlayout`, in lower case, before the line with `roomcount`.
        bad "layout": |files| {
            let layout = Layout::from_bytes(b"roomcount 0\ndonelayout\n").unwrap();
            files.area = crate::kotor::Area::new(layout);
        },
    }
    LAYOUT_WITHOUT_END: Warning = "layout-without-end", "The layout has no line `donelayout`" {
        /// The game's reader is reported to stop at a line that is exactly `donelayout`. Its behaviour without this line is not known.
        remedy
        /// Add a line with the single word `donelayout`, in lower case, at the end of the layout.
        bad "layout": |files| {
            let layout = Layout::from_bytes(b"beginlayout\nroomcount 0\n").unwrap();
            files.area = crate::kotor::Area::new(layout);
        },
    }
    ROOM_DUPLICATE: Warning = "room-duplicate", "The layout names a room twice" {
        /// A walkmesh is in area space, so one file cannot serve two rooms at different positions.
        remedy
        /// Copy the room's model and walkmesh under another name, or remove the second entry.
        bad "room 2 (WEST)": |files| {
            let mut layout = files.area.layout().clone();
            layout.push(crate::kotor::LayoutRoom { name: "WEST".into(), position: [0.0; 3] }).unwrap();
            files.area = crate::kotor::Area::new(layout);
        },
    }
}

impl Layout {
    /// Checks for faults that the layout alone can have: in its text as the game's reader parses it, and in the names of its rooms.
    /// [`Area::check`](crate::kotor::Area::check) reports the same, and also whether the rooms fit together.
    pub fn check(&self, options: &CheckOptions) -> Findings {
        let mut findings = Findings::new(options);
        if !has_line(&self.before, b"beginlayout") {
            let meaning = || "No line before the rooms is `beginlayout`, so the game reads past the end of the text and may crash.";
            findings.add(&LAYOUT_WITHOUT_BEGINNING, PartKind::Layout, meaning);
        }
        if !has_line(&self.after, b"donelayout") {
            let meaning = || "No line after the rooms is `donelayout`, at which the game stops reading.";
            findings.add(&LAYOUT_WITHOUT_END, PartKind::Layout, meaning);
        }
        let mut first = HashMap::new();
        for (id, room) in (0..).map(RoomId).zip(&self.rooms) {
            let other = *first.entry(room.name.to_ascii_lowercase()).or_insert(id);
            if other != id && room.name != LayoutRoom::NO_MODEL {
                let meaning =
                    || format!("It has the same name as {other}, but one walkmesh cannot be at two positions.");
                findings.add(&ROOM_DUPLICATE, self.part(id), meaning);
            }
        }
        findings
    }

    /// A room by its number and name.
    pub(in crate::kotor) fn part(&self, room: RoomId) -> PlacePart {
        let name = self.room(room).map_or("", |room| room.name.as_str());
        PlacePart::from(room).named(name)
    }
}

/// Returns whether a line of a text is this word, as the game's reader requires. It is reported to compare the whole line with the
/// word in lower case (`docs/formats/bwm.md#layouts`).
fn has_line(text: &[u8], word: &[u8]) -> bool {
    text.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii).any(|line| line == word)
}
