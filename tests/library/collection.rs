//! Collections: files opened together from folders, archives and zips have the same levels as a folder of these files.

use std::cell::RefCell;
use std::collections::BTreeSet;

use walkmesh::finding::CheckOptions;
use walkmesh::level::{Collection, FileError, Files, Folder, FoundLevel, Level, Memory, OpenOptions, levels};
use walkmesh_testing::{corpus, files, root};

use super::support::{borrowed, module_of, rim_of, samples};

const AREA: [&str; 3] = ["manor.lyt", "room.wok", "porch.wok"];

fn opened(files: &Collection, path: &str) -> Level {
    let found = files.levels();
    let level = found.iter().find(|level| level.path == path).unwrap_or_else(|| panic!("{path} is none of {found:#?}"));
    files.open(level, &OpenOptions::default()).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn paths(files: &Collection) -> Vec<String> {
    files.levels().into_iter().map(|level| level.path).collect()
}

/// The findings of a level.
fn findings(level: &Level) -> Vec<String> {
    level.check(&CheckOptions::default()).expect("a check").iter().map(|finding| format!("{finding:?}")).collect()
}

fn expected() -> Level {
    let files: Memory = samples(&AREA).into_iter().collect();
    Level::open(&files, "manor.lyt", &OpenOptions::default()).expect("an area")
}

#[test]
fn files_of_a_folder_belong_together() {
    let mut files = Collection::new();
    for (name, bytes) in samples(&AREA) {
        files.add(format!("mod/rooms/{name}"), bytes);
    }
    for (name, bytes) in samples(&["town.trn", "town.git", "chest.pwk", "manor.pth"]) {
        files.add(format!("mod\\other\\{name}"), bytes);
    }
    files.add("mod/readme.txt", "a letter");
    assert_eq!(paths(&files), ["mod/other/town.trn", "mod/other/chest.pwk", "mod/rooms/manor.lyt"]);
    assert_eq!(findings(&opened(&files, "mod/rooms/manor.lyt")), findings(&expected()));
    assert!(
        opened(&files, "mod/other/town.trn").files().any(|name| name == "town.git"),
        "the objects go with their area"
    );
    assert_eq!(files.read("mod/readme.txt").expect("a file"), b"a letter");
    assert!(files.read("mod/rooms/other.wok").is_err());
}

#[test]
fn a_module_in_two_archives_is_one() {
    let all = samples(&AREA);
    let (first, second) = (borrowed(&all[..2]), borrowed(&all[2..]));
    let mut files = Collection::new();
    files.add("modules/MANOR.rim", rim_of(&first));
    files.add("modules/manor_S.rim", rim_of(&second));
    files.add("modules/manor_dlg.erf", module_of(&[]));
    files.add("modules/other_s.rim", rim_of(&second));
    assert_eq!(paths(&files), ["modules/MANOR.rim/manor.lyt", "modules/other_s.rim/porch.wok"]);
    let found = &files.levels()[0];
    assert_eq!(found.name, "manor.lyt of MANOR.rim");
    assert_eq!(found.archives, ["modules/manor_S.rim", "modules/MANOR.rim", "modules/manor_dlg.erf"]);
    assert_eq!(findings(&opened(&files, &found.path)), findings(&expected()));
    let homes = files.archives_of(found, ["porch.wok", "ROOM.wok", "manor.pth"]);
    let homes: Vec<_> = homes.iter().map(|(archive, names)| (archive.as_str(), names.clone())).collect();
    let first = ("modules/MANOR.rim", vec!["ROOM.wok", "manor.pth"]);
    assert_eq!(homes, [first, ("modules/manor_S.rim", vec!["porch.wok"])], "a new file goes where the layout is");
}

#[test]
fn tables_beside_an_archive_go_with_it() {
    let all = samples(&["room.wok"]);
    let mut files = Collection::new();
    files.add("manor.mod", module_of(&borrowed(&all)));
    files.add("surfacemat.2da", "not a table");
    assert_eq!(paths(&files), ["manor.mod/room.wok"]);
    let error = files.open(&files.levels()[0], &OpenOptions::default()).expect_err("the table is read");
    assert!(error.to_string().starts_with("surfacemat.2da: "), "{error}");
}

#[test]
fn a_dungeon_has_its_floors() {
    let tables = |region| {
        let mut files = Collection::new();
        for (name, bytes) in samples(&["ainavdata_32769.dat", "dungeon.dof", "hall.bms", "court.bms"]) {
            files.add(name.replace("32769", region), bytes);
        }
        files
    };
    // The region of the DOF is 32770.
    assert_eq!(paths(&tables("32770")), ["ainavdata_32770.dat"]);
    let dungeon = opened(&tables("32770"), "ainavdata_32770.dat");
    assert_eq!(dungeon.description(), "a Silkroad dungeon with its floors");
    assert_eq!(paths(&tables("32769")), ["ainavdata_32769.dat", "dungeon.dof"]);
    let mut floors = Collection::new();
    for (name, bytes) in samples(&["dungeon.dof", "hall.bms", "court.bms"]) {
        floors.add(name, bytes);
    }
    assert_eq!(paths(&floors), ["dungeon.dof"]);
    let mut meshes = Collection::new();
    for (name, bytes) in samples(&["hall.bms", "court.bms"]) {
        meshes.add(name, bytes);
    }
    assert_eq!(paths(&meshes), ["court.bms", "hall.bms"]);
}

#[test]
fn what_belongs_to_nothing_is_opened_by_itself() {
    let alone = |name: &str, bytes: &[u8]| {
        let mut files = Collection::new();
        files.add(name, bytes);
        let found = files.levels();
        (
            found.iter().map(|level| level.path.clone()).collect::<Vec<_>>(),
            files.open(&found[0], &OpenOptions::default()),
        )
    };
    let read = |name| Folder::new(root().join("cli/samples")).read(name).expect("a sample");
    for name in ["manor.pth", "manor.lyt", "town.git", "room.wok"] {
        let (found, level) = alone(name, &read(name));
        assert_eq!((found, level.is_ok()), (vec![name.to_owned()], true));
    }
    let (found, level) = alone("a floor.bak", &read("room.wok"));
    assert_eq!(found, ["a floor.bak"]);
    assert_eq!(level.expect("a walkmesh").kind().to_string(), "a KotOR walkmesh");
    assert!(alone("letter.txt", b"a letter").1.is_err());
    assert!(alone("empty.wok", b"").1.is_err());
}

#[test]
fn an_archive_that_cannot_be_read_says_why_and_hides_nothing() {
    let mut files = Collection::new();
    files.add("damaged.mod", &b"MOD V1.0"[..]);
    files.add("empty.mod", module_of(&[]));
    files.add("damaged.zip", &b"PK\x03\x04"[..]);
    files.add("room.wok", samples(&["room.wok"]).remove(0).1);
    let found = files.levels();
    let problems: Vec<_> = found.iter().map(|level| (level.path.as_str(), level.problem.is_some())).collect();
    assert_eq!(problems, [("damaged.mod", true), ("damaged.zip", true), ("empty.mod", true), ("room.wok", false)]);
    for FoundLevel { path, .. } in &found[..3] {
        let level = found.iter().find(|level| level.path == *path).expect("a level");
        let error = files.open(level, &OpenOptions::default()).expect_err("a problem").to_string();
        assert!(error.starts_with(path.as_str()), "{error}");
    }
}

#[cfg(feature = "zip")]
#[test]
fn a_zip_is_a_folder_with_folders_and_archives_in_it() {
    use walkmesh::level::write_zip;

    let all = samples(&AREA);
    let module = module_of(&borrowed(&all));
    let inner = write_zip([("room.wok", &b"hidden"[..])]).expect("a zip");
    let mut entries: Vec<(String, &[u8])> =
        all.iter().map(|(name, bytes)| (format!("rooms/{name}"), bytes.as_slice())).collect();
    entries.push(("modules/manor.mod".to_owned(), &module));
    entries.push(("inner.zip".to_owned(), &inner));
    entries.push(("readme.txt".to_owned(), b"a letter"));
    let zip = write_zip(entries.iter().map(|(name, bytes)| (name.as_str(), *bytes))).expect("a zip");
    assert_eq!(write_zip(entries.iter().map(|(name, bytes)| (name.as_str(), *bytes))).expect("a zip"), zip);
    let mut files = Collection::new();
    files.add("mod.zip", zip);
    let in_module = "mod.zip/modules/manor.mod/manor.lyt";
    assert_eq!(paths(&files)[..2], [in_module, "mod.zip/rooms/manor.lyt"]);
    for path in [in_module, "mod.zip/rooms/manor.lyt"] {
        assert_eq!(findings(&opened(&files, path)), findings(&expected()), "{path}");
    }
    assert_eq!(files.read("mod.zip/modules/manor.mod").expect("the module"), module);
    assert!(files.read("mod.zip/readme.txt").is_err(), "what no level needs is not inflated");
}

/// Supplies the missing bytes. Returns their number, and the number of rounds.
fn supplied(files: &mut Collection, path: &str, bytes: &[u8]) -> (usize, usize) {
    files.announce(path, bytes.len() as u64);
    let (mut read, mut rounds) = (0, 0);
    loop {
        let missing = files.missing(path);
        if missing.is_empty() {
            return (read, rounds);
        }
        rounds += 1;
        assert!(rounds < 100, "{path} asks for {missing:?} again and again");
        for range in missing {
            assert!(range.start < range.end && range.end <= bytes.len() as u64, "{range:?}");
            read += (range.end - range.start) as usize;
            files.supply(path, range.start, &bytes[range.start as usize..range.end as usize]);
        }
    }
}

#[test]
fn of_a_large_archive_only_what_is_needed_is_read() {
    let sound = vec![7; 20 << 20];
    let mut all = samples(&AREA);
    all.insert(1, ("hum.wav", sound.clone()));
    all.push(("hiss.wav", sound));
    for (name, bytes) in [("manor.mod", module_of(&borrowed(&all))), ("manor.rim", rim_of(&borrowed(&all)))] {
        let mut files = Collection::new();
        let (read, rounds) = supplied(&mut files, name, &bytes);
        assert!(read < 200_000 && rounds <= 3, "{read} bytes of {} in {rounds} rounds", bytes.len());
        assert_eq!(findings(&opened(&files, &format!("{name}/manor.lyt"))), findings(&expected()));
        assert!(files.read(name).is_err(), "the archive is not there as a whole");
    }
}

#[test]
fn other_files_are_supplied_whole_and_damaged_ones_end() {
    let room = samples(&["room.wok"]).remove(0).1;
    let mut files = Collection::new();
    assert_eq!(supplied(&mut files, "rooms/room.wok", &room).0, room.len());
    assert_eq!(opened(&files, "rooms/room.wok").to_bytes().expect("bytes"), room);
    assert_eq!(supplied(&mut files, "empty.wok", b""), (0, 0));
    let module = module_of(&borrowed(&samples(&AREA)));
    for end in (0..module.len()).step_by(97) {
        let mut files = Collection::new();
        supplied(&mut files, "cut.mod", &module[..end]);
        files.levels().iter().for_each(|level| drop(files.open(level, &OpenOptions::default())));
    }
    // A directory that points far beyond the end.
    let mut wild = module;
    wild[24..28].copy_from_slice(&u32::MAX.to_le_bytes());
    let mut files = Collection::new();
    supplied(&mut files, "wild.mod", &wild);
    assert!(files.levels()[0].problem.is_some());
    files.announce("gone.mod", 1000);
    assert_eq!(files.missing("gone.mod").first(), Some(&(0..1000)));
    files.supply("gone.mod", 0, Vec::new());
    assert!(files.missing("gone.mod").is_empty());
    assert!(files.levels().iter().any(|level| level.path == "gone.mod" && level.problem.is_some()));
}

/// Files that note which of them are read.
struct Noting<'f>(&'f dyn Files, std::sync::Mutex<RefCell<BTreeSet<String>>>);

impl Files for Noting<'_> {
    fn names(&self) -> Result<Vec<String>, FileError> {
        self.0.names()
    }

    fn read(&self, name: &str) -> Result<Vec<u8>, FileError> {
        self.1.lock().expect("no panic").borrow_mut().insert(name.to_owned());
        self.0.read(name)
    }
}

/// Opens every level of files, and ensures that a collection would read every file that is read.
fn ensure_reads(files: &dyn Files) -> usize {
    let noting = Noting(files, std::sync::Mutex::default());
    for level in levels(&noting).expect("levels") {
        let _ = Level::open(&noting, &level.file, &OpenOptions::default());
    }
    let read = noting.1.lock().expect("no panic").take();
    read.iter().for_each(|name| assert!(Collection::reads(name), "{name} is read, and a collection leaves it out"));
    read.len()
}

#[test]
fn whatever_a_level_reads_has_a_name_that_is_read() {
    for folder in ["cli/samples", "cli/areas/academy", "cli/areas/crypt"] {
        assert!(ensure_reads(&Folder::new(root().join(folder))) > 0, "{folder}");
    }
    let Some(modules) = corpus("kotor/mod") else { return };
    for path in files(&modules, "mod") {
        ensure_reads(&walkmesh::level::Archive::open(path).expect("an archive"));
    }
}

/// Real modules have the same levels when read whole, in parts, and from disk.
#[test]
fn real_modules_are_the_same_in_parts() {
    let Some(modules) = corpus("kotor/mod") else { return };
    let (mut all, mut read) = (0, 0);
    for path in files(&modules, "mod") {
        let bytes = std::fs::read(&path).expect("a module");
        let (mut whole, mut parts) = (Collection::new(), Collection::new());
        whole.add("it.mod", &*bytes);
        all += bytes.len();
        read += supplied(&mut parts, "it.mod", &bytes).0;
        assert_eq!(whole.levels(), parts.levels());
        for level in whole.levels() {
            let open = |files: &Collection| {
                let opened = files.open(&level, &OpenOptions::default());
                opened.map(|level| level.to_files().expect("files")).map_err(|error| error.to_string())
            };
            assert_eq!(open(&whole), open(&parts), "{}: {}", path.display(), level.path);
        }
    }
    println!("of {all} bytes of modules {read} are read");
}
