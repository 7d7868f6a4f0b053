//! Temporary files: `.walkmesh-` and six random characters.
//!
//! A living process holds a lock on each of its temporary files, so the next run can find the files that a killed run
//! left.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::Path;

use tempfile::NamedTempFile;

use crate::lock::{FolderLock, try_lock};

/// The prefix of the names of temporary files.
const PREFIX: &str = ".walkmesh-";

/// The end of the temporary name under which the old version of a file is kept while a set of files is replaced.
pub const OLD: &str = "-old";

/// Number of random characters in a name.
const RANDOM: usize = 6;

/// Returns whether a file has the name of a temporary file. If a command finds one, an interrupted run left it.
pub fn is_temporary(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(PREFIX))
}

/// Returns whether a name is exactly one that this program gives to a temporary file.
pub fn is_made_name(name: &str) -> bool {
    let random = name.strip_prefix(PREFIX).map(|rest| rest.strip_suffix(OLD).unwrap_or(rest));
    random.is_some_and(|random| random.len() == RANDOM && random.bytes().all(|it| it.is_ascii_alphanumeric()))
}

/// Creates a temporary file in a folder, with the permissions of a new file. The folder is locked meanwhile, so that no
/// other process mistakes the file for a leftover one.
pub fn create(folder: &Path) -> anyhow::Result<NamedTempFile> {
    let _lock = FolderLock::new([folder])?;
    Ok(create_in_locked(folder)?)
}

/// Creates a temporary file in a folder that this process has locked.
pub fn create_in_locked(folder: &Path) -> io::Result<NamedTempFile> {
    let open = |path: &Path| OpenOptions::new().read(true).write(true).create_new(true).open(path);
    let file = tempfile::Builder::new().prefix(PREFIX).rand_bytes(RANDOM).make_in(folder, open)?;
    // Without locks, `remove_left` removes nothing.
    let _ = try_lock(file.as_file());
    Ok(file)
}

/// Removes the temporary files that killed runs left in a folder. Files that cannot be removed are left for the next
/// run.
pub fn remove_left(lock: &FolderLock, folder: &Path) {
    if !lock.is_held(folder) {
        return;
    }
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let is_file = entry.file_type().is_ok_and(|it| it.is_file());
        if is_file && entry.file_name().to_str().is_some_and(is_made_name) && !is_owned(&entry.path()) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Returns whether a living process may own a temporary file.
#[cfg(not(windows))]
fn is_owned(path: &Path) -> bool {
    !File::open(path).and_then(|file| try_lock(&file)).unwrap_or(false)
}

/// Returns whether a living process may own a temporary file: it has the file open.
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
        let at = |name: &str| folder.path().join(name);
        for name in
            [".walkmesh-AbCdEf", ".walkmesh-012345-old", ".walkmesh-baseline.json", ".walkmesh-notes-old", "room.wok"]
        {
            fs::write(at(name), "").expect("a file");
        }
        fs::create_dir(at(".walkmesh-ABCDEF")).expect("a folder");
        let ours = create(folder.path()).expect("a temporary file");
        let lock = FolderLock::new([folder.path()]).expect("a lock");
        remove_left(&lock, folder.path());
        drop(lock);
        let mut names: Vec<_> =
            fs::read_dir(folder.path()).expect("a folder").map(|it| it.expect("an entry").path()).collect();
        names.sort();
        let mut expected =
            vec![at(".walkmesh-ABCDEF"), at(".walkmesh-baseline.json"), at(".walkmesh-notes-old"), at("room.wok")];
        expected.push(ours.path().to_owned());
        expected.sort();
        if cfg!(any(unix, windows)) {
            assert_eq!(names, expected);
        }
    }
}
