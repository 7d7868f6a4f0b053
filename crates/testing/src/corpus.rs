//! The corpus of real files. They belong to others and are not part of the project.

use std::path::{Path, PathBuf};

/// The folder of the workspace.
#[must_use]
pub fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// Returns whether the corpus is the one beside the checkout, whose counts the tests know, rather than the one in
/// `WALKMESH_CORPUS`.
#[must_use]
pub fn is_own_corpus() -> bool {
    std::env::var_os("WALKMESH_CORPUS").is_none()
}

/// A folder of the corpus, which is in `WALKMESH_CORPUS` or beside the checkout; an empty `part` is the whole corpus.
/// Without a corpus it prints that the test is skipped.
///
/// # Panics
/// `WALKMESH_CORPUS` is not a folder.
#[must_use]
pub fn corpus(part: &str) -> Option<PathBuf> {
    let given = std::env::var_os("WALKMESH_CORPUS").map(PathBuf::from);
    let folder = folder_of(given).join(part);
    if folder.is_dir() {
        return Some(folder);
    }
    println!("skipped: no corpus at {}; set WALKMESH_CORPUS", folder.display());
    None
}

/// The folder of the corpus. It must exist: without it, every test that reads real files would pass.
fn folder_of(given: Option<PathBuf>) -> PathBuf {
    if let Some(given) = &given {
        assert!(given.is_dir(), "WALKMESH_CORPUS names {}, which is not a folder", given.display());
    }
    given.unwrap_or_else(|| root().join("../shared/corpus"))
}

/// The files with one extension in a folder and in the folders inside it, in the order of their paths. The
/// extension `*` matches all files.
#[must_use]
pub fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let entries = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    for path in entries.map(|entry| entry.expect("an entry that reads").path()) {
        if path.is_dir() {
            found.extend(files(&path, extension));
        } else if extension == "*" || path.extension().is_some_and(|known| known == extension) {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// The name of a file without its extension.
#[must_use]
pub fn stem(path: &Path) -> String {
    path.file_stem().expect("a file has a name").to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[should_panic(expected = "WALKMESH_CORPUS names no/such/folder, which is not a folder")]
    fn a_corpus_that_is_named_must_be_there() {
        folder_of(Some(PathBuf::from("no/such/folder")));
    }

    #[test]
    fn a_corpus_need_not_be_named() {
        assert_eq!(folder_of(Some(root().to_owned())), root());
        assert!(folder_of(None).ends_with("shared/corpus"));
    }
}
