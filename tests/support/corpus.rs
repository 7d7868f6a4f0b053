//! Where the corpus of real files is: in `WALKMESH_CORPUS`, or beside the checkout. The files belong to others, and are
//! no part of the project.

use std::path::{Path, PathBuf};

/// A folder of the corpus. Where there is none, that is told, and its test tests nothing.
pub fn corpus(part: &str) -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus");
    let folder = std::env::var_os("WALKMESH_CORPUS").map_or(beside, PathBuf::from).join(part);
    if !folder.is_dir() {
        println!("no corpus at {}: nothing tested", folder.display());
        return None;
    }
    Some(folder)
}

/// The files with one extension in a folder and the folders in it, in the order of their paths.
pub fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for path in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if path.is_dir() {
            found.extend(files(&path, extension));
        } else if path.extension().is_some_and(|known| known == extension) {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// The name of a file, without its extension.
pub fn stem(path: &Path) -> String {
    path.file_stem().unwrap().to_string_lossy().into_owned()
}
