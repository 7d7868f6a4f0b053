//! A mesh editor's unintended changes.

use std::collections::BTreeSet;

use walkmesh::exchange::{ClassedTriangle, GltfScene, Scene, SceneNode, TriangleSet, Up};
use walkmesh::kotor::Walkmesh;

/// The node as Blender exports it: triangles grouped by class, in another order and with separate points, corners rotated, exact duplicates
/// and unused points dropped, and zeros without a sign.
pub fn through_an_editor(node: &SceneNode) -> SceneNode {
    let set = &node.set;
    let mut rows: Vec<_> = (0..set.triangles.len()).filter(|id| set.can_be_carried(*id)).collect();
    rows.reverse();
    rows.sort_by_key(|id| set.triangles[*id].class);
    let place = |corner: u32| set.points[corner as usize].map(|value| (value + 0.0).to_bits());
    let mut seen = BTreeSet::new();
    rows.retain(|id| {
        let mut corners = set.triangles[*id].corners.map(place);
        corners.sort_unstable();
        seen.insert(corners)
    });
    let mut points = Vec::new();
    let triangles = (0_u32..).zip(rows).map(|(at, id)| {
        let ClassedTriangle { corners: [a, b, c], class } = set.triangles[id];
        let rotated = [[a, b, c], [b, c, a], [c, a, b]][at as usize % 3];
        points.extend(rotated.map(|corner| set.points[corner as usize].map(|value| value + 0.0)));
        ClassedTriangle { corners: [3 * at, 3 * at + 1, 3 * at + 2], class }
    });
    let triangles = triangles.collect();
    let set = TriangleSet {
        points,
        triangles,
        classes: set.classes.clone(),
        marks: set.marks.clone(),
        ..TriangleSet::default()
    };
    SceneNode { set, ..node.clone() }
}

/// The node through a GLB and the editor.
pub fn through_glb(node: &SceneNode) -> SceneNode {
    let scene = Scene { nodes: vec![through_an_editor(node)], ..Scene::default() };
    let mut read = GltfScene::from_bytes(&scene.to_glb().unwrap(), Up::Z).unwrap().scene;
    let marks = std::mem::take(&mut read.marks);
    let mut back = read.nodes.pop().unwrap_or_else(|| SceneNode { name: node.name.clone(), ..SceneNode::default() });
    back.set.marks.extend(marks.into_iter().filter(|mark| mark.name != node.name));
    back
}

/// The node through an OBJ, as Blender writes it: without marks, and with six decimals.
pub fn through_six_decimals(node: &SceneNode) -> SceneNode {
    let mut node = through_an_editor(node);
    node.set.marks.clear();
    for value in node.set.points.iter_mut().flatten() {
        *value = format!("{value:.6}").parse().unwrap();
    }
    node
}

/// The node of a walkmesh.
pub fn node_of(walkmesh: &Walkmesh) -> SceneNode {
    walkmesh.to_scene_node("hall").0
}
