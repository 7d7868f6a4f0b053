//! [`NewMembers`]: files that go into archives. An archive is rewritten once: all its new files go into it together, with one backup.

use std::collections::BTreeMap;
use std::path::PathBuf;

use anyhow::{Context, ensure};
use walkmesh::level::{Folder, rewrite_archive};

use crate::location::FileLocation;
use crate::storage;

use super::transaction::{self, StagedFile};
use super::{Output, Over, folder_of, promise, recover, resolved, stage};

/// Files that go into archives, held until the archives are written.
#[derive(Default)]
pub struct NewMembers(BTreeMap<FileLocation, MemberSet>);

/// The new files of one archive.
#[derive(Default)]
struct MemberSet {
    /// By name: the bytes of the file as read, if any, and the new ones.
    files: BTreeMap<String, (Option<Vec<u8>>, Vec<u8>)>,
    backup: bool,
}

/// An archive on disk, as it was read and as it will be written.
struct ArchiveOutput {
    read: Vec<u8>,
    bytes: Vec<u8>,
    backup: bool,
}

/// A file for an archive: its name, its bytes as read, if any, and the new ones.
type NewFile<'f> = (&'f str, Option<&'f [u8]>, &'f [u8]);

impl NewMembers {
    /// Queues an output that goes into an archive; otherwise returns `false`.
    pub fn keep(&mut self, output: &Output) -> anyhow::Result<bool> {
        let Some((archive, name)) = storage::archive_around(&output.path)? else { return Ok(false) };
        promise::ensure_kept(&output.path, output.bytes)?;
        let is_new = !storage::is_file(&output.path);
        if is_new {
            // The archive never gets a name that could not be extracted again.
            Folder::new("").path_of(&name)?;
        }
        let (read, backup) = match output.over {
            Over::Input { read, backup } => (Some(read.to_vec()), backup),
            Over::Namesake { backup, .. } => (None, backup),
            Over::Another { force, .. } => {
                ensure!(is_new || force, "already exists in the archive; use --force to replace it");
                (None, false)
            }
        };
        let members = self.0.entry(archive).or_default();
        members.files.insert(name, (read, output.bytes.to_vec()));
        members.backup |= backup;
        Ok(true)
    }

    /// Writes the archives: all of them or none.
    pub fn write(self) -> anyhow::Result<()> {
        transaction::commit(self.stage()?).map(drop)
    }

    /// Writes the new bytes of each archive under a temporary name. An error names the archive.
    pub(super) fn stage(self) -> anyhow::Result<Vec<StagedFile>> {
        let mut archives = BTreeMap::new();
        for (at, MemberSet { files, backup }) in self.0 {
            let files = files.iter().map(|(name, (read, bytes))| (name.as_str(), read.as_deref(), bytes.as_slice()));
            put(&mut archives, &at, files.collect(), backup).with_context(|| at.to_string())?;
        }
        let mut staged = Vec::new();
        for (path, ArchiveOutput { read, bytes, backup }) in archives {
            let prepare = || {
                recover(folder_of(&resolved(&path)?))?;
                stage(&path, &bytes, Over::Input { read: &read, backup })
            };
            staged.extend(prepare().with_context(|| path.display().to_string())?);
        }
        Ok(staged)
    }
}

/// Puts files into an archive. A nested archive is put into its outer archive.
fn put(
    archives: &mut BTreeMap<PathBuf, ArchiveOutput>,
    at: &FileLocation,
    files: Vec<NewFile>,
    backup: bool,
) -> anyhow::Result<()> {
    for &(name, read, _) in &files {
        if let Some(read) = read {
            let is_same = storage::read(FileLocation::member(at, name)).is_ok_and(|there| there == read);
            ensure!(
                is_same,
                "{name} was changed by another program since it was read, and is not written; run the command again"
            );
        }
    }
    let files = files.into_iter().map(|(name, _, bytes)| (name, bytes));
    let path = match storage::archive_around(at)? {
        Some((outer, name)) => {
            let bytes = rewrite_archive(&storage::read_whole(at)?, files)?;
            return put(archives, &outer, vec![(&name, None, &bytes)], backup);
        }
        None => at.path().context("does not exist")?,
    };
    let archive = match archives.remove(path) {
        Some(archive) => archive,
        None => {
            let read = storage::read_whole(at)?;
            ArchiveOutput { bytes: read.clone(), read, backup: false }
        }
    };
    let bytes = rewrite_archive(&archive.bytes, files)?;
    archives.insert(path.to_owned(), ArchiveOutput { bytes, backup: archive.backup | backup, ..archive });
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use walkmesh::formats::Document;
    use walkmesh::formats::erf::{Erf, Key};

    use super::*;

    #[test]
    fn a_member_that_another_program_changed_meanwhile_is_not_replaced() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("manor.mod");
        let keys = vec![Key::new("room", 2016, 0).expect("a key")];
        let module = Erf { file_type: *b"MOD ", keys, members: vec![b"there".to_vec()], ..Erf::default() };
        let module = module.to_bytes().expect("an archive");
        fs::write(&path, &module).expect("a file");
        let put = |read: &[u8]| {
            let mut archives = BTreeMap::new();
            super::put(&mut archives, &FileLocation::from(&*path), vec![("room.wok", Some(read), b"new")], false)?;
            anyhow::Ok(archives.remove(&path).expect("the archive").bytes)
        };
        let error = put(b"as it was read").expect_err("it is changed").to_string();
        assert!(error.starts_with("room.wok was changed by another program"), "{error}");
        let written = put(b"there").expect("an archive");
        assert_eq!(written, rewrite_archive(&module, [("room.wok", &b"new"[..])]).expect("an archive"));
        assert_eq!(fs::read(&path).expect("the file"), module, "it is written only when all files are");
    }
}
