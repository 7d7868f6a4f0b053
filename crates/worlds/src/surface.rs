//! [`Surface`]: a walkable world that is independent of games.

use std::collections::HashMap;

/// The width of a square in metres.
const WIDTH: f32 = 3.0;

/// The world as triangles: x and y in the plan view and z up, in metres, each face counter-clockwise seen from above.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Surface {
    /// The positions of the vertices, without duplicates.
    pub vertices: Vec<[f32; 3]>,
    /// The vertices of each face. Faces are joined where they share two.
    pub faces: Vec<[u32; 3]>,
    /// The room of each face, counted from 0. Corridors belong to the room that they lead to, a ramp is a room.
    pub rooms: Vec<u32>,
    /// Number of storeys above each other.
    pub storeys: usize,
    /// Number of holes of one square in floors.
    pub holes: usize,
}

impl Surface {
    /// The positions of a face's vertices.
    #[must_use]
    pub fn points(&self, face: usize) -> [[f32; 3]; 3] {
        self.faces[face].map(|corner| self.vertices[corner as usize])
    }

    /// The rooms, each with its faces; no room is empty.
    pub(super) fn rooms(&self) -> Vec<Vec<usize>> {
        let count = self.rooms.iter().max().map_or(0, |&last| last as usize + 1);
        let mut rooms = vec![Vec::new(); count];
        (0..).zip(&self.rooms).for_each(|(face, &room)| rooms[room as usize].push(face));
        rooms.retain(|faces| !faces.is_empty());
        rooms
    }
}

/// Makes a [`Surface`] of squares.
pub(super) struct Builder {
    surface: Surface,
    /// Vertices by their position on the grid, whose heights are quarters of a storey.
    known: HashMap<[i32; 3], u32>,
    uneven: u32,
}

impl Builder {
    pub(super) fn new(uneven: u32) -> Self {
        let (vertices, faces, rooms) = (Vec::new(), Vec::new(), Vec::new());
        Self { surface: Surface { vertices, faces, rooms, storeys: 0, holes: 0 }, known: HashMap::new(), uneven }
    }

    /// Adds a square with its heights at the sides with smaller and with larger x.
    pub(super) fn square(&mut self, [x, y]: [i32; 2], [low, high]: [i32; 2], room: u32) {
        let places = [[x, y, low], [x + 1, y, high], [x + 1, y + 1, high], [x, y + 1, low]];
        let [a, b, c, d] = places.map(|place| self.vertex(place));
        let halves = match self.noise([x, y, low], 3) & 1 {
            0 => [[a, b, c], [a, c, d]],
            _ => [[a, b, d], [b, c, d]],
        };
        self.surface.faces.extend(halves);
        self.surface.rooms.extend([room; 2]);
    }

    pub(super) fn count_storey(&mut self, holes: usize) {
        self.surface.storeys += 1;
        self.surface.holes += holes;
    }

    pub(super) fn finish(self) -> Surface {
        self.surface
    }

    fn vertex(&mut self, place: [i32; 3]) -> u32 {
        if let Some(&known) = self.known.get(&place) {
            return known;
        }
        // At most 0.4 m aside and 0.2 m up or down, in steps that floats express.
        let shift = |axis: u32, most: i32| (self.noise(place, axis) as i32).rem_euclid(2 * most + 1) - most;
        let shift = if self.uneven == 0 { [0; 3] } else { [shift(0, 25), shift(1, 25), shift(2, 12)] };
        let [x, y, z] =
            [0, 1, 2].map(|axis| place[axis] as f32 * [WIDTH, WIDTH, 1.0][axis] + shift[axis] as f32 / 64.0);
        let vertex = self.surface.vertices.len() as u32;
        self.surface.vertices.push([x, y, z]);
        self.known.insert(place, vertex);
        vertex
    }

    /// A pseudo-random number, 0 in a regular world.
    fn noise(&self, place: [i32; 3], what: u32) -> u32 {
        let mut state = self.uneven;
        for value in place.map(|value| value as u32).into_iter().chain([what]) {
            state = (state ^ value).wrapping_mul(0x9E37_79B1);
            state ^= state >> 15;
        }
        if self.uneven == 0 { 0 } else { state >> 8 }
    }
}
