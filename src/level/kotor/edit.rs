//! The edits of a KotOR walkmesh, and of the rooms of an area.

use crate::kotor::{
    Area, AreaError, EdgeId, EditError as KotorError, FaceId, Layout, MaterialId, MaterialTable, RoomId, Walkmesh,
};

use super::super::{
    ClassName, Edit, EditError, EditNote, EditOutcome, EditReport, FaceCount, MirrorAxis, Operation, Selection, Turn,
};
use super::AreaLevel;

/// The number of a room in its layout, and the number of rooms in that layout: the possible targets of its transitions.
#[derive(Clone, Copy)]
pub(super) struct RoomNumber {
    pub(super) own: RoomId,
    pub(super) rooms: usize,
}

impl RoomNumber {
    /// The number of the room with a name, if the layout lists it.
    pub(super) fn new(name: &str, layout: &Layout) -> Option<Self> {
        Some(Self { own: layout.find(name)?, rooms: layout.rooms().len() })
    }

    fn ensure_can_lead_to(self, room: u32) -> Result<(), EditError> {
        if room as usize >= self.rooms {
            return Err(EditError::NoSuchRoom { room, rooms: self.rooms });
        }
        if self.own.0 == room { Err(EditError::OwnRoom(room)) } else { Ok(()) }
    }
}

/// Edits a walkmesh. `number` is the number of a room whose layout is known.
pub(super) fn edit(
    walkmesh: &mut Walkmesh,
    edits: &[Edit],
    number: Option<RoomNumber>,
) -> Result<EditReport, EditError> {
    let mut edited = walkmesh.clone();
    let mut report = EditReport::default();
    for one in edits {
        apply(&mut edited, one, number, &mut report)?;
    }
    edited.bake_stale().map_err(KotorError::from)?;
    *walkmesh = edited;
    Ok(report)
}

fn apply(
    walkmesh: &mut Walkmesh,
    edit: &Edit,
    number: Option<RoomNumber>,
    report: &mut EditReport,
) -> Result<(), EditError> {
    match edit {
        Edit::Paint { what, with } => {
            let faces = selected(walkmesh, what)?;
            walkmesh.paint(&faces, paintable(walkmesh.materials(), with)?)?;
            report.note(EditOutcome::Painted(FaceCount::kotor(faces.len())));
        }
        Edit::Remove(what) => {
            let faces = selected(walkmesh, what)?;
            walkmesh.remove_faces_and_vertices(&faces)?;
            report.note(EditOutcome::Removed(FaceCount::kotor(faces.len())));
            if walkmesh.face_count() == 0 {
                report.note(EditOutcome::NoFaceLeft);
            }
        }
        Edit::Flip(what) => {
            let faces = selected(walkmesh, what)?;
            walkmesh.flip_faces(&faces)?;
            report.note(EditOutcome::Flipped(FaceCount::kotor(faces.len())));
        }
        Edit::Move(offset) => walkmesh.translate(*offset)?,
        Edit::Rotate(Turn { radians, about }) => walkmesh.rotate_z(*radians, *about)?,
        Edit::Mirror { axis: MirrorAxis::X, at } => walkmesh.mirror_x(*at)?,
        Edit::Mirror { axis: MirrorAxis::Y, at } => walkmesh.mirror_y(*at)?,
        Edit::Merge(other) => {
            let other = other.kotor().walkmesh.ok_or_else(|| EditError::OtherKind(other.kind()))?;
            let joined = walkmesh.merge_and_join(other)?;
            report.note(EditOutcome::Added(FaceCount::kotor(other.face_count())));
            report.note(EditOutcome::VerticesJoined(joined));
        }
        Edit::Transition { face, side, room } => {
            let edge = EdgeId::new(FaceId(*face), *side as usize).filter(|_| *side < 3);
            let edge = edge.ok_or(EditError::NotInThisGame("a face has the sides 0, 1 and 2"))?;
            if let (Some(number), Some(room)) = (number, room) {
                number.ensure_can_lead_to(*room)?;
            }
            walkmesh.set_transition(edge, room.map(RoomId))?;
        }
        Edit::Hooks(hooks) => walkmesh.set_hooks(*hooks)?,
        Edit::MoveVertex { from, to } => match walkmesh.move_vertices_at(*from, *to)? {
            0 => return Err(EditError::NoSuchPoint { point: *from }),
            count => report.note(EditOutcome::VerticesMoved(count)),
        },
        Edit::CutHole(outline) => {
            let cut = walkmesh.cut_hole(outline)?.ok_or(EditError::NoOutline)?;
            report.note(EditOutcome::HoleCut(FaceCount::kotor(cut)));
        }
        Edit::Unwalkable(_) | Edit::UnwalkableTriangles(_) => {
            return Err(EditError::NotInThisGame(
                "a KotOR face is walkable by its material: paint it with one that is not, such as 7 (Nonwalk)",
            ));
        }
        Edit::Weld(_) | Edit::Link | Edit::RenumberRooms(_) | Edit::InRoom { .. } | Edit::JoinArea { .. } => {
            return Err(EditError::NotInThisGame("this edit is for the rooms of an area together"));
        }
    }
    Ok(())
}

/// Applies an edit to all rooms of an area, or between them. Returns the files of rooms that were added.
pub(super) fn edit_area(
    area: &mut Area,
    edit: &Edit,
    report: &mut EditReport,
) -> Result<Vec<(RoomId, String)>, EditError> {
    match edit {
        Edit::Move(offset) => area.translate(*offset)?,
        Edit::Weld(tolerance) => report.note(EditOutcome::Welded(area.weld(*tolerance)?)),
        Edit::Link => report.note(EditOutcome::Linked(area.link()?)),
        Edit::Paint { what: Selection::Faces(_), .. }
        | Edit::Remove(Selection::Faces(_))
        | Edit::Flip(Selection::Faces(_)) => {
            return Err(EditError::NotInThisGame(
                "the numbers of faces are for a single room: edit the room's own file",
            ));
        }
        Edit::Paint { .. } | Edit::Remove(_) | Edit::Flip(_) => {
            let rooms: Vec<RoomId> = area.rooms().map(|(room, _)| room).collect();
            for id in rooms {
                edit_room(area, id, edit, report)?;
            }
        }
        Edit::MoveVertex { from, to } => {
            let rooms: Vec<RoomId> = area.rooms().map(|(room, _)| room).collect();
            let mut moved = 0;
            for id in rooms {
                moved += area.room_mut(id).map_or(Ok(0), |room| room.move_vertices_at(*from, *to))?;
            }
            if moved == 0 {
                return Err(EditError::NoSuchPoint { point: *from });
            }
            report.note(EditOutcome::VerticesMoved(moved));
        }
        Edit::CutHole(outline) => {
            let rooms: Vec<RoomId> = area.rooms().map(|(room, _)| room).collect();
            let mut cut = 0;
            for id in rooms {
                cut += area
                    .room_mut(id)
                    .map_or(Ok(Some(0)), |room| room.cut_hole(outline))?
                    .ok_or(EditError::NoOutline)?;
            }
            report.note(EditOutcome::HoleCut(FaceCount::kotor(cut)));
        }
        Edit::InRoom { room, edit } => edit_room(area, *room, edit, report)?,
        Edit::RenumberRooms(older) => {
            let dropped = area.renumber_from(older);
            note_lost(area, dropped, false, report);
        }
        Edit::JoinArea { area: other, offset } => match other.area_level() {
            Some(other) => return join(area, other, *offset, report),
            None => return Err(EditError::OtherKind(other.kind())),
        },
        Edit::Rotate(_)
        | Edit::Mirror { .. }
        | Edit::Merge(_)
        | Edit::Transition { .. }
        | Edit::Hooks(_)
        | Edit::Unwalkable(_)
        | Edit::UnwalkableTriangles(_) => {
            return Err(EditError::NotInThisGame(
                "this edit is for a single walkmesh, and not for the rooms of an area: edit the room's own file",
            ));
        }
    }
    Ok(Vec::new())
}

/// Applies an edit to a room of an area.
fn edit_room(area: &mut Area, id: RoomId, edit: &Edit, report: &mut EditReport) -> Result<(), EditError> {
    let name = area.layout().room(id).map_or_else(String::new, |room| room.name.clone());
    let number = RoomNumber { own: id, rooms: area.layout().rooms().len() };
    let room = area.room_mut(id).ok_or(AreaError::NoSuchRoom(id))?;
    let mut done = EditReport::default();
    apply(room, edit, Some(number), &mut done).map_err(|error| error.of_room(&name))?;
    report.notes.extend(done.notes.into_iter().map(|note| EditNote { room: Some(name.clone()), ..note }));
    Ok(())
}

/// Adds the rooms of another area.
fn join(
    area: &mut Area,
    other: &AreaLevel,
    offset: [f32; 3],
    report: &mut EditReport,
) -> Result<Vec<(RoomId, String)>, EditError> {
    let own = area.layout().rooms().len() as u32;
    let joined = area.join(other.rooms(Operation::Edit)?, offset).map_err(|error| {
        let added = error.room().and_then(|room| room.0.checked_sub(own));
        match added.and_then(|room| other.file_of(RoomId(room))).map(str::to_owned) {
            Some(file) => EditError::Room { file, error },
            None => error.into(),
        }
    })?;
    report.note(EditOutcome::RoomsAdded { rooms: joined.rooms.len(), links: joined.links.len() });
    if joined.door_hooks_left_out > 0 {
        report.note(EditOutcome::DoorHooksLeftOut(joined.door_hooks_left_out));
    }
    note_lost(area, joined.dropped, true, report);
    let files = other.files().iter();
    Ok(files.filter_map(|(room, file)| Some((*joined.rooms.get(room.index())?, file.clone()))).collect())
}

/// Notes transitions that now lead nowhere.
fn note_lost(area: &Area, lost: Vec<(RoomId, EdgeId)>, of_added: bool, report: &mut EditReport) {
    report.notes.extend(lost.into_iter().map(|(room, edge)| {
        let room = area.layout().room(room).map(|room| room.name.clone());
        EditNote { room, done: EditOutcome::TransitionLost { edge, of_added } }
    }));
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
        Selection::Box(bounds) => Ok(walkmesh.faces_in_box(bounds)),
        Selection::Class(name) => Ok(walkmesh.faces_of_material(material(walkmesh.materials(), name)?)),
    }
}

/// The material that a user names, if the table has it and it fits the engine's 32-bit sets of materials.
fn paintable(table: &MaterialTable, name: &ClassName) -> Result<MaterialId, EditError> {
    let material = material(table, name)?;
    let rows = table.len().min(u32::BITS as usize);
    if material.0 as usize >= rows { Err(EditError::MaterialOutOfRange { material, rows }) } else { Ok(material) }
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
                // Unused rows share one name.
                known.dedup();
                EditError::NoSuchClass { name: name.clone(), known: known.join(", ") }
            })
        }
    }
}
