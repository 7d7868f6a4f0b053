//! A simulated editor: the changes of programs such as Blender to an unedited triangle set.

use std::collections::{BTreeMap, HashSet};

use walkmesh::exchange::{ClassedTriangle, SceneNode, TriangleSet};

/// A node as an editor exports it: triangles grouped by class, each with its own points and rotated corners; exact duplicates, loose
/// points, the order of marks, negative zeros and triangles that cannot be shown are lost.
pub fn through_an_editor(node: &SceneNode) -> SceneNode {
    let set = &node.set;
    let mut groups: BTreeMap<u32, Vec<[u32; 3]>> = BTreeMap::new();
    let mut seen = HashSet::new();
    for (id, row) in set.triangles.iter().enumerate().filter(|(id, _)| set.can_be_carried(*id)) {
        let mut key = row.corners.map(|corner| set.points[corner as usize].map(|value| (value + 0.0).to_bits()));
        key.sort_unstable();
        if seen.insert(key) {
            let [a, b, c] = row.corners;
            groups.entry(row.class).or_default().push([[a, b, c], [b, c, a], [c, a, b]][id % 3]);
        }
    }
    let mut points = Vec::new();
    let mut triangles = Vec::new();
    for (class, corners) in
        groups.into_iter().rev().flat_map(|(class, rows)| rows.into_iter().map(move |row| (class, row)))
    {
        let first = points.len() as u32;
        points.extend(corners.map(|corner| set.points[corner as usize].map(|value| value + 0.0)));
        triangles.push(ClassedTriangle { corners: [first, first + 1, first + 2], class });
    }
    let mut marks = set.marks.clone();
    marks.reverse();
    let classes = set.classes.iter().rev().cloned().collect();
    SceneNode { set: TriangleSet { points, triangles, classes, marks, ..TriangleSet::default() }, ..node.clone() }
}
