//! A KotOR area made of files: rooms by their layout, and the doors and placeables that stand in it.

use walkmesh::kotor::{Area, DoorState, Kind, Layout, MaterialTable, Placed, RoomId, Walkmesh};
use walkmesh::level::{MaterialChoice, Navigator};
use wasm_bindgen::JsValue;

use crate::error::{throw, thrown};
use crate::files::{NamedFile, Stand};

/// The rooms of an area, with its objects.
#[derive(Clone)]
pub struct AreaFiles {
    pub area: Area,
    /// The files of the rooms, by which a painted room is saved.
    pub names: Vec<(RoomId, String)>,
    pub objects: Vec<Object>,
}

/// A door or placeable.
#[derive(Clone)]
pub struct Object {
    /// The model of a door; the name of a placeable's file.
    pub name: String,
    pub stand: Stand,
    pub states: Vec<State>,
    pub state: usize,
}

/// A state of a door; the only one of a placeable.
#[derive(Clone)]
pub struct State {
    pub state: Option<DoorState>,
    pub file: String,
    pub walkmesh: Walkmesh,
}

impl State {
    /// The state as users name it.
    pub fn label(&self) -> &'static str {
        match self.state {
            None => "",
            Some(DoorState::Closed) => "closed",
            Some(DoorState::Open1) => "open1",
            Some(DoorState::Open2) => "open2",
        }
    }
}

impl Object {
    /// Its walkmesh in its state, where it stands.
    pub fn placed(&self) -> Placed {
        Placed::new(self.states[self.state].walkmesh.clone(), self.stand.position, self.stand.bearing)
    }
}

impl AreaFiles {
    /// Builds the area. Files that are no walkmeshes are left out.
    pub fn open(layout: Layout, files: &[NamedFile], materials: Option<&MaterialChoice>) -> Result<Self, JsValue> {
        let mut area = Area::new(layout);
        let mut names = Vec::new();
        let mut objects: Vec<(&NamedFile, Stand, Walkmesh)> = Vec::new();
        for file in files {
            let Some(kind) = Kind::of_file(&file.name) else { continue };
            let named = |error: &dyn std::fmt::Display| thrown("OpenError", format_args!("{}: {error}", file.name));
            let walkmesh = Walkmesh::from_bytes(&file.bytes).map_err(|error| named(&error))?.with_kind(kind);
            match file.stand {
                Some(stand) => objects.push((file, stand, walkmesh)),
                None if kind.is_room() => {
                    let stem = file.name.rsplit_once('.').map_or(&*file.name, |(stem, _)| stem);
                    let room = area.insert_named(stem, walkmesh).map_err(|error| named(&error))?;
                    names.extend(room.map(|room| (room, file.name.clone())));
                }
                None => {}
            }
        }
        if names.is_empty() {
            return Err(thrown("OpenError", "no file is a room that the layout names; add the rooms' .wok files"));
        }
        if let Some(choice) = materials {
            area = choice.of_area(area);
        }
        let table = area.materials();
        Ok(Self { area, names, objects: grouped(objects, &table) })
    }

    /// The navigator of the rooms, with the objects in their states.
    pub fn navigator(&self) -> Navigator {
        let placed = self.objects.iter().map(|object| (object.states[object.state].file.clone(), object.placed()));
        Navigator::of_area(self.area.clone(), placed.collect())
    }

    /// The file of a room.
    pub fn file_of(&self, room: RoomId) -> Option<&str> {
        self.names.iter().find(|(id, _)| *id == room).map(|(_, name)| &**name)
    }

    /// Puts a door into another of its states.
    pub fn set_state(&mut self, object: usize, label: &str) -> Result<(), JsValue> {
        let number = object;
        let object =
            self.objects.get_mut(object).ok_or_else(|| thrown("Error", format_args!("there is no object {number}")))?;
        let state = object.states.iter().position(|state| state.label() == label);
        object.state = state.ok_or_else(|| {
            thrown("Error", format_args!("the walkmesh of {} in the state `{label}` is not at hand", object.name))
        })?;
        Ok(())
    }
}

/// The states of each door together.
fn grouped(files: Vec<(&NamedFile, Stand, Walkmesh)>, materials: &MaterialTable) -> Vec<Object> {
    let mut objects: Vec<Object> = Vec::new();
    for (file, stand, walkmesh) in files {
        let walkmesh = walkmesh.with_materials(materials.clone());
        let door = DoorState::of_file(&file.name).filter(|_| walkmesh.kind() == Kind::Dwk);
        let name = door.map_or(&*file.name, |(model, _)| model).to_owned();
        let state = State { state: door.map(|(_, state)| state), file: file.name.clone(), walkmesh };
        let same = |object: &&mut Object| object.name == name && object.stand == stand && door.is_some();
        match objects.iter_mut().find(same) {
            Some(object) => object.states.push(state),
            None => objects.push(Object { name, stand, states: vec![state], state: 0 }),
        }
    }
    objects
}

/// The table of materials in the bytes of a `surfacemat.2da`.
pub fn materials_of(bytes: &[u8]) -> Result<MaterialChoice, JsValue> {
    MaterialTable::from_2da(bytes).map(MaterialChoice::Table).map_err(throw("OpenError"))
}
