//! The tree of a room, from its model.

use walkmesh_formats::bwm::{AABB_CONSTANT, AabbNode};
use walkmesh_formats::mdl::TreeNode;

use super::frame::Frame;
use super::tree::plane;
use crate::geometry::Aabb;

/// The nodes of a room's tree, from the model's tree. `faces` maps each face of the model to the room's face. `None` if a leaf names a
/// face that does not exist.
///
/// Source: `docs/formats/mdl.md#walkmesh`, exact in 34 of 34 rooms.
pub(super) fn nodes_of_model(frame: &Frame, tree: &[TreeNode], faces: &[u32]) -> Option<Vec<AabbNode>> {
    let boxes: Vec<Aabb> = tree.iter().map(|node| Frame::with_margin(node.record.min, node.record.max)).collect();
    let node = |(node, bounds): (&TreeNode, &Aabb)| {
        let [min, max] = frame.stored(bounds);
        let leaf = AabbNode { min, max, unknown: AABB_CONSTANT, plane: 0, face: -1, left: -1, right: -1 };
        Some(match node.children {
            None => AabbNode { face: faces.get(usize::try_from(node.record.face).ok()?)?.cast_signed(), ..leaf },
            Some([left, right]) => {
                let plane = plane(boxes.get(left as usize)?, boxes.get(right as usize)?);
                AabbNode { plane, left: left.cast_signed(), right: right.cast_signed(), ..leaf }
            }
        })
    };
    tree.iter().zip(&boxes).map(node).collect()
}
