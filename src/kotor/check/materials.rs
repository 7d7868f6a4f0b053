//! Materials, and which faces can be walked on.

use crate::finding::{Findings, PlacePart};
use crate::kotor::bake::is_place;
use crate::kotor::bake::normals::NormalRounding;
use crate::kotor::{Face, MaterialId, Walkmesh};

/// Checks materials, and tells whether walkable faces come first.
pub(super) fn check(walkmesh: &Walkmesh, report: &mut Findings) -> bool {
    let table = &walkmesh.materials;
    for face in walkmesh.faces() {
        let material = face.material();
        if material.0 > 31 {
            let meaning = || format!("{material}: the engine keeps materials as bits of one word, and has 32");
            report.fatal("material-beyond-mask", face.id(), meaning);
        } else if table.get(material).is_none() {
            let meaning =
                || format!("{material} is no row of the table, which has {}: taken as not walkable", table.len());
            report.error("material-out-of-table", face.id(), meaning);
        }
        if walkmesh.kind.is_room() && face.is_walkable() && faces_down(&face) {
            let meaning = || "a walkable face that faces down or sideways: one cannot stand on it from above";
            report.warning("walkable-faces-down", face.id(), meaning);
        }
    }
    !walkmesh.kind.is_room() || order(walkmesh, report)
}

fn faces_down(face: &Face<'_>) -> bool {
    let points =
        face.points().map(|points| points.map(Into::into)).filter(|points| points.iter().all(|&p| is_place(p)));
    points.is_some_and(|points| {
        NormalRounding::Kotor2.area(points) > 0.0 && NormalRounding::Kotor2.normal(points).z <= 0.0
    })
}

fn order(walkmesh: &Walkmesh, report: &mut Findings) -> bool {
    let raw = &walkmesh.raw;
    let is_walkable = |id: &u32| walkmesh.materials.is_walkable(MaterialId(*id));
    let walkable = raw.materials.iter().filter(|id| is_walkable(id)).count();
    let first = raw.materials.iter().take_while(|id| is_walkable(id)).count();
    let sorted = walkable == first;
    if !sorted {
        let meaning = || {
            format!(
                "{} of {walkable} walkable faces stand after one that is not: neighbours and edges are read for other faces",
                walkable - first
            )
        };
        report.error("walkable-not-first", PlacePart::new("face", first as i64), meaning);
    }
    if raw.adjacencies.len() != walkable {
        let meaning = || format!("{walkable} walkable faces, but neighbours for {}", raw.adjacencies.len());
        report.error("adjacency-count", "adjacencies", meaning);
    }
    sorted
}
