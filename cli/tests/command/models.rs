//! The note on the models of rooms, which have a copy of the rooms' faces.

use std::fs;
use std::path::Path;

use walkmesh::kotor::{BakeOptions, Walkmesh};

use crate::repair::{manor, sample, torn};
use crate::run::run;

/// The number of lines in a run's text that report unchanged models, and of notes in its JSON. `IN` is a folder with files, and `OUT` one
/// for results.
fn notes(arguments: &str, folder: &Path) -> (usize, usize) {
    let out = tempfile::tempdir().expect("a folder");
    let ran = |arguments: &str| {
        let [input, output] = [folder, out.path()].map(|folder| folder.to_str().expect("a name"));
        let words = arguments.split(' ').map(|word| word.replace("IN", input).replace("OUT", output));
        run(&words.collect::<Vec<_>>())
    };
    let text = ran(arguments);
    assert!(text.status <= 1, "{arguments}: {}", text.err);
    let json = ran(&format!("{arguments} --json")).json();
    (text.out.matches("the model (.mdl) of a changed room").count(), json["notes"].as_array().map_or(0, Vec::len))
}

#[test]
fn a_run_that_changes_faces_of_rooms_says_once_that_models_are_as_before() {
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["a.wok", "b.wok"] {
        fs::write(folder.path().join(name), torn()).expect("a file");
    }
    fs::copy(sample("yard.trx"), folder.path().join("yard.trx")).expect("a sample");
    for arguments in [
        "fix IN",
        "fix IN -o OUT/repaired",
        "edit IN/a.wok --paint 0-4=Metal -o OUT/painted.wok",
        "edit IN/a.wok --move 1,0,0 -o OUT/moved.wok",
    ] {
        assert_eq!(notes(arguments, folder.path()), (1, 1), "{arguments}");
    }
}

#[test]
fn what_is_in_no_model_needs_no_note() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::copy(sample("chest.pwk"), folder.path().join("chest.pwk")).expect("a sample");
    fs::copy(sample("room.wok"), folder.path().join("room.wok")).expect("a sample");
    let room = Walkmesh::from_bytes(&fs::read(sample("room.wok")).expect("the sample")).expect("a walkmesh");
    let (edge, _) = room.transitions().next().expect("a way out");
    let transition = format!("edit IN/room.wok --transition {}:{}=none -o OUT/shut.wok", edge.face().0, edge.side());
    for arguments in
        ["edit IN/chest.pwk --move 1,0,0 -o OUT/moved.pwk", &transition, "bake IN/room.wok -o OUT/same.wok"]
    {
        assert_eq!(notes(arguments, folder.path()), (0, 0), "{arguments}");
    }
}

#[test]
fn a_bake_that_makes_another_tree_says_so() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut room = Walkmesh::from_bytes(&fs::read(sample("room.wok")).expect("the sample")).expect("a walkmesh");
    room.bake(&BakeOptions::default()).expect("a room");
    let mut raw = room.into_raw();
    let root = &mut raw.aabb_nodes[0];
    (root.left, root.right) = (root.right, root.left);
    fs::write(folder.path().join("room.wok"), Walkmesh::from_raw(raw).to_bytes().expect("the bytes")).expect("a file");
    assert_eq!(notes("bake IN/room.wok -o OUT/baked.wok", folder.path()), (1, 1));
}

#[test]
fn models_move_with_the_layout_and_not_with_a_weld() {
    let manor = manor();
    let told = |arguments: &str| notes(arguments, manor.path());
    assert_eq!(told("edit IN --move 1,2,3 -o OUT/moved"), (0, 0), "the layout places the models elsewhere, too");
    assert_eq!(told("repair IN --link -o OUT/linked"), (0, 0), "transitions are in no model");
    assert_eq!(told("repair IN --weld 0.01 -o OUT/welded"), (1, 1));
    assert_eq!(told("fix IN --cracks -o OUT/repaired"), (1, 1));
    assert_eq!(told("edit IN --paint material:Stone=Metal -o OUT/painted"), (1, 1));
}
