//! Checks the stored tree: does a search of it end, and does it find every face?

use walkmesh_formats::Vector3;
use walkmesh_formats::bwm::{AABB_CONSTANT, AabbNode, Bwm};

use super::rules;
use crate::counted::counted;
use crate::finding::{Findings, PartKind};
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
                PartKind::Tree,
                || "The room has faces but no tree: no ray hits them and nobody can stand on them.",
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
            let meaning = || format!("A word that is 4 in every file of the games is {}.", node.unknown);
            report.add(&rules::NODE_WORD_UNKNOWN, id, meaning);
        }
        if node.left < 0 && node.right < 0 {
            leaf(raw, id, node, &mut face_seen, report);
            continue;
        }
        plane(nodes, id, report);
        if node.face >= 0 {
            let meaning = || {
                format!(
                    "This inner node names face {}: the game takes it for a leaf and does not find the faces below it.",
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
                            "The child is node {child}, but the tree has {}: the game reads beyond it.",
                            counted(nodes.len(), "node")
                        )
                    };
                    report.add(&rules::NODE_CHILD_OUT_OF_RANGE, id, meaning);
                }
                Some(true) => {
                    let meaning = || {
                        format!(
                            "Node {child} is the child of another node too, or leads back to this one: a search may not end."
                        )
                    };
                    report.add(&rules::NODE_REACHED_TWICE, id, meaning);
                }
                Some(false) => {
                    let child = NodeId(child.cast_unsigned());
                    if !holds(node, [nodes[child.index()].min, nodes[child.index()].max]) {
                        let meaning = || {
                            format!("The box does not hold that of {child}: searches do not find what lies outside.")
                        };
                        report.add(&rules::NODE_BOX_MISSES_CHILD, id, meaning);
                    }
                    open.push((child, depth + 1));
                }
            }
        }
    }
    for (id, _) in (0..).map(NodeId).zip(&seen).filter(|(_, seen)| !**seen) {
        report.add(&rules::NODE_UNREACHABLE, id, || "No search comes to this node.");
    }
    for (face, _) in (0..).map(FaceId).zip(&face_seen).filter(|(_, seen)| !**seen) {
        report.add(
            &rules::FACE_NOT_IN_TREE,
            face,
            || "No leaf has this face: no ray hits it and nobody can stand on it.",
        );
    }
    if deepest > DEEP {
        report.add(&rules::TREE_DEEP, PartKind::Tree, || {
            format!("The tree is {deepest} nodes deep: searches are slow or run out of stack.")
        });
    }
}

fn leaf(raw: &Bwm, id: NodeId, node: &AabbNode, face_seen: &mut [bool], report: &mut Findings) {
    if node.plane != 0 {
        report.add(&rules::LEAF_WITH_PLANE, id, || {
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
        report.add(&rules::LEAF_FACE_OUT_OF_RANGE, id, meaning);
        return;
    };
    if std::mem::replace(seen, true) {
        report.add(&rules::LEAF_FACE_DUPLICATE, id, || format!("Another leaf has face {} already.", node.face));
    }
    let misses = |points: [Vector3; 3]| points.iter().any(|&point| !holds(node, [point, point]));
    if corners(raw, &face).is_some_and(misses) {
        let meaning = || format!("The box does not hold face {}: searches do not find what lies outside.", node.face);
        report.add(&rules::LEAF_BOX_MISSES_FACE, id, meaning);
    }
}

fn bounds(id: NodeId, node: &AabbNode, report: &mut Findings) {
    let [min, max] = [node.min, node.max].map(<[f32; 3]>::from);
    if !min.iter().chain(&max).all(|value| value.is_finite()) {
        report.add(
            &rules::NODE_BOX_NOT_FINITE,
            id,
            || "A coordinate of the box is NaN or infinite: searches may miss what is in it.",
        );
    } else if min.iter().zip(&max).any(|(min, max)| min > max) {
        report.add(
            &rules::NODE_BOX_INVERTED,
            id,
            || "The least corner of the box is greater than its greatest: searches find nothing in it.",
        );
    }
}

fn plane(nodes: &[AabbNode], id: NodeId, report: &mut Findings) {
    let node = &nodes[id.index()];
    match node.plane {
        1 | 2 | 4 | 8 | 16 | 32 => reversed(nodes, id, report),
        0 => report.add(
            &rules::PLANE_MISSING,
            id,
            || "The node has no split plane: rays try the left child first, which is slower.",
        ),
        other => {
            let meaning = || {
                format!(
                    "The split plane is {other} instead of 1, 2, 4, 8, 16 or 32: which child rays try first is not known."
                )
            };
            report.add(&rules::PLANE_UNKNOWN, id, meaning);
        }
    }
}

/// How far the right child must lie on the wrong side of the left one before a plane is reversed, in metres: more than the
/// boxes were widened and rounded by.
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
        report.add(&rules::PLANE_REVERSED, id, || {
            format!(
                "The split plane is {}, but the right child lies {:.2} m on the other side of the left one: rays try the farther \
                 child first.",
                node.plane, -ahead
            )
        });
    }
}

/// Whether a node's box holds another one; `false` where a number is NaN.
fn holds(node: &AabbNode, [min, max]: [Vector3; 2]) -> bool {
    let at_most = |a: Vector3, b: Vector3| (a.x <= b.x) & (a.y <= b.y) & (a.z <= b.z);
    at_most(node.min, min) & at_most(max, node.max)
}
