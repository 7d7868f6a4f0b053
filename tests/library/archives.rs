//! Archives and game folders: a level is the same wherever its files are, and the first place that has a file hides the others.

use std::fs;
use std::path::Path;

use walkmesh::finding::CheckOptions;
use walkmesh::formats::biff::{self, Biff};
use walkmesh::formats::erf;
use walkmesh::formats::gff::{Gff, Tree, TreeValue};
use walkmesh::formats::key::{self, KeyFile, ResourceIdBits};
use walkmesh::formats::resource_type::Numbering;
use walkmesh::formats::{Document, Error};
use walkmesh::level::{
    Archive, Engine, Files, Folder, GameFolder, GameOptions, KeyFiles, Level, OpenOptions, RewriteError, levels,
    rewrite_archive,
};

use super::support::{File, borrowed, erf_of, module_of, padded, rim_of, samples, split};

/// Writes a list and one archive with these files into the folder of a game.
fn write_key(game: &Path, files: &[File]) {
    let mut list = KeyFile::default();
    let mut archive = Biff::default();
    for (index, (name, bytes)) in files.iter().enumerate() {
        let (stem, resource_type) = split(name, Numbering::Kotor);
        let id = ResourceIdBits::new().with_archive(0).with_index(index as u32);
        list.keys.push(key::Key { name: padded(stem), resource_type, resource_id: id.into() });
        let member =
            biff::Member { resource_id: index as u32, resource_type: resource_type.into(), data: bytes.to_vec() };
        archive.members.push(member);
    }
    let bytes = archive.to_bytes().expect("an archive");
    list.archives.push(key::Archive { size: bytes.len() as u32, name: b"data\\Rooms.bif\0".to_vec(), drives: 1 });
    write(game, "Data/rooms.BIF", &bytes);
    write(game, "chitin.key", &list.to_bytes().expect("a list"));
}

fn write(folder: &Path, name: &str, bytes: &[u8]) {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    fs::write(path, bytes).expect("a file");
}

/// A `module.ifo` with areas and haks.
fn info_of(areas: &[&str], haks: &[&str]) -> Vec<u8> {
    let list = |field: &str, names: &[&str], value: fn(Vec<u8>) -> TreeValue| {
        TreeValue::List(names.iter().map(|name| Tree::new(6).with(field, value(name.as_bytes().to_vec()))).collect())
    };
    let tree = Tree::root()
        .with("Mod_Area_list", list("Area_Name", areas, TreeValue::ResRef))
        .with("Mod_HakList", list("Mod_Hak", haks, TreeValue::String));
    Gff::from_tree(*b"IFO ", &tree).expect("a tree").to_bytes().expect("a GFF")
}

/// The summary of a level.
fn facts(files: &dyn Files) -> (String, Vec<String>, Vec<String>) {
    let level = Level::open(files, "manor.lyt", &OpenOptions::default()).expect("an area");
    let findings = level.check(&CheckOptions::default()).expect("a check");
    let codes = findings.iter().map(|finding| format!("{finding:?}")).collect();
    (level.description(), level.files().map(str::to_ascii_lowercase).collect(), codes)
}

#[test]
fn an_area_is_the_same_in_a_folder_and_in_every_archive() {
    let area = samples(&["manor.lyt", "room.wok", "porch.wok"]);
    let files = borrowed(&area);
    let temporary = tempfile::tempdir().expect("a folder");
    let folder = temporary.path();
    files.iter().for_each(|(name, bytes)| write(&folder.join("loose"), name, bytes));
    let expected = facts(&Folder::new(folder.join("loose")));

    let memory = |bytes: Vec<u8>| Archive::from_bytes("m.mod", bytes).expect("an archive");
    assert_eq!(facts(&memory(module_of(&files))), expected);
    assert_eq!(facts(&memory(rim_of(&files))), expected);
    // A folder and an archive keep the path under which they were opened, and references to them work equally.
    let module = memory(module_of(&files));
    assert_eq!((module.name(), facts(&&module)), ("m.mod", expected.clone()));
    assert_eq!(format!("{module:?}"), r#"Archive { name: "m.mod", members: 3, .. }"#);
    let loose = Folder::new(folder.join("loose"));
    assert_eq!(loose.path(), folder.join("loose"));
    assert_eq!(<&Folder as Files>::origins(&&loose, "room.wok"), loose.origins("room.wok"));
    // A module in a saved game.
    let saved = memory(erf_of(b"SAV ", erf::Version::V1_0, &[("manor.mod", &module_of(&files))]));
    assert_eq!(facts(&memory(saved.read("manor.mod").expect("the module"))), expected);
    write(folder, "m.rim", &rim_of(&files));
    assert_eq!(facts(&Archive::open(folder.join("m.rim")).expect("an archive")), expected);
    write_key(folder, &files);
    assert_eq!(facts(&KeyFiles::open(folder.join("chitin.key")).expect("a list")), expected);

    let found = levels(&memory(module_of(&files))).expect("names");
    assert_eq!(found.iter().map(|level| level.file.as_str()).collect::<Vec<_>>(), ["manor.lyt"]);
}

/// The file has different bytes in each place. The places are removed one by one, starting with the first.
#[test]
fn kotor_finds_a_file_in_the_first_place_that_has_it() {
    let temporary = tempfile::tempdir().expect("a folder");
    let game = temporary.path();
    let file = |place: &'static str| [("room.wok", place.as_bytes())];
    let info = info_of(&["manor"], &[]);
    let with_info = |place: &'static str| module_of(&[file(place)[0], ("module.ifo", &info)]);
    write_key(game, &file("key"));
    write(game, "patch.erf", &erf_of(b"ERF ", erf::Version::V1_0, &file("patch")));
    write(game, "Modules/manor.rim", &rim_of(&[file("rim")[0], ("module.ifo", &info)]));
    write(game, "modules/MANOR_s.rim", &rim_of(&file("second rim")));
    // On this machine, the folder of modules may exist in two spellings; a game has one.
    if game.join("modules") != game.join("Modules") && game.join("modules").exists() {
        fs::rename(game.join("modules/MANOR_s.rim"), game.join("Modules/MANOR_s.rim")).expect("a file");
        let _ = fs::remove_dir(game.join("modules"));
    }
    write(game, "Modules/Manor.mod", &with_info("mod"));
    write(game, "Override/ROOM.WOK", b"override");

    let open = || GameFolder::open(game).expect("a game");
    assert_eq!(open().path(), game);
    assert_eq!((open().engine(), open().modules().unwrap()), (Engine::Kotor, vec!["Manor".to_owned()]));
    let read = || {
        let files = open().module("manor").expect("a module").files;
        (String::from_utf8(files.read("room.wok").expect("the file")).unwrap(), files.origins("room.wok").len())
    };
    // A MOD replaces both RIM files, so four places have the file, and not six.
    assert_eq!(read(), ("override".to_owned(), 4));
    fs::remove_file(game.join("Override/ROOM.WOK")).unwrap();
    assert_eq!(read(), ("mod".to_owned(), 3));
    fs::remove_file(game.join("Modules/Manor.mod")).unwrap();
    assert_eq!(read(), ("second rim".to_owned(), 4));
    fs::remove_file(game.join("Modules/MANOR_s.rim")).unwrap();
    assert_eq!(read(), ("rim".to_owned(), 3));
    assert_eq!(open().module("manor").unwrap().areas, ["manor"]);
    write(game, "Modules/manor.rim", &rim_of(&[("module.ifo", &info)]));
    assert_eq!(read(), ("patch".to_owned(), 2));
    fs::remove_file(game.join("patch.erf")).unwrap();
    write(game, "TexturePacks/pack.erf", &erf_of(b"ERF ", erf::Version::V1_0, &file("textures")));
    assert_eq!(read(), ("textures".to_owned(), 2));
    fs::remove_file(game.join("TexturePacks/pack.erf")).unwrap();
    assert_eq!(read(), ("key".to_owned(), 1));
    let error = open().module("attic").err().expect("no such module").to_string();
    assert!(error.starts_with("attic: is not a module of the game in"), "{error}");
}

#[test]
fn nwn2_finds_a_file_in_the_module_and_then_in_its_haks_in_their_order() {
    let temporary = tempfile::tempdir().expect("a folder");
    let game = temporary.path();
    fs::create_dir(game.join("Data")).unwrap();
    let hak = |place: &'static str| erf_of(b"HAK ", erf::Version::V1_1, &[("yard.trx", place.as_bytes())]);
    let info = info_of(&["yard"], &["top", "low"]);
    write(game, "modules/Yard/module.ifo", &info);
    write(game, "modules/Yard/yard.trx", b"module");
    write(game, "hak/Top.hak", &hak("top"));
    write(game, "hak/low.HAK", &hak("low"));
    write(game, "override/yard.trx", b"override");

    let open = |first| GameFolder::open(game).unwrap().with_options(GameOptions::default().with_override_first(first));
    let read = |first| {
        let files = open(first).module("yard").expect("a module").files;
        String::from_utf8(files.read("YARD.TRX").expect("the file")).unwrap()
    };
    assert_eq!((open(false).engine(), read(false)), (Engine::Nwn2, "module".to_owned()));
    fs::remove_file(game.join("modules/Yard/yard.trx")).unwrap();
    assert_eq!((read(false), read(true)), ("top".to_owned(), "override".to_owned()));
    write(game, "hak/Top.hak", &erf_of(b"HAK ", erf::Version::V1_1, &[]));
    assert_eq!(read(false), "low");
    write(game, "hak/low.HAK", &erf_of(b"HAK ", erf::Version::V1_1, &[]));
    assert_eq!(read(false), "override");
    // A missing hak of the module is an error, as in the game.
    fs::remove_file(game.join("hak/low.HAK")).unwrap();
    assert_eq!(
        open(false).module("yard").err().expect("a hak is missing").to_string(),
        "low.hak: there is no such file"
    );
}

#[test]
fn a_folder_of_no_game_is_refused() {
    let temporary = tempfile::tempdir().expect("a folder");
    let error = GameFolder::open(temporary.path()).expect_err("no game").to_string();
    assert!(error.ends_with("KotOR's has a chitin.key, and that of Neverwinter Nights 2 a folder Data"), "{error}");
}

#[test]
fn the_first_of_two_members_of_one_name_counts() {
    let archive = Archive::from_bytes("m.mod", module_of(&[("A.wok", b"first"), ("a.WOK", b"second")])).unwrap();
    assert_eq!(archive.names().unwrap(), ["A.wok"]);
    assert_eq!((archive.read("A.wok").unwrap(), archive.hidden()), (b"first".to_vec(), &["a.wok".to_owned()][..]));
}

#[test]
fn a_member_beyond_the_end_is_an_error_and_the_others_are_read() {
    let mut bytes = module_of(&[("a.wok", b"first"), ("b.wok", b"second")]);
    bytes.truncate(bytes.len() - 1);
    let archive = Archive::from_bytes("m.mod", bytes.clone()).unwrap();
    assert_eq!(archive.read("a.wok").unwrap(), b"first");
    let error = archive.read("b.wok").expect_err("it is cut off").to_string();
    assert!(error.starts_with("m.mod: b.wok: 6 bytes at offset"), "{error}");
    assert!(matches!(rewrite_archive(&bytes, []), Err(RewriteError::Format(Error::Malformed(_)))));
}

#[test]
fn an_archive_is_rewritten_with_every_other_byte_as_it_was() {
    for build in [module_of, rim_of] {
        let before = build(&[("a.wok", b"first"), ("b.2da", b"second"), ("c.git", b"third")]);
        let after = rewrite_archive(&before, [("B.2DA", &b"a longer second"[..])]).unwrap();
        assert_eq!(after, build(&[("a.wok", b"first"), ("b.2da", b"a longer second"), ("c.git", b"third")]));
        assert_eq!(rewrite_archive(&after, [("b.2da", &b"second"[..])]).unwrap(), before);
        let more = rewrite_archive(&before, [("d.lyt", &b"fourth"[..])]).unwrap();
        assert_eq!(
            more,
            build(&[("a.wok", b"first"), ("b.2da", b"second"), ("c.git", b"third"), ("d.lyt", b"fourth")])
        );
        let refused = |name| rewrite_archive(&before, [(name, &b""[..])]).expect_err("not written").to_string();
        assert_eq!(refused("a.trx"), "a.trx: archives of this game have no files of this type");
        assert!(refused("a_name_of_17_let_.wok").ends_with("has at most 16 letters of ASCII"));
    }
    // Of two files with one name, games find the first; of two new ones, the last is written.
    for build in [module_of, rim_of] {
        let two = build(&[("a.wok", b"first"), ("A.WOK", b"second"), ("b.wok", b"third")]);
        let after = rewrite_archive(&two, [("a.wok", &b"new"[..]), ("c.wok", b"one"), ("C.wok", b"two")]).unwrap();
        assert_eq!(after, build(&[("a.wok", b"new"), ("A.WOK", b"second"), ("b.wok", b"third"), ("c.wok", b"two")]));
    }
    let named = erf_of(b"HAK ", erf::Version::V1_1, &[("a_name_of_more_than_16.trx", b"a")]);
    assert!(rewrite_archive(&named, [("A_NAME_OF_MORE_THAN_16.trx", &b"b"[..])]).is_ok());
    assert_eq!(rewrite_archive(b"BWM V1.0", []), Err(RewriteError::NotAnArchive));
    // The first key with the name that leads to a member is used.
    let mut twice = erf::Erf::from_bytes(&module_of(&[("a.wok", b"first"), ("b.wok", b"other")])).unwrap();
    twice.keys[1] = twice.keys[0];
    twice.keys[0].resource_id = 2;
    let after = rewrite_archive(&twice.to_bytes().unwrap(), [("a.wok", &b"second"[..])]).unwrap();
    assert_eq!(erf::Erf::from_bytes(&after).unwrap().members, [&b"second"[..], b"other"]);
}

/// The zips of the folder Data come last, and a file in a folder of a zip is found by its name.
#[cfg(feature = "zip")]
#[test]
fn nwn2_finds_what_is_nowhere_else_in_the_zips_of_its_data() {
    use std::io::Write;
    use zip::write::{SimpleFileOptions, ZipWriter};

    let temporary = tempfile::tempdir().expect("a folder");
    let game = temporary.path();
    write(game, "modules/Yard/module.ifo", &info_of(&["yard"], &[]));
    write(game, "Data/notes.txt", b"");
    let mut zip = ZipWriter::new(fs::File::create(game.join("Data/2DA.zip")).unwrap());
    for (name, text) in [("2da/placeables.2da", "2DA V2.0"), ("yard.trx", "zip"), ("deep/er/yard.trx", "hidden")] {
        zip.start_file(name, SimpleFileOptions::default()).unwrap();
        zip.write_all(text.as_bytes()).unwrap();
    }
    zip.finish().unwrap();
    let zip = walkmesh::level::Zip::open(game.join("Data/2DA.zip")).unwrap();
    assert!(format!("{zip:?}").ends_with("2DA.zip\", members: 2, .. }"), "{zip:?}");

    let open = || GameFolder::open(game).unwrap().module("yard").unwrap();
    let files = open().files;
    assert_eq!(files.read("PLACEABLES.2da").unwrap(), b"2DA V2.0");
    assert_eq!(files.read("yard.trx").unwrap(), b"zip");
    assert!(files.origins("yard.trx")[0].ends_with("2DA.zip"));
    assert_eq!(open().area_files().unwrap(), ["yard.trx"]);
    write(game, "override/yard.trx", b"override");
    let files = open().files;
    assert_eq!((files.read("yard.trx").unwrap(), files.origins("yard.trx").len()), (b"override".to_vec(), 2));
    write(game, "Data/broken.zip", b"PK and no more");
    assert!(GameFolder::open(game).unwrap().module("yard").is_err());
}
