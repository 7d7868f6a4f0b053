//! What the readers of texts and of files from other programs cost in memory. Those of the games' own formats are measured
//! in `formats/tests/memory.rs`.

use std::fmt::Write;

use walkmesh::exchange::{ObjScene, Up};
use walkmesh::formats::Document;
use walkmesh::formats::gff::{Gff, Tree, TreeValue};
use walkmesh::formats::two_da;
use walkmesh::kotor::{AsciiFile, Layout, MaterialTable};
use walkmesh::nwn2::Git;
use walkmesh_testing::measure;

use crate::AROUND;

/// A reader, the most bytes that it may hold for each byte of a file, and files that cost it the most for their bytes.
struct Reader {
    name: &'static str,
    factor: f64,
    read: fn(&[u8]),
    files: Vec<(&'static str, Vec<u8>)>,
}

/// A text of so many lines, between others.
fn lines(before: &str, count: usize, line: impl Fn(usize) -> String, after: &str) -> Vec<u8> {
    let mut text = before.to_owned();
    (0..count).for_each(|at| text.push_str(&line(at)));
    text.push_str(after);
    text.into_bytes()
}

/// The objects of an area, each with as few fields as it can have.
fn git(list: &str, count: usize) -> Vec<u8> {
    let at = |tree: Tree, label: &str| tree.with(label, TreeValue::Float(1.0));
    let object = ["X", "Y", "Z"].into_iter().fold(Tree::new(9), at);
    let objects = Tree::root().with(list, TreeValue::List(vec![object; count]));
    Gff::from_tree(*b"GIT ", &objects).expect("a tree").to_bytes().expect("a file")
}

fn readers(count: usize) -> Vec<Reader> {
    let layout = |what: &str, line: &str| {
        lines(&format!("beginlayout\n{what} {count}\n"), count, |_| line.to_owned(), "donelayout\n")
    };
    let ascii = |list: &str, line: &str| {
        let before = format!("node aabb a\n  {list} {count}\n");
        lines(&before, count, |_| line.to_owned(), "endnode\n")
    };
    let mut wide = "2DA V2.0\n\n".to_owned();
    (0..count).for_each(|at| write!(wide, "c{at} ").expect("a text"));
    vec![
        Reader {
            name: "LYT",
            factor: 180.0,
            read: |bytes| drop(Layout::from_bytes(bytes)),
            files: vec![
                ("rooms", layout("roomcount", "a 0 0 0\n")),
                ("door hooks", layout("doorhookcount", "a b 0 0 0 0 1 0 0 0\n")),
                ("empty lines", lines("beginlayout\n", count, |_| "\n".to_owned(), "donelayout\n")),
            ],
        },
        Reader {
            name: "GIT",
            factor: 8.0,
            read: |bytes| {
                let Ok(git) = Git::from_bytes(bytes) else { return };
                drop(git.cutters());
                assert!(git.objects().count() > 0);
            },
            files: vec![("placeables", git("Placeable List", count)), ("doors", git("Door List", count))],
        },
        Reader {
            name: "2DA",
            factor: 24.0,
            read: |bytes| {
                drop(two_da::Text::from_bytes(bytes));
                drop(MaterialTable::from_2da(bytes));
            },
            files: vec![
                ("columns", wide.clone().into_bytes()),
                ("rows", lines("2DA V2.0\n\na\n", count, |at| format!("{at} *\n"), "")),
            ],
        },
        Reader {
            name: "ASCII",
            factor: 24.0,
            read: |bytes| drop(AsciiFile::from_bytes(bytes)),
            files: vec![
                ("vertices", ascii("verts", "0 0 0\n")),
                ("faces", ascii("faces", "0 0 0 1 0 0 0 4\n")),
                ("nodes", lines("", count, |_| "node aabb a\nendnode\n".to_owned(), "")),
            ],
        },
        Reader {
            name: "OBJ",
            factor: 24.0,
            read: |bytes| drop(ObjScene::from_bytes(bytes, Up::Z)),
            files: vec![
                ("vertices", lines("", count, |_| "v 0 0 0\n".to_owned(), "f 1 2 3\n")),
                ("faces", lines("v 0 0 0\nv 1 0 0\nv 0 1 0\n", count, |_| "f 1 2 3\n".to_owned(), "")),
            ],
        },
    ]
}

#[test]
fn no_reader_takes_more_memory_than_its_file_justifies() {
    let mut over = Vec::new();
    for count in [1, 300, 40_000] {
        for Reader { name, factor, read, files } in readers(count) {
            for (what, bytes) in files {
                let peak = measure(|| read(&bytes)).bytes_max;
                let found = peak.saturating_sub(AROUND) as f64 / bytes.len() as f64;
                println!("{name:6} of {count:6} {what:12} {found:6.1} of {factor:5.1} bytes for each byte");
                if found > factor {
                    over.push(format!("{name} of {count} {what}: {peak} bytes for {}", bytes.len()));
                }
            }
        }
    }
    assert!(over.is_empty(), "{over:#?}");
}
