//! Saving: the bytes of files, a zip of the changed files, and an archive with them.

use js_sys::{Map, Uint8Array};
use walkmesh::level::{SaveError, rewrite_archive, write_zip};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::Walkmesh;
use crate::error::{Thrown, throw};

/// Files by their names. A name may be any text, so a plain object could not hold all names.
fn by_name(files: Result<Vec<(String, Vec<u8>)>, SaveError>) -> Result<JsValue, Thrown> {
    let map = Map::new();
    for (name, bytes) in files.map_err(throw("SaveError"))? {
        map.set(&name.into(), &Uint8Array::from(&*bytes));
    }
    Ok(map.into())
}

#[wasm_bindgen]
impl Walkmesh {
    /// The bytes of the file by which it was opened.
    #[wasm_bindgen(js_name = toBytes)]
    pub fn to_bytes(&self) -> Result<Vec<u8>, Thrown> {
        self.state.level.to_bytes().map_err(throw("SaveError"))
    }

    /// All files that an operation can change, in their present state, by their names.
    #[wasm_bindgen(js_name = toFiles, unchecked_return_type = "Map<string, Uint8Array>")]
    pub fn to_files(&self) -> Result<JsValue, Thrown> {
        by_name(self.state.level.to_files())
    }

    /// The files whose bytes changed since the level was opened, and generated path points, by their names. To save
    /// edits, write all of them or none.
    #[wasm_bindgen(unchecked_return_type = "Map<string, Uint8Array>")]
    pub fn changed(&self) -> Result<JsValue, Thrown> {
        by_name(self.state.changed())
    }

    /// A zip archive of the files that [`changed`](Self::changed) returns, to unpack into the folder `override` of a game.
    #[wasm_bindgen(js_name = changedZip)]
    pub fn changed_zip(&self) -> Result<Vec<u8>, Thrown> {
        let files = self.state.changed().map_err(throw("SaveError"))?;
        write_zip(files.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice()))).map_err(throw("SaveError"))
    }

    /// An archive (MOD, ERF, HAK, SAV or RIM) that contains the files of [`changed`](Self::changed); for a module in
    /// several archives only the named files. Everything else in it keeps every byte.
    #[wasm_bindgen(js_name = changedArchive)]
    pub fn changed_archive(&self, archive: &[u8], names: Option<Vec<String>>) -> Result<Vec<u8>, Thrown> {
        let files = self.state.changed().map_err(throw("SaveError"))?;
        let is_named = |name: &String| names.as_ref().is_none_or(|names| names.contains(name));
        let files =
            files.iter().filter(|(name, _)| is_named(name)).map(|(name, bytes)| (name.as_str(), bytes.as_slice()));
        rewrite_archive(archive, files).map_err(throw("SaveError"))
    }

    /// A copy, for experiments. It has the history of this one.
    #[must_use]
    pub fn copy(&self) -> Walkmesh {
        Self { state: self.state.clone(), history: self.history.clone(), ..Self::from(self.state.level.clone()) }
    }
}
