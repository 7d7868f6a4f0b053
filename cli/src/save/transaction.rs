//! A set of files that are written all or not at all.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs::{self, Permissions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use tempfile::NamedTempFile;

use super::change::Change;
use super::fingerprint::Fingerprint;
use super::journal::{self, Journal};
use super::last_runs;
use crate::lock::FolderLock;
use crate::run::Run;
use crate::{backup, temporary};

/// A file whose new bytes are on the disk under a temporary name.
pub struct StagedFile {
    target: PathBuf,
    new: NamedTempFile,
    before: Option<Fingerprint>,
    after: Fingerprint,
    backup: bool,
}

impl StagedFile {
    /// Writes the new bytes beside a target, which must be [`resolved`]. `before` is the content that the target must have until it is
    /// replaced.
    pub fn new(target: PathBuf, bytes: &[u8], before: Option<Fingerprint>, backup: bool) -> anyhow::Result<Self> {
        let permissions = replaceable(&target)?;
        let written = temporary::create(folder_of(&target)).and_then(|mut file| {
            file.write_all(bytes)?;
            if let Some(permissions) = permissions {
                keep_permissions(&file, permissions)?;
            }
            file.as_file().sync_all()?;
            Ok(file)
        });
        let after = Fingerprint::new(&[bytes]);
        Ok(Self { new: written.context("cannot be written")?, before, after, backup, target })
    }

    fn folder(&self) -> &Path {
        folder_of(&self.target)
    }

    fn change(&self, is_of_set: bool) -> anyhow::Result<Change> {
        let name = |path: &Path| path.file_name().unwrap_or_default().to_owned();
        let new = name(self.new.path());
        let old = match (&self.before, self.backup) {
            (Some(_), true) => Some(name(&free_backup(&self.target)?)),
            (Some(_), false) if is_of_set => Some([new.clone(), OsString::from(temporary::OLD)].into_iter().collect()),
            _ => None,
        };
        let (before, after) = (self.before.clone(), self.after.clone());
        Ok(Change { folder: self.folder().to_owned(), target: name(&self.target), new, old, before, after })
    }
}

/// Puts all files in place, or none. Returns the backup of each that has one.
pub fn commit(mut staged: Vec<StagedFile>) -> anyhow::Result<Vec<Option<PathBuf>>> {
    let mut lock = FolderLock::new(staged.iter().map(StagedFile::folder))?;
    journal::recover(&mut lock)?;
    for StagedFile { target, before, .. } in &staged {
        let there = Fingerprint::of_file(target).with_context(|| target.display().to_string())?;
        ensure!(
            there == *before,
            "{}: was changed by another program since it was read, and is not written; run the command again",
            target.display()
        );
    }
    let is_set = staged.len() > 1;
    let changes = staged.iter().map(|staged| staged.change(is_set)).collect::<anyhow::Result<Vec<_>>>()?;
    let journal = is_set.then(|| Journal::write(&changes)).transpose()?;
    let done = changes.iter().try_for_each(Change::put);
    if done.is_err() {
        changes.iter().try_for_each(Change::undo).context(
            "files could not be written, and others not put back; the next command that writes here tries that again",
        )?;
    }
    // Do not delete these on drop: the name may belong to another file by now.
    staged.iter_mut().for_each(|staged| staged.new.disable_cleanup(true));
    if done.is_ok() {
        // A leftover second name does no harm, and the next run removes it.
        changes.iter().for_each(|change| drop(change.clear()));
    }
    if done.is_ok() && !changes.is_empty() {
        last_runs::add(&changes);
    }
    if let Some(journal) = journal {
        journal.remove().context("the journal cannot be removed; the next command that writes here does that")?;
    }
    done?;
    Ok(changes.iter().map(|change| change.backup().filter(|_| change.before.is_some())).collect())
}

/// Checks that a set of changes, which were made, can be undone.
pub fn ensure_can_be_taken_back(changes: &[Change]) -> anyhow::Result<()> {
    changes.iter().try_for_each(Change::ensure_can_be_taken_back)
}

/// Undoes a set of changes: all or none. If the run is killed meanwhile, the next command that writes there undoes the rest.
pub fn take_back(changes: &[Change]) -> anyhow::Result<()> {
    // If the files were removed, possibly with their folder, there is nothing left to do.
    if changes.iter().map(Change::is_taken_back).collect::<anyhow::Result<Vec<_>>>()?.into_iter().all(|it| it) {
        return Ok(());
    }
    let mut lock = FolderLock::new(changes.iter().map(|change| change.folder.as_path()))?;
    journal::recover(&mut lock)?;
    ensure_can_be_taken_back(changes)?;
    let journal = (changes.len() > 1).then(|| Journal::write(changes)).transpose()?;
    changes.iter().try_for_each(Change::undo).context(
        "not all files could be put back; the next command that writes there, or `walkmesh undo`, tries that again",
    )?;
    journal.map_or(Ok(()), |journal| journal.remove()).context("the journal cannot be removed")
}

/// The folders without leftovers of killed runs.
#[derive(Default)]
struct Recovered(BTreeSet<PathBuf>);

/// Finishes or undoes what killed runs began in a folder, and removes their temporary files. Done once per run.
pub fn recover(folder: &Path) -> anyhow::Result<()> {
    let Ok(folder) = folder.canonicalize() else { return Ok(()) };
    let is_new = Run::remembered(|Recovered(folders)| folders.insert(folder.clone()));
    let has_left = || {
        let names = fs::read_dir(&folder).into_iter().flatten().flatten().map(|entry| entry.file_name());
        names.into_iter().any(|name| temporary::is_temporary(Path::new(&name)))
    };
    if is_new && has_left() {
        let mut lock = FolderLock::new([folder.as_path()])?;
        journal::recover(&mut lock)?;
        temporary::remove_left(&lock, &folder);
    }
    Ok(())
}

/// The file that a path leads to, through links whose target may not exist yet. A link is kept, and its target is written.
pub fn resolved(path: &Path) -> anyhow::Result<PathBuf> {
    /// The maximum number of links that Linux follows.
    const MOST: usize = 40;
    let mut path = path.to_owned();
    for _ in 0..MOST {
        match fs::read_link(&path) {
            Ok(to) => path = folder_of(&path).join(to),
            Err(_) => {
                let folder = folder_of(&path).canonicalize();
                let folder = folder.with_context(|| format!("the folder {}", folder_of(&path).display()))?;
                return Ok(folder.join(path.file_name().context("is not the name of a file")?));
            }
        }
    }
    bail!("is a link that leads nowhere")
}

/// The folder that a file is in.
pub fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."))
}

/// Checks that an existing target is a file that may be replaced, and returns its permissions. A rename alone would
/// check only the permissions of the folder.
fn replaceable(target: &Path) -> anyhow::Result<Option<Permissions>> {
    let Ok(before) = fs::metadata(target) else { return Ok(None) };
    ensure!(before.is_file(), "is not a regular file and is not replaced");
    ensure!(!before.permissions().readonly(), "is read-only and is not replaced");
    Ok(Some(before.permissions()))
}

/// Gives the new file the permissions of the one that it replaces. File systems without permissions are fine.
fn keep_permissions(file: &NamedTempFile, permissions: Permissions) -> io::Result<()> {
    match file.as_file().set_permissions(permissions) {
        Err(error) if error.kind() == ErrorKind::Unsupported => Ok(()),
        done => done,
    }
}

/// The first free name of a backup; or the name of a backup of the same bytes that a killed run has just made.
fn free_backup(target: &Path) -> anyhow::Result<PathBuf> {
    let mut last = None;
    for name in backup::names(target) {
        if fs::symlink_metadata(&name).is_err() {
            let is_same = |last: &PathBuf| is_same_file(last, target);
            return Ok(last.filter(is_same).unwrap_or(name));
        }
        last = Some(name);
    }
    bail!("cannot be backed up: there are {} backups of it", backup::MOST)
}

/// Returns whether two names refer to the same file.
#[cfg(unix)]
fn is_same_file(a: &Path, b: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let id = |path: &Path| fs::symlink_metadata(path).map(|it| (it.dev(), it.ino())).ok();
    id(a).is_some() && id(a) == id(b)
}

/// Returns whether two names refer to the same file. Always false, because this platform cannot decide it.
#[cfg(not(unix))]
fn is_same_file(_: &Path, _: &Path) -> bool {
    false
}
