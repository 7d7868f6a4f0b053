//! `walkmesh convert`: export to other programs, and import.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::Path;

use walkmesh::exchange::{ClassedTriangle, GltfScene, Scene, TriangleSet, Up};
use walkmesh::formats::Document;
use walkmesh::formats::detour::Tile;
use walkmesh::kotor::{self, RoomId};
use walkmesh::nwn2;
use walkmesh_testing::snapshot;

use crate::run::{Run, root, run};

fn convert(arguments: &[&dyn AsRef<OsStr>]) -> Run {
    let mut all: Vec<OsString> = vec!["convert".into()];
    all.extend(arguments.iter().map(|argument| argument.as_ref().to_owned()));
    run(&all)
}

fn fine(run: &Run) {
    assert_eq!((run.status, run.err.as_str()), (0, ""), "{}", run.out);
}

fn sample(name: &str) -> std::path::PathBuf {
    root().join("samples").join(name)
}

/// Changes a GLB like an editor: another order of triangles, split vertices, rotated corners; then an edit.
fn edited(path: &Path, edit: impl Fn(&mut TriangleSet)) {
    let mut scene = GltfScene::from_bytes(&fs::read(path).expect("the GLB"), Up::Z).expect("a GLB").scene;
    for node in &mut scene.nodes {
        edit(&mut node.set);
        let mut points = Vec::new();
        for row in node.set.triangles.iter_mut().rev() {
            row.corners.rotate_left(1);
            points.extend(row.corners.map(|corner| node.set.points[corner as usize]));
            row.corners = [3, 2, 1].map(|back| points.len() as u32 - back);
        }
        node.set.points = points;
    }
    fs::write(path, scene.to_glb().expect("a GLB")).expect("a file");
}

/// A walkmesh exported, edited and imported: the report, and the resulting bytes.
fn there_and_back(base: &str, format: &str, edit: impl Fn(&mut TriangleSet)) -> (serde_json::Value, Vec<u8>) {
    let folder = tempfile::tempdir().expect("a folder");
    let (out, back) = (folder.path().join(format!("out.{format}")), folder.path().join(base));
    fine(&convert(&[&sample(base), &"-o", &out]));
    if format == "glb" {
        edited(&out, edit);
    }
    let run = convert(&[&out, &"--onto", &sample(base), &"-o", &back, &"--json"]);
    fine(&run);
    (run.json()["results"][0].clone(), fs::read(back).expect("the result"))
}

#[test]
fn what_was_not_edited_keeps_every_byte() {
    for base in ["room.wok", "porch.wok", "chest.pwk", "door0.dwk", "yard.trn", "yard.trx"] {
        for format in ["glb", "gltf", "obj"] {
            let (report, bytes) = there_and_back(base, format, |_| {});
            assert!(report["unchanged"] == true, "{base}: {report}");
            assert!(bytes == fs::read(sample(base)).expect("the sample"), "{base} through {format}");
        }
    }
}

#[test]
fn a_room_is_repainted() {
    let (report, bytes) = there_and_back("room.wok", "glb", |set| {
        let row = set.triangles.iter_mut().find(|row| row.class == 4).expect("a face of stone");
        row.class = 5;
    });
    let matched = &report["nodes"][0]["matched"];
    assert_eq!(matched["repainted"].as_array().map(Vec::len), Some(1));
    let before = kotor::Walkmesh::from_bytes(&fs::read(sample("room.wok")).expect("the sample")).expect("a room");
    let after = kotor::Walkmesh::from_bytes(&bytes).expect("a room");
    let painted = matched["repainted"][0].as_u64().expect("a face") as usize;
    for (id, (before, after)) in before.faces().zip(after.faces()).enumerate() {
        assert_eq!(before.corners(), after.corners());
        assert_eq!(before.material() != after.material(), id == painted);
    }
    assert_eq!(before.transitions().collect::<Vec<_>>(), after.transitions().collect::<Vec<_>>());
}

#[test]
fn a_path_is_cut_out_of_an_nwn2_area() {
    let (report, bytes) = there_and_back("yard.trx", "glb", |set| {
        // The knife: a triangle becomes two, from a corner to the midpoint of the opposite side.
        let [a, b, c] = set.triangles[0].corners;
        let [from, to] = [b, c].map(|corner| set.points[corner as usize]);
        set.points.push(std::array::from_fn(|axis| (from[axis] + to[axis]) / 2.0));
        let middle = set.points.len() as u32 - 1;
        set.triangles[0].corners = [a, b, middle];
        let class = set.triangles[0].class & !1;
        set.triangles.push(ClassedTriangle { corners: [a, middle, c], class });
    });
    let matched = &report["nodes"][0]["matched"];
    assert_eq!(
        (matched["removed"].as_array().map(Vec::len), matched["added"].as_array().map(Vec::len)),
        (Some(1), Some(2))
    );
    let area = nwn2::Terrain::from_bytes(&bytes).expect("an area");
    let before = nwn2::Terrain::from_bytes(&fs::read(sample("yard.trx")).expect("the sample")).expect("an area");
    let count = |area: &nwn2::Terrain| area.walkmesh().expect("a walkmesh").triangle_rows().len();
    assert_eq!(count(&area), count(&before) + 1);
    assert!(area.walkmesh().expect("a walkmesh").is_baked());
}

#[test]
fn a_hole_is_closed() {
    let folder = tempfile::tempdir().expect("a folder");
    let (base, glb, out) =
        (folder.path().join("ring.wok"), folder.path().join("ring.glb"), folder.path().join("new.wok"));
    // Three by three squares; the one in the middle is missing.
    let corner = |at: u32| [(at % 4) as f32, (at / 4) as f32, 0.0];
    let square = |x: u32, y: u32| {
        let [a, b, c, d] = [4 * y + x, 4 * y + x + 1, 4 * y + x + 5, 4 * y + x + 4];
        [[a, b, c], [a, c, d]]
    };
    let all = (0..9).filter(|at| *at != 4).flat_map(|at| square(at % 3, at / 3));
    let faces = all.map(|corners| (corners.map(kotor::VertexId), kotor::MaterialId(4)));
    let ring = kotor::Walkmesh::from_indexed(kotor::Kind::Wok, (0..16).map(corner), faces).expect("a room");
    assert_eq!(ring.perimeters().count(), 2);
    fs::write(&base, ring.to_bytes().expect("a room")).expect("a file");

    fine(&convert(&[&base, &"-o", &glb]));
    edited(&glb, |set| {
        let points = set.points.len() as u32;
        set.points.extend([5, 6, 10, 9].map(corner));
        let face = |corners: [u32; 3]| ClassedTriangle { corners: corners.map(|at| points + at), class: 4 };
        set.triangles.extend([face([0, 1, 2]), face([0, 2, 3])]);
    });
    let run = convert(&[&glb, &"--onto", &base, &"-o", &out]);
    fine(&run);
    assert!(run.out.contains("16 faces kept\n    2 faces added: 16, 17"), "{}", run.out);
    let closed = kotor::Walkmesh::from_bytes(&fs::read(out).expect("the result")).expect("a room");
    assert_eq!((closed.perimeters().count(), closed.vertex_count(), closed.face_count()), (1, 16, 18));
}

#[test]
fn an_area_goes_out_as_one_file_and_comes_back_room_by_room() {
    let folder = tempfile::tempdir().expect("a folder");
    let (glb, back) = (folder.path().join("manor.glb"), folder.path().join("manor"));
    fine(&convert(&[&sample("manor.lyt"), &"-o", &glb]));
    let scene = GltfScene::from_bytes(&fs::read(&glb).expect("the GLB"), Up::Z).expect("a GLB").scene;
    assert_eq!(scene.nodes.iter().map(|node| node.name.as_str()).collect::<Vec<_>>(), ["room", "porch"]);
    edited(&glb, |_| {});
    fine(&convert(&[&glb, &"--onto", &sample("manor.lyt"), &"-o", &format!("{}/", back.display())]));
    for file in ["room.wok", "porch.wok", "manor.lyt"] {
        assert!(fs::read(back.join(file)).expect(file) == fs::read(sample(file)).expect(file), "{file}");
    }
}

#[test]
fn a_room_is_made_of_a_plain_mesh() {
    let folder = tempfile::tempdir().expect("a folder");
    let (obj, room) = (folder.path().join("floor.obj"), folder.path().join("floor.wok"));
    fs::write(&obj, "v 0 0 0\nv 4 0 0\nv 4 0 -4\nv 0 0 -4\nusemtl Wood\nf 1 2 3 4\n").expect("a file");
    fine(&convert(&[&obj, &"-o", &room]));
    let room = kotor::Walkmesh::from_bytes(&fs::read(room).expect("the room")).expect("a room");
    assert_eq!(room.face_count(), 2);
    assert!(room.faces().all(|face| face.is_walkable() && face.faces_up()));
    assert!(room.root().is_some(), "the tables are baked");
}

#[test]
fn an_area_is_made_of_a_scene_and_linked() {
    let folder = tempfile::tempdir().expect("a folder");
    let (glb, rooms) = (folder.path().join("annex.glb"), folder.path().join("annex/"));
    let square = |name: &str, x: f32| {
        let points = vec![[x, 0.0, 0.0], [x + 4.0, 0.0, 0.0], [x + 4.0, 4.0, 0.0], [x, 4.0, 0.0]];
        let triangles = [[0, 1, 2], [0, 2, 3]].map(|corners| ClassedTriangle { corners, class: 4 });
        let set = TriangleSet { points, triangles: triangles.into(), ..TriangleSet::default() };
        walkmesh::exchange::SceneNode { name: name.into(), set, ..Default::default() }
    };
    let scene = Scene { nodes: vec![square("west", 0.0), square("east", 4.0)], ..Scene::default() };
    fs::write(&glb, scene.to_glb().expect("a GLB")).expect("a file");
    let run = convert(&[&glb, &"-o", &format!("{}/", rooms.display())]);
    fine(&run);
    assert!(run.out.contains("2 transitions were found where rooms meet."), "{}", run.out);
    let west = kotor::Walkmesh::from_bytes(&fs::read(rooms.join("west.wok")).expect("a room")).expect("a room");
    assert_eq!(west.transitions().map(|(_, room)| room).collect::<Vec<_>>(), [RoomId(1)]);
    assert!(rooms.join("annex.lyt").is_file());
}

#[test]
fn a_dungeon_goes_out_as_one_file_and_comes_back_floor_by_floor() {
    let folder = tempfile::tempdir().expect("a folder");
    let (glb, back) = (folder.path().join("dungeon.glb"), folder.path().join("back/"));
    fine(&convert(&[&sample("dungeon.dof"), &"-o", &glb]));
    fine(&convert(&[&glb, &"--onto", &sample("dungeon.dof"), &"-o", &format!("{}/", back.display())]));
    for file in ["court.bms", "hall.bms"] {
        assert!(fs::read(back.join(file)).expect(file) == fs::read(sample(file)).expect(file), "{file}");
    }
    // A bake of the scene gives the same route as a bake of the dungeon's description.
    let (tables, expected) = (folder.path().join("ainavdata_32770.dat"), folder.path().join("expected.dat"));
    fine(&convert(&[&glb, &"-o", &tables]));
    fine(&run(&[OsStr::new("bake"), sample("dungeon.json").as_os_str(), OsStr::new("-o"), expected.as_os_str()]));
    let routes = |path: &Path| {
        let path = path.to_str().expect("a path");
        run(&["path", "--json", path, "0:3", "1:0"]).json()["results"][0]["cells"].clone()
    };
    assert_eq!(routes(&tables), routes(&expected));

    let (one, alone) = (folder.path().join("hall.glb"), folder.path().join("hall.bms"));
    fine(&convert(&[&sample("hall.bms"), &"-o", &one]));
    fine(&convert(&[&one, &"--onto", &sample("hall.bms"), &"-o", &alone]));
    assert!(fs::read(alone).expect("the floor") == fs::read(sample("hall.bms")).expect("the sample"));
}

#[test]
fn a_walkmesh_goes_out_as_text_and_comes_back() {
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["room.wok", "chest.pwk"] {
        let (text, back) = (folder.path().join(format!("{name}.ascii")), folder.path().join(name));
        fine(&convert(&[&sample(name), &"-o", &text]));
        fine(&convert(&[&text, &"--onto", &sample(name), &"-o", &back]));
        assert!(
            fs::read(&back).expect("the result") == fs::read(sample(name)).expect("the sample"),
            "{name} onto itself"
        );
        fs::remove_file(&back).expect("the result");
        fine(&convert(&[&text, &"-o", &back]));
        let room = kotor::Walkmesh::from_bytes(&fs::read(&back).expect("the result")).expect("a walkmesh");
        let before = kotor::Walkmesh::from_bytes(&fs::read(sample(name)).expect("the sample")).expect("a walkmesh");
        assert_eq!(room.face_count(), before.face_count());
        // Under the name of a walkmesh, the text is known by its bytes.
        let renamed = folder.path().join(format!("text-{name}"));
        fs::rename(&text, &renamed).expect("the text");
        fine(&convert(&[&renamed, &"-o", &back, &"--force"]));
    }
    let (text, doors) = (folder.path().join("gate-ascii.dwk"), folder.path().join("doors/"));
    fine(&convert(&[&sample("door0.dwk"), &"-o", &text]));
    fine(&convert(&[&text, &"-o", &format!("{}/", doors.display())]));
    assert!(doors.join("gate0.dwk").is_file());
}

#[test]
fn what_makes_no_sense_is_refused_with_the_reason_and_writes_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let (obj, glb) = (folder.path().join("floor.obj"), folder.path().join("room.glb"));
    fs::write(&obj, "v 0 0 0\nf 1 2 3\n").expect("a file");
    fs::write(&glb, b"glTF").expect("a file");
    let refused = |arguments: &[&dyn AsRef<OsStr>], reason: &str| {
        let run = convert(arguments);
        assert_eq!(run.status, 2, "{}", run.out);
        assert!(run.err.contains(reason), "{}", run.err);
    };
    let out = folder.path().join("out.wok");
    refused(&[&obj, &"-o", &out], "line 2: `2` is not one of the 1 vertices above this line");
    refused(&[&glb, &"-o", &out], "room.glb: ");
    refused(
        &[&sample("room.wok"), &"-o", &out],
        "the name of the output must end in .glb, .gltf, .obj, .ascii, .detour or .tres",
    );
    refused(&[&sample("room.wok"), &"--onto", &sample("room.wok"), &"-o", &glb], "this is one of a game");
    refused(&[&folder.path().join("none.obj"), &"-o", &out], "cannot be read");
    let there = fs::read_dir(folder.path()).expect("the folder").count();
    assert_eq!(there, 2, "nothing was written");

    // A file without triangles neither makes nor empties a walkmesh.
    let text = folder.path().join("text.obj");
    for bytes in ["a letter\n", "o room\nv 0 0 0\n"] {
        fs::write(&text, bytes).expect("a file");
        refused(&[&text, &"-o", &out], "text.obj: the file has no triangles");
        refused(&[&text, &"--onto", &sample("room.wok"), &"-o", &out], "text.obj: the file has no triangles");
        refused(
            &[&text, &"--onto", &sample("manor.lyt"), &"-o", &folder.path().join("rooms/")],
            "text.obj: the file has no triangles",
        );
    }
    fs::write(&text, "").expect("a file");
    refused(&[&text, &"-o", &out], "text.obj: the file is empty");
    fs::remove_file(&text).expect("the file");

    // The edited walkmesh is an input, which is not overwritten.
    let (base, scene) = (folder.path().join("base.wok"), folder.path().join("scene.glb"));
    fs::copy(sample("room.wok"), &base).expect("a copy");
    fine(&convert(&[&base, &"-o", &scene]));
    refused(&[&scene, &"--onto", &base, &"-o", &base, &"--force"], "base.wok: this is what the edits are for");
    refused(&[&glb, &"--onto", &sample("manor.lyt"), &"-o", &root().join("samples")], "room.glb: ");
}

/// A walkmesh of the first Neverwinter Nights, as its tools write it.
const NWN1: &str = "#MAXWALKMESH  ASCII\n# model: tin01_a01_01\nbeginwalkmeshgeom tin01_a01_01\nnode aabb \
                    tin01_a01_01wok\n  parent tin01_a01_01\n  position 0 0 0\n  orientation 0 0 0 0\n  bitmap NULL\n  verts 5\n    -5 -5 0\n    \
                    5 -5 0\n    5 5 0\n    -5 5 0\n    0 9 0\n  faces 3\n    0 1 2  1  0 0 0  4\n    0 2 3  1  0 0 0  19\n    3 2 4  1  \
                    0 0 0  7\n  aabb  -5 -5 0 5 5 0 -1\n    -5 -5 0 5 5 0 0\n    -5 -5 0 5 5 0 1\nendnode\nendwalkmeshgeom tin01_a01_01\n";

#[test]
fn a_text_of_nwn1_is_named_by_every_command_and_converted_and_drawn() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    let input = at("tile.wok").to_str().expect("a path").to_owned();
    // NWmax puts comments of its own first.
    let of_nwmax = "# Exported from NWmax 0.8\r\n\r\n# by hand\r\n#NWmax WALKMESH ASCII\r\n";
    for text in [NWN1.replacen("#MAXWALKMESH  ASCII\n", of_nwmax, 1), NWN1.to_owned()] {
        fs::write(at("tile.wok"), &text).expect("a text");
        for command in [&["info"][..], &["check"], &["roundtrip"], &["path", "0,0", "1,1"]] {
            let run = run(&[&command[..1], &[input.as_str()], &command[1..]].concat());
            assert!(
                run.status == 2 && run.err.contains("the first Neverwinter Nights as text"),
                "{command:?}: {run:?}"
            );
        }
        // Snow, which is walkable there and not in KotOR.
        let run = convert(&[&at("tile.wok"), &"-o", &at("tile.detour"), &"--force"]);
        fine(&run);
        let tile = Tile::from_bytes(&fs::read(at("tile.detour")).expect("a tile")).expect("a tile");
        assert_eq!(tile.polygons.iter().map(|row| row.area_and_type).collect::<Vec<_>>(), [4, 19]);
    }
    for output in ["tile.glb", "tile.obj", "tile.tres"] {
        let run = convert(&[&at("tile.wok"), &"-o", &at(output)]);
        fine(&run);
        assert!(run.out.contains("triangle"), "{run:?}");
    }
    let drawn = run(&["draw", &input, "-o", at("tile.svg").to_str().expect("a path")]);
    fine(&drawn);
    assert!(drawn.out.contains("Stone") && drawn.out.contains("Snow"), "{drawn:?}");
}

#[test]
fn a_floor_goes_out_to_detour_and_godot_and_a_mesh_gets_its_name() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    fine(&convert(&[&sample("room.wok"), &"-o", &at("room.detour")]));
    let tile = Tile::from_bytes(&fs::read(at("room.detour")).expect("a tile")).expect("a tile");
    assert_eq!((tile.polygons.len(), tile.detail_meshes.len()), (16, 16));
    fine(&convert(&[&sample("room.wok"), &"-o", &at("room.tres")]));
    snapshot("cli_godot", &fs::read_to_string(at("room.tres")).expect("a text"));
    let named = convert(&[&sample("room.wok"), &"-o", &at("room.gltf"), &"--mesh-name", &"navmesh"]);
    fine(&named);
    // Engines take the first primitive: it has the 16 walkable triangles of three materials, and no wall.
    let gltf: serde_json::Value = serde_json::from_slice(&fs::read(at("room.gltf")).expect("a glTF")).expect("JSON");
    let [mesh] = gltf["meshes"].as_array().expect("meshes").as_slice() else { panic!("{gltf}") };
    let [primitive] = mesh["primitives"].as_array().expect("primitives").as_slice() else { panic!("{mesh}") };
    let count =
        |accessor: &serde_json::Value| &gltf["accessors"][accessor.as_u64().expect("an index") as usize]["count"];
    assert_eq!((mesh["name"].as_str(), count(&primitive["indices"]).as_u64()), (Some("navmesh"), Some(3 * 16)));
    // Triangles share their corners.
    assert_eq!(count(&primitive["attributes"]["POSITION"]).as_u64(), Some(tile.vertices.len() as u64));
    // A file of another program does not define the walkable floor: everything becomes one primitive.
    fine(&convert(&[&sample("room.wok"), &"-o", &at("all.glb")]));
    let joined = convert(&[&at("all.glb"), &"-o", &at("joined.obj"), &"--mesh-name", &"navmesh"]);
    fine(&joined);
    let obj = fs::read_to_string(at("joined.obj")).expect("an OBJ");
    let lines = |start: &str| obj.lines().filter(|line| line.starts_with(start)).count();
    assert_eq!((lines("o "), lines("usemtl "), lines("f ")), (1, 1, 24), "{obj}");
    let refused = convert(&[&sample("room.wok"), &"-o", &at("other.tres"), &"--mesh-name", &"navmesh"]);
    assert!(refused.status == 2 && refused.err.contains("--mesh-name needs"), "{refused:?}");
    // A floor cannot be read back.
    let back = convert(&[&at("room.detour"), &"-o", &at("back.wok")]);
    assert!(back.status == 2 && back.err.contains("and not read"), "{back:?}");
}
