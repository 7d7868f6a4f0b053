//! `--materials`: the table that applies to KotOR files, and the handling of a file that contradicts it.

use std::fs;
use std::path::{Path, PathBuf};

use walkmesh::formats::{Document, bwm::Bwm, two_da::TwoDa};

use crate::run::{Run, root, run};

/// The sample room with a change, in a folder.
fn room(change: impl FnOnce(&mut Bwm)) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("room.wok");
    let mut room = Bwm::from_bytes(&fs::read(root().join("samples/room.wok")).expect("the sample")).expect("a room");
    change(&mut room);
    fs::write(&path, room.to_bytes().expect("bytes")).expect("a file");
    (folder, path)
}

/// The sample room, made for a table in which creatures walk on 16.
fn of_another_table() -> (tempfile::TempDir, PathBuf) {
    room(|room| {
        let walkable = room.adjacencies.len();
        room.materials[..walkable].fill(16);
        room.edges.iter_mut().for_each(|edge| edge.transition = -1);
    })
}

fn walkmesh(command: &str, path: &Path, rest: &[&str]) -> Run {
    let path = path.to_string_lossy();
    let all: Vec<&str> = [command, &path].into_iter().chain(rest.iter().copied()).collect();
    run(&all)
}

#[test]
fn a_bake_that_would_change_what_can_be_walked_on_asks_for_the_table() {
    let (_folder, path) = of_another_table();
    let before = fs::read(&path).expect("the file");
    let refused = walkmesh("bake", &path, &["--in-place"]);
    assert_eq!((refused.status, refused.out.as_str()), (2, ""));
    assert!(refused.err.contains("material 16 (faces 0 to "), "{}", refused.err);
    assert!(refused.err.contains("use --materials k1"), "{}", refused.err);
    assert!(fs::read(&path).expect("the file") == before);

    let kept = walkmesh("bake", &path, &["--in-place", "--materials", "as-stored"]);
    assert_eq!((kept.status, kept.err.as_str()), (0, ""));
    assert!(fs::read(&path).expect("the file") == before);

    let by_table = walkmesh("bake", &path, &["--in-place", "--materials", "k1"]);
    assert_eq!((by_table.status, by_table.err.as_str()), (0, ""));
    assert_eq!(Bwm::from_bytes(&fs::read(&path).expect("the file")).expect("a room").adjacencies, []);
}

#[test]
fn a_painted_face_is_not_believed_to_be_walkable() {
    let (_folder, path) = room(|room| room.materials[1] = 7);
    for rest in [&["--in-place"][..], &["--in-place", "--materials", "as-stored"]] {
        let refused = walkmesh("bake", &path, rest);
        assert_eq!(refused.status, 2);
        assert!(refused.err.contains("material 7 (face 1) has stored neighbours"), "{}", refused.err);
    }
    let check = walkmesh("check", &path, &["--severity", "error"]);
    assert_eq!(check.status, 1);
    assert_eq!(check.out.matches("[material-contradicts]").count(), 1, "{}", check.out);
    let baked = walkmesh("bake", &path, &["--in-place", "--materials", "k1"]);
    assert_eq!((baked.status, baked.err.as_str()), (0, ""));
    assert_eq!(walkmesh("check", &path, &["--severity", "error"]).status, 0);
}

#[test]
fn every_command_that_works_on_kotor_files_takes_the_same_table() {
    let (folder, path) = of_another_table();
    let layout = "filedependancy room max\nbeginlayout\n  roomcount 1\n    room 0 0 0\n  trackcount 0\n  obstaclecount 0\n  \
                  doorhookcount 0\ndonelayout\n";
    fs::write(folder.path().join("area.lyt"), layout).expect("a file");
    let questions: [(&str, &Path, &[&str]); 7] = [
        ("check", &path, &["--severity", "warning"]),
        ("floor", &path, &["1,1,1"]),
        ("path", &path, &["1,1", "1.5,1.5"]),
        ("raycast", &path, &["1,1,9", "1,1,-9", "--faces", "walkable"]),
        ("floor", folder.path(), &["1,1,1"]),
        ("path", folder.path(), &["1,1", "1.5,1.5"]),
        ("check", folder.path(), &["--severity", "warning"]),
    ];
    for (command, at, rest) in questions {
        let with = |table: &str| walkmesh(command, at, &[rest, &["--materials", table]].concat());
        let (by_table, as_stored) = (with("k1"), with("as-stored"));
        let assumed = walkmesh(command, at, rest);
        assert_eq!((assumed.status, &assumed.out), (by_table.status, &by_table.out), "{command}: k1 is assumed");
        assert_ne!(by_table.out, as_stored.out, "{command}: what one can walk on matters");
        assert_eq!(as_stored.status, 0, "{command}: {as_stored:?}");
    }
    assert_eq!(walkmesh("diff", &path, &["--rebake"]).status, 2, "a bake is refused here too");
    assert_eq!(walkmesh("diff", &path, &["--rebake", "--materials", "as-stored"]).status, 0);
    assert_eq!(walkmesh("diff", &path, &["--rebake", "--materials", "k1"]).status, 1);
}

#[test]
fn there_is_no_table_of_the_second_game() {
    let refused = run(&["check", "samples/room.wok", "--materials", "k2"]);
    assert_eq!((refused.status, refused.out.as_str()), (2, ""));
    assert!(
        refused.err.contains("expected k1, as-stored or a surfacemat.2da, and no such file exists"),
        "{}",
        refused.err
    );
}

#[test]
fn a_table_is_read_from_a_2da_in_either_form() {
    let (folder, path) = of_another_table();
    let before = fs::read(&path).expect("the file");
    let row = |id: usize| [["Row", "0", "1", "1"], ["Row", "1", "1", "1"]][usize::from(matches!(id, 4 | 16))];
    let binary = TwoDa::from_rows(["label", "walk", "walkcheck", "lineofsight"], (0..17).map(row)).expect("a table");
    let rows: String = (0..17).map(|id| format!("{id} {}\r\n", row(id).join("\t"))).collect();
    let text = format!("2DA V2.0\r\n\r\n Label Walk WalkCheck LineOfSight\r\n{rows}");
    for (name, bytes) in [("binary.2da", binary.to_bytes().expect("bytes")), ("text.2da", text.into_bytes())] {
        let table = folder.path().join(name);
        fs::write(&table, bytes).expect("a file");
        let table = table.to_string_lossy();
        let baked = walkmesh("bake", &path, &["--in-place", "--materials", &table]);
        assert_eq!((baked.status, baked.err.as_str()), (0, ""));
        assert!(fs::read(&path).expect("the file") == before, "{name}");
        let check = walkmesh("check", &path, &["--severity", "warning", "--materials", &table]);
        assert!(!check.out.contains("material-contradicts"), "{}", check.out);
    }

    // A table beside a room with the game's name applies without an option, equally for each command.
    let asks = [&["check", "--severity", "warning"][..], &["path", "1,1", "1.5,1.5"], &["floor", "1,1,1"], &["info"]];
    let answers = |rest: &[&str]| asks.map(|ask| walkmesh(ask[0], &path, &[&ask[1..], rest].concat()).out);
    let table = folder.path().join("binary.2da").to_string_lossy().into_owned();
    let (without, named) = (answers(&[]), answers(&["--materials", &table]));
    fs::copy(&table, folder.path().join("SURFACEMAT.2da")).expect("a copy");
    let beside = answers(&[]);
    assert_eq!(beside, named);
    assert!(without.iter().zip(&beside).all(|(without, beside)| without != beside), "{without:?}");
    assert_eq!(walkmesh("diff", &path, &["--rebake"]).status, 0);
    fs::write(folder.path().join("wrong.2da"), "2DA V2.0\n\n  Label Walk\n0 Row 1\n").expect("a file");
    let wrong = walkmesh("check", &path, &["--materials", &folder.path().join("wrong.2da").to_string_lossy()]);
    assert_eq!(wrong.status, 2);
    assert!(wrong.err.contains("the table has no column WalkCheck, only Label, Walk"), "{}", wrong.err);

    // The binary form is an ordinary file for info and roundtrip, and is skipped by commands for walkmeshes.
    let table = folder.path().join("binary.2da");
    assert!(walkmesh("info", &table, &[]).out.contains("\n  rows     17\n"));
    assert_eq!(walkmesh("roundtrip", &table, &[]).status, 0);
    let refused = walkmesh("check", &table, &[]);
    assert!(format!("{}{}", refused.out, refused.err).contains("choose it as their materials"), "{refused:?}");
}

#[test]
fn the_extension_of_a_files_name_decides_what_it_is() {
    let (folder, path) = room(|room| room.walkmesh_type = 0);
    let sample = fs::read(root().join("samples/room.wok")).expect("the sample");
    let check = walkmesh("check", &path, &["--severity", "warning"]);
    assert_eq!(check.status, 1);
    assert_eq!(check.out.matches("error [type-differs]").count(), 1, "{}", check.out);
    let baked = walkmesh("bake", &path, &["--in-place"]);
    assert_eq!((baked.status, baked.err.as_str()), (0, ""));
    assert!(baked.out.contains("\n  the type word was 0 and became 1"), "{}", baked.out);
    assert!(fs::read(&path).expect("the file") == sample, "tree, neighbours, edges and transitions are all there");

    // A placeable stays a placeable, even with the word of a room.
    let chest = folder.path().join("chest.PWK");
    let sample = fs::read(root().join("samples/chest.pwk")).expect("the sample");
    let mut raw = Bwm::from_bytes(&sample).expect("a placeable");
    raw.walkmesh_type = 1;
    fs::write(&chest, raw.to_bytes().expect("bytes")).expect("a file");
    assert!(walkmesh("info", &chest, &[]).out.contains("PWK"));
    let baked = walkmesh("bake", &chest, &["--in-place"]);
    assert_eq!((baked.status, baked.err.as_str()), (0, ""));
    assert!(fs::read(&chest).expect("the file") == sample);

    // A room under a placeable's name loses the tables that a placeable lacks, and the bake reports this.
    let misnamed = folder.path().join("room.pwk");
    fs::write(&misnamed, fs::read(&path).expect("the room")).expect("a file");
    let baked = walkmesh("bake", &misnamed, &["--in-place"]);
    assert!(baked.out.contains(" nodes of the tree were removed, because only a room has them"), "{}", baked.out);
}
