//! `walkmesh bake`: the files that it writes, and those that it does not change.

use std::fs;
use std::path::{Path, PathBuf};

use walkmesh::formats::bwm::Bwm;
use walkmesh::formats::{Document, Vector3};
use walkmesh::kotor::{BakeOptions, NormalRounding, Walkmesh};

use crate::run::{Run, root, run};

/// A folder with copies of samples.
pub fn folder_of(samples: &[&str]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for name in samples {
        fs::copy(root().join("samples").join(name), folder.path().join(name)).expect("a sample");
    }
    folder
}

/// A walkmesh whose bake differs from it: the sample with its perimeters cut off.
pub fn stale(path: &Path) {
    use walkmesh::formats::{Document, bwm::Bwm};
    let bytes = fs::read(root().join("samples/room.wok")).expect("the sample");
    let mut room = Bwm::from_bytes(&bytes).expect("a walkmesh");
    room.perimeters.clear();
    fs::write(path, room.to_bytes().expect("a walkmesh")).expect("a file");
}

pub fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut names: Vec<String> =
        entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

pub fn bake(arguments: &[&dyn AsRef<std::ffi::OsStr>]) -> Run {
    let mut all = vec!["bake".as_ref()];
    all.extend(arguments.iter().map(|argument| argument.as_ref()));
    run(&all)
}

#[test]
fn without_an_output_option_nothing_is_written() {
    let run = run(&["bake", "samples/room.wok"]);
    assert_eq!((run.status, run.out.as_str()), (2, ""));
    assert!(run.err.contains("--output"), "{}", run.err);
}

#[test]
fn a_result_that_is_there_already_is_not_written_again() {
    for samples in [&["room.wok"][..], &["yard.trn", "yard.trx"]] {
        let folder = folder_of(samples);
        let done = bake(&[&folder.path().join(samples[0]), &"--in-place", &"--json"]);
        assert_eq!(done.status, 0, "{done:?}");
        assert_eq!(done.json()["results"][0]["written"], false, "{samples:?}");
        assert_eq!(names(folder.path()), samples);
    }
}

#[test]
fn a_layout_that_does_not_list_the_room_is_an_error() {
    let folder = folder_of(&["room.wok", "chest.pwk", "door0.dwk"]);
    let [cellar, out] = ["cellar.wok", "out.wok"].map(|name| folder.path().join(name));
    fs::copy(folder.path().join("room.wok"), &cellar).expect("a copy");
    let refused = bake(&[&cellar, &"-o", &out, &"--layout", &"samples/manor.lyt"]);
    assert_eq!((refused.status, out.exists()), (2, false));
    assert!(refused.err.contains("cellar.wok: the layout does not list the room cellar"), "{}", refused.err);
    // The room that it lists is baked, and so are placeables and doors, which no layout lists.
    for name in ["room.wok", "chest.pwk", "door0.dwk"] {
        let run = bake(&[&folder.path().join(name), &"-o", &out, &"--force", &"--layout", &"samples/manor.lyt"]);
        assert_eq!((run.status, run.err.as_str()), (0, ""), "{name}");
    }
}

#[test]
fn the_samples_are_as_a_bake_makes_them() {
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["room.wok", "chest.pwk", "door0.dwk", "yard.trx", "ainavdata_32769.dat"] {
        let out = folder.path().join(name);
        let run = bake(&[&format!("samples/{name}"), &"-o", &out]);
        assert_eq!((run.status, run.err.as_str()), (0, ""));
        assert_eq!(run.out, format!("samples/{name}: nothing to change, copied to {}\n", out.display()));
        assert!(
            fs::read(&out).expect("the result") == fs::read(root().join("samples").join(name)).expect("the sample")
        );
    }
}

#[test]
fn a_trn_bakes_to_the_trx() {
    let folder = folder_of(&["yard.trn"]);
    let path = folder.path().join("yard.trn");
    let run = bake(&[&path, &"--in-place"]);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    assert_eq!(names(folder.path()), ["yard.trn", "yard.trx"]);
    let trx = |path: PathBuf| crate::run::run(&["diff".into(), path, "samples/yard.trx".into()]);
    assert_eq!(trx(folder.path().join("yard.trx")).status, 0);
}

/// No game file of an older version was available; this file has the sample's triangles in the layout of 0x6A.
#[test]
fn an_older_walkmesh_becomes_one_of_the_newest_version_and_that_is_said() {
    use walkmesh::formats::aswm::{NodeToLocal, TriangleV6A, Triangles, Version};
    use walkmesh::nwn2::{Terrain, Walkmesh};
    let newest = Terrain::from_bytes(&fs::read(root().join("samples/yard.trx")).expect("the sample")).expect("an area");
    let mut raw = newest.into_walkmesh().expect("a walkmesh").into_raw();
    let rows = raw.triangles.rows().iter().map(|triangle| TriangleV6A { reserved: 7, triangle: *triangle }).collect();
    (raw.version, raw.triangles) = (Version::V6A, Triangles::V6A(rows));
    raw.tiles.iter_mut().for_each(|tile| tile.path_table.node_to_local = NodeToLocal::Absent);
    let folder = tempfile::tempdir().expect("a folder");
    let (old, out) = (folder.path().join("old.aswm"), folder.path().join("new.aswm"));
    fs::write(&old, Walkmesh::from_raw(raw).to_bytes().expect("bytes")).expect("a file");

    let run = bake(&[&old, &"-o", &out]);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    assert!(run.out.ends_with("\n  version 0x6A became 0x6C, the only one that a bake writes\n"), "{}", run.out);
    let diff = crate::run::run(&["diff".into(), out, root().join("samples/yard.trx")]);
    assert_eq!(diff.status, 0, "{}", diff.out);
}

#[test]
fn in_place_keeps_a_backup_unless_told_not_to() {
    let folder = folder_of(&[]);
    let path = folder.path().join("room.wok");
    stale(&path);
    let before = fs::read(&path).expect("the file");
    let run = bake(&[&path, &"--in-place"]);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    assert_eq!(names(folder.path()), ["room.wok", "room.wok.bak"]);
    assert_eq!(fs::read(folder.path().join("room.wok.bak")).expect("the backup"), before);
    let sample = fs::read(root().join("samples/room.wok")).expect("the sample");
    assert!(fs::read(&path).expect("the result") == sample);

    // The second run has nothing to do, and changes nothing.
    let again = bake(&[&path, &"--in-place"]);
    assert_eq!(again.out, format!("{}: nothing to change\n", path.display()));
    assert_eq!(names(folder.path()), ["room.wok", "room.wok.bak"]);

    stale(&path);
    let without = bake(&[&path, &"--in-place", &"--no-backup"]);
    assert_eq!((without.status, without.err.as_str()), (0, ""));
    assert_eq!(names(folder.path()), ["room.wok", "room.wok.bak"]);
}

#[test]
fn the_output_may_not_be_the_input() {
    let folder = folder_of(&["room.wok"]);
    let path = folder.path().join("room.wok");
    let run = bake(&[&path, &"-o", &folder.path().join("./room.wok")]);
    assert_eq!(run.status, 2);
    assert!(run.err.contains("is also the input; use --in-place to overwrite it"), "{}", run.err);
}

#[test]
fn a_folder_is_baked_into_another_under_the_same_names() {
    let folder = folder_of(&["room.wok", "yard.trx"]);
    fs::create_dir(folder.path().join("deep")).expect("a folder");
    fs::copy(root().join("samples/chest.pwk"), folder.path().join("deep/chest.pwk")).expect("a sample");
    let out = tempfile::tempdir().expect("a folder");
    let run = bake(&[&folder.path(), &"-o", &out.path().join("new"), &"--json"]);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    assert_eq!(names(&out.path().join("new")), ["deep", "room.wok", "yard.trx"]);
    assert_eq!(names(&out.path().join("new/deep")), ["chest.pwk"]);
    let results = run.json()["results"].as_array().expect("results").clone();
    assert_eq!(results.len(), 3);
    assert!(results.iter().all(|result| result["changed"] == false), "{results:?}");
}

#[test]
fn a_second_run_counts_what_its_lines_say() {
    let folder = tempfile::tempdir().expect("a folder");
    let (rooms, baked) = (folder.path().join("rooms"), folder.path().join("baked"));
    fs::create_dir(&rooms).expect("a folder");
    stale(&rooms.join("one.wok"));
    stale(&rooms.join("two.wok"));
    let again = || run(&["bake".as_ref(), rooms.as_os_str(), "-o".as_ref(), baked.as_os_str()]);
    for (line, total) in [(": changed, ", "2 files: 2 changed"), (": nothing to change in ", "2 files: 0 changed")] {
        let run = again();
        assert_eq!(run.status, 0, "{}", run.err);
        assert!(run.out.matches(line).count() == 2 && run.out.contains(total), "{}", run.out);
    }
}

#[test]
fn what_cannot_be_baked_is_left_alone_and_hides_no_other() {
    use walkmesh::formats::{Document, bwm::Bwm};
    let folder = folder_of(&["room.wok"]);
    let broken = folder.path().join("broken.wok");
    let mut room = Bwm::from_bytes(&fs::read(folder.path().join("room.wok")).expect("a file")).expect("a walkmesh");
    room.faces[0].vertices[0] = 99;
    let bytes = room.to_bytes().expect("a walkmesh");
    fs::write(&broken, &bytes).expect("a file");
    stale(&folder.path().join("stale.wok"));
    let run = bake(&[&folder.path(), &"--in-place"]);
    assert_eq!(run.status, 2);
    assert_eq!(run.err.lines().count(), 1, "{}", run.err);
    assert!(run.err.starts_with(&format!("walkmesh: {}: ", broken.display())), "{}", run.err);
    assert_eq!(names(folder.path()), ["broken.wok", "room.wok", "stale.wok", "stale.wok.bak"]);
    assert_eq!(fs::read(&broken).expect("the file"), bytes);
}

/// The sample's first block as floors: four triangles around a point, and a square beyond its east side.
const FLOORS: &str = r#"{
    "region": 32770,
    "floors": [
        { "obj": "court.obj" },
        { "vertices": [[0, 0, 0], [100, 0, 0], [100, 0, 200], [0, 0, 200]], "triangles": [[0, 1, 2], [0, 2, 3]],
          "position": [200, 0, 0], "yaw_degrees": 0 }
    ]
}"#;
const COURT: &str = "v 0 0 0\nv 200 0 0\nv 200 0 200\nv 0 0 200\nv 100 0 100\nf 1 2 5\nf 2 3 5\nf 3 4 5\nf 4 1 5\n";

#[test]
fn a_dungeon_is_baked_from_floors() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("dungeon.json");
    fs::write(&path, FLOORS).expect("a file");
    fs::write(folder.path().join("court.obj"), COURT).expect("a file");
    let run = bake(&[&path, &"-o", &folder.path()]);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    assert!(run.out.ends_with("\n  2 blocks, 6 cells, 5 edges between cells, 1 door\n"), "{}", run.out);
    let dungeon = folder.path().join("ainavdata_32770.dat");
    let way = crate::run::run(&["path".as_ref(), dungeon.as_os_str(), "0:3".as_ref(), "1:0".as_ref()]);
    assert_eq!(way.status, 0, "{way:?}");
    let check = crate::run::run(&["check".as_ref(), dungeon.as_os_str()]);
    assert_eq!(check.out.lines().last(), Some("1 level: nothing found"));
}

#[test]
fn the_largest_size_of_a_dungeon_is_an_option() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("made.dat");
    let refused = bake(&[&"samples/dungeon.json", &"-o", &out, &"--max-dungeon", &"100"]);
    assert_eq!((refused.status, refused.out.as_str()), (2, ""));
    assert!(refused.err.contains("bytes, of at most 100"), "{}", refused.err);
    assert!(!out.exists());
    assert_eq!(bake(&[&"samples/dungeon.json", &"-o", &out, &"--max-dungeon", &"1K"]).status, 0);

    // Unreachable cells are made only if the user states their maximum number of bytes.
    let path = folder.path().join("claim.json");
    fs::write(&path, r#"{"region": 32769, "blocks": [{"cells": 500, "edges": []}]}"#).expect("a file");
    assert_eq!(bake(&[&path, &"-o", &out]).status, 2);
    assert_eq!(bake(&[&path, &"-o", &out, &"--force", &"--max-dungeon", &"1M"]).status, 0);
    assert_eq!(fs::metadata(&out).expect("the result").len(), 5 + 2 * 10 + 2 + 16 + 4 + 4 * 500 * 500);
}

/// Two rooms of two triangles each, the second from this JSON.
fn two_rooms(second: &str) -> Run {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("dungeon.json");
    let square =
        r#""vertices": [[0, 0, 0], [100, 0, 0], [100, 0, 100], [0, 0, 100]], "triangles": [[0, 1, 2], [0, 2, 3]]"#;
    let json =
        format!(r#"{{ "region": 32770, "floors": [ {{ {square}, "doors": [[1, 2]] }}, {{ {square}, {second} }} ] }}"#);
    fs::write(&path, json).expect("a file");
    bake(&[&path, &"-o", &folder.path(), &"--json"])
}

#[test]
fn doors_are_reported_and_their_keys_count() {
    let made = |second: &str| {
        let run = two_rooms(second);
        assert_eq!((run.status, run.err.as_str()), (0, ""), "{second}");
        let made = run.json()["results"][0].clone();
        let doors = made["doors"].as_u64().expect("a number");
        // A block without a door is reported, and so is each named door that leads nowhere.
        let alone = made["blocks_without_door"].as_array().expect("a list").len();
        let nowhere = made["doors_to_nowhere"].as_array().expect("a list").len();
        let named = 1 + usize::from(second.contains(r#""doors""#));
        assert_eq!((alone, nowhere), if doors == 0 { (2, named) } else { (0, 0) }, "{made}");
        doors
    };
    assert_eq!(made(r#""position": [100, 0, 0]"#), 1, "rooms that touch");
    assert_eq!(made(r#""position": [104, 0, 0]"#), 0, "a wall of 4 units between them");
    assert_eq!(made(r#""position": [104, 0, 0], "doors": [[3, 0]]"#), 1, "both sides named");
    assert_eq!(made(r#""position": [106, 0, 0], "doors": [[3, 0]]"#), 0, "farther than the game reaches");
    assert_eq!(made(r#""position": [104, 0, 0], "door_reach": 4.5"#), 1, "told to reach");
    assert_eq!(made(r#""position": [104, 0, 0], "door_reach": 3.5"#), 0);
    assert_eq!(made(r#""position": [100, 0, 0], "connected": []"#), 0, "told to lead nowhere");
    let run = two_rooms(r#""position": [100, 0, 0], "connected": [0, 2]"#);
    assert_eq!(run.status, 2);
    assert!(run.err.contains("block 1 is connected to block 2, which does not exist"), "{}", run.err);
    // From x towards z: a rotation by 90° moves the room's first side to the other room's door.
    for yaw in [r#""yaw_degrees": 90"#, r#""yaw_radians": 1.5707963"#] {
        assert_eq!(made(&format!(r#""position": [200, 0, 0], {yaw}"#)), 1, "{yaw}");
    }
    assert_eq!(made(r#""position": [200, 0, 0], "yaw_radians": 90"#), 0);

    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("dungeon.json");
    fs::write(&path, FLOORS.replace("[200, 0, 0]", "[204, 0, 0]")).expect("a file");
    fs::write(folder.path().join("court.obj"), COURT).expect("a file");
    let text = bake(&[&path, &"-o", &folder.path()]).out;
    let expected = "\n  2 blocks, 6 cells, 5 edges between cells, 0 doors\n  block 0 has no door: creatures can neither \
                    enter nor leave it\n  block 1 has no door: creatures can neither enter nor leave it\n";
    assert!(text.ends_with(expected), "{text}");
}

#[test]
fn faces_of_an_obj_may_have_many_corners() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("dungeon.json");
    fs::write(&path, r#"{ "region": 32770, "floors": [ { "obj": "hall.obj" } ] }"#).expect("a file");
    // A hall in the form of an L beside a square whose side is half of the hall's.
    let hall = "v 0 0 0\nv 90 0 0\nv 90 0 30\nv 30 0 30\nv 30 0 90\nv 0 0 90\nv 0 0 45\nv -45 0 45\nv -45 0 0\n";
    fs::write(folder.path().join("hall.obj"), format!("{hall}f 1 2 3 4 5 6 7\nf 1 7 8 9\n")).expect("a file");
    let run = bake(&[&path, &"-o", &folder.path()]);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    assert!(run.out.ends_with("\n  1 block, 7 cells, 6 edges between cells, 0 doors\n"), "{}", run.out);

    fs::write(folder.path().join("hall.obj"), format!("{hall}f 1 3 2 4\n")).expect("a file");
    let run = bake(&[&path, &"-o", &folder.path()]);
    assert_eq!(run.status, 2);
    assert!(run.err.contains("floor 0: hall.obj: line 10: a face of 4 corners that crosses itself"), "{}", run.err);
}

#[test]
fn a_dungeon_is_baked_from_cells_edges_and_doors() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("dungeon.json");
    let json = r#"{
        "region": 32769,
        "blocks": [
            { "cells": 4, "edges": [
                { "centre": [100, 0, 50], "joins": [0, 1] }, { "centre": [150, 0, 100], "joins": [1, 2] },
                { "centre": [100, 0, 150], "joins": [2, 3] }, { "centre": [50, 0, 100], "joins": [3, 0] },
                { "centre": [200, 0, 150] } ] },
            { "cells": 3, "edges": [
                { "centre": [300, 0, 150], "joins": [0, 1] }, { "centre": [400, 0, 150], "joins": [1, 2] },
                { "centre": [200, 0, 150] } ] } ],
        "doors": [[{ "block": 0, "cell": 2, "edge": 4 }, { "block": 1, "cell": 0, "edge": 2 }]]
    }"#;
    fs::write(&path, json).expect("a file");
    let out = folder.path().join("made.dat");
    let run = bake(&[&path, &"-o", &out]);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    assert!(
        fs::read(&out).expect("the result")
            == fs::read(root().join("samples/ainavdata_32769.dat")).expect("the sample")
    );
}

#[test]
fn a_malformed_description_is_refused_with_the_reason() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("dungeon.json");
    let out = folder.path().join("made.dat");
    for (json, reason) in [
        ("{", "the file is not a valid description of a dungeon: EOF while parsing an object at line 1 column 1"),
        ("{}", "the file is not a valid description of a dungeon: missing field `region` at line 1 column 2"),
        (r#"{"region": 32769}"#, "the description needs either `blocks` or `floors`"),
        (
            r#"{"region": 32769, "floors": [{}], "doors": [[{"block": 0, "cell": 0, "edge": 0}, {"block": 0, "cell": 0, "edge": 0}]]}"#,
            "the description has both `doors` and `floors`; with `floors`, each floor lists its own doors",
        ),
        (
            r#"{"region": 32769, "floors": [{"obj": "court.obj", "vertices": [[0, 0, 0]]}]}"#,
            "floor 0: the floor has an `obj`, and `vertices` or `triangles` as well; remove one of the two",
        ),
        (r#"{"region": 32769, "floors": [], "blocks": []}"#, "the description needs either `blocks` or `floors`"),
        (
            r#"{"region": 32769, "floors": [{"obj": "none.obj"}]}"#,
            "floor 0: none.obj: No such file or directory (os error 2)",
        ),
        (r#"{"region": 32769, "floors": [{"yaw": 90}]}"#, "floor 0: `yaw` does not say its unit; write `yaw_degrees`"),
        (
            r#"{"region": 32769, "floors": [{"yaw_degrees": 90, "yaw_radians": 1}]}"#,
            "floor 0: the floor has both `yaw_degrees` and `yaw_radians`",
        ),
        (
            r#"{"region": 32769, "floors": [{"pitch": 90}]}"#,
            "the file is not a valid description of a dungeon: unknown field `pitch`, expected one of",
        ),
        (
            r#"{"region": 32769, "floors": [], "name": "x"}"#,
            "the file is not a valid description of a dungeon: unknown field `name`, expected one of",
        ),
        (
            r#"{"region": 32769, "blocks": [{"cells": 1, "edges": [], "doors": []}]}"#,
            "the file is not a valid description of a dungeon: unknown field `doors`",
        ),
        (
            r#"{"region": 32769, "blocks": [{"cells": 32767, "edges": []}]}"#,
            "block 0 has 32767 cells, but its edges and doors name only 0 of them",
        ),
        (
            r#"{"region": 32769, "floors": [{"vertices": [[0,0,0],[9,0,0],[0,0,9]], "triangles": [[0,1,2]], "doors": [[0,3]]}]}"#,
            "block 0 names corner 3, which does not exist",
        ),
        (
            r#"{"region": 32769, "floors": [{"vertices": [[0,0,0],[9,0,0],[9,0,9],[0,0,9]], "triangles": [[0,1,2],[0,2,3]],
                "doors": [[0,1],[2,0]]}]}"#,
            "block 0 names the edge between corners 2 and 0 as a door, but a door is an edge that exactly one triangle has",
        ),
        (
            r#"{"region": 32769, "blocks": [{"cells": 1, "edges": [{"centre": [0, 0, 0], "joins": [0, 1]}]}]}"#,
            "edge 0 of block 0",
        ),
    ] {
        fs::write(&path, json).expect("a file");
        let run = bake(&[&path, &"-o", &out]);
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{json}");
        assert!(run.err.starts_with(&format!("walkmesh: {}: {reason}", path.display())), "{json}: {}", run.err);
        assert!(!out.exists());
    }
    fs::write(&path, FLOORS.replace("court.obj", "COURT.OBJ")).expect("a file");
    fs::write(folder.path().join("COURT.OBJ"), COURT).expect("a file");
    let run = bake(&[&path, &"--in-place"]);
    assert_eq!(run.status, 2);
    assert!(run.err.ends_with("a description cannot be baked in place; use --output\n"), "{}", run.err);
}

#[test]
fn a_bake_of_a_trn_without_its_objects_says_what_is_not_cut_out() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("yard.trx");
    let from = |name: &str| bake(&[&root().join("samples").join(name), &"-o", &out, &"--json"]);
    let notes = |run: &crate::run::Run| run.json()["results"][0]["notes"].as_array().expect("notes").clone();
    let trn = from("yard.trn");
    assert_eq!((trn.status, trn.err.as_str()), (0, ""));
    let notes_of_trn = notes(&trn);
    let says = |note: &serde_json::Value| {
        note.as_str().is_some_and(|note| {
            note.starts_with("nothing is cut out, because the objects of the area (its GIT) are not known")
        })
    };
    assert!(notes_of_trn.iter().any(says), "{notes_of_trn:?}");
    // In a TRX, the toolset has done this.
    let trx = from("yard.trx");
    assert_eq!((trx.status, notes(&trx).len()), (0, 0));
}

#[test]
fn a_trn_is_cut_with_the_walkmesh_cutters_of_its_git() {
    use walkmesh::formats::Document;
    use walkmesh::formats::gff::{Gff, Tree, TreeValue};
    use walkmesh::nwn2::Terrain;

    let at = |tree: Tree, labels: [&str; 2], [x, y]: [f32; 2]| {
        tree.with(labels[0], TreeValue::Float(x)).with(labels[1], TreeValue::Float(y))
    };
    let corners = [[0.0, 0.0], [2.0, 0.5], [1.0, 2.0]].map(|corner| at(Tree::new(3), ["PointX", "PointY"], corner));
    let cutter = at(Tree::new(1), ["XPosition", "YPosition"], [6.5, 0.5])
        .with("Type", TreeValue::Int(3))
        .with("Geometry", TreeValue::List(corners.to_vec()));
    let bed = at(Tree::new(9), ["X", "Y"], [2.0, 1.0])
        .with("Z", TreeValue::Float(0.0))
        .with("Tag", TreeValue::String(b"BED".to_vec()))
        .with("Static", TreeValue::Byte(1));
    let objects = Tree::root()
        .with("TriggerList", TreeValue::List(vec![cutter]))
        .with("Placeable List", TreeValue::List(vec![bed]));

    let folder = tempfile::tempdir().expect("a folder");
    let (git, out) = (folder.path().join("YARD.GIT"), folder.path().join("yard.trx"));
    fs::write(&git, Gff::from_tree(*b"GIT ", &objects).expect("a tree").to_bytes().expect("a file")).expect("written");
    let trn = root().join("samples/yard.trn");
    for objects in [folder.path(), git.as_path()] {
        let run = bake(&[&trn, &"--git", &objects, &"-o", &out, &"--json"]);
        assert_eq!((run.status, run.err.as_str()), (0, ""));
        let notes: Vec<String> = serde_json::from_value(run.json()["results"][0]["notes"].clone()).expect("notes");
        assert!(notes[0].starts_with("1 placeable is not cut out (1 appearance)"), "{notes:?}");
        assert!(notes[1].ends_with(": (2.00, 1.00)") && notes[1].starts_with("  BED "), "{notes:?}");
        assert_eq!(notes[2], "cut out: 1 walkmesh cutter", "{notes:?}");
        let area = Terrain::from_bytes(&fs::read(&out).expect("written")).expect("an area");
        let walkmesh = area.walkmesh().expect("a walkmesh");
        assert!(walkmesh.is_baked() && !walkmesh.triangles().any(|triangle| triangle.contains([7.5, 1.5])));
        fs::remove_file(&out).expect("removed");
    }
    fs::rename(&git, folder.path().join("court.git")).expect("renamed");
    let run = bake(&[&trn, &"--git", &folder.path(), &"-o", &out]);
    assert_eq!((run.status, run.out.as_str()), (2, ""));
    assert!(run.err.contains("has no yard.git"), "{}", run.err);
}

#[test]
fn a_border_of_half_the_grid_is_an_error_and_nothing_is_written() {
    use walkmesh::nwn2::{Terrain, Walkmesh};
    let folder = tempfile::tempdir().expect("a folder");
    let (path, out) = (folder.path().join("yard.trn"), folder.path().join("out.trx"));
    let bytes = fs::read(root().join("samples/yard.trn")).expect("the sample");
    let mut area = Terrain::from_bytes(&bytes).expect("an area");
    let mut raw = area.walkmesh().expect("a walkmesh").as_raw().clone();
    raw.tiles_border_size = 1;
    area.set_walkmesh(Walkmesh::from_raw(raw)).expect("a walkmesh");
    fs::write(&path, area.to_bytes().expect("its bytes")).expect("a file");
    let run = bake(&[&path, &"-o", &out]);
    assert_eq!((run.status, run.out.as_str()), (2, ""), "{run:?}");
    assert!(run.err.contains("a border of width 1 on each side of a grid of 2 by 1 tiles"), "{}", run.err);
    assert!(!out.exists());
    let check = crate::run::run(&["check".as_ref(), path.as_os_str()]);
    assert!(check.status == 1 && check.out.contains("[border-too-wide]"), "{check:?}");
}

/// The boxes of a room's tree are rounded relative to its position in the layout. All commands find the layout beside the room.
#[test]
fn a_layout_beside_the_room_is_used_as_if_it_were_named() {
    let folder = folder_of(&["room.wok"]);
    let (room, layout) = (folder.path().join("room.wok"), folder.path().join("area.lyt"));
    let alone = |room: &Path| crate::run::run(&["diff".as_ref(), room.as_os_str(), "--rebake".as_ref()]);
    assert_eq!(alone(&room).status, 0, "without a layout it is baked as it is");

    fs::write(&layout, "beginlayout\n  roomcount 1\n    ROOM 1234.567 -987.654 3.3\ndonelayout\n").expect("a file");
    let (beside, named) = (folder.path().join("beside.wok"), folder.path().join("named.wok"));
    assert_eq!(bake(&[&room, &"-o", &beside]).status, 0);
    assert_eq!(bake(&[&room, &"-o", &named, &"--layout", &layout]).status, 0);
    let read = |path: &Path| fs::read(path).expect("a room");
    assert_eq!(read(&beside), read(&named));
    assert_ne!(read(&beside), read(&room), "the position counts");
    assert_eq!(alone(&room).status, 1, "the re-bake has the position, too");
    fs::copy(&beside, &room).expect("a copy");
    assert_eq!(alone(&room).status, 0);

    // A layout that does not list the room says nothing about it.
    fs::write(&layout, "beginlayout\n  roomcount 1\n    hall 1234.567 -987.654 3.3\ndonelayout\n").expect("a file");
    assert_eq!(alone(&room).status, 0, "the tree is valid within rounding, and is kept");
    let rebuilt = folder.path().join("rebuilt.wok");
    assert_eq!(bake(&[&room, &"-o", &rebuilt, &"--rebuild-tree"]).status, 0);
    assert_ne!(read(&rebuilt), read(&room), "without the position");
}

#[test]
fn a_bake_says_which_tables_it_changed() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("room.wok");
    let bytes = fs::read(root().join("samples/room.wok")).expect("the sample");
    let mut room = Bwm::from_bytes(&bytes).expect("a walkmesh");
    room.aabb_nodes.iter_mut().for_each(|node| node.plane = 0);
    fs::write(&path, room.to_bytes().expect("a walkmesh")).expect("a file");
    let out = folder.path().join("baked.wok");
    let text = bake(&[&path, &"-o", &out]);
    assert!(text.out.contains("\n  changed: AABB tree; all other tables are equal\n"), "{}", text.out);
    let json = bake(&[&path, &"-o", &folder.path().join("again.wok"), &"--json"]).json();
    assert_eq!(json["results"][0]["changed_tables"], serde_json::json!(["aabb_nodes"]));
    let same = bake(&[&out, &"-o", &folder.path().join("same.wok"), &"--json"]).json();
    assert_eq!(same["results"][0]["changed_tables"], serde_json::json!([]));
}

#[test]
fn normals_are_rounded_as_one_of_the_two_games_does() {
    let folder = folder_of(&["room.wok"]);
    let path = |name: &str| folder.path().join(name);
    let mut room = Bwm::from_bytes(&fs::read(path("room.wok")).expect("the sample")).expect("a walkmesh");
    // Floors that are nowhere level.
    for (number, vertex) in room.vertices.iter_mut().enumerate() {
        vertex.z += (number * 37 % 11) as f32 / 70.0;
    }
    fs::write(path("slopes.wok"), room.to_bytes().expect("a walkmesh")).expect("a file");
    let baked = |rounding: &str| {
        let out = path(rounding);
        let run = bake(&[&path("slopes.wok"), &"--rounding", &rounding, &"--time", &"-o", &out]);
        assert_eq!((run.status, run.err.as_str()), (0, ""), "{}", run.out);
        let seconds = run.out.lines().next().and_then(|line| line.rsplit_once(", ")?.1.strip_suffix(" s"));
        assert!(seconds.is_some_and(|seconds| seconds.parse::<f64>().is_ok()), "{}", run.out);
        Bwm::from_bytes(&fs::read(out).expect("written")).expect("a walkmesh")
    };
    let (one, two) = (baked("k1"), baked("k2"));
    for (by_command, rounding) in [(&one, NormalRounding::Kotor1), (&two, NormalRounding::Kotor2)] {
        let mut room = Walkmesh::from_bytes(&fs::read(path("slopes.wok")).expect("a file")).expect("a walkmesh");
        room.bake(&BakeOptions::default().with_rounding(rounding)).expect("baked");
        assert_eq!(by_command, room.as_raw(), "{rounding:?}");
    }
    let far = |(a, b): (&Vector3, &Vector3)| (a.x - b.x).abs().max((a.y - b.y).abs()).max((a.z - b.z).abs());
    assert!(one.normals != two.normals && one.normals.iter().zip(&two.normals).map(far).all(|far| far < 1e-6));
}

#[test]
fn lines_of_sight_may_be_left_out() {
    let folder = folder_of(&["yard.trx"]);
    let path = |name: &str| folder.path().join(name);
    let blind = bake(&[&path("yard.trx"), &"--line-of-sight", &"off", &"-o", &path("blind.trx")]);
    assert_eq!((blind.status, blind.err.as_str()), (0, ""));
    assert!(blind.out.contains("\n  changed: tiles; all other tables are equal\n"), "{}", blind.out);
}
