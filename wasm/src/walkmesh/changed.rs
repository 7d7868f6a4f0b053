//! What is changed: doors that are opened, and faces that are painted.

use serde::Serialize;
use walkmesh::diff::TableDiff;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::{Painted, Walkmesh};
use crate::answers::object;
use crate::class_object::class_objects;
use crate::edit;
use crate::error::thrown;
use crate::model::PartOf;
use crate::source::Source;

#[wasm_bindgen]
impl Walkmesh {
    /// The same area with a door in another state: `closed`, `open1` or `open2`.
    #[wasm_bindgen(js_name = withDoor)]
    pub fn with_door(&self, door: u32, state: &str) -> Result<Walkmesh, JsValue> {
        let Source::Area { name, files } = &self.source else {
            return Err(thrown("Error", "only an area has doors to open"));
        };
        let mut files = files.clone();
        files.set_state(door as usize, state)?;
        Ok(Source::Area { name: name.clone(), files }.into())
    }

    /// The classes that faces can be painted with; none in games without edits.
    #[wasm_bindgen(unchecked_return_type = "TriangleClass[]")]
    pub fn paints(&self) -> Result<JsValue, JsValue> {
        object(&class_objects(&edit::paints(&self.source)))
    }

    /// A copy with triangles painted with a class, by its name or number, and with everything baked that follows from it.
    /// The triangles must be of one file.
    pub fn painted(&self, triangles: &[u32], with: &str) -> Result<Walkmesh, JsValue> {
        let (source, part, notes) = edit::painted(&self.source, self.model(), triangles, with)?;
        let changes = edit::changes(&self.source, &source, part);
        Ok(Self { painted: Some(Painted { part, notes, changes }), ..source.into() })
    }

    /// What [`painted`](Self::painted) changed in the file: a sentence for each edit, and the tables that differ;
    /// `undefined` for a walkmesh that was not painted.
    #[wasm_bindgen(unchecked_return_type = "Changes | undefined")]
    pub fn changes(&self) -> Result<JsValue, JsValue> {
        #[derive(Serialize)]
        struct Changes<'c> {
            notes: &'c [String],
            tables: &'c [TableDiff],
            text: String,
        }
        let Some(Painted { notes, changes, .. }) = &self.painted else { return Ok(JsValue::UNDEFINED) };
        let text = changes.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
        object(&Changes { notes, tables: changes, text })
    }

    /// The bytes of the file; of a painted area, those of the painted room.
    #[wasm_bindgen(js_name = toBytes)]
    pub fn to_bytes(&self) -> Result<Vec<u8>, JsValue> {
        self.saved().map(|(_, bytes)| bytes)
    }

    /// The name of the file whose bytes [`toBytes`](Self::to_bytes) gives.
    #[wasm_bindgen(js_name = fileName)]
    pub fn file_name(&self) -> Result<String, JsValue> {
        self.saved().map(|(name, _)| name)
    }

    fn saved(&self) -> Result<(String, Vec<u8>), JsValue> {
        edit::bytes_of(&self.source, self.painted.as_ref().map_or(PartOf::File, |painted| painted.part))
    }
}
