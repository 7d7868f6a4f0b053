//! Edits of levels: of all rooms of an area together, of an NWN2 area by the names of its floors, and refused edits.

use walkmesh::exchange::SceneNode;
use walkmesh::formats::Document;
use walkmesh::formats::aswm::Triangles;
use walkmesh::formats::bwm::Bwm;
use walkmesh::formats::dof::Dof;
use walkmesh::kotor::{self, Area, EdgeId, Layout, LayoutRoom, MaterialId, RoomId, VertexId, Walkmesh};
use walkmesh::level::{
    ApplyOptions, BakeNote, BakeOptions, Edit, EditError, EditOutcome, EditReport, ExchangeError, Files, Kind, Level,
    MirrorAxis, OpenOptions, Region, RepairOptions, Selection, Turn,
};
use walkmesh::nwn2;

use super::{memory, open, samples, square};

fn edit(level: &mut Level, edits: &[Edit]) -> Result<EditReport, EditError> {
    level.edit(edits, &BakeOptions::default())
}

/// The reports of edits of a level.
fn said(level: &mut Level, edits: &[Edit]) -> Vec<String> {
    let report = edit(level, edits).unwrap_or_else(|error| panic!("{edits:?}: {error}"));
    report.notes.iter().map(ToString::to_string).collect()
}

/// The reason why an edit is refused; the level keeps its bytes.
fn refused(level: &mut Level, one: Edit) -> String {
    let before = level.to_files().unwrap();
    // An edit that succeeds precedes it, and is undone with it.
    let moved = Edit::Move([0.0, 0.0, 64.0]);
    let error = edit(level, &[moved, one.clone()]).expect_err(&format!("{one:?}"));
    assert_eq!(level.to_files().unwrap(), before, "{one:?}");
    error.to_string()
}

fn changed(level: &Level) -> Vec<String> {
    level.changed().unwrap().into_iter().map(|(name, _)| name).collect()
}

#[test]
fn a_vertex_on_a_seam_moves_in_both_rooms() {
    let mut level = open(&samples(), "manor.lyt");
    let [from, to] = [[6.0, 2.0, 0.0], [6.0, 2.5, 0.25]];
    assert_eq!(said(&mut level, &[Edit::MoveVertex { from, to }]), ["2 vertices were moved."]);
    assert_eq!(changed(&level), ["porch.wok", "room.wok"]);
    for (_, room) in level.kotor().area.unwrap().rooms() {
        assert!(room.vertices().any(|at| at == to) && !room.vertices().any(|at| at == from));
    }
    assert_eq!(refused(&mut level, Edit::MoveVertex { from, to }), "no vertex is at 6,2,0");
}

#[test]
fn an_error_about_a_room_names_its_file() {
    let damaged = |damage: fn(&mut Bwm)| {
        let mut files = memory(&["manor.lyt", "room.wok", "porch.wok"].map(|name| (name, name)));
        let mut room = Bwm::from_bytes(&files.read("porch.wok").unwrap()).unwrap();
        damage(&mut room);
        files.insert("porch.wok", room.to_bytes().unwrap());
        open(&files, "manor.lyt")
    };
    let mut level = damaged(|room| room.faces[2].vertices[0] = 999);
    let error = level.repair(&RepairOptions::default()).unwrap_err().to_string();
    assert_eq!(error, "porch.wok: room 1: a corner of face 2 is vertex 999, but there are 8 vertices");

    let scene = open(&samples(), "manor.lyt").to_scene().unwrap().scene;
    let mut level = damaged(|room| room.materials[2] = 16_711_685);
    let error = level.apply_scene(&scene, &ApplyOptions::default()).unwrap_err().to_string();
    assert!(error.starts_with("porch.wok: room 1: material 16711685 (face 2) has stored neighbours"), "{error}");
}

#[test]
fn an_error_about_a_room_of_a_joined_area_names_its_file() {
    let alone = |room: &str, point: [f32; 3]| {
        let mut area = Area::new(Layout::from_bytes(format!("roomcount 1\n {room} 0 0 0\n").as_bytes()).unwrap());
        let room = Bwm { vertices: vec![point.into()], ..Bwm::default() };
        area.insert(RoomId(0), Walkmesh::from_raw(room).with_kind(kotor::Kind::Wok)).unwrap();
        Level::from(area)
    };
    let mut near = alone("near", [0.0, 1.0, 0.0]);
    let far = Edit::JoinArea { area: Box::new(alone("far", [0.0, 3e38, 0.0])), offset: [0.0, 3e38, 0.0] };
    let error = edit(&mut near, &[far]).unwrap_err().to_string();
    assert!(error.starts_with("far.wok: room 1: "), "{error}");
}

#[test]
fn a_hole_is_cut_into_every_room_that_the_outline_touches() {
    let mut level = open(&samples(), "manor.lyt");
    let area = |level: &Level| {
        let (floor, view) = (level.to_floor().unwrap(), level.view());
        assert!(floor.triangles.len() > 4);
        let walkable = (0..view.triangles.len()).filter(|at| view.class(*at).unwrap().walkable);
        let corners = walkable.map(|at| view.corners_of(at).unwrap());
        corners.map(|[a, b, c]| ((b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1])) / 2.0).sum::<f32>()
    };
    let before = area(&level);
    let outline = vec![[5.5, 4.5], [7.5, 4.5], [7.5, 5.5], [5.5, 5.5]];
    let [said] = &*said(&mut level, &[Edit::CutHole(outline)]) else { panic!("one note") };
    assert!(said.starts_with("A hole was cut into "), "{said}");
    assert_eq!(changed(&level), ["porch.wok", "room.wok"]);
    assert!((before - area(&level) - 2.0).abs() < 1e-4, "{before} became {}", area(&level));

    let beside = vec![[50.0, 50.0], [51.0, 50.0], [51.0, 51.0]];
    assert_eq!(
        self::said(&mut level, &[Edit::CutHole(beside)]),
        ["The outline lies beside every floor: nothing was cut."]
    );
    let flat = refused(&mut level, Edit::CutHole(vec![[0.0, 0.0], [1.0, 1.0]]));
    assert!(flat.starts_with("the outline of a hole needs three points"), "{flat}");
}

#[test]
fn an_edit_of_an_area_is_made_in_each_room_by_the_class_of_its_faces() {
    let mut level = open(&samples(), "manor.lyt");
    let wood: Selection = "material:wood".parse().unwrap();
    let paint = Edit::Paint { what: wood, with: "grass".parse().unwrap() };
    assert_eq!(said(&mut level, &[paint]), ["room: 0 faces were painted.", "porch: 6 faces were painted."]);
    let gone = Edit::Remove("material:7".parse().unwrap());
    assert_eq!(said(&mut level, &[gone]), ["room: 8 faces were removed.", "porch: 0 faces were removed."]);

    let mirror = Edit::Mirror { axis: MirrorAxis::Y, at: 3.0 };
    let alone = refused(&mut level, mirror.clone());
    assert!(alone.ends_with("edit the room's own file"), "{alone}");
    let in_room = |room, edit: Edit| Edit::InRoom { room: RoomId(room), edit: Box::new(edit) };
    let (mirrored, back) = (in_room(1, mirror.clone()), in_room(1, mirror));
    let vertices = |level: &Level| level.kotor().area.unwrap().room(RoomId(1)).unwrap().vertices().collect::<Vec<_>>();
    let before = vertices(&level);
    assert_eq!(said(&mut level, &[mirrored]), [""; 0]);
    let after = vertices(&level);
    assert!(before.iter().zip(&after).all(|(a, b)| a[0] == b[0] && a[1] == 6.0 - b[1]), "{after:?}");
    said(&mut level, &[back]);
    assert_eq!(vertices(&level), before);

    let missing = refused(&mut level, in_room(9, Edit::Move([0.0; 3])));
    assert!(missing.contains('9'), "{missing}");
    let side = refused(&mut level, in_room(0, Edit::Transition { face: 0, side: 3, room: None }));
    assert_eq!(side, "room: a face has the sides 0, 1 and 2");
}

#[test]
fn what_one_room_or_one_game_alone_has_is_refused_elsewhere() {
    let mut area = open(&samples(), "manor.lyt");
    let faces: Selection = "0-1".parse().unwrap();
    for edit in [
        Edit::Paint { what: faces.clone(), with: "4".parse().unwrap() },
        Edit::Remove(faces.clone()),
        Edit::Flip(faces.clone()),
    ] {
        let reason = refused(&mut area, edit);
        assert_eq!(reason, "the numbers of faces are for a single room: edit the room's own file");
    }
    let yard = Box::new(open(&samples(), "yard.trx"));
    let of_one_room = [
        Edit::Rotate(Turn { radians: 1.0, about: [0.0; 2] }),
        Edit::Merge(yard.clone()),
        Edit::Transition { face: 0, side: 0, room: None },
        Edit::Hooks([[0.0; 3]; 2]),
        Edit::Unwalkable(Region::Tile([0, 0])),
    ];
    for edit in of_one_room.clone() {
        assert!(refused(&mut area, edit).starts_with("this edit is for a single walkmesh"));
    }
    let joined = refused(&mut area, Edit::JoinArea { area: yard.clone(), offset: [0.0; 3] });
    assert_eq!(joined, EditError::OtherKind(Kind::Trn).to_string());

    let of_area = [
        Edit::Weld(0.01),
        Edit::Link,
        Edit::RenumberRooms(Box::new(Layout::new())),
        Edit::InRoom { room: RoomId(0), edit: Box::new(Edit::Remove(faces.clone())) },
        Edit::JoinArea { area: yard.clone(), offset: [0.0; 3] },
    ];
    let mut room = open(&samples(), "porch.wok");
    for edit in of_area.clone() {
        assert_eq!(refused(&mut room, edit), "this edit is for the rooms of an area together");
    }
    assert!(refused(&mut room, Edit::Unwalkable(Region::Tile([0, 0]))).contains("7 (Nonwalk)"));
    assert_eq!(refused(&mut room, Edit::Merge(yard.clone())), EditError::OtherKind(Kind::Trn).to_string());
    let far = refused(&mut room, Edit::Flip("3-600".parse().unwrap()));
    assert!(far.contains("600"), "{far}");

    let mut yard = *yard;
    for edit in of_area {
        assert!(refused(&mut yard, edit).starts_with("an NWN2 area has no rooms"));
    }
    assert!(refused(&mut yard, of_one_room[0].clone()).starts_with("an area cannot be rotated"));
    let mirror = Edit::Mirror { axis: MirrorAxis::X, at: 0.0 };
    assert!(refused(&mut yard, mirror).starts_with("an area cannot be mirrored"));
    assert!(refused(&mut yard, of_one_room[2].clone()).starts_with("an NWN2 area has no transitions"));
    assert!(refused(&mut yard, of_one_room[3].clone()).starts_with("an NWN2 area has no hooks"));
    let walkmesh = Edit::Merge(Box::new(square([0.0; 3], 4)));
    assert_eq!(refused(&mut yard, walkmesh), EditError::OtherKind(Kind::Bwm).to_string());
    let tile = refused(&mut yard, Edit::Unwalkable(Region::Tile([0, 5])));
    assert_eq!(tile, "there is no tile 0,5: the area has 2 by 1 tiles");
}

#[test]
fn the_floors_of_an_nwn2_area_are_painted_by_their_names_and_by_numbers() {
    let mut level = open(&samples(), "yard.trx");
    let count = |level: &Level, name: &str| {
        let view = level.view();
        (0..view.triangles.len()).filter(|at| view.class(*at).unwrap().name == name).count()
    };
    let names: Vec<String> = level.paints().iter().map(|class| class.name.clone()).collect();
    assert!(names.len() > 10 && level.paints().iter().any(|class| !class.walkable), "{names:?}");
    for class in level.paints() {
        let paint = Edit::Paint { what: "0-3".parse().unwrap(), with: class.name.parse().unwrap() };
        edit(&mut level, &[paint]).unwrap_or_else(|error| panic!("{}: {error}", class.name));
        assert!(count(&level, &class.name) >= 4, "{}", class.name);
    }
    let flags = level.nwn2().walkmesh.unwrap().unwrap().triangle_rows()[8].flags.0;
    let paint = Edit::Paint { what: "0-3".parse().unwrap(), with: flags.to_string().parse().unwrap() };
    assert_eq!(said(&mut level, &[paint]), ["4 triangles were painted."]);
    assert_eq!(level.nwn2().walkmesh.unwrap().unwrap().triangle_rows()[0].flags.0, flags);

    let with = |name: &str| Edit::Paint { what: "0".parse().unwrap(), with: name.parse().unwrap() };
    for name in ["chocolate", "65536"] {
        let unknown = refused(&mut level, with(name));
        let expected = format!("`{name}` is not a material here; known are walkable, unwalkable, ");
        assert!(unknown.starts_with(&expected) && unknown.ends_with(", and numbers of 16 bits"), "{unknown}");
    }
}

#[test]
fn triangles_of_an_nwn2_area_are_turned_over_moved_and_chosen_by_numbers_and_classes() {
    let mut level = open(&samples(), "yard.trx");
    let walkmesh = |level: &Level| level.nwn2().walkmesh.unwrap().unwrap().clone();
    // Another program may leave a triangle that faces down. It can be turned over, but a triangle that faces up cannot.
    let mut raw = walkmesh(&level).into_raw();
    let Triangles::V6B(rows) = &mut raw.triangles else { panic!("a bake writes the newest version") };
    rows[3].vertices.swap(1, 2);
    let mut damaged = Level::from(nwn2::Walkmesh::from_raw(raw));
    assert_eq!(said(&mut damaged, &[Edit::Flip("3".parse().unwrap())]), ["1 triangle was flipped."]);
    assert!(walkmesh(&damaged).triangles().all(|triangle| triangle.faces_up()));
    let up = refused(&mut level, Edit::Flip("3".parse().unwrap()));
    assert!(up.contains("triangle 3"), "{up}");
    let far = refused(&mut level, Edit::Remove("3-60000".parse().unwrap()));
    assert!(far.contains("60000"), "{far}");

    let from: [f32; 3] = walkmesh(&level).vertices()[0].into();
    let to = [from[0], from[1], from[2] + 0.5];
    assert_eq!(said(&mut level, &[Edit::MoveVertex { from, to }]), ["1 vertex was moved."]);
    assert_eq!(walkmesh(&level).vertices().iter().filter(|vertex| <[f32; 3]>::from(**vertex) == to).count(), 1);
    let [x, y, z] = from;
    assert_eq!(refused(&mut level, Edit::MoveVertex { from, to }), format!("no vertex is at {x},{y},{z}"));

    let all = walkmesh(&level).triangles().len();
    let unwalkable = walkmesh(&level).triangles().filter(|triangle| !triangle.is_walkable()).count();
    let class = Selection::Class("unwalkable".parse().unwrap());
    assert!(unwalkable > 0);
    let removed = said(&mut level, &[Edit::Remove(class)]);
    assert!(removed[0].ends_with("removed."), "{removed:?}");
    assert_eq!(walkmesh(&level).triangles().len(), all - unwalkable);
}

#[test]
fn a_scene_of_a_dungeon_names_the_blocks_that_it_lacks_and_those_that_there_are_not() {
    let mut level = open(&samples(), "dungeon.dof");
    let apply = |level: &mut Level, scene: &_| level.apply_scene(scene, &ApplyOptions::default());
    let whole = level.to_scene().unwrap().scene;
    assert!(whole.nodes.len() > 1);

    let mut scene = whole.clone();
    let gone = scene.nodes.remove(0).name;
    scene.nodes[0].name.push_str(".001");
    scene.nodes.push(SceneNode { name: "attic".to_owned(), ..whole.nodes[0].clone() });
    let report = apply(&mut level, &scene).unwrap();
    let notes: Vec<String> = report.notes.iter().map(ToString::to_string).collect();
    let lacks = "The scene has no node of this name, so the floor stays as it was.";
    assert!(notes.len() == 1 && notes[0].contains(&gone) && notes[0].contains(lacks), "{notes:?}");
    let attic = report.nodes.iter().find(|node| node.node == "attic").unwrap();
    assert_eq!(attic.unused, whole.nodes[0].set.triangles.len());
    assert_eq!(changed(&level), [""; 0]);
}

#[test]
fn a_floor_of_two_blocks_is_edited_alike_in_both() {
    let mut dof = Dof::from_bytes(&samples().read("dungeon.dof").unwrap()).unwrap();
    let blocks = &mut dof.blocks.blocks;
    blocks[1].path = blocks[0].path.clone();
    let mut files = memory(&[("court.bms", "court.bms"), ("hall.bms", "hall.bms")]);
    files.insert("dungeon.dof", dof.to_bytes().unwrap());
    let mut level = open(&files, "dungeon.dof");
    let whole = level.to_scene().unwrap().scene;
    let without = |first: &[usize]| {
        let mut scene = whole.clone();
        for (node, gone) in scene.nodes.iter_mut().zip(first) {
            node.set.triangles.remove(*gone);
        }
        scene
    };
    let twice = level.apply_scene(&without(&[0, 1]), &ApplyOptions::default()).unwrap_err();
    assert_eq!(twice, ExchangeError::EditedTwice { node: whole.nodes[1].name.clone() });
    assert_eq!(changed(&level), [""; 0]);
    level.apply_scene(&without(&[0, 0]), &ApplyOptions::default()).unwrap();
    assert_eq!(changed(&level).len(), 1);
    // An edit of one of them shows in both.
    let count = |level: &Level| {
        level.to_scene().unwrap().scene.nodes.iter().map(|node| node.set.triangles.len()).collect::<Vec<_>>()
    };
    assert_eq!(count(&level), [whole.nodes[0].set.triangles.len() - 1; 2]);
}

#[test]
fn rooms_that_an_area_no_longer_has_are_led_to_by_no_transition() {
    let mut level = open(&samples(), "manor.lyt");
    let mut older = Layout::new();
    for name in ["porch", "cellar"] {
        older.push(LayoutRoom { name: name.into(), position: [0.0; 3] }).unwrap();
    }
    // The earlier layout has the porch as room 0 and a cellar as room 1. The area has no cellar, so transitions to room 1 are removed.
    let notes = said(&mut level, &[Edit::RenumberRooms(Box::new(older))]);
    let lost = "led to a room that the layout no longer has, and leads nowhere now.";
    assert!(
        !notes.is_empty() && notes.iter().all(|note| note.starts_with("room: ") && note.ends_with(lost)),
        "{notes:?}"
    );
    let room = level.kotor().area.unwrap().room(RoomId(0)).unwrap();
    assert_eq!(room.transitions().count(), 0);
    let porch = level.kotor().area.unwrap().room(RoomId(1)).unwrap();
    assert!(porch.transitions().count() > 0);
}

/// An area of one room at a corner, whose layout has a hook for a door.
fn area_at(name: &str, corner: [f32; 3], more: &str) -> Area {
    let [x, y, z] = corner;
    let text = format!("beginlayout\n roomcount 1\n  {name} {x} {y} {z}\n{more}donelayout\n");
    let mut area = Area::new(Layout::from_bytes(text.as_bytes()).unwrap());
    let room: Walkmesh = square(corner, 4).kotor().walkmesh.unwrap().clone();
    area.insert(RoomId(0), room).unwrap();
    area
}

#[test]
fn an_area_that_is_joined_says_what_came_and_what_was_left_out() {
    let mut level = Level::from(area_at("here", [0.0; 3], ""));
    let hook = " doorhookcount 1\n  there door 0 1.0 2.0 3.0 1.0 0.0 0.0 0.0\n";
    let mut other = area_at("there", [0.0; 3], hook);
    let edge = EdgeId::from_raw(other.room(RoomId(0)).unwrap().perimeters().next().unwrap()[0].edge).unwrap();
    other.room_mut(RoomId(0)).unwrap().set_transition(edge, Some(RoomId(7))).unwrap();
    let notes = said(&mut level, &[Edit::JoinArea { area: Box::new(other.into()), offset: [4.0, 0.0, 0.0] }]);
    let [rooms, hooks, lost] = &*notes else { panic!("{notes:?}") };
    assert_eq!(rooms, "1 room was added, and 2 edges lead from one area to the other.");
    assert_eq!(hooks, "Left out: 1 door hook of the other layout.");
    let expected = "led to a room that its layout does not have, and leads nowhere now.";
    assert!(lost.starts_with("there: ") && lost.ends_with(expected), "{lost}");
    let rooms: Vec<_> = level.to_files().unwrap().into_iter().map(|(name, _)| name).collect();
    assert_eq!(rooms, ["", "here.wok", "there.wok"]);
    assert_eq!(edit(&mut level, &[Edit::Link]).unwrap().notes[0].done, EditOutcome::Linked(Vec::new()));
    assert_eq!(level.view().class(0).unwrap().number, MaterialId(4).0);
}

/// The text for content that is rare in real files.
#[test]
fn notes_of_edits_and_bakes_are_sentences() {
    for (done, expected) in [
        (EditOutcome::VerticesJoined(1), "1 vertex at the position of another one was joined with it."),
        (EditOutcome::VerticesJoined(2), "2 vertices at the positions of others were joined with them."),
        (EditOutcome::Cut(2), "2 triangles were cut at the borders of tiles."),
        (EditOutcome::LeftOut(1), "1 triangle was left out, without area in the plan view."),
        (
            EditOutcome::Parted([3, 4].map(nwn2::TriangleId)),
            "Nobody can pass from triangle 3 to triangle 4 any more: more than two triangles meet at their common side, and \
             their tile is too full to divide them.",
        ),
    ] {
        assert_eq!(done.to_string(), expected);
    }
    let unused = "the tree was not taken from the model, because the model has other faces or the room's position in the layout is \
                  not known";
    assert_eq!(BakeNote::ModelUnused { room: None, fault: None }.to_string(), unused);
    let in_hall = BakeNote::ModelUnused { room: Some("hall".into()), fault: None };
    assert_eq!(in_hall.to_string(), format!("hall: {unused}"));

    // The walkmesh of a TRN by itself has no GIT, so a bake does not know what to cut out.
    let packet = open(&samples(), "yard.trn").nwn2().walkmesh.unwrap().unwrap().to_bytes().unwrap();
    let mut level = Level::from_bytes(&packet, &OpenOptions::default()).unwrap();
    assert_eq!(level.kind(), Kind::Aswm);
    let said = level.bake(&BakeOptions::default()).unwrap().sentences();
    let expected = "nothing is cut out, because the objects of the area (its GIT) are not known; creatures walk there";
    assert_eq!(said, [expected]);
    assert_eq!(level.bake(&BakeOptions::default()).unwrap().sentences(), [""; 0], "it is baked now");
}

#[test]
fn of_the_nodes_that_no_room_is_called_like_those_that_are_shown_become_rooms() {
    let mut level = open(&samples(), "manor.lyt");
    let mut scene = level.to_scene().unwrap().scene;
    let copy = |name: &str| SceneNode { name: name.to_owned(), ..scene.nodes[0].clone() };
    let [attic, mut scrap] = ["attic", "scrap"].map(copy);
    scrap.set.triangles.truncate(1);
    scrap.set.triangles[0].corners = [0; 3];
    scene.nodes.extend([attic, scrap]);
    let mut options = ApplyOptions::default();
    options.new_rooms = true;
    let report = level.apply_scene(&scene, &options).unwrap();
    let said = |name: &str| {
        let [node] = &report.nodes.iter().filter(|node| node.node == name).collect::<Vec<_>>()[..] else {
            panic!("one report of {name}: {:?}", report.nodes)
        };
        (node.unused, node.notes.iter().map(ToString::to_string).collect::<String>())
    };
    let (unused, note) = said("attic");
    assert!(unused == 0 && note.contains("This is the new room"), "{note}");
    let (unused, note) = said("scrap");
    assert!(unused == 1 && note.contains("so the node changed nothing"), "{note}");
}

/// Other programs show no face with a corner that is not finite, so it stays as it was, and nothing can be baked around it.
#[test]
fn a_scene_is_not_taken_back_onto_a_walkmesh_that_could_not_be_saved() {
    let floor =
        [[[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [4.0, 4.0, 0.0]], [[8.0, 0.0, 0.0], [9.0, 0.0, 0.0], [9.0, 1.0, 0.0]]];
    let room = Walkmesh::from_triangles(kotor::Kind::Wok, floor.map(|face| (face, MaterialId(4)))).unwrap();
    let mut raw = room.into_raw();
    raw.vertices[3].x = f32::NAN;
    let mut level = Level::from(Walkmesh::from_raw(raw));
    let before = level.to_bytes().unwrap();

    let mut scene = level.to_scene().unwrap().scene;
    scene.nodes[0].set.points.truncate(3);
    scene.nodes[0].set.triangles.truncate(1);
    level.apply_scene(&scene, &ApplyOptions::default()).unwrap();
    scene.nodes[0].set.points[0] = [0.0, 0.0, 1.0];
    let error = level.apply_scene(&scene, &ApplyOptions::default()).unwrap_err();
    let not_finite = kotor::BakeError::NotFinite { vertex: VertexId(3) };
    assert_eq!(error, ExchangeError::Bake(not_finite.into()));
    assert_eq!(level.to_bytes().unwrap(), before);
}

/// As after every other operation, a check finds nothing that a save would still change.
#[test]
fn what_a_scene_made_stale_is_baked_when_it_is_taken_back() {
    let mut level = open(&samples(), "room.wok");
    let mut scene = level.to_scene().unwrap().scene;
    scene.nodes[0].set.points[0][2] += 0.25;
    level.apply_scene(&scene, &ApplyOptions::default()).unwrap();
    let saved = Walkmesh::from_bytes(&level.to_bytes().unwrap()).unwrap();
    assert_eq!(level.kotor().walkmesh.unwrap().as_raw(), saved.as_raw());
}

#[test]
fn a_mesh_by_itself_takes_back_what_another_program_made_of_it() {
    let mut level = open(&samples(), "hall.bms");
    let mut scene = level.to_scene().unwrap().scene;
    let same = level.apply_scene(&scene, &ApplyOptions::default()).unwrap();
    assert_eq!((same.nodes.len(), same.nodes[0].node.as_str(), changed(&level).len()), (1, "hall", 0));
    let count = scene.nodes[0].set.triangles.len();
    scene.nodes[0].set.triangles.pop();
    level.apply_scene(&scene, &ApplyOptions::default()).unwrap();
    assert_eq!((changed(&level), level.view().triangles.len()), (vec!["hall.bms".to_owned()], count - 1));
}
