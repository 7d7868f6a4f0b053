//! [`Archive`]: the files of an ERF, MOD, HAK, SAV or RIM, and of a game's own archives by their list, [`KeyFiles`].

use std::collections::{BTreeMap, HashSet};
use std::fmt;
use std::fs::File;
use std::io::{Cursor, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use crate::formats::key::{self, Key, KeyFile};
use crate::formats::{Document, Format, Index, IndexEntry};

use super::files::{FileError, Files, LayeredFiles};
use super::folder::{in_any_case, open_regular, read_regular};

/// The reader of an archive's bytes.
pub(super) trait Storage: Read + Seek + Send {}

impl<S: Read + Seek + Send> Storage for S {}

/// The files of an archive: ERF, MOD, HAK, SAV or RIM. For an archive on disk, only the directory and the requested files are read, so it
/// may be larger than memory.
///
/// If several members have the same name, ignoring case, the first is used. A member of unknown type has its type number as extension.
///
/// ```
/// use walkmesh::formats::{Document, erf::{Erf, Key}};
/// use walkmesh::level::{Archive, Files};
///
/// let keys = vec![Key::new("m01aa_01a", 2016, 0)?];
/// let module = Erf { file_type: *b"MOD ", keys, members: vec![b"BWM V1.0".to_vec()], ..Erf::default() };
/// let archive = Archive::from_bytes("m01aa.mod", module.to_bytes()?)?;
/// assert_eq!(archive.names()?, ["m01aa_01a.wok"]);
/// assert_eq!(archive.read("m01aa_01a.wok")?, b"BWM V1.0");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Archive {
    name: String,
    /// The type and version in the header, such as `MOD V1.0`.
    version: String,
    /// The members that are used, by name.
    members: BTreeMap<String, IndexEntry>,
    /// The names of members that an earlier one hides.
    hidden: Vec<String>,
    storage: Mutex<Box<dyn Storage>>,
}

impl fmt::Debug for Archive {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Archive")
            .field("name", &self.name)
            .field("members", &self.members.len())
            .finish_non_exhaustive()
    }
}

impl Archive {
    /// Returns whether a file of this name should be an archive with named members.
    #[must_use]
    pub fn is_promised_by(name: &str) -> bool {
        matches!(Format::promised_by(name), Some(Format::Erf | Format::Rim))
    }

    /// Opens an archive on disk.
    ///
    /// # Errors
    /// [`FileError`]: the file cannot be read, its version is unknown, or its directory is damaged.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, FileError> {
        let name = path.as_ref().display().to_string();
        let file = open_regular(path.as_ref(), &name)?;
        Self::new(name, Box::new(file))
    }

    /// Opens an archive in memory, such as one inside another.
    ///
    /// # Errors
    /// The errors of [`open`](Self::open).
    pub fn from_bytes(name: impl Into<String>, bytes: impl Into<Vec<u8>>) -> Result<Self, FileError> {
        Self::new(name.into(), Box::new(Cursor::new(bytes.into())))
    }

    /// Returns whether a file that starts with these bytes is an archive with names, even one that cannot be opened.
    #[must_use]
    pub fn is_archive(head: &[u8]) -> bool {
        Index::is_archive(head) && !head.starts_with(b"BIFF") && !head.starts_with(b"BZF ")
    }

    pub(super) fn new(name: String, mut storage: Box<dyn Storage>) -> Result<Self, FileError> {
        let index = Index::read(&mut storage).map_err(|error| FileError::new(&name, error))?;
        let version = index.version.clone();
        let mut archive =
            Self { name, version, members: BTreeMap::new(), hidden: Vec::new(), storage: Mutex::new(storage) };
        let named = index.entries.into_iter().map(|entry| (entry.file_name(index.numbering), entry));
        (archive.members, archive.hidden) = first_of_each_name(named);
        Ok(archive)
    }

    /// The name of the archive, as specified.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The type and version in the header, such as `MOD V1.0`.
    #[must_use]
    pub fn version(&self) -> &str {
        &self.version
    }

    /// The names of members that games do not find, because an earlier one has the same name.
    #[must_use]
    pub fn hidden(&self) -> &[String] {
        &self.hidden
    }

    /// The names of files that end past the end of a damaged archive. Each can be read only in part.
    #[must_use]
    pub fn cut_off(&self) -> Vec<String> {
        let mut storage = self.storage.lock().unwrap_or_else(PoisonError::into_inner);
        let Ok(end) = storage.seek(SeekFrom::End(0)) else { return Vec::new() };
        let is_cut = |entry: &IndexEntry| entry.offset.checked_add(entry.size).is_none_or(|last| last > end);
        self.members.iter().filter(|(_, entry)| is_cut(entry)).map(|(name, _)| name.clone()).collect()
    }

    /// All bytes of the archive.
    ///
    /// # Errors
    /// [`FileError`]: the archive cannot be read, or only parts of it were supplied.
    pub fn to_bytes(&self) -> Result<Vec<u8>, FileError> {
        let mut storage = self.storage.lock().unwrap_or_else(PoisonError::into_inner);
        let failed = |error: std::io::Error| FileError::new(&self.name, error);
        let mut bytes = Vec::new();
        storage.seek(SeekFrom::Start(0)).map_err(failed)?;
        storage.read_to_end(&mut bytes).map_err(failed)?;
        Ok(bytes)
    }

    fn entry(&self, name: &str) -> Result<&IndexEntry, FileError> {
        self.members.get(name).ok_or_else(|| FileError::no_such_file(name))
    }

    fn bytes(&self, name: &str, offset: u64, size: u64) -> Result<Vec<u8>, FileError> {
        let mut storage = self.storage.lock().unwrap_or_else(PoisonError::into_inner);
        let failed = |reason| FileError::new(format!("{}: {name}", self.name), reason);
        read_span(&mut **storage, offset, size).map_err(failed)
    }
}

/// The name of the archive that belongs to a KotOR module's `NAME.rim`.
pub(super) fn second_archive(name: &str) -> String {
    format!("{name}_s.rim")
}

/// The name of the dialogue archive of a module of the second KotOR.
pub(super) fn archive_of_talks(name: &str) -> String {
    format!("{name}_dlg.erf")
}

impl LayeredFiles<'static> {
    /// The two archives of a KotOR module, if a path names its `NAME.rim` and a `NAME_s.rim` lies beside it; `None` for other
    /// files.
    ///
    /// # Errors
    /// As [`Archive::open`].
    pub fn of_rim_pair(first: &Path) -> Result<Option<Self>, FileError> {
        let is_rim = first.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("rim"));
        let name = first.file_stem().and_then(|name| name.to_str()).filter(|_| is_rim);
        let (Some(folder), Some(name)) = (first.parent(), name) else { return Ok(None) };
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        let Some(second) = in_any_case(folder, &second_archive(name)) else { return Ok(None) };
        Self::of(vec![Box::new(Archive::open(second)?), Box::new(Archive::open(first)?)]).map(Some)
    }
}

impl Files for Archive {
    fn names(&self) -> Result<Vec<String>, FileError> {
        Ok(self.members.keys().cloned().collect())
    }

    fn read(&self, name: &str) -> Result<Vec<u8>, FileError> {
        let entry = self.entry(name)?;
        self.bytes(name, entry.offset, entry.size)
    }

    fn size_of(&self, name: &str) -> Option<u64> {
        self.members.get(name).map(|entry| entry.size)
    }

    fn head(&self, name: &str, most: usize) -> Result<Vec<u8>, FileError> {
        let entry = self.entry(name)?;
        self.bytes(name, entry.offset, entry.size.min(most as u64))
    }

    fn origins(&self, name: &str) -> Vec<String> {
        self.members.get(name).map(|_| self.name.clone()).into_iter().collect()
    }
}

/// A game's own files, listed by `chitin.key` and stored in the BIFF archives beside it. An archive is opened on the first request for one
/// of its files.
#[derive(Debug)]
pub struct KeyFiles {
    folder: PathBuf,
    archives: Vec<Bif>,
    /// Keyed by file name: the archive, and the index of the member in it.
    files: BTreeMap<String, (usize, usize)>,
}

#[derive(Debug)]
struct Bif {
    /// The path from the folder of the list, with `/` between folders.
    path: String,
    opened: Mutex<Option<(Index, File)>>,
}

impl KeyFiles {
    /// The files of a list on disk, such as a game's `chitin.key`.
    ///
    /// # Errors
    /// [`FileError`]: the list cannot be read.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, FileError> {
        let (path, name) = (path.as_ref(), path.as_ref().display().to_string());
        let list = KeyFile::from_bytes(&read_regular(path, &name)?).map_err(|error| FileError::new(&name, error))?;
        let bif = |archive: &key::Archive| {
            let path = String::from_utf8_lossy(archive.path()).replace('\\', "/");
            Bif { path, opened: Mutex::new(None) }
        };
        let place = |key: &Key| {
            let bits = key.resource_id.bits();
            (usize::from(bits.archive()), bits.index() as usize)
        };
        let (files, _) = first_of_each_name(list.keys.iter().map(|key| (key.file_name(), place(key))));
        let folder = path.parent().unwrap_or(Path::new("")).to_owned();
        Ok(Self { folder, archives: list.archives.iter().map(bif).collect(), files })
    }

    fn find(&self, name: &str) -> Result<(&Bif, usize), FileError> {
        let &(archive, member) = self.files.get(name).ok_or_else(|| FileError::no_such_file(name))?;
        let bif = self.archives.get(archive);
        let bif =
            bif.ok_or_else(|| FileError::new(name, format!("is in archive {archive}, which the list does not have")))?;
        Ok((bif, member))
    }

    /// Reads from the archive of a file, which is opened on the first request.
    fn read_member<T>(
        &self,
        name: &str,
        read: impl FnOnce(&mut File, &IndexEntry) -> Result<T, String>,
    ) -> Result<T, FileError> {
        let (bif, member) = self.find(name)?;
        let failed = |reason: &dyn fmt::Display| FileError::new(format!("{}: {name}", bif.path), reason);
        let mut opened = bif.opened.lock().unwrap_or_else(PoisonError::into_inner);
        if opened.is_none() {
            let path = self.path_of(bif).ok_or_else(|| failed(&"the archive does not exist"))?;
            let mut file = open_regular(&path, &bif.path)?;
            let index = Index::read(&mut file).map_err(|error| failed(&error))?;
            *opened = Some((index, file));
        }
        let Some((index, file)) = opened.as_mut() else { return Err(failed(&"the archive is not open")) };
        let entry = index.entries.get(member).ok_or_else(|| failed(&"the archive does not have the file"))?;
        read(file, entry).map_err(|reason| failed(&reason))
    }

    /// The path of an archive. Its folders and its name are matched ignoring case.
    fn path_of(&self, bif: &Bif) -> Option<PathBuf> {
        let parts = bif.path.split('/').filter(|part| !part.is_empty());
        parts.into_iter().try_fold(self.folder.clone(), |folder, part| in_any_case(&folder, part))
    }
}

impl Files for KeyFiles {
    fn names(&self) -> Result<Vec<String>, FileError> {
        Ok(self.files.keys().cloned().collect())
    }

    fn read(&self, name: &str) -> Result<Vec<u8>, FileError> {
        self.read_member(name, |file, entry| read_span(file, entry.offset, entry.size))
    }

    fn size_of(&self, name: &str) -> Option<u64> {
        self.read_member(name, |_, entry| Ok(entry.size)).ok()
    }

    fn head(&self, name: &str, most: usize) -> Result<Vec<u8>, FileError> {
        self.read_member(name, |file, entry| read_span(file, entry.offset, entry.size.min(most as u64)))
    }

    fn origins(&self, name: &str) -> Vec<String> {
        let path = self.find(name).ok().and_then(|(bif, _)| self.path_of(bif));
        path.map(|path| path.display().to_string()).into_iter().collect()
    }
}

/// Maps names to items. If items have the same name, ignoring case, the first is kept; the names of the others are returned, too.
fn first_of_each_name<T>(named: impl IntoIterator<Item = (String, T)>) -> (BTreeMap<String, T>, Vec<String>) {
    let (mut first, mut hidden, mut taken) = (BTreeMap::new(), Vec::new(), HashSet::new());
    for (name, thing) in named {
        if taken.insert(name.to_ascii_lowercase()) {
            first.insert(name, thing);
        } else {
            hidden.push(name);
        }
    }
    (first, hidden)
}

/// Reads some bytes of an archive. Nothing is allocated for bytes that are missing.
fn read_span<S: Read + Seek + ?Sized>(storage: &mut S, offset: u64, size: u64) -> Result<Vec<u8>, String> {
    let length = storage.seek(SeekFrom::End(0)).map_err(|error| error.to_string())?;
    if offset.checked_add(size).is_none_or(|end| end > length) {
        return Err(format!("{size} bytes at offset {offset:#x} are not in the archive, which has {length} bytes"));
    }
    let mut bytes = vec![0; usize::try_from(size).map_err(|error| error.to_string())?];
    storage.seek(SeekFrom::Start(offset)).map_err(|error| error.to_string())?;
    storage.read_exact(&mut bytes).map_err(|error| error.to_string())?;
    Ok(bytes)
}
