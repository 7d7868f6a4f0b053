//! Levels compared by place: floors of any game, and the triangles of NWN2 walkmeshes.

use crate::diff::TableDiff;
use crate::exchange::FloorDiff;
use crate::nwn2::{GeometryDiff, Walkmesh};

use super::{DiffError, Level, Operation, Unsupported};

impl Level {
    /// Compares the walkable floors of two levels of one game and the ways on them. See [`FloorDiff`].
    ///
    /// # Errors
    /// [`DiffError`]: the levels are of different games, or one has no floor.
    pub fn diff_floor(&self, other: &Self) -> Result<FloorDiff, DiffError> {
        let (left, right) = (self.kind(), other.kind());
        if left.game() != right.game() {
            return Err(DiffError::DifferentKinds { left, right });
        }
        Ok(FloorDiff::new(&self.to_floor()?, &other.to_floor()?, left.up())?)
    }

    /// Compares two NWN2 walkmeshes by the places of their triangles. See [`GeometryDiff`].
    ///
    /// # Errors
    /// [`DiffError`]: a level has no NWN2 walkmesh, or one that cannot be read.
    pub fn diff_geometry(&self, other: &Self) -> Result<GeometryDiff, DiffError> {
        Ok(self.nwn2_walkmesh()?.diff_geometry(other.nwn2_walkmesh()?))
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
