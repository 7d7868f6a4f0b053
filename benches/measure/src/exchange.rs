//! Export and import: a large room as a GLB, read again and matched to the room.

use walkmesh::exchange::{ClassedTriangle, GltfScene, MatchOptions, Scene, SceneNode, TriangleSet, Up};
use walkmesh::kotor::{Kind, MaterialId, Walkmesh};

use crate::clock::{in_turn, time};
use crate::table::{Figure, Table};
use crate::{Effort, shapes};

pub fn table(effort: &Effort) -> Table {
    let about = "The library writes a room as a GLB in memory, reads the GLB, and matches it onto the room, in which nothing \
                 was edited. The reference is writing the GLB. In the second row each face has three vertices of its own, \
                 because Blender splits vertices.";
    let mut table = Table::new("Out to other programs and back", &["writing the GLB"], about);
    let terrain = shapes::terrain(effort.largest).triangles;
    let stone = terrain.iter().map(|corners| (*corners, MaterialId(4)));
    let mut room = Walkmesh::from_triangles(Kind::Wok, stone).expect("a terrain is a room");
    let scene = |node: SceneNode| Scene { nodes: vec![node], ..Scene::default() };
    let out = scene(room.to_scene_node("room").0);
    let split = scene(SceneNode { set: split(&out.nodes[0].set), ..out.nodes[0].clone() });
    for (what, came_back) in [("as it went out", &out), ("with a vertex for each corner of a face", &split)] {
        let came_back = came_back.to_glb().expect("less than 4 GiB");
        let [both, written] = in_turn(
            effort.rounds,
            [
                &mut || {
                    time(|| {
                        let out = scene(room.to_scene_node("room").0).to_glb();
                        let back = GltfScene::from_bytes(&came_back, Up::Z).expect("a GLB").scene;
                        let report = room.apply_edited(&back.nodes[0], &MatchOptions::default()).expect("a match");
                        assert!(report.is_unchanged());
                        out
                    })
                },
                &mut || time(|| out.to_glb()),
            ],
        );
        let work = format!("{} faces out and matched back in, {what}", terrain.len());
        table.row(work, [both, written].map(Figure::Time));
    }
    table
}

/// The triangles in another order, each with its own points and rotated corners.
fn split(set: &TriangleSet) -> TriangleSet {
    let mut split = TriangleSet { points: Vec::new(), triangles: Vec::new(), ..set.clone() };
    for (first, row) in (0..).step_by(3).zip(set.triangles.iter().rev()) {
        let [a, b, c] = row.corners.map(|corner| set.points[corner as usize]);
        split.points.extend([b, c, a]);
        split.triangles.push(ClassedTriangle { corners: [first, first + 1, first + 2], ..*row });
    }
    split
}
