//! `walkmesh undo`: what the last command wrote is taken back, unless somebody changed it since.

use std::fs;
use std::path::Path;

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
        let mut command = walkmesh(arguments);
        let output = command.current_dir(self.files.path()).env("WALKMESH_STATE", self.state.path()).output();
        let output = output.expect("the command starts");
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        Run { status: output.status.code().expect("a status"), out: text(&output.stdout), err: text(&output.stderr) }
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
    &["area", ".", "--move", "100,0,0", "--in-place"],
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
    // Reading is not taken back.
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
    place.done(&["area", ".", "--move", "100,0,0", "--in-place"]);
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
    // The command before is next.
    place.done(&["undo"]);
    assert_eq!(place.files().len(), 1, "the backup is put back");
}

#[test]
fn what_was_half_taken_back_is_finished() {
    let place = Workplace::with(&SAMPLES);
    let before = place.files();
    place.done(&["area", ".", "--move", "100,0,0", "--in-place"]);
    // As if a run had been ended after it put one of the files back.
    let [from, to] = ["room.wok.bak", "room.wok"].map(|name| place.files.path().join(name));
    fs::rename(from, to).expect("the backup");
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

#[test]
fn a_run_that_cannot_keep_a_record_writes_its_files() {
    let place = Workplace::with(&["samples/room.wok"]);
    place.write("not-a-folder", "");
    let state = place.files.path().join("not-a-folder");
    let mut command = walkmesh(&["draw", "room.wok", "-o", "room.svg"]);
    let output = command.current_dir(place.files.path()).env("WALKMESH_STATE", state).output();
    assert!(output.expect("the command starts").status.success() && place.files.path().join("room.svg").exists());
}
