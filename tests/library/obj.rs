//! OBJ: scenes written and read, exports of other programs, and inconsistent files.

use proptest::prelude::*;
use walkmesh::exchange::{
    Class, ClassedTriangle, Mark, MatchOptions, Note, ObjScene, Scene, SceneNode, Transform, TriangleSet, Up,
    match_onto,
};

fn square() -> TriangleSet {
    let class = |number, name: &str, color| Class { number, name: name.into(), color, walkable: false };
    let triangle = |corners, class| ClassedTriangle { corners, class };
    TriangleSet {
        points: vec![[0.1, -0.2, 0.3], [4.0, 0.0, 1e-12], [4.0, 4.0, -3e20], [0.0, 4.0, 5.5]],
        triangles: vec![triangle([0, 1, 2], 7), triangle([0, 2, 3], 4)],
        classes: vec![class(7, "Non walk", [255, 0, 1]), class(4, "Stone", [1, 128, 254])],
        marks: vec![],
        ..TriangleSet::default()
    }
}

fn node(name: &str, set: TriangleSet) -> SceneNode {
    SceneNode { name: name.into(), set, ..SceneNode::default() }
}

/// Reads an OBJ with one file beside it.
fn read_with(obj: &str, up: Up, name: &str, mtl: &str) -> ObjScene {
    let mut files = |wanted: &str| if wanted == name { Ok(mtl.into()) } else { Err("it is not there".to_owned()) };
    ObjScene::from_bytes_with(obj.as_bytes(), up, &mut files).expect("a scene")
}

fn read(obj: &str, up: Up) -> ObjScene {
    ObjScene::from_bytes(obj.as_bytes(), up).expect("a scene")
}

#[test]
fn a_scene_comes_back_with_every_bit() {
    for up in [Up::Y, Up::Z] {
        let scene = Scene { up, nodes: vec![node("west", square()), node("east", square())], marks: vec![] };
        let files = scene.to_obj("area.mtl");
        assert_eq!(files.notes, []);
        let read = read_with(&files.obj, up, "area.mtl", &files.mtl);
        assert_eq!((read.scene, read.notes), (scene, vec![]));
    }
}

#[test]
fn the_text_is_that_of_y_up_programs() {
    let files = Scene { nodes: vec![node("room", square())], ..Scene::default() }.to_obj("room.mtl");
    let expected = "# Written by walkmesh. y is up.\nmtllib room.mtl\no room\nv 0.1 0.3 0.2\nv 4 1e-12 0\nv 4 -3e20 -4\n\
                    v 0 5.5 -4\nusemtl 07 Non walk\nf 1 2 3\nusemtl 04 Stone\nf 1 3 4\n";
    assert_eq!(files.obj, expected);
    let expected = "newmtl 04 Stone\nKd 0.003921569 0.5019608 0.99607843\n\nnewmtl 07 Non walk\nKd 1 0 0.003921569\n\n";
    assert_eq!(files.mtl, expected);
}

#[test]
fn what_an_obj_cannot_hold_is_reported() {
    let mut set = square();
    set.points.extend([[f32::NAN; 3], [9.0; 3]]);
    set.triangles.push(ClassedTriangle { corners: [0, 1, 4], class: 4 });
    set.marks.push(Mark { name: "transition 3".into(), point: [2.0, 0.1, 0.7] });
    let mut moved = node("moved #2\n", square());
    moved.placement = Transform::of_offset([8.0, 0.0, 0.0]);
    let nodes = vec![node("room", set), node("room", square()), moved, node("empty", TriangleSet::default())];
    let marks = vec![Mark { name: "start".into(), point: [0.0; 3] }];
    let files = Scene { nodes, marks, ..Scene::default() }.to_obj("a.mtl");
    let notes: Vec<_> = files.notes.iter().map(Note::to_string).collect();
    let marks = "An OBJ has no named points, so 1 mark was left out. Those of the file that an edited OBJ is matched onto \
                 stay as they are.";
    let name =
        |name: &str| format!("The object has the name `{name}`: OBJ cannot hold the node's own, or it is taken.");
    assert_eq!(
        notes,
        [
            format!("room: {marks}"),
            "room: 1 triangle was left out: a corner stands twice in it, or is not a finite point.".into(),
            "room: 2 points were left out, in no triangle.".into(),
            format!("room: {}", name("room.001")),
            "moved #2\n: An OBJ has no placements, so the points are written where they lie in the scene.".into(),
            format!("moved #2\n: {}", name("moved -2")),
            "empty: There are no triangles, so an OBJ cannot hold the node.".into(),
            marks.into(),
        ]
    );
    let scene = read(&files.obj, Up::Z).scene;
    let names: Vec<_> = scene.nodes.iter().map(|node| node.name.as_str()).collect();
    assert_eq!(names, ["room", "room.001", "moved -2"]);
    assert_eq!(scene.nodes[0].set.points, square().points);
    assert_eq!(scene.nodes[2].set.points[1], [12.0, 0.0, 1e-12]);
}

#[test]
fn names_with_letters_that_mean_something_in_an_obj_change_once() {
    for name in ["#", "# stone", "dry # stone", "dry\t#stone", "stone\\", "stone\\\\\\", "#\\"] {
        for number in [4, Class::UNNUMBERED + 1] {
            let classes = vec![Class { number, name: name.into(), ..Class::default() }];
            let triangles = vec![ClassedTriangle { corners: [0, 1, 2], class: number }];
            let set = TriangleSet { triangles, classes, ..square() };
            let first = Scene { nodes: vec![node(name, set)], ..Scene::default() }.to_obj("a.mtl");
            let second = read(&first.obj, Up::Z).scene.to_obj("a.mtl");
            assert_eq!(first.obj, second.obj, "{name}");
            assert_eq!(second.notes, []);
        }
    }
}

/// Exports of several programs, in their own wording: as they name objects, groups and materials.
#[test]
fn exports_of_other_programs_are_read() {
    let vertices = "v 0 0 0\r\nv 1 0 0 1 0.5 0.5 0.5\r\nv 1 0 -1\r\nv 0 0 -1\r\n";
    // 3ds Max: groups, no objects, a missing MTL, negative numbers.
    let max = format!(
        "# 3ds Max\r\nmtllib my room.mtl\r\n{vertices}g Box 01\r\nusemtl 07 Nonwalk.001\r\ns 1\r\nf -4/1/1 -3/2/1 -2/3/1 -1/4/1"
    );
    let room = read_with(&max, Up::Z, "other.mtl", "");
    assert_eq!(room.scene.nodes[0].name, "Box 01");
    assert_eq!(room.scene.nodes[0].set.triangles.iter().map(|row| row.class).collect::<Vec<_>>(), [7, 7]);
    assert_eq!(room.scene.nodes[0].set.classes, [Class { number: 7, name: "Nonwalk".into(), ..Class::default() }]);
    assert_eq!(
        room.notes[0].message,
        "The material library my room.mtl cannot be read (it is not there), so that classes have no colours; their names \
         are in the OBJ itself."
    );
    // Maya: an object-less group of vertices before each group of faces, and no materials.
    let maya = format!(
        "g default\n{vertices}g pPlane1\nusemtl initialShadingGroup\nf 1 2 3\ng default\nf 1 3 4\ng pPlane1\nf 2 3 4\n"
    );
    let nodes = read(&maya, Up::Y).scene.nodes;
    let shapes: Vec<_> = nodes.iter().map(|node| (node.name.as_str(), node.set.triangles.len())).collect();
    assert_eq!(shapes, [("pPlane1", 2), ("default", 1)]);
    assert_eq!(nodes[0].set.points.len(), 4);
    assert_eq!(nodes[0].set.classes[0].name, "initialShadingGroup");
    // Blender: objects, and groups within them; a face before any material; loose edges.
    let blender = format!("o A\n{vertices}f 1 2 3\nl 1 2\nusemtl 04_Stone\ng part\nf 1 3 4\nv 9 9 9\no B\nf 1 2 3\n");
    let ObjScene { scene, notes, .. } = read(&blender, Up::Z);
    let numbers =
        |at: usize| -> Vec<u32> { scene.nodes[at].set.classes.iter().map(|class: &Class| class.number).collect() };
    assert_eq!((numbers(0), numbers(1)), (vec![Class::UNNUMBERED, 4], vec![4]));
    let notes: Vec<_> = notes.iter().map(Note::to_string).collect();
    assert_eq!(
        notes,
        ["1 vertex was left out: in no face.", "1 element was left out: a point, line, curve or surface and no face."]
    );
}

#[test]
fn a_library_is_read_once_however_its_name_is_written() {
    let mut obj = String::from("v 0 0 0\nv 1 0 0\nv 0 0 1\nusemtl a\nf 1 2 3\n");
    for dots in 0..50 {
        obj.push_str(&format!("mtllib {}floor.mtl\n", "./".repeat(dots)));
    }
    let mut asked = Vec::new();
    let mut files = |name: &str| {
        asked.push(name.to_owned());
        Ok(b"newmtl a\nKd 1 0 0\nKd 0 1 0\n".to_vec())
    };
    let read = ObjScene::from_bytes_with(obj.as_bytes(), Up::Y, &mut files).expect("a scene");
    assert_eq!(asked, ["floor.mtl"]);
    assert_eq!(read.scene.nodes[0].set.classes[0].color, [0, 255, 0]);
}

/// Long names that few letters refer to: the work and the memory follow the size of the file.
#[test]
fn long_names_and_many_materials_take_memory_by_the_size_of_the_file() {
    let mut obj = format!("o {}\nv 0 0 0\nv 1 0 0\nv 0 0 1\n", "x".repeat(1 << 16));
    for material in 0..1 << 14 {
        obj.push_str(&format!("usemtl {material}\nf 1 2 3\n"));
    }
    let mut mtl = format!("newmtl {}\n", "y".repeat(1 << 16));
    mtl.push_str(&"Kd 1 0 0\n".repeat(1 << 14));
    let mut files = |_: &str| Ok(mtl.clone().into_bytes());
    obj.push_str("mtllib a.mtl\n");
    let used = walkmesh_testing::measure(|| {
        let read = ObjScene::from_bytes_with(obj.as_bytes(), Up::Z, &mut files).expect("a scene");
        assert_eq!((read.scene.nodes.len(), read.scene.nodes[0].set.classes.len()), (1, 1 << 14));
    });
    let size = (obj.len() + mtl.len()) as u64;
    assert!(used.bytes_total < 100 * size, "{} bytes for {size}", used.bytes_total);
}

#[test]
fn what_a_program_rounds_is_matched_onto_the_base() {
    let base = TriangleSet { points: vec![[0.1234567, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]], ..square() };
    let base = TriangleSet { triangles: vec![ClassedTriangle { corners: [0, 1, 2], class: 4 }], ..base };
    let text = Scene { nodes: vec![node("room", base.clone())], ..Scene::default() }.to_obj("room.mtl").obj;
    let rounded = read(&text.replace("0.1234567", "0.123457"), Up::Z).scene.nodes.remove(0).set;
    let options = MatchOptions::default().with_snap(1e-4).with_keep_marks(true);
    let matched = match_onto(&base, &rounded, &options).expect("finite points");
    assert_eq!(matched.points, base.points);
    assert!(matched.report.is_unchanged());
}

prop_compose! {
    fn any_set()(
        points in proptest::collection::vec(proptest::array::uniform3(proptest::num::f32::NORMAL | proptest::num::f32::ZERO), 3..20),
        rows in proptest::collection::vec((proptest::array::uniform3(0..20_u32), 0..40_u32), 1..20),
    ) -> TriangleSet {
        let count = points.len() as u32;
        let triangles: Vec<_> = rows
            .into_iter()
            .map(|(corners, class)| ClassedTriangle { corners: corners.map(|corner| corner % count), class })
            .collect();
        TriangleSet { points, triangles, ..TriangleSet::default() }
    }
}

proptest! {
    /// Points and classes of the representable triangles, in order: an OBJ has no other data of a set.
    #[test]
    fn triangles_come_back_in_order(sets in proptest::collection::vec(any_set(), 1..4), up in prop_oneof![Just(Up::Y), Just(Up::Z)]) {
        let shown = |set: &TriangleSet| -> Vec<_> {
            let carried = (0..).zip(&set.triangles).filter(|(id, _)| set.can_be_carried(*id));
            carried.map(|(_, row)| (row.corners.map(|corner| set.points[corner as usize]), row.class)).collect()
        };
        let nodes = (0..).zip(sets).map(|(at, set)| node(&format!("room {at}"), set)).collect();
        let scene = Scene { up, nodes, marks: vec![] };
        let text = scene.to_obj("a.mtl").obj;
        let read = ObjScene::from_bytes(text.as_bytes(), up).expect("what was written");
        let left: Vec<_> = scene.nodes.iter().filter(|node| !shown(&node.set).is_empty()).collect();
        prop_assert_eq!(read.scene.nodes.len(), left.len());
        for (before, after) in left.into_iter().zip(&read.scene.nodes) {
            prop_assert_eq!(&before.name, &after.name);
            prop_assert_eq!(shown(&before.set), shown(&after.set));
        }
        prop_assert_eq!(read.scene.to_obj("a.mtl").obj, text);
    }

    #[test]
    fn damaged_files_do_not_panic(at in any::<prop::sample::Index>(), byte: u8) {
        let scene = Scene { nodes: vec![node("room", square()), node("hall", square())], ..Scene::default() };
        let mut bytes = scene.to_obj("a.mtl").obj.into_bytes();
        let at = at.index(bytes.len());
        bytes[at] = byte;
        let _ = ObjScene::from_bytes(&bytes, Up::Z);
        let _ = ObjScene::from_bytes(&bytes[at..], Up::Z);
    }
}
