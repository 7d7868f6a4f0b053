//! `walkmesh area`.

use std::fs;
use std::path::Path;

use walkmesh::kotor::{Kind, MaterialId, Walkmesh};

use walkmesh_testing::{corpus, snapshot};

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

fn area(folder: &Path, options: &[&str]) -> Run {
    let mut arguments = vec!["area".into(), folder.as_os_str().to_owned()];
    arguments.extend(options.iter().map(Into::into));
    run(&arguments)
}

#[test]
fn the_manor_fits_together() {
    let run = run(&["area", "samples/manor.lyt", "--link", "--weld"]);
    assert_eq!((run.status, run.err.as_str()), (0, ""), "{}", run.out);
    snapshot("cli_area", &run.out);
}

#[test]
fn a_part_that_is_cut_off_is_listed_once() {
    // The floor of the porch leads into the room, and its island is the largest part that lies in the porch alone.
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
    let run = area(folder.path(), &["--severity", "info"]);
    assert_eq!(run.out.matches("[part-cut-off] room 1 (porch)").count(), 1, "{}", run.out);
}

#[test]
fn a_dry_run_lists_changes_and_writes_nothing() {
    let folder = manor([0.0; 3]);
    let before = fs::read(folder.path().join("porch.wok")).expect("the file");
    let run = area(folder.path(), &["--link", "--json"]);
    assert_eq!((run.status, run.err.as_str()), (1, ""));
    let json = run.json();
    let edited = &json["results"][0];
    assert_eq!((edited["rooms"].as_u64(), edited["found"].as_u64()), (Some(2), Some(2)));
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
    assert_eq!(area(folder.path(), &["--link"]).status, 1, "a gap is not a seam");
    let edited = area(folder.path(), &["--weld", "0.05", "--link", "--in-place"]);
    assert_eq!((edited.status, edited.err.as_str()), (0, ""), "{}", edited.out);
    assert!(folder.path().join("porch.wok.bak").exists());
    assert!(!folder.path().join("room.wok.bak").exists(), "the room that comes first stays as it is");
    let again = area(folder.path(), &["--weld", "0.05", "--link", "--json"]);
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
    assert_eq!(area(folder.path(), &["--link", "--in-place", "--no-backup"]).status, 0);
    let told = area(folder.path(), &["--move", "100.1,-33.3,7.7"]);
    assert_eq!((told.status, told.err.as_str()), (1, ""));
    assert!(told.out.contains("\n  moved everything by 100.1,-33.3,7.7\n"), "{}", told.out);
    let layout = fs::read_to_string(folder.path().join("manor.lyt")).expect("the layout");
    assert_eq!(layout, fs::read_to_string(root().join("samples/manor.lyt")).expect("the sample"), "not written");

    let out = tempfile::tempdir().expect("a folder");
    let output = out.path().join("moved").to_string_lossy().into_owned();
    let moved = area(folder.path(), &["--move", "100.1,-33.3,7.7", "-o", &output]);
    assert_eq!((moved.status, moved.err.as_str()), (0, ""), "{}", moved.out);
    let again = area(&out.path().join("moved"), &["--link", "--json"]);
    assert_eq!(again.status, 0, "{}", again.out);
    let json = again.json();
    assert_eq!((&json["results"][0]["links"], &json["results"][0]["found"]), (&serde_json::json!([]), &2.into()));
    let rooms = |path: &Path| {
        let layout = fs::read(path.join("manor.lyt")).expect("the layout");
        walkmesh::kotor::Layout::from_bytes(&layout).expect("a layout").rooms().to_vec()
    };
    for (there, here) in rooms(&out.path().join("moved")).iter().zip(rooms(folder.path())) {
        let offset =
            [0, 1, 2].map(|axis| (there.position[axis] - here.position[axis] - [100.1, -33.3, 7.7][axis]).abs());
        assert!(offset.iter().all(|off| *off < 1e-4), "{offset:?}");
    }
    let bad = area(folder.path(), &["--move", "1,2"]);
    assert_eq!(bad.status, 2);
    assert!(bad.err.contains("--move needs X,Y,Z"), "{}", bad.err);
}

#[test]
fn rooms_go_to_another_folder() {
    let folder = manor([0.0; 3]);
    let out = tempfile::tempdir().expect("a folder");
    let output = out.path().join("new").to_string_lossy().into_owned();
    let run = area(folder.path(), &["--link", "-o", &output]);
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
    let told = area(folder.path(), &[]);
    assert_eq!((told.status, told.err.as_str()), (0, ""));
    assert!(told.out.contains("1 of 2 rooms found\n  without a file here: room\n"), "{}", told.out);
    for stranger in ["cellar.wok", "chest.wok"] {
        assert!(told.out.contains("\n  not in the layout: ") && told.out.contains(stranger), "{}", told.out);
    }

    fs::remove_file(folder.path().join("manor.lyt")).expect("the file");
    let none = area(folder.path(), &[]);
    let advice =
        "no layout says how its rooms lie: name it with --layout, recover it with `repair --recover-layout`, or";
    assert_eq!((none.status, none.out.as_str()), (2, ""));
    assert!(none.err.contains(advice) && none.err.contains("cellar.wok"), "{}", none.err);
    let given = area(folder.path(), &["--layout", "samples/manor.lyt"]);
    assert!(given.out.starts_with("samples/manor.lyt: 1 of 2 rooms"), "{}", given.out);
}

#[test]
fn of_many_rooms_without_a_file_the_first_are_named_and_an_area_moves_without_them() {
    let folder = manor([0.0; 3]);
    let layout = fs::read_to_string(root().join("samples/manor.lyt")).expect("the sample");
    let wings: String = (0..7).map(|wing| format!("      wing{wing} 0.0 0.0 0.0\n")).collect();
    let layout = layout.replace("roomcount 2\n", &format!("roomcount 9\n{wings}"));
    fs::write(folder.path().join("manor.lyt"), &layout).expect("a file");
    let moved = area(folder.path(), &["--move", "1,2,0"]);
    assert!(moved.out.contains("2 of 9 rooms found\n"), "{}", moved.out);
    let names = "\n  without a file here: wing0, wing1, wing2, wing3, wing4 and 2 more\n";
    assert!(moved.out.contains(names), "{}", moved.out);
    assert!(
        moved.out.contains("moved everything by 1,2,0, except the rooms that have no file here\n"),
        "{}",
        moved.out
    );

    fs::write(folder.path().join("other.lyt"), &layout).expect("a file");
    let two = area(folder.path(), &[]);
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
    let run = area(&corpus.join("kotor/vanilla"), &["--link", "--json", "--layout", &layout]);
    let json = run.json();
    let edited = &json["results"][0];
    assert!(edited["found"].as_u64() > Some(2), "{}", edited["found"]);
    assert_eq!(edited["links"], serde_json::json!([]));
}

#[test]
fn of_two_files_for_one_room_the_second_is_left_alone() {
    let folder = manor([0.0; 3]);
    let second = folder.path().join("porch.WOK");
    // Where case does not tell files apart there is nothing to test.
    if second.exists() {
        return;
    }
    fs::copy(root().join("samples/room.wok"), &second).expect("a sample");
    let kept = fs::read(folder.path().join("porch.wok")).expect("the file");
    let run = area(folder.path(), &["--link", "--in-place", "--no-backup"]);
    assert_eq!(run.status, 2);
    assert!(run.err.contains("porch.wok: belongs to the same room as"), "{}", run.err);
    assert!(fs::read(folder.path().join("porch.wok")).expect("the file") == kept);
}

#[test]
fn a_severity_is_chosen_and_json_has_every_finding() {
    let folder = manor([0.0; 3]);
    fs::copy(root().join("samples/porch.wok"), folder.path().join("cellar.wok")).expect("a sample");
    let listed = |options: &[&str]| {
        let json = area(folder.path(), &[options, &["--json"]].concat()).json()["results"][0].clone();
        let of = |severity: &str| {
            let findings = json["findings"].as_array().expect("findings");
            findings.iter().filter(|finding| finding["severity"] == severity).count() as u64
        };
        ["info", "warning", "error", "fatal"]
            .map(|severity| (of(severity), json["counts"][severity].as_u64().expect("a count")))
    };
    let all = listed(&[]);
    assert!(all[0].0 > 0 && all[1].0 > 0, "{all:?}");
    assert!(all.iter().all(|(listed, counted)| listed == counted), "{all:?}");
    assert_eq!(listed(&["--severity", "error"])[..2].iter().map(|(listed, _)| *listed).collect::<Vec<_>>(), [0, 0]);
    let text = |options: &[&str]| area(folder.path(), options).out;
    assert!(!text(&[]).contains("info ["), "{}", text(&[]));
    assert!(text(&["--severity", "info"]).contains("info [floor-hole]"), "{}", text(&["--severity", "info"]));
    assert!(!text(&["--severity", "error"]).contains("warning ["));
}

#[test]
fn nothing_is_told_twice() {
    let folder = manor([0.0; 3]);
    fs::rename(folder.path().join("porch.wok"), folder.path().join("cellar.wok")).expect("a name");
    for options in [&[][..], &["--severity", "info"], &["--all"]] {
        let out = area(folder.path(), options).out;
        for name in ["porch", "cellar"] {
            assert_eq!(
                out.lines().filter(|line| line.contains(name) && !line.contains("leads to room")).count(),
                1,
                "{out}"
            );
        }
        let mut lines: Vec<&str> = out.lines().collect();
        lines.sort_unstable();
        assert!(lines.windows(2).all(|pair| pair[0] != pair[1]), "{out}");
    }
}

#[test]
fn a_layout_without_its_first_line_is_an_error() {
    let folder = manor([0.0; 3]);
    let path = folder.path().join("manor.lyt");
    let text = fs::read_to_string(&path).expect("the layout");
    fs::write(&path, text.replace("beginlayout", "BeginLayout")).expect("a file");
    let run = area(folder.path(), &["--layout", path.to_str().expect("a name")]);
    assert_eq!(run.status, 1);
    assert!(run.out.contains("error [layout-without-beginning] layout: "), "{}", run.out);
}
