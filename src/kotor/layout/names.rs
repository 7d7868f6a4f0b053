//! [`Names`]: an index of the rooms of a layout by their names.

use std::collections::HashMap;
use std::sync::OnceLock;

use super::{LayoutRoom, RoomId};

/// The first room with each name, in lower case. It is built on the first lookup, because most layouts are never
/// searched by name.
#[derive(Debug, Default)]
pub(super) struct Names(OnceLock<HashMap<String, RoomId>>);

impl Names {
    /// The first room with a name, ignoring case. `rooms` are the rooms of the index.
    pub(super) fn find(&self, name: &str, rooms: &[LayoutRoom]) -> Option<RoomId> {
        let all = self.0.get_or_init(|| {
            let mut all = HashMap::with_capacity(rooms.len());
            (0..).map(RoomId).zip(rooms).for_each(|(id, room)| add(&mut all, &room.name, id));
            all
        });
        all.get(&name.to_ascii_lowercase()).copied()
    }

    /// Adds a room at the end.
    pub(super) fn push(&mut self, name: &str, room: RoomId) {
        if let Some(all) = self.0.get_mut() {
            add(all, name, room);
        }
    }
}

fn add(all: &mut HashMap<String, RoomId>, name: &str, room: RoomId) {
    all.entry(name.to_ascii_lowercase()).or_insert(room);
}

/// The index is derived from the rooms, so a copy builds its own on first use.
impl Clone for Names {
    fn clone(&self) -> Self {
        Self::default()
    }
}

/// The index is derived from the rooms, so comparisons of layouts ignore it.
impl PartialEq for Names {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}
