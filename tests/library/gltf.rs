//! glTF: scenes written and read, and inconsistent files.

use proptest::prelude::*;
use serde_json::{Value, json};
use walkmesh::exchange::{
    Class, ClassedTriangle, GltfFault, GltfScene, Mark, Scene, SceneNode, Transform, TriangleSet, Up,
};

fn class(number: u32, name: &str) -> Class {
    Class { number, name: name.into(), ..Class::default() }
}

fn square() -> TriangleSet {
    let triangle = |corners, class| ClassedTriangle { corners, class };
    TriangleSet {
        points: vec![[0.1, -0.2, 0.3], [4.0, 0.0, 1e-7], [4.0, 4.0, -3.0], [0.0, 4.0, 5.5]],
        triangles: vec![triangle([0, 1, 2], 4), triangle([0, 2, 3], 7)],
        classes: vec![class(4, "Stone"), class(7, "Nonwalk")],
        marks: vec![Mark { name: "transition 3".into(), point: [2.0, 0.1, 0.7] }],
        ..TriangleSet::default()
    }
}

fn glb(scene: &Scene) -> Vec<u8> {
    scene.to_glb().expect("less than 4 GiB")
}

#[test]
fn a_scene_comes_back_with_every_bit() {
    for up in [Up::Y, Up::Z] {
        let turned = Transform { rows: [[0.0, -1.0, 0.0, 4.5], [1.0, 0.0, 0.0, -3.0], [0.0, 0.0, 1.0, 0.25]] };
        let node = |name: &str, placement| SceneNode { name: name.into(), placement, set: square() };
        let scene = Scene {
            up,
            nodes: vec![
                node("west", Transform::IDENTITY),
                node("east", Transform::of_offset([8.0, 0.1, -2.0])),
                node("up", turned),
            ],
            marks: vec![Mark { name: "start".into(), point: [1.0, 2.0, 3.0] }],
        };
        let read = GltfScene::from_bytes(&glb(&scene), up).expect("a scene");
        assert_eq!((read.scene, read.notes), (scene, vec![]));
    }
}

#[test]
fn a_zero_has_no_sign_in_a_file() {
    let mut set = square();
    set.marks[0].point = [-0.0, 2.0, -0.0];
    let scene = Scene { up: Up::Z, nodes: vec![SceneNode { set, ..SceneNode::default() }], ..Scene::default() };
    let json: Value = serde_json::from_str(&scene.to_gltf().expect("a text")).expect("JSON");
    let mark = json["nodes"].as_array().expect("nodes").iter().find_map(|node| node["translation"].as_array());
    let point: Vec<_> = mark.expect("the mark").iter().filter_map(Value::as_f64).map(f64::to_bits).collect();
    assert_eq!(point, [0.0, 0.0, -2.0_f64].map(f64::to_bits));
}

#[test]
fn a_text_holds_what_a_glb_holds() {
    let node = SceneNode { name: "room".into(), set: square(), ..SceneNode::default() };
    for scene in [Scene { nodes: vec![node], ..Scene::default() }, Scene::default()] {
        let text = scene.to_gltf().expect("a text");
        assert_eq!(GltfScene::from_bytes(text.as_bytes(), Up::Z), GltfScene::from_bytes(&glb(&scene), Up::Z));
    }
}

#[test]
fn what_cannot_be_carried_is_left_out() {
    let mut set = square();
    set.points.extend([[f32::NAN; 3], [9.0; 3]]);
    set.triangles.extend([[0, 1, 4], [0, 0, 1], [0, 1, 99]].map(|corners| ClassedTriangle { corners, class: 4 }));
    set.marks.push(Mark { name: "nowhere".into(), point: [f32::INFINITY; 3] });
    let scene =
        Scene { nodes: vec![SceneNode { name: "room".into(), set, ..SceneNode::default() }], ..Scene::default() };
    let read = GltfScene::from_bytes(&glb(&scene), Up::Z).expect("a scene").scene;
    assert_eq!(read.nodes[0].set, square());
}

#[test]
fn a_scene_may_have_no_nodes() {
    assert_eq!(GltfScene::from_bytes(&glb(&Scene::default()), Up::Z).expect("a scene").scene, Scene::default());
    let mut json = triangle();
    json["scenes"] = json!([{ "name": "Scene" }, { "nodes": [0] }]);
    assert!(read(&json, &bytes()).expect("a scene").scene.nodes.is_empty());
    json["scene"] = json!(1);
    assert_eq!(read(&json, &bytes()).expect("a scene").scene.nodes.len(), 1);
}

#[test]
fn a_node_that_lies_nowhere_is_left_out() {
    let node = |offset| {
        let mut placement = Transform::IDENTITY;
        placement.rows[1][3] = offset;
        SceneNode { name: "room".into(), placement, set: square() }
    };
    let scene = Scene { nodes: vec![node(1e39), node(f64::NAN), node(1e38)], ..Scene::default() };
    let read = GltfScene::from_bytes(&glb(&scene), Up::Z).expect("a scene").scene;
    assert_eq!(read.nodes.len(), 1);
}

#[test]
fn a_set_without_triangles_is_an_empty_node() {
    let node = SceneNode { name: "room".into(), ..SceneNode::default() };
    let read = GltfScene::from_bytes(&glb(&Scene { nodes: vec![node], ..Scene::default() }), Up::Z).expect("a scene");
    assert_eq!(read.scene.marks, [Mark { name: "room".into(), point: [0.0; 3] }]);
}

/// A glTF of one triangle, whose 48 bytes are positions and indices.
fn triangle() -> Value {
    json!({
        "asset": { "version": "2.0" },
        "scene": 0,
        "scenes": [{ "nodes": [0] }],
        "nodes": [{ "mesh": 0, "name": "room" }],
        "meshes": [{ "name": "floor", "primitives": [{ "attributes": { "POSITION": 0 }, "indices": 1 }] }],
        "accessors": [
            { "bufferView": 0, "count": 3, "componentType": 5126, "type": "VEC3" },
            { "bufferView": 1, "count": 3, "componentType": 5125, "type": "SCALAR" },
        ],
        "bufferViews": [
            { "buffer": 0, "byteOffset": 0, "byteLength": 36 },
            { "buffer": 0, "byteOffset": 36, "byteLength": 12 },
        ],
        "buffers": [{ "byteLength": 48, "uri": "floor.bin" }],
    })
}

fn bytes() -> Vec<u8> {
    let floats = [0.0_f32, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 1.0, 0.0];
    floats.into_iter().flat_map(f32::to_le_bytes).chain([0_u32, 1, 2].into_iter().flat_map(u32::to_le_bytes)).collect()
}

/// Reads a glTF whose file `floor.bin` has these bytes.
fn read(json: &Value, bytes: &[u8]) -> Result<GltfScene, String> {
    let mut files =
        |name: &str| if name == "floor.bin" { Ok(bytes.to_vec()) } else { Err("it is not there".to_owned()) };
    GltfScene::from_bytes_with(json.to_string().as_bytes(), Up::Y, &mut files).map_err(|error| error.to_string())
}

/// The triangle, with a value of its JSON replaced.
fn with(path: &str, value: Value) -> Value {
    let mut json = triangle();
    let (parent, key) = path.rsplit_once('/').expect("a path");
    match json.pointer_mut(parent).expect("a parent") {
        Value::Array(rows) => rows[key.parse::<usize>().expect("an index")] = value,
        parent => parent[key] = value,
    }
    json
}

#[test]
fn bytes_may_be_in_a_file_or_in_the_json() {
    let points = vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0]];
    assert_eq!(read(&triangle(), &bytes()).expect("a scene").scene.nodes[0].set.points, points);
    let data = "data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAACAPwAAgD8AAAAAAAAAAAEAAAACAAAA";
    let inside = with("/buffers/0", json!({ "byteLength": 48, "uri": data }));
    assert_eq!(
        GltfScene::from_bytes(inside.to_string().as_bytes(), Up::Y).expect("a scene").scene.nodes[0].set.points,
        points
    );
    let refused = GltfScene::from_bytes(triangle().to_string().as_bytes(), Up::Y).expect_err("a file");
    assert_eq!(refused.to_string(), "buffers[0]: the file `floor.bin` cannot be read: files are not looked for here");
}

#[test]
fn strides_small_indices_and_sparse_values_are_read() {
    // Positions 16 bytes apart, indices of one byte, and the second point replaced.
    let mut bytes: Vec<u8> = Vec::new();
    for point in [[0.0_f32, 0.0, 0.0], [7.0, 7.0, 7.0], [1.0, 1.0, 0.0]] {
        bytes.extend(point.into_iter().flat_map(f32::to_le_bytes).chain([9; 4]));
    }
    bytes.extend([2, 0, 1, 0, 1, 0, 0, 0]);
    bytes.extend([5.0_f32, 6.0, 7.0].into_iter().flat_map(f32::to_le_bytes));
    let mut json = triangle();
    json["bufferViews"] = json!([
        { "buffer": 0, "byteLength": 48, "byteStride": 16 },
        { "buffer": 0, "byteOffset": 48, "byteLength": 8 },
        { "buffer": 0, "byteOffset": 56, "byteLength": 12 },
    ]);
    json["buffers"][0]["byteLength"] = json!(68);
    json["accessors"][0]["sparse"] = json!({
        "count": 1,
        "indices": { "bufferView": 1, "byteOffset": 4, "componentType": 5123 },
        "values": { "bufferView": 2 },
    });
    json["accessors"][1]["componentType"] = json!(5121);
    let set = &read(&json, &bytes).expect("a scene").scene.nodes[0].set;
    assert_eq!(set.points, [[0.0, 0.0, 0.0], [5.0, 6.0, 7.0], [1.0, 1.0, 0.0]]);
    assert_eq!(set.triangles[0].corners, [2, 0, 1]);
}

#[test]
fn strips_and_fans_are_triangles_and_lines_are_reported() {
    let mut json = triangle();
    json["accessors"][1] = json!({ "bufferView": 1, "count": 6, "componentType": 5123, "type": "SCALAR" });
    let mut bytes = bytes();
    bytes[36..].copy_from_slice(&[0, 0, 1, 0, 2, 0, 1, 0, 0, 0, 2, 0]);
    for (mode, corners) in [
        (4, vec![[0, 1, 2], [1, 0, 2]]),
        (5, vec![[0, 1, 2], [2, 1, 1], [2, 1, 0], [0, 1, 2]]),
        (6, vec![[0, 1, 2], [0, 2, 1], [0, 1, 0], [0, 0, 2]]),
    ] {
        json["meshes"][0]["primitives"][0]["mode"] = json!(mode);
        let set = &read(&json, &bytes).expect("a scene").scene.nodes[0].set;
        assert_eq!(set.triangles.iter().map(|row| row.corners).collect::<Vec<_>>(), corners, "{mode}");
    }
    json["meshes"][0]["primitives"][0]["mode"] = json!(1);
    let notes = read(&json, &bytes).expect("a scene").notes;
    assert_eq!(
        notes[0].to_string(),
        "floor: A part of the mesh consists of points or lines, not of triangles, and was left out."
    );
}

#[test]
fn classes_come_from_the_names_of_materials() {
    let mut json = triangle();
    json["materials"] = json!([{ "name": "grass" }, { "name": "04 Stone.001" }, {}]);
    for (material, number, name) in
        [(json!(0), Class::UNNUMBERED + 1, "grass"), (json!(1), 4, "Stone"), (json!(2), Class::UNNUMBERED + 3, "")]
    {
        json["meshes"][0]["primitives"][0]["material"] = material;
        let set = &read(&json, &bytes()).expect("a scene").scene.nodes[0].set;
        assert_eq!((set.triangles[0].class, set.classes.clone()), (number, vec![class(number, name)]));
    }
}

#[test]
fn empties_below_a_mesh_lie_in_its_coordinates() {
    let mut json = triangle();
    json["nodes"] = json!([
        { "mesh": 0, "name": "room", "translation": [10, 0, 0], "children": [1] },
        { "translation": [1, 2, 3], "rotation": [0, 1, 0, 0], "children": [2] },
        { "name": "door", "translation": [0.5, 0, 0] },
    ]);
    let scene = read(&json, &bytes()).expect("a scene").scene;
    assert_eq!(scene.nodes[0].placement, Transform::of_offset([10.0, 0.0, 0.0]));
    assert_eq!(scene.nodes[0].set.marks, [Mark { name: "door".into(), point: [0.5, 2.0, 3.0] }]);
}

#[test]
fn files_that_lie_are_errors_that_say_where() {
    for (path, value, expected) in [
        ("/accessors/0/count", json!(2_147_483_648_u32), "accessors[0]: expected 25769803776 bytes, found 36"),
        ("/accessors/0/count", json!(u64::MAX), "accessors[0]: expected 18446744073709551615 bytes, found 36"),
        ("/accessors/0/count", json!(2), "meshes[0].primitives[0]: a triangle has vertex 2, but there are 2"),
        ("/accessors/0/byteOffset", json!(u64::MAX), "accessors[0]: expected 18446744073709551615 bytes, found 36"),
        ("/accessors/0/type", json!("VEC2"), "accessors[0]: positions must be vectors of three floats"),
        ("/accessors/1/componentType", json!(5126), "accessors[1]: indices must be unsigned numbers"),
        ("/accessors/1/bufferView", json!(7), "accessors[1]: it names bufferViews[7], but there are 2"),
        ("/bufferViews/1/buffer", json!(3), "accessors[1]: it names buffers[3], but there are 1"),
        ("/bufferViews/1/byteLength", json!(u64::MAX), "accessors[1]: expected 18446744073709551615 bytes, found 12"),
        ("/bufferViews/0/byteStride", json!(4), "accessors[0]: the stride is less than the size of an element"),
        ("/bufferViews/0/byteStride", json!(0), "accessors[0]: the stride is less than the size of an element"),
        ("/buffers/0/byteLength", json!(49), "buffers[0]: expected 49 bytes, found 48"),
        (
            "/buffers/0/uri",
            json!("../../etc/passwd"),
            "buffers[0]: the file `../../etc/passwd` cannot be read: the name leads out of the folder of the file that names it",
        ),
        (
            "/buffers/0/uri",
            json!("%2e%2e/floor.bin"),
            "buffers[0]: the file `%2e%2e/floor.bin` cannot be read: the name leads out of the folder of the file that names it",
        ),
        (
            "/accessors/0/sparse",
            json!({ "count": 4, "indices": { "bufferView": 1, "byteOffset": 0, "componentType": 5121 }, "values": { "bufferView": 0 } }),
            "accessors[0]: an accessor has more sparse values than elements",
        ),
        ("/asset/version", json!("1.0"), "asset: only glTF of version 2 can be read"),
        ("/buffers/0/uri", json!("data:,abc"), "buffers[0]: a buffer inside the JSON must be in base64"),
        ("/buffers/0/uri", json!(null), "buffers[0]: a buffer without a name is the binary chunk of a GLB"),
        (
            "/meshes/0/primitives",
            json!([{ "attributes": {} }]),
            "meshes[0].primitives[0]: a primitive has no positions",
        ),
        (
            "/meshes/0/primitives",
            json!([{ "attributes": { "POSITION": 0 }, "material": 1 }]),
            "meshes[0].primitives[0]: it names materials[1], but there are 0",
        ),
        ("/nodes/0/mesh", json!(1), "nodes: it names meshes[1], but there are 1"),
        (
            "/nodes/0/children",
            json!([0]),
            "nodes[0]: the node contains itself, or there are more than 256 nodes above it",
        ),
        ("/nodes/0/children", json!([1]), "scenes: it names nodes[1], but there are 1"),
        ("/scene", json!(1), "scene: it names scenes[1], but there are 1"),
        (
            "/extensionsRequired",
            json!(["KHR_draco_mesh_compression"]),
            "extensionsRequired: it needs the extension KHR_draco_mesh_compression; export again without Draco compression (in Blender: Data, Compression)",
        ),
        (
            "/extensionsRequired",
            json!(["X_y"]),
            "extensionsRequired: it needs the extension X_y, which is not supported; export again without it",
        ),
    ] {
        assert_eq!(read(&with(path, value), &bytes()).expect_err(path), expected, "{path}");
    }
    let shaded = with("/extensionsRequired", json!(["KHR_materials_unlit", "EXT_texture_webp"]));
    assert_eq!(read(&shaded, &bytes()), read(&triangle(), &bytes()), "extensions of the appearance only");
    // Depending on its features, serde_json refuses this number or makes it infinite.
    read(&with("/nodes/0/translation", json!([1e39, 0, 0])), &bytes()).expect_err("too large for f32");
    let mut nan = bytes();
    nan[12..16].copy_from_slice(&f32::NAN.to_le_bytes());
    assert_eq!(read(&triangle(), &nan).expect_err("NaN"), "accessors[0]: a coordinate of vertex 1 is NaN or infinite");
    assert!(
        read(&with("/asset", json!(1)), &bytes()).expect_err("JSON").starts_with("JSON: the JSON cannot be read: ")
    );
}

#[test]
fn what_is_compressed_is_named_though_the_file_does_not_require_it() {
    let mut json = triangle();
    json["extensionsUsed"] = json!(["KHR_draco_mesh_compression", "EXT_meshopt_compression", "KHR_mesh_quantization"]);
    read(&json, &bytes()).expect("the plain form is there");
    json["accessors"][0]["componentType"] = json!(5122);
    let refused = read(&json, &bytes()).expect_err("quantized");
    let advice = "export again without quantization (in gltfpack: with -noq)";
    assert_eq!(refused, format!("accessors[0]: it needs the extension KHR_mesh_quantization; {advice}"));
    json["accessors"][0] = json!({ "count": 3, "componentType": 5126, "type": "VEC3" });
    let refused = read(&json, &bytes()).expect_err("Draco");
    let advice = "export again without Draco compression (in Blender: Data, Compression)";
    assert_eq!(refused, format!("accessors[0]: it needs the extension KHR_draco_mesh_compression; {advice}"));
    json["buffers"].as_array_mut().expect("a list").push(json!({ "byteLength": 48 }));
    let refused = read(&json, &bytes()).expect_err("meshopt");
    assert!(refused.starts_with("buffers[1]: it needs the extension EXT_meshopt_compression; "), "{refused}");
}

#[test]
fn names_of_files_are_decoded_and_asked_for_once() {
    let mut json = triangle();
    json["bufferViews"][1]["buffer"] = json!(1);
    json["buffers"] = ["./floor%20of%20A.bin", "floor of A.bin"]
        .map(|uri| json!({ "byteLength": 48, "uri": uri }))
        .into_iter()
        .collect();
    let mut asked = Vec::new();
    let mut files = |name: &str| {
        asked.push(name.to_owned());
        Ok(bytes())
    };
    GltfScene::from_bytes_with(json.to_string().as_bytes(), Up::Y, &mut files).expect("a scene");
    assert_eq!(asked, ["floor of A.bin"]);
}

#[test]
fn skeletons_are_reported() {
    let json = with("/nodes/0/skin", json!(0));
    let note = &read(&json, &bytes()).expect("a scene").notes[0];
    assert_eq!(note.to_string(), "room: The mesh is bent by a skeleton; it was read as it is before that.");
}

#[test]
fn a_long_name_of_a_material_that_many_nodes_use_is_bounded() {
    let mut json = triangle();
    json["materials"] = json!([{ "name": "x".repeat(1 << 12) }]);
    json["meshes"][0]["primitives"][0]["material"] = json!(0);
    json["nodes"] = (0..1 << 10).map(|_| json!({ "mesh": 0 })).collect();
    json["scenes"][0]["nodes"] = (0..1 << 10).collect();
    assert!(read(&json, &bytes()).expect_err("a bomb").contains("its meshes are used so often"));
}

/// A material without a name costs three bytes in the file, and its class more than fifty in every node that shows it.
#[test]
fn materials_without_names_that_many_nodes_use_are_bounded() {
    let many = 1 << 11;
    let mut json = triangle();
    json["materials"] = (0..many).map(|_| json!({})).collect();
    let primitive = |material: i32| json!({ "attributes": { "POSITION": 0 }, "indices": 1, "material": material });
    json["meshes"][0]["primitives"] = (0..many).map(primitive).collect();
    json["nodes"] = (0..many).map(|_| json!({ "mesh": 0 })).collect();
    json["scenes"][0]["nodes"] = (0..many).collect();
    let mut refused = Ok(GltfScene::default());
    let used = walkmesh_testing::measure(|| refused = read(&json, &bytes()));
    assert!(refused.expect_err("a bomb").contains("its meshes are used so often"));
    let size = json.to_string().len() as u64;
    assert!(used.bytes_max < 32 * (1 << 20) + 200 * size, "{} bytes for {size}", used.bytes_max);
}

#[test]
fn zeros_without_bytes_are_bounded_by_the_file() {
    let mut json = triangle();
    json["accessors"][0] = json!({ "count": 48, "componentType": 5126, "type": "VEC3" });
    assert_eq!(read(&json, &bytes()).expect("a scene").scene.nodes[0].set.points.len(), 48);
    json["accessors"][0]["count"] = json!(2_147_483_648_u32);
    assert!(read(&json, &bytes()).expect_err("a bomb").ends_with("expected 2147483648 bytes, found 48"));
}

#[test]
fn a_mesh_that_is_used_too_often_is_refused() {
    let copies = 1 << 11;
    let mut json = triangle();
    let mut bytes = bytes();
    for _ in 0..1 << 10 {
        bytes.extend([0; 12]);
    }
    json["buffers"][0]["byteLength"] = json!(bytes.len());
    json["bufferViews"][1]["byteLength"] = json!(bytes.len() - 36);
    json["accessors"][1]["count"] = json!((bytes.len() - 36) / 4);
    json["nodes"] = (0..copies).map(|_| json!({ "mesh": 0 })).collect();
    json["scenes"][0]["nodes"] = (0..copies).collect();
    assert!(read(&json, &bytes).expect_err("a bomb").contains("its meshes are used so often"));
}

#[test]
fn bytes_that_many_primitives_or_meshes_share_are_bounded() {
    let mut json = triangle();
    let mut bytes = bytes();
    bytes.resize(12 << 10, 0);
    json["buffers"][0]["byteLength"] = json!(bytes.len());
    json["bufferViews"][0]["byteLength"] = json!(bytes.len());
    json["accessors"][0]["count"] = json!(1 << 10);
    let primitive = json!({ "attributes": { "POSITION": 0 } });
    json["meshes"][0]["primitives"] = (0..1 << 12).map(|_| primitive.clone()).collect();
    assert!(read(&json, &bytes).expect_err("a bomb").contains("its meshes are used so often"));
    json["meshes"] = (0..1 << 12).map(|_| json!({ "primitives": [primitive] })).collect();
    json["nodes"] = (0..1 << 12).map(|mesh| json!({ "mesh": mesh })).collect();
    json["scenes"][0]["nodes"] = (0..1 << 12).collect();
    assert!(read(&json, &bytes).expect_err("a bomb").contains("its meshes are used so often"));
}

#[test]
fn every_truncated_file_is_an_error() {
    let scene = Scene {
        nodes: vec![SceneNode { name: "room".into(), set: square(), ..SceneNode::default() }],
        ..Scene::default()
    };
    let bytes = glb(&scene);
    for length in 0..bytes.len() {
        GltfScene::from_bytes(&bytes[..length], Up::Z).expect_err("truncated");
    }
    let refused = GltfScene::from_bytes(b"v 0 0 0", Up::Z).expect_err("an OBJ");
    assert_eq!(refused.fault, GltfFault::NotGltf);
}

proptest! {
    #[test]
    fn damaged_files_do_not_panic(at in any::<prop::sample::Index>(), byte: u8, up in prop_oneof![Just(Up::Y), Just(Up::Z)]) {
        let scene = Scene { nodes: vec![SceneNode { name: "room".into(), set: square(), ..SceneNode::default() }], ..Scene::default() };
        let mut bytes = glb(&scene);
        let at = at.index(bytes.len());
        bytes[at] = byte;
        let _ = GltfScene::from_bytes(&bytes, up);
    }
}
