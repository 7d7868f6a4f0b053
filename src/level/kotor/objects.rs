//! [`AreaObject`]: the doors and placeables that are put into an area of KotOR.

use crate::kotor::{DoorState, Kind, MaterialTable, PlacedObject};

use super::super::game::{AnyGame, Game, of_game};
use super::super::{Level, Unsupported};

/// A door or placeable in an area of KotOR: see [`Level::place`].
#[derive(Clone, Debug)]
pub struct AreaObject {
    name: String,
    states: Vec<ObjectState>,
    current: usize,
}

/// A state of a door; the only one of a placeable.
#[derive(Clone, Debug)]
struct ObjectState {
    state: Option<DoorState>,
    file: String,
    placed: PlacedObject,
}

/// Why an object cannot be put into an area, or a door into a state.
/// Cause: the caller.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum PlaceError {
    /// The level is not an area of KotOR whose rooms were read.
    #[error(transparent)]
    Unsupported(#[from] Unsupported),
    /// The walkmesh is that of a room.
    #[error("{0} is the walkmesh of a room; a placeable's .pwk or a door's .dwk can be placed")]
    Room(String),
    /// No object has this number.
    #[error("there is no object {0}")]
    NoSuchObject(usize),
    /// The walkmesh of the door in this state was not placed.
    #[error("the walkmesh of {name} in the state `{}` is missing", state.name())]
    NoSuchState {
        /// The object.
        name: String,
        /// The state.
        state: DoorState,
    },
}

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

    /// The doors and placeables of an area of KotOR, in the order in which they were [placed](Self::place).
    #[must_use]
    pub fn objects(&self) -> &[AreaObject] {
        of_game!(&self.game, game => game.objects())
    }

    /// Puts a door, by its number among the [objects](Self::objects), into another of its states.
    ///
    /// # Errors
    /// [`PlaceError`]: the level has no doors, there is no such object, or the object has no such state.
    pub fn set_door(&mut self, object: usize, state: DoorState) -> Result<(), PlaceError> {
        let (objects, _) = of_game!(&mut self.game, game => game.objects_mut())?;
        let object = objects.get_mut(object).ok_or(PlaceError::NoSuchObject(object))?;
        let found = object.states.iter().position(|it| it.state == Some(state));
        object.current = found.ok_or_else(|| PlaceError::NoSuchState { name: object.name.clone(), state })?;
        Ok(())
    }
}

impl AreaObject {
    /// The model of a door; the file of a placeable.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The states of a door whose walkmeshes were placed; none of a placeable.
    pub fn states(&self) -> impl Iterator<Item = DoorState> {
        self.states.iter().filter_map(|it| it.state)
    }

    /// The state that a door is in; `None` for a placeable.
    #[must_use]
    pub fn state(&self) -> Option<DoorState> {
        self.states[self.current].state
    }

    /// The file of its walkmesh in its state.
    #[must_use]
    pub fn file(&self) -> &str {
        &self.states[self.current].file
    }

    /// Its walkmesh in its state, where it stands.
    #[must_use]
    pub fn placed(&self) -> &PlacedObject {
        &self.states[self.current].placed
    }
}

/// Adds an object, or a state to a door that stands in the same place.
fn put(objects: &mut Vec<AreaObject>, file: String, placed: PlacedObject, materials: &MaterialTable) {
    let door = DoorState::of_file(&file).filter(|_| placed.walkmesh().kind() == Kind::Dwk);
    let name = door.map_or(&*file, |(model, _)| model).to_owned();
    let stand = |placed: &PlacedObject| (placed.position(), placed.bearing());
    let of_door = |it: &&mut AreaObject| {
        door.is_some_and(|(_, state)| it.states().all(|known| known != state))
            && it.name == name
            && stand(it.placed()) == stand(&placed)
    };
    let known = objects.iter_mut().find(of_door);
    let state = ObjectState { state: door.map(|(_, state)| state), file, placed: placed.with_materials(materials) };
    match known {
        Some(object) => object.states.push(state),
        None => objects.push(AreaObject { name, states: vec![state], current: 0 }),
    }
}
