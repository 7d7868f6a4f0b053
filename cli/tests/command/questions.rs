//! `walkmesh floor`, `walkmesh raycast`, `walkmesh sight` and `walkmesh reach`.

use std::ffi::OsString;
use std::fs;

use walkmesh::kotor::{Kind, MaterialId, Walkmesh};
use walkmesh::nwn2::{self, BuildFace, BuildOptions, Terrain};

use crate::builder::Game;
use crate::run::run;

/// An area of two floors above each other; the upper one is unwalkable.
fn two_floors() -> (tempfile::TempDir, OsString) {
    let at = |z: f32| [[0.0, 0.0, z], [9.0, 0.0, z], [9.0, 9.0, z], [0.0, 9.0, z]];
    let vertices = [at(0.0), at(4.0), at(8.0)].concat();
    let floor = |first: u32, walkable| {
        [[0, 1, 2], [0, 2, 3]].map(|corners| BuildFace { corners: corners.map(|at| first + at), walkable, floor: None })
    };
    let faces = [floor(0, true), floor(4, true), floor(8, false)].concat();
    let mut built = nwn2::build(&vertices, &faces, &BuildOptions::default()).expect("a mesh");
    built.walkmesh.bake(&nwn2::BakeOptions::default()).expect("baked");
    let area = Terrain::new([1, 1], built.walkmesh);
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("floors.trx");
    fs::write(&path, area.expect("an area").to_bytes().expect("bytes")).expect("a file");
    (folder, path.into_os_string())
}

#[test]
fn a_height_selects_one_of_several_floors() {
    let (_folder, path) = two_floors();
    let ask = |command: &str, more: &[&str]| {
        let mut all = vec![command.into(), path.clone()];
        all.extend(more.iter().map(Into::into));
        run(&all)
    };
    let floor = ask("floor", &["6,3,3"]);
    assert_eq!(
        floor.out,
        "2 floors at 6,3,3\n  at height 0  on triangle 0, stored island 0\n  at height 4  on triangle 2, stored island 1\n  \
         nearest is 4\n  below is 0\n  above is 4\n"
    );
    let ray = |faces: &str| ask("raycast", &["6,3,9", "6,3,-1", "--faces", faces]).out;
    assert_eq!(ray("all"), "hit at 6, 3, 8, 1 away, on triangle 4\n");
    assert_eq!(ray("walkable"), "hit at 6, 3, 4, 5 away, on triangle 2, stored island 1\n");

    let up = ask("reach", &["6,3,4"]);
    assert_eq!((up.status, up.err.as_str()), (1, ""));
    let stated = "1 of 2 stored islands are cut off from 6,3,4\n  stored island 0, 2 triangles around 4.5,4.5\n";
    let gap = up.out.strip_prefix(stated).unwrap_or_else(|| panic!("{}", up.out));
    assert!(gap.starts_with("    the two parts are ") && gap.contains(" apart where they are nearest"), "{gap}");
    let roof = ask("reach", &["4"]);
    assert_eq!((roof.status, roof.out.as_str()), (1, "4 cannot be reached: triangle 4 is not walkable\n"));

    let along = ask("sight", &["6,3,0", "3,6,0"]);
    assert_eq!((along.status, along.err.as_str()), (0, ""));
    assert_eq!(along.out, "from 6,3,0 to 3,6,0\n  by the table      clear\n  by the triangles  clear\n");
    let missing = ask("sight", &["0", "99"]);
    assert_eq!((missing.status, missing.out.as_str()), (1, "no line of sight from 0 to 99: there is no triangle 99\n"));
    let between = ask("sight", &["--json", "6,3,0", "3,6,4"]);
    assert_eq!(between.status, 1);
    let seen = &between.json()["results"][0];
    assert_eq!((seen["by_table"].is_null(), seen["by_geometry"].as_bool()), (true, Some(false)));
    let text = ask("sight", &["6,3,0", "3,6,4"]).out;
    assert!(text.contains("\n  by the table      has no entry for the two\n  by the triangles  blocked"), "{text}");
}

#[test]
fn an_area_that_is_not_baked_has_no_table_of_sight() {
    let sight = run(&["sight", "samples/yard.trn", "0", "5"]);
    assert_eq!((sight.status, sight.err.as_str()), (0, ""));
    let unknown = "unknown: the area is not baked, so the game finds no sight here until it is";
    assert_eq!(sight.out, format!("from 0 to 5\n  by the table      {unknown}\n  by the triangles  clear\n"));
}

#[test]
fn every_part_of_the_yard_can_be_reached() {
    let reach = run(&["reach", "samples/yard.trx", "17,8"]);
    assert_eq!((reach.status, reach.out.as_str()), (0, "0 of 2 stored islands are cut off from 17,8\n"));
    let unbaked = run(&["reach", "samples/yard.trn", "0"]);
    assert_eq!((unbaked.status, unbaked.out.as_str()), (1, "0 cannot be reached: the walkmesh is not baked\n"));
}

#[test]
fn the_floor_of_a_room() {
    let text = run(&["floor", "samples/room.wok", "1,0.5,0.5"]);
    assert_eq!((text.status, text.err.as_str()), (0, ""));
    assert!(text.out.starts_with("1 floor at 1,0.5,0.5\n  at height 0  on face "), "{}", text.out);
    let (ours, engines) = text.out.split_once("\n  nearest is 0\n  below is 0\n").expect("both");
    let face = ours.rsplit_once("on ").expect("a face").1;
    assert_eq!(engines, format!("  the engine takes 0  on {face} (reported)\n"));

    let json = run(&["floor", "--json", "samples/room.wok", "1,1,-2"]).json();
    let floors = &json["results"][0];
    assert_eq!((floors["below"].is_null(), &floors["above"]["height"]), (true, &serde_json::json!(0.0)));
    assert_eq!(floors["floors"][0]["material"], 4);
}

#[test]
fn a_pillar_is_no_floor_unless_all_faces_count() {
    let pillar = run(&["floor", "samples/room.wok", "3,3"]);
    assert_eq!(
        (pillar.status, pillar.out.as_str()),
        (
            1,
            "no floor at 3,3\n  the nearest walkable point is 3,2,0, 1 away, on face 3, material 4\n  \
             the engine takes none (reported)\n"
        )
    );
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
    let engine = "  the engine takes 0  on face 0, material 4 (reported)\n";
    assert_eq!(ask(&[]).out, format!("1 floor at 1,1\n  at height 0  on face 0, material 4\n{engine}"));
    let all = ask(&["--faces", "all"]).out;
    assert!(all.ends_with(&format!("\n  at height 3  on face 1, material 4, faces down\n{engine}")), "{all}");
    let json = ask(&["--faces", "all", "--json"]).json();
    let floors = &json["results"][0]["floors"];
    assert_eq!((floors[0].get("faces_down"), &floors[1]["faces_down"]), (None, &serde_json::json!(true)));
}

#[test]
fn a_ray_meets_the_wall() {
    let text = run(&["raycast", "samples/room.wok", "3,1,1.5", "3,9,1.5"]);
    assert_eq!((text.status, text.err.as_str()), (0, ""));
    assert!(text.out.starts_with("hit at 3, 6, 1.5, 5 away, on face "), "{}", text.out);
    assert!(text.out.ends_with(", material 7\n"), "{}", text.out);

    let over = run(&["raycast", "samples/room.wok", "3,1,2.5", "3,9,2.5"]);
    assert_eq!((over.status, over.out.as_str()), (1, "nothing is hit\n"));
    let json = run(&["raycast", "--json", "--faces", "walkable", "samples/room.wok", "1,1,2", "1,1,-2"]).json();
    assert_eq!(json["results"][0]["hit"]["distance"], 2.0);
}

#[test]
fn floor_and_ray_work_on_areas() {
    let floor = run(&["floor", "samples/yard.trx", "1,0.5,2"]);
    assert_eq!((floor.status, floor.err.as_str()), (0, ""));
    assert!(
        floor.out.starts_with("1 floor at 1,0.5,2\n  at height 0  on triangle 0, stored island 0\n"),
        "{}",
        floor.out
    );
    assert_eq!(run(&["floor", "samples/yard.trx", "4,4.5"]).status, 1, "a pillar is not a floor");
    assert_eq!(run(&["floor", "--faces", "all", "samples/yard.trx", "4,4.5"]).status, 0);
    assert_eq!(run(&["floor", "--faces", "sight", "samples/yard.trx", "4,4.5"]).status, 2);

    let ray = run(&["raycast", "samples/yard.trx", "1,0.5,2", "1,0.5,-2"]);
    assert_eq!((ray.status, ray.out.as_str()), (0, "hit at 1, 0.5, 0, 2 away, on triangle 0, stored island 0\n"));
    assert_eq!(run(&["raycast", "samples/yard.trx", "1,0.5,2", "17,0.5,2"]).status, 1);
}

#[test]
fn a_query_that_a_file_cannot_answer_is_an_error() {
    let flat = run(&["raycast", "samples/room.wok", "3,1", "3,9,1"]);
    assert_eq!(
        (flat.status, flat.err.as_str()),
        (2, "walkmesh: samples/room.wok: the ends of a ray need all of X,Y,Z\n")
    );
    for (command, reason) in [
        (&["floor", "samples/ainavdata_32769.dat", "1,1"][..], "only the centres of edges; add the floors of its DOF"),
        (
            &["raycast", "samples/ainavdata_32769.dat", "1,1,1", "2,2,2"],
            "this is a Silkroad dungeon; `raycast` works on",
        ),
        (&["path", "samples/court.bms", "1,1", "2,2"], "this is a Silkroad mesh (BMS); a query works on"),
    ] {
        let run = run(command);
        assert_eq!(run.status, 2);
        assert!(run.err.contains(reason), "{}", run.err);
    }
}

#[test]
fn a_query_that_a_game_does_not_have_is_an_error() {
    for (command, reason) in [
        (&["sight", "samples/ainavdata_32769.dat", "0:0", "1:2"][..], "this is a Silkroad dungeon; `sight` works on"),
        (&["sight", "samples/room.wok", "0", "1"], "in KotOR, a line of sight runs between two points"),
        (
            &["path", "--shortest", "samples/ainavdata_32769.dat", "0:0", "1:2"],
            "--shortest is not for Silkroad dungeons",
        ),
    ] {
        let run = run(command);
        assert_eq!((run.status, run.out.as_str()), (2, ""));
        assert!(run.err.contains(reason), "{}", run.err);
    }
}

/// The yard has two islands that the file stores and one part that its triangles make.
#[test]
fn stored_islands_and_computed_parts_have_different_names() {
    let info = run(&["info", "--json", "samples/yard.trx"]).json();
    let walkmesh = &info["results"][0]["walkmesh"];
    assert_eq!((&walkmesh["stored_islands"], &walkmesh["walkable"]["connected_parts"]), (&2.into(), &1.into()));
    let text = run(&["info", "samples/yard.trx"]).out;
    assert!(text.contains("\n    stored islands") && text.contains("\n      connected parts"), "{text}");
    let step = &run(&["path", "--json", "samples/yard.trx", "0", "35"]).json()["results"][0]["steps"][0];
    assert_eq!(
        *step,
        serde_json::json!({
            "point": [2.0, 1.0, 0.0], "place": [{ "kind": "triangle", "index": 0 }], "stored_island": 0
        })
    );
    let reach = run(&["reach", "--json", "samples/yard.trx", "0"]).json();
    assert_eq!(reach["results"][0]["of"], "stored_islands");
}

/// The counts of `info` and `reach`, and the colours of `draw`.
#[test]
fn all_commands_count_the_same_connected_parts() {
    let folder = tempfile::tempdir().expect("a folder");
    let (parts_folder, parts) = two_parts();
    let parts = parts.to_string_lossy().into_owned();
    let (_floors_folder, floors) = two_floors();
    let floors = floors.to_string_lossy().into_owned();
    let dungeon = folder.path().join("ainavdata_32769.dat").to_string_lossy().into_owned();
    // Two floors without a door between them; one of them has two squares that do not touch.
    let square = "[[0,0,0],[60,0,0],[0,0,60],[200,0,0],[260,0,0],[200,0,60]]";
    let floor = |triangles: &str, x: u32| {
        format!(r#"{{"vertices":{square},"triangles":{triangles},"position":[{x},0,0],"doors":[]}}"#)
    };
    let plan =
        format!(r#"{{"region":32769,"floors":[{},{}]}}"#, floor("[[0,1,2],[3,4,5]]", 0), floor("[[0,1,2]]", 4000));
    let json = folder.path().join("plan.json").to_string_lossy().into_owned();
    fs::write(&json, plan).expect("a file");
    let baked = run(&["bake", &json, "-o", &dungeon]);
    assert_eq!(baked.status, 0, "{baked:?}");

    let result = |command: &[&str]| run(&[command, &["--json"]].concat()).json()["results"][0].clone();
    let dungeon_parts = result(&["info", &dungeon])["connected_parts"].clone();
    assert_eq!(dungeon_parts, 3);
    let reach = result(&["reach", &dungeon, "0:0"]);
    assert_eq!((&reach["of"], &reach["total"]), (&"connected_parts".into(), &dungeon_parts));
    let places: Vec<_> = reach["cut_off"].as_array().expect("parts").iter().map(|part| &part["place"][0]).collect();
    assert_eq!(
        places,
        [1, 2].map(|at| serde_json::json!({ "kind": "connected_part", "index": at })).iter().collect::<Vec<_>>()
    );

    for (file, goal, count) in
        [(&parts, Some("2,1,5"), 2), (&floors, None, 2), (&"samples/yard.trx".to_owned(), None, 1)]
    {
        let info = result(&["info", file]);
        let info = if info["walkmesh"].is_null() { info } else { info["walkmesh"].clone() };
        assert_eq!(info["walkable"]["connected_parts"], count, "{file}");
        if let Some(goal) = goal {
            assert_eq!(result(&["reach", file, goal])["total"], count, "{file}");
        }
        let picture = folder.path().join("parts.svg").to_string_lossy().into_owned();
        let drawn = result(&["draw", file, "-o", &picture, "--colour", "part", "--force"]);
        let surface = drawn["layers"].as_array().expect("layers").iter().find(|layer| layer["id"] == "surface");
        let groups = surface.expect("a surface")["groups"].as_array().expect("groups").clone();
        let painted = groups
            .iter()
            .filter(|group| group["title"].as_str().is_some_and(|title| title.starts_with("part ")))
            .count();
        assert_eq!(painted, count, "{file}: {groups:?}");
    }
    drop(parts_folder);
}

/// A start given by its triangle number is this triangle, even if it has no floor in the plan view.
#[test]
fn a_face_that_is_named_by_its_number_is_the_start_itself() {
    let vertices = [[0.0, 0.0, 0.0], [6.0, 0.0, 0.0], [6.0, 6.0, 0.0], [0.0, 6.0, 0.0]];
    let faces = [[0, 1, 2], [0, 2, 3]].map(|corners| BuildFace { corners, walkable: true, floor: None });
    let mut built = nwn2::build(&vertices, &faces, &BuildOptions::default()).expect("a mesh");
    built.walkmesh.bake(&nwn2::BakeOptions::default()).expect("baked");
    // Seen from above, the second triangle is a line.
    let mut raw = built.walkmesh.into_raw();
    raw.vertices[3] = [3.0, 3.0, 0.0].into();
    let area = Terrain::new([1, 1], nwn2::Walkmesh::from_raw(raw)).expect("an area");
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("line.trx").to_string_lossy().into_owned();
    fs::write(&path, area.to_bytes().expect("bytes")).expect("a file");
    for (from, to) in [("1", "0"), ("0", "1"), ("1", "5,1"), ("1", "1")] {
        let found = run(&["path", "--shortest", &path, from, to]);
        assert_eq!((found.status, found.err.as_str()), (0, ""), "{}", found.out);
        let step = &run(&["path", "--json", "--shortest", &path, from, to]).json()["results"][0]["steps"][0];
        assert!(step["point"].is_array(), "{step}");
    }
    assert_eq!(run(&["reach", &path, "1"]).status, 0);
    let missing = run(&["path", "--shortest", &path, "7", "0"]);
    assert_eq!((missing.status, missing.out.as_str()), (1, "no path from 7 to 0: there is no triangle 7\n"));
}

/// In KotOR every path is the shortest.
#[test]
fn the_shortest_path_in_a_room_is_its_path() {
    let path = |options: &[&str]| run(&[&["path", "samples/room.wok", "1,1", "5.5,3"], options].concat());
    let (shortest, plain) = (path(&["--shortest"]), path(&[]));
    assert_eq!((shortest.status, shortest.err.as_str()), (0, ""));
    assert_eq!(shortest.out, plain.out);
    assert!(!plain.out.contains("the shortest path over"), "{}", plain.out);
}

/// A room of two floors that are not connected.
fn two_parts() -> (tempfile::TempDir, OsString) {
    let square = |x: f32, z: f32| {
        let [a, b, c, d] = [[x, 0.0, z], [x + 2.0, 0.0, z], [x + 2.0, 2.0, z], [x, 2.0, z]];
        [[a, b, c], [a, c, d]].map(|corners| (corners, MaterialId(4)))
    };
    let triangles = [square(0.0, 0.0), square(2.0, 0.0), square(1.0, 5.0)].concat();
    let room = Walkmesh::from_triangles(Kind::Wok, triangles).expect("a room");
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("parts.wok");
    fs::write(&path, room.to_bytes().expect("bytes")).expect("a file");
    (folder, path.into_os_string())
}

#[test]
fn reach_works_on_rooms_areas_and_dungeons() {
    let (_folder, path) = two_parts();
    let ask = |goal: &str| run(&["reach".into(), path.clone(), goal.into()]);
    let up = ask("2,1,5");
    assert_eq!((up.status, up.err.as_str()), (1, ""));
    let expected = "1 of 2 connected parts are cut off from 2,1,5\n  connected part 0, 4 faces, 8 m², such as ";
    assert!(up.out.starts_with(expected), "{}", up.out);
    let beside = ask("9,1,0");
    assert_eq!(
        (beside.status, beside.out.as_str()),
        (
            1,
            "9,1,0 cannot be reached: there is no walkable face at 9,1,0\n  the nearest walkable point is 4,1,0, 5 away, on face 2, \
             material 4\n"
        )
    );
    assert_eq!(run(&["reach", "samples/manor.lyt", "7,3"]).out, "0 of 1 connected parts are cut off from 7,3\n");

    let dungeon = run(&["reach", "samples/ainavdata_32769.dat", "1:2"]);
    assert_eq!((dungeon.status, dungeon.out.as_str()), (0, "0 of 1 connected parts are cut off from 1:2\n"));
    let nowhere = run(&["reach", "samples/ainavdata_32769.dat", "1:7"]);
    assert_eq!((nowhere.status, nowhere.out.as_str()), (1, "1:7 cannot be reached: block 1, cell 7 does not exist\n"));
}

#[test]
fn sight_works_on_rooms_and_areas() {
    let wall = run(&["sight", "samples/room.wok", "3,1,1.5", "3,9,1.5"]);
    assert_eq!((wall.status, wall.err.as_str()), (1, ""));
    let start = "from 3,1,1.5 to 3,9,1.5\n  by the faces      blocked at 3,6,1.5, 5 away, on face ";
    assert!(wall.out.starts_with(start), "{}", wall.out);
    let over = run(&["sight", "samples/room.wok", "3,1,2.5", "3,9,2.5"]);
    assert_eq!((over.status, over.out.as_str()), (0, "from 3,1,2.5 to 3,9,2.5\n  by the faces      clear\n"));
    let door = |options: &[&str]| run(&[&["sight", "samples/manor.lyt", "5,3,1", "7,3,1", "--json"], options].concat());
    assert_eq!(door(&[]).json()["results"][0]["by_geometry"], true);
    let closed = door(&["--place", "door0.dwk,6,3,0,1.5707964"]);
    assert_eq!(closed.status, 1);
    let seen = &closed.json()["results"][0];
    assert_eq!(seen["by_geometry"], false);
    assert_eq!(seen["blocked_by"]["place"][0], serde_json::json!({ "kind": "object", "name": "samples/door0.dwk" }));
}

/// Doors and placeables of the GIT block sight like those of `--place`: with every unwalkable face.
#[test]
fn sight_goes_through_what_stands_in_an_area_only_where_it_is_a_floor() {
    let sight = |material: u32| {
        let folder = tempfile::tempdir().expect("a folder");
        for (file, bytes) in Game::sound().all() {
            fs::write(folder.path().join(file), bytes).expect("a file");
        }
        let door = [([[0.0, -4.0, 0.0], [0.0, 4.0, 0.0], [0.0, 4.0, 2.0]], MaterialId(material))];
        let door = Walkmesh::from_triangles(Kind::Dwk, door).expect("a door").to_bytes().expect("bytes");
        fs::write(folder.path().join("dor_gate0.dwk"), door).expect("a file");
        run(&["sight", folder.path().to_str().expect("a path"), "9,3,0.5", "11,3,0.5"])
    };
    let seen = |material| (sight(material).status, sight(material).out.contains(" of Gate dor_gate0.dwk, material "));
    // Transparent in a room, and still a door; a floor that blocks sight in a room, and no wall of a door.
    assert_eq!([7, 8, 4].map(seen), [(1, true), (1, true), (0, false)], "{:?}", sight(8));
}

/// The reported nearest point is on the mesh, according to a second query, and has the reported distance.
#[test]
fn the_nearest_walkable_point_is_walkable() {
    for (file, points) in [
        ("samples/room.wok", ["3,3", "-1.25,7.5", "9,3,4", "3.1,3.3,0.2"]),
        ("samples/yard.trx", ["4.4,4.6", "-3.5,2", "30,30,1", "4.5,4.1,-2"]),
    ] {
        for point in points {
            let way = run(&["path", "--json", file, point, "1,0.5"]);
            assert_eq!(way.status, 1, "{point}");
            let nearest = &way.json()["results"][0]["nearest"];
            let [x, y, z] = [0, 1, 2].map(|axis| nearest["point"][axis].as_f64().expect("a number"));
            let asked: Vec<f64> = point.split(',').map(|number| number.parse().expect("a number")).collect();
            let height = asked.get(2).map_or(0.0, |asked| asked - z);
            let distance = ((x - asked[0]).powi(2) + (y - asked[1]).powi(2) + height.powi(2)).sqrt();
            assert!((nearest["distance"].as_f64().expect("a number") - distance).abs() < 1e-6, "{nearest}");
            let from = format!("{x},{y},{z}");
            assert_eq!(run(&["path", file, &from, "1,0.5"]).status, 0, "{from}");
            assert_eq!(run(&["floor", file, &from]).status, 0, "{from}");
        }
    }
}
