//! What is changed: doors that are opened, and faces that are painted.

use serde::Serialize;
use walkmesh::diff::TableDiff;
use walkmesh::kotor::DoorState;
use walkmesh::level::BakeOptions;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::Walkmesh;
use crate::answers::object;
use crate::error::{Thrown, throw, thrown};

/// What a paint changed.
#[derive(Serialize)]
pub struct Painted {
    /// A sentence for each edit.
    notes: Vec<String>,
    /// The tables that differ in their content.
    tables: Vec<TableDiff>,
    text: String,
    /// The file that was painted.
    #[serde(skip)]
    file: String,
}

#[wasm_bindgen]
impl Walkmesh {
    /// The same area with a door in another state: `closed`, `open1` or `open2`.
    #[wasm_bindgen(js_name = withDoor)]
    pub fn with_door(&self, door: u32, state: &str) -> Result<Walkmesh, Thrown> {
        let state = DoorState::of_name(state)
            .ok_or_else(|| thrown("Error", "the state of a door is closed, open1 or open2"))?;
        let mut level = self.state.level.clone();
        level.set_door(door as usize, state).map_err(throw("Error"))?;
        Ok(level.into())
    }

    /// A copy with triangles painted with a class, by its name or number, and with everything baked that follows from it.
    /// The triangles must be of one file.
    pub fn painted(&self, triangles: &[u32], with: &str) -> Result<Walkmesh, Thrown> {
        let view = &self.shown().view;
        let paint = view.paint(triangles, with.parse().map_err(throw("EditError"))?).map_err(throw("EditError"))?;
        let mut level = self.state.level.clone();
        let report = level.edit(&[paint], &BakeOptions::default()).map_err(throw("EditError"))?;
        let notes = report.notes.iter().map(ToString::to_string).collect();
        let mut tables = self.state.level.diff_baked(&level).map_err(throw("EditError"))?;
        tables.retain(|table| !table.is_equal());
        let text = tables.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
        let part = triangles.first().and_then(|first| view.part_of(*first as usize));
        let file = part.map(|part| part.file.clone()).unwrap_or_default();
        Ok(Self { painted: Some(Painted { notes, tables, text, file }), ..level.into() })
    }

    /// What [`painted`](Self::painted) changed in the file: a sentence for each edit, and the tables that differ;
    /// `undefined` for a walkmesh that was not painted.
    #[wasm_bindgen(unchecked_return_type = "Changes | undefined")]
    pub fn changes(&self) -> Result<JsValue, Thrown> {
        self.painted.as_ref().map_or(Ok(JsValue::UNDEFINED), object)
    }

    /// The name of the file whose bytes [`toBytes`](Self::to_bytes) gives.
    #[wasm_bindgen(js_name = fileName)]
    #[must_use]
    pub fn file_name(&self) -> String {
        self.painted.as_ref().map_or(self.state.level.name(), |painted| &painted.file).to_owned()
    }
}
