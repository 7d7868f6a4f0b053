//! What can go wrong with a walkmesh that reads.

use super::{EdgeId, FaceId, MaterialConflict, VertexId};

/// Why a walkmesh cannot be baked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BakeError {
    /// A face has a corner that is no vertex. The file's fault, or that of an edit of the raw tables.
    #[error("{face} has {vertex} for a corner, of {vertices} vertices")]
    NoSuchVertex {
        /// The face.
        face: FaceId,
        /// Its corner.
        vertex: VertexId,
        /// How many vertices there are.
        vertices: usize,
    },
    /// A corner of a face is NaN, infinite or beyond ±1e11 metres, where a normal cannot be computed. The file's fault,
    /// or that of whoever moved it there.
    #[error("{0} is NaN, infinite or beyond 1e11")]
    NoPlace(VertexId),
    /// The tables of faces, materials, normals and distances differ in length. Cannot be read from a file; the fault of
    /// an edit of the raw tables.
    #[error("{faces} faces, but {rows} {table}")]
    Ragged {
        /// How many faces there are.
        faces: usize,
        /// The table that differs.
        table: &'static str,
        /// How many rows it has.
        rows: usize,
    },
    /// More faces or vertices than the file's numbers can say: `3 · face + side` must fit 31 bits.
    #[error("{0} faces are more than a walkmesh can number")]
    TooMany(usize),
    /// The original face order is not one: a face is missing, unknown or named twice. The caller's fault.
    #[error("the original order does not name each of {0} faces once")]
    BadOrder(usize),
    /// The file contradicts the table of materials, and nobody has said that the table holds: a bake would change on
    /// which faces creatures can walk. Either the file was made for another table, or faces were painted and not baked.
    /// Say which table holds with [`Walkmesh::with_materials`](super::Walkmesh::with_materials), or keep what the file
    /// says with [`Walkmesh::with_materials_as_stored`](super::Walkmesh::with_materials_as_stored).
    #[error("{0}; a bake would change where creatures can walk, so it must be told which table of materials holds")]
    Materials(Box<MaterialConflict>),
    /// The layout position is NaN, infinite or beyond ±1e11. The caller's fault.
    #[error("the room's position in the layout is NaN, infinite or beyond 1e11")]
    BadPosition,
}

/// Why an edit cannot be made. Nothing is changed then.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EditError {
    /// There is no such face. The caller's fault.
    #[error("there is no {0}")]
    NoSuchFace(FaceId),
    /// There is no such vertex. The caller's fault.
    #[error("there is no {0}")]
    NoSuchVertex(VertexId),
    /// The edge is no perimeter edge, which alone can lead to another room. The caller's fault.
    #[error("{0} is no edge of a perimeter")]
    NoPerimeter(EdgeId),
    /// A room's number that the file cannot say: it must fit 31 bits. The caller's fault.
    #[error("room {0} is beyond what a transition can say")]
    NoSuchRoom(u32),
    /// A vertex that is still a corner of a face cannot be removed. The caller's fault.
    #[error("{vertex} is a corner of {face}")]
    InUse {
        /// The vertex.
        vertex: VertexId,
        /// The first face that has it.
        face: FaceId,
    },
    /// A point, an angle or an offset that is NaN, infinite, or leads beyond ±1e11. The caller's fault.
    #[error("a point that is NaN, infinite or beyond 1e11")]
    NoPlace,
    /// More faces or vertices than the file's numbers can say.
    #[error("{0} faces or vertices are more than a walkmesh can number")]
    TooMany(usize),
    /// A room and a placeable or door cannot be one walkmesh. The caller's fault.
    #[error("walkmeshes of different kinds cannot be merged")]
    OtherKind,
    /// The tables of the raw struct contradict each other; `check` says where.
    #[error(transparent)]
    Broken(#[from] BakeError),
}

/// Why a walkmesh cannot be saved.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SaveError {
    /// What the edits made stale cannot be baked.
    #[error(transparent)]
    Bake(#[from] BakeError),
    /// The tables cannot be written.
    #[error(transparent)]
    Write(#[from] walkmesh_formats::Error),
}
