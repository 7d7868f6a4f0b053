//! Rooms and their models, measured on real files.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;

use proptest::prelude::*;
use walkmesh::finding::{CheckOptions, Severity};
use walkmesh::kotor::{
    BakeOptions, FaceId, Kind, Layout, LayoutRoom, MaterialId, Model, ModelError, TreeOrigin, Walkmesh,
};
use walkmesh::level::{self, Level, Memory, OpenOptions};
use walkmesh_formats::Document;
use walkmesh_formats::bwm::Bwm;
use walkmesh_formats::mdl::{FunctionPointers, NodeHeader};
use walkmesh_testing::{RoomModel, corpus, files, snapshot, stem};

/// A room, its model, and its position in the layout.
struct Room {
    name: String,
    wok: Vec<u8>,
    mdl: Vec<u8>,
    position: Option<[f32; 3]>,
}

impl Room {
    fn walkmesh(&self) -> Walkmesh {
        let room = Walkmesh::from_bytes(&self.wok).unwrap();
        match self.position {
            Some(position) => room.with_layout_position(position),
            None => room,
        }
    }

    fn model(&self) -> Model {
        Model::from_bytes(&self.mdl).unwrap()
    }
}

fn rooms(corpus: &Path) -> Vec<Room> {
    let layouts: Vec<Layout> = files(&corpus.join("lyt"), "lyt")
        .iter()
        .map(|path| Layout::from_bytes(&std::fs::read(path).unwrap()).unwrap())
        .collect();
    let rooms: HashMap<String, _> = files(&corpus.join("vanilla"), "wok")
        .into_iter()
        .map(|path| (stem(&path).to_ascii_lowercase(), std::fs::read(path).unwrap()))
        .collect();
    let rooms: Vec<Room> = files(&corpus.join("model"), "mdl")
        .iter()
        .map(|path| {
            let name = stem(path);
            let position = layouts.iter().find_map(|layout| Some(layout.room(layout.find(&name)?)?.position));
            Room { wok: rooms[&name].clone(), mdl: std::fs::read(path).unwrap(), position, name }
        })
        .collect();
    assert_eq!((rooms.len(), rooms.iter().filter(|room| room.position.is_some()).count()), (37, 34));
    rooms
}

#[test]
fn a_bake_with_the_model_writes_the_games_own_tree() {
    let Some(corpus) = corpus("kotor") else { return };
    let mut lines =
        String::from("rooms with model and layout: nodes of the tree, and whether the bake gives every byte\n");
    let mut same = 0;
    for room in rooms(&corpus).iter().filter(|room| room.position.is_some()) {
        let mut baked = room.walkmesh();
        assert!(baked.diff_model(&room.model()).unwrap().is_none(), "{}", room.name);
        // The stored tree is not kept, and the rule alone does not reproduce it.
        let mut raw = baked.clone().into_raw();
        raw.aabb_nodes.clear();
        baked = Walkmesh::from_raw(raw).with_layout_position(room.position.unwrap());
        let report = baked.bake(&BakeOptions::default().with_model(Arc::new(room.model()))).unwrap();
        assert_eq!(report.tree, Some(TreeOrigin::Model), "{}", room.name);
        let is_same = baked.to_bytes().unwrap() == room.wok;
        same += usize::from(is_same);
        let nodes = baked.as_raw().aabb_nodes.len();
        writeln!(lines, "{:<10} {nodes:>4}  {}", room.name, if is_same { "same" } else { "differs" }).unwrap();
    }
    writeln!(lines, "same: {same} of 34").unwrap();
    snapshot("kotor_models", &lines);
    assert_eq!(same, 34);
}

/// A model has its walkmesh from before rooms were welded (`docs/formats/bwm.md#welding`).
#[test]
fn welding_moved_no_vertex_of_a_real_room_as_far_as_the_reported_tolerance() {
    let Some(corpus) = corpus("kotor") else { return };
    let (mut vertices, mut moves) = (0, Vec::new());
    for room in rooms(&corpus) {
        let Some(position) = room.position else { continue };
        let model = room.model();
        let in_area = |point: [f32; 3]| [0, 1, 2].map(|axis| f64::from(point[axis]) + f64::from(position[axis]));
        let before: Vec<_> = model.faces().filter_map(|(corners, _)| corners).flatten().map(in_area).collect();
        for vertex in room.walkmesh().vertices() {
            let square =
                |at: &[f64; 3]| [0, 1, 2].map(|axis| (f64::from(vertex[axis]) - at[axis]).powi(2)).iter().sum::<f64>();
            moves.push(before.iter().map(square).fold(f64::INFINITY, f64::min).sqrt());
            vertices += 1;
        }
    }
    moves.sort_by(f64::total_cmp);
    // The text between model and walkmesh has six digits, which move a vertex by less than 0.2 mm.
    assert_eq!((vertices, moves.iter().filter(|moved| **moved > 0.0002).count()), (2025, 16));
    assert!((0.0077..0.0078).contains(moves.last().unwrap()), "{:?}", moves.last());
}

#[test]
fn rooms_without_a_layout_are_not_compared_with_their_models() {
    let Some(corpus) = corpus("kotor") else { return };
    for room in rooms(&corpus).iter().filter(|room| room.position.is_none()) {
        assert!(room.walkmesh().diff_model(&room.model()).is_err(), "{}", room.name);
    }
}

#[test]
fn a_room_that_is_written_into_its_model_comes_out_again() {
    let Some(corpus) = corpus("kotor") else { return };
    let mut lines = String::from("room        faces  normals  distances  planes  boxes  bytes before and after\n");
    for room in rooms(&corpus).iter().filter(|room| room.position.is_some()) {
        let (mut model, before) = (room.model(), room.model());
        assert_eq!(model.to_bytes().unwrap(), room.mdl, "{}", room.name);
        let walkmesh = room.walkmesh();
        model.set_walkmesh(&walkmesh).unwrap();
        let model = Model::from_bytes(&model.to_bytes().unwrap()).unwrap();
        assert!(walkmesh.diff_model(&model).unwrap().is_none(), "{}", room.name);
        assert!(walkmesh.check_model(&model, &CheckOptions::default()).is_clean(), "{}", room.name);

        // The rules of models, compared with what the games' compiler wrote.
        let (now, then) = (model.walkmesh_node(), before.walkmesh_node());
        let [new_tree, old_tree] = [now, then].map(|node| node.tree.clone().unwrap());
        assert_eq!(new_tree.len(), old_tree.len());
        let nodes = || new_tree.iter().zip(&old_tree);
        let planes = nodes().filter(|(now, then)| now.record.plane == then.record.plane).count();
        let boxes = nodes().filter(|(now, then)| {
            (now.record.min, now.record.max) == (then.record.min, then.record.max) && now.children == then.children
        });
        // Faces are in the room's order now: the walkable ones first.
        let order = |material: u32| !walkmesh.materials().is_walkable(MaterialId(material));
        let mut faces = then.faces.clone();
        faces.sort_by_key(|face| order(face.material));
        let pairs = || now.faces.iter().zip(&faces);
        let normals = pairs().filter(|(now, then)| now.normal == then.normal).count();
        let distances = pairs().filter(|(now, then)| now.distance == then.distance).count();
        assert!(pairs().all(|(now, then)| now.material == then.material));
        writeln!(
            lines,
            "{:<10} {:>6}  {normals:>7}  {distances:>9}  {planes:>6}  {:>5}  {} {}",
            room.name,
            faces.len(),
            boxes.count(),
            room.mdl.len(),
            model.to_bytes().unwrap().len()
        )
        .unwrap();

        // The tree of the new model is the room's, too.
        let mut baked = walkmesh.clone();
        let report = baked.bake(&BakeOptions::default().with_model(Arc::new(model))).unwrap();
        assert_eq!(report.tree, Some(TreeOrigin::Model), "{}", room.name);
        assert!(baked.to_bytes().unwrap() == room.wok, "{}", room.name);
    }
    snapshot("kotor_models_written", &lines);
}

#[test]
fn an_edited_room_differs_from_its_model_until_it_is_written_into_it() {
    let Some(corpus) = corpus("kotor") else { return };
    for room in rooms(&corpus).iter().filter(|room| room.position.is_some()) {
        let before = room.walkmesh();
        let mut edited = before.clone();
        let wood =
            if before.face(FaceId(0)).unwrap().material() == MaterialId(5) { MaterialId(6) } else { MaterialId(5) };
        // Face 0 is walkable, if any face is.
        edited.set_material(FaceId(0), wood).unwrap();
        edited.bake_stale().unwrap();
        let mut model = room.model();
        assert!(!edited.diff_model(&model).unwrap().is_none(), "{}", room.name);
        assert_eq!(edited.check_model(&model, &CheckOptions::default()).count("model-differs"), 1, "{}", room.name);
        assert!(model.follow(&before, &edited).unwrap(), "{}", room.name);
        assert!(edited.diff_model(&model).unwrap().is_none(), "{}", room.name);
        let written = model.to_bytes().unwrap();
        assert!(!model.follow(&edited, &edited).unwrap(), "{}: nothing is left to write", room.name);
        assert_eq!(model.to_bytes().unwrap(), written);
        assert_eq!(written.len(), room.mdl.len(), "{}: written in place", room.name);
    }
}

/// Two triangles that form a square of 4 m, then `squares` more squares beside it.
fn strip(squares: u16) -> Vec<([[f32; 3]; 3], u32)> {
    (0..squares)
        .flat_map(|square| {
            let corner = |x: f32, y: f32| [4.0 * f32::from(square) + x, y, 1.0];
            let [a, b, c, d] = [corner(0.0, 0.0), corner(4.0, 0.0), corner(4.0, 4.0), corner(0.0, 4.0)];
            [([a, b, c], 4), ([a, c, d], 7)]
        })
        .collect()
}

const LAYOUT: [f32; 3] = [3.0, -2.0, 0.5];

/// A room of these triangles at a place of the layout.
fn room_of(triangles: &[([[f32; 3]; 3], u32)]) -> Walkmesh {
    let faces = triangles.iter().map(|(points, material)| (*points, MaterialId(*material)));
    Walkmesh::from_triangles(Kind::Wok, faces).unwrap().with_layout_position(LAYOUT)
}

/// The model of these triangles, whose tree halves the faces in their own order.
fn model_of(triangles: &[([[f32; 3]; 3], u32)]) -> Model {
    Model::from_raw(RoomModel::of_triangles(triangles, LAYOUT).to_mdl()).unwrap()
}

#[test]
fn a_bake_takes_the_tree_of_a_model_with_the_same_faces_and_of_no_other() {
    let faces = strip(5);
    let mut room = room_of(&faces);
    room.bake(&BakeOptions::default()).unwrap();
    let tree_with = |model: Model, options: BakeOptions| {
        let mut baked = room.clone();
        let report = baked.bake(&options.with_model(Arc::new(model))).unwrap();
        assert!(baked.check(&CheckOptions::default().without_flaws()).worst() <= Some(Severity::Info));
        (report.tree.unwrap(), baked.as_raw().aabb_nodes.iter().map(|node| node.face).collect::<Vec<_>>())
    };
    let (origin, leaves) = tree_with(model_of(&faces), BakeOptions::default());
    assert_eq!(origin, TreeOrigin::Model);
    // Faces 0, 2, … of the model are the walkable ones, which come first in the room.
    let leaves: Vec<i32> = leaves.into_iter().filter(|face| *face >= 0).collect();
    assert_eq!(leaves, [0, 5, 1, 6, 2, 7, 3, 8, 4, 9]);

    assert_eq!(tree_with(model_of(&faces), BakeOptions::default().with_rebuild_tree(true)).0, TreeOrigin::Built);
    assert_eq!(tree_with(model_of(&faces[1..]), BakeOptions::default()).0, TreeOrigin::Stored, "a face less");
    let mut other = faces.clone();
    other[3].1 = 4;
    assert_eq!(tree_with(model_of(&other), BakeOptions::default()).0, TreeOrigin::Stored, "another material");
    let mut other = faces.clone();
    other[3].0[1][2] += 0.02;
    assert_eq!(tree_with(model_of(&other), BakeOptions::default()).0, TreeOrigin::Stored, "2 cm away");
    other[3].0[1][2] -= 0.015;
    assert_eq!(tree_with(model_of(&other), BakeOptions::default()).0, TreeOrigin::Model, "welded over 5 mm");
    let elsewhere = BakeOptions::default().with_layout_position([0.0; 3]);
    assert_ne!(tree_with(model_of(&faces), elsewhere).0, TreeOrigin::Model, "another place in the layout");
}

#[test]
fn a_valid_tree_is_kept_and_another_one_is_not() {
    let faces = strip(5);
    let mut of_model = room_of(&faces);
    of_model.bake(&BakeOptions::default().with_model(Arc::new(model_of(&faces)))).unwrap();
    let bytes = of_model.to_bytes().unwrap();

    let baked = |change: fn(&mut Bwm), options: &BakeOptions| {
        let mut raw = of_model.clone().into_raw();
        change(&mut raw);
        let mut room = Walkmesh::from_raw(raw).with_layout_position(LAYOUT);
        let report = room.bake(options).unwrap();
        (report.tree.unwrap(), room.to_bytes().unwrap() == bytes)
    };
    let default = BakeOptions::default();
    assert_eq!(baked(|_| {}, &default), (TreeOrigin::Stored, true));
    assert_eq!(baked(|_| {}, &BakeOptions::default().with_rebuild_tree(true)), (TreeOrigin::Built, false));
    type Damage = fn(&mut Bwm);
    let damages: [(&str, Damage); 8] = [
        ("an inner node names a face that does not exist", |raw| raw.aabb_nodes[0].face = 771_751_935),
        ("a face in two leaves", |raw| raw.aabb_nodes[18].face = 0),
        ("a leaf's box is too large", |raw| raw.aabb_nodes[18].max.z += 0.05),
        ("a leaf's box misses its face", |raw| raw.aabb_nodes[18].max.x -= 0.05),
        ("a box is larger than those of its children", |raw| raw.aabb_nodes[0].max.z += 0.0002),
        ("a plane points elsewhere", |raw| raw.aabb_nodes[0].plane = 4),
        ("a leaf has a plane", |raw| raw.aabb_nodes[18].plane = 1),
        ("the word is another", |raw| raw.aabb_nodes[3].unknown = 5),
    ];
    for (what, damage) in damages {
        assert_eq!(baked(damage, &default), (TreeOrigin::Built, false), "{what}");
    }
    // Another root is written as node 0, where the tree begins.
    assert_eq!(baked(|raw| raw.aabb_root = 1, &default), (TreeOrigin::Stored, true));

    let mut edited = of_model.clone();
    edited.remove_faces(&[FaceId(0)]).unwrap();
    assert_eq!(edited.bake(&default).unwrap().tree, Some(TreeOrigin::Built), "what an edit made stale is never kept");
}

#[test]
fn a_room_is_written_into_its_model_in_place_or_behind_it() {
    let (small, large) = (strip(3), strip(9));
    for function_pointers in [FunctionPointers::KOTOR_1, FunctionPointers::KOTOR_2] {
        let of = |faces: &[_]| RoomModel { function_pointers, ..RoomModel::of_triangles(faces, LAYOUT) }.to_mdl();
        for (before, after, grows) in [(&large, &small, false), (&small, &small, false), (&small, &large, true)] {
            let before = of(before);
            let mut model = Model::from_raw(before.clone()).unwrap();
            let room = room_of(after);
            model.set_walkmesh(&room).unwrap();
            let written = Model::from_bytes(&model.to_bytes().unwrap()).unwrap();
            assert_eq!(written, model);
            assert!(room.diff_model(&written).unwrap().is_none());
            assert_eq!(written.face_count(), after.len());
            let length = written.as_raw().data.len();
            assert_eq!(length > before.data.len(), grows, "{length} bytes, {} before", before.data.len());
            // The nodes' links and names, and all other data that a room lacks, stay.
            let end = (model.walkmesh_node().mesh_offset() + 8) as usize;
            assert_eq!(written.as_raw().data[..end], before.data[..end]);
            assert_eq!(written.as_raw().mdx_size, before.mdx_size);
            // For each shared side, both faces store the neighbour.
            let neighbours = written.walkmesh_node().faces.iter().flat_map(|face| face.neighbours);
            assert_eq!(neighbours.filter(|face| *face != u16::MAX).count(), 2 * (after.len() - 1));
            // Its tree is that of the room.
            let mut baked = room.clone();
            baked.bake(&BakeOptions::default()).unwrap();
            let kept = baked.to_bytes().unwrap();
            let report = baked.bake(&BakeOptions::default().with_model(Arc::new(written))).unwrap();
            assert_eq!((report.tree, baked.to_bytes().unwrap() == kept), (Some(TreeOrigin::Model), true));
        }
    }
}

#[test]
fn a_model_that_cannot_be_used_says_why() {
    let faces = strip(1);
    let read = |change: &dyn Fn(&mut NodeHeader)| {
        let mut mdl = RoomModel::of_triangles(&faces, LAYOUT).to_mdl();
        let node = mdl.walkmesh().unwrap().unwrap();
        let mut header = node.header;
        change(&mut header);
        mdl.put(node.offset, &[header], "node").unwrap();
        Model::from_raw(mdl).map(|model| model.position())
    };
    assert_eq!(read(&|_| {}), Ok([0.0; 3]));
    assert_eq!(read(&|node| node.position = [1.0, 2.0, 3.0]), Ok([1.0, 2.0, 3.0]));
    assert_eq!(read(&|node| node.orientation = [0.0, 0.0, 0.0, 1.0]), Err(ModelError::Turned));
    assert_eq!(read(&|node| node.node_type = NodeHeader::HEADER), Err(ModelError::NoWalkmesh));

    let placeless = Walkmesh::from_raw(room_of(&faces).into_raw());
    assert_eq!(placeless.diff_model(&model_of(&faces)), Err(ModelError::NoLayout));
    assert_eq!(model_of(&faces).set_walkmesh(&placeless), Err(ModelError::NoLayout));
    let many = room_of(&strip(32_768));
    let mut model = model_of(&faces);
    assert!(matches!(model.set_walkmesh(&many), Err(ModelError::TooMany { faces: 65_536, .. })));
    assert_eq!(model, model_of(&faces), "nothing is changed");
}

#[test]
fn an_area_finds_the_models_of_its_rooms_among_its_files() {
    let faces = strip(2);
    let mut layout = Layout::new();
    layout.push(LayoutRoom { name: "hall".into(), position: LAYOUT }).unwrap();
    let model = |faces: &[_]| RoomModel::of_triangles(faces, LAYOUT).to_mdl().to_bytes().unwrap();
    let files = |model: Vec<u8>| -> Memory {
        let room = room_of(&faces).to_bytes().unwrap();
        [("manor.lyt", layout.to_bytes()), ("hall.wok", room), ("HALL.mdl", model)].into_iter().collect()
    };
    let open = |model: Vec<u8>, name| Level::open(&files(model), name, &OpenOptions::default()).unwrap();
    for name in ["manor.lyt", "hall.wok"] {
        let differs = |model| open(model, name).check(&CheckOptions::default()).unwrap().count("model-differs");
        assert_eq!((differs(model(&faces)), differs(model(&faces[1..]))), (0, 1), "{name}");

        let notes = |model| open(model, name).bake(&level::BakeOptions::default()).unwrap().notes.len();
        assert_eq!((notes(model(&faces)), notes(model(&faces[1..]))), (0, 1), "{name}");

        // The room is read even if its model is unreadable.
        let damaged = open(model(&faces)[..200].to_vec(), name);
        assert_eq!((damaged.unread().len(), damaged.files().any(|file| file == "HALL.mdl")), (1, false), "{name}");
    }
}

proptest! {
    #[test]
    fn damaged_models_are_errors_or_are_written(patches: Vec<(prop::sample::Index, u8)>) {
        let mut bytes = RoomModel::of_triangles(&strip(3), LAYOUT).to_mdl().to_bytes().unwrap();
        for (at, byte) in &patches {
            let length = bytes.len();
            bytes[at.index(length)] = *byte;
        }
        if let Ok(mut model) = Model::from_bytes(&bytes) {
            prop_assert_eq!(model.to_bytes().unwrap(), bytes);
            let room = room_of(&strip(4));
            let _ = room.diff_model(&model).unwrap();
            let _ = room.clone().bake(&BakeOptions::default().with_model(Arc::new(model.clone()))).unwrap();
            let mut baked = model.clone();
            if baked.bake_tree(&room) == Ok(true) {
                prop_assert_eq!(baked.tree_fault(), None);
            }
            let _ = model.set_walkmesh(&room);
        }
    }
}
