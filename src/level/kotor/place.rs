//! [`Level::place`] and what else is done with the doors and placeables of a level.

use crate::instances::Instances;
use crate::kotor::{AreaContents, DoorState, PathPoints, PlacedObject};

use super::super::Level;
use super::super::game::Game;
use super::super::games::{AnyGame, of_game};
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
        let (objects, materials) = of_game!(&mut self.game, game => game.objects_mut())?;
        put(objects, file, object, &materials);
        Ok(())
    }

    /// The doors and placeables of an area of KotOR: those of its GIT whose walkmeshes were found, and then those that were
    /// [placed](Self::place), in their order.
    #[must_use]
    pub fn objects(&self) -> &[AreaObject] {
        of_game!(&self.game, game => game.objects())
    }

    /// What stands in an area of KotOR: creatures, way points, triggers and what else its GIT lists, the points of its paths, and
    /// the doors and placeables whose walkmeshes were not found. `None` for other levels, and for an area without a GIT.
    #[must_use]
    pub fn contents(&self) -> Option<&AreaContents> {
        of_game!(&self.game, game => game.contents())
    }

    /// The points between which creatures plan their ways (PTH), of an area of KotOR or by themselves. An area without a GIT has those of
    /// the PTH of its layout's name, or of the only PTH beside its only layout. `None` for other levels.
    #[must_use]
    pub fn path_points(&self) -> Option<&PathPoints> {
        of_game!(&self.game, game => game.path_points())
    }

    /// Everything that the GIT of an area of KotOR or NWN2 lists. `None` for other levels, and for an area without a GIT.
    #[must_use]
    pub fn instances(&self) -> Option<&Instances> {
        of_game!(&self.game, game => game.instances())
    }

    /// Puts a door, by its number among the [objects](Self::objects), into another of its states.
    ///
    /// # Errors
    /// [`PlaceError`]: the level has no doors, there is no such object, or the object has no such state.
    pub fn set_door(&mut self, object: usize, state: DoorState) -> Result<(), PlaceError> {
        let (objects, _) = of_game!(&mut self.game, game => game.objects_mut())?;
        objects.get_mut(object).ok_or(PlaceError::NoSuchObject(object))?.set_state(state)
    }

    /// Puts every door into a state, except those that never open and those whose walkmesh in this state was not found. Returns how many
    /// doors are in the state then.
    ///
    /// # Errors
    /// [`PlaceError::Unsupported`]: the level has no doors.
    pub fn set_doors(&mut self, state: DoorState) -> Result<usize, PlaceError> {
        let (objects, _) = of_game!(&mut self.game, game => game.objects_mut())?;
        let doors = objects.iter_mut().filter(|object| object.state().is_some() && !object.is_fixed());
        Ok(doors.filter_map(|door| door.set_state(state).ok()).count())
    }
}
