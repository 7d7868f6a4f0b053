//! The names of results. The game does not distinguish `yard.trx` from `YARD.TRX`, but most file systems do.

use std::fs;
use std::path::Path;

use crate::location::FileLocation;

/// Names the TRX that is baked from a TRN. The TRN is kept.
pub fn trn_to_trx(trn: FileLocation) -> FileLocation {
    let is_small = trn.extension().is_some_and(|extension| extension == "trn");
    match trn {
        trn if !trn.has_extension("trn") => trn,
        FileLocation::Path(path) => path.with_extension(if is_small { "trx" } else { "TRX" }).into(),
        FileLocation::Member { container, name } => {
            let stem = name.rsplit_once('.').map_or(&*name, |(stem, _)| stem);
            FileLocation::member(&*container, format!("{stem}.{}", if is_small { "trx" } else { "TRX" }))
        }
    }
}

/// The path as spelled on disk, if exactly one file there matches when case is ignored. A result replaces
/// that file, because the game would not know which of the two to read.
pub(super) fn spelled_as_there(at: FileLocation) -> FileLocation {
    // Case is ignored in the names of an archive.
    let Some(path) = at.path().filter(|path| path.symlink_metadata().is_err()) else { return at };
    let folder = path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.file_name());
    let mut same = entries.filter(|name| path.file_name().is_some_and(|wanted| wanted.eq_ignore_ascii_case(name)));
    match (same.next(), same.next()) {
        (Some(name), None) => at.with_file_name(name),
        _ => at,
    }
}

/// A location whose name matches if case is ignored.
pub(super) fn folded(at: &FileLocation) -> FileLocation {
    at.file_name().map_or_else(|| at.clone(), |name| at.with_file_name(name.to_ascii_lowercase()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_is_spelled_as_the_one_file_that_it_replaces() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name);
        let at = |name: &str| FileLocation::from(path(name));
        assert_eq!(spelled_as_there(at("yard.trx")), at("yard.trx"));
        fs::write(path("Yard.TRX"), "").expect("a file");
        assert_eq!(spelled_as_there(at("yard.trx")), at("Yard.TRX"));
        fs::write(path("YARD.TRX"), "").expect("a file");
        // If two files match, it is neither. A case-insensitive file system has only one.
        if fs::read_dir(folder.path()).expect("a folder").count() == 2 {
            assert_eq!(spelled_as_there(at("yard.trx")), at("yard.trx"));
        }
        assert_eq!(spelled_as_there(at("no/such/yard.trx")), at("no/such/yard.trx"));
        assert_eq!(folded(&"A/B.TRX".into()), "A/b.trx".into());
    }
}
