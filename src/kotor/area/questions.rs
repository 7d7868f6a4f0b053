//! Questions about all rooms at once.

use super::Area;
use super::seams::{Exact, edges_of};
use crate::kotor::query::Ground;
use crate::kotor::{AreaFace, Part, Placed, Questions};
use crate::mesh::MeshError;

impl Area {
    /// Arranges the faces of all rooms at hand for questions. Walks and paths pass from room to room where both sides'
    /// transitions lead to each other through the same edge, bit for bit; every other perimeter edge is a wall.
    ///
    /// # Errors
    /// [`MeshError`] for more faces than can be numbered (2^29 - 1).
    pub fn questions(&self) -> Result<Questions<AreaFace>, MeshError> {
        self.ground().into_questions()
    }

    /// As [`questions`](Self::questions), with doors and placeables in their places: rays and sight meet them, and the
    /// floor is cut along them, so that walks stop at them and paths lead around.
    ///
    /// What stops one who walks are faces whose material is checked but cannot be walked on, by the table's columns
    /// `WalkCheck` and `Walk`. Of each face, only the part that is 5 cm to 2 m above the floor stops anybody: a walker
    /// steps over what is lower and passes under what is higher. The engine's own heights are not known. A walker has no
    /// width here.
    ///
    /// # Errors
    /// As [`questions`](Self::questions).
    pub fn questions_with(&self, objects: &[Placed]) -> Result<Questions<AreaFace>, MeshError> {
        let mut ground = self.ground();
        let mut walls = Vec::new();
        for (number, object) in objects.iter().enumerate() {
            let name = |face| AreaFace { part: Part::Object(number), face };
            ground.add(object.walkmesh(), name, |point| object.to_area(point));
            walls.push(object.walls());
        }
        ground.into_questions_around(&walls)
    }

    /// The faces of all rooms, joined across transitions.
    fn ground(&self) -> Ground<AreaFace> {
        let mut ground = Ground::new(self.materials());
        let mut first_faces = vec![0; self.rooms.len()];
        for (id, room) in self.rooms() {
            first_faces[id.index()] = ground.add(room, |face| AreaFace { part: Part::Room(id), face }, |point| point);
        }
        let exact = Exact::of(self.rooms().flat_map(|(id, room)| edges_of(id, room)));
        for edge in self.rooms().flat_map(|(id, room)| edges_of(id, room)) {
            let facing = exact.facing(&edge).find(|other| Some(other.room) == edge.leads_to);
            if let Some(facing) = facing.filter(|facing| facing.leads_to == Some(edge.room)) {
                let [here, there] = [&edge, facing].map(|edge| 3 * first_faces[edge.room.index()] + edge.edge.0);
                ground.join(here, there);
            }
        }
        ground
    }
}
