//! The errors of baking, editing and saving a walkmesh.

use super::{EdgeId, FaceId, MaterialConflict, RoomId, VertexId};

/// An error in baking a walkmesh.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BakeError {
    /// A corner of a face is not a vertex.
    /// Cause: the file or the caller.
    #[error("a corner of {face} is {vertex}, but there are {vertices} vertices")]
    NoSuchVertex {
        /// The face.
        face: FaceId,
        /// Its corner.
        vertex: VertexId,
        /// Number of vertices.
        vertices: usize,
    },
    /// A coordinate of a face's corner is NaN, infinite or beyond ±1e11 metres, so that no normal can be computed.
    /// Cause: the file or the caller.
    #[error("a coordinate of {vertex} is NaN, infinite or beyond 1e11")]
    NotFinite {
        /// The corner.
        vertex: VertexId,
    },
    /// The tables of faces, materials, normals and distances differ in length. No file can have such tables; only
    /// editing the raw struct can produce them.
    /// Cause: the caller.
    #[error("there are {faces} faces, but {rows} rows in the table of {table}")]
    TableLength {
        /// Number of faces.
        faces: usize,
        /// The table that differs.
        table: &'static str,
        /// Number of rows that it has.
        rows: usize,
    },
    /// There are more faces than the file can number: `3 · face + side` must fit 31 bits.
    /// Cause: the file or the caller.
    #[error("{faces} faces are more than a walkmesh can number")]
    TooManyFaces {
        /// Number of faces.
        faces: usize,
    },
    /// There are more vertices than the file can number: a vertex id must fit 32 bits.
    /// Cause: the file or the caller.
    #[error("{vertices} vertices are more than a walkmesh can number")]
    TooManyVertices {
        /// Number of vertices.
        vertices: usize,
    },
    /// The original face order lacks a face, repeats one, or names one that does not exist.
    /// Cause: the caller.
    #[error("the original order must name each of the {faces} faces once")]
    InvalidOrder {
        /// Number of faces.
        faces: usize,
    },
    /// The file contradicts the table of materials, and the caller has not given a table: a bake would change which
    /// faces are walkable. Either the file was made for another table, or faces were painted but not baked. Say which
    /// table is right with [`Walkmesh::with_materials`](super::Walkmesh::with_materials), or keep what the file says
    /// with [`Walkmesh::with_materials_as_stored`](super::Walkmesh::with_materials_as_stored).
    /// Cause: the file or the caller.
    #[error("{0}; a bake would change where creatures can walk, so it must be told which table of materials holds")]
    MaterialConflict(Box<MaterialConflict>),
    /// The layout position is NaN, infinite or beyond ±1e11.
    /// Cause: the caller.
    #[error("the room's position in the layout is NaN, infinite or beyond 1e11")]
    LayoutPositionNotFinite,
}

/// An error in editing a walkmesh. A failed edit changes nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EditError {
    /// The face does not exist.
    /// Cause: the caller.
    #[error("there is no {0}")]
    NoSuchFace(FaceId),
    /// The vertex does not exist.
    /// Cause: the caller.
    #[error("there is no {0}")]
    NoSuchVertex(VertexId),
    /// The edge is not on a perimeter. Only perimeter edges can lead to another room.
    /// Cause: the caller.
    #[error("{0} is not on a perimeter, and only a perimeter edge can lead to another room")]
    NotOnPerimeter(EdgeId),
    /// A transition cannot store the room's number, which must fit 31 bits.
    /// Cause: the caller.
    #[error("a transition cannot store {0}: the number must fit 31 bits")]
    OutOfRange(RoomId),
    /// A vertex that is a corner of a face cannot be removed.
    /// Cause: the caller.
    #[error("{vertex} cannot be removed: it is a corner of {face}")]
    VertexInUse {
        /// The vertex.
        vertex: VertexId,
        /// The first face that uses it.
        face: FaceId,
    },
    /// The use hook does not exist: the hooks are 0 and 1.
    /// Cause: the caller.
    #[error("there is no hook {0}: a walkmesh has hooks 0 and 1")]
    NoSuchHook(usize),
    /// A point, an angle or an offset is NaN, infinite, or leads beyond ±1e11.
    /// Cause: the caller.
    #[error("a coordinate is NaN, infinite or beyond 1e11")]
    NotFinite,
    /// There would be more faces than the file can number: `3 · face + side` must fit 31 bits.
    /// Cause: the caller.
    #[error("{faces} faces are more than a walkmesh can number")]
    TooManyFaces {
        /// The resulting number of faces.
        faces: usize,
    },
    /// There would be more vertices than the file can number.
    /// Cause: the caller.
    #[error("{vertices} vertices are more than a walkmesh can number")]
    TooManyVertices {
        /// The resulting number of vertices.
        vertices: usize,
    },
    /// A room cannot be merged with a placeable or a door.
    /// Cause: the caller.
    #[error("walkmeshes of different kinds cannot be merged")]
    DifferentKinds,
    /// The tables of the raw struct contradict each other; [`check`](super::Walkmesh::check) says where.
    #[error(transparent)]
    Bake(#[from] BakeError),
}

/// An error in saving a walkmesh.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SaveError {
    /// The data that the edits made stale cannot be baked.
    #[error(transparent)]
    Bake(#[from] BakeError),
    /// The tables cannot be written.
    #[error(transparent)]
    Write(#[from] walkmesh_formats::Error),
}
