//! The stored tree: whether a search through it ends, finds every face, and looks where the faces are.

use walkmesh_formats::Vector3;
use walkmesh_formats::bwm::{AABB_CONSTANT, AabbNode, Bwm};

use super::rules;
use crate::finding::Findings;
use crate::kotor::bake::normals::corners;
use crate::kotor::views::root;
use crate::kotor::{FaceId, NodeId};

/// Deeper than this a search may not come back: trees of halves are 20 deep at a million faces.
const DEEP: u32 = 64;

pub(super) fn check(raw: &Bwm, report: &mut Findings) {
    let nodes = &raw.aabb_nodes;
    let Some(root) = root(raw) else {
        if !raw.faces.is_empty() {
            report.add(
                &rules::TREE_MISSING,
                "tree",
                || "the room has faces but no tree: nothing in it can be hit or stood on",
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
            let meaning = || format!("the word that is 4 in every file is {}", node.unknown);
            report.add(&rules::NODE_WORD_UNKNOWN, id, meaning);
        }
        if node.left < 0 && node.right < 0 {
            leaf(raw, id, node, &mut face_seen, report);
            continue;
        }
        plane(id, node, report);
        if node.face >= 0 {
            let meaning = || format!("an inner node with face {}: the game takes it for a leaf", node.face);
            report.add(&rules::INNER_NODE_WITH_FACE, id, meaning);
        }
        for child in [node.left, node.right] {
            let seen = usize::try_from(child).ok().and_then(|child| seen.get_mut(child));
            match seen.map(|seen| std::mem::replace(seen, true)) {
                None => {
                    let meaning = || format!("child {child} of {} nodes: the game reads beyond the tree", nodes.len());
                    report.add(&rules::NODE_CHILD_OUT_OF_RANGE, id, meaning);
                }
                Some(true) => {
                    let meaning = || format!("child {child} is reached twice: a search may not end");
                    report.add(&rules::NODE_REACHED_TWICE, id, meaning);
                }
                Some(false) => {
                    let child = NodeId(child.cast_unsigned());
                    if !holds(node, [nodes[child.index()].min, nodes[child.index()].max]) {
                        let meaning =
                            || format!("the box does not hold that of {child}: what lies outside is not found");
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
        report.add(&rules::FACE_NOT_IN_TREE, face, || "no leaf has this face: nothing can hit it or stand on it");
    }
    if deepest > DEEP {
        report.add(&rules::TREE_DEEP, "tree", || {
            format!("the tree is {deepest} deep: searches are slow, or run out of stack")
        });
    }
}

fn leaf(raw: &Bwm, id: NodeId, node: &AabbNode, face_seen: &mut [bool], report: &mut Findings) {
    if node.plane != 0 {
        report.add(&rules::LEAF_WITH_PLANE, id, || {
            format!("a leaf with plane {}, which is 0 in the games' files", node.plane)
        });
    }
    let Some((seen, face)) =
        usize::try_from(node.face).ok().and_then(|at| Some((face_seen.get_mut(at)?, raw.faces[at])))
    else {
        let meaning = || format!("a leaf with face {} of {}: the game may crash on it", node.face, raw.faces.len());
        report.add(&rules::LEAF_FACE_OUT_OF_RANGE, id, meaning);
        return;
    };
    if std::mem::replace(seen, true) {
        report.add(&rules::LEAF_FACE_DUPLICATE, id, || format!("face {} is in another leaf already", node.face));
    }
    let misses = |points: [Vector3; 3]| points.iter().any(|&point| !holds(node, [point, point]));
    if corners(raw, &face).is_some_and(misses) {
        let meaning = || format!("the box does not hold face {}: what lies outside is not found", node.face);
        report.add(&rules::LEAF_BOX_MISSES_FACE, id, meaning);
    }
}

fn bounds(id: NodeId, node: &AabbNode, report: &mut Findings) {
    let [min, max] = [node.min, node.max].map(<[f32; 3]>::from);
    if !min.iter().chain(&max).all(|value| value.is_finite()) {
        report.add(
            &rules::NODE_BOX_NOT_FINITE,
            id,
            || "a corner of the box is NaN or infinite: searches may miss what is in it",
        );
    } else if min.iter().zip(&max).any(|(min, max)| min > max) {
        report.add(
            &rules::NODE_BOX_INVERTED,
            id,
            || "the box's least corner is greater than its greatest: nothing is found in it",
        );
    }
}

fn plane(id: NodeId, node: &AabbNode, report: &mut Findings) {
    match node.plane {
        1 | 2 | 4 | 8 | 16 | 32 => {}
        0 => report.add(&rules::PLANE_MISSING, id, || "no plane: rays try the left child first"),
        other => {
            let meaning =
                || format!("plane {other} is none of 1, 2, 4, 8, 16, 32: which child rays try first is not known");
            report.add(&rules::PLANE_UNKNOWN, id, meaning);
        }
    }
}

/// Whether a node's box holds another; not where a number is NaN.
fn holds(node: &AabbNode, [min, max]: [Vector3; 2]) -> bool {
    let at_most = |a: Vector3, b: Vector3| a.x <= b.x && a.y <= b.y && a.z <= b.z;
    at_most(node.min, min) && at_most(max, node.max)
}
