//! Checks for duplicate faces.

use std::collections::BTreeMap;

use crate::finding::{Findings, Severity, rules};
use crate::geometry::Csr;
use crate::kotor::bake::normals::{NormalRounding, corners};
use crate::kotor::point::is_usable_point;
use crate::kotor::{Face, FaceId, VertexId, Walkmesh};

rules! { of super::sample, RoomFile;
    FACE_DUPLICATE: Warning = "face-duplicate", "Two faces are the same triangle" {
        /// Only one of the two can join the neighbouring faces, and the game may find either below a creature. A
        /// creature on the other one is stuck. If neither is walkable, the copy only makes the file larger.
        remedy
        /// Remove one of the two, then bake the walkmesh.
        bad "face 8": |room| copy(room, 4),
        bad "face 8": |room| copy(room, 7),
        bad Info "face 8": |room| {
            room.rebuild(|faces| faces.iter_mut().for_each(|(_, material)| *material = MaterialId(7)));
            copy(room, 7);
        },
    }
}

/// The duplicate faces, each with the first face of the same triangle.
pub(super) type Copies = BTreeMap<FaceId, FaceId>;

/// Finds faces whose corners coincide with another face's, in the same order. `first` has for each vertex the first one at its point, and
/// `is_walkable` returns whether the game can walk on a face.
pub(super) fn check(
    walkmesh: &Walkmesh,
    first: &[VertexId],
    is_walkable: impl Fn(&Face<'_>) -> bool,
    report: &mut Findings,
) -> Copies {
    let copies = copies(walkmesh, first);
    let is_walkable = |id: FaceId| walkmesh.kind.is_room() && walkmesh.face(id).is_some_and(|face| is_walkable(&face));
    for (&copy, &original) in &copies {
        let same = |meaning: &str| format!("It is the same triangle as {original}: {meaning}.");
        match (is_walkable(original), is_walkable(copy)) {
            (true, true) => {
                let meaning = "only one of the two can join the neighbouring faces, and a creature on the other one is \
                               stuck; remove one";
                report.add(&FACE_DUPLICATE, copy, || same(meaning));
            }
            (false, false) => {
                let meaning = "the file is larger, with no effect in the game";
                report.add_as(&FACE_DUPLICATE, Severity::Info, copy, || same(meaning));
            }
            _ => {
                let meaning = "only one of the two is walkable, and the game may find either; remove one";
                report.add(&FACE_DUPLICATE, copy, || same(meaning));
            }
        }
    }
    copies
}

/// The faces that duplicate an earlier one.
fn copies(walkmesh: &Walkmesh, first: &[VertexId]) -> Copies {
    // Keyed by the lowest corner: the next two corners, and the face.
    let faces = || {
        (0..).map(FaceId).zip(&walkmesh.raw.faces).filter_map(|(face, row)| {
            let [a, b, c] = row.vertices.map(|vertex| first.get(vertex as usize).map(|first| first.0));
            let (a, b, c) = (a?, b?, c?);
            let least = a.min(b).min(c);
            let (next, last) = if least == a {
                (b, c)
            } else if least == b {
                (c, a)
            } else {
                (a, b)
            };
            Some((least as usize, (next, last, face)))
        })
    };
    let mut copies = Copies::new();
    let mut groups = Csr::group(first.len(), faces);
    for least in 0..first.len() {
        let group = groups.row_mut(least);
        if group.len() < 2 {
            continue;
        }
        group.sort_unstable();
        for same in group.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)).filter(|same| same.len() > 1) {
            let mut usable = same.iter().map(|(.., face)| *face).filter(|face| is_usable(walkmesh, *face));
            if let Some(original) = usable.next() {
                copies.extend(usable.map(|copy| (copy, original)));
            }
        }
    }
    copies
}

/// Returns whether a face can be walked on or hit.
fn is_usable(walkmesh: &Walkmesh, face: FaceId) -> bool {
    let corners = corners(&walkmesh.raw, &walkmesh.raw.faces[face.index()]);
    corners.is_some_and(|corners| {
        corners.iter().all(|&corner| is_usable_point(corner)) && NormalRounding::Kotor2.area(corners) != 0.0
    })
}

/// Adds a copy of the first face with a material, and bakes.
#[cfg(test)]
fn copy(room: &mut super::sample::RoomFile, material: u32) {
    room.rebuild(|faces| faces.push((faces[0].0, crate::kotor::MaterialId(material))));
}
