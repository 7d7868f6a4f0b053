//! The triangles as a floor, with their neighbours by side. The file stores the neighbours in the order of edges.

use super::Walkmesh;
use crate::flaw::FloorTables;
use crate::geometry::ends_of_side;

/// The floor of a walkmesh, joined as the file links it.
pub(super) fn floor_tables(walkmesh: &Walkmesh) -> FloorTables {
    FloorTables {
        vertices: walkmesh.vertices().iter().map(|vertex| (*vertex).into()).collect(),
        faces: walkmesh.triangle_rows().iter().map(|row| row.vertices).collect(),
        walkable: walkmesh.triangles().map(|triangle| triangle.is_walkable()).collect(),
        neighbours: neighbours_by_side(walkmesh),
    }
}

/// For each side of each triangle, from corner k to the next one, the linked triangle beyond it.
pub(super) fn neighbours_by_side(walkmesh: &Walkmesh) -> Vec<[Option<u32>; 3]> {
    let count = walkmesh.triangle_rows().len();
    let triangles = walkmesh.triangles().map(|triangle| {
        let mut across = [None; 3];
        for (edge, neighbour) in triangle.edges().into_iter().zip(triangle.neighbours()) {
            let neighbour = neighbour.filter(|neighbour| neighbour.index() < count);
            let Some(edge) = walkmesh.edge(edge) else { continue };
            let joins = |side: &usize| {
                let [from, to] = ends_of_side(&triangle.corners(), *side).map(|corner| corner.0);
                edge.vertices == [from, to] || edge.vertices == [to, from]
            };
            if let Some(side) = (0..3).find(joins) {
                across[side] = neighbour.map(|neighbour| neighbour.0);
            }
        }
        across
    });
    triangles.collect()
}
