//! `walkmesh pth`: generated path points.

use std::fs;
use std::path::Path;

use walkmesh::kotor::PathPoints;

use crate::archives::{archive, member, sample};
use crate::builder::Game;
use crate::run::{Run, run};

/// A folder with the files of two rooms side by side with a closed door between them.
fn area() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (file, bytes) in Game::sound().all() {
        fs::write(folder.path().join(file), bytes).expect("a file");
    }
    folder
}

fn pth(folder: &Path, arguments: &[&str]) -> Run {
    run(&[&["pth", folder.to_str().expect("a path")], arguments].concat())
}

#[test]
fn points_are_made_that_check_has_nothing_against() {
    let (area, other) = (area(), tempfile::tempdir().expect("a folder"));
    let output = other.path().join("made.pth");
    let output = output.to_str().expect("a path");
    let made = pth(area.path(), &["-o", output, "--json"]);
    assert_eq!((made.status, &*made.err), (0, ""), "{}", made.out);
    let answer = &made.json()["results"][0];
    assert_eq!((answer["reported"].as_bool(), answer["kept"].as_u64()), (Some(true), Some(0)));
    assert_eq!((answer["parts"].as_u64(), answer["missed"].as_array().map(Vec::len)), (Some(1), Some(0)));
    assert!(answer["points"].as_u64() >= Some(2) && answer["links"].as_u64() >= Some(1), "{answer}");
    assert_eq!(run(&["check", output]).status, 0);

    // A second run makes the same file, which needs no --force; other points do.
    let bytes = fs::read(output).expect("the file");
    assert_eq!(pth(area.path(), &["-o", output]).status, 0);
    assert_eq!(fs::read(output).expect("the file"), bytes);
    let other = pth(area.path(), &["-o", output, "--radius", "0.1", "--margin", "0"]);
    assert!(other.status == 0 || other.err.contains("--force"), "{other:?}");

    // As the area's own file, they cover its floor.
    let path = fs::read_dir(area.path()).expect("a folder").map(|entry| entry.expect("a file").path());
    let own = path.into_iter().find(|path| path.extension().is_some_and(|it| it == "pth")).expect("a PTH");
    fs::write(&own, &bytes).expect("a file");
    let checked = run(&["check", area.path().to_str().expect("a path"), "--all"]);
    assert!(!checked.out.contains("path-"), "{}", checked.out);
}

#[test]
fn points_of_hand_are_kept() {
    let area = area();
    let own = fs::read_dir(area.path()).expect("a folder").map(|entry| entry.expect("a file").path());
    let own = own.into_iter().find(|path| path.extension().is_some_and(|it| it == "pth")).expect("a PTH");
    let output = area.path().join("made.pth");
    let (own, output) = (own.to_str().expect("a path"), output.to_str().expect("a path"));
    let made = pth(area.path(), &["-o", output, "--onto", own]);
    assert_eq!((made.status, &*made.err), (0, ""), "{}", made.out);
    assert!(made.out.contains(" of them kept, "), "{}", made.out);
}

/// The makers' points of rooms that are not in the folder are not checked, and are kept.
#[test]
fn points_off_every_known_floor_are_kept_where_rooms_lack_their_file() {
    let mut game = Game::sound();
    // A point off every room, linked with the last one.
    game.points = vec![(2.0, 1.0, 0, 1), (8.0, 1.0, 1, 2), (12.0, 1.0, 3, 2), (30.0, 30.0, 5, 1)];
    game.links = vec![1, 0, 2, 1, 3, 2];
    let made = |game: &Game| {
        let folder = tempfile::tempdir().expect("a folder");
        for (file, bytes) in game.all() {
            fs::write(folder.path().join(file), bytes).expect("a file");
        }
        let [own, output] = ["manor.pth", "made.pth"].map(|name| folder.path().join(name));
        let arguments = ["--onto", own.to_str().expect("a path"), "-o", output.to_str().expect("a path")];
        let text = pth(folder.path(), &arguments);
        let json = pth(folder.path(), &[&arguments[..], &["--json"]].concat());
        assert_eq!((text.status, json.status, &*text.err), (0, 0, ""), "{text:?}");
        let path = PathPoints::from_bytes(&fs::read(output).expect("a file")).expect("a PTH");
        let answer = json.json()["results"][0].clone();
        let counts = ["kept", "kept_off_floor", "dropped", "dropped_links", "missing_rooms"];
        (path, text.out, counts.map(|name| answer[name].as_u64().expect("a count")))
    };
    let has = |path: &PathPoints, at: [f32; 2]| path.points().iter().any(|point| point.position == at);
    let (path, text, counts) = made(&game);
    assert_eq!((counts, has(&path, [30.0, 30.0])), ([3, 0, 1, 1, 0], false));
    assert!(text.contains("dropped 1 point of --onto where the walker cannot stand, and 1 link"), "{text}");

    game.without = vec!["east.wok"];
    let (path, text, counts) = made(&game);
    assert_eq!(counts, [4, 2, 0, 0, 1]);
    assert!(text.contains("1 room of the layout without a file: 2 points of --onto kept unchecked"), "{text}");
    let number = |at: [f32; 2]| path.points().iter().position(|point| point.position == at).expect("a point");
    let [last, beside] = [number([12.0, 1.0]), number([30.0, 30.0])];
    assert!(path.links_of(beside).contains(&(last as u32)) && path.links_of(last).contains(&(beside as u32)));
}

/// The points go into the module that the rooms are in: under a name, or as the area's own.
#[test]
fn points_are_written_into_archives() {
    let rooms = [("manor.lyt", 3000), ("room.wok", 2016), ("porch.wok", 2016)];
    let module = archive(b"MOD ", &rooms.map(|(name, number)| (name, number, sample(name))));
    let folder = tempfile::tempdir().expect("a folder");
    let [path, loose] = ["manor.mod", "loose.pth"].map(|name| folder.path().join(name));
    fs::write(&path, &module).expect("a file");
    let made = pth(&path, &["-o", loose.to_str().expect("a path")]);
    assert_eq!((made.status, &*made.err), (0, ""), "{made:?}");
    let points = fs::read(&loose).expect("the file");

    let inside = path.join("other.pth");
    let made = pth(&path, &["-o", inside.to_str().expect("a path")]);
    assert_eq!((made.status, &*made.err, member(&path, "other.pth") == points), (0, "", true), "{made:?}");

    let made = pth(&path, &["--in-place"]);
    assert_eq!((made.status, &*made.err, member(&path, "manor.pth") == points), (0, "", true), "{made:?}");
    // Other points replace the area's own, and the module is kept beside it.
    let before = fs::read(&path).expect("the module");
    let made = pth(&path, &["--in-place", "--radius", "0.1", "--margin", "0.1"]);
    assert_eq!((made.status, &*made.err), (0, ""), "{made:?}");
    if fs::read(&path).expect("the module") != before {
        assert_eq!(fs::read(folder.path().join("manor.mod.bak")).expect("a backup"), before);
    }
    assert_eq!(member(&path, "room.wok"), sample("room.wok"));
    assert_eq!(pth(&path, &["--in-place", "-o", "x.pth"]).status, 2);
}

#[test]
fn ways_are_compared_with_the_shortest() {
    let area = area();
    let output = area.path().join("manor.pth");
    let output = output.to_str().expect("a path");
    let made = pth(area.path(), &["-o", output, "--force", "--pairs", "50"]);
    assert_eq!((made.status, &*made.err), (0, ""), "{}", made.out);
    assert!(made.out.contains("\n  ways by the engine between 50 pairs: 1.0"), "{}", made.out);
    assert!(made.out.contains("\n  the longest, 1."), "{}", made.out);
    let json = pth(area.path(), &["-o", output, "--force", "--json"]).json();
    let detours = &json["results"][0]["detours"];
    assert_eq!((detours["pairs"].as_u64(), detours["without_path"].as_u64()), (Some(200), Some(0)), "{detours}");
    assert!(
        detours["worst"]["length"].as_f64() >= detours["worst"]["shortest"].as_f64().map(|it| 0.9 * it),
        "{detours}"
    );
    // A check of the file finds the rooms beside it.
    let check = run(&["check", output, "--pairs", "50"]);
    assert!(check.status == 0 && check.out.contains("1 part; reached from "), "{check:?}");
    assert!(check.out.contains("ways by the engine between 50 pairs"), "{}", check.out);
    let other = tempfile::tempdir().expect("a folder");
    fs::copy(output, other.path().join("manor.pth")).expect("a file");
    let alone = run(&["check", other.path().join("manor.pth").to_str().expect("a path")]);
    assert!(alone.status == 0 && !alone.out.contains("ways by the engine"), "{alone:?}");
}

#[test]
fn what_cannot_be_made_is_refused_with_the_reason() {
    let area = area();
    let output = area.path().join("made.pth");
    let output = output.to_str().expect("a path");
    let refused = |arguments: &[&str], reason: &str| {
        let run = pth(area.path(), &[&["-o", output], arguments].concat());
        assert!(run.status == 2 && run.err.contains(reason), "{run:?}");
        assert!(!Path::new(output).exists());
    };
    refused(&["--pocket=-1"], "--pocket is an area in m² of 0 or more");
    refused(&["--pairs", "2000000"], "--pairs is at most 1000000");
    refused(&["--margin=-1"], "--margin is a number of metres of 0 or more");
    refused(&["--radius", "0"], "has a radius of more than 0");
    refused(&["--onto", "samples/room.wok"], "room.wok");
    let other = run(&["pth", "samples/yard.trx", "-o", output]);
    assert_eq!((other.status, Path::new(output).exists()), (2, false), "{other:?}");
}
