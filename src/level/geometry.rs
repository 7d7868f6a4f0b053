//! The walkmeshes of NWN2, compared by place.

use crate::diff::TableDiff;
use crate::nwn2::{Doubt, GeometryDiff, GitObject, Walkmesh};

use super::{AnyFile, DiffError, Operation, Unsupported};

impl AnyFile {
    /// Compares two NWN2 walkmeshes by the places of their triangles. See [`GeometryDiff`].
    ///
    /// # Errors
    /// [`DiffError`]: a file has no NWN2 walkmesh, or one that cannot be read.
    pub fn diff_geometry(&self, other: &Self) -> Result<GeometryDiff, DiffError> {
        Ok(self.nwn2_walkmesh()?.diff_geometry(other.nwn2_walkmesh()?))
    }

    /// Which differences between two NWN2 walkmeshes may come from placeables whose footprints are not known. See
    /// [`GeometryDiff::doubt`].
    ///
    /// # Errors
    /// [`DiffError`]: a file has no NWN2 walkmesh, or one that cannot be read.
    pub fn diff_doubt(&self, other: &Self, diff: &GeometryDiff, objects: &[GitObject]) -> Result<Doubt, DiffError> {
        Ok(diff.doubt([self.nwn2_walkmesh()?, other.nwn2_walkmesh()?], objects))
    }

    /// Compares two NWN2 walkmeshes table by table, without the other parts of the areas that they are in.
    ///
    /// # Errors
    /// [`DiffError`]: a file has no NWN2 walkmesh, or one that cannot be read.
    pub fn diff_walkmesh(&self, other: &Self) -> Result<Vec<TableDiff>, DiffError> {
        Ok(self.nwn2_walkmesh()?.diff(other.nwn2_walkmesh()?))
    }

    /// How many islands an NWN2 walkmesh stores; `None` for files without one, and for one that cannot be read.
    #[must_use]
    pub fn stored_islands(&self) -> Option<usize> {
        Some(self.nwn2_walkmesh().ok()?.islands().len())
    }

    fn nwn2_walkmesh(&self) -> Result<&Walkmesh, DiffError> {
        match self {
            Self::Trn(terrain) => Ok(terrain.walkmesh()?),
            Self::Aswm(walkmesh) => Ok(walkmesh),
            Self::Bwm(_)
            | Self::Lyt(_)
            | Self::TwoDa(_)
            | Self::Gff(_)
            | Self::AiNav(_)
            | Self::Dof(_)
            | Self::Bms(_) => Err(Unsupported { operation: Operation::DiffGeometry, found: self.kind() }.into()),
        }
    }
}
