//! [`OpenOptions`] and [`OpenError`]: options for opening a level, and the error of a file that cannot be opened.

use std::sync::Arc;

use crate::finding::{Finding, Unreadable};
use crate::formats::{self, Limits};
use crate::kotor::{AppearanceTable, Layout, Model};
use crate::nwn2::Git;
use crate::setters;
use crate::{kotor, nwn2};

use super::{GameFolder, Kind, MaterialChoice};

/// Options for opening a level.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct OpenOptions {
    /// The file's name, without folders; needed if only its bytes are given. It distinguishes a KotOR placeable or door from a room, and a
    /// TRN that need not be baked from a TRX.
    pub name: Option<String>,
    /// The memory limits of reading.
    pub limits: Limits,
    /// The materials of KotOR files. Default: the `surfacemat.2da` among the files; without one, the first game's. Operations that depend
    /// on where creatures walk then refuse a file that contradicts the table.
    pub materials: Option<MaterialChoice>,
    /// The layout of the area that a KotOR room belongs to. A room is baked with its position there. Default: the only one
    /// among the files that lists the room.
    pub layout: Option<Arc<Layout>>,
    /// The model of a KotOR room. A check compares the two, and a bake takes the room's tree from it. Default: the one among the files with
    /// the room's name.
    pub model: Option<Arc<Model>>,
    /// The objects of an NWN2 area. A TRN is cut with its walkmesh cutters. Default: the GIT of its name among the
    /// files; without one nothing is cut out.
    pub objects: Option<Arc<Git>>,
    /// True if an area of NWN2 is opened without its objects.
    pub skip_objects: bool,
    /// The DOF of a Silkroad dungeon, which names the file of each block's floor. Tables do not name their DOF. Default: the only one among
    /// the files with the region in the tables' name, if any of its floors is present.
    pub dof: Option<String>,
    /// The game that an area of KotOR belongs to. With it, the target modules of doors and triggers are searched for. Default: no game;
    /// transitions out of the module are then not checked.
    pub game: Option<Arc<GameFolder>>,
    /// The sizes of the creatures of KotOR. Default: the `appearance.2da` among the files, or else the game's.
    pub appearances: Option<Arc<AppearanceTable>>,
    /// True if a file that a known editor broke is opened with the faults undone; a bake then reports this.
    pub undo_faults: bool,
    /// True if rooms of an area that cannot be read are left out: see [`Level::unread`](super::Level::unread).
    pub skip_unreadable: bool,
}

impl OpenOptions {
    /// The same options, for a file of this name.
    #[must_use]
    pub fn with_name(self, name: impl Into<String>) -> Self {
        Self { name: Some(name.into()), ..self }
    }

    /// The same options, with the DOF of a Silkroad dungeon.
    #[must_use]
    pub fn with_dof(self, name: impl Into<String>) -> Self {
        Self { dof: Some(name.into()), ..self }
    }
}

setters! { impl OpenOptions {
    with_limits(limits: Limits);
    with_materials(materials: impl Into<Option<MaterialChoice>>);
    with_layout(layout: impl Into<Option<Arc<Layout>>>);
    with_model(model: impl Into<Option<Arc<Model>>>);
    with_skip_objects(skip_objects: bool);
    with_objects(objects: impl Into<Option<Arc<Git>>>);
    with_game(game: impl Into<Option<Arc<GameFolder>>>);
    with_appearances(appearances: impl Into<Option<Arc<AppearanceTable>>>);
    with_undo_faults(undo_faults: bool);
    with_skip_unreadable(skip_unreadable: bool);
} }

/// The reason why a file cannot be opened.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum OpenError {
    /// The file has no bytes.
    /// Cause: the file.
    #[error("the file is empty")]
    Empty,
    /// The bytes are not of a known kind.
    /// Cause: the file.
    #[error("the file is of no known format; known are {}", Kind::all_files())]
    Unrecognised,
    /// The bytes are a text with walkmeshes of the first Neverwinter Nights.
    /// Cause: the file.
    #[error(
        "this is a walkmesh of the first Neverwinter Nights as text (#MAXWALKMESH or #NWmax WALKMESH), whose triangles can be converted and drawn, \
         and which is no file of the games here"
    )]
    TextOfNwn1,
    /// The bytes are damaged, of an unknown version, or over the limits.
    #[error(transparent)]
    Format(#[from] formats::Error),
    /// The bytes are an NWN2 area whose walkmesh is missing or cannot be read.
    #[error(transparent)]
    Nwn2(nwn2::TerrainError),
    /// The bytes are a damaged layout.
    #[error(transparent)]
    Layout(#[from] kotor::LayoutError),
    /// The bytes are a damaged model, or not the model of a room.
    #[error(transparent)]
    Model(#[from] kotor::ModelError),
    /// The bytes are a damaged table of materials.
    #[error(transparent)]
    Materials(#[from] kotor::MaterialTableError),
    /// The bytes are a damaged table of models.
    #[error(transparent)]
    Models(#[from] kotor::ModelTableError),
}

impl From<nwn2::TerrainError> for OpenError {
    fn from(error: nwn2::TerrainError) -> Self {
        match error {
            nwn2::TerrainError::Format(error) => Self::Format(error),
            other => Self::Nwn2(other),
        }
    }
}

impl OpenError {
    /// The error for bytes of no known kind.
    #[must_use]
    pub fn unrecognised(bytes: &[u8]) -> Self {
        if kotor::AsciiFile::is_of_nwn1(bytes) { Self::TextOfNwn1 } else { Self::Unrecognised }
    }

    /// The error as a finding, if the file is to blame: it is empty, damaged, or not what its name implies.
    #[must_use]
    pub fn finding(&self, name: Option<&str>) -> Option<Finding> {
        let promised = name.and_then(formats::Format::promised_by);
        match self {
            Self::Empty => promised.and_then(|_| Unreadable::Empty.finding()),
            Self::Unrecognised => promised.and_then(|promised| Unreadable::Unrecognised(promised).finding()),
            Self::Format(error) => Unreadable::Failed(error).finding(),
            Self::TextOfNwn1
            | Self::Nwn2(_)
            | Self::Layout(_)
            | Self::Model(_)
            | Self::Materials(_)
            | Self::Models(_) => None,
        }
    }
}
