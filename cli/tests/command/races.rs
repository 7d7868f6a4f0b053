//! Commands that write the same files at once, links as outputs, and areas with a file that cannot be written.

use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::process::{Child, Output, Stdio};

use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use tempfile::TempDir;
use walkmesh::kotor::Walkmesh;

use crate::bake::{folder_of, names};
use crate::repair::torn;
use crate::run::{Run, root, run, walkmesh};

fn faces(path: &Path) -> usize {
    Walkmesh::from_bytes(&fs::read(path).expect("the room")).expect("a room").faces().count()
}

/// Each edit removes a face. Of the edits that read the room before another one wrote it, all but one must fail.
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
    // The file that each edit replaced is kept.
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
        for line in [&["edit", "--move", "1,2,3", "--in-place"][..], &["edit", "--move", "1,2,3", "--in-place"]] {
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
    let usual = fs::metadata(&room).expect("the room").permissions();
    let mut read_only = usual.clone();
    read_only.set_readonly(true);
    fs::set_permissions(&room, read_only).expect("permissions");
    let refused = args(&[]);
    assert!(refused.status == 2 && !picture.exists(), "{refused:?}");
    fs::set_permissions(&room, usual).expect("permissions");
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
        &["repair", "--weld"],
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

/// A folder in which a run was killed or that somebody else made, and the records of the user's runs.
struct Interrupted {
    folder: TempDir,
    state: TempDir,
}

impl Interrupted {
    /// A journal of these changes.
    fn with(changes: &[Value]) -> Self {
        let left = Self { folder: folder_of(&[]), state: tempfile::tempdir().expect("a folder") };
        let journal = json!({ "journal_version": 1, "set": SET, "folders": [name("/")], "changes": changes });
        left.write(".walkmesh-journal", &journal.to_string());
        left
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.folder.path().join(name), text).expect("a file");
    }

    /// Records that a run of this user wrote a journal.
    fn record(&self, journal: &[u8]) {
        fs::write(self.state.path().join(format!("set-{SET}.json")), json!([sha256(journal)]).to_string())
            .expect("a record");
    }

    /// The same for the journal in the folder.
    fn believe(&self) {
        self.record(&fs::read(self.folder.path().join(".walkmesh-journal")).expect("the journal"));
    }

    /// The next command that writes there.
    fn next(&self) -> Output {
        let out = self.folder.path().join("a.svg");
        let mut draw = walkmesh(&["draw".as_ref(), "samples/room.wok".as_ref(), "-o".as_ref(), out.as_os_str()]);
        draw.env("WALKMESH_STATE", self.state.path()).output().expect("the command starts")
    }

    /// The next command changes nothing, and gives the reason.
    fn refuses(&self, reason: &str) {
        let before = names(self.folder.path());
        let refused = self.next();
        assert_eq!(refused.status.code(), Some(2), "{refused:?}");
        assert!(String::from_utf8_lossy(&refused.stderr).contains(reason), "{refused:?}");
        assert_eq!(names(self.folder.path()), before);
    }
}

/// The number of a set.
const SET: &str = "0123456789abcdef0123456789abcdef";

fn name(name: &str) -> Value {
    serde_json::to_value(OsString::from(name)).expect("a name")
}

fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A file was edited after a run was killed: neither the edit nor the run's files are lost.
#[test]
fn a_file_that_was_changed_after_an_interruption_is_left_alone() {
    let left = Interrupted::with(&[json!({
        "target": name("room.wok"), "new": name(".walkmesh-AbCdEf"), "old": null, "before": "00", "after": "11"
    })]);
    left.write("room.wok", "edited");
    left.write(".walkmesh-AbCdEf", "new");
    left.believe();
    left.refuses("room.wok was changed since");
    assert_eq!(fs::read_to_string(left.folder.path().join("room.wok")).expect("the file"), "edited");
}

#[test]
fn a_journal_names_only_files_of_its_folder() {
    for [target, new, old] in [
        ["../victim", ".walkmesh-AbCdEf", ".walkmesh-AbCdEf-old"],
        ["victim", "../.walkmesh-AbCdEf", ".walkmesh-AbCdEf-old"],
        ["victim", "other", ".walkmesh-AbCdEf-old"],
        ["victim", ".walkmesh-AbCdEf", "../victim.bak"],
        ["victim", ".walkmesh-AbCdEf", "other.bak"],
        ["victim.bak", ".walkmesh-AbCdEf", ".walkmesh-AbCdEf-old"],
    ] {
        let left = Interrupted::with(&[json!({
            "target": name(target), "new": name(new), "old": name(old), "before": null, "after": "00"
        })]);
        left.believe();
        left.refuses("names files that no run of walkmesh would name");
    }
}

/// A mod may contain a journal. The journal of an interrupted run would remove the files that the run made.
#[test]
fn a_journal_that_came_with_files_of_somebody_else_removes_none_of_them() {
    let made = |target: &str, new: &str, after: &str| json!({ "target": name(target), "new": name(new), "old": null, "before": null, "after": after });
    let changes = [
        made("readme.txt", ".walkmesh-AbCdEf", &sha256(b"the only copy")),
        made("undone.txt", ".walkmesh-GhIjKl", "00"),
    ];
    let left = Interrupted::with(&changes);
    left.write("readme.txt", "the only copy");
    left.refuses("no run of yours wrote it");
    // It has the number of a set with a different journal.
    left.record(b"another journal");
    left.refuses("no run of yours wrote it");
    // The same journal from a run of this user is trusted, and restores the folder to its state before that run.
    left.believe();
    assert!(left.next().status.success());
    assert_eq!(names(left.folder.path()), ["a.svg"]);
    assert!(!left.state.path().join(format!("set-{SET}.json")).exists(), "the record goes with the journal");
}
