//! Every edit of a level, alone and all in sequence.

use walkmesh::kotor::{Layout, RoomId};
use walkmesh::level::{BakeOptions, ClassName, Edit, Level, MirrorAxis, Region, Selection, Turn, View};

use super::numbers::Numbers;

/// Applies each edit alone to a copy, and then all successful ones in sequence. The result of each edit can be written.
pub fn every_edit(level: &Level, other: &Level, view: &View, numbers: &mut Numbers<'_>) {
    let options = BakeOptions::default();
    let mut edits = edits(other, view, numbers);
    let rooms = level.kotor().area.map_or(0, |area| area.layout().rooms().len());
    for edit in edits.clone().into_iter().filter(|_| rooms > 0) {
        let room = RoomId(numbers.below(rooms + 1) as u32);
        edits.push(Edit::InRoom { room, edit: Box::new(edit) });
    }
    edits.retain(|edit| {
        let mut edited = level.clone();
        let made = edited.edit(std::slice::from_ref(edit), &options);
        if let Ok(report) = &made {
            report.notes.iter().for_each(|note| drop(note.to_string()));
            edited.to_files().expect("what was edited can be written");
        }
        made.is_ok()
    });
    let mut edited = level.clone();
    if edited.edit(&edits, &options).is_ok() {
        edited.to_files().expect("what was edited can be written");
    }
}

fn edits(other: &Level, view: &View, numbers: &mut Numbers<'_>) -> Vec<Edit> {
    let corner = |numbers: &mut Numbers<'_>| view.points.get(numbers.below(view.points.len())).copied();
    let point = |numbers: &mut Numbers<'_>| [(); 3].map(|()| numbers.coordinate());
    let face = |numbers: &mut Numbers<'_>| {
        let any = numbers.below(view.numbers.len() + 1);
        view.numbers.get(any).copied().unwrap_or(any as u32)
    };
    let few = |numbers: &mut Numbers<'_>| {
        let faces = [face(numbers), face(numbers)];
        Selection::Faces(faces.map(|face| face..=face).into())
    };
    let square = |numbers: &mut Numbers<'_>| {
        let ([x, y, _], half) = (corner(numbers).unwrap_or_default(), 0.25 + numbers.coordinate() / 8.0);
        [[x - half, y - half], [x + half, y - half], [x + half, y + half], [x - half, y + half]].to_vec()
    };
    let outline = square(numbers);
    let bounds =
        |numbers: &mut Numbers<'_>| walkmesh::mesh::Aabb::around([point(numbers), point(numbers)]).map(Selection::Box);
    let mut edits = vec![
        Edit::Paint { what: few(numbers), with: ClassName::Number(u32::from(numbers.byte() % 24)) },
        Edit::Paint { what: Selection::Class(ClassName::Number(4)), with: ClassName::Number(numbers.word()) },
        Edit::Paint {
            what: Selection::Class(ClassName::Name("Stone".into())),
            with: ClassName::Name("nonwalk".into()),
        },
        Edit::Remove(few(numbers)),
        Edit::Flip(few(numbers)),
        Edit::Move(point(numbers)),
        Edit::Rotate(Turn { radians: numbers.coordinate(), about: [numbers.coordinate(), numbers.coordinate()] }),
        Edit::Mirror { axis: MirrorAxis::X, at: numbers.coordinate() },
        Edit::Mirror { axis: MirrorAxis::Y, at: numbers.coordinate() },
        Edit::Merge(Box::new(other.clone())),
        Edit::Transition { face: face(numbers), side: u32::from(numbers.byte() % 4), room: Some(numbers.word() >> 16) },
        Edit::Transition { face: face(numbers), side: 0, room: None },
        Edit::Hooks([point(numbers), point(numbers)]),
        Edit::MoveVertex { from: corner(numbers).unwrap_or_default(), to: point(numbers) },
        Edit::CutHole(outline.clone()),
        Edit::Unwalkable(Region::Tile([(); 2].map(|()| u32::from(numbers.byte() % 9)))),
        Edit::Unwalkable(Region::Polygon(outline)),
        Edit::Weld(numbers.coordinate() / 64.0),
        Edit::Link,
        Edit::JoinArea { area: Box::new(other.clone()), offset: point(numbers) },
    ];
    if let Some(Selection::Box(bounds)) = bounds(numbers) {
        edits.extend([Edit::Remove(Selection::Box(bounds)), Edit::Unwalkable(Region::Box(bounds))]);
    }
    let layout = other.kotor().area.map_or_else(Layout::new, |area| area.layout().clone());
    edits.push(Edit::RenumberRooms(Box::new(layout)));
    edits
}
