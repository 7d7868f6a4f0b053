//! Access to the parts and operations that are specific to one game.

use crate::kotor::{DoorState, MaterialTable, PlacedObject};
use crate::nwn2::{OptimiseOptions, Savings};

use super::games::AnyGame;
use super::kotor::{AreaLevel, AreaObject, KotorParts, PlaceError, put};
use super::nwn2::Nwn2Parts;
use super::silkroad::SilkroadParts;
use super::{EditError, Level, Operation, Unsupported};

impl Level {
    /// The parts that only KotOR levels have.
    #[must_use]
    pub fn kotor(&self) -> KotorParts<'_> {
        match &self.game {
            AnyGame::Bwm(room) => room.parts(),
            AnyGame::Lyt(area) => area.parts(),
            AnyGame::Git(objects) => objects.parts(),
            AnyGame::Pth(path) => path.parts(),
            _ => KotorParts::default(),
        }
    }

    /// The KotOR area of this level.
    pub(super) fn area_level(&self) -> Option<&AreaLevel> {
        if let AnyGame::Lyt(area) = &self.game { Some(area) } else { None }
    }

    /// The parts that only NWN2 levels have.
    #[must_use]
    pub fn nwn2(&self) -> Nwn2Parts<'_> {
        match &self.game {
            AnyGame::Trn(area) => area.parts(),
            _ => Nwn2Parts::default(),
        }
    }

    /// The parts that only Silkroad levels have.
    #[must_use]
    pub fn silkroad(&self) -> SilkroadParts<'_> {
        match &self.game {
            AnyGame::AiNav(dungeon) => dungeon.parts(),
            AnyGame::Dof(blocks) => blocks.parts(),
            _ => SilkroadParts::default(),
        }
    }

    /// Removes what the options select, and zeroes bytes that the game left uninitialised. If it fails, the level is unchanged.
    ///
    /// # Errors
    /// [`EditError`], with the reason; [`EditError::Unsupported`] for files from which nothing can be removed.
    pub fn optimise(&mut self, options: &OptimiseOptions) -> Result<Savings, EditError> {
        let lacks = self.lacks(Operation::Optimise);
        if let AnyGame::Trn(area) = &mut self.game { area.optimise(options) } else { Err(lacks.into()) }
    }

    /// Puts a placeable, or a door in one of its states, into an area of KotOR. A second state of a door, recognised by its file name,
    /// position and bearing, joins that door, which stays in the state placed first until [`set_door`](Self::set_door) changes it. The
    /// object has the materials of the area.
    ///
    /// Answers and findings name an object by its file.
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

    /// Puts a door, by its number among the [objects](KotorParts::objects), into another state.
    ///
    /// # Errors
    /// [`PlaceError`]: the level has no doors, there is no such object, or the object has no such state.
    pub fn set_door(&mut self, object: usize, state: DoorState) -> Result<(), PlaceError> {
        let (objects, _) = self.objects_mut()?;
        objects.get_mut(object).ok_or(PlaceError::NoSuchObject(object))?.set_state(state)
    }

    /// Puts every door into a state, except those that never open and those whose walkmesh in this state was not found. Returns how many
    /// doors are then in that state.
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
