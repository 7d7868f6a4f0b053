//! Opens a file by its content, with its name as a hint.

use crate::finding::{Finding, Unreadable};
use crate::formats::{self, Document, Limits};
use crate::{kotor, nwn2, silkroad};

use super::{AnyFile, Kind, MaterialChoice};

/// How a file is opened.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct OpenOptions {
    /// The file's name, without folders. It distinguishes a KotOR placeable or door from a room, and a TRN that need
    /// not be baked from a TRX.
    pub name: Option<String>,
    /// The memory limits of reading.
    pub limits: Limits,
    /// The materials of KotOR files. The default is the first game's table; operations that depend on where creatures
    /// walk then refuse a file that contradicts it.
    pub materials: Option<MaterialChoice>,
}

impl OpenOptions {
    /// The same options, for a file of this name.
    #[must_use]
    pub fn with_name(self, name: impl Into<String>) -> Self {
        Self { name: Some(name.into()), ..self }
    }

    /// The same options, with other limits.
    #[must_use]
    pub fn with_limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// The same options, with other materials.
    #[must_use]
    pub fn with_materials(self, materials: impl Into<Option<MaterialChoice>>) -> Self {
        Self { materials: materials.into(), ..self }
    }
}

/// Why a file cannot be opened.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum OpenError {
    /// The file has no bytes.
    #[error("the file is empty")]
    Empty,
    /// The bytes are not of a known kind.
    #[error(
        "the file is of no known format; known are KotOR walkmeshes (.wok, .pwk, .dwk), layouts (.lyt) and tables (.2da), \
         NWN2 areas (.trn, .trx), objects of areas (.git), and Silkroad dungeons (ainavdata_*.dat, .dof, .bms)"
    )]
    Unrecognised,
    /// The bytes are damaged, of a version that is not known, or over the limits.
    #[error(transparent)]
    Format(#[from] formats::Error),
    /// The bytes are an NWN2 area whose walkmesh is missing or cannot be read.
    #[error(transparent)]
    Nwn2(nwn2::TerrainError),
    /// The bytes are a damaged layout.
    #[error(transparent)]
    Layout(#[from] kotor::LayoutError),
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
    /// The error as a finding, if the file is to blame: it is empty, damaged, or not what its name promises.
    #[must_use]
    pub fn finding(&self, name: Option<&str>) -> Option<Finding> {
        let promised = name.and_then(formats::Format::promised_by);
        match self {
            Self::Empty => promised.and_then(|_| Unreadable::Empty.finding()),
            Self::Unrecognised => promised.and_then(|promised| Unreadable::Unrecognised(promised).finding()),
            Self::Format(error) => Unreadable::Failed(error).finding(),
            Self::Nwn2(_) | Self::Layout(_) => None,
        }
    }
}

impl AnyFile {
    /// Opens a file, whose kind is detected from its bytes, and that of a layout also from its name.
    ///
    /// # Errors
    /// [`OpenError`]: the file is of no known kind, damaged, or over the limits.
    pub fn open(bytes: &[u8], options: &OpenOptions) -> Result<Self, OpenError> {
        if bytes.is_empty() {
            return Err(OpenError::Empty);
        }
        let kind = Kind::of_file(options.name.as_deref().unwrap_or_default(), bytes);
        Self::open_kind(kind.ok_or(OpenError::Unrecognised)?, bytes, options)
    }

    fn open_kind(kind: Kind, bytes: &[u8], options: &OpenOptions) -> Result<Self, OpenError> {
        let limits = &options.limits;
        Ok(match kind {
            Kind::Bwm => Self::Bwm(options.named(kotor::Walkmesh::from_bytes(bytes)?)),
            Kind::Lyt => Self::Lyt(kotor::Layout::from_bytes(bytes)?),
            Kind::TwoDa => Self::TwoDa(Document::from_bytes_with(bytes, limits)?),
            Kind::Gff => Self::Gff(Document::from_bytes_with(bytes, limits)?),
            Kind::Trn => Self::Trn(nwn2::Terrain::from_bytes_with(bytes, limits)?),
            Kind::Aswm => Self::Aswm(nwn2::Walkmesh::from_bytes_with(bytes, limits)?),
            Kind::AiNav => Self::AiNav(silkroad::Dungeon::from_bytes(bytes)?),
            Kind::Dof => Self::Dof(Document::from_bytes_with(bytes, limits)?),
            Kind::Bms => Self::Bms(Document::from_bytes_with(bytes, limits)?),
        })
    }

    /// Opens a file for baking. A file that a known editor broke is repaired; the second value lists the repairs, one
    /// sentence each.
    ///
    /// # Errors
    /// As [`open`](Self::open); and an NWN2 area without a walkmesh, or with a damaged one.
    pub fn open_repaired(bytes: &[u8], options: &OpenOptions) -> Result<(Self, Vec<String>), OpenError> {
        match Self::open(bytes, options) {
            Ok(file) => {
                if let Self::Trn(terrain) = &file {
                    terrain.walkmesh()?;
                }
                Ok((file, Vec::new()))
            }
            Err(error) => {
                let repaired = match Kind::detect(bytes) {
                    Some(Kind::AiNav) => silkroad::undo_squared(bytes),
                    _ => None,
                };
                let note = "its cell counts were the squares that a known editor writes".to_owned();
                repaired.map(|dungeon| (Self::AiNav(dungeon), vec![note])).ok_or(error)
            }
        }
    }
}

impl OpenOptions {
    /// A KotOR walkmesh with the options applied: the kind that its name says, and the chosen materials.
    fn named(&self, walkmesh: kotor::Walkmesh) -> kotor::Walkmesh {
        let kind = self.name.as_deref().and_then(kotor::Kind::of_file);
        let walkmesh = match kind {
            Some(kind) => walkmesh.with_kind(kind),
            None => walkmesh,
        };
        match &self.materials {
            Some(materials) => materials.of_walkmesh(walkmesh),
            None => walkmesh,
        }
    }
}
