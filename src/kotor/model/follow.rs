//! Writes an edited room, or a broken tree, into its model.

use super::{Model, ModelError};
use crate::kotor::Walkmesh;

impl Model {
    /// Writes a room into its model if the model matched the room before an edit and no longer does: [`Walkmesh::keeps_model_of`].
    /// Otherwise only a broken tree is replaced: [`bake_tree`](Self::bake_tree). Returns whether something was written.
    ///
    /// # Errors
    /// The errors of [`set_walkmesh`](Self::set_walkmesh).
    pub fn follow(&mut self, before: &Walkmesh, after: &Walkmesh) -> Result<bool, ModelError> {
        let moved = match (before.layout_position, after.layout_position) {
            (Some(then), Some(now)) => std::array::from_fn(|axis| now[axis] - then[axis]),
            _ => [0.0; 3],
        };
        if after.keeps_model_of(before, moved) {
            return self.bake_tree(after);
        }
        self.set_walkmesh(after)?;
        Ok(true)
    }
}
