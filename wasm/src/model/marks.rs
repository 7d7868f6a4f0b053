//! Marks: transitions, hooks, doors and positions, with their points.

use serde::Serialize;
use walkmesh::kotor::RoomId;
use walkmesh::level::AnyFile;

use crate::source::Source;

use super::{Model, PartOf};

/// A mark.
#[derive(Clone, Debug, Serialize)]
pub struct Mark {
    /// What it is: `transition`, `hook`, `door`, `placeable`, `room`, `block` or `position`.
    pub kind: &'static str,
    /// Its name in the file.
    pub name: String,
    /// A short text for the picture.
    pub label: String,
    /// The part of the model that it belongs to.
    pub part: String,
    pub point: [f32; 3],
    /// The number of a door or placeable, whose states can be changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub object: Option<usize>,
}

impl Mark {
    /// A mark of a scene.
    pub(super) fn of(of: PartOf, part: &str, mark: &walkmesh::exchange::Mark) -> Self {
        let name = mark.name.clone();
        let kind = match (of, &*name) {
            (PartOf::Block(_), _) => "door",
            (_, name) if name.starts_with("transition ") => "transition",
            (_, name) if name.starts_with("door ") => "door",
            (_, name) if name.ends_with("position") => "position",
            _ => "hook",
        };
        let label = match name.split_once(" to ") {
            Some((_, goal)) => format!("to {goal}"),
            None => name.clone(),
        };
        Self { kind, name, label, part: part.to_owned(), point: mark.point, object: None }
    }

    fn new(kind: &'static str, name: &str, point: [f32; 3]) -> Self {
        Self { kind, name: name.to_owned(), label: name.to_owned(), part: String::new(), point, object: None }
    }
}

/// Adds the marks that stand in no part, and names the rooms of transitions.
pub(super) fn add_marks(model: &mut Model, source: &Source) {
    match source {
        Source::File { file: AnyFile::Lyt(layout), .. } => {
            let rooms = layout.rooms().iter().map(|room| Mark::new("room", &room.name, room.position));
            let doors = layout.door_hooks().iter().map(|door| Mark::new("door", &door.name, door.position));
            model.marks.extend(rooms.chain(doors));
        }
        Source::File { file: AnyFile::Dof(dof), .. } => {
            let blocks = dof.blocks.blocks.iter().enumerate();
            model.marks.extend(blocks.map(|(number, block)| {
                let name = format!("{number} {}", String::from_utf8_lossy(&block.name.bytes));
                Mark::new("block", name.trim_end(), block.position.into())
            }));
        }
        Source::File { file: AnyFile::AiNav(dungeon), .. } => {
            let graph = walkmesh::silkroad::Graph::of(dungeon);
            for (block, stored) in graph.blocks().iter().zip(dungeon.blocks()) {
                let doors = block.doors().iter().filter_map(|door| {
                    let point = stored.centre(door.own_edge?)?;
                    Some(Mark::new("door", &format!("{} to {}", block.id(), door.to), point))
                });
                model.marks.extend(doors);
            }
        }
        Source::Area { files, .. } => {
            let layout = files.area.layout();
            for mark in model.marks.iter_mut().filter(|mark| mark.kind == "transition") {
                let room = mark.name.rsplit_once(' ').and_then(|(_, number)| number.parse().ok());
                if let Some(room) = room.and_then(|number| layout.room(RoomId(number))) {
                    mark.label = format!("to {}", room.name);
                }
            }
            model.marks.retain(|mark| mark.name != "layout position");
            for (number, object) in files.objects.iter().enumerate() {
                let kind = if object.states[0].state.is_some() { "door" } else { "placeable" };
                let mut mark = Mark::new(kind, &object.name, object.stand.position);
                let state = object.states[object.state].label();
                if !state.is_empty() {
                    mark.label = format!("{} ({state})", object.name);
                }
                mark.object = Some(number);
                model.marks.push(mark);
            }
        }
        Source::File { .. } | Source::Dungeon(_) => {}
    }
    model.marks.retain(|mark| mark.point.iter().all(|value| value.is_finite()));
}
