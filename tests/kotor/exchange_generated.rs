//! Edits of generated rooms in an editor.

use std::collections::BTreeMap;

use proptest::prelude::*;
use walkmesh::exchange::{ClassedTriangle, Mark, MatchOptions, TriangleSet};
use walkmesh::kotor::{EdgeId, RoomId, Walkmesh};

use crate::editor::{node_of, through_an_editor};
use crate::made_up::rooms;

/// The edits in an editor.
#[derive(Clone, Debug)]
enum Edit {
    Paint(usize, u32),
    Remove(usize),
    Flip(usize),
    Move(usize, [f32; 3]),
    Cut(usize),
    MoveMark(usize, [f32; 3]),
    AddMark([f32; 3], u32),
    RemoveMark(usize),
}

fn edits() -> impl Strategy<Value = Vec<Edit>> {
    let point = || [-1.0_f32..6.0, -1.0_f32..6.0, -1.0_f32..6.0];
    let edit = prop_oneof![
        (any::<usize>(), prop_oneof![Just(4_u32), Just(7), Just(10)]).prop_map(|(at, class)| Edit::Paint(at, class)),
        any::<usize>().prop_map(Edit::Remove),
        any::<usize>().prop_map(Edit::Flip),
        (any::<usize>(), point()).prop_map(|(at, to)| Edit::Move(at, to)),
        any::<usize>().prop_map(Edit::Cut),
        (any::<usize>(), point()).prop_map(|(at, to)| Edit::MoveMark(at, to)),
        (point(), 0..4_u32).prop_map(|(at, room)| Edit::AddMark(at, room)),
        any::<usize>().prop_map(Edit::RemoveMark),
    ];
    proptest::collection::vec(edit, 0..8)
}

fn apply(set: &mut TriangleSet, edit: &Edit) {
    let (points, triangles, marks) = (set.points.len(), set.triangles.len(), set.marks.len());
    match *edit {
        Edit::AddMark(point, room) => set.marks.push(Mark { name: format!("transition to room {room}"), point }),
        Edit::MoveMark(at, to) if marks > 0 => set.marks[at % marks].point = to,
        Edit::RemoveMark(at) if marks > 0 => drop(set.marks.remove(at % marks)),
        Edit::Move(at, to) if points > 0 => set.points[at % points] = to,
        Edit::Paint(at, class) if triangles > 0 => set.triangles[at % triangles].class = class,
        Edit::Remove(at) if triangles > 0 => drop(set.triangles.remove(at % triangles)),
        Edit::Flip(at) if triangles > 0 => set.triangles[at % triangles].corners.swap(0, 2),
        Edit::Cut(at) if triangles > 0 => {
            let ClassedTriangle { corners: [a, b, c], class } = set.triangles[at % triangles];
            let [from, to] = [b, c].map(|corner| set.points[corner as usize]);
            set.points.push(std::array::from_fn(|axis| (from[axis] + to[axis]) / 2.0));
            set.triangles[at % triangles].corners = [a, b, points as u32];
            set.triangles.push(ClassedTriangle { corners: [a, points as u32, c], class });
        }
        _ => {}
    }
}

/// The triangles by their points, with their classes and the number of copies.
fn by_points(triangles: impl Iterator<Item = ([[f32; 3]; 3], u32)>) -> BTreeMap<([[u32; 3]; 3], u32), usize> {
    let mut count = BTreeMap::new();
    for (points, class) in triangles {
        let [a, b, c] = points.map(|point| point.map(|value| (value + 0.0).to_bits()));
        let rotated = [[a, b, c], [b, c, a], [c, a, b]].into_iter().min().expect("three");
        *count.entry((rotated, class)).or_default() += 1;
    }
    count
}

proptest! {
    #[test]
    fn an_edited_room_has_what_the_editor_shows(mut base in rooms(), links in prop::collection::vec((any::<usize>(), 0..4_u32), 0..5), edits in edits()) {
        for (at, room) in links {
            let edges: Vec<_> = base.as_raw().edges.iter().filter_map(|row| EdgeId::from_raw(row.edge)).collect();
            if !edges.is_empty() {
                base.set_transition(edges[at % edges.len()], Some(RoomId(room))).unwrap();
            }
        }
        let mut edited = node_of(&base);
        edits.iter().for_each(|edit| apply(&mut edited.set, edit));
        let edited = through_an_editor(&edited);
        let mut after: Walkmesh = base.clone();
        let report = after.apply_edited(&edited, &MatchOptions::default()).unwrap();
        prop_assert_eq!(report.is_unchanged(), after.to_bytes().unwrap() == base.to_bytes().unwrap());

        let shown = after.faces().map(|face| (face.points().unwrap(), face.material().0)).collect::<Vec<_>>();
        let expected = edited.set.triangles.iter().map(|row| (row.corners.map(|corner| edited.set.points[corner as usize]), row.class));
        if report.matched.restored.is_empty() && report.matched.uncarried.is_empty() {
            prop_assert_eq!(by_points(shown.into_iter()), by_points(expected));
        }
        // Transitions are already on perimeters, so each mark is either placed or dropped.
        prop_assert_eq!(report.marks_placed + report.marks_not_placed.len(), edited.set.marks.len());
        let baked = after.bake_stale().unwrap();
        prop_assert_eq!(baked.lost_transitions, []);
        prop_assert_eq!(crate::codes(&after), [""; 0]);
        // If no mark came back, a program lost them, and transitions stay if their edges do.
        let are_lost = edited.set.marks.is_empty() && !node_of(&base).set.marks.is_empty();
        prop_assert!(are_lost || (after.transitions().count() > 0) == (report.marks_placed > 0));

        // This output is read back unchanged.
        let again = after.apply_edited(&through_an_editor(&node_of(&after)), &MatchOptions::default()).unwrap();
        prop_assert!(again.is_unchanged(), "{again:?}");
    }
}
