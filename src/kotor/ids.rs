//! The ids of faces, vertices, edges, tree nodes and rooms.

use crate::geometry::HalfEdge;
use crate::ids::ids;

ids! {
    /// A face of one walkmesh, by its row in the face table, from 0.
    FaceId: Face,
    /// A vertex of one walkmesh, by its row in the vertex table, from 0.
    VertexId: Vertex,
    /// A node of the stored tree, by its row in the node table, from 0.
    NodeId: Node,
    /// A room of an area, by its number in the layout's list of rooms, from 0. Transitions store it.
    RoomId: Room,
    /// A half-edge: a side of a face, `3 · face + side`. Side `k` runs from corner `k` to corner `k + 1`.
    EdgeId: Edge,
}

impl EdgeId {
    /// The edge of a face from corner `side` to the next one; `side` is 0, 1 or 2.
    ///
    /// `None` for a side above 2, and for a face whose edges do not fit 32 bits.
    #[must_use]
    pub fn new(face: FaceId, side: usize) -> Option<Self> {
        let side = u8::try_from(side).ok().filter(|&side| side < 3)?;
        HalfEdge::checked_new(face.0, side).map(Self::from)
    }

    /// The edge that a table of the file names; `None` for negative numbers.
    #[must_use]
    pub fn from_raw(raw: i32) -> Option<Self> {
        u32::try_from(raw).ok().map(Self)
    }

    /// The face that the edge is a side of.
    #[must_use]
    pub fn face(self) -> FaceId {
        FaceId(self.half_edge().face())
    }

    /// The side of its face: 0, 1 or 2.
    #[must_use]
    pub fn side(self) -> usize {
        self.half_edge().corner().into()
    }

    pub(super) const fn half_edge(self) -> HalfEdge {
        HalfEdge::from_id(self.0)
    }
}

impl From<HalfEdge> for EdgeId {
    fn from(edge: HalfEdge) -> Self {
        Self(edge.id())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edge_is_a_side_of_a_face() {
        let edge = EdgeId::new(FaceId(7), 2).unwrap();
        assert_eq!((edge, edge.face(), edge.side()), (EdgeId(23), FaceId(7), 2));
        assert_eq!(EdgeId::new(FaceId(7), 3), None);
        assert_eq!(EdgeId::new(FaceId(u32::MAX), 0), None);
        assert_eq!((EdgeId::from_raw(-1), EdgeId::from_raw(5)), (None, Some(EdgeId(5))));
    }
}
