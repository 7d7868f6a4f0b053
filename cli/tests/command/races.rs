//! Commands that write the same files at once, links as outputs, and areas of which a file cannot be written.

use std::fs;
use std::path::Path;
use std::process::{Child, Stdio};

use walkmesh::kotor::Walkmesh;

use crate::bake::{folder_of, names};
use crate::repair::torn;
use crate::run::{Run, root, run, walkmesh};

fn faces(path: &Path) -> usize {
    Walkmesh::from_bytes(&fs::read(path).expect("the room")).expect("a room").faces().count()
}

/// Each edit removes a face. Of those that read the room before another one wrote it, all but one must fail.
#[test]
fn of_edits_at_once_none_is_lost_without_a_word() {
    let folder = folder_of(&["room.wok"]);
    let room = folder.path().join("room.wok");
    let before = faces(&room);
    let mut written = 0;
    for _ in 0..2 {
        let start = |_| {
            let mut edit = walkmesh(&[
                "edit".as_ref(),
                room.as_os_str(),
                "--remove".as_ref(),
                "0".as_ref(),
                "--in-place".as_ref(),
            ]);
            edit.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the command starts")
        };
        let edits: Vec<Child> = (0..4).map(start).collect();
        for edit in edits {
            let output = edit.wait_with_output().expect("the command ends");
            let err = String::from_utf8_lossy(&output.stderr);
            match output.status.code() {
                Some(0) => written += 1,
                _ => assert!(err.contains("was changed by another program since it was read"), "{err}"),
            }
        }
    }
    assert!(written >= 2);
    assert_eq!(faces(&room), before - written);
    // What each edit replaced is kept.
    let backups = names(folder.path()).len() - 1;
    assert_eq!(backups, written, "{:?}", names(folder.path()));
    for number in 1..=written {
        let name = if number == 1 { "room.wok.bak".to_owned() } else { format!("room.wok.bak{number}") };
        assert_eq!(faces(&folder.path().join(name)), before + 1 - number);
    }
}

#[test]
fn temporary_files_of_killed_runs_are_removed_and_those_of_living_ones_stay() {
    let folder = folder_of(&["room.wok"]);
    for name in [".walkmesh-AbCdEf", ".walkmesh-AbCdEf-old", ".walkmesh-mine.txt"] {
        fs::write(folder.path().join(name), "left").expect("a file");
    }
    let out = folder.path().join("picture.svg");
    let drawn = run(&["draw".as_ref(), "samples/room.wok".as_ref(), "-o".as_ref(), out.as_os_str()]);
    assert_eq!((drawn.status, drawn.err.as_str()), (0, ""));
    assert_eq!(names(folder.path()), [".walkmesh-mine.txt", "picture.svg", "room.wok"]);
}

fn area(folder: &Path, arguments: &[&str]) -> Run {
    let mut all = vec![arguments[0].into(), folder.as_os_str().to_owned()];
    all.extend(arguments[1..].iter().map(Into::into));
    run(&all)
}

#[test]
fn an_area_of_which_one_room_cannot_be_written_stays_as_it_is() {
    let folder = folder_of(&["room.wok", "porch.wok", "manor.lyt"]);
    let files =
        || ["room.wok", "porch.wok", "manor.lyt"].map(|name| fs::read(folder.path().join(name)).expect("a file"));
    let before = files();
    for read_only in ["porch.wok", "manor.lyt"] {
        let path = folder.path().join(read_only);
        let usual = fs::metadata(&path).expect("the file").permissions();
        let mut permissions = usual.clone();
        permissions.set_readonly(true);
        fs::set_permissions(&path, permissions).expect("permissions");
        for line in [&["area", "--move", "1,2,3", "--in-place"][..], &["edit", "--move", "1,2,3", "--in-place"]] {
            let refused = area(folder.path(), line);
            assert_eq!(refused.status, 2, "{refused:?}");
            let reason = format!("{}: is read-only and is not replaced", path.display());
            assert!(refused.err.contains(&reason), "{refused:?}");
            assert!(files() == before, "{line:?}");
            assert_eq!(names(folder.path()), ["manor.lyt", "porch.wok", "room.wok"], "no backup either");
        }
        fs::set_permissions(&path, usual).expect("permissions");
    }
    assert_eq!(area(folder.path(), &["edit", "--move", "1,2,3", "--in-place"]).status, 0);
    assert!(files().iter().zip(&before).all(|(now, before)| now != before));
}

#[test]
fn a_repaired_room_and_the_picture_of_it_are_written_both_or_none() {
    let folder = folder_of(&["room.wok"]);
    let [room, picture] = ["room.wok", "changes.svg"].map(|name| folder.path().join(name));
    let args = |more: &[&str]| {
        let mut all = vec!["repair".into(), room.as_os_str().to_owned(), "--in-place".into(), "--no-backup".into()];
        all.extend(["--picture".into(), picture.as_os_str().to_owned()]);
        all.extend(more.iter().map(Into::into));
        run(&all)
    };
    fs::write(&room, torn()).expect("a room");
    let before = fs::read(&room).expect("the room");
    fs::write(&picture, "a drawing of mine").expect("a file");
    let refused = args(&[]);
    assert_eq!(refused.status, 2, "{refused:?}");
    assert!(refused.err.contains("changes.svg: already exists"), "{refused:?}");
    assert!(fs::read(&room).expect("the room") == before);
    fs::remove_file(&picture).expect("the file");
    let done = args(&[]);
    assert_eq!((done.status, done.err.as_str()), (0, ""));
    assert!(picture.exists() && fs::read(&room).expect("the room") != before);
}

#[test]
fn an_area_that_is_written_elsewhere_has_its_layout() {
    let folder = folder_of(&["room.wok", "porch.wok", "manor.lyt"]);
    let out = tempfile::tempdir().expect("a folder");
    let layout = folder.path().join("manor.lyt");
    let layout = layout.to_str().expect("text");
    for (number, line) in [
        &["repair", "--area"][..],
        &["edit", "--renumber-rooms", layout],
        &["edit", "--paint", "material:Stone=Wood"],
        &["area", "--weld"],
    ]
    .into_iter()
    .enumerate()
    {
        let new = out.path().join(number.to_string());
        let written = area(folder.path(), &[line, &["-o", new.to_str().expect("text")]].concat());
        assert_eq!((written.status, written.err.as_str()), (0, ""), "{line:?}");
        assert_eq!(names(&new), ["manor.lyt", "porch.wok", "room.wok"], "{line:?}");
        assert!(fs::read(new.join("manor.lyt")).expect("a layout") == fs::read(layout).expect("the layout"));
    }
}

#[cfg(unix)]
#[test]
fn a_link_that_leads_to_no_file_yet_stays_a_link() {
    use std::os::unix::fs::symlink;
    let folder = folder_of(&[]);
    let at = |name: &str| folder.path().join(name);
    fs::create_dir(at("there")).expect("a folder");
    symlink("there/second", at("first.wok")).expect("a link");
    symlink(at("there/new.wok"), at("there/second")).expect("a link");
    let written = run(&["bake".as_ref(), "samples/room.wok".as_ref(), "-o".as_ref(), at("first.wok").as_os_str()]);
    assert_eq!((written.status, written.err.as_str()), (0, ""));
    assert!(at("first.wok").is_symlink() && at("there/second").is_symlink());
    assert!(
        fs::read(at("there/new.wok")).expect("the room")
            == fs::read(root().join("samples/room.wok")).expect("the sample")
    );
    symlink("loop.wok", at("loop.wok")).expect("a link");
    let refused = run(&["bake".as_ref(), "samples/room.wok".as_ref(), "-o".as_ref(), at("loop.wok").as_os_str()]);
    assert_eq!(refused.status, 2, "{refused:?}");
    assert!(at("loop.wok").is_symlink());
}

/// Somebody has edited a file after a run was killed: neither the edit nor what the run left is lost.
#[test]
fn a_file_that_was_changed_after_an_interruption_is_left_alone() {
    let name = |name: &str| serde_json::to_value(std::ffi::OsString::from(name)).expect("a name");
    let folder = tempfile::tempdir().expect("a folder");
    let change = serde_json::json!({
        "target": name("room.wok"), "new": name(".walkmesh-AbCdEf"), "old": null, "before": "00", "after": "11"
    });
    let journal = serde_json::json!({ "journal_version": 1, "set": "a", "folders": [name("/")], "changes": [change] });
    for (name, text) in
        [("room.wok", "edited"), (".walkmesh-AbCdEf", "new"), (".walkmesh-journal", &journal.to_string())]
    {
        fs::write(folder.path().join(name), text).expect("a file");
    }
    let out = folder.path().join("a.svg");
    let refused = run(&["draw".as_ref(), "samples/room.wok".as_ref(), "-o".as_ref(), out.as_os_str()]);
    assert_eq!(refused.status, 2, "{refused:?}");
    assert!(refused.err.contains("room.wok was changed since"), "{refused:?}");
    assert_eq!(names(folder.path()), [".walkmesh-AbCdEf", ".walkmesh-journal", "room.wok"]);
    assert_eq!(fs::read_to_string(folder.path().join("room.wok")).expect("the file"), "edited");
}

/// A journal may lie in a folder that somebody else has made.
#[test]
fn a_journal_names_only_files_of_its_folder() {
    let change = |target: &str, new: &str, old: &str| {
        let name = |name: &str| serde_json::to_value(std::ffi::OsString::from(name)).expect("a name");
        serde_json::json!({
            "target": name(target), "new": name(new), "old": name(old), "before": null, "after": "00"
        })
    };
    for [target, new, old] in [
        ["../victim", ".walkmesh-AbCdEf", ".walkmesh-AbCdEf-old"],
        ["victim", "../.walkmesh-AbCdEf", ".walkmesh-AbCdEf-old"],
        ["victim", "other", ".walkmesh-AbCdEf-old"],
        ["victim", ".walkmesh-AbCdEf", "../victim.bak"],
        ["victim", ".walkmesh-AbCdEf", "other.bak"],
        ["victim.bak", ".walkmesh-AbCdEf", ".walkmesh-AbCdEf-old"],
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        let journal = folder.path().join(".walkmesh-journal");
        let document = serde_json::json!({
            "journal_version": 1, "set": "a", "folders": [], "changes": [change(target, new, old)]
        });
        fs::write(&journal, document.to_string()).expect("a journal");
        let out = folder.path().join("a.svg");
        let refused = run(&["draw".as_ref(), "samples/room.wok".as_ref(), "-o".as_ref(), out.as_os_str()]);
        assert_eq!(refused.status, 2, "{target} {new} {old}: {refused:?}");
        assert!(refused.err.contains("names files that no run of walkmesh would name"), "{refused:?}");
        assert_eq!(names(folder.path()), [".walkmesh-journal"]);
    }
}
