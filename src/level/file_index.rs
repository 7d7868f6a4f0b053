//! [`IndexedFiles`]: the files of a place with an index of their names, and [`FileIndex`], which opens one level of them.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::sync::{Arc, OnceLock};

use crate::kotor::Layout;
use crate::nwn2::TileMeshes;

use super::LevelError;
use super::files::{FileError, Files, LayeredFiles, extension};

/// Files that are listed once, for programs that open many levels among them. [`Level::open`](super::Level::open) and
/// [`levels`](super::levels()) list the files each time.
///
/// ```
/// use walkmesh::formats::{Document, bwm::Bwm};
/// use walkmesh::level::{IndexedFiles, Memory, OpenOptions};
///
/// let chest = Bwm::default().to_bytes()?;
/// let files: Memory = ["chest0.pwk", "chest1.pwk"].into_iter().map(|name| (name, chest.clone())).collect();
/// let files = IndexedFiles::new(&files)?;
/// for level in files.levels() {
///     assert_eq!(files.open(&level.file, &OpenOptions::default())?.name(), level.file);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct IndexedFiles<'f> {
    files: Arc<dyn Files + 'f>,
    names: Arc<Names>,
}

impl fmt::Debug for IndexedFiles<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("IndexedFiles").field("names", &self.names.all).finish_non_exhaustive()
    }
}

impl<'f> IndexedFiles<'f> {
    /// Lists the files.
    ///
    /// # Errors
    /// [`FileError`]: the files cannot be listed.
    pub fn new(files: &'f dyn Files) -> Result<Self, FileError> {
        Self::of(Arc::new(files))
    }

    /// Lists files that are shared.
    ///
    /// # Errors
    /// The errors of [`new`](Self::new).
    pub fn of(files: Arc<dyn Files + 'f>) -> Result<Self, FileError> {
        let names = Arc::new(Names::new(files.names()?));
        Ok(Self { files, names })
    }

    /// The files, without the index.
    #[must_use]
    pub fn files(&self) -> &(dyn Files + 'f) {
        &*self.files
    }

    /// The same files with others layered over them: if two have the same name, ignoring case, the upper one is used.
    ///
    /// # Errors
    /// The errors of [`new`](Self::new).
    pub fn under(&self, upper: impl Files + 'f) -> Result<Self, FileError> {
        Self::of(Arc::new(LayeredFiles::of(vec![Box::new(upper), Box::new(Arc::clone(&self.files))])?))
    }

    /// The file with a name, ignoring case, in its own spelling. An exact match precedes the first other match.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<&str> {
        self.names.find(name)
    }

    /// The file with a name, ignoring case, unless several match and no match is exact.
    ///
    /// # Errors
    /// [`LevelError::Ambiguous`].
    pub fn find_only(&self, name: &str) -> Result<Option<&str>, LevelError> {
        self.names.find_only(name)
    }

    pub(super) fn index(&self) -> FileIndex<'f> {
        FileIndex { files: Arc::clone(&self.files), names: Arc::clone(&self.names), peeked: RefCell::default() }
    }
}

/// The names of files.
struct Names {
    /// Lower-case names, and the files with each of them, in the order of the files.
    all: Vec<(String, Vec<String>)>,
    /// By lower-case extension: indices into `all`, in order.
    by_extension: HashMap<String, Vec<usize>>,
    layouts: OnceLock<Result<RoomLayouts, FileError>>,
    tiles: OnceLock<Arc<TileMeshes>>,
}

/// The only layout that lists a room, by lower-case room name; `None` for a room in several layouts.
pub(super) type RoomLayouts = HashMap<String, Option<Arc<Layout>>>;

impl Names {
    fn new(names: Vec<String>) -> Self {
        let mut all = BTreeMap::<_, Vec<_>>::new();
        for name in names {
            all.entry(name.to_ascii_lowercase()).or_default().push(name);
        }
        let all: Vec<_> = all.into_iter().collect();
        let mut by_extension = HashMap::<String, Vec<usize>>::new();
        for (number, (name, _)) in all.iter().enumerate() {
            if let Some(extension) = extension(name) {
                by_extension.entry(extension.to_owned()).or_default().push(number);
            }
        }
        Self { all, by_extension, layouts: OnceLock::new(), tiles: OnceLock::new() }
    }

    /// The names that equal this one, ignoring case.
    fn spelled(&self, name: &str) -> &[String] {
        let wanted = name.to_ascii_lowercase();
        let number = self.all.binary_search_by(|(known, _)| known.cmp(&wanted));
        number.map_or(&[], |number| &self.all[number].1)
    }

    fn find(&self, name: &str) -> Option<&str> {
        let several = self.spelled(name);
        several.iter().find(|known| *known == name).or(several.first()).map(String::as_str)
    }

    /// If several files differ only in case, the game's file system could hold only one of them, and which one is unknown.
    fn find_only(&self, name: &str) -> Result<Option<&str>, LevelError> {
        match self.spelled(name) {
            several @ [_, _, ..] if !several.iter().any(|known| known == name) => {
                Err(LevelError::Ambiguous { name: name.to_owned(), files: several.to_vec() })
            }
            _ => Ok(self.find(name)),
        }
    }
}

/// Files with an index of their names, so that each is found regardless of case.
pub(super) struct FileIndex<'f> {
    files: Arc<dyn Files + 'f>,
    names: Arc<Names>,
    /// The bytes of [peeked](Self::peek) files, until they are read.
    peeked: RefCell<HashMap<String, Vec<u8>>>,
}

impl<'f> FileIndex<'f> {
    pub(super) fn new(files: &'f dyn Files) -> Result<Self, FileError> {
        Ok(IndexedFiles::new(files)?.index())
    }

    /// The names of all files.
    pub(super) fn all(&self) -> impl Iterator<Item = &str> {
        self.names.all.iter().flat_map(|(_, names)| names).map(String::as_str)
    }

    /// The file with a name, ignoring case. An exact match precedes the first other match.
    pub(super) fn find(&self, name: &str) -> Option<&str> {
        self.names.find(name)
    }

    /// As [`IndexedFiles::find_only`].
    pub(super) fn find_only(&self, name: &str) -> Result<Option<&str>, LevelError> {
        self.names.find_only(name)
    }

    /// Keeps the bytes of a file, which were already read, for the next read.
    pub(super) fn supply(&self, name: &str, bytes: Vec<u8>) {
        self.peeked.borrow_mut().insert(name.to_owned(), bytes);
    }

    /// The names of all files with one of these extensions, which are given in lower case.
    pub(super) fn with_extension(&self, extensions: &[&str]) -> impl Iterator<Item = &str> + use<'_, 'f> {
        let numbers = extensions.iter().filter_map(|it| self.names.by_extension.get(*it)).flatten().copied();
        let mut numbers: Vec<usize> = numbers.collect();
        numbers.sort_unstable();
        numbers.into_iter().flat_map(|number| &self.names.all[number].1).map(String::as_str)
    }

    /// The layouts by their rooms, which are read once for all levels here.
    pub(super) fn layouts_by_room(
        &self,
        read: impl FnOnce() -> Result<RoomLayouts, FileError>,
    ) -> &Result<RoomLayouts, FileError> {
        self.names.layouts.get_or_init(read)
    }

    /// The floors of the tile models of all areas, which are read once for all levels here.
    pub(super) fn tile_meshes(&self, read: impl FnOnce() -> TileMeshes) -> &Arc<TileMeshes> {
        self.names.tiles.get_or_init(|| Arc::new(read()))
    }

    pub(super) fn read(&self, name: &str) -> Result<Vec<u8>, FileError> {
        // An archive's error names the archive; a level's error names its file.
        let read = || self.files.read(name).map_err(|error| FileError::new(name, error.reason));
        self.peeked.borrow_mut().remove(name).map_or_else(read, Ok)
    }

    /// Returns the bytes of a file and keeps them for the next read.
    pub(super) fn peek<T>(&self, name: &str, look: impl FnOnce(&[u8]) -> T) -> Result<T, FileError> {
        let bytes = self.read(name)?;
        let seen = look(&bytes);
        self.supply(name, bytes);
        Ok(seen)
    }
}
