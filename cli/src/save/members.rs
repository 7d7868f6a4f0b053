//! Files that are written into archives. An archive is rewritten once, when the command is done: all its new files go into it
//! together, with one backup.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use anyhow::{Context, anyhow, ensure};
use walkmesh::level::rewrite_archive;

use crate::storage;

use super::{Output, Over, promise, write_set};

/// The files of one archive that wait to be written.
#[derive(Default)]
struct MemberSet {
    /// By name: the bytes of the file as they were read, if it was, and the new ones.
    files: BTreeMap<String, (Option<Vec<u8>>, Vec<u8>)>,
    backup: bool,
}

/// By the path of the archive.
static WAITING: Mutex<BTreeMap<PathBuf, MemberSet>> = Mutex::new(BTreeMap::new());

fn waiting() -> MutexGuard<'static, BTreeMap<PathBuf, MemberSet>> {
    WAITING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Begins a run, and forgets what an earlier one did not finish.
pub fn begin() {
    waiting().clear();
}

/// Keeps an output for [`finish`] if it leads into an archive; otherwise returns `false`.
pub(super) fn keep(output: &Output) -> anyhow::Result<bool> {
    let Some(archive) = storage::archive_around(output.path)? else { return Ok(false) };
    promise::ensure_kept(output.path, output.bytes)?;
    let name = output.path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let (read, backup) = match output.over {
        Over::Input { read, backup } => (Some(read.to_vec()), backup),
        Over::Namesake { backup, .. } => (None, backup),
        Over::Another { force, .. } => {
            let is_new = !storage::is_file(output.path);
            ensure!(is_new || force, "already exists in the archive; use --force to replace it");
            (None, false)
        }
    };
    let mut waiting = waiting();
    let archive = waiting.entry(archive.to_owned()).or_default();
    archive.files.insert(name, (read, output.bytes.to_vec()));
    archive.backup |= backup;
    Ok(true)
}

/// Rewrites the archives: all of them or none.
pub fn finish() -> anyhow::Result<()> {
    let waiting = std::mem::take(&mut *waiting());
    let mut archives = BTreeMap::<PathBuf, ArchiveOutput>::new();
    for (path, archive) in waiting {
        let files =
            archive.files.iter().map(|(name, (read, bytes))| (name.as_str(), read.as_deref(), bytes.as_slice()));
        put(&mut archives, &path, files.collect(), archive.backup).with_context(|| path.display().to_string())?;
    }
    let outputs: Vec<Output> = archives
        .iter()
        .map(|(path, ArchiveOutput { read, bytes, backup })| Output {
            path,
            bytes,
            over: Over::Input { read, backup: *backup },
        })
        .collect();
    write_set(&outputs).map(drop)
}

/// An archive on disk, as it was read and as it will be written.
struct ArchiveOutput {
    read: Vec<u8>,
    bytes: Vec<u8>,
    backup: bool,
}

/// A file for an archive: its name, its bytes as they were read, if it was, and the new ones.
type NewFile<'f> = (&'f str, Option<&'f [u8]>, &'f [u8]);

/// Puts files into an archive. One that is inside another is put into that.
fn put(
    archives: &mut BTreeMap<PathBuf, ArchiveOutput>,
    path: &Path,
    files: Vec<NewFile>,
    backup: bool,
) -> anyhow::Result<()> {
    for &(name, read, _) in &files {
        if let Some(read) = read {
            let is_same = storage::read(&path.join(name)).is_ok_and(|there| there == read);
            ensure!(
                is_same,
                "{name} was changed by another program since it was read, and is not written; run the command again"
            );
        }
    }
    let files = files.into_iter().map(|(name, _, bytes)| (name, bytes));
    if path.symlink_metadata().is_err() {
        // The archive is inside another one.
        let (parent, name) = path.parent().zip(path.file_name()).ok_or_else(|| anyhow!("does not exist"))?;
        let (container, member) = storage::member(path)?.ok_or_else(|| anyhow!("does not exist"))?;
        let bytes = rewrite_archive(&container.read(&member)?, files)?;
        return put(archives, parent, vec![(&name.to_string_lossy(), None, &bytes)], backup);
    }
    let archive = match archives.remove(path) {
        Some(archive) => archive,
        None => {
            let read = fs::read(path).context("cannot be read")?;
            ArchiveOutput { bytes: read.clone(), read, backup: false }
        }
    };
    let bytes = rewrite_archive(&archive.bytes, files)?;
    archives.insert(path.to_owned(), ArchiveOutput { bytes, backup: archive.backup | backup, ..archive });
    Ok(())
}
