//! [`Zip`]: the files of a zip, such as those in the `Data` folder of Neverwinter Nights 2.

use std::collections::BTreeMap;
use std::fmt;
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::Mutex;

use zip::ZipArchive;

use super::files::{FileError, Files};

/// The files of a zip, in whichever folders of it they are. Of several of one name the first counts.
pub struct Zip {
    name: String,
    /// By the names of files without folders, the index in the zip.
    members: BTreeMap<String, usize>,
    archive: Mutex<ZipArchive<File>>,
}

impl fmt::Debug for Zip {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Zip").field("name", &self.name).field("members", &self.members.len()).finish_non_exhaustive()
    }
}

impl Zip {
    /// The most bytes that a file of a zip may inflate to: far more than any walkmesh, table or model has.
    const LIMIT: u64 = 256 << 20;

    /// Opens a zip on disk. Its directory is read, and no file.
    ///
    /// # Errors
    /// [`FileError`]: the file cannot be read, or is not a zip.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, FileError> {
        let name = path.as_ref().display().to_string();
        let file = File::open(path).map_err(|error| FileError::new(&name, error))?;
        let archive = ZipArchive::new(file).map_err(|error| FileError::new(&name, error))?;
        let mut members = BTreeMap::new();
        for index in 0..archive.len() {
            // A name that is damaged names no file.
            let Some(Ok(path)) = archive.name_for_index(index) else { continue };
            match path.rsplit(['/', '\\']).next() {
                Some("") | None => {}
                Some(member) => drop(members.entry(member.to_owned()).or_insert(index)),
            }
        }
        Ok(Self { name, members, archive: Mutex::new(archive) })
    }
}

impl Files for Zip {
    fn names(&self) -> Result<Vec<String>, FileError> {
        Ok(self.members.keys().cloned().collect())
    }

    fn read(&self, name: &str) -> Result<Vec<u8>, FileError> {
        let &index = self.members.get(name).ok_or_else(|| FileError::no_such_file(name))?;
        let place = format!("{}: {name}", self.name);
        let mut archive = self.archive.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let member = archive.by_index(index).map_err(|error| FileError::new(&place, error))?;
        let mut bytes = Vec::new();
        // The size that the zip states may be wrong, so nothing is allocated for it.
        member.take(Self::LIMIT + 1).read_to_end(&mut bytes).map_err(|error| FileError::new(&place, error))?;
        match bytes.len() as u64 > Self::LIMIT {
            true => Err(FileError::new(&place, format!("inflates to more than {} MiB", Self::LIMIT >> 20))),
            false => Ok(bytes),
        }
    }

    fn origins(&self, name: &str) -> Vec<String> {
        self.members.get(name).map(|_| self.name.clone()).into_iter().collect()
    }
}
