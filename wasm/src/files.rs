//! [`Files`]: files that belong together, before they are opened.

use serde::Serialize;
use walkmesh::kotor::PlacedObject;
use walkmesh::level::{Archive, Files as _, Level, LevelError, MaterialChoice, Memory, OpenOptions, levels};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::answers::object;
use crate::error::{Thrown, throw, thrown};

/// Files that belong together: the rooms of a KotOR area with their layout, doors and placeables; or a Silkroad dungeon's
/// tables, its DOF and the BMS of each block. A `surfacemat.2da` among KotOR files is their table of materials.
#[wasm_bindgen]
#[derive(Clone, Debug, Default)]
pub struct Files {
    /// By their names without folders.
    files: Memory,
    objects: Vec<Object>,
    as_stored: bool,
}

/// The walkmesh of a door or placeable, and where it stands.
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

    /// Adds a file by its name without folders.
    pub fn add(&mut self, name: String, bytes: Vec<u8>) {
        self.files.insert(name, bytes);
    }

    /// Adds the files of an archive: MOD, ERF, HAK, SAV or RIM.
    #[wasm_bindgen(js_name = addArchive)]
    pub fn add_archive(&mut self, name: String, bytes: Vec<u8>) -> Result<(), Thrown> {
        let archive = Archive::from_bytes(name, bytes).map_err(throw("OpenError"))?;
        for member in archive.names().map_err(throw("OpenError"))? {
            let bytes = archive.read(&member).map_err(throw("OpenError"))?;
            self.files.insert(member, bytes);
        }
        Ok(())
    }

    /// The levels among the files: the name of the file to open each by, and what it is.
    #[wasm_bindgen(unchecked_return_type = "{ file: string, what: string }[]")]
    pub fn levels(&self) -> Result<JsValue, Thrown> {
        #[derive(Serialize)]
        struct Named<'n> {
            file: &'n str,
            what: &'n str,
        }
        let levels = levels(&self.files).map_err(throw("OpenError"))?;
        object(&levels.iter().map(|level| Named { file: &level.file, what: level.what }).collect::<Vec<_>>())
    }

    /// Adds the walkmesh of a placeable, or of a door in one of its states, that stands in the area: its position in metres,
    /// z up, and its bearing in radians, counter-clockwise in the plan view. The states of a door are added with the same
    /// position, and the first of them is the one that it is in.
    pub fn place(&mut self, name: String, bytes: Vec<u8>, x: f32, y: f32, z: f32, bearing: f32) {
        self.objects.push(Object { name, bytes, position: [x, y, z], bearing });
    }

    /// KotOR: walkable are the materials that the stored neighbours of the files show to be walkable, whatever a `surfacemat.2da`
    /// among them says.
    #[wasm_bindgen(js_name = useStoredMaterials)]
    pub fn use_stored_materials(&mut self) {
        self.as_stored = true;
    }
}

impl Files {
    fn options(&self) -> OpenOptions {
        OpenOptions::default().with_materials(self.as_stored.then_some(MaterialChoice::AsStored))
    }

    /// Opens one of the levels among the files.
    pub(crate) fn open_level(&self, file: &str) -> Result<Level, Thrown> {
        Level::open(&self.files, file, &self.options()).map_err(throw("OpenError"))
    }

    /// Opens the files as one level.
    pub(crate) fn open(self) -> Result<Level, Thrown> {
        let options = self.options();
        let is_alone = self.files.names().is_ok_and(|names| names.len() == 1);
        let mut level = Level::open_all(&self.files, &options).map_err(|error| match error {
            // Of one file the caller knows the name.
            LevelError::Open { error, .. } if is_alone => thrown("OpenError", error),
            error => thrown("OpenError", error),
        })?;
        for Object { name, bytes, position, bearing } in self.objects {
            let object = Level::from_bytes(&bytes, &options.clone().with_name(&*name));
            let object = object.map_err(|error| thrown("OpenError", format_args!("{name}: {error}")))?;
            let no_object = || thrown("OpenError", format_args!("{name} is {}, and cannot be placed", object.kind()));
            let placed = PlacedObject::new(object.as_kotor().ok_or_else(no_object)?.clone(), position, bearing);
            level.place(name, placed).map_err(throw("OpenError"))?;
        }
        Ok(level)
    }
}
