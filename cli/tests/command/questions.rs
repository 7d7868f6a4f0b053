//! `walkmesh floor`, `walkmesh ray`, `walkmesh sight` and `walkmesh reach`.

use std::ffi::OsString;
use std::fs;

use walkmesh::nwn2::build::{self, Face};
use walkmesh::nwn2::{self, Terrain};

use crate::run::run;

/// An area of two floors above each other, of which the upper one is not walkable.
fn two_floors() -> (tempfile::TempDir, OsString) {
    let at = |z: f32| [[0.0, 0.0, z], [9.0, 0.0, z], [9.0, 9.0, z], [0.0, 9.0, z]];
    let vertices = [at(0.0), at(4.0), at(8.0)].concat();
    let floor = |first: u32, walkable| {
        [[0, 1, 2], [0, 2, 3]].map(|corners| Face { corners: corners.map(|at| first + at), walkable, floor: None })
    };
    let faces = [floor(0, true), floor(4, true), floor(8, false)].concat();
    let built = build::build(&vertices, &faces, &build::Options::default()).expect("a mesh");
    let area = Terrain::new([1, 1], &nwn2::bake(&built.walkmesh, &nwn2::BakeOptions::default()).expect("baked"));
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("floors.trx");
    fs::write(&path, area.expect("an area").to_bytes().expect("bytes")).expect("a file");
    (folder, path.into_os_string())
}

#[test]
fn of_floors_above_each_other_the_height_tells_which() {
    let (_folder, path) = two_floors();
    let ask = |command: &str, more: &[&str]| {
        let mut all = vec![command.into(), path.clone()];
        all.extend(more.iter().map(Into::into));
        run(&all)
    };
    let floor = ask("floor", &["6,3,3"]);
    assert_eq!(
        floor.out,
        "2 floors at 6,3,3\n  at height 0  on triangle 0, island 0\n  at height 4  on triangle 2, island 1\n  \
         nearest is 4\n  below is 0\n  above is 4\n"
    );
    let ray = |faces: &str| ask("ray", &["6,3,9", "6,3,-1", "--faces", faces]).out;
    assert_eq!(ray("all"), "hit at 6, 3, 8, 1 away, on triangle 4\n");
    assert_eq!(ray("walkable"), "hit at 6, 3, 4, 5 away, on triangle 2, island 1\n");

    let up = ask("reach", &["6,3,4"]);
    assert_eq!((up.status, up.err.as_str()), (1, ""));
    assert_eq!(up.out, "1 of 2 islands are cut off from 6,3,4\n  island 0, 2 triangles around 4.5, 4.5\n");
    let roof = ask("reach", &["4"]);
    assert_eq!((roof.status, roof.out.as_str()), (1, "nobody gets to 4: triangle 4 is not walkable\n"));

    let along = ask("sight", &["6,3,0", "3,6,0"]);
    assert_eq!((along.status, along.err.as_str()), (0, ""));
    assert_eq!(along.out, "from 6,3,0 to 3,6,0\n  by the table      clear\n  by the triangles  clear\n");
    let missing = ask("sight", &["0", "99"]);
    assert_eq!(
        (missing.status, missing.out.as_str()),
        (1, "no line of sight from 0 to 99: triangle 99 is not there\n")
    );
    let between = ask("sight", &["--json", "6,3,0", "3,6,4"]);
    assert_eq!(between.status, 1);
    let seen = &between.json()["results"][0];
    assert_eq!((seen["by_table"].is_null(), seen["by_geometry"].as_bool()), (true, Some(false)));
}

#[test]
fn all_of_the_yard_hangs_together() {
    let reach = run(&["reach", "samples/yard.trx", "17,8"]);
    assert_eq!((reach.status, reach.out.as_str()), (0, "0 of 2 islands are cut off from 17,8\n"));
    let unbaked = run(&["reach", "samples/yard.trn", "0"]);
    assert_eq!((unbaked.status, unbaked.out.as_str()), (1, "nobody gets to 0: the walkmesh is not baked\n"));
}

#[test]
fn the_floor_of_a_room() {
    let text = run(&["floor", "samples/room.wok", "1,0.5,0.5"]);
    assert_eq!((text.status, text.err.as_str()), (0, ""));
    assert!(text.out.starts_with("1 floor at 1,0.5,0.5\n  at height 0  on face "), "{}", text.out);
    let (ours, engines) = text.out.split_once("\n  nearest is 0\n  below is 0\n").expect("both");
    let face = ours.rsplit_once("on ").expect("a face").1;
    assert_eq!(engines, format!("  the engine takes 0  on {face}\n"));

    let json = run(&["floor", "--json", "samples/room.wok", "1,1,-2"]).json();
    let floors = &json["results"][0];
    assert_eq!((floors["below"].is_null(), &floors["above"]["height"]), (true, &serde_json::json!(0.0)));
    assert_eq!(floors["floors"][0]["material"], 4);
}

#[test]
fn a_pillar_is_no_floor_unless_all_faces_count() {
    let pillar = run(&["floor", "samples/room.wok", "3,3"]);
    assert_eq!((pillar.status, pillar.out.as_str()), (1, "no floor at 3,3\n"));
    assert_eq!(run(&["floor", "--faces", "all", "samples/room.wok", "3,3"]).status, 0);
    assert_eq!(run(&["floor", "samples/room.wok", "-1,-1"]).status, 1);
}

#[test]
fn a_face_that_faces_down_is_listed_and_marked_where_all_faces_count() {
    use walkmesh::kotor::{Kind, MaterialId, Walkmesh};
    let at = |z: f32| [[0.0, 0.0, z], [4.0, 0.0, z], [0.0, 4.0, z]];
    let [a, b, c] = at(3.0);
    let room = [(at(0.0), MaterialId(4)), ([a, c, b], MaterialId(4))];
    let room = Walkmesh::from_triangles(Kind::Wok, room).expect("a room").to_bytes().expect("bytes");
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("roof.wok");
    fs::write(&path, room).expect("a file");
    let ask = |more: &[&str]| {
        let arguments = [OsString::from("floor"), path.clone().into(), "1,1".into()];
        run(&arguments.into_iter().chain(more.iter().map(OsString::from)).collect::<Vec<_>>())
    };
    assert_eq!(ask(&[]).out, "1 floor at 1,1\n  at height 0  on face 0, material 4\n");
    let all = ask(&["--faces", "all"]).out;
    assert!(all.ends_with("\n  at height 3  on face 1, material 4, faces down\n"), "{all}");
    let json = ask(&["--faces", "all", "--json"]).json();
    let floors = &json["results"][0]["floors"];
    assert_eq!((floors[0].get("faces_down"), &floors[1]["faces_down"]), (None, &serde_json::json!(true)));
}

#[test]
fn a_ray_meets_the_wall() {
    let text = run(&["ray", "samples/room.wok", "3,1,1.5", "3,9,1.5"]);
    assert_eq!((text.status, text.err.as_str()), (0, ""));
    assert!(text.out.starts_with("hit at 3, 6, 1.5, 5 away, on face "), "{}", text.out);
    assert!(text.out.ends_with(", material 7\n"), "{}", text.out);

    let over = run(&["ray", "samples/room.wok", "3,1,2.5", "3,9,2.5"]);
    assert_eq!((over.status, over.out.as_str()), (1, "nothing is hit\n"));
    let json = run(&["ray", "--json", "--faces", "walkable", "samples/room.wok", "1,1,2", "1,1,-2"]).json();
    assert_eq!(json["results"][0]["hit"]["distance"], 2.0);
}

#[test]
fn an_area_has_floors_and_is_met_by_rays() {
    let floor = run(&["floor", "samples/yard.trx", "1,0.5,2"]);
    assert_eq!((floor.status, floor.err.as_str()), (0, ""));
    assert!(floor.out.starts_with("1 floor at 1,0.5,2\n  at height 0  on triangle 0, island 0\n"), "{}", floor.out);
    assert_eq!(run(&["floor", "samples/yard.trx", "4,4.5"]).status, 1, "a pillar is no floor");
    assert_eq!(run(&["floor", "--faces", "all", "samples/yard.trx", "4,4.5"]).status, 0);
    assert_eq!(run(&["floor", "--faces", "sight", "samples/yard.trx", "4,4.5"]).status, 2);

    let ray = run(&["ray", "samples/yard.trx", "1,0.5,2", "1,0.5,-2"]);
    assert_eq!((ray.status, ray.out.as_str()), (0, "hit at 1, 0.5, 0, 2 away, on triangle 0, island 0\n"));
    assert_eq!(run(&["ray", "samples/yard.trx", "1,0.5,2", "17,0.5,2"]).status, 1);
}

#[test]
fn what_cannot_be_asked_is_said() {
    let flat = run(&["ray", "samples/room.wok", "3,1", "3,9,1"]);
    assert_eq!((flat.status, flat.err.as_str()), (2, "walkmesh: samples/room.wok: a ray needs X,Y,Z twice\n"));
    for command in [
        &["floor", "samples/ainavdata_32769.dat", "1,1"][..],
        &["ray", "samples/ainavdata_32769.dat", "1,1,1", "2,2,2"],
    ] {
        let run = run(command);
        assert_eq!(run.status, 2);
        assert!(run.err.contains("only the middles of edges"), "{}", run.err);
    }
}

#[test]
fn only_areas_are_asked_what_only_areas_know() {
    for command in [
        &["sight", "samples/room.wok", "0", "1"][..],
        &["reach", "samples/ainavdata_32769.dat", "0"],
        &["path", "--shortest", "samples/ainavdata_32769.dat", "0:0", "1:2"],
    ] {
        let run = run(command);
        assert_eq!(run.status, 2);
        assert!(run.err.ends_with(": is no NWN2 area\n"), "{}", run.err);
    }
}
