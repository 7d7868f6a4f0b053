//! Levels: places of all three games, opened with the files that belong to them.

#[path = "../support/archives.rs"]
mod archives;
mod edits;
#[path = "../support/git.rs"]
mod git;
mod holes;
mod nwn2_floor;
mod nwn2_made;
mod queries;
mod summaries;
#[path = "../support/tiles.rs"]
mod tiles;
mod views;

use std::path::Path;
use std::sync::Mutex;

use walkmesh::diff::{Group, TableDiff};
use walkmesh::finding::{CheckOptions, Finding};
use walkmesh::formats::dof::{Block, Dof};
use walkmesh::formats::{Document, Limits};
use walkmesh::kotor::{DoorState, FaceId, MaterialId, PlacedObject, RoomId, Walkmesh};
use walkmesh::level::{
    BakeOptions, DungeonFloors, Edit, EditError, FileError, Files, Folder, Kind, LayeredFiles, Level, LevelError,
    LineKind, Location, MarkKind, Memory, OpenOptions, PartOf, PlaceError, RepairOptions, Selection, levels,
};
use walkmesh::nwn2::Cutter;
use walkmesh_testing::{corpus, files, root};

use git::git;

fn samples() -> Folder {
    Folder::new(root().join("cli/samples"))
}

/// Sample files by the names that they get.
fn memory(renamed: &[(&str, &str)]) -> Memory {
    renamed.iter().map(|(to, from)| (*to, samples().read(from).expect("a sample"))).collect()
}

fn open(files: &dyn Files, name: &str) -> Level {
    Level::open(files, name, &OpenOptions::default()).unwrap_or_else(|error| panic!("{name}: {error}"))
}

#[test]
fn an_area_is_found_by_its_layout_in_any_case_and_saved_where_it_was_edited() {
    let mut files = memory(&[
        ("MANOR.LYT", "manor.lyt"),
        ("Room.wok", "room.wok"),
        ("porch.WOK", "porch.wok"),
        ("other.wok", "room.wok"),
    ]);
    let level = open(&files, "manor.lyt");
    assert_eq!(level.files().collect::<Vec<_>>(), ["MANOR.LYT", "porch.WOK", "Room.wok"]);
    assert_eq!(level.changed().unwrap(), []);

    // One transition of one room is lost. The repair links the rooms again, and the other files keep their bytes.
    let before = files.read("Room.wok").unwrap();
    let mut room = Walkmesh::from_bytes(&before).unwrap();
    let (edge, _) = room.transitions().next().expect("a transition");
    room.set_transition(edge, None).unwrap();
    files.insert("Room.wok", room.to_bytes().unwrap());
    let mut level = open(&files, "manor.lyt");
    assert_eq!(level.check(&CheckOptions::default()).unwrap().count("transition-one-way"), 1);
    assert!(level.repair(&RepairOptions::default()).unwrap().is_unchanged());
    let done = level.repair(&RepairOptions::default().with_transitions(true)).unwrap();
    assert_eq!(done.links.iter().map(|link| (link.room, link.edge)).collect::<Vec<_>>(), [(RoomId(0), edge)]);
    assert_eq!(done.sentences(), ["1 transition changed"]);
    assert_eq!(level.changed().unwrap(), [("Room.wok".to_owned(), before)]);
}

#[test]
fn a_trn_is_carved_with_its_git_and_becomes_the_trx() {
    let mut level = open(&samples(), "town.trn");
    assert_eq!(level.files().collect::<Vec<_>>(), ["town.trn", "town.git"]);
    assert_eq!(level.changed().unwrap(), []);
    level.bake(&BakeOptions::default()).unwrap();
    let [(name, bytes)] = &level.changed().unwrap()[..] else { panic!("one file") };
    assert_eq!(name, "town.trx");
    let open = |bytes: &[u8]| Level::from_bytes(bytes, &OpenOptions::default().with_name("town.trx")).unwrap();
    let tables = open(bytes).diff(&open(&samples().read("town.trx").unwrap())).unwrap();
    assert!(tables.iter().all(|table| table.group != Group::Content || table.is_equal()), "{tables:?}");

    // A bake of the baked area changes nothing, so nothing is saved.
    let mut level = self::open(&samples(), "town.trx");
    level.bake(&BakeOptions::default()).unwrap();
    assert_eq!(level.changed().unwrap(), []);
}

/// The toolset's bake of a TRN depends on its GIT: on a cutter that lies beside the floor, and on a placeable of an unknown model.
#[test]
fn a_trn_is_checked_for_what_its_bake_would_do_with_the_git() {
    let cutter = Cutter { points: vec![[400.0, 400.0], [401.0, 400.0], [401.0, 401.0]] };
    let git = git(&[(65_000, [5.0, 5.0], 0.0, [1.0, 1.0])], &[cutter]).as_raw().to_bytes().unwrap();

    let of_bake = |name: &str, git: Option<&[u8]>| -> Vec<&'static str> {
        let mut files = memory(&[(name, name)]);
        if let Some(git) = git {
            files.insert("town.git", git.to_vec());
        }
        let findings = open(&files, name).check(&CheckOptions::all()).unwrap();
        let codes = findings.iter().map(Finding::code);
        codes.filter(|code| ["cutter-without-effect", "footprint-unknown"].contains(code)).collect()
    };
    assert_eq!(of_bake("town.trn", Some(&git)), ["cutter-without-effect", "footprint-unknown"]);
    assert_eq!(of_bake("town.trn", None), [""; 0]);
    assert_eq!(of_bake("town.trx", Some(&git)), [""; 0], "a TRX is baked already");
}

#[test]
fn two_areas_differ_in_the_tables_of_their_rooms() {
    let before = open(&samples(), "manor.lyt");
    let mut after = before.clone();
    let tables = before.diff(&after).unwrap();
    assert!(tables.iter().all(TableDiff::is_equal), "{tables:?}");
    let entries = |name: &str| tables.iter().find(|table| table.table == name).unwrap().entries;
    let rooms = before.kotor().area.unwrap().rooms();
    assert_eq!(entries("materials"), rooms.map(|(_, room)| room.faces().count()).sum::<usize>());
    assert_eq!(entries("layout.lines"), before.to_files().unwrap()[0].1.split(|byte| *byte == b'\n').count() - 1);

    let paint = Edit::Paint { what: Selection::Class("Stone".parse().unwrap()), with: "Wood".parse().unwrap() };
    after.edit(&[paint], &BakeOptions::default()).unwrap();
    let tables = before.diff(&after).unwrap();
    let changed: Vec<_> = tables.iter().filter(|table| !table.is_equal()).collect();
    let [materials] = &*changed else { panic!("{changed:?}") };
    assert_eq!((materials.table, materials.first.len()), ("materials", TableDiff::SHOWN));
    let first = materials.first[0].place.to_string();
    assert!(first.contains("room ") && first.contains("face "), "{first}");
    assert!(materials.entries - materials.equal > TableDiff::SHOWN);

    let without = open(&memory(&[("manor.lyt", "manor.lyt"), ("room.wok", "room.wok")]), "manor.lyt");
    let tables = before.diff(&without).unwrap();
    let rooms = tables.iter().find(|table| table.table == "rooms").unwrap();
    assert_eq!((rooms.entries, rooms.equal), (2, 1));
}

#[test]
fn a_dungeon_has_the_floors_of_its_dof() {
    let options = OpenOptions::default().with_dof("Dungeon.dof");
    let mut level = Level::open(&samples(), "ainavdata_32769.dat", &options).unwrap();
    assert_eq!(level.files().collect::<Vec<_>>(), ["ainavdata_32769.dat", "dungeon.dof", "court.bms", "hall.bms"]);
    level.bake(&BakeOptions::default()).unwrap();
    assert_eq!(level.changed().unwrap(), []);
    assert_eq!(level.to_scene().unwrap().scene.nodes.len(), 2);
    assert!(level.navigator().unwrap().follows_tables());
    assert!(matches!(level.repair(&RepairOptions::default()), Err(EditError::Unsupported(_))));
}

#[test]
fn a_room_by_itself_has_its_place_in_the_only_layout_that_lists_it() {
    let mut level = open(&samples(), "porch.wok");
    level.bake(&BakeOptions::default()).unwrap();
    assert_eq!(level.changed().unwrap(), []);

    // With another table of materials, the room has other walkable faces.
    let table = walkmesh::kotor::MaterialTable::kotor();
    let material = table.get(MaterialId(1)).expect("a material").name.to_string();
    let rows: String =
        (0..20).map(|row| format!("{row} {} 0 0 0\n", if row == 1 { &material } else { "other" })).collect();
    let mut files = memory(&[("porch.wok", "porch.wok")]);
    files.insert("surfacemat.2da", format!("2DA V2.0\n\n label walk walkcheck lineofsight\n{rows}"));
    let level = open(&files, "porch.wok");
    assert_eq!(level.files().collect::<Vec<_>>(), ["porch.wok", "surfacemat.2da"]);
    assert!(level.check(&CheckOptions::default()).unwrap().count("material-contradicts") > 0);
}

#[test]
fn what_is_missing_or_damaged_is_named() {
    let error = |files: &dyn Files, name: &str| {
        Level::open(files, name, &OpenOptions::default()).expect_err("an error").to_string()
    };
    assert_eq!(error(&samples(), "none.wok"), "there is no file none.wok");
    assert_eq!(open(&samples(), "town.git").kind(), Kind::Git);
    assert_eq!(
        error(&memory(&[("a.wok", "dungeon.json")]), "a.wok").split_once(':').map(|(name, _)| name),
        Some("a.wok")
    );
    let mut files = memory(&[("manor.lyt", "manor.lyt"), ("room.wok", "room.wok")]);
    files.insert("porch.wok", &b"BWM V1.0"[..]);
    assert!(error(&files, "manor.lyt").starts_with("porch.wok: "), "{}", error(&files, "manor.lyt"));
    files.insert("porch.wok", &b""[..]);
    assert_eq!(error(&files, "manor.lyt"), "porch.wok: the file is empty");

    // A DOF that names one floor for very many blocks.
    let mut dof = Dof::default();
    dof.blocks.blocks = vec![Block { path: "res\\hall.bsr".into(), ..Block::default() }; 200_000];
    let mut files = memory(&[("ainavdata_32769.dat", "ainavdata_32769.dat"), ("hall.bms", "hall.bms")]);
    files.insert("a.dof", dof.to_bytes().unwrap());
    let opened = Level::open(&files, "ainavdata_32769.dat", &OpenOptions::default().with_dof("a.dof"));
    assert!(matches!(opened, Err(LevelError::TooManyRows { .. })), "{opened:?}");
}

#[test]
fn a_folder_gives_its_own_files_only() {
    let folder = samples();
    for name in ["../samples/room.wok", "/etc/hostname", "..", "."] {
        assert!(folder.read(name).is_err(), "{name}");
    }
    assert!(Folder::new("no/such/folder").names().is_err());
}

#[cfg(unix)]
#[test]
fn a_pipe_in_a_folder_is_an_error_and_never_waited_for() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("porch.wok");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().expect("mkfifo").success());
    std::fs::copy(root().join("cli/samples/manor.lyt"), folder.path().join("manor.lyt")).unwrap();
    let files = Folder::new(folder.path());
    let error = Level::open(&files, "manor.lyt", &OpenOptions::default()).expect_err("a pipe");
    assert_eq!(error.to_string(), "porch.wok: is not a regular file, and is not read");
}

/// The BMS of a block may have a name in the encoding of the game's country.
#[cfg(target_os = "linux")]
#[test]
fn a_floor_whose_name_is_not_unicode_is_found() {
    use std::os::unix::ffi::OsStrExt;
    let folder = tempfile::tempdir().unwrap();
    let name = std::ffi::OsStr::from_bytes(b"\xc8\xa6.bms");
    std::fs::write(folder.path().join(name), samples().read("hall.bms").unwrap()).unwrap();
    let mut dof = Dof::default();
    let mut path = walkmesh::formats::jmx::Text::from("x");
    path.bytes = b"res\\\xc8\xa6.bsr".to_vec();
    dof.blocks.blocks = vec![Block { path, ..Block::default() }];
    let floors = DungeonFloors::read(dof, &Folder::new(folder.path()), &Limits::default()).unwrap();
    assert!(floors.has_any());
}

#[test]
fn of_layers_the_first_counts() {
    let mut painted = Walkmesh::from_bytes(&samples().read("room.wok").unwrap()).unwrap();
    painted.paint(&[FaceId(0)], MaterialId(3)).unwrap();
    let over: Memory = [("ROOM.WOK", painted.to_bytes().unwrap())].into_iter().collect();
    let under = samples();
    let both = LayeredFiles::new(vec![&over, &under]).unwrap();
    assert!(both.read("ROOM.WOK") == over.read("ROOM.WOK") && both.read("manor.lyt") == under.read("manor.lyt"));
    assert!(both.read("none").is_err());
    assert_eq!(
        open(&both, "manor.lyt").files().collect::<Vec<_>>(),
        ["manor.lyt", "porch.wok", "ROOM.WOK", "manor.pth"]
    );
}

#[test]
fn levels_are_listed_with_what_belongs_to_them_left_out() {
    let found = levels(&samples()).unwrap();
    let found: Vec<_> = found.iter().map(|level| (level.file.as_str(), level.what)).collect();
    let expected = [
        ("manor.lyt", "area of KotOR"),
        ("town.trx", "area of NWN2"),
        ("yard.trx", "area of NWN2"),
        ("ainavdata_32769.dat", "dungeon of Silkroad"),
        ("chest.pwk", "walkmesh of KotOR"),
        ("door0.dwk", "walkmesh of KotOR"),
    ];
    assert_eq!(found, expected);
}

/// The sample files with these names.
fn together(names: &[&str]) -> Result<Level, LevelError> {
    let named: Vec<_> = names.iter().map(|name| (*name, *name)).collect();
    let files = CountedReads { files: memory(&named), read: Mutex::default() };
    let level = Level::open_all(&files, &OpenOptions::default());
    let mut read = files.read.into_inner().unwrap();
    read.sort();
    assert!(read.windows(2).all(|pair| pair[0] != pair[1]), "a file is read once: {read:?}");
    level
}

/// Files, and the names of those that were read.
struct CountedReads {
    files: Memory,
    read: Mutex<Vec<String>>,
}

impl Files for CountedReads {
    fn names(&self) -> Result<Vec<String>, FileError> {
        self.files.names()
    }

    fn read(&self, name: &str) -> Result<Vec<u8>, FileError> {
        self.read.lock().unwrap().push(name.to_owned());
        self.files.read(name)
    }
}

#[test]
fn files_that_belong_together_are_one_level() {
    let opened = |names: &[&str]| {
        let level = together(names).unwrap_or_else(|error| panic!("{names:?}: {error}"));
        (level.title().to_owned(), level.description(), level.files().len())
    };
    let is = |title: &str, description: &str, files| (title.to_owned(), description.to_owned(), files);
    assert_eq!(opened(&["room.wok"]), is("room.wok", "a KotOR walkmesh", 1));
    assert_eq!(opened(&["manor.lyt"]), is("manor.lyt", "the layout of a KotOR area", 1));
    let area = is("manor.lyt", "a KotOR area with 2 rooms", 3);
    assert_eq!(opened(&["room.wok", "manor.lyt", "porch.wok", "chest.pwk"]), area);
    assert_eq!(opened(&["town.trn", "town.git"]), is("town.trn", "an NWN2 area", 2));
    let blocks = "a list of the blocks of a Silkroad dungeon (DOF)";
    assert_eq!(opened(&["dungeon.dof"]), is("dungeon.dof", blocks, 1));
    assert_eq!(opened(&["dungeon.dof", "room.wok"]), is("dungeon.dof", blocks, 1));
    let floors = is("dungeon.dof", "the floors of a Silkroad dungeon, without its tables", 3);
    assert_eq!(opened(&["court.bms", "dungeon.dof", "hall.bms"]), floors);
    let dungeon = ["ainavdata_32769.dat", "dungeon.dof", "court.bms", "hall.bms"];
    assert_eq!(opened(&dungeon), is("dungeon.dof", "a Silkroad dungeon with its floors", 4));

    // A table beside other files is that of their materials, whether it is a text or not.
    let mut files = memory(&[("room.wok", "room.wok")]);
    files.insert("materials.2da", "2DA V2.0\n\n label walk walkcheck lineofsight\n0 Ice 1 1 0\n");
    let level = Level::open_all(&files, &OpenOptions::default()).unwrap();
    assert_eq!(level.files().collect::<Vec<_>>(), ["room.wok", "materials.2da"]);
    assert_eq!(level.paints()[0].name, "Ice");
}

#[test]
fn files_that_do_not_belong_together_are_refused_with_the_reason() {
    let error = |names: &[&str]| together(names).expect_err("an error").to_string();
    assert_eq!(error(&[]), "no file was given");
    let apart =
        "the files do not belong together: an area needs its layout (.lyt) beside its rooms, and a dungeon its .dof";
    assert_eq!(error(&["room.wok", "porch.wok"]), apart);
    assert_eq!(error(&["town.trx", "yard.trx"]), apart);
    assert_eq!(error(&["yard.trx", "town.git"]), apart);
    let no_rooms = "no file is a room that the layout names; add the rooms' .wok files";
    assert_eq!(error(&["manor.lyt", "chest.pwk"]), no_rooms);
    let several = |from: &str, ending: &str| {
        let files = memory(&[(&*format!("a{ending}"), from), (&*format!("b{ending}"), from)]);
        Level::open_all(&files, &OpenOptions::default()).expect_err("an error").to_string()
    };
    assert_eq!(several("manor.lyt", ".lyt"), "there are several layouts (.lyt); open one at a time");
    assert_eq!(several("dungeon.dof", ".dof"), "there are several dungeons (.dof); open one at a time");
}

#[test]
fn a_door_has_states_and_stands_in_the_way_until_it_is_opened() {
    let mut level = open(&samples(), "manor.lyt");
    let at = |x: f32| PlacedObject::new(leaf(20.0), [x, 3.0, 0.0], std::f32::consts::FRAC_PI_2);
    let path = |level: &Level| {
        let ends: [Location; 2] = ["1,1", "7,3"].map(|end| end.parse().unwrap());
        level.navigator().unwrap().path(ends[0], ends[1]).is_ok()
    };
    assert!(path(&level));
    level.place("door0.dwk", at(6.0)).unwrap();
    level.place("door1.dwk", at(60.0)).unwrap();
    let open = PlacedObject::new(leaf(0.01), [6.0, 3.0, 0.0], std::f32::consts::FRAC_PI_2);
    level.place("door1.dwk", open).unwrap();
    let [near, far] = level.kotor().objects else { panic!("two doors") };
    assert_eq!((near.name(), near.file(), near.states().count(), far.states().count()), ("door", "door0.dwk", 2, 1));
    assert!(!path(&level));
    level.set_door(0, DoorState::Open1).unwrap();
    assert_eq!(level.kotor().objects[0].file(), "door1.dwk");
    assert!(path(&level));

    // It is shown in its state, and its parts and marks have its name.
    let view = level.view();
    let mark = view.marks.iter().find(|mark| mark.kind == MarkKind::Door && mark.object == Some(0)).unwrap();
    assert_eq!((mark.label.as_str(), mark.point), ("door (open1)", [6.0, 3.0, 0.0]));
    let part = view.parts.iter().find(|part| part.of == PartOf::Object(0)).unwrap();
    assert_eq!(part.name, "door1.dwk");
    let on_door = view.paint(&[part.first as u32], "4".parse().unwrap()).unwrap_err();
    assert!(on_door.to_string().starts_with("here no face can be edited"), "{on_door}");

    assert_eq!(level.set_door(5, DoorState::Closed), Err(PlaceError::NoSuchObject(5)));
    let missing = level.set_door(0, DoorState::Open2).unwrap_err().to_string();
    assert_eq!(missing, "the walkmesh of door in the state `open2` is missing");
    let room = Walkmesh::from_bytes(&samples().read("room.wok").unwrap()).unwrap();
    assert_eq!(
        level.place("room.wok", PlacedObject::new(room, [0.0; 3], 0.0)),
        Err(PlaceError::Room("room.wok".into()))
    );
    let alone = self::open(&samples(), "porch.wok").place("door0.dwk", at(0.0));
    assert!(matches!(alone, Err(PlaceError::Unsupported(_))));
}

/// A door leaf that extends this far to both sides.
fn leaf(width: f32) -> Walkmesh {
    let leaf = [[-width, 0.0, 0.0], [width, 0.0, 0.0], [width, 0.0, 2.0]];
    Walkmesh::from_triangles(walkmesh::kotor::Kind::Dwk, [(leaf, MaterialId(7))]).unwrap()
}

#[test]
fn a_paint_of_chosen_triangles_edits_their_room_alone() {
    let mut level = open(&samples(), "manor.lyt");
    let before = level.view();
    let [first, second] = &before.parts[..] else { panic!("two rooms") };
    assert_eq!(
        (first.of, first.file.as_str(), second.of),
        (PartOf::Room(RoomId(0)), "room.wok", PartOf::Room(RoomId(1)))
    );
    let chosen = [second.first as u32, second.first as u32 + 1];
    assert_eq!(before.paint(&[], "4".parse().unwrap()).unwrap_err(), EditError::NoFaces);
    assert_eq!(before.paint(&[0, chosen[0]], "4".parse().unwrap()).unwrap_err(), EditError::SeveralRooms);
    let paint = |name: &str| before.paint(&chosen, name.parse().unwrap()).unwrap();
    let report = level.edit(&[paint("metal")], &BakeOptions::default()).unwrap();
    assert_eq!(report.notes[0].to_string(), "porch: 2 faces were painted.");
    let after = level.view();
    assert_eq!(after.class(second.first).unwrap().name, "Metal");
    assert_eq!(after.class(0), before.class(0));
    assert_eq!(level.changed().unwrap().into_iter().map(|(name, _)| name).collect::<Vec<_>>(), ["porch.wok"]);
    let unknown = level.edit(&[paint("chocolate")], &BakeOptions::default()).unwrap_err();
    assert!(unknown.to_string().contains("`chocolate` is not a material here"), "{unknown}");
}

#[test]
fn every_sample_shows_triangles_that_agree_with_its_tables() {
    let samples = samples();
    let dungeon = OpenOptions::default().with_dof("dungeon.dof");
    for (name, options, kind) in [
        ("manor.lyt", OpenOptions::default(), "face"),
        ("room.wok", OpenOptions::default(), "face"),
        ("yard.trx", OpenOptions::default(), "triangle"),
        ("ainavdata_32769.dat", dungeon, "cell"),
        ("hall.bms", OpenOptions::default(), "cell"),
    ] {
        let level = Level::open(&samples, name, &options).unwrap();
        let view = level.view();
        let count = view.triangles.len();
        assert!(count > 0 && view.numbers.len() == count && view.class_of.len() == count, "{name}");
        assert_eq!(view.parts.iter().map(|part| part.count).sum::<usize>(), count, "{name}");
        for triangle in 0..count {
            let info = level.face_info(&view, triangle).unwrap();
            assert_eq!(info.kind, kind, "{name}");
            assert_eq!(view.find(view.part_of(triangle).unwrap().of, info.number), Some(triangle), "{name}");
        }
        assert_eq!(level.face_info(&view, count), None, "{name}");
        assert!(level.lines().iter().any(|lines| lines.kind == LineKind::Border), "{name}");
        let Ok(navigator) = level.navigator() else { continue };
        let parts = navigator.connected_parts(&view);
        let walkable = |triangle: usize| view.class(triangle).unwrap().walkable;
        assert!(parts.len() == count && parts.contains(&Some(0)), "{name}");
        assert!((0..count).all(|triangle| parts[triangle].is_none() || walkable(triangle)), "{name}");
        let from = (0..count).find(|triangle| walkable(*triangle)).unwrap();
        let seen = navigator.seen_from(&view, from);
        assert_eq!(seen.is_some(), kind != "cell", "{name}");
        assert!(seen.is_none_or(|seen| seen.len() == count && seen.contains(&Some(true))), "{name}");
        assert!(navigator.seen_from(&view, count).is_none(), "{name}");
    }
}

/// Levels without triangles show the positions of their parts.
#[test]
fn tables_layouts_and_blocks_by_themselves_show_marks() {
    for (name, kind) in
        [("manor.lyt", MarkKind::Room), ("ainavdata_32769.dat", MarkKind::Door), ("dungeon.dof", MarkKind::Block)]
    {
        let view = together(&[name]).unwrap().view();
        assert!(view.triangles.is_empty() && view.marks.iter().any(|mark| mark.kind == kind), "{name}");
    }
    let lines = together(&["ainavdata_32769.dat"]).unwrap().lines();
    assert_eq!(lines.iter().map(|lines| lines.kind).collect::<Vec<_>>(), [LineKind::Links]);
    let floors = together(&["dungeon.dof", "hall.bms"]).unwrap();
    let reason = "routes need the dungeon's tables; open its ainavdata_*.dat together with the DOF";
    assert_eq!(floors.navigator().unwrap_err().to_string(), reason);
}

/// Every level in the folders of the corpus opens, and unedited files are not saved.
#[test]
fn the_levels_of_real_files_open_and_have_nothing_to_save() {
    let Some(corpus) = corpus("") else { return };
    let mut folders: Vec<_> = files(&corpus, "*").iter().filter_map(|file| file.parent().map(Path::to_owned)).collect();
    folders.dedup();
    let (mut opened, mut read) = (0, 0);
    for folder in folders {
        let files = Folder::new(&folder);
        for name in levels(&files).unwrap() {
            match Level::open(&files, &name.file, &OpenOptions::default()) {
                Ok(level) => {
                    (opened, read) = (opened + 1, read + level.files().len());
                    assert_eq!(level.changed().unwrap(), [], "{}", name.file);
                }
                Err(error) => panic!("{}: {}: {error}", folder.display(), name.file),
            }
        }
    }
    println!("{opened} levels of {read} files");
    assert!(opened > 100);
}

/// The two faces of a floor of 4 by 4 metres.
fn floor([x, y, z]: [f32; 3], material: u32) -> [([[f32; 3]; 3], MaterialId); 2] {
    let [a, b, c, d] = [[x, y, z], [x + 4.0, y, z], [x + 4.0, y + 4.0, z], [x, y + 4.0, z]];
    [[a, b, c], [a, c, d]].map(|face| (face, MaterialId(material)))
}

/// A level that has one such floor. The material decides whether a creature can walk on it.
fn square(corner: [f32; 3], material: u32) -> Level {
    Level::from(Walkmesh::from_triangles(walkmesh::kotor::Kind::Wok, floor(corner, material)).expect("a room"))
}

#[test]
fn floors_of_two_levels_overlap_where_both_can_be_walked_on_within_the_reach() {
    const STONE: u32 = 4;
    const WALL: u32 = 7;
    let here = square([0.0, 0.0, 0.0], STONE);
    let area = |corner, material| -> Vec<f64> {
        here.view().overlaps(&square(corner, material).view(), 2.0).iter().map(|overlap| overlap.area).collect()
    };
    assert_eq!(area([1.0, 1.0, 1.5], STONE), [9.0], "three by three metres");
    assert_eq!(area([1.0, 1.0, 2.5], STONE), [0.0; 0], "a floor above the other");
    assert_eq!(area([4.0, 0.0, 0.0], STONE), [0.0; 0], "a floor that only touches the other");
    assert_eq!(area([1.0, 1.0, 0.0], WALL), [0.0; 0], "nobody walks there");

    let other = square([3.0, 3.0, 0.5], STONE);
    let [overlap] = &*here.view().overlaps(&other.view(), 2.0) else { panic!("one overlap") };
    assert!(overlap.point[..2].iter().all(|at| (3.0..=4.0).contains(at)), "{:?}", overlap.point);
    assert_eq!(overlap.point[2], 0.0, "a point of the first floor");

    // Most of the overlap with a floor to the north-west lies under the second triangle.
    let other = square([-1.0, 2.0, 0.0], STONE);
    let [overlap] = &*here.view().overlaps(&other.view(), 2.0) else { panic!("one overlap") };
    assert_eq!((overlap.area, overlap.triangle), (6.0, 1));
}

#[test]
fn a_dungeon_overlaps_itself_block_by_block_and_no_level_whose_other_axis_is_up() {
    let crypt = Folder::new(root().join("cli/areas/crypt"));
    let dungeon = open(&crypt, "crypt.dof").view();
    let overlaps = dungeon.overlaps(&dungeon, 1.0);
    assert!(overlaps.iter().any(|overlap| overlap.here == overlap.there), "{overlaps:?}");
    assert!(overlaps.iter().all(|overlap| overlap.area > 0.0));
    assert!(dungeon.overlaps(&square([0.0; 3], 4).view(), 1.0).is_empty());
}

#[test]
fn a_repair_says_in_which_room_of_an_area_it_did_what() {
    let mut files = memory(&[("manor.lyt", "manor.lyt"), ("room.wok", "room.wok")]);
    let mut porch = Walkmesh::from_bytes(&samples().read("porch.wok").unwrap()).unwrap();
    porch.flip_faces(&[FaceId(0)]).unwrap();
    files.insert("porch.wok", porch.to_bytes().unwrap());
    let mut level = open(&files, "manor.lyt");
    let mut flaws = walkmesh::flaw::Repairs::default();
    flaws.faces_down = true;
    let done = level.repair(&RepairOptions::default().with_flaws(flaws)).unwrap();
    let [sentence] = &*done.sentences() else { panic!("{:?}", done.repairs) };
    assert!(
        sentence.starts_with("porch: face 0 at (") && sentence.ends_with(") is turned over and faces up"),
        "{sentence}"
    );
}
