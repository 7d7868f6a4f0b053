//! The neighbours of triangles by their sides. The file has them in the order of edges.

use super::Walkmesh;
use crate::geometry::ends_of_side;

/// For each side of each triangle, from corner k to the next one, the triangle that the file links beyond it.
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
