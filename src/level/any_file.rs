//! Any supported file behind one type: opened by its content, then checked, compared, baked, described and written.
//!
//! [`AnyFile`] is for tools that work on whatever their users give them. If you know the game, use its own types
//! instead: [`kotor::Walkmesh`], [`nwn2::Terrain`], [`silkroad::Dungeon`].
//!
//! ```
//! use walkmesh::level::{AnyFile, BakeOptions, Kind, OpenOptions};
//! use walkmesh::finding::CheckOptions;
//!
//! let bytes = walkmesh::formats::Document::to_bytes(&walkmesh::formats::bwm::Bwm::default())?;
//! let mut file = AnyFile::open(&bytes, &OpenOptions::default().with_name("room.wok"))?;
//! assert_eq!(file.kind(), Kind::Bwm);
//! assert_eq!(file.to_bytes()?, bytes);
//!
//! file.bake(&BakeOptions::default())?;
//! assert!(file.check(&CheckOptions::default())?.worst().is_none());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! An operation that a kind of file does not have is an error value: [`Unsupported`] names the operation, the kind that
//! was found, and the kinds on which the operation works.

use crate::diff::{Group, TableDiff};
use crate::formats::bms::Bms;
use crate::formats::dof::Dof;
use crate::formats::gff::Gff;
use crate::formats::two_da::TwoDa;
use crate::formats::{self, Document};
use crate::{kotor, nwn2, silkroad};

use super::{Kind, Operation, Unsupported};

/// A supported file of any game.
///
/// Match on it only inside this crate, so that the compiler lists what a new format still lacks.
#[derive(Clone, Debug)]
#[expect(clippy::large_enum_variant, reason = "a tool opens one file at a time; boxes would be in every caller's way")]
#[non_exhaustive]
pub enum AnyFile {
    /// A KotOR walkmesh: WOK, PWK or DWK.
    Bwm(kotor::Walkmesh),
    /// The layout of a KotOR area.
    Lyt(kotor::Layout),
    /// A binary table, such as KotOR's `surfacemat.2da`.
    TwoDa(TwoDa),
    /// A GFF, such as the objects of an area (GIT).
    Gff(Gff),
    /// An NWN2 area, TRN or TRX.
    Trn(nwn2::Terrain),
    /// The walkmesh of an NWN2 area, out of its packet and inflated.
    Aswm(nwn2::Walkmesh),
    /// The navigation tables of a Silkroad dungeon.
    AiNav(silkroad::Dungeon),
    /// The blocks of a Silkroad dungeon.
    Dof(Dof),
    /// A Silkroad mesh, with the floor of a block.
    Bms(Bms),
}

/// Why a file cannot be written.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SaveError {
    /// A KotOR walkmesh, whose edits cannot be baked.
    #[error(transparent)]
    Kotor(#[from] kotor::SaveError),
    /// An NWN2 area.
    #[error(transparent)]
    Nwn2(#[from] nwn2::TerrainError),
    /// Tables that belong together differ in length, or one is too long for the format.
    #[error(transparent)]
    Format(#[from] formats::Error),
}

/// Why two files cannot be compared.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum DiffError {
    /// Files of this kind cannot be compared.
    #[error(transparent)]
    Unsupported(#[from] Unsupported),
    /// The files have nothing in common to compare.
    #[error("the first file is {left}, and the second is {right}: only files of one kind can be compared")]
    DifferentKinds {
        /// What the first file is.
        left: Kind,
        /// What the second file is.
        right: Kind,
    },
    /// The walkmesh of an NWN2 area cannot be read.
    #[error(transparent)]
    Nwn2(#[from] nwn2::TerrainError),
}

impl AnyFile {
    /// What the file is.
    #[must_use]
    pub fn kind(&self) -> Kind {
        match self {
            Self::Bwm(_) => Kind::Bwm,
            Self::Lyt(_) => Kind::Lyt,
            Self::TwoDa(_) => Kind::TwoDa,
            Self::Gff(_) => Kind::Gff,
            Self::Trn(_) => Kind::Trn,
            Self::Aswm(_) => Kind::Aswm,
            Self::AiNav(_) => Kind::AiNav,
            Self::Dof(_) => Kind::Dof,
            Self::Bms(_) => Kind::Bms,
        }
    }

    /// The name of the format as people write it. An area is `TRX` if its name says so, or, if the name does not tell,
    /// if it is baked.
    #[must_use]
    pub fn format_name(&self, file_name: Option<&str>) -> &'static str {
        let extension = file_name.and_then(|name| name.rsplit_once('.')).map(|(_, extension)| extension);
        let is_called = |what: &str| extension.is_some_and(|extension| extension.eq_ignore_ascii_case(what));
        match self {
            Self::Trn(terrain) => {
                let is_baked = || terrain.walkmesh().is_ok_and(nwn2::Walkmesh::is_baked);
                if is_called("trx") || (!is_called("trn") && is_baked()) { "TRX" } else { "TRN" }
            }
            Self::Bwm(_)
            | Self::Lyt(_)
            | Self::TwoDa(_)
            | Self::Gff(_)
            | Self::Aswm(_)
            | Self::AiNav(_)
            | Self::Dof(_)
            | Self::Bms(_) => self.kind().name(),
        }
    }

    /// Writes the file: byte for byte as it was read, unless it was changed.
    ///
    /// # Errors
    /// [`SaveError`]: the format cannot represent the file's content.
    pub fn to_bytes(&self) -> Result<Vec<u8>, SaveError> {
        Ok(match self {
            Self::Bwm(walkmesh) => walkmesh.to_bytes()?,
            Self::Lyt(layout) => layout.to_bytes(),
            Self::TwoDa(table) => table.to_bytes()?,
            Self::Gff(gff) => gff.to_bytes()?,
            Self::Trn(terrain) => terrain.to_bytes()?,
            Self::Aswm(walkmesh) => walkmesh.to_bytes()?,
            Self::AiNav(dungeon) => dungeon.to_bytes()?,
            Self::Dof(blocks) => blocks.to_bytes()?,
            Self::Bms(mesh) => mesh.to_bytes()?,
        })
    }

    /// Whether the file has its baked tables. Only an NWN2 area as the toolset saves it lacks them; files without such
    /// tables lack nothing.
    #[must_use]
    pub fn is_baked(&self) -> bool {
        match self {
            Self::Trn(terrain) => terrain.walkmesh().map_or(true, nwn2::Walkmesh::is_baked),
            Self::Aswm(walkmesh) => walkmesh.is_baked(),
            Self::Bwm(_)
            | Self::Lyt(_)
            | Self::TwoDa(_)
            | Self::Gff(_)
            | Self::AiNav(_)
            | Self::Dof(_)
            | Self::Bms(_) => true,
        }
    }

    /// Compares two files table by table. An NWN2 area can be compared with a bare walkmesh.
    ///
    /// # Errors
    /// [`DiffError`]: the files are of different kinds, or of a kind that cannot be compared.
    pub fn diff(&self, other: &Self) -> Result<Vec<TableDiff>, DiffError> {
        let different = || DiffError::DifferentKinds { left: self.kind(), right: other.kind() };
        match (self, other) {
            (Self::Bwm(left), Self::Bwm(right)) => Ok(left.diff(right)),
            (Self::Trn(left), Self::Trn(right)) => {
                left.walkmesh()?;
                right.walkmesh()?;
                Ok(left.diff(right))
            }
            (Self::Trn(left), Self::Aswm(right)) => Ok(left.walkmesh()?.diff(right)),
            (Self::Aswm(left), Self::Trn(right)) => Ok(left.diff(right.walkmesh()?)),
            (Self::Aswm(left), Self::Aswm(right)) => Ok(left.diff(right)),
            (Self::AiNav(left), Self::AiNav(right)) => Ok(left.diff(right)),
            (Self::Dof(left), Self::Dof(right)) => Ok(silkroad::diff_dof(left, right)),
            (Self::Bms(left), Self::Bms(right)) => Ok(silkroad::diff_bms(left, right)),
            (Self::Lyt(_), Self::Lyt(_)) | (Self::TwoDa(_), Self::TwoDa(_)) => {
                Err(Unsupported { operation: Operation::Diff, found: self.kind() }.into())
            }
            (
                Self::Bwm(_)
                | Self::Lyt(_)
                | Self::TwoDa(_)
                | Self::Gff(_)
                | Self::Trn(_)
                | Self::Aswm(_)
                | Self::AiNav(_)
                | Self::Dof(_)
                | Self::Bms(_),
                _,
            ) => Err(different()),
        }
    }

    /// Compares a file with its own bake, but only data that a bake determines. Unused bytes and the packing of the
    /// file are left out.
    ///
    /// # Errors
    /// As [`diff`](Self::diff).
    pub fn diff_baked(&self, baked: &Self) -> Result<Vec<TableDiff>, DiffError> {
        let mut tables = self.diff(baked)?;
        tables.retain(|table| table.group == Group::Content && table.entries > 0);
        Ok(tables)
    }
}
