//! Missing, empty, truncated or foreign files: one clear line each, exit status 2, and never a panic.

use std::fs;
use std::io::Read;
use std::process::Stdio;

use crate::run::{Run, root, run, walkmesh};

/// Runs `info` and `roundtrip` on one path, and expects the same error line from both.
#[track_caller]
fn complains(path: &std::path::Path, about: &str) {
    for command in ["info", "roundtrip"] {
        let Run { status, err, .. } = run(&[command.as_ref(), path.as_os_str()]);
        assert_eq!((status, err), (2, format!("walkmesh: {}: {about}\n", path.display())), "{command}");
    }
}

#[test]
fn a_missing_file() {
    complains("no/such/file.wok".as_ref(), "cannot be read: No such file or directory (os error 2)");
}

/// The error for a file of an unknown format.
const UNKNOWN: &str = "the file is of no known format; known are KotOR walkmeshes (.wok, .pwk, .dwk), KotOR layouts (.lyt), objects of areas (.git), KotOR path points (.pth), \
    tables (.2da), GFF files, archives (.erf, .mod, .hak, .sav), archives (.rim), lists of a game's own files (.key), \
    archives of a game's own files (.bif), NWN2 models (.mdb), NWN2 areas (.trn, .trx), inflated NWN2 walkmeshes (ASWM), Silkroad dungeons \
    (ainavdata_*.dat), blocks of Silkroad dungeons (.dof) and Silkroad meshes (.bms)";

#[test]
fn an_empty_file_a_text_and_a_file_cut_off() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        fs::write(&path, bytes).expect("a file");
        path
    };
    complains(&file("empty.wok", b""), "the file is empty");
    complains(&file("text.trx", b"node aabb room\n"), UNKNOWN);
    let room = fs::read(root().join("samples/room.wok")).expect("the sample");
    complains(
        &file("cut.wok", &room[..100]),
        "BWM: directory.aabb_count at offset 0x64: expected 4 bytes, found 0 bytes before the end",
    );
}

#[test]
fn every_sample_cut_off_anywhere_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut files = Vec::new();
    for name in ["room.wok", "yard.trx", "ainavdata_32769.dat"] {
        let whole = fs::read(root().join("samples").join(name)).expect("the sample");
        for length in 0..whole.len() {
            let path = folder.path().join(format!("{length:03}-{name}"));
            fs::write(&path, &whole[..length]).expect("a file");
            files.push(path);
        }
    }
    let mut arguments = vec!["roundtrip".into()];
    arguments.extend(files.iter().map(|path| path.clone().into_os_string()));
    let Run { status, out, err } = run(&arguments);
    assert_eq!((status, out), (2, format!("{0} files, 0 byte-exact, {0} unreadable\n", files.len())));
    assert_eq!(err.lines().count(), files.len());
    assert!(err.lines().all(|line| line.starts_with("walkmesh: ")), "{err}");
}

#[test]
fn nothing_is_said_to_be_found_in_what_was_not_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let (cut, whole) = (folder.path().join("cut.wok"), root().join("samples/room.wok"));
    fs::write(&cut, &fs::read(&whole).expect("the sample")[..200]).expect("a file");
    let missing = folder.path().join("missing.wok");
    let Run { status, out, .. } = run(&["check".as_ref(), missing.as_os_str()]);
    assert_eq!((status, out.as_str()), (2, "1 level: 1 unreadable\n"));
    let Run { status, out, .. } = run(&["check".as_ref(), missing.as_os_str(), whole.as_os_str()]);
    assert_eq!(status, 2);
    assert!(out.ends_with("2 levels: 1 info; 1 unreadable; --severity info lists it\n"), "{out}");
    let Run { status, out, .. } = run(&["check".as_ref(), cut.as_os_str(), whole.as_os_str()]);
    assert_eq!(status, 1);
    assert!(out.ends_with("2 levels: 1 fatal, 1 info; --severity info lists it\n"), "{out}");
}

/// Otherwise an empty file in a folder would be skipped silently.
#[test]
fn an_empty_or_damaged_file_with_a_known_extension_is_a_finding() {
    let folder = tempfile::tempdir().expect("a folder");
    let room = fs::read(root().join("samples/room.wok")).expect("the sample");
    let area = fs::read(root().join("samples/yard.trx")).expect("the sample");
    let files: [(&str, &[u8], &str); 6] = [
        ("cut.TRX", &area[..40], "file-damaged"),
        ("cut.wok", &room[..100], "file-damaged"),
        ("dungeon.dof", b"", "file-empty"),
        ("empty.wok", b"", "file-empty"),
        ("start.pwk", b"BW", "file-unrecognised"),
        ("text.trn", b"node aabb room", "file-unrecognised"),
    ];
    for (name, bytes, _) in files {
        fs::write(folder.path().join(name), bytes).expect("a file");
    }
    fs::write(folder.path().join("empty.txt"), b"").expect("a file");
    let checked = run(&["check".as_ref(), "--json".as_ref(), folder.path().as_os_str()]);
    assert_eq!((checked.status, checked.err.as_str()), (1, ""));
    let json = checked.json();
    let results = json["results"].as_array().expect("results");
    assert_eq!(results.len(), files.len());
    for (result, (name, _, code)) in results.iter().zip(files) {
        assert!(result["file"].as_str().is_some_and(|file| file.ends_with(name)), "{result}");
        assert_eq!((&result["findings"][0]["code"], &result["counts"]["fatal"]), (&code.into(), &1.into()), "{name}");
    }
    let place = serde_json::json!([
        { "kind": "field", "name": "directory.aabb_count" }, { "kind": "offset", "index": 100 }
    ]);
    assert_eq!(results[1]["findings"][0]["place"], place);
    assert_eq!((&json["summary"]["fatal"], &json["summary"]["skipped"]["unknown_format"]), (&6.into(), &1.into()));

    // Commands without findings report each as an error.
    let info = run(&["info".as_ref(), folder.path().as_os_str()]);
    assert_eq!((info.status, info.err.lines().count()), (2, files.len()), "{}", info.err);
}

#[test]
fn every_sample_cut_off_anywhere_is_a_finding() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut cut = 0;
    for name in ["room.wok", "yard.trx", "ainavdata_32769.dat"] {
        let whole = fs::read(root().join("samples").join(name)).expect("the sample");
        for length in (0..whole.len()).step_by(7) {
            fs::create_dir(folder.path().join(cut.to_string())).expect("a folder");
            fs::write(folder.path().join(cut.to_string()).join(name), &whole[..length]).expect("a file");
            cut += 1;
        }
    }
    let checked = run(&["check".as_ref(), "--json".as_ref(), folder.path().as_os_str()]);
    assert_eq!((checked.status, checked.err.as_str()), (1, ""));
    let results = checked.json()["results"].as_array().expect("results").clone();
    assert_eq!(results.len(), cut);
    assert!(results.iter().all(|result| result["counts"]["fatal"] != 0));
}

#[test]
fn a_folder_is_searched_through_and_what_is_of_no_known_format_passed_over() {
    let folder = tempfile::tempdir().expect("a folder");
    let deep = folder.path().join("deep/er");
    fs::create_dir_all(&deep).expect("folders");
    fs::copy(root().join("samples/room.wok"), deep.join("room.bin")).expect("a file");
    fs::write(folder.path().join("notes.txt"), "nothing to see").expect("a file");
    fs::write(folder.path().join("short"), "BW").expect("a file");
    let Run { status, out, err } = run(&["roundtrip".as_ref(), folder.path().as_os_str()]);
    assert_eq!((status, err.as_str()), (0, ""));
    assert!(out.ends_with("1 file, 1 byte-exact; skipped: 2 of no known format\n"), "{out}");
}

#[test]
fn a_folder_without_any_file_of_a_known_format_does_not_pass() {
    let folder = tempfile::tempdir().expect("a folder");
    let are = |statuses: [i32; 3], is_empty: bool| {
        for (command, status) in ["info", "roundtrip", "check"].into_iter().zip(statuses) {
            let run = run(&[command.as_ref(), folder.path().as_os_str()]);
            let reason = format!("{}: the folder has no file of a known format\n", folder.path().display());
            assert_eq!((run.status, run.err.ends_with(&reason)), (status, is_empty), "{command}: {run:?}");
        }
    };
    are([3; 3], true);
    fs::write(folder.path().join("notes.txt"), "nothing to see").expect("a file");
    are([3; 3], true);
    // An unreadable archive is an error, whatever its name. For a check it is a finding.
    fs::write(folder.path().join("the folder has no file of a known format.mod"), "MOD V1.0").expect("a file");
    are([2, 2, 1], false);
}

#[test]
fn one_bad_file_does_not_hide_the_others() {
    let run = run(&["roundtrip", "--json", "no/such/file.wok", "samples/room.wok"]);
    assert_eq!(run.status, 2);
    let json = run.json();
    assert_eq!(json["results"][0]["file"], "no/such/file.wok");
    assert!(json["results"][0]["error"].is_string());
    assert_eq!(json["results"][1]["exact"], true);
}

#[test]
fn wrong_usage_and_findings_have_different_exit_statuses() {
    for arguments in [&["info"][..], &["no-such-command"], &["roundtrip", "--no-such-option"], &[]] {
        assert_eq!(run(arguments).status, 2, "{arguments:?}");
    }
}

/// Without the exact bytes of its name, the file of a result could not be opened.
#[cfg(unix)]
#[test]
fn a_name_that_is_not_unicode_keeps_its_bytes() {
    use std::os::unix::ffi::OsStrExt;
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(std::ffi::OsStr::from_bytes(b"caf\xE9.wok"));
    fs::copy(root().join("samples/room.wok"), &path).expect("a file");
    let ends_with_its_bytes = |name: &serde_json::Value| {
        name["bytes"].as_str().is_some_and(|bytes| bytes.ends_with("636166e92e776f6b"))
            && name["lossy"].as_str().is_some_and(|lossy| lossy.ends_with("caf\u{FFFD}.wok"))
    };
    for command in ["info", "check", "roundtrip"] {
        let run = run(&[command.as_ref(), "--json".as_ref(), folder.path().as_os_str()]);
        assert_eq!((run.status, run.err.as_str()), (0, ""));
        assert!(ends_with_its_bytes(&run.json()["results"][0]["file"]), "{}", run.out);
    }
    let out = folder.path().join(std::ffi::OsStr::from_bytes(b"out\xE9"));
    let baked = run(&["bake".as_ref(), "--json".as_ref(), folder.path().as_os_str(), "-o".as_ref(), out.as_os_str()]);
    assert_eq!(baked.status, 2, "inside of the input");
    let out = tempfile::tempdir().expect("a folder");
    let baked =
        run(&["bake".as_ref(), "--json".as_ref(), folder.path().as_os_str(), "-o".as_ref(), out.path().as_os_str()]);
    assert!(ends_with_its_bytes(&baked.json()["results"][0]["output"]), "{}", baked.out);
    assert!(out.path().join(path.file_name().expect("a name")).exists());

    fs::write(&path, "BWM nothing more").expect("a file");
    let text = run(&["info".as_ref(), path.as_os_str()]);
    assert!(text.err.starts_with("walkmesh: $'") && text.err.contains(r"caf\xE9.wok': "), "{}", text.err);
}

#[cfg(unix)]
#[test]
fn links_in_a_circle_end() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::copy(root().join("samples/room.wok"), folder.path().join("room.wok")).expect("a file");
    std::os::unix::fs::symlink(folder.path(), folder.path().join("again")).expect("a link");
    let run = run(&["roundtrip".as_ref(), folder.path().as_os_str()]);
    assert!(run.out.ends_with("1 file, 1 byte-exact\n"), "{run:?}");
}

/// As in `walkmesh info … | head -1`.
#[test]
fn a_reader_that_goes_away_is_no_error() {
    let folder = tempfile::tempdir().expect("a folder");
    let room = root().join("samples/room.wok");
    for index in 0..2000 {
        fs::copy(&room, folder.path().join(format!("{index}.wok"))).expect("a file");
    }
    for json in [&[][..], &["--json"]] {
        let mut command = walkmesh(&["info"]);
        command.args(json).arg(folder.path()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the command starts");
        let mut first = [0; 1];
        child.stdout.take().expect("a pipe").read_exact(&mut first).expect("some output");
        let output = child.wait_with_output().expect("the command ends");
        assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()));
    }
}
