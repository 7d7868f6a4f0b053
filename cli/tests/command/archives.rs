//! Archives and the folder of a game: every command opens them, and output is written back into them.

use std::fs;
use std::path::Path;

use walkmesh::formats::Document;
use walkmesh::formats::biff::{self, Biff};
use walkmesh::formats::erf::{Erf, Key, Version};
use walkmesh::formats::gff::{Gff, Tree, TreeValue};
use walkmesh::formats::key::{self, KeyFile, ResourceIdBits};
use walkmesh::level::{Archive, Files, write_zip};

use crate::run::{root, run};

const AREA: [(&str, u16); 3] = [("manor.lyt", 3000), ("room.wok", 2016), ("porch.wok", 2016)];

pub fn sample(name: &str) -> Vec<u8> {
    fs::read(root().join("samples").join(name)).expect("the sample")
}

pub fn archive(file_type: &[u8; 4], files: &[(&str, u16, Vec<u8>)]) -> Vec<u8> {
    let key = |(id, (name, number, _)): (usize, &(&str, u16, Vec<u8>))| {
        Key::new(name.rsplit_once('.').expect("an extension").0, *number, id as u32).expect("a short name")
    };
    let keys = files.iter().enumerate().map(key).collect();
    let members = files.iter().map(|(.., bytes)| bytes.clone()).collect();
    Erf { file_type: *file_type, keys, members, ..Erf::default() }.to_bytes().expect("an archive")
}

/// The area of the samples as a module, with a file that no command knows.
fn module() -> Vec<u8> {
    let mut files: Vec<_> = AREA.iter().map(|&(name, number)| (name, number, sample(name))).collect();
    files.insert(1, ("script.ncs", 2010, b"NCS V1.0".to_vec()));
    archive(b"MOD ", &files)
}

/// A folder with `manor.mod`, and the same files in `loose`.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("manor.mod"), module()).expect("a file");
    fs::create_dir(folder.path().join("loose")).expect("a folder");
    AREA.iter().for_each(|(name, _)| fs::write(folder.path().join("loose").join(name), sample(name)).expect("a file"));
    folder
}

pub fn member(archive: &Path, name: &str) -> Vec<u8> {
    Archive::open(archive).expect("an archive").read(name).expect("the member")
}

/// A room whose tables are stale, so that a bake changes it.
pub fn stale_room() -> Vec<u8> {
    let mut room = walkmesh::formats::bwm::Bwm::from_bytes(&sample("room.wok")).expect("a room");
    room.distances[0] += 1.0;
    room.to_bytes().expect("a room")
}

#[test]
fn the_module_that_ships_is_made_of_the_samples() {
    let made = archive(b"MOD ", &AREA.map(|(name, number)| (name, number, sample(name))));
    let path = root().join("modules/manor.mod");
    if std::env::var_os("INSTA_UPDATE").is_some_and(|update| update == "always") {
        fs::write(&path, &made).expect("the module");
    }
    assert!(fs::read(&path).expect("the module") == made, "INSTA_UPDATE=always makes it again");
}

#[test]
fn an_archive_answers_as_a_folder_does() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name).into_os_string();
    for command in [&["check", "--json"][..], &["repair", "--json"], &["reach", "--json"], &["draw", "-o", "-"]] {
        let ask = |place: &str| {
            let arguments: Vec<_> =
                command.iter().map(|it| it.into()).chain([at(place)]).collect::<Vec<std::ffi::OsString>>();
            let answer = run(&arguments);
            (answer.status, answer.out.replace(&*at(place).to_string_lossy(), "PLACE"))
        };
        let (archive, loose) = (ask("manor.mod"), ask("loose"));
        // The files of a folder have another separator on Windows; only the archive has skipped files.
        assert_eq!(archive.0, loose.0, "{command:?}");
        if command[0] != "check" && command[0] != "draw" {
            assert_eq!(archive.1, loose.1, "{command:?}");
        }
    }
    let room = run(&["info".into(), at("manor.mod/ROOM.wok")]);
    assert_eq!((room.status, room.err.as_str()), (0, ""));
    let area = run(&["info".into(), at("manor.mod")]);
    assert!(area.out.contains("ERF") && area.out.contains("file manor.lyt, what area of KotOR"), "{}", area.out);
    let trip = run(&["roundtrip".into(), at("manor.mod")]);
    assert_eq!(trip.out, "4 files, 4 byte-exact; skipped: 1 of no known format\n");
}

#[test]
fn a_bake_in_place_rewrites_the_archive_once_with_every_other_byte_as_it_was() {
    let folder = folder();
    let path = folder.path().join("saved.sav");
    let stale = |name, number| (name, number, if name == "room.wok" { stale_room() } else { sample(name) });
    let inner = archive(b"MOD ", &AREA.map(|(name, number)| stale(name, number)));
    let before = archive(b"SAV ", &[("notes.txt", 10, b"notes".to_vec()), ("manor.mod", 2011, inner)]);
    fs::write(&path, &before).expect("a file");

    let done = run(&["bake".into(), "--in-place".into(), path.join("manor.mod").into_os_string()]);
    assert_eq!((done.status, done.err.as_str()), (0, ""));
    let good = archive(b"MOD ", &AREA.map(|(name, number)| (name, number, sample(name))));
    let after = archive(b"SAV ", &[("notes.txt", 10, b"notes".to_vec()), ("manor.mod", 2011, good)]);
    assert!(fs::read(&path).expect("the archive") == after, "only the room is another");
    assert!(fs::read(folder.path().join("saved.sav.bak")).expect("a backup") == before, "the backup has the old bytes");
    let names = fs::read_dir(folder.path()).expect("a folder").count();
    assert_eq!(names, 4, "the module, the loose files, the archive and one backup");
}

#[test]
fn archives_and_zips_inside_an_archive_are_opened() {
    let folder = folder();
    let saved = archive(b"SAV ", &[("manor.mod", 2011, module())]);
    let zip = write_zip([("room.wok", sample("room.wok").as_slice())]).expect("a zip");
    let outer = archive(b"HAK ", &[("saved.sav", 2057, saved), ("rooms.zip", 3016, zip)]);
    // Only Neverwinter Nights 2 has a number for zips.
    let outer = Erf { version: Version::V1_1, ..Erf::from_bytes(&outer).expect("an archive") };
    let path = folder.path().join("outer.hak");
    fs::write(&path, outer.to_bytes().expect("an archive")).expect("a file");
    for (at, said) in [
        ("rooms.zip/room.wok", "1 file, 1 byte-exact"),
        ("saved.sav/manor.mod/room.wok", "1 file, 1 byte-exact"),
        ("saved.sav/manor.mod", "3 files, 3 byte-exact"),
    ] {
        let trip = run(&["roundtrip".into(), path.join(at).into_os_string()]);
        assert!(trip.status == 0 && trip.out.contains(said), "{at}: {trip:?}");
    }
}

#[test]
fn results_go_into_a_folder_or_into_an_archive_that_exists() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name).into_os_string();
    fs::write(folder.path().join("room.wok"), stale_room()).expect("a file");
    let out = run(&["bake".into(), at("manor.mod"), "-o".into(), at("out")]);
    assert_eq!((out.status, out.err.as_str()), (0, ""));
    assert!(
        out.out.contains("nothing to change, so it is not copied") && !folder.path().join("out").exists(),
        "{}",
        out.out
    );
    let out = run(&["bake".into(), at("manor.mod"), "-o".into(), at("out"), "--copy-all".into()]);
    assert_eq!((out.status, out.err.as_str()), (0, ""));
    assert_eq!(fs::read(folder.path().join("out/room.wok")).expect("the room"), sample("room.wok"));

    let refused = run(&["bake".into(), at("room.wok"), "-o".into(), at("manor.mod/room.wok")]);
    assert!(refused.err.contains("already exists in the archive; use --force"), "{}", refused.err);
    let added = run(&["bake".into(), at("room.wok"), "-o".into(), at("manor.mod/attic.wok")]);
    assert_eq!((added.status, added.err.as_str()), (0, ""));
    assert_eq!(member(&folder.path().join("manor.mod"), "attic.wok"), sample("room.wok"));
    let no_archive = run(&["bake".into(), at("room.wok"), "-o".into(), at("new.mod")]);
    assert!(no_archive.err.contains("its name promises an archive"), "{}", no_archive.err);
    assert!(!folder.path().join("new.mod").exists());
}

#[test]
fn a_folder_of_the_name_of_a_file_in_an_archive_wins() {
    let folder = folder();
    let module = folder.path().join("manor.mod");
    fs::remove_file(&module).expect("the module");
    fs::create_dir(&module).expect("a folder");
    fs::write(module.join("room.wok"), stale_room()).expect("a file");
    let info = run(&["roundtrip".into(), "--all".into(), module.join("room.wok").into_os_string()]);
    assert!(info.out.starts_with("exact"), "{}{}", info.out, info.err);
}

#[test]
fn damaged_archives_and_missing_members_are_problems_with_their_names() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name);
    let whole = module();
    for length in [0, 4, 100, 159, 170, whole.len() / 2, whole.len() - 1] {
        fs::write(path("cut.mod"), &whole[..length]).expect("a file");
        let cut = run(&["roundtrip".into(), path("cut.mod").into_os_string()]);
        assert_eq!(cut.status, 2, "{length}: {}{}", cut.out, cut.err);
        assert!(cut.err.contains("cut.mod"), "{}", cut.err);
    }
    let missing = run(&["info".into(), path("manor.mod/attic.wok").into_os_string()]);
    assert_eq!(missing.status, 2);
    assert!(missing.err.contains("attic.wok") && missing.err.contains("manor.mod has no such file"), "{}", missing.err);
    fs::write(path("empty.mod"), archive(b"MOD ", &[("script.ncs", 2010, b"NCS V1.0".to_vec())])).expect("a file");
    let empty = run(&["reach".into(), path("empty.mod").into_os_string(), "1,1".into()]);
    assert!(empty.err.contains("name the module with --game"), "{}", empty.err);
    fs::write(path("later.erf"), [&b"E\0R\0F\0 \0V\x002\0.\x000\0"[..], &[0; 200]].concat()).expect("a file");
    let later = run(&["check".into(), path("later.erf").into_os_string()]);
    assert!(later.err.contains("later game"), "{}", later.err);
}

/// Writes a small game whose only room is in its own archives, and a module with the layout.
pub fn write_game(game: &Path) {
    let room = biff::Member { resource_id: 0, resource_type: 2016, data: sample("room.wok") };
    let porch = biff::Member { resource_id: 1, resource_type: 2016, data: sample("porch.wok") };
    let bytes = Biff { members: vec![room, porch], ..Biff::default() }.to_bytes().expect("an archive");
    let key = |name: &[u8; 16], index| {
        let resource_id = ResourceIdBits::new().with_archive(0).with_index(index).into();
        key::Key { name: *name, resource_type: 2016, resource_id }
    };
    let list = KeyFile {
        archives: vec![key::Archive { size: bytes.len() as u32, name: b"data\\rooms.bif\0".to_vec(), drives: 1 }],
        keys: vec![key(b"room\0\0\0\0\0\0\0\0\0\0\0\0", 0), key(b"porch\0\0\0\0\0\0\0\0\0\0\0", 1)],
        ..KeyFile::default()
    };
    fs::create_dir_all(game.join("data")).expect("a folder");
    fs::create_dir_all(game.join("modules")).expect("a folder");
    fs::create_dir_all(game.join("override")).expect("a folder");
    fs::write(game.join("data/rooms.bif"), bytes).expect("a file");
    fs::write(game.join("chitin.key"), list.to_bytes().expect("a list")).expect("a file");
    let areas = TreeValue::List(vec![Tree::new(6).with("Area_Name", TreeValue::ResRef(b"manor".to_vec()))]);
    let info = Gff::from_tree(*b"IFO ", &Tree::root().with("Mod_Area_list", areas)).expect("a tree");
    let files = [("module.ifo", 2014, info.to_bytes().expect("a GFF")), ("manor.lyt", 3000, sample("manor.lyt"))];
    fs::write(game.join("modules/Manor.mod"), archive(b"MOD ", &files)).expect("a file");
}

#[test]
fn a_module_of_a_game_is_found_by_its_name_with_the_files_of_the_whole_game() {
    let folder = tempfile::tempdir().expect("a folder");
    write_game(folder.path());
    let game = |arguments: &[&str]| {
        let game = ["--game".into(), folder.path().as_os_str().to_owned()];
        run(&arguments.iter().map(std::ffi::OsString::from).chain(game).collect::<Vec<_>>())
    };
    let area = game(&["info", "Manor/manor.lyt", "--json"]).json();
    assert_eq!(area["results"][0]["rooms_found"], 2, "{area}");
    let room = game(&["info", "--json", "Manor/room.wok"]).json();
    assert!(room["results"][0]["from"].as_str().expect("a path").ends_with("rooms.bif"), "{room}");
    assert_eq!(room["results"][0]["hides"], serde_json::json!([]));
    fs::write(folder.path().join("override/ROOM.WOK"), stale_room()).expect("a file");
    let room = game(&["info", "--json", "Manor/room.wok"]).json();
    assert!(room["results"][0]["from"].as_str().expect("a path").ends_with("ROOM.WOK"), "{room}");
    assert!(room["results"][0]["hides"][0].as_str().expect("a path").ends_with("rooms.bif"), "{room}");
    let report = game(&["check", "--by-level", "Manor"]);
    assert!(report.out.contains("which hides") && report.out.contains("rooms.bif"), "{}{}", report.out, report.err);
    let alone = game(&["info", "--json", "PORCH.wok"]).json();
    assert!(alone["results"][0]["from"].as_str().expect("a path").ends_with("rooms.bif"), "{alone}");
    let check = game(&["check", "Manor"]);
    assert!(
        check.out.contains("Manor/manor.lyt: 1 error") && check.out.contains(" room 0 (room): face 0: "),
        "{}{}",
        check.out,
        check.err
    );
    let none = game(&["repair", "Attic"]);
    assert_eq!(none.status, 2);
    let no_game = run(&["check".as_ref(), "Manor".as_ref(), "--game".as_ref(), root().as_os_str()]);
    assert!(no_game.err.contains("is not the folder of a game"), "{}", no_game.err);
}

#[test]
fn the_summary_of_a_damaged_archive_names_the_files_that_are_cut_off() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("cut.mod");
    let whole = archive(b"MOD ", &[("room.wok", 2016, sample("room.wok")), ("porch.wok", 2016, sample("porch.wok"))]);
    fs::write(&path, &whole[..whole.len() - 10]).expect("a file");
    let info = run(&["info".as_ref(), "--json".as_ref(), path.as_os_str()]).json();
    assert_eq!(info["results"][0]["cut_off"], serde_json::json!(["porch.wok"]), "{info}");
}

/// A hak of 4 GB, most of which is a hole.
#[cfg(target_os = "linux")]
#[test]
fn of_an_archive_of_4_gb_only_the_directory_and_the_member_are_read() {
    use std::io::{Seek, SeekFrom, Write};
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("huge.hak");
    let room = sample("room.wok");
    let mut bytes = Erf {
        file_type: *b"HAK ",
        version: Version::V1_1,
        keys: vec![Key::new("filler", 0, 0).expect("a name"), Key::new("room", 2016, 1).expect("a name")],
        members: vec![vec![], room.clone()],
        ..Erf::default()
    }
    .to_bytes()
    .expect("an archive");
    // The second member moves to the end of the file, and the first one fills the space before it.
    let (start, end) = (bytes.len() - room.len(), u32::MAX - room.len() as u32);
    let resources = start - 16;
    bytes[resources..resources + 4].copy_from_slice(&(start as u32).to_le_bytes());
    bytes[resources + 4..resources + 8].copy_from_slice(&(end - start as u32).to_le_bytes());
    bytes[resources + 8..resources + 12].copy_from_slice(&end.to_le_bytes());
    let mut file = fs::File::create(&path).expect("a file");
    file.write_all(&bytes[..start]).expect("space");
    file.seek(SeekFrom::Start(end.into())).expect("a sparse file");
    file.write_all(&room).expect("space");
    drop(file);

    for (command, subject) in [("info", path.clone()), ("check", path.join("room.wok"))] {
        let peak = crate::run::peak_memory(&[command.as_ref(), subject.as_os_str()]);
        assert!(peak < 200 << 20, "{command}: {} MB", peak >> 20);
    }
}

#[test]
fn a_report_has_a_line_for_each_level_and_the_worst_comes_first() {
    let folder = folder();
    let mut room = walkmesh::formats::bwm::Bwm::from_bytes(&sample("room.wok")).expect("a room");
    room.faces[0].vertices = [0, 0, 0];
    let broken = [
        ("manor.lyt", 3000, sample("manor.lyt")),
        ("room.wok", 2016, room.to_bytes().expect("a room")),
        ("porch.wok", 2016, b"BWM V1.0 and no more".to_vec()),
    ];
    fs::write(folder.path().join("a.mod"), archive(b"MOD ", &broken)).expect("a file");
    fs::copy(root().join("samples/yard.trx"), folder.path().join("yard.trx")).expect("a file");
    let at = folder.path().as_os_str();
    let text = run(&["check".as_ref(), "--by-level".as_ref(), at]);
    let lines: Vec<&str> = text.out.lines().collect();
    assert_eq!((text.status, lines.len()), (1, 5), "{}{}", text.out, text.err);
    assert!(lines[0].contains("a.mod") && lines[0].contains("file-damaged"), "{}", lines[0]);
    assert!(lines[4].starts_with("4 levels: "), "{}", lines[4]);
    let json = run(&["check".as_ref(), "--summary".as_ref(), "--json".as_ref(), at]).json();
    assert_eq!(json["results"].as_array().expect("levels").len(), 4);
    assert!(json["results"][0]["rules"][0]["code"] == "file-damaged", "{json}");
    let page = run(&["check".as_ref(), "--by-level".as_ref(), "--format".as_ref(), "html".as_ref(), at]).out;
    assert_eq!(page.matches("<tr").count(), 5, "{page}");
    let alone = run(&["check".as_ref(), "--format".as_ref(), "html".as_ref(), at]);
    assert!(alone.err.contains("use it with --summary"), "{}", alone.err);
}
