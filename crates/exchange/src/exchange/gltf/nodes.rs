//! Traverses the nodes of a glTF scene, and computes their placements.

use gltf_json::Root;
use gltf_json::scene::Node;

use super::error::{DEEPEST, GltfError, GltfFault};
use crate::exchange::Transform;

/// A node, and its placement in the scene; in the axes of glTF.
pub(super) struct PlacedNode {
    pub(super) index: usize,
    pub(super) placement: Transform,
    /// Its nearest ancestor with a mesh, as an index into the list of placed nodes, and its placement there.
    pub(super) mesh_above: Option<(usize, Transform)>,
}

/// The nodes of the default scene, each after its parent.
pub(super) fn placed_nodes(root: &Root) -> Result<Vec<PlacedNode>, GltfError> {
    let mut placed: Vec<PlacedNode> = Vec::new();
    let mut is_placed = vec![false; root.nodes.len()];
    let mut open: Vec<(usize, usize, Option<usize>)> =
        top_nodes(root)?.into_iter().map(|node| (node, 0, None)).collect();
    open.reverse();
    while let Some((index, depth, above)) = open.pop() {
        let place = || format!("nodes[{index}]");
        let count = root.nodes.len();
        let node =
            root.nodes.get(index).ok_or_else(|| GltfFault::NoSuch { name: "nodes", index, count }.at("scenes"))?;
        if depth > DEEPEST || std::mem::replace(&mut is_placed[index], true) {
            return Err(GltfFault::NodesNested.at(place()));
        }
        let own = own_placement(node);
        if !own.is_finite() {
            return Err(GltfFault::Invalid("the placement of a node must be finite").at(place()));
        }
        let (placement, mesh_above) = match above {
            None => (own, None),
            Some(at) => {
                let above = &placed[at];
                let mesh_above = match (root.nodes[above.index].mesh, &above.mesh_above) {
                    (Some(_), _) => Some((at, own)),
                    (None, Some((mesh, between))) => Some((*mesh, between.after(&own))),
                    (None, None) => None,
                };
                (above.placement.after(&own), mesh_above)
            }
        };
        let at = placed.len();
        placed.push(PlacedNode { index, placement, mesh_above });
        let children = node.children.iter().flatten().rev();
        open.extend(children.map(|child| (child.value(), depth + 1, Some(at))));
    }
    Ok(placed)
}

/// The root nodes of the default scene; without scenes, the nodes without a parent.
fn top_nodes(root: &Root) -> Result<Vec<usize>, GltfError> {
    let index = root.scene.map_or(0, |scene| scene.value());
    match root.scenes.get(index) {
        Some(scene) => Ok(scene.nodes.iter().map(|node| node.value()).collect()),
        None if root.scenes.is_empty() && root.scene.is_none() => {
            let mut is_child = vec![false; root.nodes.len()];
            for child in root.nodes.iter().flat_map(|node| node.children.iter().flatten()) {
                if let Some(is_child) = is_child.get_mut(child.value()) {
                    *is_child = true;
                }
            }
            Ok((0..root.nodes.len()).filter(|node| !is_child[*node]).collect())
        }
        None => Err(GltfFault::NoSuch { name: "scenes", index, count: root.scenes.len() }.at("scene")),
    }
}

/// The placement of a node in its parent node.
fn own_placement(node: &Node) -> Transform {
    if let Some(columns) = node.matrix {
        let at = |row: usize, column: usize| f64::from(columns[4 * column + row]);
        return Transform { rows: [0, 1, 2].map(|row| [0, 1, 2, 3].map(|column| at(row, column))) };
    }
    let [x, y, z, w] = node.rotation.map_or([0.0, 0.0, 0.0, 1.0], |rotation| rotation.0).map(f64::from);
    let scale = node.scale.unwrap_or([1.0; 3]).map(f64::from);
    let offset = node.translation.unwrap_or_default().map(f64::from);
    let rotation = [
        [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - z * w), 2.0 * (x * z + y * w)],
        [2.0 * (x * y + z * w), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - x * w)],
        [2.0 * (x * z - y * w), 2.0 * (y * z + x * w), 1.0 - 2.0 * (x * x + y * y)],
    ];
    let row = |row: usize| {
        let [a, b, c] = [0, 1, 2].map(|column| rotation[row][column] * scale[column] + 0.0);
        [a, b, c, offset[row]]
    };
    Transform { rows: [0, 1, 2].map(row) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::vec3::cross;

    #[test]
    fn a_placement_scales_then_turns_then_moves() {
        // A quaternion of length 1 without equal parts.
        let q = [0.1, -0.3, 0.5, 0.806_225_8];
        let (scale, offset) = ([2.0, 3.0, 5.0], [7.0, -11.0, 13.0]);
        let node = Node {
            rotation: Some(gltf_json::scene::UnitQuaternion(q.map(|part| part as f32))),
            scale: Some(scale),
            translation: Some(offset),
            ..Node::default()
        };
        let placement = own_placement(&node);
        for point in [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [0.5, -1.5, 4.0]] {
            // v + 2 q x (q x v + w v), with the vector part q.
            let v = [0, 1, 2].map(|axis| point[axis] * f64::from(scale[axis]));
            let axis = [q[0], q[1], q[2]];
            let inner = cross(axis, v);
            let outer = cross(axis, [0, 1, 2].map(|axis| inner[axis] + q[3] * v[axis]));
            let expected = [0, 1, 2].map(|axis| v[axis] + 2.0 * outer[axis] + f64::from(offset[axis]));
            let found = placement.rows.map(|[a, b, c, d]| a * point[0] + b * point[1] + c * point[2] + d);
            assert!((0..3).all(|axis| (found[axis] - expected[axis]).abs() < 1e-5), "{found:?} {expected:?}");
        }
        // A matrix has columns.
        let columns = std::array::from_fn(|number| number as f32);
        let placement = own_placement(&Node { matrix: Some(columns), ..node });
        assert_eq!(placement.rows, [[0.0, 4.0, 8.0, 12.0], [1.0, 5.0, 9.0, 13.0], [2.0, 6.0, 10.0, 14.0]]);
        assert_eq!(own_placement(&Node::default()), Transform::IDENTITY);
    }
}
