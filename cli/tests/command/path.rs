//! `walkmesh path`.

use std::fs;

use serde_json::Value;

use walkmesh::kotor::{Kind, MaterialId, VertexId, Walkmesh};
use walkmesh_testing::{corpus, snapshot};

use crate::run::run;

#[test]
fn a_path_in_a_dungeon_follows_its_tables() {
    let text = run(&["path", "samples/ainavdata_32769.dat", "0:0", "1:2"]);
    assert_eq!((text.status, text.err.as_str()), (0, ""));
    snapshot("cli_path_silkroad", &text.out);

    let json = run(&["path", "--json", "samples/ainavdata_32769.dat", "0:0", "1:2"]).json();
    let way = &json["results"][0];
    let to = serde_json::json!({ "place": [{ "kind": "block", "index": 1 }, { "kind": "cell", "index": 2 }] });
    assert_eq!(way["to"], to);
    assert_eq!(way["steps"][4]["place"], to["place"]);
    assert_eq!((way["no_path"].is_null(), way["steps"].as_array().map(Vec::len)), (true, Some(5)));
}

#[test]
fn points_stand_for_the_nearest_cells_and_may_be_negative() {
    let near = run(&["path", "samples/ainavdata_32769.dat", "-1.5,0,100", "1000,-2,150"]);
    assert_eq!((near.status, near.err.as_str()), (0, ""));
    assert!(near.out.starts_with("5 points from -1.5,0,100 to 1000,-2,150"), "{}", near.out);
    let stands =
        "\n  1000,-2,150 is not known to be on the floor; the nearest known point is 400,0,150, 600.003 away, in 1:2\n";
    assert!(near.out.ends_with(stands), "{}", near.out);
}

#[test]
fn a_cell_that_does_not_exist_has_no_path() {
    let run = run(&["path", "samples/ainavdata_32769.dat", "0:0", "1:3"]);
    assert_eq!((run.status, run.err.as_str()), (1, ""));
    assert_eq!(run.out, "no path from 0:0 to 1:3: block 1, cell 3 does not exist\n");
}

#[test]
fn a_malformed_position_is_wrong_usage() {
    for place in ["here", "1.5", "1:2:3", "NaN,0,0"] {
        assert_eq!(run(&["path", "samples/ainavdata_32769.dat", "0:0", place]).status, 2, "{place}");
    }
}

/// The routes that come with the synthetic dungeon: computed from its geometry by another program than this one.
#[test]
fn the_expected_routes_of_the_corpus_are_found() {
    let Some(corpus) = corpus("") else { return };
    let json = fs::read(corpus.join("sro/sample.json")).expect("the routes");
    let sample: Value = serde_json::from_slice(&json).expect("JSON");
    let paths = sample["paths"].as_array().expect("routes");
    assert_eq!(paths.len(), 9);
    for path in paths {
        let place = |end: &str| format!("{}:{}", path[end][0], path[end][1]);
        let file = corpus.join("sro/ainavdata_32999.dat");
        let run = run(&["path".into(), "--json".into(), file, place("start").into(), place("goal").into()]);
        assert_eq!(run.err, "");
        let way = &run.json()["results"][0];
        let steps = way["steps"].as_array().expect("steps");
        let Some(expected) = path["path"].as_array() else {
            assert_eq!((run.status, way["no_path"].is_string(), steps.len()), (1, true, 0));
            continue;
        };
        // A door is reported with the edges of both of its sides.
        let entered: Vec<_> = expected.iter().map(|step| if step[0] == "door" { &step[4] } else { &step[2] }).collect();
        assert_eq!(run.status, 0);
        assert_eq!(steps.iter().map(|step| &step["edge"]).collect::<Vec<_>>(), entered);
    }
}

#[test]
fn a_path_in_an_nwn2_area_is_that_of_the_game() {
    let text = run(&["path", "samples/yard.trx", "0", "35"]);
    assert_eq!((text.status, text.err.as_str()), (0, ""));
    snapshot("cli_path_nwn2", &text.out);

    // From centre to centre, and not through the centres between: the yard has a pillar, but it does not block this path.
    let shortest = run(&["path", "--json", "--shortest", "samples/yard.trx", "0", "35"]).json();
    let shortest = &shortest["results"][0];
    let both = run(&["path", "--json", "samples/yard.trx", "0", "35"]).json();
    assert_eq!(both["results"][0]["shortest"], shortest["length"]);
    assert_eq!((&both["results"][0]["proven_shortest"], &shortest["proven_shortest"]), (&true.into(), &true.into()));
    assert!(shortest["length"].as_f64() < both["results"][0]["length"].as_f64());
    let ends =
        shortest["steps"].as_array().map(|steps| (steps[0]["point"].clone(), steps[steps.len() - 1]["point"].clone()));
    assert_eq!(ends, Some((serde_json::json!([2.0, 1.0, 0.0]), serde_json::json!([16.0, 8.0, 0.0]))));

    let pillar = run(&["path", "samples/yard.trx", "0", "8"]);
    assert_eq!((pillar.status, pillar.out.as_str()), (1, "no path from 0 to 8: triangle 8 is not walkable\n"));
    for point in ["17.5,8", "17.5,8,3"] {
        let way = run(&["path", "samples/yard.trx", "0.5,1,-2", point]);
        assert_eq!((way.status, way.out.lines().count()), (0, text.out.lines().count()), "{}", way.out);
    }
    let outside = run(&["path", "samples/yard.trx", "0", "-1,-1"]);
    assert_eq!(
        (outside.status, outside.out.as_str()),
        (
            1,
            "no path from 0 to -1,-1: there is no triangle at -1,-1\n  the nearest walkable point is 0,0,0, 1.414 away, on triangle 0, stored island 0\n"
        )
    );
    let unbaked = run(&["path", "samples/yard.trn", "0", "35"]);
    assert_eq!(
        (unbaked.status, unbaked.out.as_str()),
        (
            1,
            "no path from 0 to 35: the walkmesh is not baked; the shortest path over the triangles is 15.995 long in the plan\n"
        )
    );
    assert_eq!(run(&["path", "samples/yard.trx", "0", "0:1"]).status, 2);
}

/// Around the pillar between (2, 2) and (4, 4): by two of its corners.
#[test]
fn a_path_in_a_room_is_the_shortest() {
    let run_json = |from: &str, to: &str| run(&["path", "--json", "samples/room.wok", from, to]);
    let way = run_json("1,3", "5,3,0.5");
    assert_eq!((way.status, way.err.as_str()), (0, ""));
    let way = &way.json()["results"][0];
    let length = way["length"].as_f64().expect("a length");
    assert!((length - (2.0 + 2.0 * 2.0_f64.sqrt())).abs() < 1e-5, "{length}");
    assert_eq!(way["steps"].as_array().map(Vec::len), Some(4));
    assert_eq!(way["steps"][0]["material"], 4);

    let text = run(&["path", "samples/room.wok", "1,3", "5,3"]);
    assert!(text.out.starts_with("4 points from 1,3 to 5,3, length 4.828 in the plan\n"), "{}", text.out);
    let pillar = run(&["path", "samples/room.wok", "1,3", "3,3"]);
    assert_eq!(
        (pillar.status, pillar.out.as_str()),
        (
            1,
            "no path from 1,3 to 3,3: there is no walkable face at 3,3\n  the nearest walkable point is 3,2,0, 1 away, on face 3, material 4\n"
        )
    );
    assert_eq!(
        run(&["path", "samples/room.wok", "0", "99"]).err,
        "walkmesh: samples/room.wok: the walkmesh has no face 99\n"
    );
}

#[test]
fn a_path_that_does_not_exist_says_where_the_floor_is_parted() {
    let folder = tempfile::tempdir().expect("a folder");
    let room = folder.path().join("parted.wok");
    let at = |x: f32| [[x, 0.0, 0.0], [x + 2.0, 0.0, 0.0], [x, 2.0, 0.0], [x + 2.0, 2.0, 0.0]];
    let squares = [at(0.0), at(2.004)].concat();
    let faces = [[0, 1, 2], [1, 3, 2], [4, 5, 6], [5, 7, 6]].map(|face| (face.map(VertexId), MaterialId(4)));
    let parted = Walkmesh::from_indexed(Kind::Wok, squares, faces).expect("a room");
    fs::write(&room, parted.to_bytes().expect("the bytes")).expect("a file");
    let room = room.to_str().expect("a name");
    let found = run(&["path", room, "0", "3"]);
    assert_eq!(found.status, 1, "{}", found.err);
    assert!(found.out.contains("\n  a crack of 4.0 mm parts the two, at 2.000,"), "{}", found.out);
    let gap = run(&["path", "--json", room, "0", "3"]).json()["results"][0]["gap"].clone();
    assert!((gap["width"].as_f64().expect("a width") - 0.004).abs() < 1e-6 && gap["is_crack"] == true, "{gap}");
}

#[test]
fn a_walker_with_a_radius_keeps_off_walls_and_says_where_it_fits() {
    let point = run(&["path", "--shortest", "--json", "samples/yard.trx", "2,2", "17,8"]).json();
    let disc = run(&["path", "--radius=0.35", "--json", "samples/yard.trx", "2,2", "17,8"]).json();
    let length = |answer: &Value| answer["results"][0]["length"].as_f64().unwrap_or(f64::NAN);
    assert!(length(&point) + 0.1 < length(&disc), "{point} {disc}");

    let near = run(&["path", "--radius=1.5", "samples/yard.trx", "2,1.5", "17,8"]);
    assert_eq!((near.status, near.err.as_str()), (1, ""));
    let told = "a wall is 1.000 away, and the walker has a radius of 1.5; the nearest valid position is 16.5";
    assert!(near.out.contains(told), "{}", near.out);
}

#[test]
fn a_walker_that_fits_nowhere_reaches_nothing_and_a_dungeon_knows_no_sizes() {
    let wide = run(&["reach", "--radius=500", "samples/yard.trx", "17,8"]);
    assert_eq!((wide.status, wide.err.as_str()), (1, ""));
    assert!(wide.out.contains("it fits nowhere"), "{}", wide.out);
    let small = run(&["reach", "--radius=0.1", "samples/yard.trx", "17,8"]);
    assert!(small.out.contains("connected part"), "{}", small.out);

    let dungeon = run(&["path", "--radius=1", "samples/ainavdata_32769.dat", "0:0", "1:2"]);
    assert_eq!((dungeon.status, dungeon.out.as_str()), (2, ""));
    assert!(dungeon.err.contains("a Silkroad dungeon has no answers for walkers with a size"), "{}", dungeon.err);
}

#[test]
fn a_row_of_the_table_of_appearances_has_the_sizes_of_a_walker() {
    let folder = tempfile::tempdir().expect("a folder");
    let table = folder.path().join("appearance.2da");
    fs::write(
        &table,
        "2DA V2.0\n\n label perspace creperspace height\n0 Point 0 0 0\n1 Man 0.35 0.4 1.6\n2 Bad 0.35 0.4 tall\n",
    )
    .expect("a table");
    let table = table.to_str().expect("a path");
    for command in [
        &["path", "samples/room.wok", "1,1", "5.5,3,0"][..],
        &["reach", "samples/room.wok", "1,1"],
        &["check", "samples/room.wok", "--all"],
    ] {
        let by_sizes = run(&[command, &["--radius", "0.35", "--height", "1.6"]].concat());
        for row in ["1", "man"] {
            let by_row = run(&[command, &["--appearance", row, "--appearances", table]].concat());
            assert_eq!((by_row.status, &by_row.out, &*by_row.err), (by_sizes.status, &by_sizes.out, ""), "{command:?}");
        }
    }
    let refused = |arguments: &[&str], reason: &str| {
        let run = run(&[&["path", "samples/room.wok", "1,1", "5.5,3,0"], arguments].concat());
        assert!(run.status == 2 && run.err.contains(reason), "{run:?}");
    };
    refused(&["--appearance", "7", "--appearances", table], "appearance.2da: has no row 7");
    refused(
        &["--appearance", "bad", "--appearances", table],
        "appearance.2da: row 2, column height: `tall` is not a number",
    );
    refused(&["--appearance", "1"], "--appearance needs the table");
    refused(&["--appearance", "1", "--appearances", "samples/room.wok"], "room.wok");
    refused(&["--appearance", "1", "--appearances", table, "--radius", "1"], "cannot be used with");
}
