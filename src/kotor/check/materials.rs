//! Checks materials, and that walkable faces come first.

use std::collections::BTreeMap;

use crate::finding::{Findings, PartKind, PlacePart, Severity, rules};
use crate::kotor::bake::normals::NormalRounding;
use crate::kotor::point::is_usable_point;
use crate::kotor::{Face, FaceId, MaterialConflict, MaterialId, Walkmesh};
use walkmesh_mesh::counted::{are, counted};

rules! { of super::sample, RoomFile;
    MATERIAL_BEYOND_MASK: Fatal = "material-beyond-mask", "A material is 32 or more" {
        /// The engine stores sets of materials as 32-bit masks. A greater number is in no set, and the game may crash
        /// on it.
        remedy
        /// Give the face a material that the game defines.
        bad "face 7": |raw| raw.materials[7] = 32,
    }
    MATERIAL_OUT_OF_RANGE: Error = "material-out-of-range", "A material is not in the table" {
        /// Faces have a material that the table (`surfacemat.2da`) does not define. Creatures cannot walk on them, and
        /// they do not block the line of sight. Each missing row is one finding.
        remedy
        /// Give the faces a material of the table, or check with the table of the mod for which the file was made.
        bad "face 7": |raw| raw.materials[7] = 31,
    }
    FACE_FACES_DOWN: Warning = "face-faces-down", "A walkable face faces down or sideways" {
        /// The corners of the face run clockwise seen from above, or the face is vertical. Creatures cannot stand on
        /// it, and it may not join the floor around it.
        remedy
        /// Swap two of its corners or give it a non-walkable material, then bake the walkmesh.
        bad "face 0": |raw| raw.faces[0].vertices.swap(1, 2),
    }
    MATERIAL_CONTRADICTS: Error = "material-contradicts", "The file contradicts the table of materials" {
        /// The stored neighbours show which faces were walkable when the room was made. The table of materials
        /// disagrees about the faces that the finding lists. The game finds floors by its table and walks by the
        /// neighbours, so creatures get stuck. Either the file was made for another table, or faces were repainted and
        /// the room was not baked afterwards.
        remedy
        /// Choose the correct table as the materials, and bake the walkmesh. To keep the state of the file, choose the
        /// stored materials.
        bad "face 0": |raw| raw.materials[0] = 7,
        bad Warning "face 0": |raw| raw.materials.fill(16),
    }
    OBJECT_WALKABLE_FACE: Info = "object-walkable-face", "A placeable or door has a walkable face" {
        /// The game is reported to test doors and placeables by their non-walkable faces only, so this face does not
        /// stop creatures. Two placeables of the first game have such faces.
        remedy
        /// If the face should stop creatures, give it material 7.
        bad "face 0": |raw| raw.kind = Some(crate::kotor::Kind::Pwk),
    }
    FACE_ORDER: Error = "face-order", "Walkable faces do not come first" {
        /// The rows of neighbours belong to the first faces, which must be the walkable ones. Here a non-walkable face
        /// precedes a walkable one, so the game reads neighbours and edges for the wrong faces.
        remedy
        /// Bake the walkmesh: this puts walkable faces first.
        bad "face 0": damages::painted_and_shuffled,
    }
    ADJACENCY_COUNT_DIFFERS: Error = "adjacency-count-differs",
        "The number of neighbour rows differs from the number of walkable faces"
    {
        /// Each walkable face has one row of neighbours. Here some faces have no row, or some rows belong to no
        /// walkable face. Creatures stop at edges that they should cross.
        remedy
        /// Bake the walkmesh.
        bad "adjacencies": |raw| raw.adjacencies.truncate(1),
    }
}

/// Checks materials, and returns the number of walkable faces, if they come first. If the file contradicts the table, it is the number that
/// the file implies, so that the fault is not reported again for each edge.
pub(super) fn check(walkmesh: &Walkmesh, report: &mut Findings) -> Option<usize> {
    let table = &walkmesh.materials;
    // For each row that the table lacks, the first face and the number of faces.
    let mut missing = BTreeMap::<MaterialId, (FaceId, usize)>::new();
    for face in walkmesh.faces() {
        let material = face.material();
        if material.0 > 31 {
            let meaning = || {
                format!(
                    "Its {material} is beyond 31: the engine stores sets of materials as 32-bit masks, so this one is in no set."
                )
            };
            report.add(&MATERIAL_BEYOND_MASK, face.id(), meaning);
        }
        // A material beyond 31 is in no table of a game.
        if table.get(material).is_none() && (material.0 <= 31 || walkmesh.materials_given) {
            missing.entry(material).or_insert((face.id(), 0)).1 += 1;
        }
        if walkmesh.kind.is_room() && face.is_walkable() && faces_down(&face) {
            let meaning = || "This walkable face faces down or sideways: creatures cannot stand on it.";
            report.add(&FACE_FACES_DOWN, face.id(), meaning);
        }
    }
    let is_object = !walkmesh.kind.is_room();
    let mut walkable = walkmesh.faces().filter(|face| is_object && face.is_walkable());
    if let Some(first) = walkable.next() {
        let faces = 1 + walkable.count();
        let meaning =
            || format!("Its material is walkable: {} of the object do not stop creatures.", counted(faces, "face"));
        report.add(&OBJECT_WALKABLE_FACE, first.id(), meaning);
    }
    for (material, (first, faces)) in missing {
        report.add(&MATERIAL_OUT_OF_RANGE, first, || {
            format!(
                "The table of materials has {}, so it does not contain {material}: {} treated as non-walkable.",
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
    let advice = "creatures get stuck if the game's own table agrees. Either the file was made for another table, or faces \
                  were repainted and the room was not baked afterwards; check and bake it with the table of its game.";
    if conflict.may_be_of_kotor2() {
        let meaning = || {
            format!(
                "The file contradicts the table: {conflict}. It is unknown whether the second game's table agrees here. If not, {advice}"
            )
        };
        report.add_as(&MATERIAL_CONTRADICTS, Severity::Warning, first, meaning);
    } else {
        report.add(&MATERIAL_CONTRADICTS, first, || {
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
                "After a non-walkable face, {} walkable: neighbours and edges are read for the wrong faces.",
                are(walkable - first, "face")
            )
        };
        report.add(&FACE_ORDER, PlacePart::new(PartKind::Face, first as i64), meaning);
    }
    if raw.adjacencies.len() != walkable {
        let meaning = || {
            format!(
                "The file has {}, but {} rows of neighbours.",
                counted(walkable, "walkable face"),
                raw.adjacencies.len()
            )
        };
        report.add(&ADJACENCY_COUNT_DIFFERS, PartKind::Adjacencies, meaning);
    }
    sorted.then_some(walkable)
}

#[cfg(test)]
mod damages {
    use super::super::sample::RoomFile;

    /// Only the neighbours of the first faces show which faces are walkable.
    pub(super) fn painted_and_shuffled(raw: &mut RoomFile) {
        raw.materials[0] = 7;
        raw.adjacencies.reverse();
    }
}
