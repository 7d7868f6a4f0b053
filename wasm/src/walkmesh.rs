//! [`Walkmesh`]: the class that users start from.

mod changed;
mod questions;
mod shown;

use std::cell::{OnceCell, RefCell};

use js_sys::{Object, Reflect};
use walkmesh::exchange::Up;
use walkmesh::level::{Level, Navigator};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::error::{Thrown, throw};
use crate::files::Files;
use crate::pick::Shown;

/// A walkmesh of any game, the rooms of a KotOR area, or a Silkroad dungeon.
///
/// Methods throw an `Error` whose `message` is the library's text, and whose `name` says what failed: `OpenError`,
/// `QueryError`, `EditError` and so on. A query without an answer throws nothing: the answer has the reason.
#[wasm_bindgen]
pub struct Walkmesh {
    level: Level,
    shown: OnceCell<Shown>,
    navigator: RefCell<Option<Navigator>>,
    /// What a paint changed.
    painted: Option<changed::Painted>,
}

impl From<Level> for Walkmesh {
    fn from(level: Level) -> Self {
        Self { level, shown: OnceCell::new(), navigator: RefCell::default(), painted: None }
    }
}

/// Sets a property of a plain object.
fn set(object: &Object, key: &str, value: impl Into<JsValue>) {
    // A property of a fresh object can always be set.
    let _ = Reflect::set(object, &key.into(), &value.into());
}

impl Walkmesh {
    fn shown(&self) -> &Shown {
        self.shown.get_or_init(|| Shown::of(&self.level))
    }

    /// Asks the navigator, which is made at the first question.
    fn ask<T>(&self, question: impl FnOnce(&Navigator) -> Result<T, Thrown>) -> Result<T, Thrown> {
        let mut navigator = self.navigator.borrow_mut();
        let navigator = match &mut *navigator {
            Some(navigator) => navigator,
            empty => empty.insert(self.level.navigator().map_err(throw("QueryError"))?),
        };
        question(navigator)
    }
}

#[wasm_bindgen]
impl Walkmesh {
    /// Opens a file, whose kind is detected from its bytes. Its name, without folders, tells a placeable or door from a room.
    pub fn open(bytes: Vec<u8>, name: String) -> Result<Self, Thrown> {
        let mut files = Files::new();
        files.add(name, bytes);
        Self::open_all(files)
    }

    /// Opens files that belong together.
    #[wasm_bindgen(js_name = openAll)]
    pub fn open_all(files: Files) -> Result<Self, Thrown> {
        files.open().map(Self::from)
    }

    /// The name of the file; in an area that of its layout, and in a dungeon with floors that of its DOF.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn name(&self) -> String {
        self.level.title().to_owned()
    }

    /// What it is, such as `a KotOR walkmesh`.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn kind(&self) -> String {
        self.level.description()
    }

    /// The axis that points up: `z` (KotOR and NWN2, in metres) or `y` (Silkroad, in game units).
    #[wasm_bindgen(getter, unchecked_return_type = "\"y\" | \"z\"")]
    #[must_use]
    pub fn up(&self) -> String {
        (if self.level.kind().up() == Up::Y { "y" } else { "z" }).to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answers::json;
    use crate::check::check_level;

    /// Sample files of the command.
    fn files(names: &[&str]) -> Files {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../cli/samples");
        let mut files = Files::new();
        for name in names {
            files.add((*name).to_owned(), std::fs::read(format!("{folder}/{name}")).expect("a sample"));
        }
        files
    }

    fn opened(names: &[&str]) -> Walkmesh {
        Walkmesh::open_all(files(names)).expect("a walkmesh")
    }

    #[test]
    fn what_is_opened_says_what_it_is() {
        let of = |names: &[&str]| {
            let walkmesh = opened(names);
            [walkmesh.name(), walkmesh.kind(), walkmesh.up()].map(String::from)
        };
        assert_eq!(of(&["yard.trx"]), ["yard.trx", "an NWN2 area", "z"]);
        let area = ["manor.lyt", "a KotOR area with 2 rooms", "z"];
        assert_eq!(of(&["room.wok", "porch.wok", "manor.lyt"]), area);
        let dungeon = ["dungeon.dof", "a Silkroad dungeon with its floors", "y"];
        assert_eq!(of(&["ainavdata_32769.dat", "dungeon.dof", "hall.bms", "court.bms"]), dungeon);
        let refused = Walkmesh::open_all(files(&["room.wok", "porch.wok"])).err().expect("an error");
        assert!(format!("{refused:?}").starts_with("Thrown { name: \"OpenError\", message: \"the files do not belong"));
        // The error of one file does not repeat its name.
        let damaged = Walkmesh::open(b"BWM V1.0".to_vec(), "room.wok".to_owned()).err().expect("an error");
        assert!(format!("{damaged:?}").starts_with("Thrown { name: \"OpenError\", message: \"BWM: "), "{damaged:?}");
    }

    #[test]
    fn a_placed_door_can_be_opened() {
        let mut area = files(&["room.wok", "porch.wok", "manor.lyt"]);
        let door = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../cli/samples/door0.dwk")).expect("a sample");
        for state in ["door0.dwk", "door1.dwk"] {
            area.place(state.to_owned(), door.clone(), 6.0, 3.0, 0.0, 1.5);
        }
        let area = Walkmesh::open_all(area).expect("an area");
        let opened = area.with_door(0, "open1").expect("the other state");
        assert_eq!([&area, &opened].map(|it| it.level.objects()[0].file()), ["door0.dwk", "door1.dwk"]);
        assert!(area.with_door(0, "ajar").is_err() && area.with_door(0, "open2").is_err());
        let parts = json(&opened.shown().view.parts).expect("JSON");
        assert!(parts.contains(r#"{"kind":"object","name":"door1.dwk","first":"#), "{parts}");
        let marks = json(&opened.shown().view.marks).expect("JSON");
        assert!(marks.contains(r#""kind":"door","name":"door","label":"door (open1)""#), "{marks}");
        assert!(marks.contains(r#""kind":"transition""#), "{marks}");
    }

    #[test]
    fn a_painted_copy_has_the_file_of_its_room() {
        let area = opened(&["room.wok", "porch.wok", "manor.lyt"]);
        let porch = area.shown().view.parts[1].clone();
        let painted = area.painted(&[porch.first as u32], "Metal").expect("a paint");
        assert_eq!(painted.file_name(), "porch.wok");
        let again = Walkmesh::open(painted.to_bytes().expect("bytes"), painted.file_name()).expect("a room");
        assert_eq!(again.shown().view.class(0).expect("a class").name, "Metal");
        let changes = json(painted.painted.as_ref().expect("a paint")).expect("JSON");
        assert!(changes.starts_with(r#"{"notes":["porch: 1 face was painted."],"tables":[{"table":"#), "{changes}");
        for (triangles, with) in [(&[][..], "Metal"), (&[0, porch.first as u32], "Metal"), (&[0], "no such material")] {
            let error = area.painted(triangles, with).err().expect("an error");
            assert!(format!("{error:?}").starts_with("Thrown { name: \"EditError\""), "{error:?}");
        }
        let yard = opened(&["yard.trx"]).painted(&[0], "65").expect("a paint");
        assert_eq!(yard.level.face_info(&yard.shown().view, 0).expect("a triangle").class, 65);
    }

    #[test]
    fn a_finding_has_its_triangle_and_its_point() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../cli/samples/room.wok");
        let mut bytes = std::fs::read(path).expect("a sample");
        // The materials are where the header says; face 1 gets one that does not exist.
        let at = u32::from_le_bytes(bytes[0x58..0x5c].try_into().expect("four bytes")) as usize;
        bytes[at + 4..at + 8].copy_from_slice(&999_u32.to_le_bytes());
        let room = Walkmesh::open(bytes, "room.wok".to_owned()).expect("a room");
        let report = json(&check_level(&room.level, &room.shown().view, None).expect("findings")).expect("JSON");
        assert!(report.contains(r#""triangle":1"#) && report.contains(r#""point":["#), "{report}");
        let info = room.level.face_info(&room.shown().view, 1);
        assert!(json(&info).expect("JSON").contains(r#""kind":"face","number":1,"class":999"#));
    }
}
