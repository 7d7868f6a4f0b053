//! Seeds of files for other programs: small scenes as GLB, OBJ and text, and files that only other programs write.

use walkmesh::exchange::{Class, ClassedTriangle, Mark, Scene, SceneNode, Transform, TriangleSet, Up};
use walkmesh::kotor::{Door, DoorState, Kind, MaterialId, Walkmesh};

/// Names and contents.
pub fn seeds() -> Vec<(String, Vec<u8>)> {
    let mut seeds: Vec<(String, Vec<u8>)> =
        WRITTEN_BY_OTHERS.iter().map(|(name, text)| (name.to_string(), text.as_bytes().to_vec())).collect();
    for (name, scene) in scenes() {
        seeds.push((format!("{name}.glb"), scene.to_glb().expect("a small scene")));
        seeds.push((format!("{name}.obj"), scene.to_obj("a.mtl").obj.into_bytes()));
    }
    let triangle = [[0.1, 0.0, -0.0], [4.0, 0.0, 1e-12], [0.0, 4.0, 2.5]];
    let of_kind = |kind| {
        let mut walkmesh = Walkmesh::from_triangles(kind, [(triangle, MaterialId(4))]).expect("a triangle");
        walkmesh.set_hooks([[0.5, 0.0, 0.0], [0.0, -1.0, 0.0]]).expect("finite hooks");
        walkmesh
    };
    let door: Door =
        [(DoorState::Closed, of_kind(Kind::Dwk)), (DoorState::Open2, of_kind(Kind::Dwk))].into_iter().collect();
    for (name, text) in [
        ("room", of_kind(Kind::Wok).to_ascii("room")),
        ("chest", of_kind(Kind::Pwk).to_ascii("chest")),
        ("door", door.to_ascii("door")),
    ] {
        seeds.push((format!("{name}.txt"), text.expect("finite points").text.into_bytes()));
    }
    seeds
}

fn scenes() -> Vec<(&'static str, Scene)> {
    let mark = |name: &str| Mark { name: name.into(), point: [2.0, -1.5, 0.25] };
    let class = |number, name: &str| Class { number, name: name.into(), color: [9, 200, 30], walkable: true };
    let row = |corners, class| ClassedTriangle { corners, class };
    let square = TriangleSet {
        points: vec![[0.1, -0.2, 0.3], [4.0, 0.0, 1e-7], [4.0, 4.0, -3.0], [0.0, 4.0, 5.5]],
        triangles: vec![row([0, 1, 2], 4), row([0, 2, 3], Class::UNNUMBERED)],
        classes: vec![class(4, "Stone"), class(Class::UNNUMBERED, "moss")],
        marks: vec![mark("transition 1")],
        ..TriangleSet::default()
    };
    let node = |name: &str, placement| SceneNode { name: name.into(), placement, set: square.clone() };
    let turned = Transform { rows: [[0.0, -1.0, 0.0, 4.5], [1.0, 0.0, 0.0, -3.0], [0.0, 0.0, 1.0, 0.25]] };
    let scene = |up, nodes| Scene { up, nodes, marks: vec![mark("start")] };
    vec![
        ("one", scene(Up::Z, vec![node("room", Transform::IDENTITY)])),
        ("two", scene(Up::Y, vec![node("a", Transform::of_offset([8.0, 0.0, 1.0])), node("b", turned)])),
    ]
}

const WRITTEN_BY_OTHERS: [(&str, &str); 4] = [
    (
        "blender.obj",
        "# Blender\nmtllib room.mtl\no room\nv 0 1 0\nv 4 1 0 0.5 0.5 0.5\nv 4 1 -4\nv 0 1 -4\nv 1 1 -1\nvn 0 1 0\ns off\n\
         usemtl 04_Stone.001\nf 1//1 2//1 3//1 5//1\ng part\nf -5/1/1 -1/1/1 \\\n-2/1/1\nl 1 2\n",
    ),
    ("max.mtl", "newmtl 04_Stone\r\nKd 0.5 0.25 1\r\no x\rv 0 0 0\rf 1 1 1\r"),
    (
        "sparse.gltf",
        r#"{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0,"rotation":[0,0.6,0,0.8],"scale":[1,-2,1],"children":[1]},{"name":"door","translation":[1,2,3]}],"meshes":[{"name":"m","primitives":[{"attributes":{"POSITION":0},"indices":1,"mode":5,"material":0}]}],"materials":[{"name":"07 Nonwalk"}],"accessors":[{"count":3,"componentType":5126,"type":"VEC3","sparse":{"count":2,"indices":{"bufferView":1,"componentType":5121},"values":{"bufferView":0}}},{"bufferView":1,"byteOffset":1,"count":3,"componentType":5121,"type":"SCALAR"}],"bufferViews":[{"buffer":0,"byteLength":32,"byteStride":16},{"buffer":0,"byteOffset":28,"byteLength":4}],"buffers":[{"byteLength":32,"uri":"data:application/octet-stream;base64,AACAPwAAgD8AAIA/AAAAAAAAAEAAAAAAAACAPwECAQI="}]}"#,
    ),
    (
        "mdledit.txt",
        "# Exported with MDLedit 1.0\r\nnode trimesh WALKMESH\r\n parent m\r\n position 1 2 3\r\n orientation 1.0 0.0 0.0 0.0\r\n \
         verts 4\r\n 0 0 0\r\n 4 0 0\r\n 4 4 0\r\n 0 4 0\r\n faces 2\r\n 0 2 3 1 0 0 0 7\r\n 0 1 2 1 0 0 0 4\r\n roomlinks 9\r\n \
         4 12\r\nendnode\r\n",
    ),
];
