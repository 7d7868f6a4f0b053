//! Every command gives the same answer about the manor, however its path is given.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use walkmesh::formats::Document;
use walkmesh::formats::gff::{Gff, Tree, TreeValue};
use walkmesh::level::write_zip;

use crate::archives::{archive, write_game};
use crate::run::{root, walkmesh};

/// The commands, with `IN` for the area and `OUT` for a folder of results.
const COMMANDS: [&str; 18] = [
    "IN",
    "check IN --severity info",
    "check IN --summary",
    "repair IN --link",
    "edit IN --move 1,2,0 -o OUT",
    "repair IN",
    "repair IN --transitions -o OUT",
    "edit IN --paint material:Stone=Wood -o OUT",
    "path IN 1,1 7,3",
    "path IN 1,1 7,3 --engine",
    "reach IN 7,3",
    "floor IN 1.5,1,0",
    "raycast IN 1,1,5 1,1,-5",
    "sight IN 5,3,1 7,3,1",
    "pth IN -o OUT/manor.pth",
    "draw IN -o OUT/manor.svg --title manor",
    "convert IN -o OUT/manor.glb",
    "view IN -o OUT/manor.html",
];

/// The result of a run: the exit status, the texts without the name of the area, and the written files.
type Answer = (Option<i32>, String, BTreeMap<String, Vec<u8>>);

fn files_in(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry"));
    entries
        .map(|entry| (entry.file_name().into_string().expect("a name"), fs::read(entry.path()).expect("a file")))
        .collect()
}

/// Runs a command on the area with a name.
fn answer(command: &str, name: &str, game: Option<&Path>) -> Answer {
    let out = tempfile::tempdir().expect("a folder");
    let target = out.path().to_str().expect("a path");
    let mut words: Vec<String> =
        command.split(' ').map(|word| word.replace("IN", name).replace("OUT", target)).collect();
    if let Some(game) = game {
        words.extend(["--game".to_owned(), game.display().to_string()]);
    }
    let output = walkmesh(&words).output().expect("the command starts");
    let text = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    let layout = if name.ends_with(".lyt") { name.to_owned() } else { format!("{name}/manor.lyt") };
    let text = text.replace(target, "OUT").replace(&layout, "IN").replace(name, "IN");
    // The names of an area's files depend on their place, and an archive yields only the changed files.
    let text: Vec<&str> = text.lines().filter(|line| !line.contains(" written")).collect();
    (output.status.code(), text.join("\n"), files_in(out.path()))
}

/// A module that starts in the manor.
fn module_info() -> Vec<u8> {
    let start = TreeValue::ResRef(b"manor".to_vec());
    let areas = TreeValue::List(vec![Tree::new(6).with("Area_Name", start.clone())]);
    let info = Tree::root().with("Mod_Area_list", areas).with("Mod_Entry_Area", start);
    let place = [("Mod_Entry_X", 1.0), ("Mod_Entry_Y", 1.0), ("Mod_Entry_Z", 0.0)];
    let info = place.into_iter().fold(info, |info, (label, metres)| info.with(label, TreeValue::Float(metres)));
    Gff::from_tree(*b"IFO ", &info).expect("a tree").to_bytes().expect("a GFF")
}

#[test]
fn every_command_has_one_verdict_on_a_place_however_it_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let sample = |name: &str| fs::read(root().join("samples").join(name)).expect("a sample");
    let at = |name: &str| folder.path().join(name);
    let parts = [("manor.lyt", 3000), ("room.wok", 2016), ("porch.wok", 2016), ("manor.pth", 3003)];
    let mut files: Vec<_> = parts.iter().map(|&(name, number)| (name, number, sample(name))).collect();
    files.push(("module.ifo", 2014, module_info()));
    fs::create_dir(at("rooms")).expect("a folder");
    files.iter().for_each(|(name, _, bytes)| fs::write(at("rooms").join(name), bytes).expect("a file"));
    fs::write(at("m.mod"), archive(b"MOD ", &files)).expect("a file");
    let zip = write_zip(files.iter().map(|(name, _, bytes)| (*name, bytes.as_slice()))).expect("a zip");
    fs::write(at("m.zip"), zip).expect("a file");
    // The rooms of a module are in the game's own archives.
    write_game(&at("game"));
    files.retain(|(name, ..)| !name.ends_with(".wok"));
    fs::write(at("game/modules/Manor.mod"), archive(b"MOD ", &files)).expect("a file");
    let name = |name: &str| at(name).to_str().expect("a path").to_owned();
    let game = at("game");
    let names: [(String, Option<&Path>); 8] = [
        (name("rooms/manor.lyt"), None),
        (name("rooms"), None),
        (name("m.mod"), None),
        (name("m.mod/manor.lyt"), None),
        (name("m.zip"), None),
        (name("m.zip/manor.lyt"), None),
        ("Manor".to_owned(), Some(&*game)),
        ("Manor/manor.lyt".to_owned(), Some(&*game)),
    ];
    let mut differ = Vec::new();
    for command in COMMANDS {
        let (status, text, files) = answer(command, &names[0].0, None);
        assert!(status.is_some_and(|status| status < 2), "{command}: {text}");
        for (name, game) in &names[1..] {
            let (other_status, other_text, other_files) = answer(command, name, *game);
            // Of an archive only the files that changed are written.
            let is_same_file = |(name, bytes): (&String, &Vec<u8>)| files.get(name) == Some(bytes);
            let same_files = command.starts_with("view") || other_files.iter().all(is_same_file);
            if other_status != status || (other_text != text && !command.starts_with("view")) || !same_files {
                differ.push(format!("{command} on {name}: {other_status:?}\n{other_text}\nand not\n{text}"));
            }
        }
    }
    assert!(differ.is_empty(), "{} differ:\n{}", differ.len(), differ.join("\n"));
}

/// The output about a room is the same in a folder, an archive and a zip, and so is its bake.
#[test]
fn a_room_has_one_verdict_however_it_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let sample = |name: &str| fs::read(root().join("samples").join(name)).expect("a sample");
    let files = [("manor.lyt", 3000, sample("manor.lyt")), ("room.wok", 2016, sample("room.wok"))];
    let at = |name: &str| folder.path().join(name).to_str().expect("a path").to_owned();
    files.iter().for_each(|(name, _, bytes)| fs::write(at(name), bytes).expect("a file"));
    fs::write(at("m.mod"), archive(b"MOD ", &files)).expect("a file");
    let zip = write_zip(files.iter().map(|(name, _, bytes)| (*name, bytes.as_slice()))).expect("a zip");
    fs::write(at("m.zip"), zip).expect("a file");
    for command in [
        "check IN --severity info",
        "info IN",
        "roundtrip IN --all",
        "bake IN --rebuild-tree -o OUT/room.wok",
        "repair IN",
        "diff IN --rebake",
        "edit IN --paint material:Stone=Wood -o OUT/room.wok",
        "path IN 1,1 5,3",
        "draw IN -o OUT/room.svg",
        "convert IN -o OUT/room.obj",
    ] {
        let (status, text, files) = answer(command, &at("room.wok"), None);
        assert!(status.is_some_and(|status| status < 2), "{command}: {text}");
        for other in [at("m.mod/room.wok"), at("m.zip/room.wok")] {
            let (other_status, other_text, other_files) = answer(command, &other, None);
            // A file in a zip has the zip's name in its path.
            let other_text: Vec<&str> = other_text.lines().filter(|line| !line.starts_with("  from ")).collect();
            let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
            let (told, other_told) = (words(&text), words(&other_text.join("\n")));
            assert_eq!((other_status, &other_told), (status, &told), "{command} on {other}");
            assert!(other_files == files, "{command} on {other}");
        }
    }
}
