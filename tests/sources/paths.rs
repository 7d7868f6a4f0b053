//! Only `Folder::path_of` turns a name from inside a file into a path; it refuses names that lead elsewhere.

use std::collections::BTreeSet;
use std::fs;

use walkmesh_testing::{files, root};

use crate::siblings::without_tests;

/// The rooms that read or write files by names.
const ROOMS: [&str; 3] = ["cli/src", "python/src", "src/level"];

/// The joined names, by file: constants of the program, names from the user, and names from a folder on disk.
const KNOWN: &[(&str, &str)] = &[
    // The search path of the system.
    ("cli/src/browser.rs", "program"),
    // The built-in places of the demo.
    ("cli/src/commands/demo.rs", "folder.name"),
    ("cli/src/commands/demo.rs", r#"format!("{}.svg", folder.name)"#),
    ("cli/src/commands/demo.rs", "name"),
    // The names of the program's own pages.
    ("cli/src/commands/manual.rs", "&*path"),
    ("cli/src/commands/manual.rs", "page.get_filename()"),
    // Paths from the user, and files in a folder that the user named.
    ("cli/src/commands/convert/onto.rs", "source.file_name().unwrap_or_default()"),
    ("cli/src/commands/footprints/triples.rs", "trn.file_stem().unwrap_or_default()"),
    ("cli/src/destination.rs", "below"),
    ("cli/src/destination.rs", r#"folder.strip_prefix(ancestor).unwrap_or(Path::new(""))"#),
    ("cli/src/destination.rs", "name"),
    ("cli/src/destination/names.rs", "name"),
    ("cli/src/destination/names.rs", "name.to_ascii_lowercase()"),
    ("cli/src/destination/target.rs", "source.file_name().unwrap_or_default()"),
    ("cli/src/location.rs", "name.as_ref()"),
    ("cli/src/place.rs", "name"),
    ("cli/src/placed_object.rs", "&self.file"),
    ("cli/src/placed_object.rs", "state.file(model)"),
    ("cli/src/view/subject_files.rs", "other.file(model)"),
    // A name that another file in the folder gives: no link and no name leads out of the folder.
    ("cli/src/exchange_file.rs", "name"),
    // Plain names only; otherwise the journal is refused.
    ("cli/src/save/change.rs", "&self.new"),
    ("cli/src/save/change.rs", "&self.target"),
    ("cli/src/save/change.rs", "old"),
    ("cli/src/save/journal.rs", "NAME"),
    ("cli/src/save/last_runs.rs", "name(now, process::id())"),
    // The number of a set must consist of digits.
    ("cli/src/save/set_record.rs", r#"format!("set-{set}.json")"#),
    // Links on disk.
    ("cli/src/save/transaction.rs", "path.file_name().context(\"is not the name of a file\")?"),
    ("cli/src/save/transaction.rs", "to"),
    // Text.
    ("cli/src/summary.rs", "separator"),
    // The function itself, and the names that a folder lists.
    ("src/level/folder.rs", "name"),
    ("src/level/game_folder.rs", "name"),
    // Areas.
    ("src/level/kotor/edit.rs", "other.rooms(Operation::Edit)?, offset"),
];

#[test]
fn no_name_from_inside_a_file_is_joined_to_a_path() {
    let mut found = BTreeSet::new();
    for file in ROOMS.iter().flat_map(|room| files(&root().join(room), "rs")) {
        let code = without_tests(&fs::read_to_string(&file).expect("a source"));
        let name = file.strip_prefix(root()).expect("a file of the project").to_string_lossy().replace('\\', "/");
        found.extend(joined(&code).into_iter().map(|argument| (name.clone(), argument)));
    }
    let known: BTreeSet<_> = KNOWN.iter().map(|(file, argument)| (file.to_string(), argument.to_string())).collect();
    let new: Vec<_> = found.difference(&known).collect();
    assert!(new.is_empty(), "use Folder::path_of for names that come from inside a file: {new:?}");
    let gone: Vec<_> = known.difference(&found).collect();
    assert!(gone.is_empty(), "KNOWN lists what is there no more: {gone:?}");
}

#[test]
fn a_join_is_found_over_several_lines_and_one_of_text_is_none() {
    let code = "let a = folder\n    .join(\n        &(name),\n    );\nb.join(\", \").with_file_name(f(x)?);";
    assert_eq!(joined(code), ["&(name)", "f(x)?"]);
}

/// The arguments of joins, except texts.
fn joined(code: &str) -> Vec<String> {
    let mut arguments = Vec::new();
    for call in [".join(", ".with_file_name("] {
        for (at, _) in code.match_indices(call) {
            let mut open = 1;
            let rest = &code[at + call.len()..];
            let end = rest.find(|letter| {
                open += i32::from(letter == '(') - i32::from(letter == ')');
                open == 0
            });
            let argument = rest[..end.expect("a call that ends")].trim().trim_end_matches(',');
            arguments.extend((!argument.starts_with(['"', '\''])).then(|| argument.to_owned()));
        }
    }
    arguments
}
