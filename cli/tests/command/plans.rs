//! `walkmesh bake` of the description of a Silkroad dungeon: errors and memory.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::bake::bake;
use crate::run::{Run, STATE, root, run};

/// Bakes a description in a folder into `made.dat` there.
fn baked(folder: &Path, json: &str) -> Run {
    let path = folder.join("dungeon.json");
    fs::write(&path, json).expect("a file");
    let out = folder.join("made.dat");
    let _ = fs::remove_file(&out);
    bake(&[&path, &"-o", &out])
}

/// Expects an error with this text, and no file.
#[track_caller]
fn refused(folder: &Path, json: &str, reason: &str) {
    let Run { status, out, err } = baked(folder, json);
    assert_eq!((status, out.as_str(), err.lines().count()), (2, "", 1), "{json}: {err}");
    assert!(err.contains(reason) && err.contains("dungeon.json: "), "{json}: {err}");
    assert!(!folder.join("made.dat").exists());
}

/// A description with one floor, of this file.
fn of_file(name: &str) -> String {
    serde_json::json!({ "region": 32770, "floors": [{ "obj": name }] }).to_string()
}

const SQUARE: &str = "v 0 0 0\nv 9 0 0\nv 9 0 9\nv 0 0 9\nf 1 2 3\nf 1 3 4\n";

#[test]
fn a_dungeon_in_which_nothing_could_stand_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    fs::write(folder.join("points.obj"), "v 0 0 0\nv 1 0 0\nv 0 0 1\n").expect("a file");
    refused(
        folder,
        &of_file("points.obj"),
        "floor 0: points.obj: it has no triangles, so nothing could stand on the floor",
    );
    let vertices = r#"{"region": 32770, "floors": [{"vertices": [[0, 0, 0], [9, 0, 0], [0, 0, 9]]}]}"#;
    refused(folder, vertices, "floor 0: the floor has `vertices` and no `triangles`");
    for nothing in
        [r#""floors": []"#, r#""floors": [{}, {}]"#, r#""blocks": []"#, r#""blocks": [{"cells": 0, "edges": []}]"#]
    {
        refused(
            folder,
            &format!(r#"{{"region": 32770, {nothing}}}"#),
            "no block has a cell, so nothing could stand in the dungeon",
        );
    }
    // A block of scenery and one with a floor, as in the game's files.
    fs::write(folder.join("square.obj"), SQUARE).expect("a file");
    let run = baked(folder, r#"{"region": 32770, "floors": [{"obj": "square.obj"}, {}]}"#);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
}

#[test]
fn a_region_of_the_surface_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let plan = |region: u16| format!(r#"{{"region": {region}, "blocks": [{{"cells": 1, "edges": []}}]}}"#);
    refused(folder.path(), &plan(5), "region 5 is on the surface of the world");
    refused(folder.path(), &plan(5), "write 32773 for dungeon 5");
    refused(folder.path(), &plan(32_767), "region 32767 is on the surface");
    assert_eq!(baked(folder.path(), &plan(32_768)).status, 0);
    let out = folder.path().join("ainavdata_5.dat");
    let converted = run(&["convert".as_ref(), "areas/city/city.glb".as_ref(), "-o".as_ref(), out.as_os_str()]);
    assert_eq!(converted.status, 2, "{converted:?}");
    assert!(!out.exists());
}

/// A description from somebody else reads only files that came with it. Footprints follow the same rule.
#[cfg(unix)]
#[test]
fn files_outside_of_the_folder_links_pipes_and_devices_are_refused() {
    let all = tempfile::tempdir().expect("a folder");
    let folder = all.path().join("dungeon");
    fs::create_dir_all(folder.join("meshes")).expect("a folder");
    fs::write(all.path().join("secret.obj"), SQUARE).expect("a file");
    fs::write(folder.join("meshes/square.obj"), SQUARE).expect("a file");
    let link = |to: &Path, name: &str| std::os::unix::fs::symlink(to, folder.join(name)).expect("a link");
    link(&all.path().join("secret.obj"), "link.obj");
    link(Path::new("/dev/zero"), "zero.obj");
    link(Path::new("meshes/square.obj"), "inside.obj");
    let pipe = Command::new("mkfifo").arg(folder.join("pipe.obj")).status().expect("mkfifo");
    assert!(pipe.success());
    let outside = "it must lie in the folder of the file that names it";
    let link = "it is a link that leads out of the folder";
    let absolute = all.path().join("secret.obj").to_string_lossy().into_owned();
    let cases = [
        ("../secret.obj", outside),
        ("meshes/../../secret.obj", outside),
        (absolute.as_str(), outside),
        ("/dev/zero", outside),
        ("link.obj", link),
        ("zero.obj", link),
        ("pipe.obj", "is not a regular file"),
        ("meshes", "is not a regular file"),
    ];
    fs::copy(root().join("samples/yard.trn"), folder.join("yard.trn")).expect("the sample");
    fs::copy(root().join("samples/town.git"), folder.join("yard.git")).expect("the sample");
    for (name, reason) in cases {
        refused(&folder, &of_file(name), &format!("floor 0: {name}: {reason}"));
        if name.ends_with(".obj") {
            let footprints = serde_json::json!({ "placeables": { "7": { "mesh": name } } }).to_string();
            fs::write(folder.join("footprints.json"), footprints).expect("a file");
            let out = folder.join("out.trx");
            let run = bake(&[&folder.join("yard.trn"), &"--footprints", &folder.join("footprints.json"), &"-o", &out]);
            assert_eq!(run.status, 2, "{name}: {run:?}");
            assert!(run.err.contains(&format!("the mesh {name}: {reason}")), "{name}: {}", run.err);
        }
    }
    for inside in ["meshes/square.obj", "./meshes/./square.obj", "inside.obj"] {
        assert_eq!(baked(&folder, &of_file(inside)).status, 0, "{inside}");
    }
}

/// A description with a number of floors that name the same file, each `apart` units from the previous one.
fn repeated(floors: usize, apart: usize) -> String {
    let name = |at: usize| ["hall.obj", "./hall.obj"][at % 2];
    let floor = |at: usize| serde_json::json!({ "obj": name(at), "position": [at * apart, 0, 0] });
    serde_json::json!({ "region": 32770, "floors": (0..floors).map(floor).collect::<Vec<_>>() }).to_string()
}

/// A square of a number of squares in each direction, and a number of unused vertices.
fn hall(side: usize, unused: usize) -> String {
    use std::fmt::Write;
    let mut obj = String::new();
    for z in 0..=side {
        for x in 0..=side {
            writeln!(obj, "v {x} 0 {z}").expect("text");
        }
    }
    for z in 0..side {
        for x in 0..side {
            let corner = z * (side + 1) + x + 1;
            writeln!(obj, "f {} {} {} {}", corner, corner + 1, corner + side + 2, corner + side + 1).expect("text");
        }
    }
    obj.push_str(&"v 0 0 0\n".repeat(unused));
    obj
}

/// Runs the command with a memory limit in bytes.
#[cfg(unix)]
fn in_memory(bytes: usize, folder: &Path) -> (Option<i32>, String) {
    let mut command = Command::new("sh");
    let script = r#"ulimit -v "$1"; shift; exec "$@""#;
    command.args(["-c", script, "sh", &(bytes >> 10).to_string(), env!("CARGO_BIN_EXE_walkmesh"), "bake"]);
    command.arg(folder.join("dungeon.json")).arg("-o").arg(folder.join("made.dat"));
    command.env("WALKMESH_STATE", STATE).env("RAYON_NUM_THREADS", "2").env("MALLOC_ARENA_MAX", "1");
    let output = command.output().expect("the command starts");
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

/// Each floor once had a copy of the file and of the result: 2.8 GB for a file of a megabyte.
#[cfg(unix)]
#[test]
fn a_file_that_many_floors_name_is_read_once_and_what_it_makes_has_a_limit() {
    // Memory of the program, its libraries, the stacks of its threads, and one read of the file.
    const MEMORY: usize = 96 << 20;
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let refused = |obj: String, reason: &str| {
        fs::write(folder.join("hall.obj"), obj).expect("a file");
        fs::write(folder.join("dungeon.json"), repeated(1000, 100)).expect("a file");
        let (status, err) = in_memory(MEMORY, folder);
        assert_eq!(status, Some(2), "{err}");
        assert!(err.contains(reason), "{err}");
    };
    refused(hall(60, 0), "over this baker's limit: the file would have");
    refused(hall(60, 0), "`max-dungeon`");
    refused(hall(1, 100_000), "the floors have 100004000 vertices together, but only 2000 triangles");

    // Floors within the limit are made, and each is the same as from a separate file.
    fs::write(folder.join("hall.obj"), hall(4, 0)).expect("a file");
    fs::write(folder.join("dungeon.json"), repeated(1000, 4)).expect("a file");
    let (status, err) = in_memory(2 * MEMORY, folder);
    assert_eq!((status, err.as_str()), (Some(0), ""));
    let many = run(&["info".as_ref(), "--json".as_ref(), folder.join("made.dat").as_os_str()]).json();
    assert_eq!((&many["results"][0]["blocks"], &many["results"][0]["cells"]), (&1000.into(), &32_000.into()));
}

#[test]
fn two_doors_at_one_cell_are_named_with_where_they_lead() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("square.obj"), SQUARE).expect("a file");
    let floor = |x: i32, z: i32| format!(r#"{{"obj": "square.obj", "position": [{x}, 0, {z}]}}"#);
    // The first triangle touches the floor beyond x = 9 and the one before z = 0.
    let json = format!(r#"{{"region": 32770, "floors": [{}, {}, {}]}}"#, floor(0, 0), floor(9, 0), floor(0, -9));
    refused(
        folder.path(),
        &json,
        "block 0, cell 0 has a door to block 1 and another one to block 2, but a file has one link for each cell: monsters \
         could pass only one of the two. Divide the cell",
    );
}

/// The meaning of bytes between the two parts of a file is unknown, so a bake keeps them.
#[test]
fn a_bake_keeps_the_bytes_between_the_parts() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("ainavdata_32769.dat");
    let mut bytes = fs::read(root().join("samples/ainavdata_32769.dat")).expect("the sample");
    let part_two = u32::from_le_bytes([bytes[1], bytes[2], bytes[3], bytes[4]]);
    bytes.splice(part_two as usize..part_two as usize, *b"gap");
    bytes[1..5].copy_from_slice(&(part_two + 3).to_le_bytes());
    fs::write(&path, &bytes).expect("a file");
    let run = bake(&[&path, &"--in-place", &"--json"]);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    assert!(fs::read(&path).expect("the file") == bytes);
}

/// The report has the positions of unreachable cells, if the file has them.
#[test]
fn a_block_that_is_cut_off_is_at_one_of_its_edges() {
    let folder = tempfile::tempdir().expect("a folder");
    let json = r#"{ "region": 32770, "blocks": [
        { "cells": 1, "edges": [ { "centre": [9, 0, 0] } ] },
        { "cells": 1, "edges": [ { "centre": [9, 0, 0] } ] },
        { "cells": 1, "edges": [ { "centre": [50, 1, 60] } ] } ],
        "doors": [ [ { "block": 0, "cell": 0, "edge": 0 }, { "block": 1, "cell": 0, "edge": 0 } ] ] }"#;
    assert_eq!(baked(folder.path(), json).status, 0);
    let made = folder.path().join("made.dat");
    let check =
        run(&["check".as_ref(), "--json".as_ref(), "--severity".as_ref(), "info".as_ref(), made.as_os_str()]).json();
    let findings = check["results"][0]["findings"].as_array().expect("findings").clone();
    let cut_off: Vec<_> = findings.iter().filter(|finding| finding["code"] == "block-cut-off").collect();
    assert_eq!(cut_off.len(), 1, "{check}");
    assert_eq!(cut_off[0]["spot"]["point"], serde_json::json!([50.0, 1.0, 60.0]));
}
