//! Locks of folders: while a process holds one, no other run of this program renames files there.

use std::collections::BTreeSet;
use std::fs::File;
#[cfg(unix)]
use std::fs::TryLockError;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};

/// Maximum time that a command waits for another one. A run holds a lock only while it renames files.
const PATIENCE: Duration = Duration::from_secs(60);

/// Interval at which a command checks whether the other one has finished.
const PAUSE: Duration = Duration::from_millis(5);

/// Folders that this process has locked. The locks end with the value, or with the process, however it ends.
///
/// A file system may have no locks. Then a change of a file is still detected by its bytes, except between the comparison and the rename.
pub struct FolderLock {
    folders: Vec<(PathBuf, Option<Held>)>,
    /// Threads of this process wait here, and not for each other's files.
    _alone: MutexGuard<'static, ()>,
}

impl FolderLock {
    /// Locks folders, all in the order of their names, so that no two runs wait for each other.
    pub fn new<'f>(folders: impl IntoIterator<Item = &'f Path>) -> anyhow::Result<Self> {
        // The folders are the same for all runs of the process, and file locks do not separate threads on every system.
        static ALONE: Mutex<()> = Mutex::new(());
        let folders: BTreeSet<&Path> = folders.into_iter().collect();
        let mut lock = Self { folders: Vec::new(), _alone: ALONE.lock().unwrap_or_else(PoisonError::into_inner) };
        folders.into_iter().try_for_each(|folder| lock.add(folder))?;
        Ok(lock)
    }

    /// Locks a further folder.
    pub fn add(&mut self, folder: &Path) -> anyhow::Result<()> {
        if self.folders.iter().any(|(known, _)| known == folder) {
            return Ok(());
        }
        let start = Instant::now();
        let held = loop {
            match Held::try_of(folder) {
                Ok(Some(held)) => break Some(held),
                Ok(None) if start.elapsed() < PATIENCE => thread::sleep(PAUSE),
                Ok(None) => bail!("another run of walkmesh has been writing into {} for a minute", folder.display()),
                Err(error) if error.kind() == io::ErrorKind::NotFound => {
                    return Err(error).with_context(|| format!("the folder {}", folder.display()));
                }
                Err(_) => break None,
            }
        };
        self.folders.push((folder.to_owned(), held));
        Ok(())
    }

    /// The locked folders.
    pub fn folders(&self) -> Vec<PathBuf> {
        self.folders.iter().map(|(folder, _)| folder.clone()).collect()
    }

    /// Returns whether the folder is locked, and its file system has locks.
    pub fn is_held(&self, folder: &Path) -> bool {
        self.folders.iter().any(|(known, held)| known == folder && held.is_some())
    }
}

/// Takes the lock of an open file, if no other process has it.
#[cfg(unix)]
pub fn try_lock(file: &File) -> io::Result<bool> {
    match file.try_lock() {
        Ok(()) => Ok(true),
        Err(TryLockError::WouldBlock) => Ok(false),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

/// Takes the lock of an open file. On Windows, whose locks bind other programs, this is not supported.
#[cfg(not(unix))]
pub fn try_lock(_: &File) -> io::Result<bool> {
    Err(io::ErrorKind::Unsupported.into())
}

/// The lock of a folder: a lock on the open folder itself.
#[cfg(not(windows))]
struct Held(#[allow(dead_code)] File);

#[cfg(not(windows))]
impl Held {
    /// Takes the lock, if no other process has it.
    fn try_of(folder: &Path) -> io::Result<Option<Self>> {
        let file = File::open(folder)?;
        Ok(try_lock(&file)?.then_some(Self(file)))
    }
}

/// The lock of a folder: a file in it that no other process can open.
#[cfg(windows)]
struct Held(Option<File>, PathBuf);

#[cfg(windows)]
impl Held {
    /// Takes the lock, if no other process has it.
    fn try_of(folder: &Path) -> io::Result<Option<Self>> {
        use std::os::windows::fs::OpenOptionsExt;
        /// `ERROR_SHARING_VIOLATION`.
        const IN_USE: i32 = 32;
        // Its name starts like those of temporary files, which commands ignore.
        let path = folder.join(".walkmesh-lock");
        match File::options().create(true).write(true).truncate(false).share_mode(0).open(&path) {
            Ok(file) => Ok(Some(Self(Some(file), path))),
            Err(error) if error.raw_os_error() == Some(IN_USE) => Ok(None),
            Err(error) => Err(error),
        }
    }
}

#[cfg(windows)]
impl Drop for Held {
    fn drop(&mut self) {
        drop(self.0.take());
        let _ = std::fs::remove_file(&self.1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn a_lock_waits_until_each_of_its_folders_is_free() {
        let all = tempfile::tempdir().expect("a folder");
        let folders = ["a", "b"].map(|name| all.path().join(name));
        folders.iter().for_each(|folder| std::fs::create_dir(folder).expect("a folder"));
        for busy in &folders {
            let other = File::open(busy).expect("the folder");
            other.lock().expect("the lock of another run");
            thread::scope(|scope| {
                let lock = scope.spawn(|| {
                    let lock = FolderLock::new(folders.iter().map(PathBuf::as_path)).expect("the lock");
                    folders.iter().all(|folder| lock.is_held(folder))
                });
                thread::sleep(Duration::from_millis(100));
                assert!(!lock.is_finished(), "{}", busy.display());
                drop(other);
                assert!(lock.join().expect("it does not panic"), "{}", busy.display());
            });
        }
    }

    #[test]
    fn a_folder_that_is_gone_cannot_be_locked() {
        let folder = tempfile::tempdir().expect("a folder");
        let gone = folder.path().join("gone");
        let error = FolderLock::new([folder.path(), &gone]).err().expect("no such folder").to_string();
        assert_eq!(error, format!("the folder {}", gone.display()));
    }
}
