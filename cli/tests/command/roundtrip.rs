//! `walkmesh roundtrip`.

use std::fs;

use walkmesh_testing::corpus;

use crate::run::{root, run};

#[test]
fn the_samples_are_exact() {
    let short = run(&["roundtrip", "samples"]);
    assert_eq!(short.out, "15 files, 15 byte-exact; skipped: 1 scene of another program, 3 of no known format\n");
    let run = run(&["roundtrip", "--all", "samples"]);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!(lines.len(), 16, "{}", run.out);
    assert!(lines[..15].iter().all(|line| line.starts_with("exact    samples/")), "{}", run.out);
    assert_eq!(lines[15], "15 files, 15 byte-exact; skipped: 1 scene of another program, 3 of no known format");
}

#[test]
fn every_file_of_the_corpus_is_exact() {
    let Some(corpus) = corpus("") else { return };
    let run = run(&["roundtrip".as_ref(), corpus.as_os_str()]);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    assert_eq!(run.out.lines().last(), Some("5501 files, 5501 byte-exact; skipped: 5396 of no known format"));
}

/// Bytes between and after the parts of a file are kept.
#[test]
fn bytes_of_no_part_are_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let whole = fs::read(root().join("samples/ainavdata_32769.dat")).expect("the sample");
    let two = u32::from_le_bytes([whole[1], whole[2], whole[3], whole[4]]);
    let (one, rest) = whole.split_at(two as usize);
    let mut gap = [one, &[0xEE; 3], rest].concat();
    gap[1..5].copy_from_slice(&(two + 3).to_le_bytes());
    fs::write(folder.path().join("gap.dat"), gap).expect("a file");
    for name in ["room.wok", "yard.trx"] {
        let bytes = [fs::read(root().join("samples").join(name)).expect("the sample"), b"more".to_vec()].concat();
        fs::write(folder.path().join(name), bytes).expect("a file");
    }
    let text = run(&["roundtrip".as_ref(), folder.path().as_os_str()]);
    assert_eq!((text.status, text.err.as_str()), (0, ""), "{}", text.out);
    assert!(text.out.ends_with("3 files, 3 byte-exact\n"), "{}", text.out);

    let json = run(&["roundtrip", "--json", "samples/yard.trx"]).json();
    let yard = &json["results"][0];
    assert_eq!((&yard["exact"], &yard["difference"]), (&true.into(), &serde_json::Value::Null));
    assert_eq!(yard["walkmesh_bytes"], 4677);
}

/// The objects of an area are read and written, too. A scene for other programs is not, and the command reports this.
#[test]
fn a_git_is_exact_and_a_scene_is_not_for_roundtrip() {
    let git = run(&["roundtrip", "--all", "samples/town.git"]);
    assert_eq!((git.status, git.err.as_str()), (0, ""));
    assert!(git.out.starts_with("exact    samples/town.git"), "{}", git.out);

    let folder = tempfile::tempdir().expect("a folder");
    for name in ["room.glb", "room.gltf", "room.obj"] {
        let scene = folder.path().join(name);
        let written = run(&["convert".as_ref(), "samples/room.wok".as_ref(), "-o".as_ref(), scene.as_os_str()]);
        assert_eq!(written.status, 0, "{}", written.err);
        let refused = run(&["roundtrip".as_ref(), scene.as_os_str()]);
        assert_eq!(refused.status, 2);
        assert!(refused.err.contains("this is a scene for other programs"), "{}", refused.err);
        let info = run(&["info".as_ref(), "--json".as_ref(), scene.as_os_str()]);
        assert_eq!((info.status, info.err.as_str()), (0, ""));
        let scene = &info.json()["results"][0];
        assert_eq!((&scene["nodes"], &scene["triangles"]), (&1.into(), &24.into()), "{scene}");
    }
}
