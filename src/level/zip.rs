//! [`Zip`]: the files of a zip, such as those in the `Data` folder of Neverwinter Nights 2; and [`write_zip`], which makes one.

use std::collections::BTreeMap;
use std::fmt;
use std::io::{Cursor, Read, Write};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipArchive, ZipWriter};

use super::archive::Storage;
use super::files::{FileError, Files};
use super::folder::open_regular;

/// The files of a zip, in all of its folders. If several have one name, the first is used.
pub struct Zip {
    name: String,
    /// The index in the zip, by file name without folders.
    members: BTreeMap<String, usize>,
    archive: Mutex<ZipArchive<Box<dyn Storage>>>,
}

impl fmt::Debug for Zip {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Zip").field("name", &self.name).field("members", &self.members.len()).finish_non_exhaustive()
    }
}

impl Zip {
    /// The maximum size of a file of a zip when inflated: far more than any walkmesh, table or model has.
    const LIMIT: u64 = 256 << 20;

    /// Opens a zip on disk. Only its directory is read.
    ///
    /// # Errors
    /// [`FileError`]: the file cannot be read, or is not a zip.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, FileError> {
        let name = path.as_ref().display().to_string();
        let file = open_regular(path.as_ref(), &name)?;
        Self::new(name, Box::new(file))
    }

    /// Opens a zip in memory.
    ///
    /// # Errors
    /// The errors of [`open`](Self::open).
    pub fn from_bytes(name: impl Into<String>, bytes: impl Into<Vec<u8>>) -> Result<Self, FileError> {
        Self::new(name.into(), Box::new(Cursor::new(bytes.into())))
    }

    /// Returns whether a file that starts with these bytes is a zip.
    #[must_use]
    pub fn is_zip(head: &[u8]) -> bool {
        // The header of a file, or the end of a zip without files.
        head.starts_with(b"PK\x03\x04") || head.starts_with(b"PK\x05\x06")
    }

    fn new(name: String, storage: Box<dyn Storage>) -> Result<Self, FileError> {
        let archive = ZipArchive::new(storage).map_err(|error| FileError::new(&name, error))?;
        let mut zip = Self { name, members: BTreeMap::new(), archive: Mutex::new(archive) };
        for (index, path) in zip.paths() {
            match path.rsplit(['/', '\\']).next() {
                Some("") | None => {}
                Some(member) => drop(zip.members.entry(member.to_owned()).or_insert(index)),
            }
        }
        Ok(zip)
    }

    /// The paths of all files in the zip, with their indices. Files with damaged names are left out.
    fn paths(&self) -> Vec<(usize, String)> {
        let archive = self.archive.lock().unwrap_or_else(PoisonError::into_inner);
        let path = |index| Some((index, archive.name_for_index(index)?.ok()?.into_owned()));
        (0..archive.len()).filter_map(path).collect()
    }

    /// The files whose paths are selected, with their paths in the zip, in its order.
    ///
    /// # Errors
    /// [`FileError`]: a file cannot be read, or they inflate to more than a gigabyte together.
    pub fn wanted(&self, is_wanted: impl Fn(&str) -> bool) -> Result<Vec<(String, Vec<u8>)>, FileError> {
        let (mut left, mut wanted) = (1 << 30, Vec::new());
        for (index, path) in self.paths() {
            if is_wanted(&path) {
                let bytes = self.inflate(index, &path, left)?;
                left -= bytes.len() as u64;
                wanted.push((path, bytes));
            }
        }
        Ok(wanted)
    }

    /// Inflates a file, to at most the remaining number of bytes.
    fn inflate(&self, index: usize, name: &str, left: u64) -> Result<Vec<u8>, FileError> {
        let most = Self::LIMIT.min(left);
        let bytes = self.start(index, name, most + 1)?;
        match bytes.len() as u64 > most {
            true => Err(self.failed(name, format_args!("inflates to more than {} MiB", most >> 20))),
            false => Ok(bytes),
        }
    }

    /// Inflates the start of a file.
    fn start(&self, index: usize, name: &str, most: u64) -> Result<Vec<u8>, FileError> {
        let mut archive = self.archive.lock().unwrap_or_else(PoisonError::into_inner);
        let member = archive.by_index(index).map_err(|error| self.failed(name, error))?;
        let mut bytes = Vec::new();
        // The size that the zip states may be wrong, so nothing is allocated for it.
        member.take(most).read_to_end(&mut bytes).map_err(|error| self.failed(name, error))?;
        Ok(bytes)
    }

    fn failed(&self, name: &str, reason: impl fmt::Display) -> FileError {
        FileError::new(format!("{}: {name}", self.name), reason)
    }

    fn index_of(&self, name: &str) -> Result<usize, FileError> {
        self.members.get(name).copied().ok_or_else(|| FileError::no_such_file(name))
    }
}

/// A zip of files, stored uncompressed in this order. They have the earliest date that a zip can store, so that the same files give the
/// same bytes.
///
/// ```
/// use walkmesh::level::{Files, Zip, write_zip};
///
/// let zip = write_zip([("room.wok", &b"BWM V1.0"[..]), ("größe.lyt", b"")])?;
/// assert_eq!(Zip::from_bytes("override.zip", zip)?.read("room.wok")?, b"BWM V1.0");
/// # Ok::<(), walkmesh::level::FileError>(())
/// ```
///
/// # Errors
/// [`FileError`]: two files have one name, or a file is larger than 4 GB.
pub fn write_zip<'f>(files: impl IntoIterator<Item = (&'f str, &'f [u8])>) -> Result<Vec<u8>, FileError> {
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Stored)
        .last_modified_time(DateTime::default());
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        zip.start_file(name, options).map_err(|error| FileError::new(name, error))?;
        zip.write_all(bytes).map_err(|error| FileError::new(name, error))?;
    }
    let zip = zip.finish().map_err(|error| FileError::new("the zip", error))?;
    Ok(zip.into_inner())
}

impl Files for Zip {
    fn names(&self) -> Result<Vec<String>, FileError> {
        Ok(self.members.keys().cloned().collect())
    }

    fn read(&self, name: &str) -> Result<Vec<u8>, FileError> {
        self.inflate(self.index_of(name)?, name, Self::LIMIT)
    }

    /// The size that the zip states.
    fn size_of(&self, name: &str) -> Option<u64> {
        let mut archive = self.archive.lock().unwrap_or_else(PoisonError::into_inner);
        archive.by_index_raw(self.index_of(name).ok()?).ok().map(|member| member.size())
    }

    fn head(&self, name: &str, most: usize) -> Result<Vec<u8>, FileError> {
        self.start(self.index_of(name)?, name, most as u64)
    }

    fn origins(&self, name: &str) -> Vec<String> {
        self.members.get(name).map(|_| self.name.clone()).into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_inflates_to_at_most_the_bytes_that_are_left() {
        let zip = Zip::from_bytes("a.zip", write_zip([("a.wok", &b"1234"[..])]).unwrap()).unwrap();
        assert_eq!(zip.inflate(0, "a.wok", 4).unwrap(), b"1234");
        let error = zip.inflate(0, "a.wok", 3).unwrap_err().to_string();
        assert_eq!(error, "a.zip: a.wok: inflates to more than 0 MiB");
        let mut bytes = Vec::new();
        let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
        let mut large = ZipWriter::new(Cursor::new(&mut bytes));
        large.start_file("large.wok", options).unwrap();
        std::io::copy(&mut std::io::repeat(0).take(Zip::LIMIT + 1), &mut large).unwrap();
        large.finish().unwrap();
        let large = Zip::from_bytes("b.zip", bytes).unwrap();
        let error = large.read("large.wok").unwrap_err().to_string();
        assert_eq!(error, "b.zip: large.wok: inflates to more than 256 MiB");
    }
}
