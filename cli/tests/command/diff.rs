//! `walkmesh diff`.

use std::ffi::OsString;
use std::fs;
use std::path::Path;

use serde_json::Value;
use walkmesh::formats::bms::{self, Bms, NavMesh};
use walkmesh::formats::dof::{self, Dof};
use walkmesh::formats::trn::{Packet, Trn};
use walkmesh::formats::{Document, Limits, aswm};

use walkmesh_testing::snapshot;

use crate::run::{root, run};

#[test]
fn equal_files_are_equal_in_every_table() {
    for name in ["room.wok", "yard.trx", "ainavdata_32769.dat"] {
        let path = format!("samples/{name}");
        let run = run(&["diff", &path, &path]);
        assert_eq!((run.status, run.err.as_str()), (0, ""));
        assert!(run.out.starts_with(&format!("{path} and {path}: equal in every table\n")), "{}", run.out);
    }
}

#[test]
fn the_samples_equal_their_own_re_bakes() {
    for name in ["room.wok", "chest.pwk", "door0.dwk", "yard.trx", "ainavdata_32769.dat"] {
        let run = run(&["diff", "--rebake", "--only-different", &format!("samples/{name}")]);
        assert_eq!((run.status, run.err.as_str()), (0, ""), "{}", run.out);
        assert_eq!(run.out, format!("samples/{name} and its own re-bake: equal in every table\n"));
    }
}

#[test]
fn what_differs_is_shown_table_by_table() {
    let text = run(&["diff", "samples/yard.trn", "samples/yard.trx"]);
    assert_eq!((text.status, text.err.as_str()), (1, ""));
    snapshot("cli_diff", &text.out);

    let json = run(&["diff", "--json", "--only-different", "samples/yard.trn", "samples/yard.trx"]);
    assert_eq!(json.status, 1);
    let json = json.json();
    let result = &json["results"][0];
    assert_eq!(result["equal"], false);
    for table in result["tables"].as_array().expect("tables") {
        assert!(table["equal"].as_u64() < table["entries"].as_u64(), "{table}");
        assert!(table["first"][0]["place"][0]["kind"].is_string(), "{table}");
    }
}

#[test]
fn files_of_different_games_cannot_be_compared() {
    let run = run(&["diff", "samples/room.wok", "samples/yard.trx"]);
    assert_eq!((run.status, run.out.as_str()), (2, ""));
    assert_eq!(
        run.err,
        "walkmesh: samples/room.wok: the first file is a KotOR walkmesh, and the second is an NWN2 area: only levels of \
         one game can be compared\n"
    );
}

#[test]
fn each_file_that_cannot_be_read_is_named() {
    let run = run(&["diff", "no/such.wok", "no/other.wok"]);
    assert_eq!((run.status, run.err.lines().count()), (2, 2), "{}", run.err);
}

/// A room with a changed bit of a vertex and bytes after its end, and an area that is deflated differently.
#[test]
fn differences_are_told_by_groups_and_the_status_by_content() {
    let folder = tempfile::tempdir().expect("a folder");
    let changed = |name: &str, change: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = fs::read(root().join("samples").join(name)).expect("the sample");
        change(&mut bytes);
        let path = folder.path().join(name);
        fs::write(&path, bytes).expect("a file");
        path
    };
    let diff = |name: &str, path: &Path, options: &[&str]| {
        let mut arguments = vec!["diff".into(), format!("samples/{name}").into(), path.into()];
        arguments.extend(options.iter().map(OsString::from));
        run(&arguments)
    };
    let first_line =
        |text: &str| text.lines().next().expect("a line").rsplit(": ").next().expect("a verdict").to_owned();

    let moved = changed("room.wok", &|bytes| bytes[136] ^= 1);
    let run = diff("room.wok", &moved, &["--only-different"]);
    assert_eq!((run.status, first_line(&run.out).as_str()), (1, "different in content"), "{}", run.out);

    let longer = changed("room.wok", &|bytes| bytes.push(7));
    let verdict = "equal in content, different in uninitialised or gap bytes";
    for (options, status) in [(&["--only-different"][..], 0), (&["--only-different", "--exact"], 1)] {
        let run = diff("room.wok", &longer, options);
        assert_eq!((run.status, first_line(&run.out).as_str()), (status, verdict), "{}", run.out);
        assert!(run.out.contains("uninitialised or gap bytes:\n    gap_bytes "), "{}", run.out);
        assert!(run.out.ends_with("      byte 0: nothing -> 0x07\n"), "{}", run.out);
    }

    let repacked = changed("yard.trx", &|bytes| {
        let mut area = Trn::from_bytes(bytes).expect("an area");
        let Some(Packet::Aswm(packet)) = area.packets.last_mut() else { panic!("the walkmesh is the last packet") };
        *packet = aswm::Packet::Uncompressed(packet.payload(&Limits::default()).expect("a walkmesh").into_owned());
        *bytes = area.to_bytes().expect("an area");
    });
    let run = diff("yard.trx", &repacked, &["--json"]);
    let json = run.json();
    let result = &json["results"][0];
    assert_eq!((run.status, &result["equal"]), (0, &true.into()));
    assert_eq!(result["different"], serde_json::json!(["packaging"]));
    let of_packing = |table: &&Value| table["equal"] != table["entries"];
    let tables: Vec<&Value> = result["tables"].as_array().expect("tables").iter().filter(of_packing).collect();
    assert_eq!((tables.len(), &tables[0]["table"]), (1, &"walkmesh.packed".into()));
    assert_eq!(diff("yard.trx", &repacked, &["--exact", "--json"]).status, 1);
}

#[test]
fn files_beside_a_dungeon_are_compared_by_field() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut dungeon = Dof::default();
    dungeon.blocks.blocks.push(dof::Block { name: "hall".into(), ..dof::Block::default() });
    let floor = NavMesh { vertices: vec![bms::Vertex::default(); 3], ..NavMesh::default() };
    let mesh = Bms { nav_mesh: Some(floor), ..Bms::default() };
    let write = |name: &str, bytes: Vec<u8>| {
        let path = folder.path().join(name);
        fs::write(&path, bytes).expect("a file");
        path
    };
    let (a, hall) =
        (write("a.dof", dungeon.to_bytes().expect("a DOF")), write("a.bms", mesh.to_bytes().expect("a BMS")));
    dungeon.blocks.blocks[0].yaw = 1.5;
    let b = write("b.dof", dungeon.to_bytes().expect("a DOF"));

    let text = run(&["diff".as_ref(), "--only-different".as_ref(), a.as_os_str(), b.as_os_str()]);
    assert_eq!((text.status, text.err.as_str()), (1, ""));
    assert!(text.out.ends_with("    block 0: 0.0 -> 1.5\n"), "{}", text.out);
    let same = run(&["diff".as_ref(), hall.as_os_str(), hall.as_os_str()]);
    assert_eq!((same.status, same.err.as_str()), (0, ""));
    let other = run(&["diff".as_ref(), a.as_os_str(), hall.as_os_str()]);
    assert_eq!((other.status, other.out.as_str()), (2, ""));
    assert!(other.err.ends_with("only levels of one game can be compared\n"), "{}", other.err);
}

#[test]
fn what_a_player_feels_comes_first_and_an_override_is_laid_over_its_module() {
    let folder = tempfile::tempdir().expect("a folder");
    let (manor, over) = (folder.path().join("manor"), folder.path().join("override"));
    fs::create_dir_all(&manor).expect("a folder");
    for file in ["manor.lyt", "room.wok", "porch.wok"] {
        fs::copy(root().join("samples").join(file), manor.join(file)).expect("a copy");
    }
    fs::create_dir_all(&over).expect("a folder");
    let room = over.join("room.wok");
    let edit =
        ["edit".as_ref(), manor.join("room.wok").as_os_str(), "--remove=0-1".as_ref(), "-o".as_ref(), room.as_os_str()]
            .map(OsString::from);
    assert_eq!(crate::run::run(&edit).status, 0);
    let diff = |more: &[&str], right: &Path| {
        let mut all = vec!["diff".into(), manor.as_os_str().to_owned(), right.as_os_str().to_owned()];
        all.extend(more.iter().map(Into::into));
        crate::run::run(&all)
    };
    let text = diff(&["--only-different"], &over);
    assert_eq!((text.status, text.err.as_str()), (1, ""));
    let lines: Vec<&str> = text.out.lines().collect();
    assert!(lines[0].ends_with("override: different in content"), "{}", text.out);
    assert!(lines[1].starts_with("  floor: ") && lines[1].contains(" m² lost, 0.0 m² won, of "), "{}", text.out);
    assert!(lines[2].starts_with("    lost: "), "{}", text.out);
    let floor = diff(&["--json"], &over).json()["results"][0]["floor"].clone();
    let lost: f64 = floor["lost"].as_array().expect("patches").iter().filter_map(|patch| patch["area"].as_f64()).sum();
    let [before, after] = [0, 1].map(|side| floor["area"][side].as_f64().expect("an area"));
    assert!(lost > 0.0 && (before - after - lost).abs() < 1e-3, "{floor}");
    // In the other direction nothing is overlaid: the folder's only level is a room, which has no table in common with an area.
    let alone = crate::run::run(&["diff".into(), over.as_os_str().to_owned(), manor.as_os_str().to_owned()]);
    assert!(alone.status == 1 && alone.out.contains(": different by their floors\n"), "{}{}", alone.out, alone.err);
    let [one, same] = ["one", "same"].map(|name| folder.path().join(name));
    for (file, to) in [("room.wok", &one), ("manor.lyt", &same), ("room.wok", &same)] {
        fs::create_dir_all(to).expect("a folder");
        fs::copy(manor.join(file), to.join(file)).expect("a copy");
    }
    let equal = crate::run::run(&["diff".into(), one.into_os_string(), same.into_os_string()]);
    assert!(equal.status == 0 && equal.out.contains(": equal by their floors\n"), "{}{}", equal.out, equal.err);
    assert_eq!(
        (diff(&[], &manor).status, diff(&["--json"], &manor).json()["results"][0]["floor"].is_null()),
        (0, true)
    );

    let picture = folder.path().join("floor.svg");
    let draw = |more: &[&str]| {
        let mut all: Vec<OsString> = ["draw", "--force", "--diff"].map(Into::into).to_vec();
        all.extend([&manor, &over, &"-o".into(), &picture].map(|path| path.as_os_str().to_owned()));
        all.extend(more.iter().map(Into::into));
        (crate::run::run(&all), fs::read_to_string(&picture).expect("a picture"))
    };
    let (drawn, svg) = draw(&[]);
    assert_eq!((drawn.status, drawn.err.as_str()), (0, ""));
    assert!(svg.contains("floor lost (") && drawn.out.contains(" floor lost ("), "{}", drawn.out);
    assert!(draw(&["--triangles"]).0.out.contains(" removed (2)"));
    // Placed objects are in both.
    let chest = root().join("samples/chest.pwk");
    let placed = draw(&["--place", &format!("{},2,2,0,0", chest.display())]);
    assert_eq!((placed.0.status, placed.0.err.as_str()), (0, ""));
    assert_ne!(placed.1, svg);
    assert_eq!(draw(&["--place", "none.pwk,2,2,0,0"]).0.status, 2);
}
