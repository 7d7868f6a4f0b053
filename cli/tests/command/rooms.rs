//! `walkmesh path`, `ray` and `floor` in a folder of rooms, with doors and placeables put there.

use std::fs;
use std::path::Path;

use walkmesh::kotor::{Layout, LayoutRoom, Walkmesh};

use crate::run::{Run, root, run};

/// A door of 2 m across the middle of the seam between room and porch, at x = 6 m.
const DOOR: &str = "samples/door0.dwk,6,3,0,1.5707964";

fn length(run: &Run) -> f64 {
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    run.json()["results"][0]["length"].as_f64().expect("a length")
}

/// A folder with copies of samples, each under its new name.
fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (sample, name) in files {
        fs::copy(root().join("samples").join(sample), folder.path().join(name)).expect("a sample");
    }
    folder
}

fn path_of(folder: &Path, name: &str) -> String {
    folder.join(name).to_string_lossy().into_owned()
}

#[test]
fn a_path_leads_from_room_to_room() {
    let way = run(&["path", "samples", "1,1", "7,3"]);
    assert_eq!((way.status, way.err.as_str()), (0, ""));
    let lines: Vec<&str> = way.out.lines().collect();
    assert_eq!(lines[0], "2 points from 1,1 to 7,3, length 6.325", "past the pillar's corner, straight");
    assert!(lines[1].starts_with("  1, 1, 0  on face ") && lines[1].ends_with(" of room, material 4"), "{way:?}");
    assert!(lines[2].starts_with("  7, 3, 0  on face ") && lines[2].ends_with(" of porch, material 5"), "{way:?}");

    let json = run(&["path", "samples", "1,1", "7,3,0", "--json"]).json();
    let steps = &json["results"][0]["steps"];
    assert_eq!(
        (steps[0]["place"][0]["name"].as_str(), steps[1]["place"][0]["name"].as_str()),
        (Some("room"), Some("porch"))
    );
    assert!((json["results"][0]["length"].as_f64().expect("a length") - 40.0_f64.sqrt()).abs() < 1e-6);
    assert_eq!(run(&["path", "samples", "1,1", "20,3"]).status, 1);
}

#[test]
fn a_closed_door_is_walked_around_and_hides_what_is_behind() {
    let ends = ["5,3", "7,3", "--json"];
    let way = |options: &[&str]| run(&[&["path", "samples"], &ends[..], options].concat());
    assert!((length(&way(&[])) - 2.0).abs() < 1e-6);
    assert!((length(&way(&["--place", DOOR])) - 8.0_f64.sqrt()).abs() < 1e-4);

    let ray = |options: &[&str]| run(&[&["ray", "samples", "5,3,1", "7,3,1"], options].concat());
    let open = ray(&[]);
    assert_eq!((open.status, open.out.as_str()), (1, "nothing is hit\n"));
    let closed = ray(&["--place", DOOR, "--faces", "sight"]);
    assert!(closed.out.starts_with("hit at 6, 3, 1, 1 away, on face "), "{closed:?}");
    assert!(closed.out.ends_with(" of samples/door0.dwk, material 7\n"), "{closed:?}");
    let json = ray(&["--place", DOOR, "--json"]).json();
    assert_eq!(json["results"][0]["hit"]["place"][0]["name"], "samples/door0.dwk");
}

#[test]
fn files_of_placed_objects_are_also_looked_for_in_the_folder_of_rooms() {
    let way = |place: &str| run(&["path", "samples", "5,3", "7,3", "--json", "--place", place]);
    assert!((length(&way("door0.dwk,6,3,0,1.5707964")) - 8.0_f64.sqrt()).abs() < 1e-4);
    assert!((length(&way("door0.dwk,6,3,0,1.5707964,closed")) - 8.0_f64.sqrt()).abs() < 1e-4);
    let missing = way("no.dwk,6,3,0,0");
    assert!(missing.err.contains("no.dwk: cannot be read"), "{}", missing.err);
}

/// The door's second file is flat, as a leaf is that sank into the floor.
#[test]
fn a_doors_state_names_its_file() {
    let folder = folder(&[
        ("room.wok", "room.wok"),
        ("porch.wok", "porch.wok"),
        ("manor.lyt", "manor.lyt"),
        ("door0.dwk", "door0.dwk"),
        ("chest.pwk", "door1.dwk"),
    ]);
    let way = |state: &str| {
        let place = format!("{},6,3,0,1.5707964,{state}", path_of(folder.path(), "door0.dwk"));
        let rooms = folder.path().to_string_lossy().into_owned();
        run(&["path".into(), rooms, "5,3".into(), "7,3".into(), "--json".into(), "--place".into(), place])
    };
    assert!((length(&way("closed")) - 8.0_f64.sqrt()).abs() < 1e-4);
    assert!((length(&way("open1")) - 2.0).abs() < 1e-6);
    let missing = way("open2");
    assert_eq!(missing.status, 2);
    assert!(missing.err.contains("door2.dwk: cannot be read"), "{}", missing.err);
    assert_eq!(way("ajar").status, 2);
}

/// Where rooms lie on top of each other, the engine takes the first of the layout, however high above it is.
#[test]
fn the_floor_of_the_engine_is_listed_too() {
    let folder = folder(&[("room.wok", "lower.wok")]);
    let mut upper =
        Walkmesh::from_bytes(&fs::read(folder.path().join("lower.wok")).expect("the sample")).expect("a room");
    upper.translate([0.0, 0.0, 6.0]).expect("a room that moves");
    fs::write(folder.path().join("upper.wok"), upper.to_bytes().expect("a room")).expect("a file");
    let mut layout = Layout::new();
    for name in ["upper", "lower"] {
        layout.push(LayoutRoom { name: name.to_owned(), position: [0.0; 3] }).expect("a room");
    }
    fs::write(folder.path().join("tower.lyt"), layout.to_bytes()).expect("a file");
    let floor = |point: &str, options: &[&str]| {
        let rooms = folder.path().to_string_lossy();
        run(&[&["floor", &*rooms, point], options].concat())
    };

    let text = floor("1,0.5,0.5", &[]).out;
    assert!(text.starts_with("2 floors at 1,0.5,0.5\n  at height 0  on face "), "{text}");
    assert!(text.contains(" of lower, material 4\n  at height 6  on face "), "{text}");
    assert!(text.contains("\n  nearest is 0\n  below is 0\n  above is 6\n  the engine takes 6  on face "), "{text}");
    assert!(text.ends_with(" of upper, material 4\n"), "{text}");
    let json = floor("1,0.5,0.5", &["--json"]).json();
    assert_eq!(
        (json["results"][0]["engine"]["place"][0]["name"].as_str(), &json["results"][0]["nearest"]["place"][0]["name"]),
        (Some("upper"), &"lower".into())
    );

    // It looks no farther than 1000 m, and without a height it is not asked.
    assert!(floor("1,0.5,-1001", &[]).out.ends_with("\n  the engine takes none\n"));
    assert!(floor("1,0.5,-1001", &["--json"]).json()["results"][0]["engine"].is_null());
    assert!(!floor("1,0.5", &[]).out.contains("engine"));
    assert_eq!(run(&["floor", "samples/yard.trx", "1,0.5,2", "--json"]).json()["results"][0].get("engine"), None);
}

#[test]
fn what_does_not_fit_into_an_area_is_refused() {
    let refused = |arguments: &[&str], why: &str| {
        let run = run(arguments);
        assert_eq!(run.status, 2, "{run:?}");
        assert!(run.err.contains(why), "{}", run.err);
    };
    let way = ["path", "samples", "1,1", "7,3", "--place"];
    refused(
        &["path", "samples/room.wok", "1,1", "5,3", "--place", DOOR],
        "--layout and --place need a folder of rooms",
    );
    refused(&[&way[..], &["samples/porch.wok,6,3,0,0"]].concat(), "samples/porch.wok: this is the walkmesh of a room");
    refused(&[&way[..], &["samples/yard.trx,6,3,0,0"]].concat(), "this is an NWN2 area; expected a KotOR walkmesh");
    refused(&[&way[..], &["samples/chest.pwk,6,3,0,0,closed"]].concat(), "has no states");
    refused(&[&way[..], &["samples/chest.pwk,6,3,0"]].concat(), "expected FILE,X,Y,Z,BEARING");
    refused(&["path", "samples", "0", "7,3"], "in an area of rooms, a position is X,Y or X,Y,Z");
    refused(&["floor", "src", "0,0"], "the folder has no layout");

    let folder = folder(&[("room.wok", "room.wok"), ("manor.lyt", "manor.lyt")]);
    fs::write(folder.path().join("porch.wok"), "no walkmesh").expect("a file");
    let rooms = folder.path().to_string_lossy();
    refused(&["floor", &rooms, "0,0"], "porch.wok");
}
