//! The stored tree, as engines search it.
//!
//! It is what the file says, and may be wrong in every way that [`check`](super::check) knows: numbers out of range,
//! circles, boxes that do not hold what is below them. [`Questions`](super::Questions) never look at it.
//!
//! ```
//! use walkmesh::kotor::{FaceId, Kind, MaterialId, Walkmesh};
//!
//! let square = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [4.0, 4.0, 0.0], [0.0, 4.0, 0.0]];
//! let room = Walkmesh::from_triangles(Kind::Wok, [
//!     ([square[0], square[1], square[2]], MaterialId(4)),
//!     ([square[0], square[2], square[3]], MaterialId(4)),
//! ])?;
//! let root = room.node(room.root().unwrap()).unwrap();
//! assert_eq!(root.face, None);
//! assert!(root.bounds.max[0] > 4.0);
//! let faces = root.children.map(|child| room.node(child.unwrap()).unwrap().face);
//! assert_eq!(faces, [Some(FaceId(0)), Some(FaceId(1))]);
//! # Ok::<(), walkmesh::kotor::EditError>(())
//! ```

use walkmesh_formats::bwm::{AabbNode, Bwm};

use super::{Bounds, FaceId, NodeId, Walkmesh};

/// A node of the stored tree: a leaf with a face, or an inner node with two children.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Node {
    /// The box, in metres in area space; in the games' files a centimetre wider than what it holds.
    pub bounds: Bounds,
    /// A leaf's face.
    pub face: Option<FaceId>,
    /// Left and right, which a leaf has not.
    pub children: [Option<NodeId>; 2],
    /// In which direction the right child lies of the left one: 1, 2, 4 for +x, +y, +z, and 8, 16, 32 for the opposite;
    /// 0 in leaves. It tells a ray which child to try first.
    pub plane: u32,
}

impl From<&AabbNode> for Node {
    fn from(raw: &AabbNode) -> Self {
        let id = |raw: i32| u32::try_from(raw).ok();
        Self {
            bounds: Bounds { min: raw.min.into(), max: raw.max.into() },
            face: id(raw.face).map(FaceId),
            children: [raw.left, raw.right].map(|child| id(child).map(NodeId)),
            plane: raw.plane,
        }
    }
}

impl Walkmesh {
    /// Where a search of the stored tree starts: the node that the header names, or the first where it names none.
    /// `None` without a tree.
    #[must_use]
    pub fn root(&self) -> Option<NodeId> {
        root(&self.raw)
    }

    /// A node of the stored tree.
    #[must_use]
    pub fn node(&self, node: NodeId) -> Option<Node> {
        self.raw.aabb_nodes.get(node.index()).map(Node::from)
    }

    /// The nodes of the stored tree, by [`NodeId`].
    pub fn nodes(&self) -> impl ExactSizeIterator<Item = Node> + '_ {
        self.raw.aabb_nodes.iter().map(Node::from)
    }
}

/// As [`Walkmesh::root`].
pub(super) fn root(raw: &Bwm) -> Option<NodeId> {
    let nodes = raw.aabb_nodes.len();
    let named = Some(raw.aabb_root).filter(|&root| (root as usize) < nodes);
    (nodes > 0).then_some(NodeId(named.unwrap_or(0)))
}
