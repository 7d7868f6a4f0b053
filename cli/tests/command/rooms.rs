//! `walkmesh path`, `ray` and `floor` in a folder of rooms with placed doors and placeables.

use std::fs;
use std::path::Path;

use walkmesh::kotor::{Area, Kind, Layout, LayoutRoom, MaterialId, RoomId, Walkmesh};

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
    let way = run(&["path", "samples/manor.lyt", "1,1", "7,3"]);
    assert_eq!((way.status, way.err.as_str()), (0, ""));
    let lines: Vec<&str> = way.out.lines().collect();
    assert_eq!(lines[0], "2 points from 1,1 to 7,3, length 6.325 in the plan", "past the pillar's corner, straight");
    assert!(lines[1].starts_with("  1, 1, 0  on face ") && lines[1].ends_with(" of room, material 4"), "{way:?}");
    assert!(lines[2].starts_with("  7, 3, 0  on face ") && lines[2].ends_with(" of porch, material 5"), "{way:?}");

    let json = run(&["path", "samples/manor.lyt", "1,1", "7,3,0", "--json"]).json();
    let steps = &json["results"][0]["steps"];
    assert_eq!(
        (steps[0]["place"][0]["name"].as_str(), steps[1]["place"][0]["name"].as_str()),
        (Some("room"), Some("porch"))
    );
    assert!((json["results"][0]["length"].as_f64().expect("a length") - 40.0_f64.sqrt()).abs() < 1e-6);
    assert_eq!(run(&["path", "samples/manor.lyt", "1,1", "20,3"]).status, 1);
}

#[test]
fn a_closed_door_is_walked_around_and_hides_what_is_behind() {
    let ends = ["5,3", "7,3", "--json"];
    let way = |options: &[&str]| run(&[&["path", "samples/manor.lyt"], &ends[..], options].concat());
    assert!((length(&way(&[])) - 2.0).abs() < 1e-6);
    assert!((length(&way(&["--place", DOOR])) - 8.0_f64.sqrt()).abs() < 1e-4);

    let ray = |options: &[&str]| run(&[&["raycast", "samples/manor.lyt", "5,3,1", "7,3,1"], options].concat());
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
    let way = |place: &str| run(&["path", "samples/manor.lyt", "5,3", "7,3", "--json", "--place", place]);
    assert!((length(&way("door0.dwk,6,3,0,1.5707964")) - 8.0_f64.sqrt()).abs() < 1e-4);
    assert!((length(&way("door0.dwk,6,3,0,1.5707964,closed")) - 8.0_f64.sqrt()).abs() < 1e-4);
    let missing = way("no.dwk,6,3,0,0");
    assert!(missing.err.contains("no.dwk: cannot be read"), "{}", missing.err);
}

/// The walkmesh of a door or placeable with these triangles.
fn object(kind: Kind, triangles: &[[[f32; 3]; 3]]) -> Vec<u8> {
    let triangles = triangles.iter().map(|corners| (*corners, MaterialId(7)));
    Walkmesh::from_triangles(kind, triangles).expect("an object").to_bytes().expect("bytes")
}

/// A flat rectangle around the origin, at some height.
fn flat([width, depth]: [f32; 2], z: f32) -> Vec<u8> {
    let (x, y) = (width / 2.0, depth / 2.0);
    let [a, b, c, d] = [[-x, -y, z], [x, -y, z], [x, y, z], [-x, y, z]];
    object(Kind::Pwk, &[[a, b, c], [a, c, d]])
}

/// Nine in ten of the games' placeables have a flat outline. It still stops a walker, at any height.
#[test]
fn a_flat_placeable_is_walked_around() {
    let folder = folder(&[("room.wok", "room.wok"), ("porch.wok", "porch.wok"), ("manor.lyt", "manor.lyt")]);
    let rooms = folder.path().to_string_lossy().into_owned();
    let way = |place: &str| run(&["path", &rooms, "5,3", "7,3", "--json", "--place", place]);
    for (own, height) in [(0.0, 0.0), (0.0, 50.0), (-3.85, 0.0), (0.01, -200.0)] {
        fs::write(folder.path().join("disc.pwk"), flat([0.5, 1.0], own)).expect("a file");
        let around = 2.0 * 0.75_f64.hypot(0.5) + 0.5;
        let found = length(&way(&format!("disc.pwk,6,3,{height},0")));
        assert!((found - around).abs() < 1e-4, "{found} for {own} at {height}");
    }
    for under in ["6,3,0", "6,3"] {
        let nobody = run(&["path", &rooms, under, "7,3", "--place", "disc.pwk,6,3,0,0"]);
        assert_eq!(nobody.status, 1, "nobody stands within the outline: {nobody:?}");
        assert!(nobody.out.contains("the nearest walkable point is "), "{}", nobody.out);
    }
}

/// Two rooms of 4 by 1 m, joined at x = 4 m.
fn corridor() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let mut layout = Layout::new();
    for name in ["west", "east"] {
        layout.push(LayoutRoom { name: name.to_owned(), position: [0.0; 3] }).expect("a room");
    }
    let mut area = Area::new(layout);
    for (room, x) in [(RoomId(0), 0.0), (RoomId(1), 4.0)] {
        let [a, b, c, d] = [[x, 0.0, 0.0], [x + 4.0, 0.0, 0.0], [x + 4.0, 1.0, 0.0], [x, 1.0, 0.0]];
        let triangles = [[a, b, c], [a, c, d]].map(|corners| (corners, MaterialId(4)));
        area.insert(room, Walkmesh::from_triangles(Kind::Wok, triangles).expect("a room")).expect("a room");
    }
    area.link().expect("baked");
    for (room, walkmesh) in area.rooms() {
        let name = format!("{}.wok", area.layout().room(room).expect("a room").name);
        fs::write(folder.path().join(name), walkmesh.to_bytes().expect("bytes")).expect("a file");
    }
    fs::write(folder.path().join("corridor.lyt"), area.layout().to_bytes()).expect("a file");
    fs::write(folder.path().join("gate0.dwk"), flat([0.2, 2.0], 0.0)).expect("a file");
    fs::write(folder.path().join("chest.pwk"), flat([0.4, 0.4], 0.0)).expect("a file");
    folder
}

#[test]
fn reach_and_path_name_the_door_that_is_closed() {
    let folder = corridor();
    let rooms = folder.path().to_string_lossy().into_owned();
    let placed = ["--place", "chest.pwk,6,0.5,0,0", "--place", "gate0.dwk,4,0.5,0,0"];
    let ask = |command: &[&str]| run(&[command, &placed[..]].concat());
    let gate = folder.path().join("gate0.dwk").to_string_lossy().into_owned();

    let reach = ask(&["reach", &rooms, "1,0.5"]);
    assert_eq!((reach.status, reach.err.as_str()), (1, ""));
    assert!(reach.out.starts_with("1 of 2 connected parts are cut off from 1,0.5\n"), "{}", reach.out);
    assert!(reach.out.contains(&format!("\n    {gate} closes it off\n")), "{}", reach.out);
    let json = ask(&["reach", &rooms, "1,0.5", "--json"]).json();
    assert_eq!(json["results"][0]["cut_off"][0]["closed_by"], gate.as_str());

    let path = ask(&["path", &rooms, "1,0.5", "7,0.5"]);
    assert_eq!(path.status, 1);
    assert!(path.out.lines().next().expect("a line").ends_with(&format!("; {gate} stands in the way")), "{}", path.out);

    let open = run(&["reach", &rooms, "1,0.5", "--place", "chest.pwk,6,0.5,0,0"]);
    assert_eq!((open.status, open.out.as_str()), (0, "0 of 1 connected parts are cut off from 1,0.5\n"));
}

/// The door's second file is the opened leaf.
#[test]
fn a_doors_state_names_its_file() {
    let folder = folder(&[
        ("room.wok", "room.wok"),
        ("porch.wok", "porch.wok"),
        ("manor.lyt", "manor.lyt"),
        ("door0.dwk", "door0.dwk"),
    ]);
    let leaf = [[-1.0, 0.0, 0.0], [-1.0, 2.0, 0.0], [-1.0, 2.0, 3.0]];
    fs::write(folder.path().join("door1.dwk"), object(Kind::Dwk, &[leaf])).expect("a file");
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
    assert!(text.ends_with(" of upper, material 4 (reported)\n"), "{text}");
    let json = floor("1,0.5,0.5", &["--json"]).json();
    assert_eq!(
        (json["results"][0]["engine"]["place"][0]["name"].as_str(), &json["results"][0]["nearest"]["place"][0]["name"]),
        (Some("upper"), &"lower".into())
    );

    // The Z of the point does not matter.
    for point in ["1,0.5,-1001", "1,0.5"] {
        assert!(floor(point, &[]).out.contains("\n  the engine takes 6  on face "), "{point}");
    }
    assert!(floor("-1,0.5,0", &[]).out.ends_with("\n  the engine takes none (reported)\n"));
    assert!(floor("-1,0.5,0", &["--json"]).json()["results"][0]["engine"].is_null());
    // The engine tests again 0.0007 m to the east and to the north, and never to the west or to the south.
    for (point, status) in [("-0.0005,0.5", "0"), ("1,-0.0005", "0"), ("6.0005,0.5", "none"), ("1,6.0005", "none")] {
        let expected = if status == "none" { "\n  the engine takes none" } else { "\n  the engine takes 6 " };
        assert!(floor(point, &[]).out.contains(expected), "{point}: {}", floor(point, &[]).out);
    }
    assert_eq!(run(&["floor", "samples/yard.trx", "1,0.5,2", "--json"]).json()["results"][0].get("engine"), None);
}

/// Of several floors of one room, the engine is taken to choose the highest within 1000 m of height 0.
#[test]
fn the_engine_takes_the_highest_floor_of_a_room() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("tower.wok").to_string_lossy().into_owned();
    for (heights, taken) in [([-3.0, 4.0], "4"), ([-1000.0, 1001.0], "-1000"), ([-1001.0, 1001.0], "none")] {
        let at = |z: f32| ([[0.0, 0.0, z], [4.0, 0.0, z], [0.0, 4.0, z]], MaterialId(4));
        let room = Walkmesh::from_triangles(Kind::Wok, heights.map(at)).expect("a room");
        fs::write(&path, room.to_bytes().expect("bytes")).expect("a file");
        for point in ["1,1", "1,1,-5000"] {
            let floor = run(&["floor", &path, point]);
            assert!(floor.out.contains(&format!("\n  the engine takes {taken} ")), "{heights:?}: {}", floor.out);
        }
    }
}

/// A folder without rooms needs no layout, only one of its areas.
#[test]
fn a_folder_of_nwn2_areas_is_not_told_that_it_lacks_a_layout() {
    let folder = folder(&[("yard.trx", "yard.trx"), ("town.trx", "town.trx"), ("town.git", "town.git")]);
    let refused = run(&["path".as_ref(), folder.path().as_os_str(), "1,1".as_ref(), "2,2".as_ref()]);
    assert_eq!(refused.status, 2);
    assert!(refused.err.contains("yard.trx"), "{refused:?}");
    assert!(!refused.err.contains("layout"), "{refused:?}");
}

#[test]
fn what_does_not_fit_into_an_area_is_refused() {
    let refused = |arguments: &[&str], why: &str| {
        let run = run(arguments);
        assert_eq!(run.status, 2, "{run:?}");
        assert!(run.err.contains(why), "{}", run.err);
    };
    let way = ["path", "samples/manor.lyt", "1,1", "7,3", "--place"];
    refused(&["path", "samples/room.wok", "1,1", "5,3", "--place", DOOR], "`place` works on KotOR layouts (.lyt)");
    refused(&[&way[..], &["samples/porch.wok,6,3,0,0"]].concat(), "samples/porch.wok: this is the walkmesh of a room");
    refused(&[&way[..], &["samples/yard.trx,6,3,0,0"]].concat(), "this is an NWN2 area; expected a KotOR walkmesh");
    refused(&[&way[..], &["samples/chest.pwk,6,3,0,0,closed"]].concat(), "has no states");
    refused(&[&way[..], &["samples/chest.pwk,6,3,0"]].concat(), "expected FILE,X,Y,Z,BEARING");
    refused(&["path", "samples/manor.lyt", "0", "7,3"], "in an area of rooms, a position is X,Y or X,Y,Z");
    refused(&["floor", "src", "0,0"], "the folder has no level");

    let folder = folder(&[("room.wok", "room.wok"), ("manor.lyt", "manor.lyt")]);
    fs::write(folder.path().join("porch.wok"), "no walkmesh").expect("a file");
    let rooms = folder.path().to_string_lossy();
    refused(&["floor", &rooms, "0,0"], "porch.wok");
}
