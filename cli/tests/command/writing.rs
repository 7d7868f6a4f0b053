//! The files that a command may overwrite: `--in-place` with its backups, and `-o`.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use crate::bake::{bake, folder_of, names, stale};
use crate::run::{Run, STATE, root, run};

fn sample(name: &str) -> Vec<u8> {
    fs::read(root().join("samples").join(name)).expect("the sample")
}

/// Every file below a folder, and its bytes.
fn contents(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut left = vec![folder.to_owned()];
    let mut files = Vec::new();
    while let Some(path) = left.pop() {
        if path.is_dir() {
            left.extend(fs::read_dir(&path).expect("a folder").map(|entry| entry.expect("an entry").path()));
        } else {
            files.push((path.clone(), fs::read(&path).expect("a file")));
        }
    }
    files.sort();
    files
}

#[test]
fn a_folder_baked_in_place_twice_keeps_its_backups_as_they_are() {
    let folder = folder_of(&["chest.pwk"]);
    stale(&folder.path().join("room.wok"));
    let before = fs::read(folder.path().join("room.wok")).expect("the file");
    let first = bake(&[&folder.path(), &"--in-place"]);
    assert_eq!((first.status, first.err.as_str()), (0, ""));
    assert!(first.out.ends_with("2 files: 1 changed\n"), "{}", first.out);
    let after_first = contents(folder.path());
    assert_eq!(names(folder.path()), ["chest.pwk", "room.wok", "room.wok.bak"]);
    assert_eq!(fs::read(folder.path().join("room.wok.bak")).expect("the backup"), before);

    // A temporary file of a killed run is not a walkmesh either.
    stale(&folder.path().join(".walkmesh-AbCdEf"));
    let left = bake(&[&folder.path(), &"--in-place"]);
    let skipped = "; skipped: 1 backup, 1 temporary file of an interrupted run\n";
    assert!(left.out.ends_with(skipped), "{}", left.out);
    assert_eq!(names(folder.path()), ["chest.pwk", "room.wok", "room.wok.bak"], "it is removed");

    let second = bake(&[&folder.path(), &"--in-place"]);
    assert_eq!((second.status, second.err.as_str()), (0, ""));
    assert!(second.out.ends_with("2 files: 0 changed; skipped: 1 backup\n"), "{}", second.out);
    assert!(contents(folder.path()) == after_first);
}

#[test]
fn a_backup_is_baked_only_by_its_name_and_never_written_over() {
    let folder = folder_of(&[]);
    let backup = folder.path().join("room.wok.bak");
    stale(&backup);
    let before = fs::read(&backup).expect("the file");
    let refused = bake(&[&backup, &"--in-place"]);
    assert_eq!((refused.status, refused.out.as_str()), (2, ""));
    assert!(refused.err.contains("is a backup and is not changed"), "{}", refused.err);
    let refused = bake(&[&"samples/porch.wok", &"-o", &backup, &"--force"]);
    assert!(refused.err.contains("is a backup and is never overwritten"), "{}", refused.err);
    assert!(fs::read(&backup).expect("the file") == before);

    let out = folder.path().join("room.wok");
    assert_eq!(bake(&[&backup, &"-o", &out]).status, 0);
    assert!(fs::read(&out).expect("the result") == sample("room.wok"));
    assert_eq!(names(folder.path()), ["room.wok", "room.wok.bak"]);
}

/// With no room for the new file: `ulimit` lets no file grow above 512 or 1024 bytes, and the room has 3,540.
#[cfg(unix)]
#[test]
fn a_run_that_fails_leaves_nothing_new_however_often_it_is_tried() {
    let folder = folder_of(&[]);
    stale(&folder.path().join("room.wok"));
    let before = contents(folder.path());
    let limited = |arguments: &[OsString]| {
        let mut command = std::process::Command::new("sh");
        command.args(["-c", "trap '' XFSZ; ulimit -f 1; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_walkmesh")]);
        let output = command.args(arguments).env("WALKMESH_STATE", STATE).output().expect("a shell");
        (output.status.code(), String::from_utf8(output.stderr).expect("text"))
    };
    let room: OsString = folder.path().join("room.wok").into();
    let [out, dungeon] =
        ["room.wok", "ainavdata_32769.dat"].map(|name| folder.path().join("new/folder").join(name).into());
    let (out, dungeon): (OsString, OsString) = (out, dungeon);
    // Forty cells in a row are a table of 6,400 bytes.
    let edges = (0..39).map(|at| format!(r#"{{ "centre": [{at}, 0, 0], "joins": [{at}, {}] }}"#, at + 1));
    let edges = edges.collect::<Vec<_>>().join(",");
    let described = tempfile::tempdir().expect("a folder");
    let json = described.path().join("dungeon.json");
    let text = format!(r#"{{ "region": 32769, "blocks": [{{ "cells": 40, "edges": [{edges}] }}] }}"#);
    fs::write(&json, text).expect("a file");
    let json: OsString = json.into();
    for _ in 0..2 {
        let (status, err) = limited(&["bake".into(), room.clone(), "--in-place".into()]);
        assert!(status == Some(2) && err.contains("cannot be written"), "{err}");
        assert!(contents(folder.path()) == before);
        let (status, err) = limited(&["bake".into(), room.clone(), "-o".into(), out.clone()]);
        assert!(status == Some(2) && err.contains("cannot be written"), "{err}");
        let (status, err) = limited(&["bake".into(), json.clone(), "-o".into(), dungeon.clone()]);
        assert!(status == Some(2) && err.contains("cannot be written"), "{err}");
        assert_eq!(names(folder.path()), ["room.wok"], "no folder either");
    }
}

#[test]
fn an_output_file_with_other_bytes_is_replaced_only_by_force() {
    let folder = folder_of(&["porch.wok", "yard.trx"]);
    let target = |name: &str| folder.path().join(name);
    fs::rename(target("yard.trx"), target("old")).expect("renamed");
    fs::write(target("notes.txt"), "a text").expect("a file");
    let cases =
        [("porch.wok", "is a KotOR walkmesh"), ("old", "is an NWN2 area"), ("notes.txt", "is not a walkmesh file")];
    for (name, is) in cases {
        let before = fs::read(target(name)).expect("the file");
        let refused = bake(&[&"samples/room.wok", &"-o", &target(name)]);
        assert_eq!((refused.status, refused.out.as_str()), (2, ""));
        let reason = format!("{}: already exists and {is}; use --force to replace it\n", target(name).display());
        assert!(refused.err.ends_with(&reason), "{}", refused.err);
        assert!(fs::read(target(name)).expect("the file") == before);
        assert_eq!(bake(&[&"samples/room.wok", &"-o", &target(name), &"--force"]).status, 0);
        assert!(fs::read(target(name)).expect("the file") == sample("room.wok"));
        assert_eq!(bake(&[&"samples/room.wok", &"-o", &target(name)]).status, 0, "it has these bytes");
    }
}

/// The same rule for files for other programs.
#[test]
fn a_file_for_another_program_is_replaced_only_by_force_and_a_picture_unless_somebody_changed_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let run = |line: &[&str]| run(line).status;
    let [glb, svg, png] = [at("a.glb"), at("a.svg"), at("a.png")];
    assert_eq!(run(&["convert", "samples/room.wok", "-o", &glb]), 0);
    assert_eq!(run(&["convert", "samples/porch.wok", "-o", &glb]), 2, "another GLB");
    assert_eq!(run(&["convert", "samples/room.wok", "-o", &glb]), 0, "the same");
    assert_eq!(run(&["convert", "samples/porch.wok", "-o", &glb, "--force"]), 0);
    for picture in [&svg, &png] {
        assert_eq!(run(&["draw", "samples/room.wok", "-o", picture]), 0);
        assert_eq!(run(&["draw", "samples/porch.wok", "-o", picture]), 0, "made by this program");
        let mut edited = fs::read(picture).expect("the picture");
        let last = edited.len() - 1;
        edited[last] ^= 1;
        fs::write(picture, &edited).expect("an edit");
        assert_eq!(run(&["draw", "samples/room.wok", "-o", picture]), 2, "edited by somebody");
        assert!(fs::read(picture).expect("the picture") == edited);
        assert_eq!(run(&["draw", "samples/room.wok", "-o", picture, "--force"]), 0);
    }
}

#[test]
fn the_name_of_an_output_promises_its_format() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    for line in [
        ["bake", "samples/room.wok", "-o", &at("new.trx")],
        ["bake", "samples/room.wok", "-o", &at("new.glb")],
        ["bake", "samples/dungeon.json", "-o", &at("new.wok")],
        ["optimise", "samples/yard.trx", "-o", &at("new.wok")],
        ["repair", "samples/room.wok", "-o", &at("new.svg")],
        ["view", "samples/room.wok", "-o", &at("new.wok")],
        ["check", "samples/room.wok", "--write-baseline", &at("new.lyt.wok")],
    ] {
        let refused = run(&line);
        assert_eq!(refused.status, 2, "{line:?}: {refused:?}");
        assert!(refused.err.contains("its name promises "), "{line:?}: {refused:?}");
    }
    let edit = ["edit", "samples/room.wok", "--remove", "0", "-o", &at("new.trx"), "--force"];
    assert!(run(&edit).err.contains("its name promises an NWN2 area, and the result is a KotOR walkmesh"));
    assert!(names(folder.path()).is_empty());
}

#[test]
fn an_output_folder_replaces_file_by_file_by_the_same_rule() {
    let folder = folder_of(&["room.wok", "chest.pwk"]);
    let out = folder_of(&["room.wok"]);
    fs::write(out.path().join("chest.pwk"), "my notes").expect("a file");
    let some = bake(&[&folder.path(), &"-o", &out.path()]);
    assert_eq!((some.status, some.err.lines().count()), (2, 1), "{}", some.err);
    assert!(some.err.contains("chest.pwk: already exists and is not a walkmesh file"), "{}", some.err);
    assert!(some.out.ends_with("2 files: 0 changed, 1 failed\n"), "{}", some.out);
    assert_eq!(fs::read(out.path().join("chest.pwk")).expect("the file"), b"my notes");
    assert_eq!(bake(&[&folder.path(), &"-o", &out.path(), &"--force"]).status, 0);
    assert!(fs::read(out.path().join("chest.pwk")).expect("the file") == sample("chest.pwk"));
}

#[test]
fn nothing_is_written_into_a_folder_that_is_also_an_input() {
    let folder = folder_of(&["room.wok", "chest.pwk"]);
    let before = contents(folder.path());
    for out in [folder.path().to_owned(), folder.path().join("."), folder.path().join("new/deep")] {
        let refused = bake(&[&folder.path(), &"-o", &out]);
        assert_eq!((refused.status, refused.out.as_str(), refused.err.lines().count()), (2, "", 1), "{}", refused.err);
        assert!(refused.err.contains("which is also an input; use --in-place or another folder"), "{}", refused.err);
        assert!(contents(folder.path()) == before);
    }
    #[cfg(unix)]
    {
        let elsewhere = tempfile::tempdir().expect("a folder");
        let link = elsewhere.path().join("link");
        std::os::unix::fs::symlink(folder.path(), &link).expect("a link");
        assert_eq!(bake(&[&folder.path(), &"-o", &link]).status, 2);
        assert!(contents(folder.path()) == before);
    }
    let area =
        run(&["area".into(), folder.path().as_os_str().to_owned(), "--layout".into(), "samples/manor.lyt".into()]
            .into_iter()
            .chain(["-o".into(), folder.path().as_os_str().to_owned()])
            .collect::<Vec<OsString>>());
    assert!(area.status == 2 && area.err.contains("which is also an input"), "{}", area.err);
}

#[test]
fn several_inputs_with_one_output_file_are_one_error() {
    let folder = folder_of(&["room.wok", "chest.pwk", "door0.dwk"]);
    let there = folder.path().join("chest.pwk");
    let new = folder.path().join("new.wok");
    let is_one = |run: Run| {
        assert_eq!((run.status, run.out.as_str(), run.err.lines().count()), (2, "", 1), "{}", run.err);
        assert!(run.err.contains("the output of folders or several files is a folder"), "{}", run.err);
    };
    for output in [&there, &new] {
        is_one(bake(&[&"samples/room.wok", &"samples/porch.wok", &"-o", output]));
        is_one(bake(&[&"samples", &"-o", output]));
    }
    is_one(bake(&[&"samples", &"-o", &"-"]));
    assert!(!new.exists());
    // A new name without a format's extension is a folder's; so is one that ends in a separator.
    assert_eq!(bake(&[&"samples/room.wok", &"samples/porch.wok", &"-o", &folder.path().join("out")]).status, 0);
    let out = format!("{}/", folder.path().join("one").display());
    assert_eq!(bake(&[&"samples/room.wok", &"-o", &out]).status, 0);
    assert_eq!(names(&folder.path().join("out")), ["porch.wok", "room.wok"]);
    assert_eq!(names(&folder.path().join("one")), ["room.wok"]);
}

#[test]
fn files_with_the_same_target_are_one_problem_and_hide_no_other() {
    let [a, b] = [folder_of(&["room.wok", "porch.wok"]), folder_of(&["room.wok"])];
    let out = tempfile::tempdir().expect("a folder");
    let run = bake(&[&a.path(), &b.path(), &"-o", &out.path()]);
    assert_eq!((run.status, run.err.lines().count()), (2, 1), "{}", run.err);
    assert!(run.err.contains("room.wok: more than one result would be written to this file: "), "{}", run.err);
    assert_eq!(names(out.path()), ["porch.wok"]);
    // If both are named, both the TRN and the TRX are used.
    let yard = folder_of(&["yard.trn", "yard.trx"]);
    let both = bake(&[&yard.path().join("yard.trn"), &yard.path().join("yard.trx"), &"--in-place"]);
    assert_eq!((both.status, both.err.lines().count()), (2, 1), "{}", both.err);
}

#[test]
fn a_trx_gives_way_to_the_trn_beside_it_and_what_else_is_not_baked_is_counted() {
    use walkmesh::formats::{Document, bms::Bms, dof::Dof};
    let folder = folder_of(&["yard.trn", "yard.trx", "ainavdata_32769.dat"]);
    fs::write(folder.path().join("hall.bms"), Bms::default().to_bytes().expect("a mesh")).expect("a file");
    fs::write(folder.path().join("hall.dof"), Dof::default().to_bytes().expect("a dungeon")).expect("a file");
    fs::write(folder.path().join("notes.txt"), "notes of mine").expect("a file");
    let out = tempfile::tempdir().expect("a folder");
    let run = bake(&[&folder.path(), &"-o", &out.path(), &"--json"]);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    assert_eq!(names(out.path()), ["ainavdata_32769.dat", "yard.trx"]);
    let summary = &run.json()["summary"];
    assert_eq!(
        (&summary["files"], &summary["skipped"]),
        (
            &2.into(),
            &serde_json::json!({
                "other_format": 2, "backup": 0, "temporary": 0, "trx_of_trn": 1, "scene": 0, "unknown_format": 1
            })
        )
    );
    let text = bake(&[&folder.path(), &"-o", &out.path()]).out;
    let skipped =
        "; skipped: 2 of a format that this command does not work on, 1 TRX file beside a TRN, 1 of no known format";
    assert!(text.trim_end().ends_with(skipped), "{text}");
}
