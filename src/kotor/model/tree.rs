//! [`ModelTreeFault`]: a fault that makes a search of a model's tree miss faces.

use walkmesh_formats::mdl::{AabbNode, TreeFault, TreeNode};

use super::Model;
use super::order::CORNER_TOLERANCE;

/// A fault that makes a search of a model's tree miss faces, or not end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub enum ModelTreeFault {
    /// The records are not a tree with each face in one leaf.
    #[error(transparent)]
    Links(#[from] TreeFault),
    /// The box of a leaf does not contain its face.
    /// Cause: the file.
    #[error("the box of a leaf does not hold its face {face}")]
    BoxMissesFace {
        /// The face, by its number in the model.
        face: u32,
    },
    /// The box of a node does not contain its child's box.
    /// Cause: the file.
    #[error("the box of the node at the offset {offset:#x} does not hold the box of its child")]
    BoxMissesChild {
        /// The offset of the node.
        offset: u32,
    },
}

impl Model {
    /// Finds the first fault that makes a search of the tree miss faces; `None` if the tree is sound. Boxes are rounded as in the
    /// text of the exporter, so their contents may stick out by less than a centimetre.
    #[must_use]
    pub fn tree_fault(&self) -> Option<ModelTreeFault> {
        let tree = match &self.node.tree {
            Ok(tree) => tree,
            Err(fault) => return Some((*fault).into()),
        };
        tree.iter().find_map(|node| match node.children {
            Some(children) => fault_of_branch(tree, node, children),
            None => self.fault_of_leaf(&node.record),
        })
    }

    /// A corner that does not exist is in no box, and is a fault of the face.
    fn fault_of_leaf(&self, leaf: &AabbNode) -> Option<ModelTreeFault> {
        let face = u32::try_from(leaf.face).ok()?;
        let corners = self.node.faces.get(face as usize)?.vertices.into_iter();
        let mut corners = corners.filter_map(|vertex| self.node.vertices.get(usize::from(vertex)));
        let misses = corners.any(|corner| !holds(leaf, (*corner).into()));
        misses.then_some(ModelTreeFault::BoxMissesFace { face })
    }
}

fn fault_of_branch(tree: &[TreeNode], node: &TreeNode, children: [u32; 2]) -> Option<ModelTreeFault> {
    let corners = children.into_iter().filter_map(|child| tree.get(child as usize));
    let mut corners = corners.flat_map(|child| [child.record.min, child.record.max]);
    let misses = corners.any(|corner| !holds(&node.record, corner));
    misses.then_some(ModelTreeFault::BoxMissesChild { offset: node.offset })
}

/// Returns whether a box contains a point, within the rounding of its text; `false` where a number is NaN.
fn holds(node: &AabbNode, point: [f32; 3]) -> bool {
    (0..3).all(|axis| {
        let [min, max, value] = [node.min[axis], node.max[axis], point[axis]].map(f64::from);
        let rounding = CORNER_TOLERANCE.max(value.abs() * 1e-6);
        min - rounding <= value && value <= max + rounding
    })
}
