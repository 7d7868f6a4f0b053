//! The views of KotOR walkmeshes, and of an area with its objects.

use crate::exchange::Class;
use crate::instances::{Instance, InstanceKind};
use crate::kotor::{Area, AreaContents, EdgeId, FaceId, Layout, MaterialId, MaterialTable, RoomId, Walkmesh, class_of};

use super::super::view::{FaceInfo, LineKind, LineLayers, MarkKind, PartOf, View, ViewMark};
use super::objects::AreaObject;

/// The kind of a scene's mark.
pub(super) fn mark_kind(name: &str) -> MarkKind {
    match name {
        name if name.starts_with("transition ") => MarkKind::Transition,
        name if name.ends_with("position") => MarkKind::Position,
        _ => MarkKind::Hook,
    }
}

/// Adds the rooms whose walkmeshes were read. `file` gives the name of a room's file.
pub(super) fn show_rooms<'f>(area: &Area, file: impl Fn(RoomId) -> &'f str, view: &mut View) {
    for (id, room) in area.rooms() {
        let name = area.layout().room(id).map_or("", |room| &room.name);
        view.push(PartOf::Room(id), file(id), &room.to_scene_node(name).0, None, mark_kind);
    }
    // If the layout is known, the room has a name, and its position is not marked.
    view.marks.retain(|mark| mark.name != "layout position");
    for mark in view.marks.iter_mut().filter(|mark| mark.kind == MarkKind::Transition) {
        let room = mark.name.rsplit_once(' ').and_then(|(_, number)| number.parse().ok());
        if let Some(room) = room.and_then(|number| area.layout().room(RoomId(number))) {
            mark.label = format!("to {}", room.name);
        }
    }
}

/// Adds doors and placeables, each with a mark.
pub(super) fn show_objects(objects: &[AreaObject], view: &mut View) {
    for (number, object) in objects.iter().enumerate() {
        let placed = object.placed();
        let (mut node, _) = placed.walkmesh().to_scene_node(object.file());
        node.set.points.iter_mut().for_each(|point| *point = placed.to_area(*point));
        node.set.marks.clear();
        view.push(PartOf::Object(number), object.file(), &node, None, mark_kind);
        let kind = if object.state().is_some() { MarkKind::Door } else { MarkKind::Placeable };
        let name = if object.tag().is_empty() { object.name() } else { object.tag() };
        let mark = ViewMark::new(kind, name, placed.position());
        let label = object.state().map_or_else(|| mark.name.clone(), |it| format!("{} ({})", mark.name, it.name()));
        view.marks.push(ViewMark { label, object: Some(number), ..mark });
    }
}

/// Adds the other contents of the area: a mark for each object without a walkmesh. Those with a walkmesh are shown as
/// objects.
pub(super) fn show_contents(contents: &AreaContents, view: &mut View) {
    let is_missing = |instance: &Instance| {
        contents.missing.iter().any(|missing| (missing.what, missing.index) == (instance.kind, instance.index))
    };
    view.show_instances(&contents.instances, |instance| {
        !matches!(instance.kind, InstanceKind::Door | InstanceKind::Placeable) || is_missing(instance)
    });
    if let Some(entry) = contents.entry() {
        view.marks.push(ViewMark::new(MarkKind::Entry, "entry", entry));
    }
}

/// Adds what a layout alone shows: the positions of rooms and doors.
pub(super) fn show_layout(layout: &Layout, view: &mut View) {
    let rooms = layout.rooms().iter().map(|room| ViewMark::new(MarkKind::Room, &room.name, room.position));
    let doors = layout.door_hooks().iter().map(|door| ViewMark::new(MarkKind::Door, &door.name, door.position));
    view.marks.extend(rooms.chain(doors));
}

/// Adds the perimeters.
pub(super) fn draw_lines(walkmesh: &Walkmesh, lines: &mut LineLayers) {
    for row in walkmesh.perimeters().flatten() {
        let kind = if row.transition >= 0 { LineKind::Transition } else { LineKind::Border };
        lines.push(kind, EdgeId::from_raw(row.edge).and_then(|edge| walkmesh.edge_points(edge)));
    }
}

/// Adds the details of a face.
pub(super) fn describe_face(walkmesh: &Walkmesh, layout: Option<&Layout>, info: &mut FaceInfo) {
    let id = FaceId(info.number);
    if let Some(face) = walkmesh.face(id) {
        info.neighbours = face.neighbours().map(|edge| edge.map(|edge| edge.face().0));
    }
    let own = walkmesh.transitions().filter(|(edge, _)| edge.face() == id);
    info.transitions = own
        .map(|(edge, room)| {
            let name = layout.and_then(|layout| layout.room(room)).map(|room| room.name.clone());
            format!("side {} to {}", edge.side(), name.unwrap_or_else(|| room.to_string()))
        })
        .collect();
}

/// The materials.
pub(super) fn paints(table: &MaterialTable) -> Vec<Class> {
    let rows = (0..table.len() as u32).map(MaterialId);
    rows.filter(|id| table.get(*id).is_some()).map(|id| class_of(id, table)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_is_what_its_name_says() {
        let kinds = ["transition 0 to 1", "layout position", "position", "relative hook 1", "door"].map(mark_kind);
        let [transition, position, hook] = [MarkKind::Transition, MarkKind::Position, MarkKind::Hook];
        assert_eq!(kinds, [transition, position, position, hook, hook]);
    }
}
