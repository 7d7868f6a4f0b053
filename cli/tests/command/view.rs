//! `walkmesh view`: the page, the files in it, and whether it is the page of the sources that are here.

#[path = "../../../wasm/bindings/src/sources.rs"]
mod sources;

use std::fs;

use crate::run::{root, run};

/// The arguments with a path among them.
fn view(arguments: &[&str], page: &std::path::Path) -> crate::run::Run {
    let page = page.to_str().expect("a path of text");
    run(&[&["view", "--json"], arguments, &["-o", page]].concat())
}

#[test]
fn a_page_is_one_file_and_nothing_is_written_over() {
    let folder = tempfile::tempdir().expect("a folder");
    let page = folder.path().join("room.html");
    let first = view(&["samples/room.wok"], &page);
    assert_eq!(first.status, 0, "{first:?}");
    assert_eq!(first.json()["results"][0]["files"], serde_json::json!(["room.wok"]));
    let text = fs::read_to_string(&page).expect("the page");
    assert!(text.starts_with("<!DOCTYPE html>"));
    assert_eq!(text.matches("{\"name\":\"room.wok\",\"gzip\":\"").count(), 1);
    for fetched in ["src=\"", "href=\"http", "import(", "@import"] {
        assert!(!text.contains(fetched), "the page needs no other file, and it has {fetched}");
    }
    let again = view(&["samples/room.wok"], &page);
    assert_eq!(again.status, 2, "{again:?}");
    assert!(again.err.contains("--force") || again.out.contains("--force"), "{again:?}");
    assert_eq!(view(&["samples/room.wok", "--force"], &page).status, 0);
}

#[test]
fn what_belongs_together_is_in_one_page() {
    let folder = tempfile::tempdir().expect("a folder");
    let files = |arguments: &[&str]| {
        let run = view(&[arguments, &["--force"]].concat(), &folder.path().join("page.html"));
        assert_eq!(run.status, 0, "{run:?}");
        let files = run.json()["results"][0]["files"].as_array().expect("a list").clone();
        files.iter().map(|name| name.as_str().expect("a name").to_owned()).collect::<Vec<_>>()
    };
    let area = files(&["samples", "--place", "door0.dwk,6,3,0,1.5708", "--place", "chest.pwk,2,2,0,0"]);
    for name in ["manor.lyt", "room.wok", "porch.wok", "door0.dwk", "chest.pwk"] {
        assert!(area.iter().any(|other| other == name), "{name} is in {area:?}");
    }
    let dungeon = files(&["samples/ainavdata_32769.dat", "--dof", "samples/dungeon.dof"]);
    assert_eq!(dungeon[..2], ["ainavdata_32769.dat", "dungeon.dof"]);
    assert!(dungeon[2..].iter().all(|name| name.ends_with(".bms")), "{dungeon:?}");
    assert!(dungeon.len() > 2);
}

#[test]
fn a_damaged_file_is_in_its_page_and_an_area_has_its_other_rooms() {
    let folder = tempfile::tempdir().expect("a folder");
    let (damaged, page) = (folder.path().join("room.wok"), folder.path().join("room.html"));
    let sample = |name: &str| fs::read(root().join("samples").join(name)).expect("a sample");
    fs::write(&damaged, &sample("room.wok")[..200]).expect("a file");
    let one = view(&[damaged.to_str().expect("a path of text")], &page);
    assert_eq!(one.status, 2, "{one:?}");
    assert_eq!(one.json()["results"][1]["files"], serde_json::json!(["room.wok"]));
    assert!(format!("{one:?}").contains("end"), "the error is printed: {one:?}");

    for name in ["manor.lyt", "porch.wok"] {
        fs::write(folder.path().join(name), sample(name)).expect("a file");
    }
    let area = view(&[folder.path().to_str().expect("a path of text"), "--force"], &page);
    assert_eq!(area.status, 2, "{area:?}");
    assert_eq!(area.json()["results"][1]["files"], serde_json::json!(["manor.lyt", "porch.wok"]));
    fs::remove_file(folder.path().join("porch.wok")).expect("a file");
    fs::remove_file(&page).expect("the page");
    assert_eq!(view(&[folder.path().to_str().expect("a path of text")], &page).status, 2, "no room is left");
    assert!(!page.exists());
}

#[test]
fn what_is_no_walkmesh_makes_no_page() {
    let folder = tempfile::tempdir().expect("a folder");
    let page = folder.path().join("room.html");
    let letter = folder.path().join("letter.wok");
    fs::write(&letter, "Dear reader").expect("a file");
    assert_eq!(view(&[letter.to_str().expect("a path of text")], &page).status, 2);
    assert_eq!(view(&["samples/no-such-file.wok"], &page).status, 2);
    assert_eq!(view(&["samples/room.wok", "--dof", "samples/dungeon.dof"], &page).status, 2);
    assert!(!page.exists());
    assert_eq!(run(&["view", "samples/room.wok"]).status, 2, "neither --output nor --open is given");
}

#[test]
fn the_page_is_built_from_the_sources_that_are_here() {
    let project = walkmesh_testing::root();
    let built = fs::read_to_string(root().join("src/view/page.txt")).expect("what the page is built from");
    let stated = built.lines().find_map(|line| line.strip_prefix("sources ")).expect("a fingerprint");
    let here = sources::fingerprint(project).expect("the sources");
    assert_eq!(stated, here, "the page is stale: run wasm/build, and commit cli/src/view in a commit of its own");
}
