//! `walkmesh bake --footprints`: the holes that placeables make in an NWN2 area, and the floor that they add.

use std::ffi::OsStr;
use std::fs;
use std::path::Path;

use walkmesh::formats::Document;
use walkmesh::formats::container::Triangle;
use walkmesh::formats::erf::{Erf, Version};
use walkmesh::formats::gff::{Gff, Tree, TreeValue};
use walkmesh::formats::mdb::{Collision, CollisionVertex, Mdb, Packet};
use walkmesh::level::{rewrite_archive, write_zip};
use walkmesh::nwn2::{FloorMaterial, Terrain, Walkmesh};

use crate::bake::{bake, folder_of};
use crate::run::Run;

/// A GIT with static placeables: tag, appearance and position.
pub fn git(placeables: &[(&str, u32, [f32; 3])]) -> Vec<u8> {
    let placeable = |(tag, appearance, [x, y, z]): &(&str, u32, [f32; 3])| {
        Tree::new(9)
            .with("X", TreeValue::Float(*x))
            .with("Y", TreeValue::Float(*y))
            .with("Z", TreeValue::Float(*z))
            .with("Tag", TreeValue::String(tag.as_bytes().to_vec()))
            .with("Appearance", TreeValue::Dword(*appearance))
            .with("Static", TreeValue::Byte(1))
    };
    let list = TreeValue::List(placeables.iter().map(placeable).collect());
    let objects = Tree::root().with("Placeable List", list);
    Gff::from_tree(*b"GIT ", &objects).expect("a tree").to_bytes().expect("a file")
}

/// Bakes the yard with these footprints.
fn baked(folder: &Path, footprints: &str) -> Run {
    let json = folder.join("footprints.json");
    fs::write(&json, footprints).expect("a file");
    let out = folder.join("out.trx");
    let _ = fs::remove_file(&out);
    bake(&[&folder.join("yard.trn"), &"--footprints", &json, &"-o", &out, &"--json"])
}

fn walkmesh(folder: &Path) -> Walkmesh {
    let area = Terrain::from_bytes(&fs::read(folder.join("out.trx")).expect("written")).expect("an area");
    area.into_walkmesh().expect("a walkmesh")
}

#[test]
fn placeables_with_a_footprint_are_cut_out_walk_meshes_are_added_and_the_others_are_named() {
    let folder = folder_of(&["yard.trn", "footprints.json"]);
    let objects = [
        ("BED", 639, [2.0, 1.5, 0.0]),
        ("CRATE", 7, [14.0, 2.0, 0.0]),
        ("BRIDGE", 2000, [12.0, 7.0, 1.0]),
        ("STATUE", 5, [16.5, 7.5, 0.0]),
    ];
    fs::write(folder.path().join("yard.git"), git(&objects)).expect("a file");
    // A crate: a lid and a side, which covers nothing. A plank. In an OBJ, y is up.
    let crate_obj = "v -0.5 1 0.5\nv 0.5 1 0.5\nv 0.5 1 -0.5\nv -0.5 1 -0.5\nv -0.5 0 0.5\nf 1 2 3 4\nf 5 1 2\n";
    fs::write(folder.path().join("crate.obj"), crate_obj).expect("a file");
    fs::write(folder.path().join("plank.obj"), "v -1 0 0\nv 1 0 0\nv 1 0 -1\nv -1 0 -1\nf 1 2 3 4\n").expect("a file");
    let sample = fs::read_to_string(folder.path().join("footprints.json")).expect("the sample");
    let with_meshes = sample.replace(
        "{\n    \"639\"",
        r#"{ "7": { "mesh": "crate.obj" }, "2000": { "helper": "plank.obj", "flags": "walkable wood" }, "639""#,
    );
    let run = baked(folder.path(), &with_meshes);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    let notes: Vec<String> = serde_json::from_value(run.json()["results"][0]["notes"].clone()).expect("notes");
    let missing = "1 placeable is not cut out (1 appearance), because no footprint is known; creatures walk there";
    assert_eq!(notes[..2], [missing, "  STATUE (row 5): (16.50, 7.50)"], "{notes:?}");
    let cut = "cut out: 0 walkmesh cutters and 3 placeables (3 from the given table)";
    assert_eq!(notes.iter().filter(|note| *note == cut).count(), 1, "{notes:?}");

    let walkmesh = walkmesh(folder.path());
    let floor_at = |at: [f32; 2]| walkmesh.triangles().find(|triangle| triangle.contains(at)).map(|face| face.floor());
    assert_eq!((floor_at([2.0, 1.5]), floor_at([14.0, 2.0])), (None, None));
    assert_eq!(
        (floor_at([16.5, 7.5]), floor_at([2.0, 3.2])),
        (Some(Some(FloorMaterial::Stone)), Some(Some(FloorMaterial::Stone)))
    );
    let plank: Vec<_> = walkmesh.triangles().filter(|triangle| triangle.floor() == Some(FloorMaterial::Wood)).collect();
    assert!(plank.iter().any(|triangle| triangle.contains([12.5, 7.5])) && plank.iter().all(|face| face.is_walkable()));
}

#[test]
fn a_file_of_footprints_that_is_wrong_says_where() {
    let folder = folder_of(&["yard.trn"]);
    fs::write(folder.path().join("yard.git"), git(&[])).expect("a file");
    fs::write(folder.path().join("empty.obj"), "v 0 0 0\n").expect("a file");
    fs::write(folder.path().join("one.obj"), "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n").expect("a file");
    let models = [
        (r#"{ "polygons": [[[0, 0], [1, 1]]] }"#, "placeable 7: `polygons`: polygon 0 has 2 points"),
        (r#"{ "polygons": [[[0, 0], [1, "x"]]] }"#, "placeable 7: `polygons`: invalid type: string"),
        (r#"{ "kind": "bridge" }"#, "placeable 7: `kind`: unknown variant `bridge`"),
        (r#"{ "kind": "hole", "kind": "hole" }"#, "placeable 7: the field `kind` stands here twice"),
        (r#"{ "kind": "patch" }"#, "placeable 7: a patch needs `polygons`"),
        (r#"{ "kind": "patch", "mesh": "one.obj" }"#, "placeable 7: a patch has `polygons`, and no `mesh`"),
        (r#"{ "kind": "hole", "links": [0] }"#, "placeable 7: `links` is a field of walk meshes"),
        (r#"{ "mesh": "../x.obj" }"#, "the mesh ../x.obj: it must lie in the folder of the file that names it"),
        (r#"{ "mesh": "x.obj" }"#, "placeable 7: the mesh x.obj: "),
        (r#"{ "mesh": "x.mdb" }"#, "the mesh x.mdb must be an OBJ, a glTF or a GLB"),
        (r#"{ "mesh": "empty.obj" }"#, "the mesh empty.obj has no triangles"),
        (r#"{ "mesh": "one.obj" }"#, "the mesh one.obj covers nothing, seen from above"),
        (r#"{ "helper": "one.obj" }"#, "placeable 7: a walk mesh needs `flags`"),
        (r#"{ "helper": "one.obj", "flags": "lava" }"#, "placeable 7: `flags`: `lava` is no class"),
        (r#"{ "helper": "one.obj", "flags": [33, 33] }"#, "there are 2 flags for 1 faces"),
        (r#"{ "helper": "one.obj", "flags": [65536] }"#, "placeable 7: `flags`: expected a class such as"),
        (r#"{ "helper": "one.obj", "kind": "hole" }"#, "placeable 7: a `helper` is a walk mesh"),
        (r#"{ "helper": "one.obj", "polygons": [] }"#, "placeable 7: `polygons` are those of a hole or a patch"),
        (r#"{ "helper": "one.obj", "flags": [1], "links": [3] }"#, "`links`: the link vertex 3 is missing"),
        (r#"{ "helper": "one.obj", "flags": [1], "linked_sides": [[0, 3]] }"#, "`linked_sides`: the linked side 3 of"),
        (r#"{ "kind": "walkmesh", "flags": [] }"#, "placeable 7: a walk mesh needs `vertices` and `faces`"),
        (r#"{ "flags": "stone" }"#, "placeable 7: `flags` is a field of walk meshes"),
        (r#"{ "shape": [] }"#, "placeable 7: unknown field `shape`"),
        ("[]", "placeable 7: invalid type: sequence, expected the fields of a model"),
        (
            r#"{ "kind": "walkmesh", "mesh": "one.obj", "faces": [] }"#,
            "placeable 7: a walk mesh is a `mesh` in a file, or",
        ),
        (r#"{ "kind": "hole" }, "7": {}"#, "placeable 7 stands here twice"),
    ];
    let of_models = models.map(|(model, expected)| (format!(r#"{{ "placeables": {{ "7": {model} }} }}"#), expected));
    let documents = [
        ("[1]", "invalid type: sequence, expected a document with the field `placeables`"),
        (r#"{ "placeables": [] }"#, "invalid type: sequence, expected a model for each appearance"),
        (r#"{ "placeables": {}, "placeables": {} }"#, "duplicate field `placeables`"),
        (r#"{ "models": {} }"#, "unknown field `models`"),
        ("{}", "missing field `placeables`"),
    ]
    .map(|(document, expected)| (document.to_owned(), expected));
    for (json, expected) in of_models.into_iter().chain(documents) {
        let run = baked(folder.path(), &json);
        assert_eq!(run.status, 2, "{json}");
        assert!(run.err.contains(expected) && run.err.contains("the footprints "), "{json}: {}", run.err);
        assert!(!folder.path().join("out.trx").exists());
    }
}

/// A model whose mesh for collisions is a square of this size, or a damaged one.
pub fn model(size: f32) -> Vec<u8> {
    let corners = [[0.0, 0.0], [size, 0.0], [size, size], [0.0, size]];
    let vertices = corners.map(|[x, y]| CollisionVertex { position: [x, y, 1.0], ..CollisionVertex::default() }).into();
    let faces = [[0, 1, 2], [0, 2, 3]].map(|vertices| Triangle { vertices }).into();
    let data = Collision { vertices, faces, ..Collision::default() }.to_bytes().expect("a mesh");
    let packets = vec![Packet { packet_type: Collision::COARSE, data }];
    Mdb { packets, ..Mdb::default() }.to_bytes().expect("a model")
}

/// A table of placeables in which some rows have a model.
pub fn table(models: &[(usize, &str)]) -> String {
    let model = |row: usize| models.iter().find(|(known, _)| *known == row).map_or("****", |(_, model)| model);
    let rows: String = (0..1300).map(|row| format!("{row} x {}\n", model(row))).collect();
    format!("2DA V2.0\n\nLabel NWN2_ModelName\n{rows}")
}

/// The sources of all placeables of a bake by their tags, and the tags of those without a footprint.
fn sources(run: &Run) -> (Vec<String>, Vec<String>) {
    assert_eq!(run.status, 0, "{run:?}");
    let json = run.json();
    let carving = &json["results"][0]["carving"];
    let text = |value: &serde_json::Value| value.as_str().expect("a text").to_owned();
    let known = carving["footprints"].as_array().expect("a list").iter();
    let missing = carving["without_footprint"].as_array().expect("a list").iter();
    let known = known.map(|object| format!("{} {}", text(&object["tag"]), text(&object["source"]))).collect();
    (known, missing.map(|object| text(&object["tag"])).collect())
}

#[test]
fn tables_are_asked_before_models_and_models_before_the_learned_table() {
    let folder = folder_of(&["yard.trn"]);
    let objects = [
        ("TABLE", 639, [2.0, 1.5, 0.0]),
        ("MODEL", 1265, [4.0, 1.5, 0.0]),
        ("LEARNED", 629, [6.0, 1.5, 0.0]),
        ("HELPER", 1999, [14.0, 2.0, 0.0]),
        ("UNKNOWN", 5, [16.5, 7.5, 0.0]),
    ];
    fs::write(folder.path().join("yard.git"), git(&objects)).expect("a file");
    let models = folder.path().join("models");
    fs::create_dir(&models).expect("a folder");
    let table = table(&[(639, "PLC_THING"), (1265, "PLC_THING"), (629, "PLC_NO_FILE")]);
    fs::write(models.join("Placeables.2DA"), table).expect("a file");
    fs::write(models.join("plc_thing.mdb"), model(0.5)).expect("a file");
    let [first, last] = ["first.json", "last.json"].map(|name| folder.path().join(name));
    fs::write(&first, r#"{"placeables":{"639":{"kind":"hole","polygons":[[[0,0],[9,0],[0,9]]]}}}"#).expect("a file");
    fs::write(&last, r#"{"placeables":{"639":{"kind":"hole"}}}"#).expect("a file");

    let out = folder.path().join("out.trx");
    let area = folder.path().join("yard.trn");
    let bake_with = |more: &[&dyn AsRef<OsStr>]| {
        let _ = fs::remove_file(&out);
        let all: [&dyn AsRef<OsStr>; 4] = [&area, &"-o", &out, &"--json"];
        bake(&all.into_iter().chain(more.iter().copied()).collect::<Vec<_>>())
    };
    let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<String>>();
    let run = bake_with(&[&"--footprints", &first, &"--footprints", &last, &"--models", &models]);
    let expected = names(&["TABLE table", "MODEL model", "LEARNED learned", "HELPER built_in"]);
    assert_eq!(sources(&run), (expected, names(&["UNKNOWN"])));
    // In the last table, nothing is cut.
    let at = |point: [f32; 2]| walkmesh(folder.path()).triangles().any(|triangle| triangle.contains(point));
    assert!(at([2.3, 1.8]) && !at([4.2, 1.7]), "the hole of the model is half a metre wide");
    let notes = run.json()["results"][0]["notes"].to_string();
    let counts =
        "1 from the given table, 1 from the model's file, 1 from the learned table, 1 from the built-in helpers";
    assert!(notes.contains(counts), "{notes}");

    let known = names(&["TABLE learned", "MODEL learned", "LEARNED learned", "HELPER built_in"]);
    assert_eq!(sources(&bake_with(&[])), (known, names(&["UNKNOWN"])));
    let missing = names(&["TABLE", "MODEL", "LEARNED", "UNKNOWN"]);
    assert_eq!(sources(&bake_with(&[&"--no-learned"])), (names(&["HELPER built_in"]), missing));

    // A damaged model is reported, and the next source is used. A folder without the table is refused.
    fs::write(models.join("plc_thing.mdb"), &model(0.5)[..100]).expect("a file");
    let damaged = bake_with(&[&"--models", &models]);
    assert_eq!(
        (damaged.status, sources(&damaged).0),
        (0, names(&["TABLE learned", "MODEL learned", "LEARNED learned", "HELPER built_in"]))
    );
    let notes = damaged.json()["results"][0]["notes"].to_string();
    assert!(notes.contains("plc_thing.mdb") && notes.contains("MDB: packets[0]"), "{notes}");
    fs::remove_file(models.join("Placeables.2DA")).expect("a file");
    let without = bake_with(&[&"--models", &models]);
    assert!(without.status == 2 && without.err.contains("it has no placeables.2da"), "{without:?}");
}

#[test]
fn models_of_a_module_come_before_those_of_its_haks_and_of_the_game() {
    let game = folder_of(&["yard.trn"]);
    let [data, haks, module] = ["Data", "hak", "modules/my"].map(|name| game.path().join(name));
    for folder in [&data, &haks, &module] {
        fs::create_dir_all(folder).expect("a folder");
    }
    let objects = [
        ("MODULE", 639, [2.0, 1.5, 0.0]),
        ("HAK", 1265, [4.0, 1.5, 0.0]),
        ("GAME", 5, [14.0, 2.0, 0.0]),
        ("LEARNED", 629, [16.5, 7.5, 0.0]),
    ];
    fs::rename(game.path().join("yard.trn"), module.join("yard.trn")).expect("a file");
    fs::write(module.join("yard.git"), git(&objects)).expect("a file");
    fs::write(module.join("plc_module.mdb"), model(0.25)).expect("a file");
    let haks_of_module = TreeValue::List(vec![Tree::new(8).with("Mod_Hak", TreeValue::String(b"Models".to_vec()))]);
    let area = TreeValue::List(vec![Tree::new(6).with("Area_Name", TreeValue::ResRef(b"yard".to_vec()))]);
    let info = Tree::root().with("Mod_Area_list", area).with("Mod_HakList", haks_of_module);
    let info = Gff::from_tree(*b"IFO ", &info).expect("a tree").to_bytes().expect("a file");
    fs::write(module.join("module.ifo"), info).expect("a file");
    let rows = table(&[(639, "PLC_MODULE"), (1265, "PLC_HAK"), (5, "PLC_GAME")]);
    let empty = Erf { file_type: *b"HAK ", version: Version::V1_1, ..Erf::default() }.to_bytes().expect("a hak");
    let members = [("placeables.2da", rows.into_bytes()), ("plc_hak.mdb", model(0.5)), ("plc_module.mdb", model(9.0))];
    let hak = rewrite_archive(&empty, members.iter().map(|(name, bytes)| (*name, &bytes[..]))).expect("a hak");
    fs::write(haks.join("models.hak"), hak).expect("a file");
    let members = [("2da/placeables.2da", table(&[]).into_bytes()), ("models/PLC_Game.MDB", model(0.75))];
    let zip = write_zip(members.iter().map(|(name, bytes)| (*name, &bytes[..]))).expect("a zip");
    fs::write(data.join("models.zip"), zip).expect("a file");

    let out = game.path().join("out.trx");
    let bake_at = |area: &dyn AsRef<OsStr>| {
        let _ = fs::remove_file(&out);
        bake(&[area, &"-o", &out, &"--json", &"--game", &game.path()])
    };
    let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<String>>();
    let run = bake_at(&"my/yard.trn");
    assert_eq!(sources(&run), (names(&["MODULE model", "HAK model", "GAME model", "LEARNED learned"]), Vec::new()));
    let at = |point: [f32; 2]| walkmesh(game.path()).triangles().any(|triangle| triangle.contains(point));
    assert!(at([2.3, 1.8]) && !at([2.2, 1.7]), "the module's model hides the hak's");

    // The same by its path, and where the module lies elsewhere.
    assert_eq!(sources(&bake_at(&module.join("yard.trn"))), sources(&run));
    let elsewhere = folder_of(&[]);
    for file in fs::read_dir(&module).expect("a folder").map(|file| file.expect("a file")) {
        fs::copy(file.path(), elsewhere.path().join(file.file_name())).expect("a file");
    }
    assert_eq!(sources(&bake_at(&elsewhere.path().join("yard.trn"))), sources(&run));

    // A file of the module hides that of a hak. A hak that the game lacks is named.
    fs::write(module.join("placeables.2da"), table(&[(639, "PLC_MODULE"), (5, "PLC_GAME")])).expect("a file");
    fs::remove_file(haks.join("models.hak")).expect("a file");
    let run = bake_at(&module.join("yard.trn"));
    assert_eq!(sources(&run), (names(&["MODULE model", "HAK learned", "GAME model", "LEARNED learned"]), Vec::new()));
    let notes = run.json()["results"][0]["notes"].to_string();
    assert!(notes.contains("the module's hak Models.hak is not in the game's folder hak"), "{notes}");

    // A damaged model of an archive is named with the archive.
    let zip = write_zip([("plc_game.mdb", &model(0.75)[..100])]).expect("a zip");
    fs::write(data.join("models.zip"), zip).expect("a file");
    let damaged = bake_at(&module.join("yard.trn"));
    assert_eq!(sources(&damaged).1, names(&["GAME"]));
    let notes = damaged.json()["results"][0]["notes"].to_string();
    assert!(notes.contains("models.zip: plc_game.mdb: MDB: packets[0]"), "{notes}");
}

/// A star with a number of corners, whose sides each cross nearly all others.
fn star(corners: usize) -> String {
    let corner = |at: usize| {
        // Points on a circle by its rational parameter, alternating between its halves.
        let t = (at / 2) as f32 / corners as f32;
        let [x, y] = [(1.0 - t * t) / (1.0 + t * t), 2.0 * t / (1.0 + t * t)];
        let side = if at.is_multiple_of(2) { 1.0 } else { -1.0 };
        format!("[{}, {}]", side * x, side * y)
    };
    let points: Vec<String> = (0..corners).map(corner).collect();
    format!(r#"{{ "placeables": {{ "7": {{ "polygons": [[{}]] }} }} }}"#, points.join(", "))
}

#[test]
fn a_footprint_that_crosses_itself_too_often_is_refused_in_steps_that_the_user_can_raise() {
    let folder = folder_of(&["yard.trn"]);
    fs::write(folder.path().join("yard.git"), git(&[("STAR", 7, [9.0, 4.5, 0.0])])).expect("a file");
    let json = folder.path().join("footprints.json");
    let bake_with = |corners: usize, steps: &[&str]| {
        fs::write(&json, star(corners)).expect("a file");
        let out = folder.path().join("out.trx");
        let _ = fs::remove_file(&out);
        let (area, steps) = (folder.path().join("yard.trn"), steps.iter().map(|it| it as &dyn AsRef<OsStr>));
        let all: [&dyn AsRef<OsStr>; 5] = [&area, &"--footprints", &json, &"-o", &out];
        bake(&all.into_iter().chain(steps).collect::<Vec<_>>())
    };
    let refused = bake_with(120, &["--max-steps", "10000"]);
    assert_eq!(refused.status, 2, "{refused:?}");
    for part in ["cross in too many places", "10000 steps", "`max-steps`"] {
        assert!(refused.err.contains(part), "{refused:?}");
    }
    assert_eq!(refused.err.matches("max-steps").count(), 1, "{refused:?}");
    // Without a limit from the user, it may take far more.
    let carved = bake_with(40, &[]);
    assert!(!carved.err.contains("--max-steps"), "{carved:?}");
}

/// Formerly, each name read the mesh again and kept another copy of it.
#[test]
fn a_mesh_that_is_named_a_thousand_times_is_read_once_and_refused_where_it_is_too_much() {
    let folder = folder_of(&["yard.trn"]);
    fs::write(folder.path().join("yard.git"), git(&[])).expect("a file");
    let obj = format!("v 0 0 0\nv 1 0 0\nv 0 0 -1\n{}", "f 1 2 3\n".repeat(800));
    fs::write(folder.path().join("lid.obj"), obj).expect("a file");
    let named = |models: usize| {
        let one = |appearance: usize| format!(r#""{appearance}": {{ "mesh": "lid.obj" }}"#);
        let all: Vec<String> = (0..models).map(one).collect();
        baked(folder.path(), &format!(r#"{{ "placeables": {{ {} }} }}"#, all.join(", ")))
    };
    assert_eq!(named(800).status, 0);
    let refused = named(1000);
    assert_eq!(refused.status, 2, "{refused:?}");
    // 800 triangles have 2,400 corners, so that 873 models fit.
    assert!(refused.err.contains("placeable 873: ") && refused.err.contains("2097152 corners"), "{refused:?}");
}
