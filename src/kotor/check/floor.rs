//! Checks the geometry of the floor: cracks, parts that are cut off, and faces that nobody can use.

use super::Expected;
use crate::finding::Findings;
use crate::flaw::{Floor, flaws_with_exits, report};
use crate::kotor::{EdgeId, FaceId, Walkmesh};

/// Checks the floor of a room. Faces are joined as their corners imply, or as the file says where they imply nothing.
pub(super) fn check(walkmesh: &Walkmesh, expected: Option<&Expected>, findings: &mut Findings) {
    let Some(options) = findings.flaw_options() else { return };
    let raw = &walkmesh.raw;
    let vertices: Vec<[f32; 3]> = walkmesh.vertices().collect();
    let faces: Vec<[u32; 3]> = raw.faces.iter().map(|face| face.vertices).collect();
    let walkable: Vec<bool> = walkmesh.faces().map(|face| face.is_walkable()).collect();
    let rows = expected.map_or(&raw.adjacencies, |expected| &expected.adjacencies);
    let across = |edge: i32| EdgeId::from_raw(edge).map(|edge| edge.face().0);
    let mut neighbours: Vec<_> = rows.iter().map(|row| row.edges.map(across)).collect();
    neighbours.resize(faces.len(), [None; 3]);
    let floor = Floor { vertices: &vertices, faces: &faces, walkable: &walkable, neighbours: &neighbours };
    let mut exits = vec![false; faces.len()];
    for (edge, _) in walkmesh.transitions() {
        if let Some(exit) = exits.get_mut(edge.face().index()) {
            *exit = true;
        }
    }
    let found = flaws_with_exits(&floor, options, |face| exits[face as usize]);
    report(&found, |face| FaceId(face).into(), findings);
}
