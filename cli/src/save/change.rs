//! The change of one file: its new bytes are stored beside it under a temporary name, and a rename puts them in place.

use std::ffi::OsString;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use serde::{Deserialize, Serialize};

use super::fingerprint::Fingerprint;
use crate::backup;
use crate::temporary;

/// The change of a file, by the names that files in its folder have.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Change {
    /// The folder of the files. A journal lies in it and does not name it.
    #[serde(skip)]
    pub folder: PathBuf,
    /// The file that is replaced or created.
    pub target: OsString,
    /// The temporary file with the new bytes.
    pub new: OsString,
    /// The second name of the old file until the change is done. The name of a backup stays.
    pub old: Option<OsString>,
    /// The old bytes; `None` if there was no file.
    pub before: Option<Fingerprint>,
    /// The new bytes.
    pub after: Fingerprint,
}

/// The progress of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// The target is unchanged, and the new bytes are ready.
    Waiting,
    /// The target has the new bytes.
    Done,
    /// The target is unchanged, and the new bytes are gone.
    Undone,
    /// Another program has changed the target.
    Foreign,
}

impl Change {
    pub fn target(&self) -> PathBuf {
        self.folder.join(&self.target)
    }

    fn waiting(&self) -> PathBuf {
        self.folder.join(&self.new)
    }

    fn old(&self) -> Option<PathBuf> {
        self.old.as_ref().map(|old| self.folder.join(old))
    }

    /// The backup that the change keeps.
    pub fn backup(&self) -> Option<PathBuf> {
        self.old().filter(|old| backup::is_backup(old))
    }

    /// Returns whether all names are plain file names, and the names of temporary files and backups have their required form. A journal may
    /// lie in a folder that somebody else made.
    pub fn is_plain(&self) -> bool {
        let is_name = |name: &OsString| Path::new(name).file_name() == Some(name.as_os_str());
        let is_made = |name: &OsString| name.to_str().is_some_and(temporary::is_made_name);
        let is_backup = |old: &OsString| backup::names(Path::new(&self.target)).any(|name| name.as_os_str() == old);
        let is_ours = temporary::is_temporary(Path::new(&self.target)) || backup::is_backup(Path::new(&self.target));
        let is_old = self.old.as_ref().is_none_or(|old| is_name(old) && (is_made(old) || is_backup(old)));
        is_name(&self.target) && !is_ours && is_name(&self.new) && is_made(&self.new) && is_old
    }

    /// Determines the progress of the change from the files.
    pub fn progress(&self) -> anyhow::Result<Progress> {
        let now = Fingerprint::of_file(&self.target())
            .with_context(|| format!("{}: cannot be read", self.target().display()))?;
        Ok(match (now == self.before, fs::symlink_metadata(self.waiting()).is_ok()) {
            _ if now.as_ref() == Some(&self.after) => Progress::Done,
            (true, true) => Progress::Waiting,
            (true, false) => Progress::Undone,
            (false, _) => Progress::Foreign,
        })
    }

    /// Gives the old file its second name, and puts the new one in place.
    pub fn put(&self) -> anyhow::Result<()> {
        let named = || self.target().display().to_string();
        if let Some(old) = self.old().filter(|_| self.before.is_some()) {
            let kept = self.keep(&old).context("the file as it is cannot be kept under a second name");
            kept.with_context(named)?;
        }
        fs::rename(self.waiting(), self.target()).context("cannot be written").with_context(named)
    }

    /// Gives the old file a second name. An existing name must come from an interrupted run.
    fn keep(&self, old: &Path) -> anyhow::Result<()> {
        match fs::hard_link(self.target(), old) {
            Ok(()) => Ok(()),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                ensure!(self.is_before(old), "{} exists", old.display());
                Ok(())
            }
            // The file system has no links, so it is a copy, made completely or not at all.
            Err(_) => Ok(self.copy(old)?),
        }
    }

    fn copy(&self, old: &Path) -> io::Result<()> {
        let mut copy = temporary::create_in_locked(&self.folder)?;
        io::copy(&mut fs::File::open(self.target())?, &mut copy)?;
        copy.as_file().sync_all()?;
        fs::rename(copy.path(), old)?;
        copy.disable_cleanup(true);
        Ok(())
    }

    /// Returns whether a file has the old bytes.
    fn is_before(&self, path: &Path) -> bool {
        self.before.is_some() && Fingerprint::of_file(path).is_ok_and(|it| it == self.before)
    }

    /// Checks that the change, which was done, can be undone: the file has not changed since, and its old bytes are kept.
    pub fn ensure_can_be_taken_back(&self) -> anyhow::Result<()> {
        let check = || {
            match self.progress()? {
                Progress::Undone => return Ok(()),
                Progress::Waiting | Progress::Foreign => anyhow::bail!("was changed since, and is left as it is"),
                Progress::Done if self.before.is_none() => return Ok(()),
                Progress::Done => {}
            }
            let backup = self.backup().context("was replaced without a backup, so its earlier bytes are gone")?;
            ensure!(self.is_before(&backup), "its backup {} is gone or was changed", backup.display());
            anyhow::Ok(())
        };
        check().with_context(|| self.target().display().to_string())
    }

    /// Returns whether the file is in its state before the change, and no backup remains.
    pub fn is_taken_back(&self) -> anyhow::Result<bool> {
        Ok(self.progress()? == Progress::Undone && self.backup().is_none_or(|backup| !backup.exists()))
    }

    /// Restores everything to its state before the change. It removes only temporary files, and second names of old bytes.
    pub fn undo(&self) -> anyhow::Result<()> {
        let put_back = || match (self.progress()?, self.old(), &self.before) {
            (Progress::Done, Some(old), Some(_)) if self.is_before(&old) => anyhow::Ok(fs::rename(old, self.target())?),
            (Progress::Done, _, Some(_)) => anyhow::bail!("its old bytes are gone"),
            (Progress::Done, _, None) => Ok(fs::rename(self.target(), self.waiting())?),
            (Progress::Waiting | Progress::Undone, Some(old), _) if self.is_before(&old) => Ok(fs::remove_file(old)?),
            (Progress::Waiting | Progress::Undone | Progress::Foreign, ..) => Ok(()),
        };
        put_back().with_context(|| format!("{}: cannot be put back", self.target().display()))?;
        remove(&self.waiting()).with_context(|| format!("{}: cannot be removed", self.waiting().display()))
    }

    /// Removes the second name of the old file, unless it is a backup, and other leftovers.
    pub fn clear(&self) -> io::Result<()> {
        remove(&self.waiting())?;
        match self.old().filter(|_| self.backup().is_none()) {
            Some(old) => remove(&old),
            None => Ok(()),
        }
    }
}

/// Removes a file that may already be gone.
pub fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Makes the names in a folder durable, where the system can do that.
pub fn sync(folder: &Path) {
    let _ = fs::File::open(folder).and_then(|folder| folder.sync_all());
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A change of `room.wok`, which has the text `before`, in a folder.
    fn change(folder: &Path) -> Change {
        fs::write(folder.join("room.wok"), "before").expect("a file");
        let fingerprint = |text: &str| Fingerprint::new(&[text.as_bytes()]);
        Change {
            folder: folder.to_owned(),
            target: "room.wok".into(),
            new: "room.new".into(),
            old: Some("room.wok.bak".into()),
            before: Some(fingerprint("before")),
            after: fingerprint("after"),
        }
    }

    #[test]
    fn a_second_name_that_has_other_bytes_is_not_overwritten() {
        let folder = tempfile::tempdir().expect("a folder");
        let (change, backup) = (change(folder.path()), folder.path().join("room.wok.bak"));
        fs::write(&backup, "of somebody else").expect("a file");
        let error = change.keep(&backup).expect_err("it exists").to_string();
        assert_eq!(error, format!("{} exists", backup.display()));
        assert_eq!(fs::read(&backup).expect("the file"), b"of somebody else");
    }

    /// A change that is undone before or after its rename leaves only the old file, without a backup or temporary file.
    #[test]
    fn a_change_that_is_undone_leaves_only_the_file_of_before() {
        let folder = tempfile::tempdir().expect("a folder");
        let place = |name: &str| folder.path().join(name);
        let change = change(folder.path());
        for is_renamed in [false, true] {
            fs::write(place("room.new"), "after").expect("a file");
            if is_renamed {
                change.put().expect("the new bytes in place");
                assert_eq!(fs::read(place("room.wok")).expect("the file"), b"after");
            } else {
                change.keep(&place("room.wok.bak")).expect("a backup");
            }
            assert!(place("room.wok.bak").exists());
            change.undo().expect("undone");
            let left: Vec<_> = fs::read_dir(folder.path()).expect("the folder").collect();
            assert_eq!(left.len(), 1, "renamed: {is_renamed}, {left:?}");
            assert_eq!(fs::read(place("room.wok")).expect("the file"), b"before");
        }
    }
}
