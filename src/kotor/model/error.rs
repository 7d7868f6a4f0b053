//! [`ModelError`]: an error when the walkmesh of a model is read or written.

use crate::kotor::BakeError;

/// An error in reading or writing the walkmesh of a model.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ModelError {
    /// The bytes are damaged, or not a model of one of the games.
    #[error(transparent)]
    Format(#[from] walkmesh_formats::Error),
    /// No node has a walkmesh: this is not the model of a room.
    /// Cause: the file.
    #[error("the model has no walkmesh: it is not the model of a room")]
    NoWalkmesh,
    /// The node with the walkmesh, or an ancestor of it, is rotated. In the games' own models it never is.
    /// Cause: nobody.
    #[error(
        "the walkmesh of the model is turned, and what the game makes of that is not known; reset the rotation of its node"
    )]
    Turned,
    /// The position of the room in the layout is not known, so its coordinates cannot be compared with the model's.
    /// Cause: the caller.
    #[error("the room's position in the layout is not known; give the layout that lists the room")]
    NoLayout,
    /// The room has more vertices or faces than a model can number.
    /// Cause: the file or the caller.
    #[error("a model can have 65535 vertices and faces, and the room has {vertices} vertices and {faces} faces")]
    TooMany {
        /// Number of vertices that faces use.
        vertices: usize,
        /// Number of faces.
        faces: usize,
    },
    /// The room cannot be baked, and only a baked room has the data that a model needs.
    #[error(transparent)]
    Bake(#[from] BakeError),
}
