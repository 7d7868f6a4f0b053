//! Seams of KotOR areas: rooms are welded and linked, and doing it again changes nothing.

use walkmesh::finding::CheckOptions;
use walkmesh::kotor::{Area, Kind, Layout, LayoutRoom, MaterialId, RoomId, VertexId, Walkmesh};

use super::lattice::Bytes;

/// The rooms of an area.
pub fn seams(bytes: &[u8]) {
    let mut bytes = Bytes(bytes);
    let tolerance = bytes.length();
    let mut layout = Layout::new();
    let mut rooms = Vec::new();
    for name in ["a", "b", "c"] {
        let (points, faces) = bytes.mesh(24);
        let material = |number: u8| MaterialId(if number.is_multiple_of(4) { 7 } else { 4 });
        let faces = faces.into_iter().map(|(corners, number)| (corners.map(VertexId), material(number)));
        rooms.push(Walkmesh::from_indexed(Kind::Wok, points, faces).expect("points of a lattice"));
        layout.push(LayoutRoom { name: name.to_owned(), position: [0.0; 3] }).expect("a room");
    }
    let mut area = Area::new(layout);
    for (number, room) in (0..).map(RoomId).zip(rooms) {
        area.insert(number, room).expect("a room of the layout");
    }
    for (number, change) in area.clone().link().expect("rooms that can be baked").iter().map(|it| (it.room, it.after)) {
        assert!(change.is_some_and(|after| after != number), "a new area has no transition that could go");
    }
    if area.weld(tolerance).is_err() {
        return;
    }
    area.link().expect("rooms that can be baked");
    assert_eq!(area.link().expect("rooms that can be baked"), [], "what is linked stays so");
    drop(area.check(&CheckOptions::all()));
    area.bake_stale().expect("rooms that can be baked");
    for (_, room) in area.rooms() {
        let written = room.to_bytes().expect("what is baked can be written");
        assert_eq!(Walkmesh::from_bytes(&written).expect("and reads").to_bytes().expect("and writes"), written);
    }
}
