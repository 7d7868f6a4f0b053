//! [`ImportError`]: the reason why a node of a scene cannot become the walkmesh of an area.

use crate::exchange::MatchError;
use crate::nwn2::{BuildError, EditError, TerrainError};

/// The reason why a node of a scene cannot become the walkmesh of an area. The area is then unchanged.
/// Cause: the file.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ImportError {
    /// The file has no readable walkmesh, or the new one cannot be written.
    #[error(transparent)]
    Terrain(#[from] TerrainError),
    /// The node cannot be matched onto the walkmesh.
    #[error(transparent)]
    Match(#[from] MatchError),
    /// The detected edits cannot be applied.
    #[error(transparent)]
    Edit(#[from] EditError),
    /// No walkmesh can be built from the node.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// A class is neither a number of flags nor a known name.
    #[error(
        "the class `{0}` says nothing that a triangle of Neverwinter Nights 2 can be. Name it by its flags, such as \
         `01 walkable`, `33 walkable stone` or `00 not walkable`; a number is not needed. The sounds are dirt, grass, stone, \
         wood, carpet, metal, swamp, mud, leaves, water and puddles"
    )]
    UnknownClass(String),
}
