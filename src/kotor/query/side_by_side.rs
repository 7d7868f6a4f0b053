//! [`SideBySide`]: the faces of several walkmeshes in one list, with their neighbours.

use super::members::Members;
use super::navigable::Walkmeshes;
use crate::geometry::HalfEdge;
use crate::kotor::adjacency::Sharing;
use crate::kotor::{EdgeId, PlacedObject, VertexId, Walkmesh};
use crate::mesh::{MeshError, NavMesh};

/// The position of a face with a corner that is not a vertex: it is unwalkable.
const NOWHERE: [f32; 3] = [f32::NAN; 3];

/// The faces of one or more walkmeshes, numbered consecutively.
pub(super) struct SideBySide {
    pub(super) vertices: Vec<[f32; 3]>,
    pub(super) corners: Vec<[u32; 3]>,
    pub(super) walkable: Vec<bool>,
    /// The half-edge across each side, in the numbering of this struct.
    pub(super) neighbours: Vec<[Option<HalfEdge>; 3]>,
}

impl SideBySide {
    /// The faces of all members, joined across transitions.
    ///
    /// # Errors
    /// [`MeshError::TooManyFaces`].
    pub(super) fn new(
        ground: &impl Walkmeshes,
        objects: &[PlacedObject],
        members: &Members,
    ) -> Result<Self, MeshError> {
        let counts = ground.walkmeshes().map(|(_, walkmesh)| walkmesh.face_count());
        let faces: usize = counts.chain(objects.iter().map(|object| object.walkmesh().face_count())).sum();
        if faces > NavMesh::MAX_FACES {
            return Err(MeshError::TooManyFaces { faces });
        }
        let mut all =
            Self { vertices: vec![NOWHERE], corners: Vec::new(), walkable: Vec::new(), neighbours: Vec::new() };
        ground.walkmeshes().for_each(|(_, walkmesh)| all.add(walkmesh, None));
        objects.iter().for_each(|object| all.add(object.walkmesh(), Some(object)));
        for (here, there) in ground.joins() {
            if let (Some(here), Some(there)) = (members.half_edge(here), members.half_edge(there)) {
                all.neighbours[here.face() as usize][usize::from(here.corner())] = Some(there);
            }
        }
        Ok(all)
    }

    /// Adds a walkmesh's faces, at the object's position if it belongs to an object.
    fn add(&mut self, walkmesh: &Walkmesh, object: Option<&PlacedObject>) {
        let first = self.corners.len() as u32;
        let first_vertex = self.vertices.len() as u32;
        let stands = |point| object.map_or(point, |object| object.to_area(point));
        self.vertices.extend(walkmesh.vertices().map(stands));
        for face in walkmesh.faces() {
            let corner = |VertexId(corner)| {
                if (corner as usize) < walkmesh.vertex_count() { corner + first_vertex } else { 0 }
            };
            self.corners.push(face.corners().map(corner));
            self.walkable.push(face.is_walkable() && walkmesh.kind().is_room());
        }
        let shift = |edge: HalfEdge| edge.shifted(first);
        self.neighbours.extend(neighbours(walkmesh).into_iter().map(|row| row.map(|edge| edge.map(shift))));
    }
}

/// The edge across each side of each face: as the file stores it, or as the vertices imply if the stored table is stale. The stored edges
/// may be wrong, but not out of range.
fn neighbours(walkmesh: &Walkmesh) -> Vec<[Option<HalfEdge>; 3]> {
    let faces = walkmesh.face_count();
    let mut rows = vec![[None; 3]; faces];
    if !walkmesh.kind().is_room() {
        return rows;
    }
    if !walkmesh.stale.adjacency {
        for (row, face) in rows.iter_mut().zip(walkmesh.faces()).filter(|(_, face)| face.is_walkable()) {
            *row = face.neighbours().map(|edge| edge.filter(|edge| edge.face().index() < faces).map(EdgeId::half_edge));
        }
        return rows;
    }
    let raw = walkmesh.as_raw();
    let intact = |corners: &[u32; 3]| corners.iter().all(|&corner| (corner as usize) < raw.vertices.len());
    let walkable: Vec<u32> = walkmesh
        .faces()
        .filter(|face| face.is_walkable() && intact(&face.corners().map(|corner| corner.0)))
        .map(|face| face.id().0)
        .collect();
    let table: Vec<_> = walkable.iter().map(|&face| raw.faces[face as usize]).collect();
    let implied = Sharing::new(&table, raw.vertices.len()).adjacencies();
    for (&face, row) in walkable.iter().zip(implied) {
        let edge = |edge: i32| {
            let edge = HalfEdge::from_id(u32::try_from(edge).ok()?);
            Some(HalfEdge::new(walkable[edge.face() as usize], edge.corner()))
        };
        rows[face as usize] = row.edges.map(edge);
    }
    rows
}
