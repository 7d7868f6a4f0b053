//! Checks the stored tree: does a search of it end, and does it find every face?

use walkmesh_formats::Vector3;
use walkmesh_formats::bwm::{AABB_CONSTANT, AabbNode, Bwm};

use super::rules;
use crate::finding::Findings;
use crate::kotor::bake::normals::corners;
use crate::kotor::views::root;
use crate::kotor::{FaceId, NodeId};

/// In a tree deeper than this, a search may run out of stack. A tree of halves is 20 deep at a million faces.
const DEEP: u32 = 64;

pub(super) fn check(raw: &Bwm, report: &mut Findings) {
    let nodes = &raw.aabb_nodes;
    let Some(root) = root(raw) else {
        if !raw.faces.is_empty() {
            report.add(
                &rules::TREE_MISSING,
                "tree",
                || "the room has faces but no tree: no ray hits them and nobody can stand on them",
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
            let meaning = || format!("a word that is 4 in every file of the games is {}", node.unknown);
            report.add(&rules::NODE_WORD_UNKNOWN, id, meaning);
        }
        if node.left < 0 && node.right < 0 {
            leaf(raw, id, node, &mut face_seen, report);
            continue;
        }
        plane(id, node, report);
        if node.face >= 0 {
            let meaning = || {
                format!(
                    "this inner node names face {}: the game takes it for a leaf and does not find the faces below it",
                    node.face
                )
            };
            report.add(&rules::INNER_NODE_WITH_FACE, id, meaning);
        }
        for child in [node.left, node.right] {
            let seen = usize::try_from(child).ok().and_then(|child| seen.get_mut(child));
            match seen.map(|seen| std::mem::replace(seen, true)) {
                None => {
                    let meaning = || {
                        format!(
                            "the child is node {child}, but there are {} nodes: the game reads beyond the tree",
                            nodes.len()
                        )
                    };
                    report.add(&rules::NODE_CHILD_OUT_OF_RANGE, id, meaning);
                }
                Some(true) => {
                    let meaning = || {
                        format!(
                            "node {child} is the child of another node too, or leads back to this one: a search may not end"
                        )
                    };
                    report.add(&rules::NODE_REACHED_TWICE, id, meaning);
                }
                Some(false) => {
                    let child = NodeId(child.cast_unsigned());
                    if !holds(node, [nodes[child.index()].min, nodes[child.index()].max]) {
                        let meaning =
                            || format!("the box does not hold that of {child}: searches do not find what lies outside");
                        report.add(&rules::NODE_BOX_MISSES_CHILD, id, meaning);
                    }
                    open.push((child, depth + 1));
                }
            }
        }
    }
    for (id, _) in (0..).map(NodeId).zip(&seen).filter(|(_, seen)| !**seen) {
        report.add(&rules::NODE_UNREACHABLE, id, || "no search comes to this node");
    }
    for (face, _) in (0..).map(FaceId).zip(&face_seen).filter(|(_, seen)| !**seen) {
        report.add(
            &rules::FACE_NOT_IN_TREE,
            face,
            || "no leaf has this face: no ray hits it and nobody can stand on it",
        );
    }
    if deepest > DEEP {
        report.add(&rules::TREE_DEEP, "tree", || {
            format!("the tree is {deepest} nodes deep: searches are slow or run out of stack")
        });
    }
}

fn leaf(raw: &Bwm, id: NodeId, node: &AabbNode, face_seen: &mut [bool], report: &mut Findings) {
    if node.plane != 0 {
        report.add(&rules::LEAF_WITH_PLANE, id, || {
            format!("this leaf has split plane {}; leaves have 0 in the games' files", node.plane)
        });
    }
    let Some((seen, face)) =
        usize::try_from(node.face).ok().and_then(|at| Some((face_seen.get_mut(at)?, raw.faces[at])))
    else {
        let meaning = || {
            format!("this leaf names face {}, but there are {} faces: the game may crash", node.face, raw.faces.len())
        };
        report.add(&rules::LEAF_FACE_OUT_OF_RANGE, id, meaning);
        return;
    };
    if std::mem::replace(seen, true) {
        report.add(&rules::LEAF_FACE_DUPLICATE, id, || format!("another leaf has face {} already", node.face));
    }
    let misses = |points: [Vector3; 3]| points.iter().any(|&point| !holds(node, [point, point]));
    if corners(raw, &face).is_some_and(misses) {
        let meaning = || format!("the box does not hold face {}: searches do not find what lies outside", node.face);
        report.add(&rules::LEAF_BOX_MISSES_FACE, id, meaning);
    }
}

fn bounds(id: NodeId, node: &AabbNode, report: &mut Findings) {
    let [min, max] = [node.min, node.max].map(<[f32; 3]>::from);
    if !min.iter().chain(&max).all(|value| value.is_finite()) {
        report.add(
            &rules::NODE_BOX_NOT_FINITE,
            id,
            || "a coordinate of the box is NaN or infinite: searches may miss what is in it",
        );
    } else if min.iter().zip(&max).any(|(min, max)| min > max) {
        report.add(
            &rules::NODE_BOX_INVERTED,
            id,
            || "the least corner of the box is greater than its greatest: searches find nothing in it",
        );
    }
}

fn plane(id: NodeId, node: &AabbNode, report: &mut Findings) {
    match node.plane {
        1 | 2 | 4 | 8 | 16 | 32 => {}
        0 => report.add(
            &rules::PLANE_MISSING,
            id,
            || "the node has no split plane: rays try the left child first, which is slower",
        ),
        other => {
            let meaning = || {
                format!(
                    "the split plane is {other} instead of 1, 2, 4, 8, 16 or 32: which child rays try first is not known"
                )
            };
            report.add(&rules::PLANE_UNKNOWN, id, meaning);
        }
    }
}

/// Whether a node's box holds another one; `false` where a number is NaN.
fn holds(node: &AabbNode, [min, max]: [Vector3; 2]) -> bool {
    let at_most = |a: Vector3, b: Vector3| (a.x <= b.x) & (a.y <= b.y) & (a.z <= b.z);
    at_most(node.min, min) & at_most(max, node.max)
}
