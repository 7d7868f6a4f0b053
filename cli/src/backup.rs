//! The names of backups: `room.wok.bak`, then `room.wok.bak2` and so on if that name exists.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The largest number of backups that one file may have.
pub const MOST: u32 = 100;

/// Returns whether a file has the name of a backup.
pub fn is_backup(path: &Path) -> bool {
    let extension = path.extension().map(|extension| extension.to_string_lossy().to_ascii_lowercase());
    let number = extension.as_deref().and_then(|extension| extension.strip_prefix("bak"));
    number.is_some_and(|number| number.bytes().all(|digit| digit.is_ascii_digit()))
}

/// The names that backups of a file may have, in the order in which they are tried.
pub fn names(path: &Path) -> impl Iterator<Item = PathBuf> {
    (1..=MOST).map(move |number| {
        let mut name = OsString::from(path);
        name.push(if number == 1 { ".bak".to_owned() } else { format!(".bak{number}") });
        PathBuf::from(name)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_of_a_backup_is_known_as_one() {
        assert!(names(Path::new("a/room.wok")).all(|name| is_backup(&name)));
        assert!(is_backup(Path::new("ROOM.WOK.BAK")));
        for name in ["room.wok", "bak", "room.bakery", "room.bak.wok", ".bak", "room.ba"] {
            assert!(!is_backup(Path::new(name)), "{name}");
        }
    }
}
