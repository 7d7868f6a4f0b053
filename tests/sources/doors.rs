//! Only `walkmesh::level` decides which files belong to a level: the command searches for none of them.

use std::fs;

use walkmesh_testing::{files, root};

use crate::siblings::without_tests;

/// The extensions of files that belong to levels.
const COMPANIONS: [&str; 5] = ["2da", "dof", "git", "lyt", "mdl"];

/// Places where the command writes or prints such a name, without searching for a file.
const KNOWN: &[(&str, &str)] = &[
    // The demo's places are built in.
    ("cli/src/commands/demo/", ""),
    ("cli/src/sample_places.rs", ""),
    // Names of output files.
    ("cli/src/layout_recovery.rs", r#"format!("{}.lyt""#),
    ("cli/src/commands/convert/new.rs", r#"format!("{}.lyt""#),
    // The names of the three files of an area in messages.
    ("cli/src/commands/footprints/triples.rs", "const EXTENSIONS"),
    ("cli/src/materials.rs", "name a surfacemat.2da"),
    // Messages about the file that the user named.
    ("cli/src/subject.rs", "read from its .dof"),
];

/// Lines that only document or declare an argument.
fn is_text(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with("//") || line.starts_with("#[") || line.starts_with("walkmesh ") || line.contains("walkmesh ")
}

#[test]
fn the_command_looks_for_no_file_of_a_level() {
    let mut faults = Vec::new();
    for path in files(&root().join("cli/src"), "rs") {
        let name = path.strip_prefix(root()).expect("a source").to_string_lossy().replace('\\', "/");
        let source = fs::read_to_string(&path).expect("a source");
        for line in without_tests(&source).lines().filter(|line| !is_text(line)) {
            let names_one =
                |extension: &&str| ["\"", "."].iter().any(|it| line.contains(&format!("{it}{extension}\"")));
            let is_known = KNOWN.iter().any(|(file, text)| name.starts_with(file) && line.contains(text));
            if COMPANIONS.iter().any(names_one) && !is_known {
                faults.push(format!("{name}: {}", line.trim()));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
