//! The tree of a room as in the text: its boxes in pre-order, each around the faces below it.

use walkmesh_formats::bwm::Bwm;

use crate::geometry::Aabb;

/// A box of the tree; the box of an inner node has no face.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct TextBox {
    pub(super) bounds: Aabb,
    pub(super) face: Option<u32>,
}

/// The boxes of the stored tree, fitted exactly around the corners of the faces below them. `None` if the tree does not
/// have each face in one leaf and each node once.
pub(super) fn boxes(raw: &Bwm) -> Option<Vec<TextBox>> {
    let nodes = &raw.aabb_nodes;
    if nodes.len() != 2 * raw.faces.len().checked_sub(1)? + 1 {
        return None;
    }
    let root = if (raw.aabb_root as usize) < nodes.len() { raw.aabb_root } else { 0 };
    let mut boxes: Vec<TextBox> = Vec::with_capacity(nodes.len());
    // For each box, its parent.
    let mut above: Vec<usize> = Vec::with_capacity(nodes.len());
    let mut has_face = vec![false; raw.faces.len()];
    let mut open = vec![(root, usize::MAX)];
    while let Some((index, parent)) = open.pop() {
        if boxes.len() == nodes.len() {
            return None;
        }
        let node = nodes.get(index as usize)?;
        let at = boxes.len();
        above.push(parent);
        let Ok(face) = u32::try_from(node.face) else {
            boxes.push(TextBox { bounds: Aabb::EMPTY, face: None });
            open.push((u32::try_from(node.right).ok()?, at));
            open.push((u32::try_from(node.left).ok()?, at));
            continue;
        };
        if std::mem::replace(has_face.get_mut(face as usize)?, true) {
            return None;
        }
        let corners = raw.faces[face as usize].vertices.map(|corner| raw.vertices.get(corner as usize).copied());
        let [Some(a), Some(b), Some(c)] = corners else { return None };
        let bounds = Aabb::around([a, b, c].map(<[f32; 3]>::from))?;
        boxes.push(TextBox { bounds, face: Some(face) });
    }
    for at in (1..boxes.len()).rev() {
        let below = boxes[at].bounds;
        let holder = &mut boxes[above[at]].bounds;
        // With this operand order, a NaN in the child's box is ignored.
        *holder = below.union(*holder);
    }
    (boxes.len() == nodes.len()).then_some(boxes)
}
