//! Checks materials, and the order of walkable faces.

use super::rules;
use crate::finding::{Findings, PlacePart, Severity};
use crate::kotor::bake::normals::NormalRounding;
use crate::kotor::point::is_usable_point;
use crate::kotor::{Face, MaterialConflict, MaterialId, Walkmesh};

/// Checks materials, and returns how many faces are walkable, if they come first. Where the file contradicts the table,
/// it is the number that the file has, so that one fault is not reported again for each edge.
pub(super) fn check(walkmesh: &Walkmesh, report: &mut Findings) -> Option<usize> {
    let table = &walkmesh.materials;
    for face in walkmesh.faces() {
        let material = face.material();
        if material.0 > 31 {
            let meaning = || {
                format!(
                    "{material} is beyond 31: the engine keeps sets of materials in 32 bits, so this one is in no set"
                )
            };
            report.add(&rules::MATERIAL_BEYOND_MASK, face.id(), meaning);
        } else if table.get(material).is_none() {
            let meaning = || {
                format!(
                    "{material} is beyond the table, which has {} rows: the face is taken for not walkable",
                    table.len()
                )
            };
            report.add(&rules::MATERIAL_OUT_OF_RANGE, face.id(), meaning);
        }
        if walkmesh.kind.is_room() && face.is_walkable() && faces_down(&face) {
            let meaning = || "this walkable face faces down or sideways: nobody can stand on it";
            report.add(&rules::FACE_FACES_DOWN, face.id(), meaning);
        }
    }
    match walkmesh.material_conflict() {
        _ if !walkmesh.kind.is_room() => None,
        Some(conflict) => {
            contradiction(&conflict, report);
            Some(walkmesh.raw.adjacencies.len())
        }
        None => order(walkmesh, report),
    }
}

/// One finding for all faces on which the file and the table disagree.
fn contradiction(conflict: &MaterialConflict, report: &mut Findings) {
    let Some((first, _)) = conflict.faces().min() else { return };
    let advice = "creatures get stuck where the game's own table says so. Either the file was made for another table, or \
                  faces were painted and the room was not baked since; check and bake it with the table of the game that \
                  it is for";
    if conflict.may_be_of_kotor2() {
        let meaning =
            || format!("{conflict}. It is unknown whether the second game's table agrees here. If not, {advice}");
        report.add_as(&rules::MATERIAL_CONTRADICTS, Severity::Warning, first, meaning);
    } else {
        report.add(&rules::MATERIAL_CONTRADICTS, first, || format!("{conflict}: {advice}"));
    }
}

fn faces_down(face: &Face<'_>) -> bool {
    let points =
        face.points().map(|points| points.map(Into::into)).filter(|points| points.iter().all(|&p| is_usable_point(p)));
    points.is_some_and(|points| {
        NormalRounding::Kotor2.area(points) > 0.0 && NormalRounding::Kotor2.normal(points).z <= 0.0
    })
}

fn order(walkmesh: &Walkmesh, report: &mut Findings) -> Option<usize> {
    let raw = &walkmesh.raw;
    let is_walkable = |id: &u32| walkmesh.materials.is_walkable(MaterialId(*id));
    let walkable = raw.materials.iter().filter(|id| is_walkable(id)).count();
    let first = raw.materials.iter().take_while(|id| is_walkable(id)).count();
    let sorted = walkable == first;
    if !sorted {
        let meaning = || {
            format!(
                "{} of {walkable} walkable faces come after one that is not walkable: neighbours and edges are read for the wrong faces",
                walkable - first
            )
        };
        report.add(&rules::FACE_ORDER, PlacePart::new("face", first as i64), meaning);
    }
    if raw.adjacencies.len() != walkable {
        let meaning =
            || format!("there are {walkable} walkable faces, but rows of neighbours for {}", raw.adjacencies.len());
        report.add(&rules::ADJACENCY_COUNT_DIFFERS, "adjacencies", meaning);
    }
    sorted.then_some(walkable)
}
