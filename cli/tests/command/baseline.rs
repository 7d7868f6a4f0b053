//! `walkmesh check` in a project: baselines, SARIF, and annotations.

use std::fs;
use std::path::Path;

use walkmesh::formats::Document;
use walkmesh::formats::bwm::Bwm;
use walkmesh::kotor::Walkmesh;
use walkmesh_testing::snapshot;

use crate::repair::torn;
use crate::run::{Run, run, walkmesh};

/// A folder with a torn room and one that cannot be read.
fn project() -> tempfile::TempDir {
    let project = tempfile::tempdir().expect("a folder");
    let rooms = project.path().join("rooms, old");
    fs::create_dir(&rooms).expect("a folder");
    fs::write(rooms.join("torn.wok"), torn()).expect("a file");
    fs::write(rooms.join("cut off.wok"), &torn()[..60]).expect("a file");
    project
}

/// Runs `walkmesh check` in a folder.
fn check(folder: &Path, arguments: &[&str]) -> Run {
    let output = walkmesh(&[&["check"], arguments].concat()).current_dir(folder).output().expect("the command starts");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    Run { status: output.status.code().expect("an end"), out: text(output.stdout), err: text(output.stderr) }
}

#[test]
fn what_a_baseline_accepts_is_quiet_and_what_is_new_fails() {
    let project = project();
    let project = project.path();
    let plain = check(project, &["rooms, old"]);
    assert_eq!(plain.status, 1, "a file is cut off");

    let written = check(project, &["--write-baseline", "accepted.json", "rooms, old"]);
    assert_eq!((written.status, written.err.as_str()), (0, ""), "{}", written.out);
    snapshot("cli_baseline", &fs::read_to_string(project.join("accepted.json")).expect("the baseline"));

    let quiet = check(project, &["--baseline", "accepted.json", "rooms, old"]);
    assert_eq!((quiet.status, quiet.out.as_str()), (0, "2 files: 2 infos; 3 accepted\n"));
    // From another folder, the names in the baseline stay the same.
    let inside = check(&project.join("rooms, old"), &["--baseline", "../accepted.json", "torn.wok", "cut off.wok"]);
    assert_eq!((inside.status, &inside.out), (0, &quiet.out));

    // Renumbering the faces makes the tables wrong.
    let path = project.join("rooms, old/torn.wok");
    let mut room = Bwm::from_bytes(&torn()).expect("a walkmesh");
    room.faces.rotate_left(2);
    fs::write(&path, room.to_bytes().expect("the bytes")).expect("a file");
    let moved = check(project, &["--baseline", "accepted.json", "--json", "rooms, old"]);
    assert_eq!(moved.status, 1, "{}", moved.out);
    let moved = moved.json();
    let codes: Vec<_> =
        moved["results"][1]["rules"].as_array().expect("rules").iter().map(|rule| &rule["code"]).collect();
    assert!(!codes.iter().any(|code| *code == "floor-cracked"), "{codes:?}");
}

#[test]
fn a_new_crack_is_listed_and_a_repaired_one_is_gone() {
    let project = project();
    let project = project.path();
    check(project, &["--write-baseline", "accepted.json", "rooms, old"]);
    fs::remove_file(project.join("rooms, old/cut off.wok")).expect("the file");

    // The same floor again, elsewhere.
    let far = 40_f32;
    let path = project.join("rooms, old/torn.wok");
    let mut room = Walkmesh::from_bytes(&torn()).expect("a walkmesh");
    let mut copy = room.clone();
    copy.translate([far, 0.0, 0.0]).expect("a walkmesh");
    room.merge(&copy).expect("a walkmesh");
    room.bake_stale().expect("a walkmesh");
    fs::write(&path, room.to_bytes().expect("the bytes")).expect("a file");
    let found = check(project, &["--baseline", "accepted.json", "--json", "rooms, old"]);
    assert_eq!(found.status, 1, "{}", found.out);
    let json = found.json();
    let cracks: Vec<f64> = json["results"][0]["findings"]
        .as_array()
        .expect("findings")
        .iter()
        .filter(|finding| finding["code"] == "floor-cracked")
        .map(|finding| finding["spot"]["point"][0].as_f64().expect("x"))
        .collect();
    assert!(!cracks.is_empty() && cracks.iter().all(|x| *x > f64::from(far) / 2.0), "{cracks:?}");
    assert!(json["summary"]["accepted"].as_u64() > Some(0));

    let repaired = run(&["repair".as_ref(), "--in-place".as_ref(), "--no-backup".as_ref(), path.as_os_str()]);
    assert_eq!(repaired.status, 0, "{}", repaired.err);
    let gone = check(project, &["--baseline", "accepted.json", "rooms, old"]);
    assert!(gone.out.contains("of the baseline gone"), "{}", gone.out);
}

#[test]
fn a_baseline_replaces_no_other_file_and_knows_no_file_outside() {
    let project = project();
    let project = project.path();
    fs::write(project.join("notes.json"), "{}").expect("a file");
    let refused = check(project, &["--write-baseline", "notes.json", "rooms, old"]);
    assert_eq!(refused.status, 2);
    assert!(
        refused.err.contains("notes.json: already exists and is not a walkmesh file; use --force"),
        "{}",
        refused.err
    );
    assert_eq!(fs::read_to_string(project.join("notes.json")).expect("the file"), "{}");
    // An edited baseline is treated like any other file.
    let write = |more: &[&str]| check(project, &[&["--write-baseline", "accepted.json", "rooms, old"], more].concat());
    assert_eq!([write(&[]).status, write(&["--severity", "info"]).status], [0, 0], "made by this program");
    let text = fs::read_to_string(project.join("accepted.json")).expect("the baseline");
    fs::write(project.join("accepted.json"), text.replace("\"count\":1}", "\"count\":2}")).expect("an edit");
    assert_eq!([write(&[]).status, write(&["--force"]).status], [2, 0], "edited");
    fs::remove_file(project.join("accepted.json")).expect("the baseline");

    fs::create_dir(project.join("other")).expect("a folder");
    let outside = check(project, &["--write-baseline", "other/accepted.json", "rooms, old/torn.wok"]);
    assert_eq!(outside.status, 2);
    assert!(outside.err.contains("lies outside of"), "{}", outside.err);

    let missing = check(project, &["--baseline", "accepted.json", "rooms, old"]);
    assert_eq!(missing.status, 2);
    assert!(missing.err.contains("the baseline accepted.json"), "{}", missing.err);
}

#[test]
fn findings_become_sarif() {
    let project = project();
    let run = check(project.path(), &["--format", "sarif", "rooms, old", "nothing.wok"]);
    assert_eq!(run.status, 2, "a file is missing");
    snapshot("cli_sarif", &run.out.replace(env!("CARGO_PKG_VERSION"), "[version]"));
}

#[test]
fn findings_become_annotations_of_a_pull_request() {
    let project = project();
    let run = check(project.path(), &["--format", "github", "rooms, old", "nothing.wok"]);
    assert_eq!(run.status, 2, "a file is missing");
    snapshot("cli_github", &run.out);
}

/// A project with a torn room, moved by some metres after its findings were accepted.
fn moved_by(metres: f32) -> Run {
    let project = tempfile::tempdir().expect("a folder");
    let path = project.path().join("torn.wok");
    fs::write(&path, torn()).expect("a file");
    check(project.path(), &["--write-baseline", "accepted.json", "--severity", "info", "torn.wok"]);
    let mut room = Walkmesh::from_bytes(&torn()).expect("a walkmesh");
    room.translate([metres, 0.0, 0.0]).expect("a walkmesh");
    room.bake_stale().expect("a walkmesh");
    fs::write(&path, room.to_bytes().expect("the bytes")).expect("a file");
    check(project.path(), &["--baseline", "accepted.json", "--severity", "info", "--json", "torn.wok"])
}

/// Spots are in centimetres, so that a baseline is easy to read and a small edit changes no line.
#[test]
fn an_accepted_finding_is_known_again_within_a_tenth_of_a_metre_and_no_farther() {
    let cracks = |run: &Run| {
        let findings = run.json()["results"][0]["findings"].as_array().expect("findings").clone();
        findings.iter().filter(|finding| finding["code"] == "floor-cracked").count()
    };
    for near in [0.0, 0.09] {
        let run = moved_by(near);
        assert_eq!((run.status, cracks(&run)), (0, 0), "{near}: {}", run.out);
    }
    for far in [0.12, 0.5, 0.9] {
        let run = moved_by(far);
        assert!(run.status == 1 && cracks(&run) > 0, "{far}: {}", run.out);
        assert!(run.json()["summary"]["gone"].as_u64() > Some(0), "{far}: {}", run.out);
    }
}

/// The runner of GitHub undoes this encoding. A percent sign, line break or comma in a name must not end a property.
#[test]
fn annotations_escape_what_would_end_them() {
    let project = tempfile::tempdir().expect("a folder");
    fs::write(project.path().join("50%0A,a:b.wok"), &torn()[..60]).expect("a file");
    let run = check(project.path(), &["--format", "github", "50%0A,a:b.wok", "lost%25.wok"]);
    let lines: Vec<&str> = run.out.lines().collect();
    assert!(lines[0].starts_with("::error file=50%250A%2Ca%3Ab.wok,title=file-damaged::"), "{}", run.out);
    assert!(lines[1].starts_with("::error file=lost%2525.wok,title=unreadable::"), "{}", run.out);
    assert_eq!(lines.len(), 3, "{}", run.out);

    // A percent sign in the message is escaped, too: here it is in the name of a room.
    let layout = "beginlayout\nroomcount 2\n  50%0A 0 0 0\n  50%0A 5 0 0\ndonelayout\n";
    fs::write(project.path().join("rooms.lyt"), layout).expect("a file");
    let run = check(project.path(), &["--format", "github", "rooms.lyt"]);
    let line = "::warning file=rooms.lyt,title=room-duplicate::room 1 (50%250A): It has the same name as room 0";
    assert!(run.out.starts_with(line), "{}", run.out);
}
