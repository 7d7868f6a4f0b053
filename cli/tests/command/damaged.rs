//! Every sample damaged in many ways, and every command on it: an answer or a reason, and never a panic.
//!
//! By default each command gets a share of the damages, which differs between files. With `WALKMESH_PLANTED=all` it gets all.

use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::Output;

use rayon::prelude::*;

use crate::run::{root, run, walkmesh};

/// A reason about an intact file that does not fit the others, so that no single file is at fault.
const OTHER_REASON: &str = "the floor of its block is not known";

/// The number of damages of a file for each command, unless it gets all.
const SHARE: usize = 3;

/// The commands for every file of a known format. `F` is the damaged file, `D` its folder, `G` a folder with the same files undamaged, and
/// `O` a name that does not exist.
const ANY: [&str; 7] = [
    "info F",
    "roundtrip F",
    "check F",
    "check --severity info --format sarif D",
    "info --json D",
    "view F -o O.html",
    "draw F -o O.svg",
];

/// The commands for every walkmesh.
const WALKMESH: [&str; 19] = [
    "bake F -o O",
    "bake --json D -o O/",
    "diff F N",
    "diff N F",
    "diff --geometry N F",
    "diff --rebake F",
    "draw --findings --severity info F -o O.svg",
    "draw --diff N F -o O.png",
    "draw --colour part F -o O.svg",
    "convert F -o O.glb",
    "convert F -o O.obj",
    "convert N.glb --onto F -o O",
    "repair F",
    "repair F -o O",
    "edit F --mirror x -o O",
    "raycast F 1,1,5 1,1,-5",
    "floor F 1,1",
    "path F 1,1 3,2",
    "reach F 1,1",
];

/// The commands for a KotOR walkmesh and its area.
const KOTOR: [&str; 15] = [
    "edit F --paint 0=Metal -o O",
    "edit G/room.wok --merge F -o O",
    "edit D/manor.lyt --join-area areas/academy@40,0,0 -o O/",
    "edit areas/academy --join-area D/manor.lyt@40,0,0 -o O/",
    "bake F --materials as-stored -o O",
    "sight F 1,1,1 3,2,1",
    "area D/manor.lyt",
    "area D/manor.lyt --weld 0.01 --link -o O/",
    "repair --area D/manor.lyt",
    "repair --area D/manor.lyt -o O/",
    "convert D/manor.lyt -o O.glb",
    "convert G/area.glb --onto D/manor.lyt -o O/",
    "draw D/manor.lyt --place door0.dwk,6,3,0,1.57 --place chest.pwk,2,2,0,0 -o O.svg",
    "path D/manor.lyt 1,1 7,3 --place door0.dwk,6,3,0,1.57",
    "view D/manor.lyt --place door0.dwk,6,3,0,1.57 -o O.html",
];

/// The commands for a layout.
const LAYOUT: [&str; 6] = [
    "bake G/room.wok --layout F -o O.wok",
    "area D/manor.lyt",
    "repair --area D/manor.lyt",
    "edit D/manor.lyt --renumber-rooms F -o O/",
    "draw D/manor.lyt -o O.svg",
    "path D/manor.lyt 1,1 7,3",
];

/// The commands for an NWN2 area.
const NWN2: [&str; 7] = [
    "edit F --unwalkable box:2,2:4,4 -o O.trx",
    "optimise F -o O",
    "sight F 0 1",
    "path --json F 0 5",
    "draw --sight 0 F -o O.svg",
    "diff --against-sources D",
    "footprints learn --no-leave-one-out D -o O.json",
];

/// The commands for the objects of an NWN2 area.
const OBJECTS: [&str; 3] =
    ["bake D/town.trn -o O.trx", "diff --against-sources D", "footprints learn --no-leave-one-out D -o O.json"];

/// The commands for a dungeon and its floors.
const SILKROAD: [&str; 5] = [
    "path D/ainavdata_32769.dat 0:0 1:0 --dof D/dungeon.dof",
    "floor D/ainavdata_32769.dat 10,5,10 --dof D/dungeon.dof",
    "view D/ainavdata_32769.dat --dof D/dungeon.dof -o O.html",
    "draw D/dungeon.dof -o O.svg",
    "convert D/dungeon.dof -o O.glb",
];

/// The commands for a file, by its name.
fn commands(name: &str) -> Vec<&'static str> {
    let lists: &[&[&str]] = match name.rsplit('.').next().unwrap_or_default() {
        "wok" | "pwk" | "dwk" => &[&ANY, &WALKMESH, &KOTOR],
        "lyt" => &[&ANY, &LAYOUT],
        "trn" | "trx" => &[&ANY, &WALKMESH, &NWN2],
        "git" => &[&OBJECTS],
        "dat" => &[&ANY, &WALKMESH, &SILKROAD],
        "dof" | "bms" => &[&ANY, &SILKROAD],
        "obj" => &[&[
            "convert F -o O.wok",
            "convert F -o O/",
            "convert F --onto G/room.wok -o O.wok",
            "bake D/dungeon.json -o O.dat",
        ]],
        "glb" => &[&[
            "convert F -o O.wok",
            "convert F -o O/",
            "convert F --onto G/room.wok -o O.wok",
            "convert F --onto G/manor.lyt -o O/",
        ]],
        "json" => {
            &[&["bake D/dungeon.json -o O.dat", "bake G/town.trn --footprints F -o O.trx", "check G --baseline F"]]
        }
        _ => &[],
    };
    lists.concat()
}

/// A file truncated at 20 places, empty, replaced by a text, and with one changed byte at 40 places, half of them at its start, where the
/// counts and offsets are.
fn damages(whole: &[u8]) -> Vec<Vec<u8>> {
    let mut damages = vec![Vec::new(), b"Dear reader, this is not a walkmesh.\n".to_vec()];
    damages.extend((1..=20).map(|part| whole[..whole.len() * part / 21].to_vec()));
    damages.extend((0..40).map(|part| {
        let (among, part, parts) =
            if part < 20 { (whole.len().min(160), part, 20) } else { (whole.len(), part - 20, 20) };
        let mut bytes = whole.to_vec();
        bytes[among * part / parts] ^= [0x01, 0x80, 0xFF, 0x10][part % 4];
        bytes
    }));
    damages
}

/// A folder with the samples and files made from them.
fn samples() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for sample in fs::read_dir(root().join("samples")).expect("the samples") {
        let sample = sample.expect("a sample");
        fs::copy(sample.path(), folder.path().join(sample.file_name())).expect("a copy");
    }
    let path = |name: &str| folder.path().join(name);
    for (from, to) in [("room.wok", "room.glb"), ("manor.lyt", "area.glb"), ("yard.trx", "yard.glb")] {
        let made = walkmesh(&[Path::new("convert"), &path(from), Path::new("-o"), &path(to)]).output();
        assert!(made.is_ok_and(|made| made.status.success()), "{from}");
    }
    folder
}

/// The words of a command, with paths in place of the letters.
fn words(command: &str, name: &str, damaged: &Path, good: &Path, out: &Path) -> Vec<PathBuf> {
    let in_folder = |folder: &Path, rest: &str| match rest.chars().next() {
        Some('/') => folder.join(&rest[1..]),
        _ => PathBuf::from(format!("{}{rest}", folder.display())),
    };
    let extension = Path::new(name).extension().unwrap_or_default();
    let word = |word: &str| match word.split_at(word.len().min(1)) {
        ("F", "") => damaged.join(name),
        ("N", "") => good.join(name),
        ("N", ".glb") => good.join(if extension == "wok" { "room.glb" } else { "yard.glb" }),
        ("D", rest) if matches!(rest.chars().next(), None | Some('/' | '@')) => in_folder(damaged, rest),
        ("G", rest) if matches!(rest.chars().next(), None | Some('/' | '@')) => in_folder(good, rest),
        ("O", "/") => out.join("made/"),
        ("O", "") => out.join("made").with_extension(extension),
        ("O", rest) => out.join(format!("made{rest}")),
        _ => PathBuf::from(word),
    };
    command.split_whitespace().map(word).collect()
}

/// The faults in the result of a command on a damaged file.
fn fault(output: &Output, name: &str) -> Option<String> {
    let text = String::from_utf8_lossy(&output.stderr).into_owned() + &String::from_utf8_lossy(&output.stdout);
    match output.status.code() {
        None => Some(format!("signal {:?}", output.status.signal())),
        Some(0 | 1) => None,
        // A layout and a scene call a room by its name without the extension.
        Some(2) if text.contains(name) || text.contains(&name.replace(".wok", ": ")) => None,
        Some(2) if text.contains(OTHER_REASON) => None,
        Some(2) => Some(format!("the file is not named: {text}")),
        Some(code) => Some(format!("status {code}: {text}")),
    }
}

/// Runs the commands of a file on its damages, and returns the faults.
fn faults_of(number: usize, name: &str, good: &Path) -> Vec<String> {
    let folder = samples();
    let out = tempfile::tempdir().expect("a folder");
    let whole = fs::read(good.join(name)).expect("a sample");
    let damages = damages(&whole);
    let all = std::env::var_os("WALKMESH_PLANTED").is_some_and(|value| value == "all");
    let share = if all { damages.len() } else { SHARE };
    let mut faults = Vec::new();
    for (at, command) in commands(name).into_iter().enumerate() {
        for turn in 0..share {
            // 23 and 62 have no common divisor, so all damages are used.
            let which = (number * 5 + (at * share + turn) * 23) % damages.len();
            fs::write(folder.path().join(name), &damages[which]).expect("a file");
            let words = words(command, name, folder.path(), good, out.path());
            let output = walkmesh(&words).env("RAYON_NUM_THREADS", "1").output().expect("the command starts");
            let fault = fault(&output, name);
            faults.extend(fault.map(|fault| format!("{name}, damage {which}: {command}: {fault}")));
            if fs::read(folder.path().join(name)).expect("the file") != damages[which] {
                faults.push(format!("{name}, damage {which}: {command}: the input is changed"));
            }
            for made in fs::read_dir(out.path()).expect("the folder") {
                let made = made.expect("an entry").path();
                if made.is_dir() { fs::remove_dir_all(made) } else { fs::remove_file(made) }.expect("removed");
            }
        }
    }
    faults
}

#[test]
fn every_command_on_a_damaged_sample_ends_with_an_answer_or_a_reason() {
    let good = samples();
    let mut names: Vec<String> = fs::read_dir(good.path())
        .expect("the samples")
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .filter(|name| !commands(name).is_empty())
        .collect();
    names.sort();
    assert!(names.len() > 15, "{names:?}");
    let faults: Vec<String> =
        names.par_iter().enumerate().flat_map_iter(|(number, name)| faults_of(number, name, good.path())).collect();
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

/// A corner without a vertex, and a transition of a face that does not exist.
#[test]
fn a_folder_with_damaged_files_gives_the_results_of_all_others() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    for name in ["room.wok", "porch.wok", "chest.pwk", "yard.trx", "manor.lyt"] {
        let mut bytes = fs::read(root().join("samples").join(name)).expect("a sample");
        match name {
            "porch.wok" => bytes[0x106] ^= 0x80,
            "room.wok" => bytes[0xD64..0xD68].copy_from_slice(&72_i32.to_le_bytes()),
            _ => {}
        }
        fs::write(path(name), bytes).expect("a file");
    }
    let planned = run(&[Path::new("repair"), folder.path()]);
    assert_eq!(planned.status, 2, "{}{}", planned.out, planned.err);
    for name in ["room.wok: ", "chest.pwk: nothing to repair", "yard.trx: nothing to repair"] {
        assert!(planned.out.contains(name), "{name} is not in {}{}", planned.out, planned.err);
    }
    assert!(planned.err.contains("porch.wok: a corner of face 2 is vertex"), "{}", planned.err);
    for (command, place) in
        [("repair --area --transitions", "manor.lyt"), ("edit --cut-hole 1,1:2,1:2,2 -o made.wok", "porch.wok")]
    {
        let words = command.split(' ').map(PathBuf::from).chain([path(place)]);
        let refused = run(&words.collect::<Vec<_>>());
        let names_it = refused.err.contains("a corner of face 2 is vertex");
        assert_eq!((refused.status, names_it), (2, true), "{command}: {}{}", refused.out, refused.err);
    }
}
