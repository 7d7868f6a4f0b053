//! Comparison of levels by the geometry of their floors.

use crate::exchange::FloorDiff;

use super::{DiffError, Level};

impl Level {
    /// Compares the walkable floors of two levels of one game and the paths on them. See [`FloorDiff`].
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
}
