//! [`TreeNode`]: a node of the tree over the faces of a room's walkmesh, and [`TreeFault`], the error of records that are not a
//! tree.

use std::collections::HashSet;

use super::{AabbNode, Mdl};

/// A node of the tree, with its children as indices.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TreeNode {
    /// The record.
    pub record: AabbNode,
    /// The offset of the record.
    pub offset: u32,
    /// The indices of the children of an inner node.
    pub children: Option<[u32; 2]>,
}

/// The reason why the records of a tree are not a tree with each face in one leaf.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub enum TreeFault {
    /// The offset of a node is out of range.
    /// Cause: the file.
    #[error("a node has the offset {offset:#x}, which is outside of the model")]
    Outside {
        /// Its offset.
        offset: u32,
    },
    /// Two nodes have the same child, or the tree has a cycle.
    /// Cause: the file.
    #[error("two nodes have the child at the offset {offset:#x}, or the tree leads back to it")]
    ReachedTwice {
        /// The offset of the child.
        offset: u32,
    },
    /// The tree has more nodes than its faces need.
    /// Cause: the file.
    #[error("the tree has more than {expected} nodes, as many as its faces need")]
    TooManyNodes {
        /// Twice the number of faces, minus one.
        expected: usize,
    },
    /// A leaf's face is out of range.
    /// Cause: the file.
    #[error("a leaf names face {face}, which does not exist")]
    NoSuchFace {
        /// The face.
        face: i32,
    },
    /// Two leaves name the same face.
    /// Cause: the file.
    #[error("two leaves name face {face}")]
    FaceTwice {
        /// The face.
        face: u32,
    },
    /// A face is in no leaf.
    /// Cause: the file.
    #[error("face {face} is in no leaf")]
    FaceMissing {
        /// The face.
        face: u32,
    },
}

impl Mdl {
    /// The tree with this root over `faces` faces.
    pub(super) fn tree(&self, root: u32, faces: usize) -> Result<Vec<TreeNode>, TreeFault> {
        let mut tree: Vec<TreeNode> = Vec::new();
        let Some(expected) = (2 * faces).checked_sub(1) else { return Ok(tree) };
        let (mut seen, mut has_leaf) = (HashSet::new(), vec![false; faces]);
        // The offset of a node, and its parent, with the side on which it is the child.
        let mut open = vec![(root, None)];
        while let Some((offset, parent)) = open.pop() {
            let record: AabbNode = self.at(offset, "walkmesh.tree").map_err(|_| TreeFault::Outside { offset })?;
            if !seen.insert(offset) {
                return Err(TreeFault::ReachedTwice { offset });
            }
            if tree.len() == expected {
                return Err(TreeFault::TooManyNodes { expected });
            }
            let number = tree.len() as u32;
            if let Some((parent, side)) = parent {
                let parent: &mut TreeNode = &mut tree[parent as usize];
                parent.children.get_or_insert([0; 2])[side] = number;
            }
            tree.push(TreeNode { record, offset, children: None });
            match u32::try_from(record.face) {
                Err(_) => open.extend([(record.right, Some((number, 1))), (record.left, Some((number, 0)))]),
                Ok(face) => match has_leaf.get_mut(face as usize) {
                    None => return Err(TreeFault::NoSuchFace { face: record.face }),
                    Some(true) => return Err(TreeFault::FaceTwice { face }),
                    Some(has_leaf) => *has_leaf = true,
                },
            }
        }
        match (0..).zip(has_leaf).find(|(_, has_leaf)| !has_leaf) {
            Some((face, _)) => Err(TreeFault::FaceMissing { face }),
            None => Ok(tree),
        }
    }

    /// The offsets of the nodes of a tree that an exporter wrote consecutively in pre-order from this root; `None` if other
    /// records are there. Children are not read, so they may be broken.
    #[must_use]
    pub fn tree_offsets(&self, root: u32, faces: usize) -> Option<Vec<u32>> {
        let count = u32::try_from((2 * faces).checked_sub(1)?).ok()?;
        let records: Vec<AabbNode> = self.table_at(root, count, "walkmesh.tree").ok()?;
        let mut has_leaf = vec![false; faces];
        // The number of open branches in front of each record.
        let mut open = 1_usize;
        for record in &records {
            open = open.checked_sub(1)?;
            match u32::try_from(record.face) {
                Err(_) => open += 2,
                Ok(face) => {
                    let has_leaf = has_leaf.get_mut(face as usize).filter(|has_leaf| !**has_leaf)?;
                    *has_leaf = true;
                }
            }
        }
        let size = size_of::<AabbNode>() as u32;
        (open == 0).then(|| (0..count).map(|node| root + node * size).collect())
    }
}
