//! Files beside an input, and names from inside files.

use std::fs;
use std::path::Path;

use walkmesh::formats::Document;
use walkmesh::formats::erf::{Erf, Key};
use walkmesh::kotor::{Kind, MaterialId, Walkmesh};
use walkmesh_testing::git_of_shared_structs;

use crate::bake::{folder_of, names};
use crate::run::{Run, run};

fn run_on(arguments: &[&str], path: &Path) -> Run {
    let path = path.to_str().expect("text");
    run(&arguments.iter().map(|it| if *it == "IN" { path } else { *it }).collect::<Vec<_>>())
}

/// These pipes have no writer, so a program that opens one for reading never returns.
#[cfg(unix)]
#[test]
fn a_pipe_beside_an_input_is_an_error_and_never_waited_for() {
    let pipe = |path: &Path| {
        let made = std::process::Command::new("mkfifo").arg(path).status().expect("mkfifo");
        assert!(made.success());
    };
    let refused = |arguments: &[&str], path: &Path| {
        let run = run_on(arguments, path);
        assert_eq!(run.status, 2, "{arguments:?}: {run:?}");
        assert!(run.err.contains("is not a regular file"), "{arguments:?}: {run:?}");
    };
    let folder = folder_of(&["room.wok", "porch.wok"]);
    pipe(&folder.path().join("manor.lyt"));
    let room = folder.path().join("room.wok");
    let out = folder.path().join("new.wok");
    let out = out.to_str().expect("text");
    refused(&["edit", "IN", "--remove", "0", "-o", out], &room);
    refused(&["info", "IN"], &room);
    refused(&["repair", "IN", "--link"], folder.path());
    refused(&["draw", "IN", "-o", "x.svg"], folder.path());

    let folder = folder_of(&["room.wok", "manor.lyt"]);
    pipe(&folder.path().join("porch.wok"));
    refused(&["repair", "IN", "--link"], folder.path());
    refused(&["edit", "IN", "--move", "1,0,0", "--in-place"], folder.path());
    let folder = folder_of(&["room.wok", "manor.lyt"]);
    std::os::unix::fs::symlink("/dev/zero", folder.path().join("porch.wok")).expect("a link");
    refused(&["repair", "IN", "--link"], folder.path());

    let folder = folder_of(&["yard.trn"]);
    pipe(&folder.path().join("yard.git"));
    let out = folder.path().join("new.trx");
    refused(&["bake", "IN", "-o", out.to_str().expect("text")], &folder.path().join("yard.trn"));

    let folder = folder_of(&["dungeon.dof"]);
    pipe(&folder.path().join("court.bms"));
    refused(&["draw", "IN", "-o", "x.svg"], &folder.path().join("dungeon.dof"));
    assert!(!Path::new("x.svg").exists());
}

/// A walkmesh has no colours, so the colour table is not opened.
#[cfg(unix)]
#[test]
fn a_table_of_materials_that_is_a_pipe_is_not_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let obj = folder.path().join("floor.obj");
    fs::write(&obj, "mtllib floor.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl 04_Stone\nf 1 2 3\n").expect("a file");
    let mtl = folder.path().join("floor.mtl");
    assert!(std::process::Command::new("mkfifo").arg(&mtl).status().expect("mkfifo").success());
    let out = folder.path().join("floor.wok");
    let run = run_on(&["convert", "IN", "-o", out.to_str().expect("text")], &obj);
    assert_eq!((run.status, format!("{run:?}").contains("mtl")), (0, false), "{run:?}");
}

/// A scene whose objects have these names, each a triangle that faces up.
fn scene(names: &[&str]) -> String {
    let object = |name: &&str| format!("o {name}\nusemtl 04_Stone\nv 0 0 0\nv 1 0 0\nv 0 0 -1\nf -3 -2 -1\n");
    names.iter().map(object).collect()
}

#[test]
fn a_name_from_inside_a_file_becomes_no_name_of_a_device_or_an_option() {
    for name in ["CON", "a:b", "-rf", "..", "nul.x", ".hidden", "a/b"] {
        let folder = tempfile::tempdir().expect("a folder");
        let obj = folder.path().join("area.obj");
        fs::write(&obj, scene(&[name, "room"])).expect("a file");
        let out = format!("{}/", folder.path().join("new").display());
        let refused = run_on(&["convert", "IN", "-o", &out], &obj);
        assert_eq!(refused.status, 2, "{name}: {refused:?}");
        assert!(refused.err.contains("cannot be the name of a file"), "{name}: {refused:?}");
        assert_eq!(names(folder.path()), ["area.obj"], "{name}");
    }
}

#[test]
fn a_name_from_inside_a_file_does_nothing_to_a_terminal() {
    let folder = tempfile::tempdir().expect("a folder");
    let name = "\u{1b}[31mred\u{7}\u{202e}kow.moor";
    let obj = folder.path().join("area.obj");
    fs::write(&obj, scene(&[name])).expect("a file");
    let room = folder.path().join("room.glb");
    let text = run_on(&["convert", "IN", "-o", room.to_str().expect("text")], &obj);
    assert_eq!(text.status, 0, "{text:?}");
    assert!(text.out.contains(r"\u{1b}[31mred\u{7}\u{202e}kow.moor"), "{text:?}");
    assert!(!text.out.contains(['\u{1b}', '\u{7}', '\u{202e}']), "{text:?}");
    // JSON has its own escapes, and keeps the file's text.
    let json = run_on(&["convert", "IN", "-o", room.to_str().expect("text"), "--json"], &obj).json();
    assert_eq!(json["results"][0]["exported"][0]["node"], name, "{json}");

    let area = folder_of(&["room.wok"]);
    let layout = "beginlayout\n  roomcount 2\n    room 0 0 0\n    \u{1b}]0;title\u{7} 0 0 0\ndonelayout\n";
    fs::write(area.path().join("a.lyt"), layout).expect("a file");
    let missing = run_on(&["check", "IN"], area.path());
    assert!(missing.out.contains(r"\u{1b}]0;title\u{7}.wok is not here"), "{missing:?}");
    assert!(!missing.out.contains(['\u{1b}', '\u{7}']), "{missing:?}");
}

#[test]
fn a_git_whose_lists_share_structs_cuts_nothing_and_says_so() {
    let folder = folder_of(&["yard.trn"]);
    fs::write(folder.path().join("yard.git"), git_of_shared_structs(8000)).expect("a file");
    let out = folder.path().join("new.trx");
    let bake = run_on(&["bake", "IN", "-o", out.to_str().expect("text")], &folder.path().join("yard.trn"));
    assert_eq!(bake.status, 0, "{bake:?}");
    let told =
        "the walkmesh cutters from trigger 0 on were left out: the lists of the GIT name more structs than it has";
    assert!(bake.out.contains(told) || bake.err.contains(told), "{bake:?}");
}

/// docs/command.md promises this.
#[cfg(target_os = "linux")]
#[test]
fn the_summary_of_an_archive_takes_some_memory_for_each_file() {
    const FILES: u32 = 20_000;
    const EACH: u64 = 1500;
    let folder = tempfile::tempdir().expect("a folder");
    let peak = |count: u32| {
        let keys = (0..count).map(|at| Key::new(&format!("m{at}"), 2016, at).expect("a key")).collect();
        let archive = Erf { file_type: *b"MOD ", keys, members: vec![Vec::new(); count as usize], ..Erf::default() };
        let path = folder.path().join(format!("{count}.mod"));
        fs::write(&path, archive.to_bytes().expect("an archive")).expect("a file");
        crate::run::peak_memory(&["info".as_ref(), path.as_os_str()])
    };
    let each = peak(FILES).saturating_sub(peak(1)) / u64::from(FILES);
    assert!((1..EACH).contains(&each), "{each} bytes for each file");
}

/// From 64 kB, the points of all triggers together would take 512 MB.
#[cfg(target_os = "linux")]
#[test]
fn a_git_whose_lists_share_structs_takes_little_memory() {
    let folder = tempfile::tempdir().expect("a folder");
    let git = folder.path().join("yard.git");
    fs::write(&git, git_of_shared_structs(8000)).expect("a file");
    let peak = crate::run::peak_memory(&["info".as_ref(), git.as_os_str()]);
    assert!(peak < 100 << 20, "{} MB", peak >> 20);
}

/// Each of 1,000 panels crosses half of the others.
#[test]
fn objects_that_cut_the_floor_into_too_many_pieces_are_an_error() {
    let folder = tempfile::tempdir().expect("a folder");
    let made = |name: &str, faces: &[[[f32; 3]; 3]], material: u32, kind: Kind| {
        let faces = faces.iter().map(|face| (*face, MaterialId(material)));
        let walkmesh = Walkmesh::from_triangles(kind, faces).expect("a walkmesh");
        fs::write(folder.path().join(name), walkmesh.to_bytes().expect("a file")).expect("a file");
    };
    let [a, b, c, d] = [[0.0, 0.0, 0.0], [100.0, 0.0, 0.0], [100.0, 100.0, 0.0], [0.0, 100.0, 0.0]];
    made("hall.wok", &[[a, b, c], [a, c, d]], 4, Kind::Wok);
    made("east.pwk", &[[[0.0, 0.0, 0.0], [98.0, 0.0, 0.0], [98.0, 0.0, 2.0]]], 7, Kind::Pwk);
    made("north.pwk", &[[[0.0, 0.0, 0.0], [0.0, 98.0, 0.0], [0.0, 98.0, 2.0]]], 7, Kind::Pwk);
    fs::write(folder.path().join("hall.lyt"), "beginlayout\n  roomcount 1\n    hall 0 0 0\ndonelayout\n")
        .expect("a file");
    let mut arguments =
        vec!["path".to_owned(), folder.path().display().to_string(), "0.5,0.5".into(), "0.6,0.5".into()];
    for at in 0..500 {
        let off = 1.0 + at as f32 * 0.19;
        arguments.extend([format!("--place=east.pwk,1,{off},0,0"), format!("--place=north.pwk,{off},1,0,0")]);
    }
    let run = run(&arguments);
    assert_eq!(run.status, 2, "{run:?}");
    assert!(run.err.contains("sides into more than the 266144 pieces that are allowed"), "{run:?}");
}
