//! Saving, as the command does it: all files of a level or none.

use std::path::{Path, PathBuf};

use pyo3::prelude::*;
use walkmesh::counted;
use walkmesh::level::Folder;
use walkmesh_cli::NewFile;

use crate::error::{SaveError, unsaved};
use crate::level::Level;

/// A path, the bytes that were read from there, and the new ones.
type ToWrite<'l> = (PathBuf, Option<&'l [u8]>, Vec<u8>);

#[pymethods]
impl Level {
    /// Writes the changed files back to where they were read: all of them or none, even if the process is killed
    /// meanwhile.
    ///
    /// Earlier bytes are kept in ``FILE.bak``, or ``FILE.bak2`` and so on if that name exists, unless with `no_backup`.
    /// With a path, all files are written into that folder or archive, or the only one under that name. A file of
    /// another program is replaced only with `force`; one that changed since it was read never is. Returns the paths.
    ///
    /// Several files are written only if the user's folder for the state of programs, or the one that the environment variable
    /// ``WALKMESH_STATE`` names, can keep the record by which the next run knows the journal of a killed one.
    #[pyo3(signature = (path=None, *, no_backup=false, force=false))]
    fn save(&self, py: Python<'_>, path: Option<PathBuf>, no_backup: bool, force: bool) -> PyResult<Vec<PathBuf>> {
        let files = match &path {
            None => self.level.changed(),
            Some(_) => self.level.to_files(),
        };
        let files = files.map_err(|error| unsaved(py, &error))?;
        let files: Vec<ToWrite> = match path {
            Some(path) if !is_folder(&path) => {
                let [(_, bytes)] = <[_; 1]>::try_from(files).map_err(|files| {
                    SaveError::new_err(format!(
                        "the level has {}: name a folder that exists",
                        counted(files.len(), "file")
                    ))
                })?;
                vec![(path, None, bytes)]
            }
            Some(folder) => {
                let folder = Folder::new(folder);
                files
                    .into_iter()
                    .map(|(name, bytes)| Ok((path_in(&folder, &name)?, None, bytes)))
                    .collect::<PyResult<_>>()?
            }
            None => {
                let folder = self
                    .folder
                    .as_deref()
                    .ok_or_else(|| SaveError::new_err("the level was not opened from a folder: name a file"))?;
                let read = |name: &str| self.level.files_read().find(|(it, _)| *it == name).map(|(_, bytes)| bytes);
                let folder = Folder::new(folder);
                let to_write = |(name, bytes): (String, _)| Ok((path_in(&folder, &name)?, read(&name), bytes));
                files.into_iter().map(to_write).collect::<PyResult<_>>()?
            }
        };
        let new = files.iter().map(|(path, read, bytes)| NewFile { path, read: *read, bytes });
        let new: Vec<_> = new.collect();
        py.detach(|| walkmesh_cli::write(&new, !no_backup, force))
            .map_err(|error| SaveError::new_err(format!("{error:#}")))?;
        Ok(files.into_iter().map(|(path, ..)| path).collect())
    }
}

/// Where a file goes in a folder or archive. Its name may come from inside another file.
fn path_in(folder: &Folder, name: &str) -> PyResult<PathBuf> {
    folder.path_of(name).map_err(|error| SaveError::new_err(error.to_string()))
}

/// Whether files go into a path: a folder, or an archive.
fn is_folder(path: &Path) -> bool {
    path.is_dir() || path.is_file() && walkmesh::level::Archive::open(path).is_ok()
}
