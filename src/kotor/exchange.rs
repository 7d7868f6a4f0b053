//! Converts walkmeshes and areas to the neutral scenes of [`exchange`](crate::exchange) and back, for other programs.
//!
//! [`Walkmesh::to_scene_node`] makes a node: the triangles with their materials as classes, and marks for points.
//! [`Walkmesh::apply_edited`] applies an edited node to the walkmesh that it was made from, and changes only what was
//! edited. [`Walkmesh::from_scene_node`] makes a new walkmesh. [`Area`](super::Area) has the same operations for all
//! rooms.

mod apply;
mod area;
mod build;
mod classes;
mod export;
mod floor;
mod marks;
mod missing;
mod new_rooms;
mod perimeter;
mod placing;
mod strays;
mod transitions;

pub(crate) use self::classes::class_of;

pub use self::area::DroppedRooms;
pub use self::perimeter::MARK_REACH;
use super::{AreaError, EditError, Kind, MaterialId, MaterialTable};
use crate::exchange::{MatchError, SceneNode};
use crate::setters;

/// Options for making a new walkmesh from a node.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ImportOptions {
    /// The kind of the new walkmesh: room, placeable or door.
    pub kind: Kind,
    /// The meanings and names of the materials.
    pub materials: MaterialTable,
    /// The material of triangles whose class identifies none. Default: 4, `Stone`, in rooms, and 7, `Nonwalk`,
    /// otherwise.
    pub unnamed: MaterialId,
    /// The room's position in the layout, around which the boxes of its tree are rounded.
    pub layout_position: Option<[f32; 3]>,
}

impl ImportOptions {
    /// The options for a kind of walkmesh, with the first game's materials.
    #[must_use]
    pub fn new(kind: Kind) -> Self {
        Self { kind, materials: MaterialTable::kotor(), unnamed: classes::unnamed(kind), layout_position: None }
    }
}

setters! { impl ImportOptions {
    with_materials(materials: MaterialTable);
    with_unnamed(unnamed: MaterialId);
    with_layout_position(layout_position: impl Into<Option<[f32; 3]>>);
} }

/// An error in importing a node or scene. It leaves everything unchanged.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ImportError {
    /// The triangles cannot be matched, or one of their points is not finite.
    #[error(transparent)]
    Match(#[from] MatchError),
    /// The walkmesh cannot hold the node's data.
    #[error(transparent)]
    Edit(#[from] EditError),
    /// The layout cannot hold the scene's data.
    #[error(transparent)]
    Area(#[from] AreaError),
    /// The scene's up axis is not z. [`GltfScene`](crate::exchange::GltfScene) reads a file into the requested axes.
    /// Cause: the caller.
    #[error("the scene must have the z axis up, as the game has")]
    UpIsNotZ,
    /// A node cannot become a new room, because it is a piece of the room of the same name.
    /// Cause: the file.
    #[error(
        "it is a piece of the room `{0}`: join both objects in the editor, or give this one another name, without `.001`, \
         to make a room of it"
    )]
    NameTaken(String),
    /// A node of a scene cannot be imported.
    /// Cause: the file.
    #[error("{node}: {error}")]
    Node {
        /// The name of the node.
        node: String,
        /// The fault.
        error: Box<ImportError>,
    },
}

impl ImportError {
    /// The error of a node of a scene.
    fn of(self, node: &SceneNode) -> Self {
        Self::Node { node: node.name.clone(), error: Box::new(self) }
    }
}
