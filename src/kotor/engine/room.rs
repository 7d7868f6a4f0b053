//! [`Room`]: the data of a room that the engine's walks need.

use std::collections::BTreeMap;

use super::choices::{Choices, WallMaterials};
use super::walls::Walls;
use crate::geometry::Aabb;
use crate::kotor::query::nav_mesh_of;
use crate::kotor::{EdgeId, RoomId, Walkmesh};
use crate::mesh::{MeshError, NavMesh};

/// A room's faces, some of which carry walks and some of which stop them.
#[derive(Debug)]
pub(super) struct Room {
    pub(super) nav: NavMesh,
    pub(super) walls: Walls,
    pub(super) bounds: Aabb,
    /// The room behind each edge that leads to one.
    transitions: BTreeMap<EdgeId, RoomId>,
    /// The same edges by the bits of their ends in the plan view.
    transitions_at: BTreeMap<[u32; 2], Vec<EdgeId>>,
}

impl Room {
    /// # Errors
    /// [`MeshError::TooManyFaces`].
    pub(super) fn new(room: &Walkmesh, choices: &Choices) -> Result<Self, MeshError> {
        let table = room.materials();
        let checked = |material| {
            choices.wall_materials == WallMaterials::NotWalkable || table.walk_check_mask().contains(material)
        };
        let walls = room.faces().filter(|face| !face.is_walkable() && checked(face.material()));
        // The first row of an edge counts.
        let mut transitions = BTreeMap::new();
        room.transitions().for_each(|(edge, room)| {
            transitions.entry(edge).or_insert(room);
        });
        let mut transitions_at = BTreeMap::<_, Vec<_>>::new();
        for &edge in transitions.keys() {
            for end in room.edge_points(edge).into_iter().flatten() {
                transitions_at.entry(bits(end)).or_default().push(edge);
            }
        }
        Ok(Self {
            nav: nav_mesh_of(room)?,
            walls: Walls::new(walls.filter_map(|face| face.points())),
            bounds: room.bounds().unwrap_or(Aabb::EMPTY),
            transitions,
            transitions_at,
        })
    }

    /// The edges through which a walk stopped at an edge may leave: this one and, if it ends at a corner, the
    /// transitions at this corner, each with the room behind it.
    pub(super) fn exits(&self, stopped: Option<EdgeId>, point: [f32; 3]) -> impl Iterator<Item = (EdgeId, RoomId)> {
        let corner = self.transitions_at.get(&bits(point)).into_iter().flatten().copied();
        let edges = stopped.into_iter().chain(corner.filter(move |edge| Some(*edge) != stopped));
        edges.filter_map(|edge| Some((edge, *self.transitions.get(&edge)?)))
    }
}

fn bits([x, y, _]: [f32; 3]) -> [u32; 2] {
    // Adding 0 makes zero positive.
    [x + 0.0, y + 0.0].map(f32::to_bits)
}
