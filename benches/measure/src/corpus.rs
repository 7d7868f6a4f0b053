//! The corpus of real files, which belong to others and are no part of the project.

use std::path::{Path, PathBuf};

/// A folder of the corpus, which is in `WALKMESH_CORPUS` or beside the checkout.
fn folder(part: &str) -> Option<PathBuf> {
    let given = std::env::var_os("WALKMESH_CORPUS").map(PathBuf::from);
    let beside = || Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/corpus")).to_owned();
    Some(given.unwrap_or_else(beside).join(part)).filter(|folder| folder.is_dir())
}

/// The baked areas of Neverwinter Nights 2. Empty without a corpus.
pub fn areas() -> Vec<PathBuf> {
    folder("nwn2/trx").map(|folder| files(&folder, "trx")).unwrap_or_default()
}

/// The files with one extension, in either case, in a folder and in the folders inside it, in the order of their paths.
fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let entries = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    for path in entries.map(|entry| entry.expect("an entry that reads").path()) {
        if path.is_dir() {
            found.extend(files(&path, extension));
        } else if path.extension().is_some_and(|known| known.eq_ignore_ascii_case(extension)) {
            found.push(path);
        }
    }
    found.sort();
    found
}
