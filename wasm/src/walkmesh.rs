//! [`Walkmesh`]: the class that users start from.

mod changed;
mod questions;
mod shown;

use std::cell::{OnceCell, RefCell};

use js_sys::{Object, Reflect};
use walkmesh::diff::TableDiff;
use walkmesh::exchange::Up;
use walkmesh::level::Navigator;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::files::Files;
use crate::model::{Model, PartOf};
use crate::source::Source;

/// A walkmesh of any game, the rooms of a KotOR area, or a Silkroad dungeon.
///
/// Methods throw an `Error` whose `message` is the library's text, and whose `name` says what failed: `OpenError`,
/// `QueryError`, `EditError` and so on. A query without an answer throws nothing: the answer has the reason.
#[wasm_bindgen]
pub struct Walkmesh {
    source: Source,
    model: OnceCell<Model>,
    navigator: RefCell<Option<Navigator>>,
    /// What a paint changed: the notes, the part, and the tables that differ.
    painted: Option<Painted>,
}

struct Painted {
    part: PartOf,
    notes: Vec<String>,
    changes: Vec<TableDiff>,
}

impl From<Source> for Walkmesh {
    fn from(source: Source) -> Self {
        Self { source, model: OnceCell::new(), navigator: RefCell::default(), painted: None }
    }
}

/// Sets a property of a plain object.
fn set(object: &Object, key: &str, value: impl Into<JsValue>) {
    // A property of a fresh object can always be set.
    let _ = Reflect::set(object, &key.into(), &value.into());
}

impl Walkmesh {
    fn model(&self) -> &Model {
        self.model.get_or_init(|| Model::of(&self.source))
    }

    /// Asks the navigator, which is made at the first question.
    fn ask<T>(&self, question: impl FnOnce(&Navigator) -> Result<T, JsValue>) -> Result<T, JsValue> {
        let mut navigator = self.navigator.borrow_mut();
        let navigator = match &mut *navigator {
            Some(navigator) => navigator,
            empty => empty.insert(self.source.navigator()?),
        };
        question(navigator)
    }
}

#[wasm_bindgen]
impl Walkmesh {
    /// Opens a file, whose kind is detected from its bytes. Its name, without folders, tells a placeable or door from a room.
    pub fn open(bytes: Vec<u8>, name: String) -> Result<Self, JsValue> {
        let mut files = Files::new();
        files.add(name, bytes);
        Self::open_all(files)
    }

    /// Opens files that belong together.
    #[wasm_bindgen(js_name = openAll)]
    pub fn open_all(files: Files) -> Result<Self, JsValue> {
        Source::open(files).map(Self::from)
    }

    /// The name of the file; in an area that of its layout, and in a dungeon that of its DOF.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn name(&self) -> String {
        self.source.name().to_owned()
    }

    /// What it is, such as `a KotOR walkmesh`.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn kind(&self) -> String {
        self.source.description()
    }

    /// The axis that points up: `z` (KotOR and NWN2, in metres) or `y` (Silkroad, in game units).
    #[wasm_bindgen(getter, unchecked_return_type = "\"y\" | \"z\"")]
    #[must_use]
    pub fn up(&self) -> String {
        (if self.source.up() == Up::Y { "y" } else { "z" }).to_owned()
    }
}
