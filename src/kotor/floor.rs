//! The faces of a walkmesh as a floor.

use walkmesh_formats::bwm::Adjacency;

use super::{EdgeId, Walkmesh};
use crate::flaw::FloorTables;

/// The floor of a walkmesh whose faces are joined by these rows; faces beyond the rows are not joined.
pub(super) fn floor_tables(walkmesh: &Walkmesh, rows: &[Adjacency]) -> FloorTables {
    let faces: Vec<[u32; 3]> = walkmesh.raw.faces.iter().map(|face| face.vertices).collect();
    let across = |edge: i32| EdgeId::from_raw(edge).map(|edge| edge.face().0);
    let mut neighbours: Vec<_> = rows.iter().map(|row| row.edges.map(across)).collect();
    neighbours.resize(faces.len(), [None; 3]);
    FloorTables {
        vertices: walkmesh.vertices().collect(),
        walkable: walkmesh.faces().map(|face| face.is_walkable()).collect(),
        faces,
        neighbours,
    }
}
