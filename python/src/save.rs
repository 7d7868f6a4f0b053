//! Saving, as the command does it: all files of a level or none.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use pyo3::prelude::*;
use walkmesh::counted;
use walkmesh::level::{Archive, Folder};
use walkmesh_cli::{NewFile, Refusal};

use crate::error::{SaveError, unsaved};
use crate::level::Level;

/// Maximum number of bytes by which an archive is detected.
const HEAD: u64 = 8;

#[pymethods]
impl Level {
    /// Writes the changed files back to where they were read: all of them or none, even if the process is killed
    /// meanwhile.
    ///
    /// The original bytes are kept in ``FILE.bak``, or ``FILE.bak2`` and so on if that name exists, unless `no_backup`
    /// is set. With a path, all files are written into that folder or archive, or a single file under that name. A file
    /// of another program is replaced only with `force`; a file that changed since it was read never is. Returns the
    /// paths.
    ///
    /// `files` selects the files to write, by name; the default is all. `known` gives the present bytes of files, by
    /// name: a file that still has these bytes is replaced as if it had been read from there, with a backup.
    ///
    /// Several files are written only if the user's state folder, or the folder that the environment variable
    /// ``WALKMESH_STATE`` names, can store the record by which the next run recognises the journal of a killed process.
    #[pyo3(signature = (path=None, *, files=None, known=None, no_backup=false, force=false))]
    fn save(
        &self,
        py: Python<'_>,
        path: Option<PathBuf>,
        files: Option<Vec<String>>,
        known: Option<BTreeMap<String, Vec<u8>>>,
        no_backup: bool,
        force: bool,
    ) -> PyResult<Vec<PathBuf>> {
        let known = known.unwrap_or_default();
        let now = self.now();
        let new = match &path {
            None if known.is_empty() => now.level.changed(),
            _ => now.level.to_files(),
        };
        let mut new = new.map_err(|error| unsaved(py, &error))?;
        new.retain(|(name, _)| files.as_ref().is_none_or(|files| files.contains(name)));
        let place = Place::new(path.as_deref(), self.folder.as_deref(), new.len())?;
        let as_read = |name: &str| now.level.files_read().find(|(it, _)| *it == name).map(|(_, bytes)| bytes);
        let mut to_write = Vec::new();
        for (name, bytes) in &new {
            let read = known.get(name).map(Vec::as_slice).or_else(|| as_read(name).filter(|_| path.is_none()));
            if read != Some(bytes) {
                to_write.push((place.path_of(name)?, read, bytes));
            }
        }
        let outputs: Vec<_> = to_write.iter().map(|(path, read, bytes)| NewFile { path, read: *read, bytes }).collect();
        py.detach(|| walkmesh_cli::write(&outputs, !no_backup, force))
            .map_err(|error| SaveError::new_err(in_words(&error)))?;
        Ok(to_write.into_iter().map(|(path, ..)| path).collect())
    }
}

/// The message of an error, with Python's arguments in place of the command's options.
fn in_words(error: &anyhow::Error) -> String {
    match error.downcast_ref() {
        Some(Refusal::Exists(what)) => format!("{error}: already exists and is {what}; force=True replaces it"),
        Some(Refusal::Changed) => format!("{error}: was changed by another program since it was read"),
        None => format!("{error:#}"),
    }
}

/// The destination of files: a folder or an archive, or the name of the only file.
enum Place<'p> {
    In(Folder),
    At(&'p Path),
}

impl<'p> Place<'p> {
    fn new(path: Option<&'p Path>, opened: Option<&Path>, count: usize) -> PyResult<Self> {
        match (path, opened) {
            (Some(path), _) if !is_folder(path) => {
                if count > 1 {
                    let has = counted(count, "file");
                    return Err(SaveError::new_err(format!("the level has {has}: name a folder that exists")));
                }
                Ok(Self::At(path))
            }
            (Some(folder), _) | (None, Some(folder)) => Ok(Self::In(Folder::new(folder))),
            (None, None) => Err(SaveError::new_err("the level was not opened from a folder: name a file")),
        }
    }

    /// The path of a file, whose name may come from inside another file.
    fn path_of(&self, name: &str) -> PyResult<PathBuf> {
        match self {
            Self::In(folder) => folder.path_of(name).map_err(|error| SaveError::new_err(error.to_string())),
            Self::At(path) => Ok(path.to_path_buf()),
        }
    }
}

/// Returns whether files go into a path: a folder, or an archive.
fn is_folder(path: &Path) -> bool {
    let is_archive = || {
        let mut head = Vec::new();
        let read = File::open(path).and_then(|file| file.take(HEAD).read_to_end(&mut head));
        read.is_ok() && Archive::is_archive(&head)
    };
    path.is_dir() || path.is_file() && is_archive()
}
