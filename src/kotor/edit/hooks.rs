//! Edits of the use hooks of placeables and doors.

use walkmesh_formats::Vector3;

use super::checked;
use crate::kotor::{EditError, Kind, Walkmesh};

impl Walkmesh {
    /// Sets the use hooks, relative to the walkmesh's position. A door stores them in its model's frame too.
    ///
    /// # Errors
    /// [`EditError::NotFinite`].
    pub fn set_hooks(&mut self, relative: [[f32; 3]; 2]) -> Result<(), EditError> {
        let [first, second] = [checked(relative[0].into())?, checked(relative[1].into())?];
        let position = self.position();
        let absolute = |hook: Vector3| match (self.kind, <[f32; 3]>::from(hook)) {
            (Kind::Dwk, hook) => std::array::from_fn::<f32, 3, _>(|axis| hook[axis] + position[axis]).into(),
            _ => Vector3::default(),
        };
        let (first_absolute, second_absolute) = (absolute(first), absolute(second));
        let raw = &mut self.raw;
        (raw.relative_use_position_1, raw.absolute_use_position_1) = (first, first_absolute);
        (raw.relative_use_position_2, raw.absolute_use_position_2) = (second, second_absolute);
        Ok(())
    }
}
