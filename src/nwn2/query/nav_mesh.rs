//! The walkable triangles as a [`NavMesh`].

use crate::mesh::{MeshError, NavMesh};
use crate::nwn2::sides::neighbours_by_side;
use crate::nwn2::{TriangleId, Walkmesh};

/// The walkable triangles, joined as the file links them.
pub(super) fn of(walkmesh: &Walkmesh) -> Result<NavMesh, MeshError> {
    let mut vertices: Vec<[f32; 3]> = walkmesh.vertices().iter().map(|vertex| (*vertex).into()).collect();
    // A vertex without a place, for corners that name a missing one: their triangles are not walkable.
    let nowhere = vertices.len() as u32;
    vertices.push([f32::NAN; 3]);
    let rows = walkmesh.triangle_rows();
    let faces: Vec<_> = rows.iter().map(|row| row.vertices.map(|vertex| vertex.min(nowhere))).collect();
    let is_walkable = |face: usize| walkmesh.triangle(TriangleId(face as u32)).is_some_and(|face| face.is_walkable());
    NavMesh::new(vertices, &faces, is_walkable, &neighbours_by_side(walkmesh))
}
