//! `walkmesh repair --recover-layout`: the layout of rooms, from the rooms and their models.

use std::fs;
use std::path::Path;

use walkmesh::formats::Document;
use walkmesh::kotor::{Kind, Layout, LayoutRoom, MaterialId, Walkmesh};
use walkmesh_testing::{RoomModel, corpus, files, stem};

use crate::run::{Run, run, walkmesh};

/// Runs the recovery of a folder with these arguments.
fn recover(folder: &Path, arguments: &[&str]) -> Run {
    let folder = folder.to_str().expect("a name");
    run(&[&["repair", folder, "--recover-layout"][..], arguments].concat())
}

/// The rooms of a layout, by their numbers.
fn rooms(layout: &[u8]) -> Vec<LayoutRoom> {
    Layout::from_bytes(layout).expect("a layout").rooms().to_vec()
}

/// The positions of three rooms in a row; the second comes first by name.
const ROW: [(&str, [f32; 3]); 3] =
    [("yard", [10.0, -4.5, 0.25]), ("hall", [14.0, -4.5, 0.25]), ("zoo", [18.0, -4.5, 0.25])];

/// A folder with rooms in a row and their models; transitions have these numbers of a lost layout.
fn row() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let mut layout = Layout::new();
    let mut area = {
        for (name, position) in ROW {
            layout.push(LayoutRoom { name: name.into(), position }).expect("a room");
        }
        walkmesh::kotor::Area::new(layout)
    };
    for (name, [x, y, z]) in ROW {
        let corner = |right: f32, up: f32| [x + right, y + up, z];
        let [a, b, c, d] = [corner(0.0, 0.0), corner(4.0, 0.0), corner(4.0, 4.0), corner(0.0, 4.0)];
        let faces = [[a, b, c], [a, c, d]];
        let room = Walkmesh::from_triangles(Kind::Wok, faces.map(|face| (face, MaterialId(4)))).expect("a room");
        let model = RoomModel::of_triangles(&faces.map(|face| (face, 4)), [x, y, z]).to_mdl();
        fs::write(folder.path().join(format!("{name}.mdl")), model.to_bytes().expect("a model")).expect("a file");
        area.insert_named(name, room).expect("a room").expect("a name");
    }
    area.link().expect("rooms");
    for (id, room) in area.rooms() {
        let name = ROW[id.index()].0;
        fs::write(folder.path().join(format!("{name}.wok")), room.to_bytes().expect("a room")).expect("a file");
    }
    folder
}

#[test]
fn rooms_get_their_positions_from_models_and_their_numbers_from_transitions() {
    let folder = row();
    let printed = recover(folder.path(), &[]);
    assert_eq!(printed.status, 0, "{}{}", printed.out, printed.err);
    assert!(printed.out.contains("the positions of 3 of 3 rooms recovered"), "{}", printed.out);
    assert!(printed.out.contains("door hooks, tracks and obstacles are in no other file"), "{}", printed.out);
    assert!(printed.out.contains("\n      hall 14.0 -4.5 0.25\n"), "{}", printed.out);
    assert_eq!(files(folder.path(), "lyt").len(), 0, "nothing is written");

    let layout = folder.path().join("manor.lyt");
    let output = layout.to_str().expect("a name");
    let written = recover(folder.path(), &["-o", output]);
    assert_eq!(written.status, 0, "{}", written.err);
    let expected = ROW.map(|(name, position)| LayoutRoom { name: name.into(), position });
    assert_eq!(rooms(&fs::read(&layout).expect("the layout")), expected);
    let checked = run(&["check", folder.path().to_str().expect("a name")]);
    assert!(checked.status == 0 && !checked.out.contains("not here"), "{}{}", checked.out, checked.err);

    let json = recover(folder.path(), &["--json"]).json();
    let result = &json["results"][0];
    assert_eq!((&result["placed"][1]["name"], &result["placed"][1]["room"]), (&"hall".into(), &1.into()), "{json}");
    assert_eq!(result["text"], String::from_utf8(fs::read(&layout).expect("the layout")).expect("text"));
    let bytes = std::process::Command::output(&mut walkmesh(&[
        "repair",
        folder.path().to_str().expect("a name"),
        "--recover-layout",
        "-o",
        "-",
    ]));
    assert_eq!(bytes.expect("a run").stdout, fs::read(&layout).expect("the layout"));
}

#[test]
fn a_layout_with_other_bytes_is_replaced_only_by_force() {
    let outer = row();
    let folder = outer.path().join("row");
    fs::create_dir(&folder).expect("a folder");
    for file in fs::read_dir(outer.path()).expect("files").flatten().filter(|file| file.path().is_file()) {
        fs::rename(file.path(), folder.join(file.file_name())).expect("a file");
    }
    let (folder, named) = (folder.as_path(), folder.join("row.lyt"));
    let first = recover(folder, &["--in-place"]);
    assert_eq!((first.status, named.exists()), (0, true), "{}", first.err);
    let recovered = fs::read(&named).expect("the layout");
    assert_eq!(recover(folder, &["--in-place"]).status, 0, "the same bytes are no loss");
    fs::write(&named, b"beginlayout\nroomcount 0\ndonelayout\n").expect("a file");
    let refused = recover(folder, &["--in-place"]);
    assert_eq!((refused.status, rooms(&fs::read(&named).expect("the layout")).len()), (2, 0), "{}", refused.out);
    assert_eq!(recover(folder, &["--in-place", "--force"]).status, 0);
    assert_eq!(fs::read(&named).expect("the layout"), recovered);
}

#[test]
fn what_is_missing_is_named() {
    let folder = row();
    let at = |name: &str| folder.path().join(name);
    fs::remove_file(at("hall.mdl")).expect("a file");
    fs::remove_file(at("zoo.wok")).expect("a file");
    let layout = at("manor.lyt");
    let done = recover(folder.path(), &["-o", layout.to_str().expect("a name")]);
    assert_eq!(done.status, 1, "{}{}", done.out, done.err);
    assert!(done.out.contains("missing: hall: it has no model (.mdl) here"), "{}", done.out);
    assert!(done.out.contains("rooms that are not here, which are **** in the layout: 2"), "{}", done.out);
    let names: Vec<_> = rooms(&fs::read(&layout).expect("the layout")).into_iter().map(|room| room.name).collect();
    assert_eq!(names, ["yard", "****", "****"], "the other rooms keep their numbers");

    fs::copy(at("yard.mdl"), at("hall.mdl")).expect("a copy");
    let faces = [[[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]; 2].map(|face| (face, 4));
    fs::write(at("hall.mdl"), RoomModel::of_triangles(&faces, [0.0; 3]).to_mdl().to_bytes().expect("a model"))
        .expect("a file");
    let done = recover(folder.path(), &[]);
    assert!(done.status == 1 && done.out.contains("missing: hall: its model has other faces"), "{}", done.out);
    let empty = tempfile::tempdir().expect("a folder");
    let refused = recover(empty.path(), &[]);
    assert!(refused.status == 2 && refused.err.contains("no room of a KotOR area"), "{}", refused.err);
}

#[test]
fn a_vertex_that_was_welded_does_not_move_the_room() {
    let folder = row();
    let path = folder.path().join("hall.wok");
    let mut room = Walkmesh::from_bytes(&fs::read(&path).expect("the room")).expect("a walkmesh");
    room.move_vertices_at([18.0, -0.5, 0.25], [18.0, -0.493, 0.25]).expect("a vertex");
    room.bake_stale().expect("a room");
    fs::write(&path, room.to_bytes().expect("a room")).expect("a file");
    let done = recover(folder.path(), &[]);
    assert!(
        done.out.contains("hall: 2 of 6 corners are up to 0.0070 m from where the model puts them"),
        "{}",
        done.out
    );
    assert!(done.status == 0 && done.out.contains("\n      hall 14.0 -4.5 0.25\n"), "{}", done.out);
}

/// Copies the rooms of a part of the corpus and their models, and returns the folder.
fn copied(models: &[std::path::PathBuf], room: impl Fn(&Path) -> std::path::PathBuf) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for model in models {
        let name = stem(model);
        fs::copy(model, folder.path().join(format!("{name}.mdl"))).expect("a copy");
        fs::copy(room(model), folder.path().join(format!("{name}.wok"))).expect("a copy");
    }
    folder
}

/// The layout that the command recovers.
fn recovered(folder: &Path) -> Vec<LayoutRoom> {
    let layout = folder.join("recovered.lyt");
    let done = recover(folder, &["-o", layout.to_str().expect("a name")]);
    assert_eq!(done.status, 0, "{}{}", done.out, done.err);
    rooms(&fs::read(layout).expect("the layout"))
}

/// The tolerance of a position: the layout has six digits, so half of the fourth decimal.
const DECIMALS: f32 = 0.000_051;

#[test]
fn the_layouts_of_real_areas_come_back() {
    let Some(corpus) = corpus("kotor") else { return };
    let beside = |model: &Path| model.with_extension("wok");
    let sets = [
        ("m10aa", "m10aa/m10aa.lyt", 8),
        ("koq200/converted", "koq200/broken/koq200.lyt", 8),
        ("koq200/broken", "koq200/broken/koq200.lyt", 4),
    ];
    for (part, layout, expected) in sets {
        let models = files(&corpus.join(part), "mdl");
        let known = Layout::from_bytes(&fs::read(corpus.join(layout)).expect("a layout")).expect("a layout");
        let found = recovered(copied(&models, beside).path());
        let mut equal = 0;
        for (number, room) in (0..).zip(&found).filter(|(_, room)| room.name != LayoutRoom::NO_MODEL) {
            let id = known.find(&room.name).expect("a room");
            let near = |axis: usize| (room.position[axis] - known.rooms()[id.index()].position[axis]).abs() < DECIMALS;
            assert!((0..3).all(near), "{part}: {room:?}");
            assert_eq!(id.0, number, "{part}: {}", room.name);
            equal += 1;
        }
        assert_eq!(equal, expected, "{part}");
    }
}

#[test]
fn the_positions_of_the_games_own_rooms_come_back() {
    let Some(corpus) = corpus("kotor") else { return };
    let layouts: Vec<Layout> = files(&corpus.join("lyt"), "lyt")
        .iter()
        .map(|path| Layout::from_bytes(&fs::read(path).expect("a layout")).expect("a layout"))
        .collect();
    let vanilla = files(&corpus.join("vanilla"), "wok");
    let room = |model: &Path| {
        vanilla.iter().find(|path| stem(path).eq_ignore_ascii_case(&stem(model))).expect("a room").clone()
    };
    let found = recovered(copied(&files(&corpus.join("model"), "mdl"), room).path());
    let mut equal = 0;
    for room in found {
        let known = layouts.iter().find_map(|layout| layout.room(layout.find(&room.name)?));
        let Some(known) = known.filter(|known| known.name != LayoutRoom::NO_MODEL) else { continue };
        assert!((0..3).all(|axis| (room.position[axis] - known.position[axis]).abs() < DECIMALS), "{room:?} {known:?}");
        equal += 1;
    }
    assert_eq!(equal, 34);
}
