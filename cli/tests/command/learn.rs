//! `walkmesh footprints learn`.

use std::fs;
use std::path::Path;

use walkmesh::formats::Document;
use walkmesh::formats::gff::{Gff, Tree, TreeValue};
use walkmesh::nwn2::{BuildFace, BuildOptions, CarveOptions, Cutter, Terrain, TileCounts, build, carve};

use crate::run::{Run, root, run};

/// A folder with an area of 18 by 9 m, in which a placeable of appearance 639 is at each of these places, and removed 1.3 by 2.8 m of
/// floor. The names of the three files differ in case.
fn module(places: &[[f32; 2]]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let points = [[0.0, 0.0, 0.0], [18.0, 0.0, 0.0], [18.0, 9.0, 0.0], [0.0, 9.0, 0.0]];
    let face = |corners| BuildFace { corners, walkable: true, floor: None };
    let built = build(&points, &[face([0, 1, 2]), face([0, 2, 3])], &BuildOptions::default()).expect("a floor");
    let cutter = |[x, y]: &[f32; 2]| Cutter {
        points: vec![[x - 0.6, y - 1.4], [x + 0.7, y - 1.4], [x + 0.7, y + 1.4], [x - 0.6, y + 1.4]],
    };
    let cutters: Vec<Cutter> = places.iter().map(cutter).collect();
    let mut trx = carve(&built.walkmesh, &cutters, &CarveOptions::default()).expect("a carving").walkmesh;
    let keep = walkmesh::nwn2::BakeOptions::default().with_tile_counts(TileCounts::Keep);
    trx.bake(&keep).expect("a bake");
    let placeable = |[x, y]: &[f32; 2]| {
        Tree::new(9)
            .with("X", TreeValue::Float(*x))
            .with("Y", TreeValue::Float(*y))
            .with("Z", TreeValue::Float(0.0))
            .with("Appearance", TreeValue::Dword(639))
            .with("Static", TreeValue::Byte(1))
    };
    let list = TreeValue::List(places.iter().map(placeable).collect());
    let git = Gff::from_tree(*b"GIT ", &Tree::root().with("Placeable List", list)).expect("a tree");
    let put = |name: &str, bytes: Vec<u8>| fs::write(folder.path().join(name), bytes).expect("a file");
    let terrain = Terrain::new_unbaked([2, 1], built.walkmesh).expect("an area");
    put("Hall.TRN", terrain.to_bytes().expect("bytes"));
    put("hall.trx", Terrain::new([2, 1], trx).expect("an area").to_bytes().expect("bytes"));
    put("hall.git", git.to_bytes().expect("bytes"));
    folder
}

fn learn(folder: &Path, more: &[&str]) -> Run {
    let mut arguments = vec!["footprints".into(), "learn".into(), folder.as_os_str().to_owned()];
    arguments.extend(more.iter().map(Into::into));
    run(&arguments)
}

#[test]
fn a_table_is_learned_from_a_folder_and_is_the_same_each_time() {
    let folder = module(&[[3.1, 3.3], [12.3, 4.1], [15.9, 5.2]]);
    let [table, again] = ["table.json", "again.json"].map(|name| folder.path().join(name).display().to_string());
    let first = learn(folder.path(), &["-o", &table]);
    assert_eq!((first.status, first.err.as_str()), (0, ""));
    assert!(first.out.contains(": 1 hole, 0 patches, 0 floors of models; 0 appearances without"), "{}", first.out);
    let json: serde_json::Value = serde_json::from_slice(&fs::read(&table).expect("the table")).expect("JSON");
    let bed = &json["placeables"]["639"];
    assert_eq!((&bed["kind"], &bed["instances"]), (&"hole".into(), &3.into()));
    let polygon: Vec<[f32; 2]> = serde_json::from_value(bed["polygons"][0].clone()).expect("a polygon");
    for corner in [[-0.6, -1.4], [0.7, -1.4], [0.7, 1.4], [-0.6, 1.4]] {
        let is_near = |at: &[f32; 2]| (at[0] - corner[0]).abs() < 1e-3 && (at[1] - corner[1]).abs() < 1e-3;
        assert!(polygon.len() == 4 && polygon.iter().any(is_near), "{polygon:?}");
    }
    let second = learn(folder.path(), &["-o", &again, "--json"]);
    assert_eq!(fs::read(&table).expect("the table"), fs::read(&again).expect("the other one"));
    let result = &second.json()["results"][0];
    let count = |field: &str| result["areas"][0][field]["triangles"].as_u64();
    // The corners of the learned polygon are within a micrometre of the true ones, which may turn a diagonal.
    let triangles = result["areas"][0]["triangles"].as_u64();
    assert!(result["learned"] == 1 && count("with").map(|it| it + 2) >= triangles, "{result}");
    assert!(count("without") < count("with") && count("with").is_some(), "{result}");
    // Three beds of 1.3 by 2.8 m.
    let wrong = |bake: &str| result["areas"][0][bake]["wrong_floor"].as_f64().expect("a number");
    assert!((wrong("without") - 10.92).abs() < 0.3 && wrong("with") < 0.2, "{result}");
}

#[test]
fn a_known_table_is_kept_but_for_what_is_proven() {
    let known = r#"{"placeables":{"7":{"kind":"hole","polygons":[]},
        "639":{"kind":"hole","polygons":[[[0,0],[0.3,0],[0,0.3]]],"name":"PLC_BED"}}}"#;
    for (places, is_proven) in [(&[[3.1, 3.3], [12.3, 4.1], [15.9, 5.2]][..], true), (&[[3.1, 3.3]], false)] {
        let folder = module(places);
        let [table, onto] = ["table.json", "known.json"].map(|name| folder.path().join(name).display().to_string());
        fs::write(&onto, known).expect("a file");
        let refused = learn(folder.path(), &["--onto", &onto, "-o", &onto, "--force"]);
        assert!(refused.status == 2 && refused.err.contains("the known table"), "{}", refused.err);
        let run = learn(folder.path(), &["--onto", &onto, "-o", &table]);
        assert_eq!((run.status, run.err.as_str()), (0, ""));
        let json: serde_json::Value = serde_json::from_slice(&fs::read(&table).expect("the table")).expect("JSON");
        let [other, bed] = ["7", "639"].map(|appearance| &json["placeables"][appearance]);
        assert_eq!((&other["polygons"], &bed["name"]), (&serde_json::json!([]), &"PLC_BED".into()));
        let corners = bed["polygons"][0].as_array().map(Vec::len);
        assert_eq!((corners, bed["evidence"].is_object()), (Some(if is_proven { 4 } else { 3 }), is_proven), "{json}");
    }
}

#[test]
fn what_is_missing_or_damaged_is_named() {
    let folder = module(&[[3.1, 3.3]]);
    let path = |name: &str| folder.path().join(name);
    let table = path("table.json").display().to_string();
    // Each skipped folder has a reason.
    let nothing = learn(&root().join("tests"), &["-o", &table]);
    assert_eq!(nothing.status, 2);
    assert!(nothing.err.contains("the folders have none of these files"), "{}", nothing.err);
    let absent = learn(&path("absent"), &["-o", &table]);
    assert!(absent.status == 2 && absent.err.contains("absent: cannot be read"), "{}", absent.err);

    // An input is never replaced, other files only with --force.
    let input = learn(folder.path(), &["-o", &path("hall.git").display().to_string(), "--force"]);
    assert!(input.status == 2 && input.err.contains("is a file of an area"), "{}", input.err);
    fs::write(&table, "mine").expect("a file");
    assert_eq!(learn(folder.path(), &["-o", &table]).status, 2);
    assert_eq!(fs::read(&table).expect("the file"), b"mine");
    assert_eq!(learn(folder.path(), &["-o", &table, "--force"]).status, 0);

    let whole = fs::read(path("hall.trx")).expect("the TRX");
    fs::write(path("hall.trx"), &whole[..whole.len() / 2]).expect("a file");
    let damaged = learn(folder.path(), &["-o", &table]);
    assert!(damaged.status == 2 && damaged.err.contains("hall.trx: "), "{}", damaged.err);
    fs::write(path("hall.trx"), fs::read(path("Hall.TRN")).expect("the TRN")).expect("a file");
    let unbaked = learn(folder.path(), &["-o", &table]);
    assert!(unbaked.status == 2 && unbaked.err.contains("this TRX is not baked"), "{}", unbaked.err);
    fs::remove_file(path("hall.trx")).expect("removed");
    let lacking = learn(folder.path(), &["-o", &table]);
    assert!(lacking.status == 2 && lacking.err.contains("Hall.TRN has no TRX beside it"), "{}", lacking.err);
}
