//! [`Walkmesh`]: the class that users start from.

mod edits;
mod questions;
mod saved;
mod shown;

use std::cell::{OnceCell, RefCell};

use walkmesh::exchange::Up;
use walkmesh::level::{Level, LevelError, Memory, Navigator, OpenOptions};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::error::{Thrown, throw, thrown};
use crate::files::Files;
use crate::history::History;
use crate::operation::State;
use crate::pick::Shown;

/// A walkmesh of any game, the rooms of a KotOR area, or a Silkroad dungeon.
///
/// Methods throw an `Error` whose `message` is the library's text, and whose `name` is the kind of failure:
/// `OpenError`, `QueryError`, `EditError` and so on. A query without an answer does not throw: its answer has the
/// reason.
#[wasm_bindgen]
pub struct Walkmesh {
    state: State,
    /// The history, once there is one.
    history: Option<History>,
    shown: OnceCell<Shown>,
    navigator: RefCell<Option<Navigator>>,
}

impl From<Level> for Walkmesh {
    fn from(level: Level) -> Self {
        Self { state: level.into(), history: None, shown: OnceCell::new(), navigator: RefCell::default() }
    }
}

impl Walkmesh {
    fn shown(&self) -> &Shown {
        self.shown.get_or_init(|| Shown::new(&self.state.level))
    }

    /// Asks the navigator, which is built at the first query.
    fn ask<T>(&self, question: impl FnOnce(&Navigator) -> Result<T, Thrown>) -> Result<T, Thrown> {
        let mut navigator = self.navigator.borrow_mut();
        let navigator = match &mut *navigator {
            Some(navigator) => navigator,
            empty => empty.insert(self.state.level.navigator().map_err(throw("QueryError"))?),
        };
        question(navigator)
    }
}

#[wasm_bindgen]
impl Walkmesh {
    /// Opens a file. Its kind is detected from its bytes; its name, without folders, distinguishes rooms, placeables
    /// and doors.
    pub fn open(bytes: Vec<u8>, name: String) -> Result<Self, Thrown> {
        // Opened from `Files`, so that `changed` can compare with the original bytes.
        let level = Level::open_all(&Memory::from_iter([(name, bytes)]), &OpenOptions::default());
        level.map(Self::from).map_err(|error| match error {
            // The caller knows the name of its own file.
            LevelError::Open { error, .. } => thrown("OpenError", error),
            error => thrown("OpenError", error),
        })
    }

    /// Opens files that belong together, without a folder or an archive.
    #[wasm_bindgen(js_name = openAll)]
    pub fn open_all(files: &Files) -> Result<Self, Thrown> {
        files.open().map(Self::from)
    }

    /// Opens one of the [levels](Files::levels) among files, by its path, with the files that belong to it.
    #[wasm_bindgen(js_name = openLevel)]
    pub fn open_level(files: &Files, path: &str) -> Result<Self, Thrown> {
        files.open_level(path).map(Self::from)
    }

    /// Fails if a call that ended in a panic still holds it.
    #[wasm_bindgen(js_name = __touch, skip_typescript)]
    pub fn touch(&mut self) {}

    /// The name of the file; for an area its layout, for a dungeon with floors its DOF.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn name(&self) -> String {
        self.state.level.title().to_owned()
    }

    /// The names of the files from which it was opened, its own first. None if it was opened from bytes.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn files(&self) -> Vec<String> {
        self.state.level.files().map(str::to_owned).collect()
    }

    /// A description, such as `a KotOR walkmesh`.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn kind(&self) -> String {
        self.state.level.description()
    }

    /// True if the baked tables are present. Only an NWN2 area as the toolset saves it lacks them: then the game's
    /// routes and lines of sight are unknown.
    #[wasm_bindgen(getter, js_name = isBaked)]
    #[must_use]
    pub fn is_baked(&self) -> bool {
        self.state.level.is_baked()
    }

    /// The axis that points up: `z` (KotOR and NWN2, in metres) or `y` (Silkroad, in game units).
    #[wasm_bindgen(getter, unchecked_return_type = "\"y\" | \"z\"")]
    #[must_use]
    pub fn up(&self) -> String {
        (if self.state.level.kind().up() == Up::Y { "y" } else { "z" }).to_owned()
    }
}

#[cfg(test)]
mod tests {
    use ::walkmesh::kotor::engine::{PathPointsOptions, Walker};
    use ::walkmesh::level::{ClassName, Edit, RepairOptions};

    use super::*;
    use crate::answers::json;
    use crate::check::check_level;
    use crate::operation::Operation;

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
        Walkmesh::open_all(&files(names)).expect("a walkmesh")
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
        assert_eq!(opened(&["town.git", "town.trn"]).files(), ["town.trn", "town.git"]);
        let refused = Walkmesh::open_all(&files(&["room.wok", "porch.wok"])).err().expect("an error");
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
            area.place_at(state.to_owned(), door.clone(), [6.0, 3.0, 0.0], 1.5);
        }
        let mut area = Walkmesh::open_all(&area).expect("an area");
        assert_eq!(area.state.level.kotor().objects[0].file(), "door0.dwk");
        // Undo leaves doors as they are.
        area.operate(Operation::Edit(Edit::Weld(0.01))).expect("a weld");
        area.set_door(0, "open1").expect("the other state");
        assert_eq!(area.undo(), Ok(true));
        assert_eq!(area.state.level.kotor().objects[0].file(), "door1.dwk");
        assert!(area.set_door(0, "ajar").is_err() && area.set_door(0, "open2").is_err());
        let parts = json(&area.shown().view.parts).expect("JSON");
        assert!(parts.contains(r#"{"kind":"object","name":"door1.dwk","first":"#), "{parts}");
        let marks = json(&area.shown().view.marks).expect("JSON");
        assert!(marks.contains(r#""kind":"door","name":"door","label":"door (open1)""#), "{marks}");
        assert!(marks.contains(r#""kind":"transition""#), "{marks}");
    }

    #[test]
    fn triangles_of_one_room_are_painted() {
        let mut area = opened(&["room.wok", "porch.wok", "manor.lyt"]);
        let view = &area.shown().view;
        let (with, first) = ("Metal".parse::<ClassName>().expect("a class"), view.parts[1].first as u32);
        for triangles in [&[][..], &[0, first]] {
            assert!(view.paint(triangles, with.clone()).is_err());
        }
        let paint = Operation::Edit(view.paint(&[first], with).expect("a paint"));
        let change = area.operate(paint).expect("a paint");
        assert_eq!(change.notes, ["porch: 1 face was painted."]);
        let files = area.state.changed().expect("files");
        assert_eq!(files.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), ["porch.wok"]);
        let info = area.state.level.face_info(&area.shown().view, change.triangles.repainted[0] as usize);
        assert_eq!(info.expect("a face").class_name, "Metal");
    }

    /// Makes an edit from text, in the command's syntax.
    fn removed(faces: &str) -> Operation {
        Operation::Edit(Edit::Remove(faces.parse().expect("faces")))
    }

    #[test]
    fn a_change_names_the_triangles_of_before_and_after() {
        let mut room = opened(&["room.wok"]);
        let before = room.shown().view.clone();
        let change = room.operate(removed("1")).expect("an edit");
        assert_eq!(change.notes, ["1 face was removed."]);
        let triangles = &change.triangles;
        assert_eq!((&triangles.removed, &triangles.added, &triangles.repainted), (&vec![1], &vec![], &vec![]));
        let corners: Vec<f32> = before.corners_of(1).expect("a triangle").into_iter().flatten().collect();
        assert_eq!(triangles.removed_points, corners);
        assert!(!change.tables.is_empty() && !change.text.is_empty());
        let paint = room.shown().view.paint(&[0], "Metal".parse().expect("a class")).expect("a paint");
        let painted = room.operate(Operation::Edit(paint)).expect("a paint");
        assert_eq!((&painted.triangles.removed, &painted.triangles.repainted), (&vec![], &vec![0]));
        // An operation that fails changes nothing, and the history does not record it.
        let bytes = room.state.level.to_bytes().expect("bytes");
        assert!(room.operate(removed("9999")).is_err());
        assert_eq!((room.state.level.to_bytes().expect("bytes"), room.undoable()), (bytes, 2));
        assert_eq!([room.undo(), room.undo(), room.undo()], [Ok(true), Ok(true), Ok(false)]);
        assert!(room.state.changed().expect("files").is_empty(), "everything is as it was read");
        assert_eq!((room.undoable(), room.redoable(), &room.shown().view), (0, 2, &before));
    }

    #[test]
    fn what_is_undone_is_no_change_of_a_file_that_was_opened_by_itself() {
        let bytes = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../cli/samples/room.wok")).expect("a sample");
        let mut room = Walkmesh::open(bytes, "room.wok".to_owned()).expect("a room");
        assert!(room.state.changed().expect("files").is_empty());
        room.operate(removed("1")).expect("an edit");
        assert_eq!(room.state.changed().expect("files").len(), 1);
        assert_eq!(room.undo(), Ok(true));
        assert!(room.state.changed().expect("files").is_empty());
    }

    #[test]
    fn what_is_edited_goes_back_into_its_archive() {
        use ::walkmesh::formats::{Document, erf};
        use ::walkmesh::level::{Archive, Files as _, rewrite_archive};

        let empty = erf::Erf { file_type: *b"MOD ", ..erf::Erf::default() }.to_bytes().expect("an archive");
        let read =
            |name| std::fs::read(format!("{}/../cli/samples/{name}", env!("CARGO_MANIFEST_DIR"))).expect("a sample");
        let samples = ["manor.lyt", "room.wok", "porch.wok"].map(|name| (name, read(name)));
        let module = rewrite_archive(&empty, samples.iter().map(|(name, bytes)| (*name, &**bytes))).expect("a module");
        let mut files = Files::new();
        files.add("manor.mod".to_owned(), module.clone());
        let mut area = Walkmesh::open_level(&files, "manor.mod/manor.lyt").expect("an area");
        assert_eq!(area.changed_archive(&module, None).expect("an archive"), module, "nothing was changed");
        area.operate(Operation::Edit(Edit::Move([1.0, 0.0, 0.0]))).expect("a move");
        let rewritten = area.changed_archive(&module, None).expect("an archive");
        let rewritten = Archive::from_bytes("manor.mod", rewritten).expect("an archive");
        for (name, bytes) in area.state.level.to_files().expect("files") {
            assert_eq!(rewritten.read(&name).expect("a file"), bytes);
        }
        assert!(Walkmesh::open_level(&files, "yard.trx").is_err());
        let mut damaged = Files::new();
        damaged.add("no.mod".to_owned(), b"MOD".to_vec());
        assert!(Walkmesh::open_level(&damaged, "no.mod").is_err());
    }

    #[test]
    fn path_points_are_a_file_that_changed() {
        let mut area = opened(&["room.wok", "porch.wok", "manor.lyt"]);
        let points = Operation::PathPoints { walker: Walker::PERSON, options: PathPointsOptions::default() };
        let change = area.operate(points).expect("path points");
        assert!(change.notes[0].starts_with("manor.pth has "), "{change:?}");
        let files = area.state.changed().expect("files");
        assert_eq!(files.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), ["manor.pth"]);
        assert!(files[0].1.starts_with(b"PTH V3.2"));
        assert_eq!(area.undo(), Ok(true));
        assert!(area.state.changed().expect("files").is_empty());
    }

    #[test]
    fn every_game_is_mended_and_baked() {
        for names in [&["room.wok"][..], &["porch.wok", "room.wok", "manor.lyt"], &["yard.trx"], &["chest.pwk"]] {
            let mut level = opened(names);
            level.operate(Operation::Repair(RepairOptions::default())).expect("a repair");
            level.operate(Operation::Bake).expect("a bake");
            let again = level.state.level.to_files().expect("files");
            level.operate(Operation::Bake).expect("a bake");
            assert_eq!(level.state.level.to_files().expect("files"), again, "a second bake changes nothing: {names:?}");
        }
        let mut town = opened(&["town.trn", "town.git"]);
        let change = town.operate(Operation::Bake).expect("a bake");
        assert!(!change.notes.is_empty() || !change.triangles.removed.is_empty());
        let files = town.state.changed().expect("files");
        assert_eq!(files.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), ["town.trx"]);
    }

    #[test]
    fn a_hole_and_a_moved_vertex_are_edits_of_every_game_with_edits() {
        for (names, outline) in [
            (&["room.wok"][..], [[1.0, 1.0], [2.0, 1.0], [2.0, 2.0]]),
            (&["yard.trx"], [[1.0, 1.0], [4.0, 1.0], [4.0, 4.0]]),
        ] {
            let mut level = opened(names);
            let change = level.operate(Operation::Edit(Edit::CutHole(outline.to_vec()))).expect("a hole");
            assert!(change.notes[0].starts_with("A hole was cut into "), "{change:?}");
            assert!(!change.triangles.removed.is_empty() && !change.triangles.added.is_empty());
            let middle = [outline[0][0] * 0.4 + outline[2][0] * 0.6 - 0.0, outline[0][1] * 0.6 + outline[2][1] * 0.4];
            let floors =
                level.ask(|navigator| navigator.floors_at(middle, walkmesh::level::Faces::All).map_err(throw("")));
            assert_eq!(floors.expect("an answer").len(), 0, "{names:?}");
            assert!(level.operate(Operation::Edit(Edit::CutHole(vec![[0.0, 0.0], [1.0, 1.0]]))).is_err());
            let from = level.shown().view.vertex_near([0.0; 3], 100.0).expect("a vertex");
            let to = [from[0] + 0.25, from[1] + 0.25, from[2] + 0.125];
            let moved = level.operate(Operation::Edit(Edit::MoveVertex { from, to })).expect("a move");
            assert!(moved.notes[0].contains("moved"), "{moved:?}");
            assert_eq!(level.shown().view.vertex_near(to, 0.0), Some(to));
            assert!(level.operate(Operation::Edit(Edit::MoveVertex { from: [1e6; 3], to })).is_err());
        }
    }

    #[test]
    fn a_finding_has_its_triangle_and_its_point() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../cli/samples/room.wok");
        let mut bytes = std::fs::read(path).expect("a sample");
        // The header gives the offset of the materials; face 1 gets a nonexistent one.
        let at = u32::from_le_bytes(bytes[0x58..0x5c].try_into().expect("four bytes")) as usize;
        bytes[at + 4..at + 8].copy_from_slice(&999_u32.to_le_bytes());
        let room = Walkmesh::open(bytes, "room.wok".to_owned()).expect("a room");
        let report = json(&check_level(&room.state.level, &room.shown().view, None).expect("findings")).expect("JSON");
        assert!(report.contains(r#""triangle":1"#) && report.contains(r#""point":["#), "{report}");
        let info = room.state.level.face_info(&room.shown().view, 1);
        assert!(json(&info).expect("JSON").contains(r#""kind":"face","number":1,"class":999"#));
    }
}
