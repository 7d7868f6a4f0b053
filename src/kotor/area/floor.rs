//! Checks the floor of all rooms together: T-junctions at seams, and floor without an exit.

use super::Area;
use crate::finding::{Findings, Place, PlacePart};
use crate::flaw::{FloorTables, flaws_between};
use crate::floor_rules::report;
use crate::kotor::floor::floor_tables;
use crate::kotor::{FaceId, RoomId};
use crate::mesh::NavMesh;

/// The floor of all rooms that have a walkmesh, as one floor. Its faces have the numbers of all rooms one after the other.
pub(super) struct AreaFloor {
    pub(super) tables: FloorTables,
    /// For each room with a walkmesh, the number of its first face in this floor.
    rooms: Vec<(RoomId, u32)>,
}

impl AreaFloor {
    /// `None` if there are more faces than can be numbered.
    pub(super) fn new(area: &Area) -> Option<Self> {
        let faces: usize = area.rooms().map(|(_, room)| room.face_count()).sum();
        let vertices: usize = area.rooms().map(|(_, room)| room.vertex_count()).sum();
        if faces > NavMesh::MAX_FACES || u32::try_from(vertices).is_err() {
            return None;
        }
        let (vertices, faces) = (Vec::with_capacity(vertices), Vec::with_capacity(faces));
        let tables = FloorTables { vertices, faces, walkable: Vec::new(), neighbours: Vec::new() };
        let mut all = Self { tables, rooms: Vec::new() };
        area.rooms().for_each(|(id, room)| all.add(id, floor_tables(room, &room.as_raw().adjacencies)));
        for [here, there] in area.joined_edges() {
            let [face, other] = [here, there].map(|edge| all.number(edge.room, edge.edge.face()));
            if let (Some(face), Some(other)) = (face, other) {
                all.tables.neighbours[face as usize][here.edge.side()] = Some(other);
            }
        }
        Some(all)
    }

    fn add(&mut self, id: RoomId, room: FloorTables) {
        let all = &mut self.tables;
        let (first_vertex, first_face) = (all.vertices.len() as u32, all.faces.len() as u32);
        let (vertices, faces) = (room.vertices.len() as u32, room.faces.len() as u32);
        let corner = |corner: u32| if corner < vertices { first_vertex + corner } else { u32::MAX };
        let neighbour = |face: Option<u32>| face.filter(|face| *face < faces).map(|face| first_face + face);
        all.vertices.extend(room.vertices);
        all.faces.extend(room.faces.iter().map(|face| face.map(corner)));
        all.walkable.extend(room.walkable);
        all.neighbours.extend(room.neighbours.iter().map(|row| row.map(neighbour)));
        self.rooms.push((id, first_face));
    }

    /// The number of a room's face in this floor; `None` if the room has no walkmesh or no such face.
    fn number(&self, room: RoomId, face: FaceId) -> Option<u32> {
        let at = self.rooms.binary_search_by_key(&room, |(room, _)| *room).ok()?;
        let end = self.rooms.get(at + 1).map_or(self.tables.faces.len() as u32, |(_, first)| *first);
        self.rooms[at].1.checked_add(face.0).filter(|face| *face < end)
    }

    /// The room of a face, and its number there.
    pub(super) fn name(&self, face: u32) -> (RoomId, FaceId) {
        let at = self.rooms.partition_point(|(_, first)| *first <= face).saturating_sub(1);
        let (room, first) = self.rooms[at];
        (room, FaceId(face - first))
    }
}

impl Area {
    /// Checks for flaws that show only when all rooms are considered together. A transition to a room without a walkmesh counts as an exit
    /// of the area.
    pub(super) fn floor(&self, findings: &mut Findings) {
        let Some(options) = findings.flaw_options() else { return };
        let Some(floor) = AreaFloor::new(self) else { return };
        let (mut exits, mut leads) = (vec![false; floor.tables.faces.len()], vec![false; floor.tables.faces.len()]);
        for (id, room) in self.rooms() {
            for (edge, to) in room.transitions() {
                if let Some(face) = floor.number(id, edge.face()) {
                    leads[face as usize] = true;
                    exits[face as usize] |= self.room(to).is_none();
                }
            }
        }
        let piece = |face: u32| floor.name(face).0.0;
        let exits = |face: u32| exits[face as usize];
        let leads = |face: u32| leads[face as usize];
        let found = flaws_between(&floor.tables.floor(), options, piece, leads, exits, findings.per_rule());
        let place_of = |face: u32| {
            let (room, face) = floor.name(face);
            Place::from(PlacePart::from(face)).within(self.part(room))
        };
        report(found, place_of, findings);
    }
}
