//! [`Files`]: files and the levels among them, before they are opened.

use std::cell::OnceCell;

use serde::Serialize;
use walkmesh::kotor::PlacedObject;
use walkmesh::level::{Collection, FoundLevel, Level, LevelError, MaterialChoice, OpenOptions};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::answers::object;
use crate::error::{Thrown, throw, thrown};
use crate::location::point_in_space;

/// Files to open together: files, folders, archives (MOD, ERF, HAK, SAV, RIM) and zips, by their paths. It finds the
/// files that belong together: a layout with its rooms, tables and objects; the archives of one module; a Silkroad
/// dungeon's tables, its DOF and the BMS of each block.
#[wasm_bindgen]
#[derive(Debug, Default)]
pub struct Files {
    collection: Collection,
    /// The levels, once requested.
    levels: OnceCell<Vec<FoundLevel>>,
    objects: Vec<Object>,
    as_stored: bool,
}

/// The walkmesh of a door or placeable, and its position.
#[derive(Clone, Debug)]
struct Object {
    name: String,
    bytes: Vec<u8>,
    position: [f32; 3],
    bearing: f32,
}

#[wasm_bindgen]
impl Files {
    /// No files.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Fails if a call that ended in a panic still holds it.
    #[wasm_bindgen(js_name = __touch, skip_typescript)]
    pub fn touch(&mut self) {}

    /// True if files of this name are read. Others can be omitted.
    #[must_use]
    pub fn reads(path: &str) -> bool {
        Collection::reads(path)
    }

    /// Adds a file by its name or path. The files of an archive or a zip are added.
    pub fn add(&mut self, path: String, bytes: Vec<u8>) {
        self.levels.take();
        self.collection.add(path, bytes);
    }

    /// Announces a file that is read in parts, so that a large archive is not read whole: [`missing`](Self::missing)
    /// gives the parts to read next.
    pub fn announce(&mut self, path: String, size: f64) {
        self.collection.announce(path, size as u64);
    }

    /// The parts of an announced file to supply next, each with its start and end. Nothing if the file is complete.
    #[wasm_bindgen(unchecked_return_type = "[number, number][]")]
    pub fn missing(&mut self, path: &str) -> Result<JsValue, Thrown> {
        self.levels.take();
        let ranges = self.collection.missing(path);
        object(&ranges.into_iter().map(|range| [range.start, range.end]).collect::<Vec<_>>())
    }

    /// Supplies a part of an announced file; an empty part if the file can no longer be read.
    pub fn supply(&mut self, path: &str, from: f64, bytes: Vec<u8>) {
        self.levels.take();
        self.collection.supply(path, from as u64, bytes);
    }

    /// The levels among the files.
    #[wasm_bindgen(unchecked_return_type = "FoundLevel[]")]
    pub fn levels(&self) -> Result<JsValue, Thrown> {
        object(&self.found())
    }

    /// The target archives for files of a level: the archive that has a file of that name; for a new file the archive
    /// with the level.
    #[wasm_bindgen(js_name = archivesOf, unchecked_return_type = "{ archive: string, names: string[] }[]")]
    pub fn archives_of(&self, path: &str, names: Vec<String>) -> Result<JsValue, Thrown> {
        #[derive(Serialize)]
        struct Home<'n> {
            archive: String,
            names: Vec<&'n str>,
        }
        let homes = self.collection.archives_of(self.find(path)?, names.iter().map(String::as_str));
        object(&homes.into_iter().map(|(archive, names)| Home { archive, names }).collect::<Vec<_>>())
    }

    /// The bytes of a file by its path, also within an archive, or of an archive that was added whole.
    pub fn read(&self, path: &str) -> Result<Vec<u8>, Thrown> {
        self.collection.read(path).map_err(throw("OpenError"))
    }

    /// Adds the walkmesh of a placeable, or of a door in one of its states, to the area, with its position in metres, z
    /// up, and its bearing in radians, counter-clockwise in the plan view. Add the states of a door with the same
    /// position; the first one is the present state.
    pub fn place(
        &mut self,
        name: String,
        bytes: Vec<u8>,
        #[wasm_bindgen(unchecked_param_type = "Point")] position: &JsValue,
        bearing: f32,
    ) -> Result<(), Thrown> {
        self.place_at(name, bytes, point_in_space(position)?, bearing);
        Ok(())
    }

    /// KotOR: takes the walkable materials from the stored neighbours of the files instead of a `surfacemat.2da` among
    /// them.
    #[wasm_bindgen(js_name = useStoredMaterials)]
    pub fn use_stored_materials(&mut self) {
        self.as_stored = true;
    }
}

impl Files {
    pub(crate) fn place_at(&mut self, name: String, bytes: Vec<u8>, position: [f32; 3], bearing: f32) {
        self.objects.push(Object { name, bytes, position, bearing });
    }

    fn options(&self) -> OpenOptions {
        OpenOptions::default().with_materials(self.as_stored.then_some(MaterialChoice::AsStored))
    }

    fn found(&self) -> &[FoundLevel] {
        self.levels.get_or_init(|| self.collection.levels())
    }

    fn find(&self, path: &str) -> Result<&FoundLevel, Thrown> {
        let found = self.found().iter().find(|level| level.path == path);
        found.ok_or_else(|| thrown("OpenError", format_args!("there is no level {path}")))
    }

    /// Opens one of the levels among the files.
    pub(crate) fn open_level(&self, path: &str) -> Result<Level, Thrown> {
        let level = self.find(path)?;
        self.collection.open(level, &self.options()).map_err(|error| match error {
            // The caller knows the name of its own file.
            LevelError::Open { name, error } if name == level.file => thrown("OpenError", error),
            LevelError::File(error) if error.name == path => thrown("OpenError", error.reason),
            error => thrown("OpenError", error),
        })
    }

    /// Opens the files as one level.
    pub(crate) fn open(&self) -> Result<Level, Thrown> {
        let options = self.options();
        let mut level = self.collection.open_all(&options).map_err(|error| thrown("OpenError", error))?;
        for Object { name, bytes, position, bearing } in &self.objects {
            let object = Level::from_bytes(bytes, &options.clone().with_name(&**name));
            let object = object.map_err(|error| thrown("OpenError", format_args!("{name}: {error}")))?;
            let no_object = || thrown("OpenError", format_args!("{name} is {}, and cannot be placed", object.kind()));
            let placed = PlacedObject::new(object.kotor().walkmesh.ok_or_else(no_object)?.clone(), *position, *bearing);
            level.place(&**name, placed).map_err(throw("OpenError"))?;
        }
        Ok(level)
    }
}
