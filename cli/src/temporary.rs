//! Temporary files: `.walkmesh-`, a random number, and a mark.
//!
//! The mark is a hash of the number and of a key in the user's folder for state, so a file that came with the files of somebody else
//! has none. A living process holds a lock on each of its temporary files, so the next run can tell which ones a killed run left.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::sync::OnceLock;

use tempfile::NamedTempFile;

use crate::lock::{FolderLock, try_lock};
use crate::save::fingerprint::Fingerprint;
use crate::save::set_record::SetRecord;
use crate::save::state;

/// How the names of temporary files start.
const PREFIX: &str = ".walkmesh-";

/// The end of the temporary name under which the old version of a file is kept while a set of files is replaced.
pub const OLD: &str = "-old";

/// The number of digits of the random number, and of the mark.
const DIGITS: usize = 16;

/// Whether a file has the name of a temporary file. One that a command meets was left by a run that was interrupted.
pub fn is_temporary(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(PREFIX))
}

/// Whether a name has the form of those that this program gives to temporary files.
pub fn is_made_name(name: &str) -> bool {
    digits_of(name).is_some()
}

/// The random number and the mark in a name of that form.
fn digits_of(name: &str) -> Option<(&str, &str)> {
    let rest = name.strip_prefix(PREFIX)?;
    let digits = rest.strip_suffix(OLD).unwrap_or(rest);
    let has_form = digits.len() == 2 * DIGITS && digits.bytes().all(|it| matches!(it, b'0'..=b'9' | b'a'..=b'f'));
    has_form.then(|| digits.split_at(DIGITS))
}

/// The mark of a random number in the runs of a user.
fn mark_of(key: &str, number: &str) -> String {
    Fingerprint::of(&[key.as_bytes(), number.as_bytes()]).as_str()[..DIGITS].to_owned()
}

/// The user's key. `None` without a folder that can keep it: then no temporary file is known again.
fn key() -> Option<&'static str> {
    static KEY: OnceLock<Option<String>> = OnceLock::new();
    KEY.get_or_init(|| {
        let folder = state::folder().ok()?;
        let path = folder.join("temporary-key");
        if fs::symlink_metadata(&path).is_err() {
            let mut new = NamedTempFile::new_in(&folder).ok()?;
            new.write_all(SetRecord::number().as_bytes()).ok()?;
            // Another run may have been faster; then its key counts.
            let _ = new.persist_noclobber(&path);
        }
        fs::read_to_string(&path).ok().filter(|key| !key.is_empty())
    })
    .as_deref()
}

/// A new name, with the mark of this user.
fn new_name() -> String {
    let random = SetRecord::number();
    let (number, other) = random.split_at(DIGITS);
    format!("{PREFIX}{number}{}", key().map_or_else(|| other.to_owned(), |key| mark_of(key, number)))
}

/// Creates a temporary file in a folder, with the permissions of a new file. The folder is locked meanwhile, so that no
/// other process takes the file for one that was left.
pub fn create(folder: &Path) -> anyhow::Result<NamedTempFile> {
    let _lock = FolderLock::of([folder])?;
    Ok(create_in_locked(folder)?)
}

/// Creates a temporary file in a folder that this process has locked.
pub fn create_in_locked(folder: &Path) -> io::Result<NamedTempFile> {
    create_named(folder, &new_name())
}

fn create_named(folder: &Path, name: &str) -> io::Result<NamedTempFile> {
    let open = |path: &Path| OpenOptions::new().read(true).write(true).create_new(true).open(path);
    let file = tempfile::Builder::new().prefix(name).rand_bytes(0).make_in(folder, open)?;
    // Where there are no locks, `remove_left` removes nothing.
    let _ = try_lock(file.as_file());
    Ok(file)
}

/// Removes the temporary files that killed runs of this user left in a folder. What cannot be removed stays for the next run.
pub fn remove_left(lock: &FolderLock, folder: &Path) {
    if let Some(key) = key().filter(|_| lock.is_held(folder)) {
        remove_marked(folder, key);
    }
}

fn remove_marked(folder: &Path, key: &str) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let is_file = entry.file_type().is_ok_and(|it| it.is_file());
        if is_file && entry.file_name().to_str().is_some_and(|name| is_marked(name, key)) && !is_owned(&entry.path()) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Whether a run of the user with this key gave a file its name.
fn is_marked(name: &str, key: &str) -> bool {
    digits_of(name).is_some_and(|(number, mark)| mark_of(key, number) == mark)
}

/// Whether a living process may own a temporary file.
#[cfg(not(windows))]
fn is_owned(path: &Path) -> bool {
    !File::open(path).and_then(|file| try_lock(&file)).unwrap_or(false)
}

/// Whether a living process may own a temporary file: it has the file open.
#[cfg(windows)]
fn is_owned(path: &Path) -> bool {
    use std::os::windows::fs::OpenOptionsExt;
    let alone = OpenOptions::new().write(true).share_mode(0).open(path);
    alone.map(|_: File| ()).is_err()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_living_process_writes_stays_and_what_a_killed_one_left_goes() {
        let folder = tempfile::tempdir().expect("a folder");
        let name = |number: &str| format!("{PREFIX}{number}{}", mark_of("a key", number));
        let [living, killed, is_folder] = ["00", "11", "22"].map(|digits| name(&digits.repeat(DIGITS / 2)));
        let _living = create_named(folder.path(), &living).expect("a temporary file");
        fs::create_dir(folder.path().join(&is_folder)).expect("a folder");
        let files = [&*killed, &format!("{killed}{OLD}"), ".walkmesh-baseline.json", "room.wok"];
        files.into_iter().for_each(|name| fs::write(folder.path().join(name), "").expect("a file"));
        remove_marked(folder.path(), "a key");
        let left = fs::read_dir(folder.path()).expect("a folder").map(|it| it.expect("an entry").file_name());
        let mut left: Vec<_> = left.collect();
        left.sort();
        if cfg!(any(unix, windows)) {
            assert_eq!(left, [&*living, &*is_folder, ".walkmesh-baseline.json", "room.wok"]);
        }
    }

    #[test]
    fn only_names_with_the_mark_of_the_user_are_known_again() {
        let number = "0123456789abcdef";
        let [ours, theirs] = ["a key", "another key"].map(|key| format!("{PREFIX}{number}{}", mark_of(key, number)));
        let old = format!("{ours}{OLD}");
        for (name, is_made, is_ours) in [
            (&*ours, true, true),
            (&old, true, true),
            (&theirs, true, false),
            (&ours.to_uppercase(), false, false),
            (&ours[..ours.len() - 1], false, false),
            (".walkmesh-AbCdEf", false, false),
            (".walkmesh-baseline.json", false, false),
            (".walkmesh-notes-old", false, false),
            ("room.wok", false, false),
        ] {
            assert_eq!((is_made_name(name), is_marked(name, "a key")), (is_made, is_ours), "{name}");
        }
    }
}
