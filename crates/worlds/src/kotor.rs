//! Worlds of KotOR.

use walkmesh::kotor::{Area, Kind, Layout, LayoutRoom, MaterialId, RoomId, Walkmesh};

use super::Surface;

/// Dirt, stone and carpet, which are walkable in both games.
const MATERIALS: [u32; 3] = [1, 4, 9];

impl Surface {
    /// One baked WOK with the whole surface. Each room has its material.
    ///
    /// # Panics
    /// When the surface was changed, and an index of its faces is out of range.
    #[must_use]
    pub fn to_kotor_room(&self) -> Walkmesh {
        self.wok(0..self.faces.len())
    }

    /// An area with one WOK for each room, which is placed at the room's first vertex, and with transitions where rooms
    /// touch.
    ///
    /// # Panics
    /// Like [`to_kotor_room`](Self::to_kotor_room).
    #[must_use]
    pub fn to_kotor_area(&self) -> Area {
        let rooms = self.rooms();
        let mut layout = Layout::new();
        for (number, faces) in rooms.iter().enumerate() {
            let room = LayoutRoom { name: format!("room_{number:02}"), position: self.points(faces[0])[0] };
            layout.push(room).expect("the name is short, and the position finite");
        }
        let mut area = Area::new(layout);
        for (room, faces) in (0..).map(RoomId).zip(rooms) {
            area.insert(room, self.wok(faces)).expect("the layout has the room, and the walkmesh is one of a room");
        }
        area.link().expect("rooms of a surface can be baked");
        area
    }

    fn wok(&self, faces: impl IntoIterator<Item = usize>) -> Walkmesh {
        let material = |face: usize| MaterialId(MATERIALS[self.rooms[face] as usize % MATERIALS.len()]);
        let triangles = faces.into_iter().map(|face| (self.points(face), material(face)));
        Walkmesh::from_triangles(Kind::Wok, triangles).expect("the coordinates are finite, and the faces few")
    }
}
