//! Whole areas to an editor and back, joined, and renumbered.

use walkmesh::exchange::{GltfScene, Mark, MatchOptions, NodeReport, Scene, Up};
use walkmesh::kotor::{
    Area, AreaError, ImportError, ImportOptions, Kind, Layout, LayoutRoom, MaterialId, RoomId, Walkmesh,
};

use crate::editor::through_an_editor;
use crate::room;

fn layout(names: &[&str]) -> Layout {
    let mut layout = Layout::new();
    for (at, name) in names.iter().enumerate() {
        layout.push(LayoutRoom { name: (*name).into(), position: [2.0 * at as f32, 0.5, 0.0] }).unwrap();
    }
    layout
}

/// Rooms of 2 by 2 squares in a row, linked.
fn row_of(names: &[&str]) -> Area {
    let mut area = Area::new(layout(names));
    for at in 0..names.len() as u32 {
        let mut walkmesh = room(2, 2);
        walkmesh.translate([2.0 * at as f32, 0.0, 0.0]).unwrap();
        area.insert(RoomId(at), walkmesh).unwrap();
    }
    area.link().unwrap();
    area
}

fn bytes(area: &Area) -> (Vec<u8>, Vec<Vec<u8>>) {
    (area.layout().to_bytes(), area.rooms().map(|(_, room)| room.to_bytes().unwrap()).collect())
}

fn links(area: &Area) -> Vec<(u32, u32)> {
    area.rooms().flat_map(|(id, room)| room.transitions().map(move |(_, to)| (id.0, to.0))).collect()
}

/// The scene through a GLB and the editor, which reverses the nodes and renames marks whose names are taken.
fn through_glb(scene: &Scene) -> Scene {
    let nodes = scene.nodes.iter().rev().map(through_an_editor).collect();
    let mut scene = Scene { nodes, ..scene.clone() };
    for (at, mark) in scene.nodes.iter_mut().flat_map(|node| &mut node.set.marks).enumerate() {
        mark.name.push_str(&format!(".{at:03}"));
    }
    GltfScene::from_bytes(&scene.to_glb().unwrap(), Up::Z).unwrap().scene
}

fn unchanged(reports: &[NodeReport]) -> Vec<bool> {
    reports.iter().map(NodeReport::is_unchanged).collect()
}

#[test]
fn an_area_comes_back_by_the_names_of_its_rooms() {
    let mut area = row_of(&["west", "middle", "east"]);
    let before = bytes(&area);
    let export = area.to_scene();
    assert_eq!((export.notes.len(), export.scene.nodes.len()), (0, 3));
    assert!(
        export.scene.nodes[1]
            .set
            .marks
            .iter()
            .any(|mark| mark.name == "layout position" && mark.point == [2.0, 0.5, 0.0])
    );
    let mut scene = through_glb(&export.scene);
    let reports = area.apply_scene(&scene, &MatchOptions::default()).unwrap();
    assert_eq!(unchanged(&reports), [true; 3]);
    assert_eq!(reports.iter().map(|report| report.node.as_str()).collect::<Vec<_>>(), ["east", "middle", "west"]);
    assert!(reports.iter().all(|report| report.marks_not_placed.is_empty() && report.notes.is_empty()));
    assert_eq!(bytes(&area), before);

    // One face of the middle is painted.
    scene.nodes[1].name = "MIDDLE.001".into();
    scene.nodes[1].set.triangles[0].class = 10;
    let reports = area.apply_scene(&scene, &MatchOptions::default()).unwrap();
    assert_eq!(unchanged(&reports), [true, false, true]);
    assert_eq!(area.room(RoomId(1)).unwrap().faces_of_material(MaterialId(10)).len(), 1);
    assert_eq!((bytes(&area).0, &bytes(&area).1[0], &bytes(&area).1[2]), (before.0, &before.1[0], &before.1[2]));
}

#[test]
fn missing_and_unknown_nodes_are_reported_and_change_nothing() {
    let mut layout = layout(&["west", "absent", "bare"]);
    layout.push(LayoutRoom { name: "east".into(), position: [0.0; 3] }).unwrap();
    let mut area = Area::new(layout);
    area.insert(RoomId(0), room(2, 2)).unwrap();
    area.insert(RoomId(2), Walkmesh::from_triangles::<[f32; 3]>(Kind::Wok, []).unwrap()).unwrap();
    area.insert(RoomId(3), room(1, 1)).unwrap();
    let before = bytes(&area);
    let export = area.to_scene();
    let notes: Vec<_> = export.notes.iter().map(ToString::to_string).collect();
    assert_eq!(
        notes,
        [
            "bare: The room has no faces that programs show, so the scene has no node for it. It stays as it is.",
            "1 room has no walkmesh among the files: absent.",
        ]
    );
    let mut scene = through_glb(&export.scene);
    scene.nodes.retain(|node| node.name != "east");
    scene.nodes[0].name = "north".into();
    let reports = area.apply_scene(&scene, &MatchOptions::default()).unwrap();
    let notes: Vec<_> = reports.iter().flat_map(|report| &report.notes).map(ToString::to_string).collect();
    assert_eq!(
        notes,
        [
            "north: The area has no walkmesh of a room of this name, so the node changed nothing.",
            "north: It has 8 faces of the room `west`: give the object that name.",
            "west: The scene has no node of this name, so the room stays as it was.",
            "east: The scene has no node of this name, so the room stays as it was.",
        ]
    );
    assert_eq!((unchanged(&reports), bytes(&area)), (vec![true; 3], before));
}

/// An area is read with z up. A rotated scene is refused as a whole.
#[test]
fn a_scene_of_another_axis_is_refused_for_rooms_and_turned_back_it_is_taken() {
    let mut area = row_of(&["west", "east"]);
    let before = bytes(&area);
    let scene = area.to_scene().scene;
    let upright = scene.clone().turned(Up::Z, Up::Y);
    assert_eq!(upright.up, Up::Y);
    assert!(matches!(
        area.clone().take_new_rooms(&area, &upright, &ImportOptions::new(Kind::Wok)),
        Err(ImportError::UpIsNotZ)
    ));
    assert!(matches!(area.drop_missing_rooms(&upright), Err(ImportError::UpIsNotZ)));
    assert_eq!(bytes(&area), before);
    let back = upright.turned(Up::Y, Up::Z);
    assert!(area.clone().take_new_rooms(&area, &back, &ImportOptions::new(Kind::Wok)).unwrap().is_empty());
    assert!(area.drop_missing_rooms(&back).unwrap().names.is_empty());
    assert_eq!(bytes(&area), before);
}

#[test]
fn marks_in_no_node_belong_to_the_nearest_room_that_they_do_not_lead_to() {
    let mut area = row_of(&["west", "east"]);
    let mut scene = area.to_scene().scene;
    // The marks of the western room are moved out of its node: both rooms have edges there.
    let (mut loose, own) = (Vec::new(), &mut scene.nodes[0].set.marks);
    own.retain(|mark| {
        let is_transition = mark.name.starts_with("transition");
        loose.extend(is_transition.then(|| mark.clone()));
        !is_transition
    });
    assert_eq!(loose.len(), 2);
    loose.push(Mark { name: "transition to room 1".into(), point: [50.0, 0.0, 0.0] });
    loose.push(Mark { name: "Camera".into(), point: [0.0; 3] });
    scene.marks = loose;
    let before = bytes(&area);
    let reports = area.apply_scene(&scene, &MatchOptions::default()).unwrap();
    assert_eq!((unchanged(&reports), bytes(&area)), (vec![true; 3], before));
    assert_eq!((reports[2].node.as_str(), reports[2].marks_not_placed.len()), ("scene", 2));
}

#[test]
fn a_layout_position_moves_only_together_with_the_room() {
    let mut area = row_of(&["west", "east"]);
    let mut scene = area.to_scene().scene;
    let before = bytes(&area);
    let marks = &mut scene.nodes[1].set.marks;
    let own = marks.iter().position(|mark| mark.name == "layout position").unwrap();
    marks[own].point = [7.0, 8.0, 9.0];
    let reports = area.apply_scene(&scene, &MatchOptions::default()).unwrap();
    assert_eq!((reports[1].is_unchanged(), reports[1].marks_not_placed.len(), bytes(&area)), (true, 1, before.clone()));

    scene.nodes[1].set.points.iter_mut().for_each(|point| point[2] += 9.0);
    let reports = area.apply_scene(&scene, &MatchOptions::default()).unwrap();
    assert_eq!((reports[1].marks_not_placed.len(), reports[1].matched.moved.len()), (0, 8));
    assert_eq!(area.layout().rooms()[1].position, [7.0, 8.0, 9.0]);
    assert_eq!(bytes(&area).1[0], before.1[0]);
}

#[test]
fn a_scene_without_a_base_becomes_an_area() {
    let area = row_of(&["west", "east"]);
    let mut scene = area.to_scene().scene;
    scene.marks.push(Mark { name: "transition to room 5".into(), point: [0.7, 2.0, 0.0] });
    let (again, reports) = Area::from_scene(&scene, &ImportOptions::new(Kind::Wok)).unwrap();
    assert_eq!(again.layout().rooms(), area.layout().rooms());
    assert_eq!(reports.iter().map(|report| report.marks_placed).collect::<Vec<_>>(), [4, 3]);
    let mut expected = links(&area);
    expected.insert(2, (0, 5));
    let mut found = links(&again);
    found.sort_unstable();
    assert_eq!(found, expected);
    assert_eq!(again.room(RoomId(1)).unwrap().layout_position(), Some([2.0, 0.5, 0.0]));

    scene.nodes[1].name = "the east".into();
    let refused = Area::from_scene(&scene, &ImportOptions::new(Kind::Wok)).unwrap_err();
    assert_eq!(refused.to_string(), "the east: a room needs a name without blanks");
    scene.up = Up::Y;
    assert_eq!(Area::from_scene(&scene, &ImportOptions::new(Kind::Wok)).unwrap_err(), ImportError::UpIsNotZ);
    assert_eq!(again.clone().apply_scene(&scene, &MatchOptions::default()), Err(ImportError::UpIsNotZ));
}

#[test]
fn rooms_of_another_area_get_fresh_numbers_and_are_linked_at_the_seam() {
    let mut own = row_of(&["a", "b"]);
    let mut other = row_of(&["c", "d"]);
    // A transition to a room that the other layout does not have.
    let walkmesh = other.room_mut(RoomId(1)).unwrap();
    let edge = walkmesh.as_raw().edges.iter().find(|row| row.transition < 0).unwrap().edge;
    walkmesh.set_transition(walkmesh::kotor::EdgeId::from_raw(edge).unwrap(), Some(RoomId(9))).unwrap();
    let before = bytes(&own).1;
    let joined = own.join(&other, [4.0, 0.0, 0.0]).unwrap();
    assert_eq!((joined.rooms, joined.dropped.len()), (vec![RoomId(2), RoomId(3)], 1));
    assert_eq!(joined.links.len(), 4);
    let mut expected = row_of(&["a", "b", "c", "d"]);
    assert_eq!(links(&own), links(&expected));
    assert_eq!(own.layout().rooms()[3].position, [6.0, 0.5, 0.0]);
    assert_eq!(bytes(&own).1[0], before[0], "the first room is not at the seam");
    assert_eq!(expected.join(&own, [0.0; 3]), Err(AreaError::SameName("a".into())));
}

#[test]
fn transitions_follow_the_rooms_of_an_edited_layout_by_name() {
    let mut area = row_of(&["a", "b", "c"]);
    let edited = layout(&["C", "x", "a"]);
    let mut renumbered = Area::new(edited);
    for (id, room) in area.rooms() {
        renumbered.insert_named(&area.layout().rooms()[id.index()].name, room.clone()).unwrap();
    }
    let dropped = renumbered.renumber_from(area.layout());
    assert_eq!(dropped.iter().map(|(room, _)| room.0).collect::<Vec<_>>(), [0, 0, 2, 2], "to b");
    assert_eq!(links(&renumbered), []);

    // The same by an order.
    let mut by_name = Area::new(layout(&["c", "b", "a"]));
    for (id, room) in area.rooms() {
        by_name.insert_named(&area.layout().rooms()[id.index()].name, room.clone()).unwrap();
    }
    assert_eq!(by_name.renumber_from(area.layout()), []);
    area.reorder(&[2, 1, 0]).unwrap();
    assert_eq!(links(&by_name), links(&area));
}

#[test]
fn whole_walkmeshes_keep_their_transitions_where_their_edges_go() {
    let area = row_of(&["west", "east"]);
    let base = area.room(RoomId(0)).unwrap();
    let ends = |room: &Walkmesh| {
        let mut all: Vec<_> = room.transitions().map(|(edge, _)| room.edge_points(edge).unwrap()).collect();
        all.sort_by(|a, b| a.partial_cmp(b).unwrap());
        all
    };
    let turned = |map: &dyn Fn([f32; 3]) -> [f32; 3], swap: bool| {
        let mut all: Vec<_> = ends(base).into_iter().map(|ends| ends.map(map)).collect();
        all.iter_mut().filter(|_| swap).for_each(|ends| ends.reverse());
        all.sort_by(|a, b| a.partial_cmp(b).unwrap());
        all
    };
    let edited = |edit: &dyn Fn(&mut Walkmesh)| {
        let mut room = base.clone();
        edit(&mut room);
        assert_eq!(room.bake_stale().unwrap().lost_transitions, []);
        assert_eq!(crate::codes(&room), [""; 0]);
        ends(&room)
    };
    assert_eq!(
        edited(&|room| room.translate([1.0, 2.0, 3.0]).unwrap()),
        turned(&|[x, y, z]| [x + 1.0, y + 2.0, z + 3.0], false)
    );
    assert_eq!(
        edited(&|room| room.rotate_z(std::f32::consts::FRAC_PI_2, [0.0; 2]).unwrap()),
        turned(&|[x, y, z]| [0.0 - y, x, z], false)
    );
    assert_eq!(edited(&|room| room.mirror_x(0.0).unwrap()), turned(&|[x, y, z]| [0.0 - x, y, z], true));
    // After merging and joining, the seam is inside the room, and its transitions are gone.
    let mut merged = base.clone();
    merged.merge(area.room(RoomId(1)).unwrap()).unwrap();
    merged.join_vertices();
    assert_eq!(merged.bake_stale().unwrap().lost_transitions.len(), 4);
    assert_eq!(merged.transitions().count(), 0);
}
