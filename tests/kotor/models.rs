//! Rooms and their models, measured on real files.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::path::Path;

use walkmesh::finding::CheckOptions;
use walkmesh::kotor::{BakeOptions, FaceId, Layout, MaterialId, Model, TreeOrigin, Walkmesh};
use walkmesh_testing::{corpus, files, snapshot, stem};

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
        // The stored tree is not kept, and the rule alone does not give it.
        let mut raw = baked.clone().into_raw();
        raw.aabb_nodes.clear();
        baked = Walkmesh::from_raw(raw).with_layout_position(room.position.unwrap());
        let report = baked.bake(&BakeOptions::default().with_model(std::sync::Arc::new(room.model()))).unwrap();
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
        assert_eq!(now.tree.len(), then.tree.len());
        let nodes = || now.tree.iter().zip(&then.tree);
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
        let report = baked.bake(&BakeOptions::default().with_model(std::sync::Arc::new(model))).unwrap();
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
        let first = (0..).map(FaceId).find(|face| before.face(*face).unwrap().is_walkable());
        edited.set_material(first.unwrap_or(FaceId(0)), wood).unwrap();
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
