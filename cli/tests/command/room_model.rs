//! `--model`: the model of a room, from which a bake takes the tree, and which follows an edit of the room.

use std::fs;
use std::path::Path;

use walkmesh::formats::Document;
use walkmesh::kotor::{Layout, LayoutRoom, Model, Walkmesh};
use walkmesh_testing::RoomModel;

use crate::repair::sample;
use crate::run::{Run, run};

const LAYOUT: [f32; 3] = [1.0, 2.0, 0.0];

/// A folder with the sample of a room, its model and its layout.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let bytes = fs::read(sample("room.wok")).expect("the sample");
    let room = Walkmesh::from_bytes(&bytes).expect("a walkmesh");
    let triangles: Vec<_> =
        room.faces().map(|face| (face.points().expect("a whole face"), face.material().0)).collect();
    let model = RoomModel::of_triangles(&triangles, LAYOUT).to_mdl().to_bytes().expect("a model");
    let mut layout = Layout::new();
    layout.push(LayoutRoom { name: "room".into(), position: LAYOUT }).expect("a room");
    for (name, bytes) in [("room.wok", bytes), ("room.mdl", model), ("manor.lyt", layout.to_bytes())] {
        fs::write(folder.path().join(name), bytes).expect("a file");
    }
    folder
}

/// Runs a command with the folder in place of `IN`.
fn ran(arguments: &str, folder: &Path) -> Run {
    let words = arguments.split(' ').map(|word| word.replace("IN", folder.to_str().expect("a name")));
    run(&words.collect::<Vec<_>>())
}

fn room(path: &Path) -> Walkmesh {
    Walkmesh::from_bytes(&fs::read(path).expect("a file")).expect("a walkmesh").with_layout_position(LAYOUT)
}

fn fits(room_path: &Path, model: &Path) -> bool {
    let model = Model::from_bytes(&fs::read(model).expect("a file")).expect("a model");
    room(room_path).diff_model(&model).expect("a layout").is_none()
}

#[test]
fn a_bake_takes_the_tree_of_a_model_or_of_a_folder_with_it() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name);
    for (model, name) in [("IN/room.mdl", "a/room.wok"), ("IN", "b/room.wok")] {
        fs::create_dir(at(name).with_file_name("")).expect("a folder");
        let done = ran(&format!("bake IN/room.wok --layout IN/manor.lyt --model {model} -o IN/{name}"), folder.path());
        assert_eq!(done.status, 0, "{}", done.err);
        assert!(!done.out.contains("was not taken from the model"), "{}", done.out);
        let leaves: Vec<i32> = room(&at(name)).as_raw().aabb_nodes.iter().map(|node| node.face).collect();
        // The model halves the faces in their own order.
        let faces: Vec<i32> = leaves.iter().copied().filter(|face| *face >= 0).collect();
        assert!(faces.is_sorted(), "{faces:?}");
    }
    let kept = ran("bake IN/a/room.wok -o IN/b/kept.wok --layout IN/manor.lyt", folder.path());
    assert_eq!(kept.status, 0, "{}", kept.err);
    assert_eq!(room(&at("b/kept.wok")).as_raw(), room(&at("a/room.wok")).as_raw(), "a valid tree is kept");
}

#[test]
fn a_check_of_a_room_compares_it_with_the_model_beside_it() {
    let folder = folder();
    let fits = ran("check IN/room.wok", folder.path());
    assert!(!fits.out.contains("model-differs"), "{}", fits.out);
    ran("edit IN/room.wok --remove 0 --in-place", folder.path());
    let differs = ran("check IN/room.wok", folder.path());
    assert!(differs.out.contains("model-differs"), "{}{}", differs.out, differs.err);
    fs::write(folder.path().join("room.mdl"), b"damaged").expect("a file");
    assert!(!ran("check IN/room.wok", folder.path()).out.contains("model-differs"));
}

#[test]
fn a_model_follows_an_edit_in_place_and_beside_the_result() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name);
    let before = fs::read(at("room.mdl")).expect("the model");
    fs::create_dir(at("new")).expect("a folder");
    let done = ran("edit IN/room.wok --remove 0 --model IN/room.mdl -o IN/new/room.wok", folder.path());
    assert_eq!(done.status, 0, "{}", done.err);
    assert!(!done.out.contains("the model (.mdl) of a room"), "{}", done.out);
    assert!(fits(&at("new/room.wok"), &at("new/room.mdl")) && !fits(&at("new/room.wok"), &at("room.mdl")));
    assert_eq!(fs::read(at("room.mdl")).expect("the model"), before);

    let refused = ran("edit IN/room.wok --remove 0 --model IN/room.mdl -o IN/other.wok", folder.path());
    assert_eq!(
        (refused.status, at("other.wok").exists()),
        (2, false),
        "the model would be written over: {}",
        refused.err
    );
    let refused = ran("edit IN/room.wok --remove 0 --model IN/room.mdl -o -", folder.path());
    assert!(refused.status == 2 && refused.err.contains("standard output"), "{}", refused.err);

    let done = ran("edit IN/room.wok --remove 0 --model IN/room.mdl --in-place", folder.path());
    assert_eq!(done.status, 0, "{}", done.err);
    assert!(fits(&at("room.wok"), &at("room.mdl")));
    assert_eq!(fs::read(at("room.mdl.bak")).expect("a backup"), before);
}

#[test]
fn a_model_is_not_written_if_it_cannot_be() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name);
    let before = fs::read(at("room.wok")).expect("the room");
    fs::write(at("room.mdl"), b"no model").expect("a file");
    let failed = ran("edit IN/room.wok --remove 0 --model IN/room.mdl --in-place", folder.path());
    assert!(failed.status == 2 && failed.err.contains("the model ") && failed.err.contains("MDL: "), "{}", failed.err);
    assert_eq!(fs::read(at("room.wok")).expect("the room"), before, "both are written or none");
    let failed = ran("edit IN --remove 0 --model IN/room.mdl --in-place", folder.path());
    assert!(failed.status == 2 && failed.err.contains("this is a folder"), "{}", failed.err);
}
