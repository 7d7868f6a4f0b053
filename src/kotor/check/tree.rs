//! Checks the stored tree: whether a search ends, and whether it finds every face.

use walkmesh_formats::Vector3;
use walkmesh_formats::bwm::{AABB_CONSTANT, AabbNode, Bwm};

use crate::finding::{Findings, PartKind, rules};
use crate::kotor::bake::normals::corners;
use crate::kotor::views::root;
use crate::kotor::{FaceId, NodeId};
use walkmesh_mesh::counted::counted;

rules! { of super::sample, RoomFile;
    TREE_MISSING: Error = "tree-missing", "The room has no AABB tree" {
        /// The game searches the tree for the face under a point and for ray hits. Without it creatures cannot stand in
        /// the room.
        remedy
        /// Bake the walkmesh.
        bad "tree": |raw| raw.aabb_nodes.clear(),
    }
    NODE_BOX_NOT_FINITE: Error = "node-box-not-finite", "A bounding box of the tree is NaN or infinite" {
        /// Searches may miss every face below this node.
        remedy
        /// Bake the walkmesh.
        bad "node 0": |raw| raw.aabb_nodes[0].max.x = f32::NAN,
    }
    NODE_BOX_INVERTED: Error = "node-box-inverted", "A bounding box has a minimum greater than its maximum" {
        /// Searches find nothing below this node.
        remedy
        /// Bake the walkmesh.
        bad "node 0": |raw| raw.aabb_nodes[0].max.x = -9.0,
    }
    NODE_WORD_UNKNOWN: Info = "node-word-unknown", "The constant field of a node is not 4" {
        /// This field of each node is 4 in every file of the games. Its meaning is not known.
        remedy
        /// No action is needed. Baking writes 4.
        bad "node 0": |raw| raw.aabb_nodes[0].unknown = 5,
    }
    LEAF_WITH_PLANE: Info = "leaf-with-plane", "A leaf has a split plane" {
        /// The split plane selects the child that a ray tries first, and a leaf has no children. It is 0 in the games'
        /// files.
        remedy
        /// No action is needed. Baking writes 0.
        bad "node 14": |raw| damages::last(raw).plane = 1,
    }
    LEAF_FACE_OUT_OF_RANGE: Fatal = "leaf-face-out-of-range", "The face of a leaf is out of range" {
        /// The leaf names a face that does not exist. The game reads past the end of the table of faces and may crash.
        remedy
        /// Bake the walkmesh.
        bad "node 14": |raw| damages::last(raw).face = -1,
    }
    LEAF_FACE_DUPLICATE: Warning = "leaf-face-duplicate", "Two leaves name the same face" {
        /// Each face belongs in one leaf. Searches test this face twice, and often another face is in no leaf.
        remedy
        /// Bake the walkmesh.
        bad "node 3": |raw| damages::last(raw).face = raw.aabb_nodes[3].face,
    }
    LEAF_BOX_MISSES_FACE: Error = "leaf-box-misses-face", "The bounding box of a leaf does not contain its face" {
        /// The game uses the stored boxes (reported), so it never finds the part of the face outside the box. The first
        /// game's own rooms have 87 such boxes in 25 rooms, which miss their face by up to 0.73 m (reported).
        remedy
        /// Bake the walkmesh.
        bad "node 14": |raw| damages::last(raw).max.z = -9.0,
    }
    PLANE_MISSING: Info = "plane-missing", "An inner node has no split plane" {
        /// Rays try the left child first, which is slower but finds the same hit. One old tool writes 0 in all nodes.
        remedy
        /// No action is needed. Baking computes the planes.
        bad "node 0": |raw| raw.aabb_nodes[0].plane = 0,
    }
    PLANE_UNKNOWN: Warning = "plane-unknown", "A split plane has an unknown value" {
        /// The split plane is 1, 2, 4, 8, 16 or 32. With another value, it is not known which child rays try first.
        remedy
        /// Bake the walkmesh.
        bad "node 0": |raw| raw.aabb_nodes[0].plane = 3,
    }
    PLANE_REVERSED: Info = "plane-reversed", "A split plane points away from the right child" {
        /// The plane gives the direction from the left child of a node to the right one. The game is reported to use it
        /// to decide which child a ray tries first. Here the right child lies on the other side, so each ray tries the
        /// farther child first, which is slower. Several modding tools write such planes.
        remedy
        /// No action is needed. Baking computes the planes.
        bad "node 0": damages::turn_plane,
    }
    INNER_NODE_WITH_FACE: Warning = "inner-node-with-face", "An inner node names a face" {
        /// The game treats a node with a face as a leaf and ignores its children, so it does not find the faces below
        /// them.
        remedy
        /// Bake the walkmesh.
        bad "node 0": |raw| raw.aabb_nodes[0].face = 1,
    }
    NODE_CHILD_OUT_OF_RANGE: Fatal = "node-child-out-of-range", "A child of a node is out of range" {
        /// An inner node names a child that does not exist. The game reads past the end of the tree.
        remedy
        /// Bake the walkmesh.
        bad "node 0": |raw| raw.aabb_nodes[0].left = 99,
        bad "node 0": |raw| raw.aabb_nodes[0].left = -1,
    }
    NODE_REACHED_TWICE: Fatal = "node-reached-twice", "The tree has a shared child or a cycle" {
        /// Two nodes have the same child, or a node leads back to an ancestor. A search through it may not end, so the
        /// game hangs.
        remedy
        /// Bake the walkmesh.
        bad "node 1": |raw| raw.aabb_nodes[1].right = 0,
    }
    NODE_BOX_MISSES_CHILD: Error = "node-box-misses-child",
        "The bounding box of a node does not contain its child's box"
    {
        /// The game uses the stored boxes (reported), so it never finds faces outside this one.
        remedy
        /// Bake the walkmesh.
        bad "node 0": |raw| raw.aabb_nodes[0].max.x = 1.0,
    }
    NODE_UNREACHABLE: Warning = "node-unreachable", "A node is unreachable" {
        /// No path from the root leads to this node, so the faces below it may be in no leaf that searches reach.
        remedy
        /// Bake the walkmesh.
        bad "node 15": |raw| raw.aabb_nodes.push(AabbNode::default()),
    }
    FACE_NOT_IN_TREE: Error = "face-not-in-tree", "A face is in no leaf of the tree" {
        /// Searches do not find the face: rays do not hit it, and creatures cannot stand on it.
        remedy
        /// Bake the walkmesh.
        bad "face 7": |raw| damages::last(raw).face = 0,
    }
    TREE_DEEP: Warning = "tree-deep", "The tree is deeper than 64 levels" {
        /// A balanced tree of a million faces has 20 levels. Searches of a much deeper tree are slow and may overflow
        /// the stack.
        remedy
        /// Bake the walkmesh.
        bad "tree": damages::chain,
    }
}

/// Depth beyond which a search may overflow the stack. A balanced tree is 20 deep at a million faces.
const DEEP: u32 = 64;

pub(super) fn check(raw: &Bwm, report: &mut Findings) {
    let nodes = &raw.aabb_nodes;
    let Some(root) = root(raw) else {
        if !raw.faces.is_empty() {
            report.add(
                &TREE_MISSING,
                PartKind::Tree,
                || "The room has faces but no tree: rays miss them, and creatures cannot stand on them.",
            );
        }
        return;
    };
    let mut face_seen = vec![false; raw.faces.len()];
    let mut seen = vec![false; nodes.len()];
    seen[root.index()] = true;
    let mut open = vec![(root, 0)];
    let mut deepest = 0;
    while let Some((id, depth)) = open.pop() {
        let node = &nodes[id.index()];
        deepest = deepest.max(depth);
        bounds(id, node, report);
        if node.unknown != AABB_CONSTANT {
            let meaning = || format!("A field that is 4 in every file of the games is {}.", node.unknown);
            report.add(&NODE_WORD_UNKNOWN, id, meaning);
        }
        if node.left < 0 && node.right < 0 {
            leaf(raw, id, node, &mut face_seen, report);
            continue;
        }
        plane(nodes, id, report);
        if node.face >= 0 {
            let meaning = || {
                format!(
                    "This inner node names face {}: the game treats it as a leaf and does not find the faces below it.",
                    node.face
                )
            };
            report.add(&INNER_NODE_WITH_FACE, id, meaning);
        }
        for child in [node.left, node.right] {
            let seen = usize::try_from(child).ok().and_then(|child| seen.get_mut(child));
            match seen.map(|seen| std::mem::replace(seen, true)) {
                None => {
                    let meaning = || {
                        format!(
                            "The child is node {child}, but the tree has {}: the game reads past its end.",
                            counted(nodes.len(), "node")
                        )
                    };
                    report.add(&NODE_CHILD_OUT_OF_RANGE, id, meaning);
                }
                Some(true) => {
                    let meaning = || {
                        format!(
                            "Node {child} is the child of another node too, or leads back to this one: a search may not end."
                        )
                    };
                    report.add(&NODE_REACHED_TWICE, id, meaning);
                }
                Some(false) => {
                    let child = NodeId(child.cast_unsigned());
                    if !holds(node, [nodes[child.index()].min, nodes[child.index()].max]) {
                        let meaning =
                            || format!("The box does not contain the box of {child}: searches miss what lies outside.");
                        report.add(&NODE_BOX_MISSES_CHILD, id, meaning);
                    }
                    open.push((child, depth + 1));
                }
            }
        }
    }
    for (id, _) in (0..).map(NodeId).zip(&seen).filter(|(_, seen)| !**seen) {
        report.add(&NODE_UNREACHABLE, id, || "No search reaches this node.");
    }
    for (face, _) in (0..).map(FaceId).zip(&face_seen).filter(|(_, seen)| !**seen) {
        report.add(
            &FACE_NOT_IN_TREE,
            face,
            || "No leaf has this face: rays miss it, and creatures cannot stand on it.",
        );
    }
    if deepest > DEEP {
        report.add(&TREE_DEEP, PartKind::Tree, || {
            format!("The tree has {deepest} levels: searches are slow or overflow the stack.")
        });
    }
}

fn leaf(raw: &Bwm, id: NodeId, node: &AabbNode, face_seen: &mut [bool], report: &mut Findings) {
    if node.plane != 0 {
        report.add(&LEAF_WITH_PLANE, id, || {
            format!("This leaf has split plane {}; leaves have 0 in the games' files.", node.plane)
        });
    }
    let Some((seen, face)) =
        usize::try_from(node.face).ok().and_then(|at| Some((face_seen.get_mut(at)?, raw.faces[at])))
    else {
        let meaning = || {
            format!(
                "This leaf names face {}, but the file has {}: the game may crash.",
                node.face,
                counted(raw.faces.len(), "face")
            )
        };
        report.add(&LEAF_FACE_OUT_OF_RANGE, id, meaning);
        return;
    };
    if std::mem::replace(seen, true) {
        report.add(&LEAF_FACE_DUPLICATE, id, || format!("Another leaf already has face {}.", node.face));
    }
    let misses = |points: [Vector3; 3]| points.iter().any(|&point| !holds(node, [point, point]));
    if corners(raw, &face).is_some_and(misses) {
        let meaning = || format!("The box does not contain face {}: searches miss what lies outside.", node.face);
        report.add(&LEAF_BOX_MISSES_FACE, id, meaning);
    }
}

fn bounds(id: NodeId, node: &AabbNode, report: &mut Findings) {
    let [min, max] = [node.min, node.max].map(<[f32; 3]>::from);
    if !min.iter().chain(&max).all(|value| value.is_finite()) {
        report.add(
            &NODE_BOX_NOT_FINITE,
            id,
            || "A coordinate of the box is NaN or infinite: searches may miss its contents.",
        );
    } else if min.iter().zip(&max).any(|(min, max)| min > max) {
        report.add(
            &NODE_BOX_INVERTED,
            id,
            || "The minimum of the box is greater than its maximum: searches find nothing in it.",
        );
    }
}

fn plane(nodes: &[AabbNode], id: NodeId, report: &mut Findings) {
    let node = &nodes[id.index()];
    match node.plane {
        1 | 2 | 4 | 8 | 16 | 32 => reversed(nodes, id, report),
        0 => report.add(
            &PLANE_MISSING,
            id,
            || "The node has no split plane: rays try the left child first, which is slower.",
        ),
        other => {
            let meaning = || {
                format!(
                    "The split plane is {other} instead of 1, 2, 4, 8, 16 or 32: which child rays try first is not known."
                )
            };
            report.add(&PLANE_UNKNOWN, id, meaning);
        }
    }
}

/// Distance by which the right child must lie on the wrong side of the left one before a plane counts as reversed, in metres: more than the
/// margin and rounding of the boxes.
const REVERSED: f64 = 0.01;

/// Checks that a known split plane points from the left child to the right one.
fn reversed(nodes: &[AabbNode], id: NodeId, report: &mut Findings) {
    let node = &nodes[id.index()];
    let axis = node.plane.trailing_zeros() as usize % 3;
    let middle = |child: i32| {
        let child = nodes.get(usize::try_from(child).ok()?)?;
        let [min, max] = [child.min, child.max].map(|corner| f64::from(<[f32; 3]>::from(corner)[axis]));
        Some((min + max) / 2.0)
    };
    let (Some(left), Some(right)) = (middle(node.left), middle(node.right)) else { return };
    let ahead = if node.plane < 8 { right - left } else { left - right };
    if ahead < -REVERSED {
        report.add(&PLANE_REVERSED, id, || {
            format!(
                "The split plane is {}, but the right child lies {:.2} m on the other side of the left one: rays try the farther \
                 child first.",
                node.plane, -ahead
            )
        });
    }
}

/// Returns whether a node's box contains another one; `false` where a number is NaN.
fn holds(node: &AabbNode, [min, max]: [Vector3; 2]) -> bool {
    let at_most = |a: Vector3, b: Vector3| (a.x <= b.x) & (a.y <= b.y) & (a.z <= b.z);
    at_most(node.min, min) & at_most(max, node.max)
}

#[cfg(test)]
mod damages {
    use super::super::sample::RoomFile;
    use crate::formats::bwm::AabbNode;

    pub(super) fn last(raw: &mut RoomFile) -> &mut AabbNode {
        raw.aabb_nodes.last_mut().unwrap()
    }

    /// 1, 2, 4 are the directions of the axes, and 8, 16, 32 the opposite ones.
    pub(super) fn turn_plane(raw: &mut RoomFile) {
        let plane = &mut raw.aabb_nodes[0].plane;
        *plane = if *plane < 8 { *plane * 8 } else { *plane / 8 };
    }

    /// A degenerate tree of seventy inner nodes, each the child of the previous one.
    pub(super) fn chain(raw: &mut RoomFile) {
        let node = raw.aabb_nodes[0];
        let leaf = AabbNode { face: 0, left: -1, right: -1, plane: 0, ..node };
        let inner = |at: i32| [AabbNode { left: at + 1, right: at + 2, ..node }, leaf];
        raw.aabb_nodes = (0..140).step_by(2).flat_map(inner).chain([leaf]).collect();
    }
}
