//! Export of levels to other programs, and import: [`ApplyOptions`], [`ApplyReport`] and [`ExchangeError`].

use std::collections::BTreeSet;

use crate::exchange::{MatchOptions, NodeReport, Note, Scene, SceneNode};
use crate::mesh::MeshError;
use crate::{counted, kotor, nwn2, silkroad};

use super::{BakeError, NotInLayout, SaveError, Unsupported};

/// Options for applying an edited scene.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ApplyOptions {
    /// Options for matching triangles.
    pub matching: MatchOptions,
    /// KotOR areas: make a new room from each node that shares its name with no room.
    pub new_rooms: bool,
    /// KotOR areas: remove the rooms that have no node.
    pub drop_rooms: bool,
    /// Accept the scene even if it contains none of a walkmesh's original faces, or if it has several objects and the walkmesh is one room.
    /// Without this, such a scene is refused, because it was probably made from something else.
    pub accept_mismatch: bool,
}

impl ApplyOptions {
    /// The default options, except for the recognition of triangles.
    #[must_use]
    pub fn new(matching: MatchOptions) -> Self {
        Self { matching, ..Self::default() }
    }

    /// Returns an error if every face of a walkmesh would be replaced.
    pub(super) fn ensure_same_mesh(&self, nodes: &[NodeReport]) -> Result<(), ExchangeError> {
        let other = nodes.iter().find(|node| node.matched.is_of_another_mesh() && !self.accept_mismatch);
        other.map_or(Ok(()), |node| {
            Err(ExchangeError::AnotherMesh { node: node.node.clone(), faces: node.matched.removed.len() })
        })
    }

    /// Returns an error for a scene with objects of several names if the walkmesh is one room. Editors may split an object into several
    /// with the same name and a number.
    pub(super) fn ensure_one_object(&self, scene: &Scene) -> Result<(), ExchangeError> {
        let shown = scene.nodes.iter().filter(|node| node.is_shown()).map(SceneNode::plain_name);
        let names: BTreeSet<&str> = shown.collect();
        if names.len() <= 1 || self.accept_mismatch {
            return Ok(());
        }
        Err(ExchangeError::SeveralObjects { names: names.into_iter().map(str::to_owned).collect() })
    }
}

/// The result of applying an edited scene.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ApplyReport {
    /// A report for each node, and for each part of the level without one.
    pub nodes: Vec<NodeReport>,
    /// Further notes.
    pub notes: Vec<Note>,
}

/// The reason why a walkmesh cannot be exported to another program, or imported back.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ExchangeError {
    /// This kind of level has no triangles.
    #[error(transparent)]
    Unsupported(#[from] Unsupported),
    /// The given layout does not list the room.
    #[error(transparent)]
    NotInLayout(#[from] NotInLayout),
    /// The scene has no triangles, but the walkmesh has some: the file is truncated, or is text of another kind.
    /// Cause: the file.
    #[error("the file has no triangles")]
    NoTriangles,
    /// The scene contains none of a walkmesh's original faces.
    /// Cause: the file.
    #[error(
        "{node}: none of its {} came back, so this is probably the file of something else, or it has another scale or axis",
        counted(*.faces, "face")
    )]
    AnotherMesh {
        /// The node of the walkmesh.
        node: String,
        /// Number of faces of the walkmesh.
        faces: usize,
    },
    /// The scene has several objects, and the walkmesh is one room.
    /// Cause: the file.
    #[error("the file has several objects ({}), and the base is one room", few(.names))]
    SeveralObjects {
        /// The names of the objects.
        names: Vec<String>,
    },
    /// There are too many faces to join.
    #[error(transparent)]
    Mesh(#[from] MeshError),
    /// Several blocks of a dungeon share a floor, and the scene has two different versions of it.
    /// Cause: the file.
    #[error("{node}: several blocks have this floor, and it was edited in two ways; edit it in one of them")]
    EditedTwice {
        /// The node of the second block.
        node: String,
    },
    /// The file name of a new level does not imply a kind that can be made from a scene.
    /// Cause: the caller.
    #[error("the name of the output must end in .wok, .pwk, .dwk, .trn or .trx, or be that of a Silkroad dungeon")]
    NotMade,
    /// The name of the file for a new dungeon has no number.
    /// Cause: the caller.
    #[error("the number in the output's name is not a region of a dungeon")]
    NoRegion,
    /// A mesh that was made from a scene or edited in one cannot be baked.
    #[error(transparent)]
    Bake(#[from] BakeError),
    /// A floor of a Silkroad dungeon.
    /// Cause: the file.
    #[error("{file}: {error}")]
    Floor {
        /// The file of the floor.
        file: String,
        /// The error.
        error: silkroad::ImportError,
    },
    /// A KotOR walkmesh.
    #[error(transparent)]
    Kotor(#[from] kotor::ImportError),
    /// The rooms of a KotOR area.
    #[error(transparent)]
    Area(#[from] kotor::AreaError),
    /// A room of a KotOR area cannot be edited or baked.
    /// Cause: the file.
    #[error("{file}: {error}")]
    Room {
        /// The file of the room.
        file: String,
        /// The error.
        error: kotor::AreaError,
    },
    /// An NWN2 area.
    #[error(transparent)]
    Nwn2(#[from] nwn2::ImportError),
    /// A Silkroad floor.
    #[error(transparent)]
    Silkroad(#[from] silkroad::ImportError),
    /// The walkmesh of an NWN2 area is missing, or cannot be read.
    #[error(transparent)]
    Terrain(#[from] nwn2::TerrainError),
    /// The result cannot be written in the game's format.
    #[error(transparent)]
    Save(#[from] SaveError),
}

/// The first names of a list.
fn few(names: &[String]) -> String {
    let shown: Vec<String> = names.iter().take(4).map(|name| format!("`{name}`")).collect();
    let more = if names.len() > shown.len() { ", …" } else { "" };
    format!("{}{more}", shown.join(", "))
}

/// Returns an error for a scene without triangles that would remove faces.
pub(super) fn ensure_triangles(scene: &Scene, report: &NodeReport) -> Result<(), ExchangeError> {
    let is_empty = scene.nodes.iter().all(|node| node.set.triangles.is_empty());
    if is_empty && !report.matched.removed.is_empty() { Err(ExchangeError::NoTriangles) } else { Ok(()) }
}
