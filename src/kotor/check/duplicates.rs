//! Checks for faces that are the same triangle as another one.

use std::collections::HashMap;

use super::rules;
use crate::finding::{Findings, Severity};
use crate::geometry::weld::place;
use crate::kotor::bake::normals::NormalRounding;
use crate::kotor::point::is_usable_point;
use crate::kotor::{Face, FaceId, Walkmesh};

/// The duplicate faces, each with the first face that is the same triangle.
pub(super) type Copies = HashMap<FaceId, FaceId>;

/// Finds faces whose corners lie at the same places as those of another face, in the same order. `is_walkable` tells
/// whether the game can walk on a face.
pub(super) fn check(walkmesh: &Walkmesh, is_walkable: impl Fn(&Face<'_>) -> bool, report: &mut Findings) -> Copies {
    let mut first = HashMap::with_capacity(walkmesh.face_count());
    let mut copies = Copies::new();
    for face in walkmesh.faces() {
        let Some(corners) = corners(&face) else { continue };
        let walkable = walkmesh.kind.is_room() && is_walkable(&face);
        let (original, original_walkable) = *first.entry(corners).or_insert((face.id(), walkable));
        if original == face.id() {
            continue;
        }
        copies.insert(face.id(), original);
        let same = |meaning: &str| format!("the same triangle as {original}: {meaning}");
        match (original_walkable, walkable) {
            (true, true) => {
                let meaning = "only one of the two can be joined to the faces around them, and a creature on the other \
                               one is stuck; remove one";
                report.add(&rules::FACE_DUPLICATE, face.id(), || same(meaning));
            }
            (false, false) => {
                let meaning = "the file is larger, and nothing changes in the game";
                report.add_as(&rules::FACE_DUPLICATE, Severity::Info, face.id(), || same(meaning));
            }
            _ => {
                let meaning = "creatures can walk on one of the two only, and the game may find either; remove one";
                report.add(&rules::FACE_DUPLICATE, face.id(), || same(meaning));
            }
        }
    }
    copies
}

/// The keys of a face's corners in the face's own order, starting with the least; `None` for a face that cannot be
/// walked on or hit.
fn corners(face: &Face<'_>) -> Option<[[u32; 3]; 3]> {
    let points = face.points()?;
    let vertices = points.map(Into::into);
    if !vertices.iter().all(|&vertex| is_usable_point(vertex)) || NormalRounding::Kotor2.area(vertices) == 0.0 {
        return None;
    }
    let mut corners = points.map(place);
    let least = (0..3).min_by_key(|&corner| corners[corner]).unwrap_or(0);
    corners.rotate_left(least);
    Some(corners)
}
