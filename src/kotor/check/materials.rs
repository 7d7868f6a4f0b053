//! Checks materials, and the order of walkable faces.

use std::collections::BTreeMap;

use super::rules;
use crate::counted::{are, counted};
use crate::finding::{Findings, PartKind, PlacePart, Severity};
use crate::kotor::bake::normals::NormalRounding;
use crate::kotor::point::is_usable_point;
use crate::kotor::{Face, FaceId, MaterialConflict, MaterialId, Walkmesh};

/// Checks materials, and returns how many faces are walkable, if they come first. Where the file contradicts the table,
/// it is the number that the file has, so that one fault is not reported again for each edge.
pub(super) fn check(walkmesh: &Walkmesh, report: &mut Findings) -> Option<usize> {
    let table = &walkmesh.materials;
    // Of each row that the table lacks, the first face and the number of faces.
    let mut missing = BTreeMap::<MaterialId, (FaceId, usize)>::new();
    for face in walkmesh.faces() {
        let material = face.material();
        if material.0 > 31 {
            let meaning = || {
                format!(
                    "Its {material} is beyond 31: the engine keeps sets of materials in 32 bits, so this one is in no set."
                )
            };
            report.add(&rules::MATERIAL_BEYOND_MASK, face.id(), meaning);
        }
        // A material beyond 31 is in no table of a game.
        if table.get(material).is_none() && (material.0 <= 31 || walkmesh.materials_given) {
            missing.entry(material).or_insert((face.id(), 0)).1 += 1;
        }
        if walkmesh.kind.is_room() && face.is_walkable() && faces_down(&face) {
            let meaning = || "This walkable face faces down or sideways: nobody can stand on it.";
            report.add(&rules::FACE_FACES_DOWN, face.id(), meaning);
        }
    }
    for (material, (first, faces)) in missing {
        report.add(&rules::MATERIAL_OUT_OF_RANGE, first, || {
            format!(
                "The table of materials has {}, so {material} is none of them: {} taken for not walkable.",
                counted(table.len(), "row"),
                are(faces, "face")
            )
        });
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
                  it is for.";
    if conflict.may_be_of_kotor2() {
        let meaning = || {
            format!(
                "The file contradicts the table: {conflict}. It is unknown whether the second game's table agrees here. If not, {advice}"
            )
        };
        report.add_as(&rules::MATERIAL_CONTRADICTS, Severity::Warning, first, meaning);
    } else {
        report.add(&rules::MATERIAL_CONTRADICTS, first, || {
            format!("The file contradicts the table: {conflict}. There, {advice}")
        });
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
                "After a face that is not walkable, {} walkable: neighbours and edges are read for the wrong faces.",
                are(walkable - first, "face")
            )
        };
        report.add(&rules::FACE_ORDER, PlacePart::new(PartKind::Face, first as i64), meaning);
    }
    if raw.adjacencies.len() != walkable {
        let meaning = || {
            format!(
                "The file has {}, but rows of neighbours for {}.",
                counted(walkable, "walkable face"),
                raw.adjacencies.len()
            )
        };
        report.add(&rules::ADJACENCY_COUNT_DIFFERS, PartKind::Adjacencies, meaning);
    }
    sorted.then_some(walkable)
}
