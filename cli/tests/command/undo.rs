//! `walkmesh undo`: the last command is reverted, unless its files have changed since.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tempfile::TempDir;

use crate::run::{Run, root, walkmesh};

/// A folder with samples, and one for the records of its runs.
struct Workplace {
    files: TempDir,
    state: TempDir,
}

impl Workplace {
    fn with(samples: &[&str]) -> Self {
        let place =
            Self { files: tempfile::tempdir().expect("a folder"), state: tempfile::tempdir().expect("a folder") };
        for sample in samples {
            let name = Path::new(sample).file_name().expect("a name");
            fs::copy(root().join(sample), place.files.path().join(name)).expect("a sample");
        }
        place
    }

    fn run(&self, arguments: &[&str]) -> Run {
        self.run_in(".", arguments)
    }

    /// Runs a command in a subfolder.
    fn run_in(&self, folder: &str, arguments: &[&str]) -> Run {
        let output = self.command(folder, arguments).output();
        let output = output.expect("the command starts");
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        Run { status: output.status.code().expect("a status"), out: text(&output.stdout), err: text(&output.stderr) }
    }

    fn command(&self, folder: &str, arguments: &[&str]) -> Command {
        let mut command = walkmesh(arguments);
        command.current_dir(self.files.path().join(folder)).env("WALKMESH_STATE", self.state.path());
        command
    }

    /// Runs a command that succeeds.
    fn done(&self, arguments: &[&str]) -> String {
        let run = self.run(arguments);
        assert_eq!(run.status, 0, "{arguments:?}: {run:?}");
        run.out
    }

    /// The files by name, with their bytes.
    fn files(&self) -> Vec<(String, Vec<u8>)> {
        let entries = fs::read_dir(self.files.path()).expect("a folder").map(|entry| entry.expect("an entry"));
        let mut files: Vec<_> = entries
            .map(|entry| (entry.file_name().to_string_lossy().into_owned(), fs::read(entry.path()).expect("a file")))
            .collect();
        files.sort();
        files
    }

    fn write(&self, name: &str, bytes: impl AsRef<[u8]>) {
        fs::write(self.files.path().join(name), bytes).expect("a file");
    }
}

/// Commands of each way to write: in place, a new file, a set of files, and into an archive.
const WRITING: [&[&str]; 5] = [
    &["edit", "room.wok", "--remove", "0", "--in-place"],
    &["draw", "room.wok", "-o", "room.svg"],
    &["edit", ".", "--move", "100,0,0", "--in-place"],
    &["convert", "room.wok", "-o", "room.obj"],
    &["edit", "manor.mod/room.wok", "--remove", "0", "--in-place"],
];

const SAMPLES: [&str; 4] = ["samples/room.wok", "samples/porch.wok", "samples/manor.lyt", "modules/manor.mod"];

#[test]
fn what_a_command_wrote_is_taken_back_one_command_after_another() {
    let place = Workplace::with(&SAMPLES);
    let mut states = vec![place.files()];
    for command in WRITING {
        place.done(command);
        assert_ne!(states.last(), Some(&place.files()), "{command:?} writes something");
        states.push(place.files());
    }
    // Commands that only read cannot be undone.
    place.run(&["info", "room.wok"]);
    for (command, before) in WRITING.iter().zip(&states).rev() {
        let said = place.done(&["undo", "--dry-run"]);
        assert!(said.contains("This would take back: ") && said.contains(&command.join(" ")), "{said}");
        assert_ne!(&place.files(), before);
        let said = place.done(&["undo"]);
        assert!(said.contains("Taken back: ") && said.contains(&command.join(" ")), "{said}");
        assert!(&place.files() == before, "{command:?}");
    }
    let run = place.run(&["undo"]);
    assert_eq!((run.status, run.out.trim()), (1, "There is nothing to take back."));
}

#[test]
fn nothing_is_taken_back_where_one_file_was_changed_since() {
    let place = Workplace::with(&SAMPLES);
    place.done(&["edit", ".", "--move", "100,0,0", "--in-place"]);
    place.write("porch.wok", "changed");
    let after = place.files();
    let run = place.run(&["undo"]);
    assert_eq!(run.status, 2, "{run:?}");
    assert!(
        run.err.contains("porch.wok") && run.err.contains("was changed since, and is left as it is"),
        "{}",
        run.err
    );
    assert!(place.files() == after);
}

#[test]
fn a_backup_that_was_changed_is_not_put_back_and_a_file_without_one_neither() {
    let place = Workplace::with(&["samples/room.wok"]);
    place.done(&["edit", "room.wok", "--remove", "0", "--in-place"]);
    place.write("room.wok.bak", "changed");
    let run = place.run(&["undo"]);
    assert!(run.status == 2 && run.err.contains("room.wok.bak is gone or was changed"), "{run:?}");

    let place = Workplace::with(&["samples/room.wok"]);
    place.done(&["edit", "room.wok", "--remove", "0", "--in-place", "--no-backup"]);
    let after = place.files();
    let run = place.run(&["undo"]);
    assert!(run.status == 2 && run.err.contains("was replaced without a backup"), "{run:?}");
    assert!(place.files() == after);
}

#[test]
fn files_that_were_removed_with_their_folder_are_taken_back_already() {
    let place = Workplace::with(&["samples/room.wok"]);
    fs::create_dir(place.files.path().join("out")).expect("a folder");
    place.done(&["edit", "room.wok", "--remove", "0", "--in-place"]);
    place.done(&["convert", "room.wok", "-o", "out/room.obj"]);
    fs::remove_dir_all(place.files.path().join("out")).expect("the folder");
    place.done(&["undo"]);
    // The previous command is next.
    place.done(&["undo"]);
    assert_eq!(place.files().len(), 1, "the backup is put back");
}

#[test]
fn what_was_half_taken_back_is_finished() {
    let place = Workplace::with(&SAMPLES);
    let before = place.files();
    place.done(&["edit", ".", "--move", "100,0,0", "--in-place"]);
    // As if a run had been killed after it restored one of the files.
    let [from, to] = ["room.wok.bak", "room.wok"].map(|name| place.files.path().join(name));
    fs::rename(from, to).expect("the backup");
    place.done(&["undo"]);
    assert!(place.files() == before);
}

#[test]
fn the_backup_of_a_file_that_was_restored_by_hand_is_removed() {
    let place = Workplace::with(&["samples/room.wok"]);
    let before = place.files();
    place.done(EDIT);
    let [backup, room] = ["room.wok.bak", "room.wok"].map(|name| place.files.path().join(name));
    fs::copy(backup, room).expect("the file of before");
    place.done(&["undo"]);
    assert!(place.files() == before);
}

#[test]
fn the_records_of_twenty_runs_are_kept_and_a_damaged_one_is_named() {
    let place = Workplace::with(&["samples/room.wok"]);
    for number in 0..23 {
        place.done(&["draw", "room.wok", "-o", &format!("{number}.svg")]);
    }
    assert_eq!(fs::read_dir(place.state.path()).expect("the records").count(), 20);
    let mut records: Vec<_> =
        fs::read_dir(place.state.path()).expect("the records").map(|entry| entry.expect("an entry").path()).collect();
    records.sort();
    fs::write(records.last().expect("a record"), "damaged").expect("a file");
    let run = place.run(&["undo"]);
    assert!(run.status == 2 && run.err.contains("this record cannot be used; remove it"), "{run:?}");
    assert!(place.files.path().join("22.svg").exists());
}

/// Removes a face, which leaves a backup.
const EDIT: &[&str] = &["edit", "room.wok", "--remove", "0", "--in-place"];

/// A place with a room in each of two folders; both are edited, `b` last.
fn two_projects() -> Workplace {
    let place = Workplace::with(&[]);
    for folder in ["a", "b"] {
        fs::create_dir(place.files.path().join(folder)).expect("a folder");
        fs::copy(root().join("samples/room.wok"), place.files.path().join(folder).join("room.wok")).expect("a sample");
        assert_eq!(place.run_in(folder, EDIT).status, 0);
    }
    place
}

impl Workplace {
    /// The folders with a backup, whose last edit has not been undone.
    fn edited(&self) -> Vec<&'static str> {
        ["a", "b"].into_iter().filter(|folder| self.files.path().join(folder).join("room.wok.bak").exists()).collect()
    }
}

#[test]
fn the_last_command_of_the_current_folder_is_taken_back_and_not_one_of_another_project() {
    let place = two_projects();
    assert_eq!(place.run_in("a", &["undo"]).status, 0);
    assert_eq!(place.edited(), ["b"]);
    let run = place.run_in("a", &["undo"]);
    assert_eq!((run.status, place.edited()), (1, vec!["b"]));
    let b = fs::canonicalize(place.files.path().join("b")).expect("the folder");
    for said in ["nothing to take back here", "`walkmesh undo --any`", &EDIT.join(" "), &b.display().to_string()] {
        assert!(run.out.contains(said), "{said}: {run:?}");
    }
    let json = place.run_in("a", &["undo", "--json"]).json();
    assert_eq!(json["summary"]["elsewhere"]["folder"], b.to_str().expect("text"));
    assert_eq!(place.run_in("a", &["undo", "--any"]).status, 0);
    assert!(place.edited().is_empty());
}

#[test]
fn a_path_names_the_folder_or_the_file_of_which_the_last_command_is_taken_back() {
    let place = two_projects();
    assert_eq!(place.run_in("b", &["undo", "../a/room.wok"]).status, 0);
    assert_eq!(place.edited(), ["b"]);
    assert_eq!(place.run_in("a", &["undo", "../b"]).status, 0);
    assert!(place.edited().is_empty());
}

#[test]
fn a_command_that_wrote_here_and_elsewhere_is_taken_back_only_as_a_whole() {
    let place = Workplace::with(&[]);
    for (sample, to) in [("room.wok", "rooms"), ("porch.wok", "rooms"), ("manor.lyt", "area")] {
        fs::create_dir_all(place.files.path().join(to)).expect("a folder");
        fs::copy(root().join("samples").join(sample), place.files.path().join(to).join(sample)).expect("a sample");
    }
    place.done(&["edit", "rooms", "--layout", "area/manor.lyt", "--move", "1,0,0", "--in-place"]);
    let run = place.run_in("area", &["undo"]);
    assert!(run.status == 2 && run.err.contains("wrote here and elsewhere"), "{run:?}");
    let whole = fs::canonicalize(place.files.path()).expect("the folder");
    assert!(run.err.contains(&format!("`walkmesh undo {}`", whole.display())), "{run:?}");
    assert!(place.files.path().join("area/manor.lyt.bak").exists());
    assert_eq!(place.run_in("area", &["undo", ".."]).status, 0);
    assert!(!place.files.path().join("area/manor.lyt.bak").exists());
}

/// A bake of a baked room, edits that fail, and a picture that must not be replaced.
#[test]
fn a_command_that_changed_nothing_leaves_the_one_before_alone() {
    for (idle, status) in [
        (&["bake", "room.wok", "--in-place"][..], 0),
        (&["edit", "room.wok", "--remove", "99999", "--in-place"], 2),
        (&["edit", ".", "--move", "1,0,0", "--in-place"], 2),
        (&["draw", "room.wok", "-o", "mine.svg"], 2),
    ] {
        let place = Workplace::with(&["samples/room.wok"]);
        place.write("mine.svg", "a drawing of mine");
        let before = place.files();
        place.done(EDIT);
        let after = place.files();
        assert_eq!(place.run(idle).status, status, "{idle:?}");
        let said = place.done(&["undo"]);
        assert!(said.contains("this command changed no file") && said.contains(&idle.join(" ")), "{said}");
        assert!(place.files() == after, "{idle:?}");
        place.done(&["undo"]);
        assert!(place.files() == before);
    }
}

#[test]
fn a_command_that_cannot_be_taken_back_is_skipped() {
    let place = Workplace::with(&["samples/room.wok"]);
    let before = place.files();
    place.done(EDIT);
    place.done(&["draw", "room.wok", "-o", "room.svg"]);
    place.write("room.svg", "changed");
    let run = place.run(&["undo"]);
    assert!(run.status == 2 && run.err.contains("`walkmesh undo --skip`"), "{run:?}");
    let said = place.done(&["undo", "--skip"]);
    assert!(said.contains("its files stay as they are: walkmesh draw room.wok"), "{said}");
    place.done(&["undo"]);
    fs::remove_file(place.files.path().join("room.svg")).expect("the picture");
    assert!(place.files() == before);
}

#[test]
fn the_commands_that_are_known_are_listed() {
    let place = two_projects();
    let list = place.run_in("a", &["undo", "--list", "--json"]).json();
    let folders: Vec<_> = list["results"].as_array().expect("results").iter().map(|it| it["folder"].clone()).collect();
    let expected = ["b", "a"].map(|name| fs::canonicalize(place.files.path().join(name)).expect("the folder"));
    assert_eq!(folders, expected.map(|it| it.to_str().expect("text").to_owned()));
    let text = place.done(&["undo", "--list"]);
    assert!(text.contains("1 file in ") && text.ends_with("2 commands can be taken back\n"), "{text}");
    assert_eq!(place.edited(), ["a", "b"]);
}

#[test]
fn the_age_of_a_command_is_in_minutes_then_hours_then_days() {
    let place = Workplace::with(&["samples/room.wok"]);
    let now = SystemTime::now().duration_since(UNIX_EPOCH).expect("a time after 1970");
    for (minutes, age) in
        [(5, "5 min ago"), (59, "59 min ago"), (61, "1 h ago"), (47 * 60, "47 h ago"), (72 * 60, "3 days ago")]
    {
        place.done(&["draw", "room.wok", "-o", "room.svg", "--force"]);
        let record = fs::read_dir(place.state.path()).expect("the records").next().expect("a record");
        let at = now - Duration::from_secs(60 * minutes + 1);
        let name = format!("run-{:020}-1.jsonl", at.as_nanos());
        let aged = place.state.path().join(name);
        fs::rename(record.expect("a record").path(), &aged).expect("the record");
        let text = place.done(&["undo", "--list"]);
        assert!(text.contains(&format!(", {age}\n")), "{age}: {text}");
        for file in [place.files.path().join("room.svg"), aged] {
            fs::remove_file(file).expect("the file");
        }
    }
}

/// The run has written a room, and waits for a pipe.
#[cfg(unix)]
#[test]
fn a_command_that_is_still_running_is_left_alone() {
    use std::process::Stdio;
    let place = Workplace::with(&["samples/room.wok"]);
    place.done(EDIT);
    let pipe = place.files.path().join("pipe.wok");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo").success());
    let mut bake = place.command(".", &["bake", "room.wok", "pipe.wok", "-o", "out"]);
    let mut bake = bake.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the command starts");
    let out = place.files.path().join("out/room.wok");
    while !out.exists() {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    for undo in [&["undo"][..], &["undo", "--any"], &["undo", "--skip"]] {
        let run = place.run(undo);
        assert!(run.status == 2 && run.err.contains("is still running"), "{undo:?}: {run:?}");
        assert!(out.exists() && place.files.path().join("room.wok.bak").exists());
    }
    assert!(place.done(&["undo", "--list"]).contains("still running"));
    bake.kill().expect("the run");
    bake.wait().expect("the run");
    place.done(&["undo"]);
    assert!(!out.exists());
}

#[cfg(unix)]
#[test]
fn a_state_folder_of_others_is_refused_and_a_new_one_is_for_its_user_alone() {
    use std::fs::Permissions;
    use std::os::unix::fs::{PermissionsExt, chown};
    let place = Workplace::with(&SAMPLES);
    place.done(EDIT);
    let after = place.files();
    let refused = |reason: &str| {
        // A single file is written without a record; files that belong together are not, because a killed run could not be undone.
        for arguments in [&["undo"][..], &["edit", ".", "--move", "1,0,0", "--in-place"]] {
            let run = place.run(arguments);
            assert!(run.status == 2 && run.err.contains(reason), "{arguments:?}: {run:?}");
            assert!(place.files() == after, "{arguments:?}");
        }
    };
    fs::set_permissions(place.state.path(), Permissions::from_mode(0o777)).expect("permissions");
    refused("other users may write into it");
    fs::set_permissions(place.state.path(), Permissions::from_mode(0o700)).expect("permissions");
    // Only root may give a folder away.
    if chown(place.state.path(), Some(12345), None).is_ok() {
        refused("it belongs to another user");
    } else {
        println!("NOT RUN: a folder of another user: this is not root");
    }

    let new = place.state.path().join("new/state");
    let mut draw = place.command(".", &["draw", "room.wok", "-o", "room.svg"]);
    assert!(draw.env("WALKMESH_STATE", &new).status().expect("the command starts").success());
    assert_eq!(fs::metadata(&new).expect("the folder").permissions().mode() & 0o777, 0o700);
}

#[test]
fn a_run_that_cannot_keep_a_record_writes_its_files() {
    let place = Workplace::with(&["samples/room.wok"]);
    place.write("not-a-folder", "");
    let state = place.files.path().join("not-a-folder");
    let mut command = walkmesh(&["draw", "room.wok", "-o", "room.svg"]);
    let output = command.current_dir(place.files.path()).env("WALKMESH_STATE", state).output();
    assert!(output.expect("the command starts").status.success() && place.files.path().join("room.svg").exists());
}
