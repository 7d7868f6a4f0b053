//! Views of a walkmesh's tables: faces, perimeters, transitions, hooks, and the nodes of the stored tree.
//!
//! The tree is shown as the file stores it. It may be wrong in every way that [`check`](super::check) knows: numbers
//! out of range, cycles, boxes that do not contain their subtrees. A [`Navigator`](super::Navigator) never reads it.
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

use super::{EdgeId, FaceId, MaterialId, NodeId, RoomId, VertexId, Walkmesh};
use crate::geometry::Aabb;
use crate::geometry::ends_of_side;
use crate::geometry::triangle::faces_up;

/// A use hook of a placeable or door: the point from which a creature uses it, in metres.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Hook {
    /// Relative to the walkmesh's position.
    pub relative: [f32; 3],
    /// Absolute, in the frame of the vertices; 0 in placeables.
    pub absolute: [f32; 3],
}

/// A face of a walkmesh.
#[derive(Clone, Copy, Debug)]
pub struct Face<'a> {
    walkmesh: &'a Walkmesh,
    id: FaceId,
}

/// A node of the stored tree: a leaf with a face, or an inner node with two children.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Node {
    /// The box, in metres in area space. In the games' files it is a centimetre wider than its content.
    pub bounds: Aabb,
    /// A leaf's face.
    pub face: Option<FaceId>,
    /// Left and right; `None` in a leaf.
    pub children: [Option<NodeId>; 2],
    /// The direction from the left child to the right one: 1, 2, 4 for +x, +y, +z, and 8, 16, 32 for -x, -y, -z; 0 in
    /// leaves. It decides which child a ray tries first.
    pub plane: u32,
}

impl Walkmesh {
    /// The position of the walkmesh's node in its model, in metres. The vertices of a room include it already.
    #[must_use]
    pub fn position(&self) -> [f32; 3] {
        self.raw.position.into()
    }

    /// The two use hooks; all 0 in rooms.
    #[must_use]
    pub fn hooks(&self) -> [Hook; 2] {
        let raw = &self.raw;
        [
            (raw.relative_use_position_1, raw.absolute_use_position_1),
            (raw.relative_use_position_2, raw.absolute_use_position_2),
        ]
        .map(|(relative, absolute)| Hook { relative: relative.into(), absolute: absolute.into() })
    }

    /// The use hook with a number, 1 or 2 as in findings and files.
    #[must_use]
    pub fn hook(&self, number: u32) -> Option<Hook> {
        self.hooks().into_iter().nth(number.checked_sub(1)? as usize)
    }

    /// Number of faces.
    #[must_use]
    pub fn face_count(&self) -> usize {
        self.raw.faces.len()
    }

    /// Number of vertices.
    #[must_use]
    pub fn vertex_count(&self) -> usize {
        self.raw.vertices.len()
    }

    /// A vertex, in metres: in area space in a room, otherwise local.
    #[must_use]
    pub fn vertex(&self, vertex: VertexId) -> Option<[f32; 3]> {
        self.raw.vertices.get(vertex.index()).map(|&vertex| vertex.into())
    }

    /// The vertices, by [`VertexId`].
    pub fn vertices(&self) -> impl ExactSizeIterator<Item = [f32; 3]> + '_ {
        self.raw.vertices.iter().map(|&vertex| vertex.into())
    }

    /// A face.
    #[must_use]
    pub fn face(&self, id: FaceId) -> Option<Face<'_>> {
        (id.index() < self.raw.faces.len()).then_some(Face { walkmesh: self, id })
    }

    /// The faces, by [`FaceId`].
    pub fn faces(&self) -> impl Iterator<Item = Face<'_>> {
        (0..).zip(&self.raw.faces).map(|(id, _)| Face { walkmesh: self, id: FaceId(id) })
    }

    /// The bounding box of all vertices.
    #[must_use]
    pub fn bounds(&self) -> Option<Aabb> {
        Aabb::around(self.vertices())
    }

    /// The perimeters as the file stores them: the edges of each loop, in order. Outer loops run counter-clockwise seen
    /// from above, loops around holes clockwise.
    ///
    /// Ends that are out of range or descending yield short or empty loops. [`check`](Self::check) reports them.
    pub fn perimeters(&self) -> impl Iterator<Item = &[walkmesh_formats::bwm::Edge]> {
        let edges = &self.raw.edges;
        self.raw.perimeters.iter().scan(0, |start, &end| {
            let end = (end as usize).min(edges.len());
            let edges = edges.get(*start..end).unwrap_or_default();
            *start = end;
            Some(edges)
        })
    }

    /// The edges that lead to another room, in the file's order.
    pub fn transitions(&self) -> impl Iterator<Item = (EdgeId, RoomId)> {
        self.raw.edges.iter().filter_map(|row| {
            let room = u32::try_from(row.transition).ok()?;
            Some((EdgeId::from_raw(row.edge)?, RoomId(room)))
        })
    }

    /// The two ends of an edge, in metres; `None` if the face or a vertex does not exist.
    #[must_use]
    pub fn edge_points(&self, edge: EdgeId) -> Option<[[f32; 3]; 2]> {
        let corners = self.raw.faces.get(edge.face().index())?.vertices;
        let [from, to] = ends_of_side(&corners, edge.side()).map(|corner| self.vertex(VertexId(corner)));
        Some([from?, to?])
    }

    /// The node at which a search of the stored tree starts: the one that the header names, or else the first one.
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

impl<'a> Face<'a> {
    /// Its id.
    #[must_use]
    pub fn id(&self) -> FaceId {
        self.id
    }

    /// The vertex ids of its corners, counter-clockwise seen from the side to which the normal points.
    #[must_use]
    pub fn corners(&self) -> [VertexId; 3] {
        self.raw().faces[self.id.index()].vertices.map(VertexId)
    }

    /// The coordinates of its corners; `None` where one is not a vertex.
    #[must_use]
    pub fn points(&self) -> Option<[[f32; 3]; 3]> {
        let [a, b, c] = self.corners().map(|corner| self.walkmesh.vertex(corner));
        Some([a?, b?, c?])
    }

    /// Its material. A raw struct that was edited by hand may lack the row; the material is then 0, `NotDefined`.
    #[must_use]
    pub fn material(&self) -> MaterialId {
        MaterialId(self.raw().materials.get(self.id.index()).copied().unwrap_or(0))
    }

    /// Returns whether creatures can walk on it according to the table of materials.
    #[must_use]
    pub fn is_walkable(&self) -> bool {
        self.walkmesh.materials.is_walkable(self.material())
    }

    /// Returns whether it faces up, as a floor does: its corners run counter-clockwise seen from above, whatever its
    /// stored normal says. A vertical face does not face up, nor does a face with a corner that is not a vertex.
    #[must_use]
    pub fn faces_up(&self) -> bool {
        self.points().is_some_and(|points| faces_up(&points))
    }

    /// The stored normal; all 0 in placeables.
    #[must_use]
    pub fn normal(&self) -> [f32; 3] {
        self.raw().normals.get(self.id.index()).copied().unwrap_or_default().into()
    }

    /// The stored plane: normal and `d` of `n · p + d = 0`.
    #[must_use]
    pub fn plane(&self) -> ([f32; 3], f32) {
        (self.normal(), self.raw().distances.get(self.id.index()).copied().unwrap_or_default())
    }

    /// The neighbour across each side, as the file stores it: an edge of another face, or `None`. Faces that cannot be
    /// walked on have no row of neighbours.
    #[must_use]
    pub fn neighbours(&self) -> [Option<EdgeId>; 3] {
        self.raw().adjacencies.get(self.id.index()).map_or([None; 3], |row| row.edges.map(EdgeId::from_raw))
    }

    /// Its three edges.
    #[must_use]
    pub fn edges(&self) -> [Option<EdgeId>; 3] {
        std::array::from_fn(|side| EdgeId::new(self.id, side))
    }

    fn raw(&self) -> &'a Bwm {
        &self.walkmesh.raw
    }
}

impl From<&AabbNode> for Node {
    fn from(raw: &AabbNode) -> Self {
        let id = |raw: i32| u32::try_from(raw).ok();
        Self {
            bounds: Aabb { min: raw.min.into(), max: raw.max.into() },
            face: id(raw.face).map(FaceId),
            children: [raw.left, raw.right].map(|child| id(child).map(NodeId)),
            plane: raw.plane,
        }
    }
}

pub(super) fn root(raw: &Bwm) -> Option<NodeId> {
    let nodes = raw.aabb_nodes.len();
    let named = Some(raw.aabb_root).filter(|&root| (root as usize) < nodes);
    (nodes > 0).then_some(NodeId(named.unwrap_or(0)))
}
