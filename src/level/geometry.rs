//! The walkmeshes of NWN2 levels, compared by place.

use crate::diff::TableDiff;
use crate::nwn2::{Doubt, GeometryDiff, GitObject, Walkmesh};

use super::{DiffError, Level, Operation, Unsupported};

impl Level {
    /// Compares two NWN2 walkmeshes by the places of their triangles. See [`GeometryDiff`].
    ///
    /// # Errors
    /// [`DiffError`]: a level has no NWN2 walkmesh, or one that cannot be read.
    pub fn diff_geometry(&self, other: &Self) -> Result<GeometryDiff, DiffError> {
        Ok(self.nwn2_walkmesh()?.diff_geometry(other.nwn2_walkmesh()?))
    }

    /// Which differences between two NWN2 walkmeshes may come from placeables whose footprints are not known. See
    /// [`GeometryDiff::doubt`].
    ///
    /// # Errors
    /// [`DiffError`]: a level has no NWN2 walkmesh, or one that cannot be read.
    pub fn diff_doubt(&self, other: &Self, diff: &GeometryDiff, objects: &[GitObject]) -> Result<Doubt, DiffError> {
        Ok(diff.doubt([self.nwn2_walkmesh()?, other.nwn2_walkmesh()?], objects))
    }

    /// Compares two NWN2 walkmeshes table by table, without the other parts of the areas that they are in.
    ///
    /// # Errors
    /// [`DiffError`]: a level has no NWN2 walkmesh, or one that cannot be read.
    pub fn diff_walkmesh(&self, other: &Self) -> Result<Vec<TableDiff>, DiffError> {
        Ok(self.nwn2_walkmesh()?.diff(other.nwn2_walkmesh()?))
    }

    fn nwn2_walkmesh(&self) -> Result<&Walkmesh, DiffError> {
        let unsupported = || Unsupported { operation: Operation::DiffGeometry, found: self.kind() };
        Ok(self.as_nwn2().ok_or_else(unsupported)??)
    }
}
