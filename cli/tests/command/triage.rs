//! `walkmesh PATH...` without a subcommand.

use std::fs;
use std::path::Path;

use crate::archives::{archive, stale_room};
use crate::run::{Run, root, run};

fn sample(name: &str) -> Vec<u8> {
    fs::read(root().join("samples").join(name)).expect("a sample")
}

fn triage(arguments: &[&str], path: &Path) -> Run {
    let path = path.to_str().expect("a path");
    run(&[&[path], arguments].concat())
}

/// The files of a folder; none if it does not exist.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    let mut names: Vec<String> =
        entries.map(|entry| entry.expect("an entry").file_name().into_string().expect("a name")).collect();
    names.sort();
    names
}

/// A module whose room has a stale plane.
fn broken() -> (tempfile::TempDir, Vec<u8>) {
    let folder = tempfile::tempdir().expect("a folder");
    let files = [
        ("manor.lyt", 3000, sample("manor.lyt")),
        ("room.wok", 2016, stale_room()),
        ("porch.wok", 2016, sample("porch.wok")),
    ];
    let module = archive(b"MOD ", &files);
    fs::write(folder.path().join("manor.mod"), &module).expect("a file");
    (folder, module)
}

#[test]
fn a_module_is_mended_by_one_command_and_only_what_changed_is_written() {
    let (folder, module) = broken();
    let (path, out) = (folder.path().join("manor.mod"), folder.path().join("override"));
    let told = triage(&[], &path);
    assert_eq!(told.status, 1, "{}{}", told.out, told.err);
    for line in
        ["error [distance-stale] room 0 (room): face 0: ", "can be mended: baked", " --fix --override DIR\n", "view "]
    {
        assert!(told.out.contains(line), "{line}: {}", told.out);
    }
    assert!(!out.exists(), "nothing is written without --fix");

    let to = ["--fix", "--override", out.to_str().expect("a path")];
    let mended = triage(&to, &path);
    assert_eq!((mended.status, mended.err.as_str()), (0, ""), "{}", mended.out);
    assert_eq!(names(&out), ["room.wok"]);
    assert_eq!(fs::read(out.join("room.wok")).expect("the room"), sample("room.wok"));
    assert!(fs::read(&path).expect("the module") == module, "the module itself is as it was");
    // A second run has nothing to write, and a run that would overwrite another file asks for --force.
    assert_eq!(triage(&to, &path).status, 0);
    fs::write(out.join("room.wok"), "mine").expect("a file");
    let refused = triage(&to, &path);
    assert!(refused.status == 2 && refused.err.contains("--force"), "{}{}", refused.out, refused.err);
    assert_eq!(fs::read(out.join("room.wok")).expect("the file"), b"mine");

    let json = triage(&["--json"], &path).json();
    let level = &json["results"][0];
    assert_eq!(
        (&level["mendable"], &level["mended"][0], &level["after"]["counts"]["error"]),
        (&1.into(), &"baked".into(), &0.into())
    );
    assert_eq!((&json["summary"]["found"], &json["summary"]["mendable"]), (&1.into(), &1.into()));
}

#[test]
fn what_is_sound_keeps_every_bit_and_a_word_that_is_no_command_says_so() {
    let out = tempfile::tempdir().expect("a folder");
    let sound = triage(&["--fix", "--override", out.path().to_str().expect("a path")], &root().join("samples"));
    assert_eq!((sound.status, sound.err.as_str(), names(out.path())), (0, "", Vec::new()), "{}", sound.out);
    assert!(sound.out.contains("levels: 0 findings"), "{}", sound.out);

    let mistyped = run(&["chekc", "samples"]);
    assert_eq!(mistyped.status, 2);
    assert!(
        mistyped.err.contains("neither a command nor a file") && mistyped.err.contains("`check`"),
        "{}",
        mistyped.err
    );
    let alone = run(&["--fix", "samples"]);
    assert!(alone.status == 2 && alone.err.contains("--override"), "{}", alone.err);
}

#[test]
fn severities_are_coloured_where_that_is_asked_for_and_quiet_prints_errors_only() {
    let (folder, _) = broken();
    let path = folder.path().join("manor.mod");
    let colored = triage(&["--color", "always"], &path);
    assert!(colored.out.contains("\x1b[31merror\x1b[0m [distance-stale]"), "{}", colored.out);
    assert!(!triage(&[], &path).out.contains('\x1b'), "standard output is no terminal here");
    let quiet = triage(&["-q"], &path);
    assert_eq!((quiet.status, quiet.out.as_str(), quiet.err.as_str()), (1, "", ""));
}

#[test]
fn a_file_that_cannot_be_opened_is_not_offered_to_be_seen() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, bytes) in [("cut.wok", &sample("room.wok")[..700]), ("empty.wok", b""), ("text.wok", b"hello\n")] {
        let path = folder.path().join(name);
        fs::write(&path, bytes).expect("a file");
        let told = triage(&[], &path);
        assert!(told.status == 1 && told.out.ends_with("\n1 level: 1 finding\n"), "{name}: {}{}", told.out, told.err);
    }
}

#[test]
fn a_damaged_archive_has_the_verdict_of_check() {
    let (folder, module) = broken();
    let path = folder.path().join("cut.mod");
    fs::write(&path, &module[..2000]).expect("a file");
    let checked = run(&["check".as_ref(), path.as_os_str()]);
    let told = triage(&[], &path);
    assert_eq!((told.status, &told.err), (checked.status, &checked.err));
    assert_eq!(told.status, 2, "{}", told.out);
    for room in ["room.wok", "porch.wok"] {
        assert!(told.err.contains(&format!("{}: ", path.join(room).display())), "{}", told.err);
        assert!(!told.out.contains(room) && !checked.out.contains(room), "{}{}", told.out, checked.out);
    }
}
