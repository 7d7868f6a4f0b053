//! The names of results. The game tells no difference between `yard.trx` and `YARD.TRX`, but most folders do.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

/// Names the TRX that is baked from a TRN. The TRN is kept.
pub fn trn_to_trx(path: PathBuf) -> PathBuf {
    match path.extension().and_then(OsStr::to_str) {
        Some("trn") => path.with_extension("trx"),
        Some(trn) if trn.eq_ignore_ascii_case("trn") => path.with_extension("TRX"),
        _ => path,
    }
}

/// The path as the file is spelled that lies there, if one file there has this name in other capitals. A result replaces
/// that file, because the game would not know which of the two to read.
pub(super) fn spelled_as_there(path: PathBuf) -> PathBuf {
    if path.symlink_metadata().is_ok() {
        return path;
    }
    let folder = path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.file_name());
    let mut same = entries.filter(|name| path.file_name().is_some_and(|wanted| wanted.eq_ignore_ascii_case(name)));
    match (same.next(), same.next()) {
        (Some(name), None) => path.with_file_name(name),
        _ => path,
    }
}

/// A path whose name is the same in whatever capitals.
pub(super) fn folded(path: &Path) -> PathBuf {
    match path.file_name() {
        Some(name) => path.with_file_name(name.to_ascii_lowercase()),
        None => path.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_is_spelled_as_the_one_file_that_it_replaces() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        assert_eq!(spelled_as_there(at("yard.trx")), at("yard.trx"));
        fs::write(at("Yard.TRX"), "").expect("a file");
        assert_eq!(spelled_as_there(at("yard.trx")), at("Yard.TRX"));
        fs::write(at("YARD.TRX"), "").expect("a file");
        // Of two files it is neither. A file system that folds names has one.
        if fs::read_dir(folder.path()).expect("a folder").count() == 2 {
            assert_eq!(spelled_as_there(at("yard.trx")), at("yard.trx"));
        }
        assert_eq!(spelled_as_there(at("no/such/yard.trx")), at("no/such/yard.trx"));
        assert_eq!(folded(Path::new("A/B.TRX")), Path::new("A/b.trx"));
    }
}
