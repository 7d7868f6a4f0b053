//! [`LevelError`]: why a level cannot be opened, or an operation on it fails.

use super::{ExchangeError, Kind, OpenError, QueryError, Unsupported};
use crate::{kotor, nwn2, silkroad};

use super::FileError;

/// Why a level cannot be opened, or why an operation on it fails.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum LevelError {
    /// The files cannot be listed, or one cannot be read.
    #[error(transparent)]
    File(#[from] FileError),
    /// No file has this name in any case.
    #[error("there is no file {0}")]
    NoSuchFile(String),
    /// The file is of a known kind, but it is not a level by itself.
    #[error(
        "{name} is {kind}, which is no level by itself: open the layout (.lyt) or a walkmesh of KotOR, the .trx or .trn of NWN2, \
         or the tables (ainavdata_*.dat) of a dungeon"
    )]
    NotALevel {
        /// The file.
        name: String,
        /// What it is.
        kind: Kind,
    },
    /// A file is of no known kind, damaged, or over the limits.
    #[error("{name}: {error}")]
    Open {
        /// The file.
        name: String,
        /// What is wrong with it.
        #[source]
        error: OpenError,
    },
    /// The table of materials is damaged.
    #[error("{name}: {error}")]
    Materials {
        /// The file of the table.
        name: String,
        /// What is wrong with it.
        #[source]
        error: kotor::MaterialTableError,
    },
    /// The floors of a dungeon have more vertices, cells and edges together than are read.
    #[error(
        "the floors of its blocks have {rows} vertices, cells and edges together, more than the {most} that are read; no \
         known dungeon has a sixteenth of them, so the DOF is most likely damaged"
    )]
    TooManyRows {
        /// How many rows it leads to.
        rows: usize,
        /// How many are read.
        most: usize,
    },
    /// The level has no such operation.
    #[error(transparent)]
    Unsupported(#[from] Unsupported),
    /// The rooms of a KotOR area.
    #[error(transparent)]
    Area(#[from] kotor::AreaError),
    /// An edit or a repair.
    #[error(transparent)]
    Edit(#[from] super::EditError),
    /// A bake.
    #[error(transparent)]
    Bake(#[from] super::BakeError),
    /// A walkmesh of KotOR cannot be written.
    #[error(transparent)]
    Save(#[from] super::SaveError),
    /// The walkmesh of an NWN2 area.
    #[error(transparent)]
    Terrain(#[from] nwn2::TerrainError),
    /// A Silkroad dungeon cannot be baked.
    #[error(transparent)]
    Silkroad(#[from] silkroad::BakeError),
    /// A scene for other programs.
    #[error(transparent)]
    Exchange(#[from] ExchangeError),
    /// A navigator.
    #[error(transparent)]
    Query(#[from] QueryError),
}
