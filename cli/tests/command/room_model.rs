//! `--model`: the model of a room, which provides the tree for a bake and is updated after an edit of the room.

use std::fs;
use std::path::{Path, PathBuf};

use walkmesh::formats::Document;
use walkmesh::formats::mdl::{AabbNode, Mdl};
use walkmesh::kotor::{Layout, LayoutRoom, Model, Walkmesh};
use walkmesh_testing::{RoomModel, corpus, files};

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
    // This room has no model beside it.
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

fn leaves(room: &Walkmesh) -> Vec<i32> {
    room.as_raw().aabb_nodes.iter().map(|node| node.face).filter(|face| *face >= 0).collect()
}

#[test]
fn a_bake_takes_the_tree_of_the_model_beside_the_room() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name);
    let model = fs::read(at("room.mdl")).expect("the model");
    let done = ran("bake IN/room.wok --in-place", folder.path());
    assert_eq!(done.status, 0, "{}", done.err);
    // The model halves the faces in their own order, unlike any rule.
    assert!(leaves(&room(&at("room.wok"))).is_sorted());
    assert!(!done.out.contains("the model (.mdl) of a room"), "the room fits its model now: {}", done.out);
    assert_eq!(fs::read(at("room.mdl")).expect("the model"), model);

    let by_rule = ran("bake IN/room.wok -o IN/built.wok --rebuild-tree", folder.path());
    assert_eq!(by_rule.status, 0, "{}", by_rule.err);
    assert!(!leaves(&room(&at("built.wok"))).is_sorted());
    // A model with a broken tree or other faces provides no tree.
    for damage in [damaged(&model, |tree| tree[0].right = u32::MAX), other_faces(&model)] {
        fs::write(at("room.mdl"), &damage).expect("a file");
        fs::copy(at("built.wok"), at("room.wok")).expect("a copy");
        let done = ran("bake IN/room.wok --in-place", folder.path());
        assert!(done.out.contains("the tree was not taken from the model, because"), "{}{}", done.out, done.err);
        assert_eq!(fs::read(at("room.wok")).expect("a room"), fs::read(at("built.wok")).expect("a room"));
        assert_eq!(fs::read(at("room.mdl")).expect("the model"), damage, "a model that is not named is not written");
    }
}

/// The bytes of a model with a damaged tree.
fn damaged(model: &[u8], damage: impl FnOnce(&mut [AabbNode])) -> Vec<u8> {
    let mut mdl = Mdl::from_bytes(model).expect("a model");
    let node = mdl.walkmesh().expect("a model").expect("a walkmesh");
    let mut tree: Vec<AabbNode> = mdl.table_at(node.root, 2 * node.mesh.faces.count - 1, "tree").expect("the tree");
    damage(&mut tree);
    mdl.put(node.root, &tree, "tree").expect("the tree");
    mdl.to_bytes().expect("the bytes")
}

/// The bytes of a model in which a face has another material.
fn other_faces(model: &[u8]) -> Vec<u8> {
    let mut mdl = Mdl::from_bytes(model).expect("a model");
    let node = mdl.walkmesh().expect("a model").expect("a walkmesh");
    let mut face = node.faces[0];
    face.material = 7;
    mdl.put(node.mesh.faces.offset, &[face], "face").expect("a face");
    mdl.to_bytes().expect("the bytes")
}

type Damage = fn(&mut [AabbNode]);

/// The kinds of broken model trees.
const DAMAGES: [(&str, Damage); 8] = [
    ("no node has a child, as one exporter writes", |tree| {
        tree.iter_mut().for_each(|node| (node.left, node.right, node.plane) = (u32::MAX, u32::MAX, 0));
    }),
    ("a child outside of the model", |tree| tree[1].left = 0x7FFF_FFFF),
    ("a tree that leads back", |tree| tree[1].left = tree[0].left),
    ("two nodes with the same child", |tree| tree[0].right = tree[0].left),
    ("a leaf without a face", |tree| tree.last_mut().expect("a leaf").face = 99_999),
    ("a face in two leaves", |tree| tree.last_mut().expect("a leaf").face = 0),
    ("an inner node with a face", |tree| tree[0].face = 0),
    ("a box that misses its face", |tree| tree.last_mut().expect("a leaf").max[1] -= 0.5),
];

#[test]
fn a_broken_tree_of_a_model_is_found_and_is_written_again_with_the_room() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name);
    let [sound, wok] = ["room.mdl", "room.wok"].map(|name| fs::read(at(name)).expect("a file"));
    let transition = room(&at("room.wok")).transitions().next().expect("a way out").0;
    let transition = format!("edit IN/room.wok --transition {}:{}=none", transition.face().0, transition.side());
    for (what, damage) in DAMAGES {
        let broken = damaged(&sound, damage);
        fs::write(at("room.mdl"), &broken).expect("a file");
        let found = ran("check IN/room.wok", folder.path());
        assert!(found.status == 1 && found.out.contains("model-tree-broken"), "{what}: {}{}", found.out, found.err);
        for command in ["bake IN/room.wok", "repair IN/room.wok --cracks", &transition] {
            for (name, bytes) in [("room.mdl", &broken), ("room.wok", &wok)] {
                fs::write(at(name), bytes).expect("a file");
            }
            let done = ran(&format!("{command} --model IN/room.mdl --in-place --no-backup"), folder.path());
            assert_eq!(done.status, 0, "{what}: {command}: {}", done.err);
            assert!(done.out.contains("was broken"), "{what}: {command}: {}", done.out);
            let written = fs::read(at("room.mdl")).expect("the model");
            let model = Model::from_bytes(&written).expect("a model");
            assert_eq!(model.tree_fault(), None, "{what}: {command}");
            assert!(fits(&at("room.wok"), &at("room.mdl")), "{what}: {command}");
            // Only the tree changes: it becomes the room's.
            let before = Model::from_bytes(&sound).expect("a model");
            assert_eq!(model.walkmesh_node().faces, before.walkmesh_node().faces, "{what}: {command}");
            assert_eq!(leaves_of(&model), leaves(&room(&at("room.wok"))), "{what}: {command}");
            let clean = ran("check IN/room.wok", folder.path());
            assert!(!clean.out.contains("model-"), "{what}: {command}: {}", clean.out);
        }
    }
}

/// The faces of the leaves of a model's tree, in order. If the walkable faces of a model come first, the room has this order.
fn leaves_of(model: &Model) -> Vec<i32> {
    let tree = model.walkmesh_node().tree.as_ref().expect("a tree");
    tree.iter().filter(|node| node.children.is_none()).map(|node| node.record.face).collect()
}

#[test]
fn a_scene_brought_back_says_that_the_tree_of_the_model_was_broken() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name);
    let sound = fs::read(at("room.mdl")).expect("the model");
    fs::write(at("room.mdl"), damaged(&sound, DAMAGES[0].1)).expect("a file");
    assert_eq!(ran("convert IN/room.wok -o IN/room.obj", folder.path()).status, 0);
    fs::create_dir(at("new")).expect("a folder");
    let convert = "convert IN/room.obj --onto IN/room.wok -o IN/new/room.wok";
    let without = ran(convert, folder.path());
    assert!(without.status == 0 && !without.out.contains("was broken"), "{}{}", without.out, without.err);
    let with = ran(&format!("{convert} --model IN/room.mdl"), folder.path());
    assert!(with.status == 0 && with.out.contains("was broken"), "{}{}", with.out, with.err);
    let written = Model::from_bytes(&fs::read(at("new/room.mdl")).expect("the model")).expect("a model");
    assert_eq!(written.tree_fault(), None);
}

#[test]
fn a_repair_without_output_says_that_the_tree_of_the_model_is_broken() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name);
    let repair = "repair IN/room.wok --cracks --model IN/room.mdl";
    let sound = ran(repair, folder.path());
    assert_eq!(sound.status, 0, "{}{}", sound.out, sound.err);
    let broken = damaged(&fs::read(at("room.mdl")).expect("the model"), DAMAGES[0].1);
    fs::write(at("room.mdl"), &broken).expect("a file");
    let planned = ran(repair, folder.path());
    assert!(planned.status == 1 && planned.out.contains("was broken"), "{}{}", planned.out, planned.err);
    assert_eq!(fs::read(at("room.mdl")).expect("the model"), broken);
}

#[test]
fn the_tree_of_a_model_with_other_faces_is_built_over_these() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name);
    let broken = damaged(&other_faces(&fs::read(at("room.mdl")).expect("the model")), DAMAGES[0].1);
    fs::write(at("room.mdl"), &broken).expect("a file");
    let done = ran("bake IN/room.wok --model IN --in-place", folder.path());
    assert_eq!(done.status, 0, "{}", done.err);
    let [before, after] = [broken, fs::read(at("room.mdl")).expect("a file")].map(|bytes| Model::from_bytes(&bytes));
    let [before, after] = [before.expect("a model"), after.expect("a model")];
    assert_eq!((after.tree_fault(), &after.walkmesh_node().faces), (None, &before.walkmesh_node().faces));
    // The model of another room is not changed.
    fs::write(at("other.mdl"), before.to_bytes().expect("the bytes")).expect("a file");
    let done = ran("bake IN/room.wok --model IN/other.mdl --in-place", folder.path());
    assert_eq!(done.status, 0, "{}", done.err);
    assert_eq!(fs::read(at("other.mdl")).expect("a file"), before.to_bytes().expect("the bytes"));
}

/// Thirteen models of the rooms of a mod, five of which have trees without children: each is read and checked, and has the tree of its room
/// after a bake.
#[test]
fn the_models_of_a_mod_get_the_trees_of_their_rooms() {
    let Some(corpus) = corpus("kotor/koq200") else { return };
    let (mut models, mut broken) = (0, 0);
    for part in ["broken", "converted", "tsl"] {
        let folder = tempfile::tempdir().expect("a folder");
        let named: Vec<PathBuf> = files(&corpus.join(part), "mdl");
        for model in &named {
            for path in [model.clone(), model.with_extension("wok")] {
                // A copy would be as read-only as the corpus.
                let bytes = fs::read(&path).expect("a file");
                fs::write(folder.path().join(path.file_name().expect("a name")), bytes).expect("a file");
            }
        }
        fs::copy(corpus.join("broken/koq200.lyt"), folder.path().join("koq200.lyt")).expect("a copy");
        let found = ran("check IN --by-file --json", folder.path()).json();
        let is_broken = |name: &str| {
            let results = found["results"].as_array().expect("results").iter();
            let mut of_file = results.filter(|result| result["file"].as_str().is_some_and(|file| file.ends_with(name)));
            let rules = of_file.next().expect("a result")["rules"].as_array().expect("rules");
            rules.iter().any(|rule| rule["code"] == "model-tree-broken")
        };
        let before: Vec<_> = named.iter().map(|model| fs::read(model).expect("a model")).collect();
        let done = ran("bake IN --model IN --in-place", folder.path());
        assert_eq!(done.status, 0, "{part}: {}{}", done.out, done.err);
        for (path, before) in named.iter().zip(before) {
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            let was_broken = Model::from_bytes(&before).expect("a model").tree_fault().is_some();
            assert_eq!(is_broken(&name), was_broken, "{part}/{name}");
            (models, broken) = (models + 1, broken + usize::from(was_broken));
            let baked = folder.path().join(&name);
            let after = fs::read(&baked).expect("a model");
            assert_eq!(after.len(), before.len(), "{part}/{name}: the tree is written in its place");
            assert_eq!(after == before, !was_broken, "{part}/{name}");
            let model = Model::from_bytes(&after).expect("a model");
            assert_eq!(model.tree_fault(), None, "{part}/{name}");
            let room =
                Walkmesh::from_bytes(&fs::read(baked.with_extension("wok")).expect("a room")).expect("a walkmesh");
            assert_eq!(leaves_of(&model), leaves(&room), "{part}/{name}");
        }
        assert!(!ran("check IN", folder.path()).out.contains("model-tree-broken"), "{part}");
    }
    assert_eq!((models, broken), (13, 5));
}
