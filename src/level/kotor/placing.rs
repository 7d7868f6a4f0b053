//! [`Placing`]: finds the walkmeshes of doors and placeables, and the sizes of creatures, by their templates and the game's tables.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::instances::{Instance, InstanceKind};
use crate::kotor::engine::Walker;
use crate::kotor::{
    AppearanceTable, AreaCreature, DoorState, Kind, MaterialTable, MissingReason, ModelRow, ModelTable, PlacedObject,
    Template, Walkmesh,
};

use super::super::files::Files;
use super::super::game::Source;
use super::super::{LevelError, OpenError, OpenOptions};
use super::objects::{AreaObject, ObjectState};

/// The table of the sizes of creatures.
const APPEARANCES: &str = AppearanceTable::FILE;
/// Maximum number of bytes of the walkmeshes of an area's objects, in total. Each object has its own copy.
const MAX_BYTES: usize = 1 << 26;

/// Finds the walkmeshes of doors and placeables, and the sizes of creatures. Each file is read once, however many objects need it.
pub(super) struct Placing<'p, 's, 'f> {
    source: &'p mut Source<'s, 'f>,
    options: &'p OpenOptions,
    materials: &'p MaterialTable,
    templates: BTreeMap<String, Result<Template, MissingReason>>,
    tables: BTreeMap<&'static str, Result<ModelTable, MissingReason>>,
    appearances: Option<Result<Arc<AppearanceTable>, MissingReason>>,
    walkmeshes: BTreeMap<String, Result<Found, MissingReason>>,
    /// Number of bytes of the walkmeshes of the objects so far.
    bytes: usize,
}

/// A walkmesh and its file.
#[derive(Clone)]
struct Found {
    /// The name of the file in its own spelling.
    file: String,
    walkmesh: Walkmesh,
    bytes: usize,
}

impl<'p, 's, 'f> Placing<'p, 's, 'f> {
    /// Searches these files, with the materials of the area.
    pub(super) fn new(source: &'p mut Source<'s, 'f>, options: &'p OpenOptions, materials: &'p MaterialTable) -> Self {
        let (templates, tables, walkmeshes) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        Self { source, options, materials, templates, tables, appearances: None, walkmeshes, bytes: 0 }
    }

    /// The door or placeable of an instance, with its walkmesh placed in the area.
    pub(super) fn object(&mut self, instance: &Instance) -> Result<AreaObject, MissingReason> {
        let is_door = instance.kind == InstanceKind::Door;
        let file = format!("{}.{}", instance.template, if is_door { "utd" } else { "utp" });
        let template = self.template(&file)?;
        let row = if is_door { template.of_door() } else { template.of_placeable() };
        let model = self.model(row.ok_or(MissingReason::Appearance { file })?)?;
        let states = if is_door { self.door(&model, instance)? } else { vec![self.placeable(&model, instance)?] };
        let first = template.state.filter(|_| is_door);
        let current = states.iter().position(|state| state.state == first).unwrap_or_default();
        let is_fixed = !is_door || template.is_static;
        let name = if is_door { model } else { states[current].file.clone() };
        Ok(AreaObject::of_instance(instance, name, states, current, is_fixed))
    }

    /// The creature of an instance, with the default size if its own is not found.
    pub(super) fn creature(&mut self, instance: &Instance) -> AreaCreature {
        let sizes = self.walker(instance);
        AreaCreature::new(instance, sizes)
    }

    /// The sizes of a creature.
    fn walker(&mut self, creature: &Instance) -> Result<Walker, MissingReason> {
        let row = match creature.appearance {
            Some(row) => row.into(),
            None => {
                let file = format!("{}.utc", creature.template);
                self.template(&file)?.appearance.ok_or(MissingReason::Appearance { file })?
            }
        };
        if self.appearances.is_none() {
            self.appearances = Some(self.appearances());
        }
        match &self.appearances {
            Some(Ok(table)) => {
                table.walker(row).ok_or_else(|| MissingReason::Row { table: APPEARANCES.to_owned(), row })
            }
            Some(Err(reason)) => Err(reason.clone()),
            None => Err(MissingReason::Table { file: APPEARANCES.to_owned() }),
        }
    }

    /// The table of the sizes of creatures: the given one, or the one among the files, or the game's.
    fn appearances(&mut self) -> Result<Arc<AppearanceTable>, MissingReason> {
        if let Some(given) = &self.options.appearances {
            return Ok(Arc::clone(given));
        }
        let file = APPEARANCES.to_owned();
        let of = |bytes: &[u8]| AppearanceTable::from_2da(bytes).map(Arc::new).map_err(OpenError::Models);
        if self.source.files.find(APPEARANCES).is_none()
            && let Some(bytes) = self.options.game.as_ref().and_then(|game| game.files().ok()?.read(APPEARANCES).ok())
        {
            return of(&bytes).map_err(|error| MissingReason::Unreadable { file, error: error.to_string() });
        }
        self.read(APPEARANCES, || MissingReason::Table { file }, of).map(|(_, table)| table)
    }

    fn template(&mut self, file: &str) -> Result<Template, MissingReason> {
        let key = file.to_ascii_lowercase();
        if let Some(known) = self.templates.get(&key) {
            return known.clone();
        }
        let missing = || MissingReason::Template { file: file.to_owned() };
        let read = self.read(file, missing, |bytes| Ok(Template::from_bytes(bytes)?)).map(|(_, template)| template);
        self.templates.insert(key, read.clone());
        read
    }

    fn model(&mut self, ModelRow { table, row }: ModelRow) -> Result<String, MissingReason> {
        if !self.tables.contains_key(table) {
            let missing = || MissingReason::Table { file: table.to_owned() };
            let read = self.read(table, missing, |bytes| ModelTable::from_2da(bytes).map_err(OpenError::Models));
            self.tables.insert(table, read.map(|(_, table)| table));
        }
        let name = || table.to_owned();
        match self.tables.get(table) {
            Some(Ok(models)) => match models.model(row) {
                Some(Some(model)) => Ok(model.to_owned()),
                Some(None) => Err(MissingReason::Model { table: name(), row }),
                None => Err(MissingReason::Row { table: name(), row }),
            },
            Some(Err(reason)) => Err(reason.clone()),
            None => Err(MissingReason::Table { file: name() }),
        }
    }

    fn placeable(&mut self, model: &str, instance: &Instance) -> Result<ObjectState, MissingReason> {
        self.state(&format!("{model}.pwk"), Kind::Pwk, None, instance)
    }

    /// The states of a door whose walkmeshes exist.
    fn door(&mut self, model: &str, instance: &Instance) -> Result<Vec<ObjectState>, MissingReason> {
        let mut found = Vec::new();
        for state in DoorState::ALL {
            match self.state(&state.file(model), Kind::Dwk, Some(state), instance) {
                Ok(state) => found.push(state),
                // A door may lack some of its states, but not all.
                Err(MissingReason::Walkmesh { .. }) => {}
                Err(reason) => return Err(reason),
            }
        }
        let closed = || MissingReason::Walkmesh { file: DoorState::Closed.file(model) };
        if found.is_empty() { Err(closed()) } else { Ok(found) }
    }

    fn state(
        &mut self,
        file: &str,
        kind: Kind,
        state: Option<DoorState>,
        instance: &Instance,
    ) -> Result<ObjectState, MissingReason> {
        let Found { file, walkmesh, bytes } = self.walkmesh(file, kind)?;
        self.bytes = self.bytes.saturating_add(bytes);
        if self.bytes > MAX_BYTES {
            return Err(MissingReason::TooMany);
        }
        let placed = PlacedObject::new(walkmesh, instance.position, instance.bearing_radians);
        Ok(ObjectState { state, file, placed: placed.with_materials(self.materials) })
    }

    fn walkmesh(&mut self, file: &str, kind: Kind) -> Result<Found, MissingReason> {
        let key = file.to_ascii_lowercase();
        if let Some(known) = self.walkmeshes.get(&key) {
            return known.clone();
        }
        let missing = || MissingReason::Walkmesh { file: file.to_owned() };
        let of = |bytes: &[u8]| Ok((Walkmesh::from_bytes(bytes)?.with_kind(kind), bytes.len()));
        let read = self.read(file, missing, of);
        let read = read.map(|(file, (walkmesh, bytes))| Found { file, walkmesh, bytes });
        self.walkmeshes.insert(key, read.clone());
        read
    }

    /// Reads a file by its name, ignoring case, and returns the name in the file's own spelling.
    fn read<T>(
        &mut self,
        name: &str,
        missing: impl FnOnce() -> MissingReason,
        of: impl FnOnce(&[u8]) -> Result<T, OpenError>,
    ) -> Result<(String, T), MissingReason> {
        let file = self.source.files.find(name).ok_or_else(missing)?.to_owned();
        let unreadable = |error: LevelError| MissingReason::Unreadable {
            file: file.clone(),
            error: match error {
                LevelError::Open { error, .. } => error.to_string(),
                other => other.to_string(),
            },
        };
        let read = self.source.open(&file, of).map_err(unreadable)?;
        Ok((file, read))
    }
}
