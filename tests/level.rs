//! Levels: places of all three games, opened with the files that belong to them.

use std::path::Path;

use walkmesh::diff::Group;
use walkmesh::finding::CheckOptions;
use walkmesh::formats::dof::{Block, Dof};
use walkmesh::formats::{Document, Limits};
use walkmesh::kotor::{FaceId, MaterialId, RoomId, Walkmesh};
use walkmesh::level::{AnyFile, OpenOptions};
use walkmesh::level::{
    DungeonFloors, Files, Folder, Layered, Level, LevelError, LevelOptions, Memory, RepairOptions, levels,
};
use walkmesh_testing::{corpus, files, root};

fn samples() -> Folder {
    Folder::new(root().join("cli/samples"))
}

/// Sample files by the names that they get.
fn memory(renamed: &[(&str, &str)]) -> Memory {
    renamed.iter().map(|(to, from)| (*to, samples().read(from).expect("a sample"))).collect()
}

fn open(files: &dyn Files, name: &str) -> Level {
    Level::open(files, name, &LevelOptions::default()).unwrap_or_else(|error| panic!("{name}: {error}"))
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
    assert_eq!(level.files().collect::<Vec<_>>(), ["MANOR.LYT", "Room.wok", "porch.WOK"]);
    assert_eq!(level.changed().unwrap(), []);

    // One transition of one room is lost. The repair links the rooms again, and the other files keep their bytes.
    let before = files.read("Room.wok").unwrap();
    let mut room = Walkmesh::from_bytes(&before).unwrap();
    let (edge, _) = room.transitions().next().expect("a transition");
    room.set_transition(edge, None).unwrap();
    files.insert("Room.wok", room.to_bytes().unwrap());
    let mut level = open(&files, "manor.lyt");
    assert_eq!(level.check(&CheckOptions::default()).unwrap().count("transition-one-way"), 1);
    assert!(level.repair(&RepairOptions::default()).unwrap().is_empty());
    let done = level.repair(&RepairOptions::default().with_transitions(true)).unwrap();
    assert_eq!(done.links.iter().map(|link| (link.room, link.edge)).collect::<Vec<_>>(), [(RoomId(0), edge)]);
    assert_eq!(level.changed().unwrap(), [("Room.wok".to_owned(), before)]);
}

#[test]
fn a_trn_is_carved_with_its_git_and_becomes_the_trx() {
    let mut level = open(&samples(), "town.trn");
    assert_eq!(level.files().collect::<Vec<_>>(), ["town.trn", "town.git"]);
    assert_eq!(level.changed().unwrap(), []);
    level.bake(&LevelOptions::default()).unwrap();
    let [(name, bytes)] = &level.changed().unwrap()[..] else { panic!("one file") };
    assert_eq!(name, "town.trx");
    let open = |bytes: &[u8]| AnyFile::open(bytes, &OpenOptions::default().with_name("town.trx")).unwrap();
    let tables = open(bytes).diff(&open(&samples().read("town.trx").unwrap())).unwrap();
    assert!(tables.iter().all(|table| table.group != Group::Content || table.is_equal()), "{tables:?}");

    // A bake of the baked area changes nothing, and so nothing is saved.
    let mut level = self::open(&samples(), "town.trx");
    level.bake(&LevelOptions::default()).unwrap();
    assert_eq!(level.changed().unwrap(), []);
}

#[test]
fn a_dungeon_has_the_floors_of_its_dof() {
    let options = LevelOptions::default().with_dof("Dungeon.dof");
    let mut level = Level::open(&samples(), "ainavdata_32769.dat", &options).unwrap();
    assert_eq!(level.files().collect::<Vec<_>>(), ["ainavdata_32769.dat", "dungeon.dof", "court.bms", "hall.bms"]);
    level.bake(&options).unwrap();
    assert_eq!(level.changed().unwrap(), []);
    assert_eq!(level.to_scene().unwrap().scene.nodes.len(), 2);
    assert!(level.navigator().unwrap().follows_tables());
    assert!(matches!(level.repair(&RepairOptions::default()), Err(LevelError::Unsupported(_))));
}

#[test]
fn a_room_by_itself_has_its_place_in_the_only_layout_that_lists_it() {
    let mut level = open(&samples(), "porch.wok");
    level.bake(&LevelOptions::default()).unwrap();
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
fn what_is_no_level_or_damaged_is_named() {
    let error = |files: &dyn Files, name: &str| {
        Level::open(files, name, &LevelOptions::default()).expect_err("an error").to_string()
    };
    assert_eq!(error(&samples(), "none.wok"), "there is no file none.wok");
    assert!(error(&samples(), "town.git").starts_with("town.git is a GFF file"));
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
    let opened = Level::open(&files, "ainavdata_32769.dat", &LevelOptions::default().with_dof("a.dof"));
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
    let error = Level::open(&files, "manor.lyt", &LevelOptions::default()).expect_err("a pipe");
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
    let both = Layered::new(vec![&over, &under]).unwrap();
    assert!(both.read("ROOM.WOK") == over.read("ROOM.WOK") && both.read("manor.lyt") == under.read("manor.lyt"));
    assert!(both.read("none").is_err());
    assert_eq!(open(&both, "manor.lyt").files().collect::<Vec<_>>(), ["manor.lyt", "ROOM.WOK", "porch.wok"]);
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

/// Every level in the folders of the corpus opens, and what nobody edited is not saved.
#[test]
fn the_levels_of_real_files_open_and_have_nothing_to_save() {
    let Some(corpus) = corpus("") else { return };
    let mut folders: Vec<_> = files(&corpus, "*").iter().filter_map(|file| file.parent().map(Path::to_owned)).collect();
    folders.dedup();
    let (mut opened, mut read) = (0, 0);
    for folder in folders {
        let files = Folder::new(&folder);
        for name in levels(&files).unwrap() {
            match Level::open(&files, &name.file, &LevelOptions::default()) {
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
