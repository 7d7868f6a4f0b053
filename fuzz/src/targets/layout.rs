//! Layouts of KotOR areas: a layout that can be read is written unchanged, and after any edit it reads back as edited.

use walkmesh::kotor::{Layout, LayoutRoom, RoomId};

/// A layout.
pub fn layout(bytes: &[u8]) {
    let Ok(layout) = Layout::from_bytes(bytes) else { return };
    assert!(layout.to_bytes() == bytes, "a layout that nobody edited is written as it was");
    let mut edited = layout.clone();
    let _ = edited.push(LayoutRoom { name: "fuzz".to_owned(), position: [1.5, -2.0, 0.0] });
    let _ = edited.set(RoomId(0), LayoutRoom { name: "first".to_owned(), position: [0.25, 1e30, -0.0] });
    same_when_read(&edited);
    let backwards: Vec<usize> = (0..edited.rooms().len()).rev().step_by(2).collect();
    edited.reorder(&backwards).expect("each number once");
    assert_eq!(edited.rooms().len(), backwards.len());
    same_when_read(&edited);
    for (number, room) in (0..).map(RoomId).zip(layout.rooms()) {
        assert!(layout.find(&room.name).is_some_and(|first| first <= number));
    }
}

fn same_when_read(edited: &Layout) {
    let again = Layout::from_bytes(&edited.to_bytes()).expect("what was edited can be read");
    assert_eq!(edited.rooms(), again.rooms());
    assert_eq!(edited.door_hooks().len(), again.door_hooks().len());
    assert_eq!(edited.to_bytes(), again.to_bytes());
}
