//! Turns the open cells into a [`NavMesh`].

use foldhash::HashMap;

use super::cells::{Cells, NONE};
use crate::geometry::{cross, distance, sub};
use crate::mesh::NavMesh;
use crate::mesh::topology::{MeshError, Topology};

/// A side of a polygon during its triangulation: its start, and the link across it.
#[derive(Clone, Copy)]
struct Rim {
    point: u32,
    across: Across,
}

#[derive(Clone, Copy)]
enum Across {
    /// A side of the cell.
    CellSide(u32),
    /// The third side of a triangle of the same cell.
    Triangle(u32),
}

/// The triangles of the open cells, and the face of each.
pub fn triangulate(topology: &Topology, cells: &Cells) -> Result<(NavMesh, Vec<u32>), MeshError> {
    let (mut corners, mut faces) = (Vec::<[u32; 3]>::new(), Vec::new());
    let mut across: Vec<[Across; 3]> = Vec::new();
    let mut triangle_of = vec![NONE; cells.sides.len()];
    for (number, cell) in (0..).zip(&cells.cells).filter(|(_, cell)| !cell.closed) {
        let mut ring: Vec<Rim> = cells
            .around(number)
            .map(|side| Rim { point: cells.sides[side as usize].from, across: Across::CellSide(side) })
            .collect();
        while let Some(rims) = ear(cells, &mut ring) {
            let triangle = corners.len() as u32;
            for rim in &rims {
                match rim.across {
                    Across::CellSide(NONE) => (),
                    Across::CellSide(id) => triangle_of[id as usize] = triangle,
                    Across::Triangle(other) => across[other as usize][2] = Across::Triangle(triangle),
                }
            }
            corners.push(rims.map(|rim| rim.point));
            across.push(rims.map(|rim| rim.across));
            faces.push(cell.face);
            for rim in &mut ring {
                if matches!(rim.across, Across::CellSide(NONE)) {
                    rim.across = Across::Triangle(triangle);
                }
            }
        }
    }
    let beyond = |across: Across| match across {
        Across::Triangle(triangle) => Some(triangle),
        Across::CellSide(NONE) => None,
        Across::CellSide(side) => {
            let twin = cells.sides[side as usize].twin;
            (twin != NONE).then(|| triangle_of[twin as usize]).filter(|&triangle| triangle != NONE)
        }
    };
    let neighbours: Vec<[Option<u32>; 3]> = across.iter().map(|row| row.map(beyond)).collect();
    let mut vertices = Vec::new();
    let mut known = HashMap::default();
    for (row, &face) in corners.iter_mut().zip(&faces) {
        for corner in row {
            let point = vertex(topology, cells, *corner, face);
            *corner = *known.entry((*corner, point[2].to_bits())).or_insert_with(|| {
                vertices.push(point);
                vertices.len() as u32 - 1
            });
        }
    }
    Ok((NavMesh::new(vertices, &corners, |_| true, &neighbours)?, faces))
}

/// Takes a triangle off a polygon: a corner that is not nearly straight, or the last triangle. The side left open in the polygon is marked
/// `CellSide(NONE)`, as is the third side of the triangle.
fn ear(cells: &Cells, ring: &mut Vec<Rim>) -> Option<[Rim; 3]> {
    let count = ring.len();
    if count < 4 {
        let last = <[Rim; 3]>::try_from(ring.as_slice()).ok();
        ring.clear();
        return last;
    }
    let point = |at: usize| cells.points[ring[at % count].point as usize];
    let height = |[before, here, after]: [usize; 3]| {
        let [before, here, after] = [before, here, after].map(point);
        cross(sub(here, before), sub(after, here)) / distance(before, after).max(f64::MIN_POSITIVE)
    };
    // Points may lie on the sides of the polygon. A corner is not removed if only such points would remain.
    let score = |at: usize| {
        let [far_before, before, after, far_after] = [count - 2, count - 1, 1, 2].map(|step| at + step);
        let left = height([far_before, before, after]).max(height([before, after, far_after]));
        height([before, at, after]).min(left)
    };
    let sharpest = (0..count).max_by(|&a, &b| score(a).total_cmp(&score(b)))?;
    let before = (sharpest + count - 1) % count;
    let open = Across::CellSide(NONE);
    let ear = [ring[before], ring[sharpest], Rim { across: open, ..ring[(sharpest + 1) % count] }];
    ring[before].across = open;
    ring.remove(sharpest);
    Some(ear)
}

/// A point with its height on a face. The mesh's own vertices keep their heights.
fn vertex(topology: &Topology, cells: &Cells, point: u32, face: u32) -> [f32; 3] {
    if point < cells.originals { topology.vertex(point) } else { topology.lifted(face, cells.points[point as usize]) }
}
