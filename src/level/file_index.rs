//! [`IndexedFiles`]: the files of a place with an index of their names, and [`FileIndex`], which opens one level of them.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::sync::{Arc, OnceLock};

use crate::kotor::Layout;

use super::files::{FileError, Files, extension};

/// Files of one place that are listed once, for programs that open many levels of it. [`Level::open`](super::Level::open) and
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
pub struct IndexedFiles<'f> {
    files: &'f dyn Files,
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
        Ok(Self { files, names: Arc::new(Names::of(files.names()?)) })
    }

    pub(super) fn index(&self) -> FileIndex<'f> {
        FileIndex { files: self.files, names: Arc::clone(&self.names), peeked: RefCell::default() }
    }
}

/// The names of files.
struct Names {
    /// By the same in small letters, in the order of the files.
    all: Vec<(String, Vec<String>)>,
    /// By their extensions in small letters: their numbers in `all`, in order.
    by_extension: HashMap<String, Vec<usize>>,
    layouts: OnceLock<RoomLayouts>,
}

/// By the names of rooms in small letters: the only layout that lists the room, and `None` for a room of several layouts.
pub(super) type RoomLayouts = HashMap<String, Option<Arc<Layout>>>;

impl Names {
    fn of(names: Vec<String>) -> Self {
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
        Self { all, by_extension, layouts: OnceLock::new() }
    }
}

/// Files with an index of their names, so that each is found in any case.
pub(super) struct FileIndex<'f> {
    files: &'f dyn Files,
    names: Arc<Names>,
    /// The bytes of files that were [looked at](Self::peek), until they are read.
    peeked: RefCell<HashMap<String, Vec<u8>>>,
}

impl<'f> FileIndex<'f> {
    pub(super) fn of(files: &'f dyn Files) -> Result<Self, FileError> {
        Ok(IndexedFiles::new(files)?.index())
    }

    /// The names of all files.
    pub(super) fn all(&self) -> impl Iterator<Item = &str> {
        self.names.all.iter().flat_map(|(_, names)| names).map(String::as_str)
    }

    /// The file of a name in any case. Of several, the one with exactly this name; otherwise the first.
    pub(super) fn find(&self, name: &str) -> Option<&str> {
        let wanted = name.to_ascii_lowercase();
        let number = self.names.all.binary_search_by(|(known, _)| known.cmp(&wanted)).ok()?;
        let (_, several) = &self.names.all[number];
        several.iter().find(|known| *known == name).or(several.first()).map(String::as_str)
    }

    /// The names of all files with one of these extensions, which are given in small letters.
    pub(super) fn with_extension(&self, extensions: &[&str]) -> impl Iterator<Item = &str> + use<'_, 'f> {
        let numbers = extensions.iter().filter_map(|it| self.names.by_extension.get(*it)).flatten().copied();
        let mut numbers: Vec<usize> = numbers.collect();
        numbers.sort_unstable();
        numbers.into_iter().flat_map(|number| &self.names.all[number].1).map(String::as_str)
    }

    /// The layouts by their rooms, which are read once for all levels of the place.
    pub(super) fn layouts_by_room(&self, read: impl FnOnce() -> RoomLayouts) -> &RoomLayouts {
        self.names.layouts.get_or_init(read)
    }

    pub(super) fn read(&self, name: &str) -> Result<Vec<u8>, FileError> {
        self.peeked.borrow_mut().remove(name).map_or_else(|| self.files.read(name), Ok)
    }

    /// Looks at the bytes of a file, which are kept for the one who reads it next.
    pub(super) fn peek<T>(&self, name: &str, look: impl FnOnce(&[u8]) -> T) -> Result<T, FileError> {
        let bytes = self.read(name)?;
        let seen = look(&bytes);
        self.peeked.borrow_mut().insert(name.to_owned(), bytes);
        Ok(seen)
    }
}
