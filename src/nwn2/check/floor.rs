//! Checks the geometry of the floor: cracks, parts that are cut off, and triangles that nobody can use.

use crate::finding::Findings;
use crate::flaw::{Floor, flaws, report};
use crate::nwn2::sides::neighbours_by_side;
use crate::nwn2::{TriangleId, Walkmesh};

/// Checks the floor of an area whose triangles are linked.
pub(super) fn check(walkmesh: &Walkmesh, findings: &mut Findings) {
    let Some(options) = findings.flaw_options().filter(|_| super::is_linked(walkmesh)) else { return };
    let vertices: Vec<[f32; 3]> = walkmesh.vertices().iter().map(|vertex| [vertex.x, vertex.y, vertex.z]).collect();
    let faces: Vec<[u32; 3]> = walkmesh.triangle_rows().iter().map(|row| row.vertices).collect();
    let walkable: Vec<bool> = walkmesh.triangles().map(|triangle| triangle.is_walkable()).collect();
    let neighbours = neighbours_by_side(walkmesh);
    let floor = Floor { vertices: &vertices, faces: &faces, walkable: &walkable, neighbours: &neighbours };
    let found = flaws(&floor, options);
    report(&found, |face| TriangleId(face).into(), findings);
}
