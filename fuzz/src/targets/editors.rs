//! Round trips through a mesh editor: its unrequested changes (order, split points, lost duplicates) change no bit of a walkmesh.

use walkmesh::exchange::{GltfScene, Scene};
use walkmesh::kotor::{BakeOptions, EdgeId, FaceId, Kind, MaterialId, RoomId, VertexId, Walkmesh};
use walkmesh::level::{ApplyOptions, Level, OpenOptions};

use super::lattice::Bytes;

#[path = "../../../tests/support/editor.rs"]
mod editor;

/// A file of any game, or a room on a lattice and its transitions.
pub fn editors(bytes: &[u8]) {
    let level = match Level::from_bytes(bytes, &OpenOptions::default()) {
        Ok(level) => level,
        Err(_) => Level::from(room(&mut Bytes(bytes))),
    };
    let (Ok(before), Ok(exported)) = (level.to_bytes(), level.to_scene()) else { return };
    let edited =
        |scene: &Scene| Scene { nodes: scene.nodes.iter().map(editor::through_an_editor).collect(), ..scene.clone() };
    let glb = exported.scene.to_glb().expect("less than 4 GiB");
    let read = GltfScene::from_bytes(&glb, exported.scene.up).expect("what was written").scene;
    for scene in [edited(&exported.scene), read.clone(), edited(&read)] {
        let mut back = level.clone();
        if let Err(error) = back.apply_scene(&scene, &ApplyOptions::default()) {
            assert!(!is_whole(&exported.scene), "what went out does not come back: {error}");
            continue;
        }
        assert!(back.to_bytes().is_ok_and(|after| after == before), "nobody edited it");
    }
}

/// Returns whether there are triangles, and all of them are valid. A triangle with a corner that is not among the points is left out of an
/// exported file, so it cannot be read back.
fn is_whole(scene: &Scene) -> bool {
    let mut triangles =
        scene.nodes.iter().flat_map(|node| (0..node.set.triangles.len()).map(|id| node.set.can_be_carried(id)));
    triangles.next().is_some_and(|first| first && triangles.all(|it| it))
}

fn room(bytes: &mut Bytes<'_>) -> Walkmesh {
    let (points, rows) = bytes.mesh(32);
    let faces = rows.iter().map(|(corners, number)| (corners.map(VertexId), MaterialId(u32::from(number % 20))));
    let mut room = Walkmesh::from_indexed(Kind::Wok, points, faces).expect("points of a lattice");
    room.bake(&BakeOptions::default()).expect("a room of a lattice can be baked");
    for (face, (_, number)) in (0..).zip(&rows) {
        let edge = EdgeId::new(FaceId(face), usize::from(number % 3)).expect("a side");
        // Only an edge at a border can lead to a room.
        let _ = (number % 5 == 0).then(|| room.set_transition(edge, Some(RoomId(u32::from(*number)))));
    }
    room
}
