//! [`WalkmeshNode`]: the node of a model that has the room's own copy of its walkmesh, with everything to which it refers.

use std::collections::HashSet;

use super::{
    Face, FunctionPointers, GeometryHeader, HEADER_SIZE, Kotor2Mesh, Mdl, MeshEnd, MeshHeader, NodeHeader, TreeFault,
    TreeNode, malformed,
};
use crate::error::Wrong;
use crate::{Document, Error, Vector3};

/// The node of a model with the room's walkmesh.
#[derive(Clone, Debug, PartialEq)]
pub struct WalkmeshNode {
    /// The pointers that identify the game.
    pub function_pointers: FunctionPointers,
    /// The offset of the node.
    pub offset: u32,
    /// The header of the node.
    pub header: NodeHeader,
    /// The headers of its ancestors, from its parent to the root.
    pub ancestors: Vec<NodeHeader>,
    /// The start of its mesh.
    pub mesh: MeshHeader,
    /// The end of its mesh.
    pub end: MeshEnd,
    /// The vertices, in the coordinates of the node.
    pub vertices: Vec<Vector3>,
    /// The faces.
    pub faces: Vec<Face>,
    /// The offset of the tree's root.
    pub root: u32,
    /// The tree over the faces, in pre-order from its root, or the reason that the records are not such a tree.
    pub tree: Result<Vec<TreeNode>, TreeFault>,
}

impl WalkmeshNode {
    /// The offset of the start of the mesh.
    #[must_use]
    pub const fn mesh_offset(&self) -> u32 {
        self.offset + size_of::<NodeHeader>() as u32
    }

    /// The offset of the end of the mesh.
    #[must_use]
    pub fn end_offset(&self) -> u32 {
        self.mesh_offset() + mesh_size(self.function_pointers)
    }

    /// The offset at which the offset of the tree's root is stored.
    #[must_use]
    pub fn root_offset(&self) -> u32 {
        self.end_offset() + size_of::<MeshEnd>() as u32
    }
}

/// The size of the start of a mesh.
fn mesh_size(function_pointers: FunctionPointers) -> u32 {
    let more = if function_pointers == FunctionPointers::KOTOR_2 { size_of::<Kotor2Mesh>() } else { 0 };
    (size_of::<MeshHeader>() + more) as u32
}

impl Mdl {
    /// The first node with a walkmesh; `None` if no node has one.
    ///
    /// # Errors
    /// [`Error::Malformed`]: a record is out of range, or two nodes have the same child. A broken tree over the faces
    /// is not an error, because it follows from the faces. [`Error::Unsupported`] for a model of an unknown game.
    pub fn walkmesh(&self) -> Result<Option<WalkmeshNode>, Error> {
        let geometry: GeometryHeader = self.at(0, "header")?;
        let pointers = geometry.function_pointers;
        if !FunctionPointers::KNOWN.contains(&pointers) {
            let found = format!("{} and {}", pointers.first, pointers.second);
            let wrong = Wrong::unsupported("function pointers of the first or the second game", found);
            return Err(wrong.at(Self::FORMAT, "header.function_pointers".to_owned(), HEADER_SIZE.into()));
        }
        let Some((offset, header, ancestors)) = self.aabb_node(&geometry)? else { return Ok(None) };
        let mesh_at = offset + size_of::<NodeHeader>() as u32;
        let mesh: MeshHeader = self.at(mesh_at, "walkmesh.mesh")?;
        let end_at = mesh_at + mesh_size(pointers);
        let end: MeshEnd = self.at(end_at, "walkmesh.end")?;
        let vertices = self.table_at(end.vertices, mesh.vertex_count.into(), "walkmesh.vertices")?;
        let faces: Vec<Face> = self.table_at(mesh.faces.offset, mesh.faces.count, "walkmesh.faces")?;
        let root = self.at(end_at + size_of::<MeshEnd>() as u32, "walkmesh.root")?;
        let tree = self.tree(root, faces.len());
        Ok(Some(WalkmeshNode {
            function_pointers: pointers,
            offset,
            header,
            ancestors,
            mesh,
            end,
            vertices,
            faces,
            root,
            tree,
        }))
    }

    /// The first node with a walkmesh, its offset, and its ancestors.
    fn aabb_node(&self, geometry: &GeometryHeader) -> Result<Option<(u32, NodeHeader, Vec<NodeHeader>)>, Error> {
        // Each node, and the index of its parent here.
        let mut nodes: Vec<(NodeHeader, Option<usize>)> = Vec::new();
        let mut seen = HashSet::from([geometry.root_node]);
        let mut open = vec![(geometry.root_node, None)];
        while let Some((offset, parent)) = open.pop() {
            let node: NodeHeader = self.at(offset, "node")?;
            if node.node_type & NodeHeader::AABB != 0 {
                let mut ancestors = Vec::new();
                let mut above = parent;
                while let Some((header, next)) = above.and_then(|above: usize| nodes.get(above)) {
                    ancestors.push(*header);
                    above = *next;
                }
                return Ok(Some((offset, node, ancestors)));
            }
            let number = nodes.len();
            nodes.push((node, parent));
            let first = open.len();
            for child in 0..node.children.count {
                let at = u64::from(node.children.offset) + 4 * u64::from(child);
                let at = u32::try_from(at).unwrap_or(u32::MAX);
                let child: u32 = self.at(at, "node.children")?;
                if !seen.insert(child) {
                    return Err(malformed(
                        "a node that is the child of one node",
                        "one that was met before",
                        "node.children",
                        at,
                    ));
                }
                open.push((child, Some(number)));
            }
            open[first..].reverse();
        }
        Ok(None)
    }
}
