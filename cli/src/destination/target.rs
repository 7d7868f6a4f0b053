//! A file that a command writes.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};

use crate::beside::Beside;
use crate::destination::result_in;
use crate::input::Input;
use crate::location::FileLocation;
use crate::save::{self, NewMembers, Output, Over};
use crate::standard_output::is_standard_output;
use crate::storage;

/// A file to write.
pub struct Target {
    pub path: FileLocation,
    /// True if an existing file may be replaced even if it is the source. It is backed up first.
    pub(super) in_place: bool,
    pub(super) backup: bool,
    pub(super) force: bool,
}

impl Target {
    /// Returns whether the target already has these bytes, so that it need not be written. If the target is the input, this is true only if
    /// the user asked for it.
    pub fn holds(&self, input: &Input, bytes: &[u8]) -> bool {
        if self.in_place && self.path == input.path {
            return bytes == input.bytes;
        }
        let [target, source] = [&self.path, &input.path].map(|at| at.path().and_then(|path| path.canonicalize().ok()));
        let Some(target) = target.filter(|target| Some(target) != source.as_ref()) else { return false };
        let has_length = |metadata: fs::Metadata| metadata.is_file() && metadata.len() == bytes.len() as u64;
        fs::metadata(&target).is_ok_and(has_length) && fs::read(&target).is_ok_and(|there| there == bytes)
    }

    /// Returns whether the result replaces its own input, as requested by the user.
    pub fn is_over(&self, source: &FileLocation) -> bool {
        self.in_place && self.path == *source
    }

    /// The file as an output, made from the bytes `read` of `source`.
    pub fn output<'a>(&self, source: &'a FileLocation, read: &'a [u8], bytes: &'a [u8]) -> Output<'a> {
        let (backup, force) = (self.backup, self.force);
        let over = match () {
            () if self.is_over(source) => Over::Input { read, backup },
            () if self.in_place && self.path.path().is_some_and(Path::exists) => Over::Namesake { backup, force },
            () => Over::Another { source: source.path(), force },
        };
        Output { path: self.path.clone(), bytes, over }
    }

    /// Writes the file, made from the bytes `read` of `source`, and creates its folder if necessary. Returns the backup, if
    /// one was made.
    pub fn write(&self, source: &FileLocation, read: &[u8], bytes: &[u8]) -> anyhow::Result<Option<PathBuf>> {
        create_folder_of(&self.path)?;
        self.of(source, save::write_one(self.output(source, read, bytes)))
    }

    /// Queues the file if it goes into an archive; otherwise returns `false`.
    pub fn keep(
        &self,
        source: &FileLocation,
        read: &[u8],
        bytes: &[u8],
        waiting: &mut NewMembers,
    ) -> anyhow::Result<bool> {
        self.of(source, waiting.keep(&self.output(source, read, bytes)))
    }

    /// Names the file in the error of a result, if the error does not name it as its input.
    fn of<T>(&self, source: &FileLocation, written: anyhow::Result<T>) -> anyhow::Result<T> {
        if self.is_over(source) { written } else { written.with_context(|| self.path.to_string()) }
    }

    /// Writes the file if its bytes are new, together with other files: all of them or none. Returns the backup of the file, if
    /// one was made.
    pub fn write_with(
        &self,
        source: &FileLocation,
        read: &[u8],
        bytes: Option<&[u8]>,
        beside: &[Beside],
    ) -> anyhow::Result<Option<PathBuf>> {
        let paths = beside.iter().map(|beside| self.path_beside(beside)).collect::<anyhow::Result<Vec<_>>>()?;
        let mut outputs: Vec<Output> =
            beside.iter().zip(paths).map(|(beside, path)| self.beside(source, path, beside)).collect();
        match bytes {
            Some(bytes) if !outputs.is_empty() && !is_standard_output(&self.path) => {
                outputs.insert(0, self.output(source, read, bytes));
                outputs.iter().try_for_each(|output| create_folder_of(&output.path))?;
                Ok(save::write_set(&outputs)?.into_iter().next().flatten())
            }
            bytes => {
                if !outputs.is_empty() {
                    write_set(&outputs)?;
                }
                bytes.map_or(Ok(None), |bytes| self.write(source, read, bytes))
            }
        }
    }

    /// Returns the path of a file that is written together with this one.
    fn path_beside(&self, beside: &Beside) -> anyhow::Result<FileLocation> {
        match beside {
            Beside::Made { path, .. } => Ok(path.clone()),
            Beside::Edited { source, .. } if self.in_place => Ok(source.clone()),
            Beside::Edited { source, .. } => {
                ensure!(
                    !is_standard_output(&self.path),
                    "{source} changes, too, so the result cannot go to standard output; use --output FILE"
                );
                match self.path.path() {
                    Some(path) => result_in(save::folder_of(path), source),
                    None => Ok(self.path.with_file_name(source.file_name().unwrap_or_default())),
                }
            }
        }
    }

    /// A file that is written together with this one.
    fn beside<'a>(&self, of: &'a FileLocation, path: FileLocation, beside: &'a Beside) -> Output<'a> {
        match beside {
            Beside::Edited { read, bytes, .. } if self.in_place => {
                Output { path, bytes, over: Over::Input { read, backup: self.backup } }
            }
            Beside::Edited { source, bytes, .. } => {
                Output { path, bytes, over: Over::Another { source: source.path(), force: self.force } }
            }
            Beside::Made { bytes, .. } => {
                Output { path, bytes, over: Over::Another { source: of.path(), force: self.force } }
            }
        }
    }
}

/// Writes files that belong together: all or none. Creates their folders if necessary.
pub fn write_set(outputs: &[Output]) -> anyhow::Result<()> {
    outputs.iter().try_for_each(|output| create_folder_of(&output.path))?;
    save::write_set(outputs).map(drop)
}

fn create_folder_of(at: &FileLocation) -> anyhow::Result<()> {
    let Some(path) = at.path() else { return Ok(()) };
    let folder = save::folder_of(path);
    if storage::is_folder(folder) {
        return Ok(());
    }
    fs::create_dir_all(folder).with_context(|| format!("the folder {} cannot be created", folder.display()))
}
