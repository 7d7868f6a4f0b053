//! The rooms of a KotOR area together: `check`, `repair` and `edit`.

use std::fs;
use std::path::Path;

use walkmesh::kotor::{Kind, MaterialId, Walkmesh};

use walkmesh_testing::corpus;

use crate::run::{Run, root, run};

/// The manor, with the porch moved by `offset` and without its transitions.
fn manor(offset: [f32; 3]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["room.wok", "manor.lyt"] {
        fs::copy(root().join("samples").join(name), folder.path().join(name)).expect("a sample");
    }
    let porch = fs::read(root().join("samples/porch.wok")).expect("the sample");
    let mut porch = Walkmesh::from_bytes(&porch).expect("a walkmesh");
    porch.translate(offset).expect("a walkmesh that moves");
    let edges: Vec<_> = porch.transitions().map(|(edge, _)| edge).collect();
    edges.into_iter().for_each(|edge| porch.set_transition(edge, None).expect("an edge of a perimeter"));
    fs::write(folder.path().join("porch.wok"), porch.to_bytes().expect("a walkmesh")).expect("a file");
    folder
}

fn on(command: &str, folder: &Path, options: &[&str]) -> Run {
    let mut arguments = vec![command.into(), folder.as_os_str().to_owned()];
    arguments.extend(options.iter().map(Into::into));
    run(&arguments)
}

fn repair(folder: &Path, options: &[&str]) -> Run {
    on("repair", folder, options)
}

fn check(folder: &Path, options: &[&str]) -> Run {
    on("check", folder, options)
}

#[test]
fn the_manor_fits_together() {
    // The command had another name, which still works.
    for command in ["repair", "area"] {
        let run = run(&[command, "samples/manor.lyt", "--link", "--weld"]);
        assert_eq!((run.status, &*run.err, &*run.out), (0, "", "samples/manor.lyt: nothing to repair\n"));
    }
}

#[test]
fn a_part_that_is_cut_off_is_listed_once() {
    // The floor of the porch leads into the room, and its island is the largest part that is only in the porch.
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["room.wok", "porch.wok", "manor.lyt"] {
        fs::copy(root().join("samples").join(name), folder.path().join(name)).expect("a sample");
    }
    let porch = folder.path().join("porch.wok");
    let read = Walkmesh::from_bytes(&fs::read(&porch).expect("the sample")).expect("a walkmesh");
    let island = [[20.0, 20.0, 0.0], [22.0, 20.0, 0.0], [20.0, 22.0, 0.0]];
    let island = Walkmesh::from_triangles(Kind::Wok, [(island, MaterialId(4))]).expect("a walkmesh");
    let mut larger = read.clone();
    larger.merge(&island).expect("two walkmeshes");
    larger.bake(&Default::default()).expect("a walkmesh");
    fs::write(&porch, larger.to_bytes().expect("the bytes")).expect("a file");
    let run = check(folder.path(), &["--severity", "info"]);
    assert_eq!(run.out.matches("[part-cut-off] room 1 (porch)").count(), 1, "{}", run.out);
}

#[test]
fn a_dry_run_lists_changes_and_writes_nothing() {
    let folder = manor([0.0; 3]);
    let before = fs::read(folder.path().join("porch.wok")).expect("the file");
    let run = repair(folder.path(), &["--link", "--json"]);
    assert_eq!((run.status, run.err.as_str()), (1, ""));
    let json = run.json();
    let edited = &json["results"][0];
    let links = edited["links"].as_array().expect("links");
    assert_eq!(links.len(), 3);
    for link in links {
        assert_eq!((link["name"].as_str(), link["before"].is_null()), (Some("porch"), true));
        assert_eq!(link["after"]["name"], "room");
    }
    assert_eq!(edited["written"].as_array().map(Vec::len), Some(0));
    assert!(fs::read(folder.path().join("porch.wok")).expect("the file") == before);
}

#[test]
fn a_gap_is_welded_and_linked_in_place_with_a_backup() {
    let folder = manor([0.03, 0.0, 0.0]);
    let parted = repair(folder.path(), &["--link"]);
    assert!(parted.status == 1 && parted.out.contains("-> nowhere"), "a gap is not a seam: {}", parted.out);
    let edited = repair(folder.path(), &["--weld", "0.05", "--link", "--in-place"]);
    assert_eq!((edited.status, edited.err.as_str()), (0, ""), "{}", edited.out);
    assert!(folder.path().join("porch.wok.bak").exists());
    assert!(!folder.path().join("room.wok.bak").exists(), "the room that comes first stays as it is");
    let again = repair(folder.path(), &["--weld", "0.05", "--link", "--json"]);
    assert_eq!(again.status, 0);
    let json = again.json();
    assert_eq!(
        (&json["results"][0]["links"], &json["results"][0]["welds"]),
        (&serde_json::json!([]), &serde_json::json!([]))
    );
}

#[test]
fn an_area_is_moved_with_its_layout_and_keeps_its_transitions() {
    let folder = manor([0.0; 3]);
    assert_eq!(repair(folder.path(), &["--link", "--in-place", "--no-backup"]).status, 0);
    let out = tempfile::tempdir().expect("a folder");
    let output = out.path().join("moved").to_string_lossy().into_owned();
    let moved = on("edit", folder.path(), &["--move", "100.1,-33.3,7.7", "-o", &output]);
    assert_eq!((moved.status, moved.err.as_str()), (0, ""), "{}", moved.out);
    let again = repair(&out.path().join("moved"), &["--link", "--json"]);
    assert_eq!(again.status, 0, "{}", again.out);
    assert_eq!(again.json()["results"][0]["links"], serde_json::json!([]));
    let found = on("info", &out.path().join("moved/manor.lyt"), &["--json"]).json();
    assert_eq!(found["results"][0]["rooms_found"], 2, "{found}");
    let rooms = |path: &Path| {
        let layout = fs::read(path.join("manor.lyt")).expect("the layout");
        walkmesh::kotor::Layout::from_bytes(&layout).expect("a layout").rooms().to_vec()
    };
    for (there, here) in rooms(&out.path().join("moved")).iter().zip(rooms(folder.path())) {
        let offset =
            [0, 1, 2].map(|axis| (there.position[axis] - here.position[axis] - [100.1, -33.3, 7.7][axis]).abs());
        assert!(offset.iter().all(|off| *off < 1e-4), "{offset:?}");
    }
    let bad = on("edit", folder.path(), &["--move", "1,2", "--in-place"]);
    assert_eq!(bad.status, 2);
    assert!(bad.err.contains("expected X,Y,Z"), "{}", bad.err);
}

#[test]
fn rooms_go_to_another_folder() {
    let folder = manor([0.0; 3]);
    let out = tempfile::tempdir().expect("a folder");
    let output = out.path().join("new").to_string_lossy().into_owned();
    let run = repair(folder.path(), &["--link", "-o", &output]);
    assert_eq!((run.status, run.err.as_str()), (0, ""), "{}", run.out);
    for name in ["room.wok", "porch.wok"] {
        let sample = fs::read(root().join("samples").join(name)).expect("the sample");
        assert!(fs::read(out.path().join("new").join(name)).expect("the room") == sample, "{name}");
    }
}

#[test]
fn a_folder_without_its_layout_and_files_that_are_no_rooms_are_reported() {
    let folder = manor([0.0; 3]);
    fs::copy(root().join("samples/chest.pwk"), folder.path().join("chest.wok")).expect("a file");
    fs::copy(root().join("samples/room.wok"), folder.path().join("cellar.wok")).expect("a file");
    fs::remove_file(folder.path().join("room.wok")).expect("the file");
    let told = check(folder.path(), &["--severity", "info"]);
    assert_eq!((told.status, told.err.as_str()), (1, ""), "{}", told.out);
    assert!(told.out.contains("room.wok is not here"), "{}", told.out);
    for stranger in ["cellar.wok", "chest.wok"] {
        assert!(told.out.contains(stranger), "{}", told.out);
    }

    fs::remove_file(folder.path().join("manor.lyt")).expect("the file");
    let none = on("reach", folder.path(), &["1,1"]);
    let advice =
        "no layout says how its rooms lie: name it with --layout, recover it with `repair --recover-layout`, or";
    assert_eq!((none.status, none.out.as_str()), (2, ""));
    assert!(none.err.contains(advice) && none.err.contains("cellar.wok"), "{}", none.err);
    let given = on("reach", folder.path(), &["8,1", "--layout", "samples/manor.lyt"]);
    assert_eq!((given.status, given.err.as_str()), (0, ""), "{}", given.out);
}

#[test]
fn of_many_rooms_without_a_file_the_first_are_named_and_an_area_moves_without_them() {
    let folder = manor([0.0; 3]);
    let layout = fs::read_to_string(root().join("samples/manor.lyt")).expect("the sample");
    let wings: String = (0..7).map(|wing| format!("      wing{wing} 0.0 0.0 0.0\n")).collect();
    let layout = layout.replace("roomcount 2\n", &format!("roomcount 9\n{wings}"));
    fs::write(folder.path().join("manor.lyt"), &layout).expect("a file");
    let names = "wing0.wok, wing1.wok, wing2.wok, wing3.wok, wing4.wok and 2 more are not here";
    let told = check(folder.path(), &[]);
    assert!(told.out.contains(names), "{}", told.out);
    let moved = on("edit", folder.path(), &["--move", "1,2,0", "--in-place"]);
    assert_eq!((moved.status, moved.err.as_str()), (0, ""), "{}", moved.out);
    assert!(moved.out.contains(": 3 files written"), "{}", moved.out);

    fs::write(folder.path().join("other.lyt"), &layout).expect("a file");
    let two = on("edit", folder.path(), &["--move", "1,2,0", "--in-place"]);
    assert_eq!((two.status, two.out.as_str()), (2, ""));
    assert!(two.err.contains(": there are 2 levels here; name one: "), "{}", two.err);
}

/// Every stored transition between rooms of the corpus is found again, and no other.
#[test]
fn linking_rooms_of_the_game_changes_nothing() {
    let Some(corpus) = corpus("") else { return };
    let layouts = fs::read_dir(corpus.join("kotor/lyt")).expect("layouts").filter_map(|entry| Some(entry.ok()?.path()));
    let layout = layouts.into_iter().find(|path| path.to_string_lossy().to_ascii_lowercase().contains("745kor"));
    let layout = layout.expect("the layout of 745KOR").to_string_lossy().into_owned();
    let run = repair(&corpus.join("kotor/vanilla"), &["--link", "--json", "--layout", &layout]);
    let json = run.json();
    let edited = &json["results"][0];
    assert_eq!(edited["links"], serde_json::json!([]));
}

#[test]
fn of_two_files_for_one_room_the_second_is_left_alone() {
    let folder = manor([0.0; 3]);
    let second = folder.path().join("porch.WOK");
    // On a file system that ignores case, there is nothing to test.
    if second.exists() {
        return;
    }
    fs::copy(root().join("samples/room.wok"), &second).expect("a sample");
    let kept = fs::read(folder.path().join("porch.wok")).expect("the file");
    let run = repair(folder.path(), &["--link", "--in-place", "--no-backup"]);
    assert_eq!(run.status, 2);
    assert!(run.err.contains("porch.wok: belongs to the same room as"), "{}", run.err);
    assert!(fs::read(folder.path().join("porch.wok")).expect("the file") == kept);
}

#[test]
fn a_layout_without_its_first_line_is_an_error() {
    let folder = manor([0.0; 3]);
    let path = folder.path().join("manor.lyt");
    let text = fs::read_to_string(&path).expect("the layout");
    fs::write(&path, text.replace("beginlayout", "BeginLayout")).expect("a file");
    let run = check(&path, &[]);
    assert_eq!(run.status, 1);
    assert!(run.out.contains("error [layout-without-beginning] layout: "), "{}", run.out);
}
