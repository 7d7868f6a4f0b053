//! [`Files`]: files that belong together, before they are opened.

use wasm_bindgen::prelude::wasm_bindgen;

/// Files that belong together: the rooms of a KotOR area with their layout, doors and placeables; or a Silkroad dungeon's
/// tables, its DOF and the BMS of each block. A `surfacemat.2da` among KotOR files is their table of materials.
#[wasm_bindgen]
#[derive(Clone, Debug, Default)]
pub struct Files {
    pub(crate) files: Vec<NamedFile>,
    pub(crate) as_stored: bool,
}

/// A file, and where it stands if it is that of a door or placeable in an area.
#[derive(Clone, Debug)]
pub struct NamedFile {
    /// The name without folders.
    pub name: String,
    pub bytes: Vec<u8>,
    pub stand: Option<Stand>,
}

/// Where a door or placeable stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stand {
    pub position: [f32; 3],
    pub bearing: f32,
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
        self.files.push(NamedFile { name, bytes, stand: None });
    }

    /// Adds the walkmesh of a placeable, or of a door in one of its states, that stands in the area: its position in metres,
    /// z up, and its bearing in radians, counter-clockwise in the plan view. The states of a door are added with the same
    /// position, and the first of them is the one that it is in.
    pub fn place(&mut self, name: String, bytes: Vec<u8>, x: f32, y: f32, z: f32, bearing: f32) {
        self.files.push(NamedFile { name, bytes, stand: Some(Stand { position: [x, y, z], bearing }) });
    }

    /// KotOR: walkable are the materials that the stored neighbours of the files show to be walkable.
    #[wasm_bindgen(js_name = useStoredMaterials)]
    pub fn use_stored_materials(&mut self) {
        self.as_stored = true;
    }
}
