//! Errors of operations on a level without a separate module.

use crate::exchange::FloorDiffError;
use crate::mesh::MeshError;
use crate::{formats, kotor, nwn2};

use super::{ExchangeError, FileError, Kind, OpenError, Unsupported};

/// The reason why a level cannot be opened.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum LevelError {
    /// The files cannot be listed, or one cannot be read.
    #[error(transparent)]
    File(#[from] FileError),
    /// No file has this name, even ignoring case.
    /// Cause: the caller.
    #[error("there is no file {0}")]
    NoSuchFile(String),
    /// A file is of no known kind, damaged, or over the limits.
    /// Cause: the file.
    #[error("{name}: {error}")]
    Open {
        /// The file.
        name: String,
        /// The error.
        #[source]
        error: OpenError,
    },
    /// Two files have the name of one room and differ only in case.
    /// Cause: the file.
    #[error("{name}: belongs to the same room as {other}, which is used")]
    SameRoom {
        /// The file.
        name: String,
        /// The other file.
        other: String,
    },
    /// Several files have this name in different case, and none matches exactly.
    /// Cause: the caller.
    #[error("several files have the name {name}: {}", files.join(", "))]
    Ambiguous {
        /// The name.
        name: String,
        /// The files.
        files: Vec<String>,
    },
    /// The floors of a dungeon exceed the maximum total of vertices, cells and edges.
    /// Cause: the file.
    #[error(
        "the floors of its blocks have {rows} vertices, cells and edges together, more than the {most} that are read; no \
         known dungeon has a sixteenth of them, so the DOF is most likely damaged"
    )]
    TooManyRows {
        /// Number of rows in the floors of all its blocks.
        rows: usize,
        /// The limit.
        most: usize,
    },
    /// No file was given.
    /// Cause: the caller.
    #[error("no file was given")]
    NoFiles,
    /// Several files were given that can only be opened separately.
    /// Cause: the caller.
    #[error("there are several {0}; open one at a time")]
    Several(&'static str),
    /// The files belong to several levels, or the file that joins them is missing.
    /// Cause: the caller.
    #[error(
        "the files do not belong together: an area needs its layout (.lyt) beside its rooms, and a dungeon its .dof"
    )]
    NotTogether,
    /// The layout was given without any of its rooms.
    /// Cause: the caller.
    #[error("no file is a room that the layout names; add the rooms' .wok files")]
    NoRooms,
    /// A room does not match its layout.
    #[error(transparent)]
    Area(#[from] kotor::AreaError),
}

/// The reason why a level cannot be checked.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum CheckError {
    /// There are no rules for this kind of level.
    #[error(transparent)]
    Unsupported(#[from] Unsupported),
    /// The file cannot be opened, although it may be sound: it exceeds the limits, or this library does not know its version.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The rooms of an area have too many faces in total to test whether its doors and placeables can be reached.
    #[error(transparent)]
    Mesh(#[from] MeshError),
}

/// The reason why a file cannot be written.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SaveError {
    /// The edits of a KotOR walkmesh cannot be baked.
    #[error(transparent)]
    Kotor(#[from] kotor::SaveError),
    /// An NWN2 area.
    #[error(transparent)]
    Nwn2(#[from] nwn2::TerrainError),
    /// Tables that belong together differ in length, or one is too long for the format.
    #[error(transparent)]
    Format(#[from] formats::Error),
}

/// The reason why two files cannot be compared.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum DiffError {
    /// The files have nothing in common to compare.
    /// Cause: the caller.
    #[error("the first file is {left}, and the second is {right}: only levels of one game can be compared")]
    DifferentKinds {
        /// The kind of the first file.
        left: Kind,
        /// The kind of the second file.
        right: Kind,
    },
    /// The walkmesh of an NWN2 area cannot be read.
    #[error(transparent)]
    Nwn2(#[from] nwn2::TerrainError),
    /// A level has no floor, or its floor cannot be read.
    #[error(transparent)]
    Exchange(#[from] ExchangeError),
    /// The floors cannot be compared.
    #[error(transparent)]
    Floor(#[from] FloorDiffError),
}
