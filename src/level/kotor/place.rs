//! [`Level::place`], and what else is done with the doors and placeables of an area.

use crate::kotor::{DoorState, MaterialTable, PlacedObject};

use super::super::games::AnyGame;
use super::super::{Level, Operation, Unsupported};
use super::objects::{AreaObject, PlaceError, put};

impl Level {
    /// Puts a placeable into an area of KotOR, or a door in one of its states. The walkmesh of a door in another state, by the
    /// name of its file, is a state of the same door if it is placed with the same position and bearing: the door is in the state
    /// that was placed first until [`set_door`](Self::set_door) changes it. The object has the materials of the area.
    ///
    /// Answers and findings call an object by its file.
    ///
    /// # Errors
    /// [`PlaceError::Unsupported`] for other levels; [`PlaceError::Room`].
    pub fn place(&mut self, file: impl Into<String>, object: PlacedObject) -> Result<(), PlaceError> {
        let file = file.into();
        if object.walkmesh().kind().is_room() {
            return Err(PlaceError::Room(file));
        }
        let (objects, materials) = self.objects_mut()?;
        put(objects, file, object, &materials);
        Ok(())
    }

    /// Puts a door, by its number among the [objects](super::KotorParts::objects), into another of its states.
    ///
    /// # Errors
    /// [`PlaceError`]: the level has no doors, there is no such object, or the object has no such state.
    pub fn set_door(&mut self, object: usize, state: DoorState) -> Result<(), PlaceError> {
        let (objects, _) = self.objects_mut()?;
        objects.get_mut(object).ok_or(PlaceError::NoSuchObject(object))?.set_state(state)
    }

    /// Puts every door into a state, except those that never open and those whose walkmesh in this state was not found. Returns how many
    /// doors are in the state then.
    ///
    /// # Errors
    /// [`PlaceError::Unsupported`]: the level has no doors.
    pub fn set_doors(&mut self, state: DoorState) -> Result<usize, PlaceError> {
        let (objects, _) = self.objects_mut()?;
        let doors = objects.iter_mut().filter(|object| object.state().is_some() && !object.is_fixed());
        Ok(doors.filter_map(|door| door.set_state(state).ok()).count())
    }

    fn objects_mut(&mut self) -> Result<(&mut Vec<AreaObject>, MaterialTable), Unsupported> {
        let lacks = self.lacks(Operation::Place);
        if let AnyGame::Lyt(area) = &mut self.game { area.objects_mut() } else { Err(lacks) }
    }
}
