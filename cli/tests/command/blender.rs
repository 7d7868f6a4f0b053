//! `walkmesh convert` to a scene, through Blender's automatic or accidental changes, and back.

use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;
use walkmesh::exchange::{ClassedTriangle, GltfScene, Scene, Transform, Up};
use walkmesh::kotor::{Area, Layout, LayoutRoom, RoomId, Walkmesh};

use crate::editor;
use crate::run::{Run, root, run};

/// A folder with an area far from the origin, whose rooms have positions in their headers and in the layout.
struct Manor {
    folder: TempDir,
}

impl Manor {
    fn new() -> Self {
        Self::at([123.37, -56.71, 8.93])
    }

    fn at(shift: [f32; 3]) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let mut layout = Layout::new();
        for (name, position) in [("room", [3.3, 1.7, 0.0]), ("porch", [9.1, 2.3, 0.0])] {
            layout.push(LayoutRoom { name: name.into(), position }).expect("a room");
        }
        let mut area = Area::new(layout);
        for name in ["room", "porch"] {
            let bytes = fs::read(root().join("samples").join(format!("{name}.wok"))).expect("the sample");
            let mut room = Walkmesh::from_bytes(&bytes).expect("a room");
            room.set_position([4.4, 5.5, 0.0]).expect("a position");
            area.insert_named(name, room).expect("a room");
        }
        area.translate(shift).expect("a shift");
        area.bake_stale().expect("a bake");
        let manor = Self { folder };
        fs::create_dir(manor.base()).expect("a folder");
        for (id, room) in area.rooms() {
            let name = format!("{}.wok", area.layout().rooms()[id.index()].name);
            fs::write(manor.base().join(name), room.to_bytes().expect("a room")).expect("a file");
        }
        fs::write(manor.base().join("manor.lyt"), area.layout().to_bytes()).expect("a file");
        manor
    }

    fn base(&self) -> PathBuf {
        self.folder.path().join("base")
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Exports the area, edits the file, and imports it.
    fn edited(&self, edit: impl FnOnce(&mut Scene), options: &[&str]) -> Run {
        self.onto(&self.base(), &self.base(), &format!("{}/", self.file("back").display()), edit, options)
    }

    /// Exports a room, edits the file, and imports it.
    fn edited_room(&self, edit: impl FnOnce(&mut Scene), options: &[&str]) -> Run {
        let room = self.base().join("room.wok");
        self.onto(&room, &room, &self.file("room.wok").display().to_string(), edit, options)
    }

    fn onto(&self, from: &Path, base: &Path, to: &str, edit: impl FnOnce(&mut Scene), options: &[&str]) -> Run {
        let glb = self.file("out.glb").display().to_string();
        let out = run(&["convert", &from.display().to_string(), "-o", &glb, "--force"]);
        assert_eq!((out.status, out.err.as_str()), (0, ""), "{}", out.out);
        let mut scene = GltfScene::from_bytes(&fs::read(&glb).expect("the GLB"), Up::Z).expect("a GLB").scene;
        edit(&mut scene);
        fs::write(&glb, scene.to_glb().expect("a GLB")).expect("a file");
        let base = base.display().to_string();
        run(&[&["convert", &glb, "--onto", &base, "-o", to, "--force"], options].concat())
    }

    fn assert_unchanged(&self) {
        for file in ["room.wok", "porch.wok", "manor.lyt"] {
            let [before, after] =
                [self.base(), self.file("back")].map(|folder| fs::read(folder.join(file)).expect(file));
            assert!(before == after, "{file}");
        }
    }

    fn room(&self, name: &str) -> Walkmesh {
        Walkmesh::from_bytes(&fs::read(self.file(name)).expect("the result")).expect("a room")
    }

    fn layout(&self) -> Layout {
        Layout::from_bytes(&fs::read(self.file("back/manor.lyt")).expect("the layout")).expect("a layout")
    }
}

fn fine(run: &Run) {
    assert_eq!((run.status, run.err.as_str()), (0, ""), "{}", run.out);
}

fn links(room: &Walkmesh) -> Vec<(u32, u32)> {
    room.transitions().map(|(edge, room)| (edge.0, room.0)).collect()
}

#[test]
fn what_blender_does_by_itself_is_no_edit() {
    let manor = Manor::new();
    let run = manor.edited(editor::selected_objects, &[]);
    fine(&run);
    assert!(
        run.out.contains("nothing was edited") && run.out.contains("marks came back, so that what they"),
        "{}",
        run.out
    );
    manor.assert_unchanged();

    let run = manor.edited(editor::apply_all_transforms, &[]);
    fine(&run);
    assert!(run.out.contains("nothing was edited") && run.out.contains("Apply All Transforms"), "{}", run.out);
    manor.assert_unchanged();

    let run = manor.edited(editor::number_names, &[]);
    fine(&run);
    assert!(run.out.ends_with("nothing was edited\n"), "{}", run.out);
    manor.assert_unchanged();
}

/// The origin is subtracted and added in single precision, which moves vertices and marks by one or two ulps.
#[test]
fn an_origin_set_elsewhere_moves_no_face_and_opens_no_seam() {
    let manor = Manor::at([0.37, -0.71, 0.93]);
    let mut is_rounded = false;
    let set_origin = |scene: &mut Scene| {
        let before: Vec<_> = scene.nodes.iter().map(|node| node.placed_set().points.clone()).collect();
        editor::set_origin(scene);
        is_rounded = scene.nodes.iter().zip(before).any(|(node, before)| node.placed_set().points != before);
    };
    let run = manor.edited(set_origin, &[]);
    fine(&run);
    assert!(is_rounded, "the test needs numbers that are rounded");
    assert!(run.out.contains("nothing was edited"), "{}", run.out);
    manor.assert_unchanged();
}

#[test]
fn a_layout_position_moves_only_with_the_faces() {
    let manor = Manor::new();
    let before = Layout::from_bytes(&fs::read(manor.base().join("manor.lyt")).expect("the layout")).expect("a layout");
    let moved = |[x, y, z]: [f32; 3]| [x + 2.0, y + 40.0, z - 1.0];
    let run = manor.edited(
        |scene| {
            let marks = &mut editor::node(scene, "room").set.marks;
            let mark = marks.iter_mut().find(|mark| mark.name == "layout position").expect("the mark");
            mark.point = moved(mark.point);
        },
        &[],
    );
    fine(&run);
    assert!(run.out.contains("moves only together with all faces of the room"), "{}", run.out);
    manor.assert_unchanged();

    let run = manor.edited(|scene| editor::transform(scene, "room", moved), &[]);
    fine(&run);
    let position = before.rooms()[0].position;
    assert_eq!(manor.layout().rooms()[0].position, moved(position));
    assert_eq!(manor.layout().rooms()[1], before.rooms()[1]);
}

#[test]
fn a_room_moved_five_times_keeps_its_faces_transitions_and_vertices() {
    let manor = Manor::new();
    let before = Walkmesh::from_bytes(&fs::read(manor.base().join("room.wok")).expect("a room")).expect("a room");
    let motions: [&dyn Fn([f32; 3]) -> [f32; 3]; 5] = [
        &|[x, y, z]| [x + 0.37, y, z],
        &|[x, y, z]| [x, y - 25.1, z + 0.5],
        &|[x, y, z]| [130.0 - 0.8 * (y + 80.0), 0.6 * y + 0.6 * (x - 120.0), z],
        &|[x, y, z]| [1.5 * x, 1.5 * y, 1.5 * z],
        &|[x, y, z]| [x - 61.3, y + 40.2, z],
    ];
    for motion in motions {
        let run = manor.edited_room(|scene| editor::transform(scene, "room", motion), &[]);
        fine(&run);
        let after = manor.room("room.wok");
        assert_eq!((after.vertex_count(), links(&after)), (before.vertex_count(), links(&before)), "{}", run.out);
        assert!(
            after.faces().zip(before.faces()).all(|(a, b)| a.corners() == b.corners() && a.material() == b.material())
        );
        assert!(run.out.contains(&format!("{} faces moved", before.face_count())), "{}", run.out);
        fs::copy(manor.file("room.wok"), manor.base().join("room.wok")).expect("a copy");
    }
}

#[test]
fn vertices_that_only_removed_faces_had_are_dropped() {
    let manor = Manor::new();
    let before = Walkmesh::from_bytes(&fs::read(manor.base().join("room.wok")).expect("a room")).expect("a room");
    let corner = before.faces().next().expect("a face").corners()[0];
    let removed = before.faces().filter(|face| face.corners().contains(&corner)).count();
    let run = manor.edited_room(
        |scene| {
            let set = &mut scene.nodes[0].set;
            let gone = before.vertex(corner).expect("a vertex");
            let is_there = |at: u32| set.points[at as usize] == gone;
            let keep: Vec<bool> = set.triangles.iter().map(|row| !row.corners.into_iter().any(is_there)).collect();
            let mut keep = keep.into_iter();
            set.triangles.retain(|_| keep.next().expect("a row"));
        },
        &[],
    );
    fine(&run);
    let after = manor.room("room.wok");
    assert_eq!(after.face_count(), before.face_count() - removed);
    assert!(after.vertex_count() < before.vertex_count());
    assert!(after.vertices().all(|point| Some(point) != before.vertex(corner)));
}

#[test]
fn geometry_that_was_not_used_is_named_and_is_exit_status_1() {
    let manor = Manor::new();
    let refused = |edit: &dyn Fn(&mut Scene), what: &[&str]| {
        let run = manor.edited(edit, &[]);
        assert_eq!((run.status, run.err.as_str()), (1, ""), "{}", run.out);
        assert!(what.iter().all(|what| run.out.contains(what)), "{what:?}: {}", run.out);
        manor.assert_unchanged();
    };
    refused(
        &|scene| editor::node(scene, "porch").name = "veranda".into(),
        &["veranda: 0 faces kept", "of the file not used", "faces of the room `porch`: give the object that name"],
    );
    refused(
        &|scene| editor::duplicate(scene, "porch"),
        &["porch.001: 0 faces kept", "of the file not used", "Another node is the room `porch`"],
    );
    refused(
        &|scene| editor::join(scene, "room", "porch"),
        &["of the file not used", " of the room `porch`, which has no node of its own: both objects were joined"],
    );
}

#[test]
fn rooms_are_added_and_dropped_where_that_is_asked_for() {
    let manor = Manor::new();
    let add = |scene: &mut Scene| {
        editor::duplicate(scene, "porch");
        let new = editor::node(scene, "porch.001");
        new.name = "veranda".into();
        editor::transform(scene, "veranda", |[x, y, z]| [x + 30.0, y, z]);
    };
    let run = manor.edited(add, &["--new-rooms"]);
    fine(&run);
    let layout = manor.layout();
    assert_eq!(layout.rooms().iter().map(|room| room.name.as_str()).collect::<Vec<_>>(), ["room", "porch", "veranda"]);
    let new = manor.room("back/veranda.wok");
    assert_eq!(new.face_count(), manor.room("back/porch.wok").face_count());

    let run = manor.edited(|scene| scene.nodes.retain(|node| node.name != "room"), &["--drop-rooms"]);
    fine(&run);
    assert!(run.out.contains("Removed from the layout, because they did not come back: room."), "{}", run.out);
    assert_eq!(manor.layout().rooms().iter().map(|room| room.name.as_str()).collect::<Vec<_>>(), ["porch"]);
    assert_eq!(links(&manor.room("back/porch.wok")), [], "the room to which it led is gone");
}

#[test]
fn a_copy_of_a_room_is_placed_like_the_room_and_a_piece_of_it_is_no_room() {
    let manor = Manor::new();
    let layout = Layout::from_bytes(&fs::read(manor.base().join("manor.lyt")).unwrap()).unwrap();
    let porch = layout.rooms()[1].position;
    let moved = [500.0, -2.5, 1.0];
    let copied = |scene: &mut Scene| {
        editor::duplicate(scene, "porch");
        editor::node(scene, "porch.001").set.marks.clear();
    };
    let placed = |scene: &mut Scene| {
        copied(scene);
        editor::node(scene, "porch.001").placement = Transform::of_offset(moved);
    };
    let applied = |scene: &mut Scene| {
        copied(scene);
        editor::transform(scene, "porch.001", |[x, y, z]| [x + moved[0], y + moved[1], z + moved[2]]);
    };
    let named = |scene: &mut Scene| {
        placed(scene);
        editor::node(scene, "porch.001").name = "east wing".into();
    };
    let edits: [&dyn Fn(&mut Scene); 3] = [&placed, &applied, &named];
    for (edit, name) in edits.into_iter().zip(["porch_001", "porch_001", "east_wing"]) {
        fine(&manor.edited(edit, &["--new-rooms"]));
        let layout = manor.layout();
        let new = &layout.rooms()[2];
        assert_eq!(new.name, name);
        let is_placed = (0..3).all(|axis| (new.position[axis] - porch[axis] - moved[axis]).abs() < 1e-3);
        assert!(is_placed, "{:?} from {porch:?}", new.position);
        assert!(manor.file(&format!("back/{name}.wok")).exists());
    }
    let piece = |scene: &mut Scene| {
        editor::duplicate(scene, "porch");
        let half = editor::node(scene, "porch").set.triangles.len() / 2;
        editor::node(scene, "porch").set.triangles.truncate(half);
        editor::node(scene, "porch.001").set.triangles.drain(..half);
    };
    let run = manor.edited(piece, &["--new-rooms"]);
    assert_eq!(run.status, 2);
    assert!(run.err.contains("it is a piece of the room `porch`"), "{}", run.err);
}

#[test]
fn a_file_of_something_else_is_refused() {
    let manor = Manor::new();
    let refused = |run: Run, what: &str| {
        assert_eq!(run.status, 2, "{}", run.out);
        assert!(run.err.contains(what), "{}", run.err);
        assert!(!manor.file("room.wok").exists());
    };
    let room = manor.base().join("room.wok");
    let to = manor.file("room.wok").display().to_string();
    refused(manor.onto(&manor.base(), &room, &to, |_| {}, &[]), "the file has several objects (`porch`, `room`)");
    let other = root().join("samples/yard.trx");
    refused(
        manor.onto(&other, &room, &to, |_| {}, &[]),
        "faces came back, so this is probably the file of something else",
    );
    fine(&manor.onto(&other, &room, &to, |_| {}, &["--accept-mismatch"]));
    fs::remove_file(&to).expect("the result");
    fine(&manor.onto(&manor.base(), &room, &to, |_| {}, &["--accept-mismatch"]));
    let both: usize = ["room.wok", "porch.wok"]
        .map(|name| {
            Walkmesh::from_bytes(&fs::read(manor.base().join(name)).expect("a room")).expect("a room").face_count()
        })
        .into_iter()
        .sum();
    assert_eq!(manor.room("room.wok").face_count(), both);
}

#[test]
fn a_torn_vertex_is_named_and_joined_on_demand() {
    let manor = Manor::new();
    let before = Walkmesh::from_bytes(&fs::read(manor.base().join("room.wok")).expect("a room")).expect("a room");
    // A vertex inside the floor; one face's copy of it is moved.
    let used = |vertex| before.faces().filter(|face| face.corners().contains(&vertex)).count();
    let vertices = || before.faces().flat_map(|face| face.corners());
    let inner = vertices().max_by_key(|vertex| (used(*vertex), *vertex)).expect("a vertex");
    let point = before.vertex(inner).expect("a vertex");
    let tear = |scene: &mut Scene| {
        let set = &mut scene.nodes[0].set;
        let copy = set.points.len() as u32;
        set.points.push([point[0], point[1], point[2] + 0.125]);
        let is_there = |at: &u32| set.points[*at as usize] == point;
        let row: &mut ClassedTriangle =
            set.triangles.iter_mut().find(|row| row.corners.iter().any(is_there)).expect("a face");
        row.corners.iter_mut().filter(|at| set.points[**at as usize] == point).for_each(|at| *at = copy);
    };
    let run = manor.edited_room(tear, &[]);
    fine(&run);
    assert!(run.out.contains(&format!("vertex {} is torn: copies of it came back at", inner.0)), "{}", run.out);
    assert!(run.out.contains("join them with --weld"), "{}", run.out);
    let run = manor.edited_room(tear, &["--weld"]);
    fine(&run);
    assert!(!run.out.contains("torn"), "{}", run.out);
    let after = manor.room("room.wok");
    assert_eq!(after.vertex(inner), Some([point[0], point[1], point[2] + 0.125]));
    assert_eq!((after.vertex_count(), after.face_count()), (before.vertex_count(), before.face_count()));
    assert_eq!(links(&after), links(&before));
}

#[test]
fn the_position_in_the_header_goes_through_text() {
    let manor = Manor::new();
    let [room, text, back] = [manor.base().join("room.wok"), manor.file("room.wok.ascii"), manor.file("back.wok")]
        .map(|path| path.display().to_string());
    fine(&run(&["convert", &room, "-o", &text]));
    for options in [&["--onto", room.as_str()][..], &[]] {
        fine(&run(&[&["convert", &text, "-o", &back, "--force"], options].concat()));
        let position = manor.room("back.wok").position();
        assert!(position != [0.0; 3]);
        assert_eq!(position, Walkmesh::from_bytes(&fs::read(&room).expect("a room")).expect("a room").position());
    }
    // A text of another tool has no such comment, so the header is unknown.
    let plain: String =
        fs::read_to_string(&text).expect("the text").lines().skip(1).map(|line| format!("{line}\n")).collect();
    fs::write(&text, plain).expect("a file");
    fine(&run(&["convert", &text, "--onto", &room, "-o", &back, "--force"]));
    assert!(fs::read(&back).expect("a room") == fs::read(&room).expect("a room"));
}

#[test]
fn a_mesh_that_faces_down_is_turned_over_and_axes_and_units_can_be_given() {
    let folder = tempfile::tempdir().expect("a folder");
    let [obj, out] = ["floor.obj", "floor.wok"].map(|name| folder.path().join(name).display().to_string());
    let converted = |text: &str, options: &[&str]| {
        fs::write(&obj, text).expect("a file");
        let run = run(&[&["convert", &obj, "-o", &out, "--force"], options].concat());
        fine(&run);
        let room = Walkmesh::from_bytes(&fs::read(&out).expect("the room")).expect("a room");
        (run.out, room)
    };
    let floor = "v 0 0 0\nv 4 0 0\nv 4 0 -4\nv 0 0 -4\n";
    let (said, room) = converted(&format!("{floor}f 1 2 3 4\n"), &[]);
    assert!(!said.contains("turned over") && room.faces().all(|face| face.faces_up()), "{said}");
    let (said, room) = converted(&format!("{floor}f 4 3 2 1\n"), &[]);
    assert!(said.contains("2 walkable faces faced down") && said.contains("all faces were turned over"), "{said}");
    assert!(room.faces().all(|face| face.faces_up()));
    // A single face that faces up suffices to leave the others unchanged.
    let (said, room) = converted(&format!("{floor}f 1 2 3\nf 4 3 1\n"), &[]);
    assert!(!said.contains("turned over"), "{said}");
    assert_eq!(room.faces().filter(|face| face.faces_up()).count(), 1);

    // In this file, z is up and the unit is centimetres.
    let floor = "v 0 0 50\nv 400 0 50\nv 400 400 50\nv 0 400 50\nf 1 2 3 4\n";
    let (said, _) = converted(floor, &[]);
    assert!(
        said.contains("nobody can stand in this room") && said.contains("another axis of the file is up"),
        "{said}"
    );
    let (said, room) = converted(floor, &["--up", "z", "--scale", "0.01"]);
    assert!(!said.contains("stand"), "{said}");
    assert!(room.faces().all(|face| face.faces_up()));
    assert_eq!(room.vertices().nth(2), Some([4.0, 4.0, 0.5]));
    fine(&run(&["convert", &obj, "--onto", &out, "-o", &format!("{out}.2.wok"), "--up", "z", "--scale", "0.01"]));
    assert_eq!(run(&["convert", &obj, "-o", &out, "--force", "--scale", "0"]).status, 2);
    // Options without an effect are refused.
    for (from, to, option) in
        [(&out, "x.glb", &["--up", "z"][..]), (&obj, "x.wok", &["--onto", out.as_str(), "--new-rooms"])]
    {
        let to = folder.path().join(to).display().to_string();
        assert_eq!(run(&[&["convert", from.as_str(), "-o", &to], option].concat()).status, 2);
    }
}

/// The recipe of the cookbook.
#[test]
fn the_sample_becomes_a_room_in_which_somebody_can_stand() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("court.wok").display().to_string();
    fine(&run(&["convert", "samples/court.obj", "-o", &out]));
    let room = Walkmesh::from_bytes(&fs::read(&out).expect("the room")).expect("a room");
    assert!(room.faces().all(|face| face.is_walkable() && face.faces_up()));
    let floor = run(&["floor", &out, "100,-50"]);
    assert_eq!(floor.status, 0, "{}", floor.out);
    let check = run(&["check", &out]);
    assert_eq!(check.status, 0, "{}", check.out);
}

/// A link beside the file that leads out of its folder is not followed, whichever format names it.
#[cfg(unix)]
#[test]
fn links_beside_a_file_lead_nowhere_else() {
    let folder = tempfile::tempdir().expect("a folder");
    let (inside, outside) = (folder.path().join("in"), folder.path().join("secret.bin"));
    fs::create_dir(&inside).expect("a folder");
    let points: Vec<u8> =
        [0.0_f32, 0.0, 0.0, 4.0, 0.0, 0.0, 0.0, 0.0, -4.0].iter().flat_map(|value| value.to_le_bytes()).collect();
    fs::write(&outside, &points).expect("a file");
    std::os::unix::fs::symlink(&outside, inside.join("points.bin")).expect("a link");
    let gltf = inside.join("floor.gltf");
    let text = r#"{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"name":"floor","mesh":0}],
        "meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],
        "accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"}],
        "bufferViews":[{"buffer":0,"byteLength":36}],"buffers":[{"byteLength":36,"uri":"points.bin"}]}"#;
    fs::write(&gltf, text).expect("a file");
    let out = folder.path().join("floor.wok").display().to_string();
    let gltf = gltf.display().to_string();
    let refused = run(&["convert", &gltf, "-o", &out]);
    assert_eq!(refused.status, 2, "{}", refused.out);
    assert!(refused.err.contains("it is a link that leads out of the folder"), "{}", refused.err);
    // The same bytes in the folder are read, also through a link within it.
    fs::remove_file(inside.join("points.bin")).expect("the link");
    fs::rename(&outside, inside.join("real.bin")).expect("the file");
    std::os::unix::fs::symlink("real.bin", inside.join("points.bin")).expect("a link");
    fine(&run(&["convert", &gltf, "-o", &out]));

    // The colours of an OBJ are not needed, so the library beside it is not opened.
    let secret = folder.path().join("secret.mtl");
    fs::write(&secret, "newmtl Stone\nKd 1 0 0\n").expect("a file");
    std::os::unix::fs::symlink(&secret, inside.join("floor.mtl")).expect("a link");
    let obj = inside.join("floor.obj");
    fs::write(&obj, "mtllib floor.mtl\nv 0 0 0\nv 4 0 0\nv 4 0 -4\nusemtl Stone\nf 1 2 3\n").expect("a file");
    let said =
        run(&["convert", &obj.display().to_string(), "-o", &folder.path().join("obj.wok").display().to_string()]);
    fine(&said);
    assert!(!said.out.contains("mtl"), "{}", said.out);
}

/// Marks that belong to no room stay out of a new area, and numbers of editors are not part of names.
#[test]
fn a_new_area_has_names_without_the_numbers_of_editors() {
    let manor = Manor::new();
    let glb = manor.file("new.glb").display().to_string();
    let mut scene = {
        let out = manor.file("out.glb").display().to_string();
        fine(&run(&["convert", &manor.base().display().to_string(), "-o", &out]));
        GltfScene::from_bytes(&fs::read(out).expect("the GLB"), Up::Z).expect("a GLB").scene
    };
    editor::number_names(&mut scene);
    fs::write(&glb, scene.to_glb().expect("a GLB")).expect("a file");
    fine(&run(&["convert", &glb, "-o", &format!("{}/", manor.file("back").display())]));
    let layout = Layout::from_bytes(&fs::read(manor.file("back/new.lyt")).expect("the layout")).expect("a layout");
    assert_eq!(layout.rooms().iter().map(|room| room.name.as_str()).collect::<Vec<_>>(), ["room", "porch"]);
    let [room, before] = [manor.room("back/room.wok"), manor.room("base/room.wok")];
    assert_eq!((room.position(), room.transitions().map(|(_, to)| to).next()), (before.position(), Some(RoomId(1))));
}
