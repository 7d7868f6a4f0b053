//! [`AreaObject`]: the doors and placeables that are put into an area of KotOR.

use crate::finding::{PartKind, Place, PlacePart};
use crate::instances::Instance;
use crate::kotor::{DoorState, Kind, MaterialTable, PlacedObject};

use super::super::Unsupported;

/// A door or placeable in an area of KotOR: see [`Level::place`](super::super::Level::place).
#[derive(Clone, Debug)]
pub struct AreaObject {
    name: String,
    /// The tag that the GIT gives it; empty if it was placed by hand.
    tag: String,
    /// Its place in the GIT.
    instance: Option<PlacePart>,
    states: Vec<ObjectState>,
    current: usize,
    /// True if it never moves: a placeable, or a door that never opens.
    is_fixed: bool,
}

/// A state of a door, or the only state of a placeable.
#[derive(Clone, Debug)]
pub(super) struct ObjectState {
    pub(super) state: Option<DoorState>,
    pub(super) file: String,
    pub(super) placed: PlacedObject,
}

/// The reason why an object cannot be put into an area, or a door into a state.
/// Cause: the caller.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum PlaceError {
    /// The level is not an area of KotOR whose rooms were read.
    #[error(transparent)]
    Unsupported(#[from] Unsupported),
    /// The walkmesh belongs to a room.
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

impl AreaObject {
    /// The object of an instance, in the state with this number.
    pub(super) fn of_instance(
        instance: &Instance,
        name: String,
        states: Vec<ObjectState>,
        current: usize,
        is_fixed: bool,
    ) -> Self {
        Self { name, tag: instance.name().to_owned(), instance: Some(instance.place()), states, current, is_fixed }
    }

    /// The tag that the area's GIT gives it, or else its template; empty if it was [placed](super::super::Level::place) by hand.
    #[must_use]
    pub fn tag(&self) -> &str {
        &self.tag
    }

    /// Returns whether it is a placeable of the GIT, or a door that never opens. For objects placed by hand this is not known.
    #[must_use]
    pub fn is_fixed(&self) -> bool {
        self.is_fixed
    }

    /// The name in answers and findings: the file of its walkmesh, and its tag if it has one.
    #[must_use]
    pub fn label(&self) -> String {
        if self.tag.is_empty() { self.file().to_owned() } else { format!("{} {}", self.tag, self.file()) }
    }

    /// Its place in the GIT, or, if it was placed by hand, its [`label`](Self::label).
    #[must_use]
    pub fn place(&self) -> Place {
        let label = || PlacePart::from(PartKind::Object).named(self.label());
        self.instance.clone().unwrap_or_else(label).into()
    }

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

    /// Puts a door into another state.
    pub(in crate::level) fn set_state(&mut self, state: DoorState) -> Result<(), PlaceError> {
        let found = self.states.iter().position(|it| it.state == Some(state));
        self.current = found.ok_or_else(|| PlaceError::NoSuchState { name: self.name.clone(), state })?;
        Ok(())
    }

    /// Its walkmesh in its state, placed in the area.
    #[must_use]
    pub fn placed(&self) -> &PlacedObject {
        &self.states[self.current].placed
    }
}

/// Adds an object, or adds a state to a door at the same position.
pub(in crate::level) fn put(
    objects: &mut Vec<AreaObject>,
    file: String,
    placed: PlacedObject,
    materials: &MaterialTable,
) {
    let door = DoorState::of_file(&file).filter(|_| placed.walkmesh().kind() == Kind::Dwk);
    let name = door.map_or(&*file, |(model, _)| model).to_owned();
    let stand = |placed: &PlacedObject| (placed.position(), placed.bearing_radians());
    let of_door = |it: &&mut AreaObject| {
        door.is_some_and(|(_, state)| it.states().all(|known| known != state))
            && it.name == name
            && stand(it.placed()) == stand(&placed)
    };
    let known = objects.iter_mut().find(of_door);
    let state = ObjectState { state: door.map(|(_, state)| state), file, placed: placed.with_materials(materials) };
    match known {
        Some(object) => object.states.push(state),
        None => objects.push(AreaObject {
            name,
            tag: String::new(),
            instance: None,
            states: vec![state],
            current: 0,
            is_fixed: false,
        }),
    }
}
