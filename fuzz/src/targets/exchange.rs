//! Files of other programs: glTF, OBJ and KotOR's walkmeshes as text. Any file that can be read can be written, and reads back to the same
//! triangles.

use walkmesh::exchange::{GltfScene, ObjScene, Scene, SceneNode, Up};
use walkmesh::kotor::{AsciiContent, AsciiFile, Walkmesh};

/// A glTF, an OBJ, or walkmeshes as text, distinguished by their first bytes.
pub fn exchange(bytes: &[u8]) {
    match bytes.trim_ascii_start() {
        [b'{' | 0xEF, ..] | [b'g', b'l', b'T', b'F', ..] => gltf(bytes),
        _ if AsciiFile::looks_like_one(bytes) => ascii(bytes),
        _ => obj(bytes),
    }
}

fn gltf(bytes: &[u8]) {
    for up in [Up::Y, Up::Z] {
        let Ok(GltfScene { scene, .. }) = GltfScene::from_bytes(bytes, up) else { continue };
        let (again, _) = written_and_read(&scene);
        assert_eq!(shown(&scene), shown(&again), "a GLB holds all triangles and marks of meshes");
        let (third, glb) = written_and_read(&again);
        assert_eq!(shown(&again), shown(&third));
        assert_eq!(again.marks, third.marks);
        assert!(again.nodes.iter().map(|node| node.placement).eq(third.nodes.iter().map(|node| node.placement)));
        assert!(glb.len() % 4 == 0);
    }
}

fn written_and_read(scene: &Scene) -> (Scene, Vec<u8>) {
    let glb = scene.to_glb().expect("less than 4 GiB");
    (GltfScene::from_bytes(&glb, scene.up).expect("what was written").scene, glb)
}

fn obj(bytes: &[u8]) {
    for up in [Up::Y, Up::Z] {
        let mut files = |name: &str| {
            assert!(!name.starts_with('/') && !name.split('/').any(|part| part == ".."), "{name} is elsewhere");
            Ok(bytes.to_vec())
        };
        let Ok(read) = ObjScene::from_bytes_with(bytes, up, &mut files) else { continue };
        let text = read.scene.to_obj("a.mtl").obj;
        let again = ObjScene::from_bytes(text.as_bytes(), up).expect("what was written").scene;
        let points = |scene: &Scene| scene.nodes.iter().flat_map(triangles).map(|row| row.0).collect::<Vec<_>>();
        assert_eq!(points(&read.scene), points(&again), "an OBJ holds all triangles in order");
        let text = again.to_obj("a.mtl").obj;
        let third = ObjScene::from_bytes(text.as_bytes(), up).expect("what was written").scene;
        assert_eq!(third.to_obj("a.mtl").obj, text, "the second text is as the first one");
    }
}

fn ascii(bytes: &[u8]) {
    let Ok(file) = AsciiFile::from_bytes(bytes) else { return };
    let (text, walkmeshes) = match file.content {
        AsciiContent::Walkmesh(walkmesh) => (walkmesh.to_ascii("model"), vec![*walkmesh]),
        AsciiContent::Door(door) => (door.to_ascii("model"), door.states().map(|(_, state)| state.clone()).collect()),
    };
    let text = text.expect("what was read").text;
    let again = AsciiFile::from_bytes(text.as_bytes()).expect("what was written");
    let again = match again.content {
        AsciiContent::Walkmesh(walkmesh) => vec![*walkmesh],
        AsciiContent::Door(door) => door.states().map(|(_, state)| state.clone()).collect(),
    };
    assert_eq!(again.len(), walkmeshes.len());
    for (before, after) in walkmeshes.iter().zip(&again) {
        assert!(same(before, after), "a text holds all vertices, faces, materials, transitions and hooks");
    }
}

/// Returns whether two walkmeshes agree in all data that a text holds. The text of a room has no position.
fn same(before: &Walkmesh, after: &Walkmesh) -> bool {
    let (a, b) = (before.as_raw(), after.as_raw());
    let bits = |walkmesh: &Walkmesh| walkmesh.vertices().flatten().map(f32::to_bits).collect::<Vec<_>>();
    before.kind() == after.kind()
        && bits(before) == bits(after)
        && (&a.faces, &a.materials, &a.edges, &a.adjacencies) == (&b.faces, &b.materials, &b.edges, &b.adjacencies)
        && before.hooks() == after.hooks()
        && (before.kind().is_room() || a.position == b.position)
}

/// The bits of a triangle's corners, and the name of its class.
type Row = ([[u32; 3]; 3], String);

/// The triangles of a node that can be carried.
fn triangles(node: &SceneNode) -> Vec<Row> {
    let set = &node.set;
    let label = |number| set.classes.iter().find(|class| class.number == number).map(|class| class.label());
    let row = |(_, row): (usize, &walkmesh::exchange::ClassedTriangle)| {
        let bits = |corner: u32| set.points[corner as usize].map(|value| (value + 0.0).to_bits());
        (row.corners.map(bits), label(row.class).unwrap_or_default())
    };
    (0..).zip(&set.triangles).filter(|(id, _)| set.can_be_carried(*id)).map(row).collect()
}

/// The parts of a node that a file shows: its name, its triangles in any order, and the number of its marks.
type Shown<'s> = (&'s str, Vec<Row>, usize);

fn shown(scene: &Scene) -> Vec<Shown<'_>> {
    scene.nodes.iter().filter_map(shown_node).collect()
}

fn shown_node(node: &SceneNode) -> Option<Shown<'_>> {
    let mut rows = triangles(node);
    rows.sort_unstable();
    let marks = node.set.marks.iter().filter(|mark| mark.point.iter().all(|value| value.is_finite())).count();
    let is_placed = node.placement.rows.iter().flatten().all(|value| (*value as f32).is_finite());
    (is_placed && !rows.is_empty()).then_some((node.name.as_str(), rows, marks))
}
