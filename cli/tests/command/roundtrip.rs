//! `walkmesh roundtrip`.

use std::fs;

use crate::run::{corpus, root, run};

#[test]
fn the_samples_are_exact() {
    let short = run(&["roundtrip", "samples"]);
    assert_eq!(short.out, "7 files, 7 byte-exact; skipped: 2 of no known format\n");
    let run = run(&["roundtrip", "--all", "samples"]);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!(lines.len(), 8, "{}", run.out);
    assert!(lines[..7].iter().all(|line| line.starts_with("exact    samples/")), "{}", run.out);
    assert_eq!(lines[7], "7 files, 7 byte-exact; skipped: 2 of no known format");
}

#[test]
fn every_file_of_the_corpus_is_exact() {
    let Some(corpus) = corpus() else { return };
    let run = run(&["roundtrip".as_ref(), corpus.as_os_str()]);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    assert_eq!(run.out.lines().last(), Some("201 files, 201 byte-exact; skipped: 25 of no known format"));
}

/// A gap between the parts of a file is read over, and not written: the first byte that tells is the offset.
#[test]
fn what_differs_is_named_with_its_offset_and_field() {
    let folder = tempfile::tempdir().expect("a folder");
    let whole = fs::read(root().join("samples/ainavdata_32769.dat")).expect("the sample");
    let two = u32::from_le_bytes([whole[1], whole[2], whole[3], whole[4]]);
    let (one, rest) = whole.split_at(two as usize);
    let mut gap = [one, &[0xEE; 3], rest].concat();
    gap[1..5].copy_from_slice(&(two + 3).to_le_bytes());
    let path = folder.path().join("gap.dat");
    fs::write(&path, gap).expect("a file");

    let text = run(&["roundtrip".as_ref(), path.as_os_str()]);
    let line = format!(
        "differs  {}: file at 0x1, simple_dungeon_data_offset: read {:02x} 00 00 00, written {two:02x} 00 00 00\n\
         1 file, 0 byte-exact\n",
        path.display(),
        two + 3
    );
    assert_eq!((text.status, text.out, text.err.as_str()), (1, line, ""));

    let json = run(&["roundtrip".as_ref(), "--json".as_ref(), path.as_os_str(), "samples/yard.trx".as_ref()]);
    assert_eq!(json.status, 1);
    let json = json.json();
    let summary = ["files", "exact", "unreadable"].map(|key| json["summary"][key].as_u64());
    assert_eq!(summary, [Some(2), Some(1), Some(0)]);
    let [gap, yard] = [0, 1].map(|index| &json["results"][index]);
    assert_eq!(gap["exact"], false);
    assert_eq!(gap["difference"]["field"], "simple_dungeon_data_offset");
    assert_eq!((&yard["exact"], &yard["difference"]), (&true.into(), &serde_json::Value::Null));
    assert_eq!(yard["walkmesh_bytes"], 4677);
}
