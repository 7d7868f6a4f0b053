//! Edits of the use hooks of placeables and doors, and of the position of a walkmesh.

use walkmesh_formats::Vector3;

use super::checked;
use crate::kotor::stale::StaleTree;
use crate::kotor::{EditError, Kind, Walkmesh};

impl Walkmesh {
    /// Sets the use hooks, relative to the walkmesh's position. A door stores them in its model's frame too.
    ///
    /// # Errors
    /// [`EditError::NotFinite`].
    pub fn set_hooks(&mut self, relative: [[f32; 3]; 2]) -> Result<(), EditError> {
        let [first, second] = [checked(relative[0].into())?, checked(relative[1].into())?];
        self.set_checked_hook(0, first);
        self.set_checked_hook(1, second);
        Ok(())
    }

    /// Sets one use hook, 0 or 1, relative to the walkmesh's position; the other hook is unchanged.
    ///
    /// # Errors
    /// [`EditError::NotFinite`] and [`EditError::NoSuchHook`].
    pub fn set_hook(&mut self, hook: usize, relative: impl Into<[f32; 3]>) -> Result<(), EditError> {
        if hook > 1 {
            return Err(EditError::NoSuchHook(hook));
        }
        self.set_checked_hook(hook, checked(relative.into().into())?);
        Ok(())
    }

    fn set_checked_hook(&mut self, hook: usize, relative: Vector3) {
        let absolute = self.absolute_hook(relative);
        let raw = &mut self.raw;
        if hook == 0 {
            (raw.relative_use_position_1, raw.absolute_use_position_1) = (relative, absolute);
        } else {
            (raw.relative_use_position_2, raw.absolute_use_position_2) = (relative, absolute);
        }
    }

    /// A hook in the model's frame; only doors store it.
    fn absolute_hook(&self, relative: Vector3) -> Vector3 {
        let position = self.position();
        match (self.kind, <[f32; 3]>::from(relative)) {
            (Kind::Dwk, hook) => std::array::from_fn::<f32, 3, _>(|axis| hook[axis] + position[axis]).into(),
            _ => Vector3::default(),
        }
    }

    /// Sets the walkmesh's position in its model, in metres. The vertices and relative hooks of a placeable or door
    /// move with it, because they are relative to it. A room's vertices and hooks stay, because they are in area space.
    ///
    /// # Errors
    /// [`EditError::NotFinite`].
    pub fn set_position(&mut self, position: impl Into<[f32; 3]>) -> Result<(), EditError> {
        self.raw.position = checked(position.into().into())?;
        for (hook, was) in self.hooks().into_iter().enumerate() {
            let is_used = was.relative != [0.0; 3] || was.absolute != [0.0; 3];
            if self.kind == Kind::Dwk && is_used {
                self.set_checked_hook(hook, was.relative.into());
            }
        }
        if self.kind.is_room() && self.layout_position.is_some() {
            // The boxes of the tree are rounded around the position.
            self.stale.tree = self.stale.tree.max(StaleTree::Boxes);
        }
        Ok(())
    }
}
