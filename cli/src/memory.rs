//! Memory limits of the readers of this command's own JSON: at most a stated number of bytes for each byte of a file. The
//! readers of the library are measured by its test `budget`.

use std::fs;
use std::path::Path;

use allocation_counter::measure;
use walkmesh::silkroad::BakeOptions;

use crate::{description, footprints};

/// Memory that a reader needs for any file, in bytes.
const AROUND: u64 = 256 << 10;

/// A reader, and files that cost it much for their bytes.
struct Reader {
    name: &'static str,
    /// Reads a file, and returns whether it could be read to its end.
    read: fn(&Path, &[u8]) -> bool,
    files: &'static [Json],
}

/// A JSON file that consists of one long list. In order: the name of the entries, the maximum memory in bytes for each byte of the
/// file, the text before the list, the entry with a given number, and the text after the list.
type Json = (&'static str, f64, &'static str, fn(usize) -> String, &'static str);

const READERS: &[Reader] = &[
    Reader {
        name: "plan",
        read: |path, bytes| description::read(path, bytes, &BakeOptions::default()).is_ok(),
        files: &[
            ("blocks", 6.0, r#"{"region":32769,"blocks":["#, |_| r#"{"cells":1,"edges":[]}"#.to_owned(), "]}"),
            (
                "edges",
                4.0,
                r#"{"region":32769,"blocks":[{"cells":1,"edges":["#,
                |_| r#"{"centre":[0,0,0]}"#.to_owned(),
                "]}]}",
            ),
            (
                "doors",
                2.0,
                r#"{"region":32769,"blocks":[],"doors":["#,
                |_| r#"[{"block":0,"cell":0,"edge":0},{"block":0,"cell":0,"edge":0}]"#.to_owned(),
                "]}",
            ),
            ("floors", 320.0, r#"{"region":32769,"floors":["#, |_| "{}".to_owned(), "]}"),
            (
                "vertices",
                8.0,
                r#"{"region":32769,"floors":[{"triangles":[[0,1,2]],"vertices":[[0,0,0],[1,0,0],[0,0,1],"#,
                |_| "[0,0,0]".to_owned(),
                "]}]}",
            ),
            (
                "triangles",
                4.0,
                r#"{"region":32769,"floors":[{"vertices":[[0,0,0],[1,0,0],[0,0,1]],"triangles":["#,
                |_| "[0,2,1]".to_owned(),
                "]}]}",
            ),
        ],
    },
    Reader {
        name: "footprints",
        read: |path, bytes| {
            fs::write(path, bytes).expect("a file");
            footprints::read(path).is_ok()
        },
        files: &[
            ("placeables", 24.0, r#"{"placeables":{"#, |at| format!(r#""{at}":{{}}"#), "}}"),
            ("polygons", 8.0, r#"{"placeables":{"0":{"polygons":["#, |_| "[[0,0],[1,0],[0,1]]".to_owned(), "]}}}"),
            ("corners", 4.0, r#"{"placeables":{"0":{"polygons":[["#, |_| "[0,0]".to_owned(), ",[0,0],[0,0]]]}}}"),
        ],
    },
];

#[test]
fn no_reader_takes_more_memory_than_its_file_justifies() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.json");
    let mut over = Vec::new();
    for count in [1, 300, 20_000] {
        for Reader { name, read, files } in READERS {
            for (what, factor, before, entry, after) in *files {
                let entries: Vec<_> = (0..count).map(entry).collect();
                let bytes = format!("{before}{}{after}", entries.join(",")).into_bytes();
                let mut is_read = false;
                let peak = measure(|| is_read = read(&path, &bytes)).bytes_max;
                let found = peak.saturating_sub(AROUND) as f64 / bytes.len() as f64;
                println!("{name:10} of {count:6} {what:12} {found:6.1} of {factor:5.1} bytes for each byte, {is_read}");
                if found > *factor {
                    over.push(format!("{name} of {count} {what}: {peak} bytes for {}", bytes.len()));
                }
            }
        }
    }
    assert!(over.is_empty(), "{over:#?}");
}
