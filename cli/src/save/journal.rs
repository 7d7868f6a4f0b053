//! The journal of a set of files that are replaced together.
//!
//! Each folder of the set contains a journal from before the first rename until after the last. A run that meets one holds
//! the lock of the folder, so the run that wrote it has ended: it was killed. The set is then finished if all of it can be, and otherwise
//! restored to its previous state. That is done only if the user's own record of the set has the hash of the journal ([`SetRecord`]);
//! without a place for that record no set is written.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use serde::{Deserialize, Serialize};

use super::change::{Change, Progress, remove, sync};
use super::fingerprint::Fingerprint;
use super::set_record::SetRecord;
use crate::lock::FolderLock;
use crate::output::complain;
use crate::temporary;

/// The name of a journal.
const NAME: &str = ".walkmesh-journal";

/// The version of the file. Names and meanings change only together with this number.
const VERSION: u32 = 1;

/// The maximum size of a journal that is read, in bytes: enough for some 10,000 files.
const LARGEST: u64 = 1 << 24;

/// The largest number of folders that one set may have.
const MOST: usize = 100;

/// The journal of one folder.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    journal_version: u32,
    /// A random number: the same in all journals of the set, and in no other.
    set: String,
    /// All folders of the set.
    folders: Vec<OsString>,
    /// The changes in this folder.
    changes: Vec<Change>,
}

/// The journals of a set, and the record of it.
pub struct Journal {
    paths: Vec<PathBuf>,
    record: SetRecord,
}

impl Journal {
    /// Writes the journals of changes, whose folders are locked.
    pub fn write(changes: &[Change]) -> anyhow::Result<Self> {
        let mut folders: Vec<&PathBuf> = changes.iter().map(|change| &change.folder).collect();
        folders.sort_unstable();
        folders.dedup();
        ensure!(
            folders.len() <= MOST,
            "the files are in {} folders, and at most {MOST} are written as one",
            folders.len()
        );
        let set = SetRecord::number();
        let names: Vec<OsString> = folders.iter().map(|folder| folder.as_os_str().to_owned()).collect();
        let document = |folder: &PathBuf| {
            let changes = changes.iter().filter(|change| change.folder == *folder).cloned().collect();
            serde_json::to_vec(&Document {
                journal_version: VERSION,
                set: set.clone(),
                folders: names.clone(),
                changes,
            })
        };
        let documents = folders.iter().map(|folder| document(folder)).collect::<Result<Vec<_>, _>>()?;
        let mut journal = Self { paths: Vec::new(), record: SetRecord::new(&set)? };
        let written = journal.write_documents(&folders, &documents);
        if written.is_err() {
            // Nothing is renamed yet.
            let _ = journal.remove();
        }
        written.map(|()| journal)
    }

    fn write_documents(&mut self, folders: &[&PathBuf], documents: &[Vec<u8>]) -> anyhow::Result<()> {
        let hashes: Vec<Fingerprint> = documents.iter().map(|bytes| Fingerprint::new(&[bytes])).collect();
        self.record.write(&hashes).context("the record of the files that are written together cannot be written")?;
        for (folder, bytes) in folders.iter().zip(documents) {
            write(folder, bytes).with_context(|| format!("the journal in {} cannot be written", folder.display()))?;
            self.paths.push(folder.join(NAME));
        }
        Ok(())
    }

    /// Removes the journals, because every change is done or undone.
    pub fn remove(&self) -> io::Result<()> {
        self.paths.iter().try_for_each(|path| remove(path))?;
        // The record goes last, so that a leftover journal is still trusted. A record without a journal does no harm.
        let _ = self.record.remove();
        Ok(())
    }
}

/// Writes a journal into a folder.
fn write(folder: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let mut file = temporary::create_in_locked(folder)?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    fs::rename(file.path(), folder.join(NAME))?;
    file.disable_cleanup(true);
    sync(folder);
    Ok(())
}

impl Document {
    /// The journal in a folder, if there is one.
    fn read(folder: &Path) -> anyhow::Result<Option<Self>> {
        let path = folder.join(NAME);
        if fs::symlink_metadata(&path).is_err() {
            return Ok(None);
        }
        let read = || {
            ensure!(fs::symlink_metadata(&path)?.is_file(), "is not a regular file");
            let mut bytes = Vec::new();
            File::open(&path)?.take(LARGEST).read_to_end(&mut bytes)?;
            let mut document: Self = serde_json::from_slice(&bytes)?;
            let version = document.journal_version;
            ensure!(version == VERSION, "has the version {version}, and this program knows only version {VERSION}");
            ensure!(
                SetRecord::new(&document.set)?.has(&Fingerprint::new(&[&bytes])),
                "no run of yours wrote it: it came with the files of somebody else, or it is of another user or of a run \
                 with another WALKMESH_STATE"
            );
            ensure!(document.changes.iter().all(Change::is_plain), "names files that no run of walkmesh would name");
            document.changes.iter_mut().for_each(|change| change.folder = folder.to_owned());
            anyhow::Ok(Some(document))
        };
        read().with_context(|| path.display().to_string()).context(
            "this journal of an interrupted run cannot be used; compare the files of the folder with your copies, and \
             remove it",
        )
    }
}

/// Finishes or undoes what killed runs began in the locked folders, and reports it.
pub fn recover(lock: &mut FolderLock) -> anyhow::Result<()> {
    for folder in lock.folders() {
        let Some(document) = Document::read(&folder)? else { continue };
        ensure!(
            lock.is_held(&folder),
            "{}: another run of walkmesh writes here, or was interrupted; if none is running, compare the files with your \
             copies, and remove {NAME}",
            folder.display()
        );
        let (changes, journal, is_whole) = whole_set(folder.clone(), document, lock)?;
        let done = finish_or_undo(&changes, is_whole).with_context(|| {
            let names: Vec<_> = changes.iter().map(|change| change.target().display().to_string()).collect();
            format!(
                "an interrupted run left {} half written; compare them with your copies, and remove {}",
                names.join(", "),
                folder.join(NAME).display()
            )
        })?;
        journal.remove().with_context(|| folder.join(NAME).display().to_string())?;
        complain(format_args!("{}: an earlier run was interrupted here; {done}", folder.display()));
    }
    Ok(())
}

/// The changes of a set whose journal lies in a folder, and whether all its journals are there. The folders are locked.
fn whole_set(
    folder: PathBuf,
    document: Document,
    lock: &mut FolderLock,
) -> anyhow::Result<(Vec<Change>, Journal, bool)> {
    let Document { set, folders, changes, .. } = document;
    ensure!(folders.len() <= MOST, "{}: names {} folders", folder.join(NAME).display(), folders.len());
    let (mut changes, mut journals) = (changes, vec![folder.join(NAME)]);
    // A single folder may have been renamed since.
    let is_single = folders.len() == 1;
    for other in folders.iter().filter(|_| !is_single) {
        let other = fs::canonicalize(other).with_context(|| format!("the folder {}", Path::new(other).display()))?;
        if other == folder {
            continue;
        }
        lock.add(&other)?;
        if let Some(document) = Document::read(&other)?.filter(|document| document.set == set) {
            changes.extend(document.changes);
            journals.push(other.join(NAME));
        }
    }
    let is_whole = journals.len() == folders.len();
    Ok((changes, Journal { paths: journals, record: SetRecord::new(&set)? }, is_whole))
}

/// Finishes all changes if each can be, and otherwise undoes all. Returns which of the two, in words.
///
/// A journal that is missing was not written yet, and then nothing is renamed; or it is removed already, and then nothing is pending.
fn finish_or_undo(changes: &[Change], is_whole: bool) -> anyhow::Result<&'static str> {
    let progress: Vec<Progress> = changes.iter().map(Change::progress).collect::<anyhow::Result<_>>()?;
    if let Some((change, _)) = changes.iter().zip(&progress).find(|(_, progress)| **progress == Progress::Foreign) {
        bail!("{} was changed since", change.target().display());
    }
    let has = |wanted: Progress| progress.contains(&wanted);
    if has(Progress::Undone) || (has(Progress::Waiting) && !is_whole) {
        changes.iter().try_for_each(Change::undo)?;
        return Ok("its files are as they were before");
    }
    let mut waiting = changes.iter().zip(&progress).filter(|(_, progress)| **progress == Progress::Waiting);
    if waiting.try_for_each(|(change, _)| change.put()).is_err() {
        changes.iter().try_for_each(Change::undo)?;
        return Ok("its files are as they were before, because they could not all be written");
    }
    changes.iter().try_for_each(Change::clear)?;
    Ok("all its files are written now")
}
