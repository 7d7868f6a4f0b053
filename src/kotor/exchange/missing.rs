//! [`MissingRooms`]: finds the faces of a scene that belong to rooms without a node in it.

use std::borrow::Cow;
use std::collections::HashMap;

use crate::exchange::marks::Nearest;
use crate::exchange::{SceneNode, TriangleSet};
use crate::kotor::RoomId;

/// The rooms without a node, with their faces.
pub(super) struct MissingRooms {
    points: Vec<[f32; 3]>,
    /// The room of each face, keyed by the numbers of its corner points in ascending order.
    faces: HashMap<[u32; 3], usize>,
    rooms: Vec<MissingRoom>,
}

/// A room without a node.
struct MissingRoom {
    id: RoomId,
    faces: usize,
}

/// Faces of a node that belong to a missing room.
pub(super) struct Strangers {
    pub(super) room: RoomId,
    /// The triangles of the node, in ascending order.
    pub(super) triangles: Vec<usize>,
}

impl MissingRooms {
    /// The missing rooms, each with its triangles in area space.
    pub(super) fn new(rooms: impl IntoIterator<Item = (RoomId, TriangleSet)>) -> Self {
        let mut missing = Self { points: Vec::new(), faces: HashMap::new(), rooms: Vec::new() };
        for (id, set) in rooms {
            let shown: Vec<usize> = (0..set.triangles.len()).filter(|triangle| set.can_be_carried(*triangle)).collect();
            let first = missing.points.len();
            missing.points.extend(set.points.iter().copied());
            let nearest = Nearest::new(&missing.points[first..], 0.0);
            let mut faces = 0;
            for triangle in shown {
                let corners = set.triangles[triangle].corners.map(|corner| {
                    let point = nearest.to(set.points[corner as usize]).unwrap_or(corner);
                    first as u32 + point
                });
                let is_new = missing.faces.insert(sorted(corners), missing.rooms.len()).is_none();
                faces += usize::from(is_new);
            }
            missing.rooms.push(MissingRoom { id, faces });
        }
        missing
    }

    /// The faces of nodes that belong to missing rooms, if at least half of the room came back in that node.
    pub(super) fn in_nodes<'n>(
        &self,
        nodes: impl IntoIterator<Item = &'n SceneNode>,
        reach: f32,
    ) -> Vec<Vec<Strangers>> {
        let nearest = Nearest::new(&self.points, reach);
        nodes.into_iter().map(|node| self.in_node(&nearest, &node.placed_set())).collect()
    }

    fn in_node(&self, nearest: &Nearest<'_>, set: &TriangleSet) -> Vec<Strangers> {
        if self.rooms.is_empty() {
            return Vec::new();
        }
        let point = |point: &[f32; 3]| nearest.to(*point);
        let points: Vec<Option<u32>> = set.points.iter().map(point).collect();
        let mut of_room: HashMap<usize, Vec<usize>> = HashMap::new();
        for (triangle, row) in set.triangles.iter().enumerate() {
            let [a, b, c] = row.corners.map(|corner| points.get(corner as usize).copied().flatten());
            if let (Some(a), Some(b), Some(c)) = (a, b, c)
                && let Some(room) = self.faces.get(&sorted([a, b, c]))
            {
                of_room.entry(*room).or_default().push(triangle);
            }
        }
        let mut strangers: Vec<_> = of_room
            .into_iter()
            .filter(|(room, triangles)| 2 * triangles.len() >= self.rooms[*room].faces)
            .map(|(room, triangles)| Strangers { room: self.rooms[room].id, triangles })
            .collect();
        strangers.sort_by_key(|row| row.room);
        strangers
    }
}

/// A node without the triangles of missing rooms.
pub(super) fn without<'n>(node: &'n SceneNode, strangers: &[Strangers]) -> Cow<'n, SceneNode> {
    if strangers.is_empty() {
        return Cow::Borrowed(node);
    }
    let mut is_own = vec![true; node.set.triangles.len()];
    strangers.iter().flat_map(|row| &row.triangles).for_each(|triangle| is_own[*triangle] = false);
    let mut node = node.clone();
    let mut own = is_own.iter();
    node.set.triangles.retain(|_| *own.next().unwrap_or(&true));
    let mut own = is_own.iter();
    node.set.origins.retain(|_| *own.next().unwrap_or(&true));
    Cow::Owned(node)
}

fn sorted(mut corners: [u32; 3]) -> [u32; 3] {
    corners.sort_unstable();
    corners
}
