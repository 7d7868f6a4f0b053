//! The edits of a KotOR walkmesh.

use super::super::AnyFile;
use crate::kotor::{Bounds, EdgeId, EditError as KotorError, FaceId, MaterialId, MaterialTable, RoomId, Walkmesh};

use super::{ClassName, Edit, EditError, EditReport, MirrorAxis, Selection, Turn};

pub(super) fn edit(walkmesh: &mut Walkmesh, edits: &[Edit]) -> Result<EditReport, EditError> {
    let mut edited = walkmesh.clone();
    let mut report = EditReport::default();
    for one in edits {
        apply(&mut edited, one, &mut report)?;
    }
    edited.bake_stale().map_err(KotorError::from)?;
    *walkmesh = edited;
    Ok(report)
}

fn apply(walkmesh: &mut Walkmesh, edit: &Edit, report: &mut EditReport) -> Result<(), EditError> {
    match edit {
        Edit::Paint { what, with } => {
            let faces = selected(walkmesh, what)?;
            walkmesh.paint(&faces, material(walkmesh.materials(), with)?)?;
            report.count(faces.len(), "face", "painted");
        }
        Edit::Remove(what) => {
            let faces = selected(walkmesh, what)?;
            walkmesh.remove_faces(&faces)?;
            report.count(faces.len(), "face", "removed");
        }
        Edit::Flip(what) => {
            let faces = selected(walkmesh, what)?;
            walkmesh.flip_faces(&faces)?;
            report.count(faces.len(), "face", "flipped");
        }
        Edit::Move(offset) => walkmesh.translate(*offset)?,
        Edit::Rotate(Turn { radians, about }) => walkmesh.rotate_z(*radians, *about)?,
        Edit::Mirror { axis: MirrorAxis::X, at } => walkmesh.mirror_x(*at)?,
        Edit::Mirror { axis: MirrorAxis::Y, at } => walkmesh.mirror_y(*at)?,
        Edit::Merge(other) => {
            let AnyFile::Bwm(other) = &**other else { return Err(EditError::OtherKind(other.kind())) };
            walkmesh.merge(other)?;
            let joined = walkmesh.join_vertices();
            report.count(other.face_count(), "face", "added");
            report.count(joined, "vertex at the position of another one", "joined with it");
        }
        Edit::Transition { face, side, room } => {
            let edge = EdgeId::of(FaceId(*face), *side as usize).filter(|_| *side < 3);
            let edge = edge.ok_or(EditError::NotInThisGame("a face has the sides 0, 1 and 2"))?;
            walkmesh.set_transition(edge, room.map(RoomId))?;
        }
        Edit::Unwalkable(_) => {
            return Err(EditError::NotInThisGame(
                "a KotOR face is walkable by its material: paint it with one that is not, such as 7 (Nonwalk)",
            ));
        }
    }
    Ok(())
}

/// The faces of a selection.
fn selected(walkmesh: &Walkmesh, what: &Selection) -> Result<Vec<FaceId>, EditError> {
    match what {
        Selection::Faces(ranges) => {
            let count = walkmesh.face_count() as u32;
            if let Some(range) = ranges.iter().find(|range| *range.end() >= count) {
                return Err(KotorError::NoSuchFace(FaceId(*range.end())).into());
            }
            let mut faces: Vec<FaceId> = ranges.iter().cloned().flatten().map(FaceId).collect();
            faces.sort_unstable();
            faces.dedup();
            Ok(faces)
        }
        Selection::Box(extent) => Ok(walkmesh.faces_in_box(&Bounds { min: extent.low, max: extent.high })),
        Selection::Class(name) => Ok(walkmesh.faces_of_material(material(walkmesh.materials(), name)?)),
    }
}

/// The material that a user names.
fn material(table: &MaterialTable, name: &ClassName) -> Result<MaterialId, EditError> {
    let names = || (0..).map(MaterialId).map_while(|id| Some((id, table.get(id)?)));
    match name {
        ClassName::Number(number) => Ok(MaterialId(*number)),
        ClassName::Name(name) => {
            let found = names().find(|(_, material)| material.name.eq_ignore_ascii_case(name));
            found.map(|(id, _)| id).ok_or_else(|| {
                let mut known: Vec<&str> = names().map(|(_, material)| &*material.name).collect();
                // Rows without a use have one name.
                known.dedup();
                EditError::NoSuchClass { name: name.clone(), known: known.join(", ") }
            })
        }
    }
}
