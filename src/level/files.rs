//! [`Files`]: the source of a level's files, and [`Memory`] and [`LayeredFiles`], which are such sources.

use std::collections::BTreeMap;
use std::sync::Arc;

/// Files by their names, such as those in a folder or in memory.
///
/// A name is what the games call a file: one word without folders, such as `m01aa_01a.wok`. The games ignore case in file names, and so
/// does a [`Level`](super::Level); `read` is only called with names that [`names`](Self::names) has returned.
pub trait Files: Send + Sync {
    /// The names of all files, in an order that is the same on every machine.
    ///
    /// # Errors
    /// [`FileError`]: the files cannot be listed.
    fn names(&self) -> Result<Vec<String>, FileError>;

    /// The bytes of a file.
    ///
    /// # Errors
    /// [`FileError`]: the file does not exist, or it cannot be read.
    fn read(&self, name: &str) -> Result<Vec<u8>, FileError>;

    /// The size of a file in bytes, if it is known without reading the file.
    fn size_of(&self, name: &str) -> Option<u64> {
        let _ = name;
        None
    }

    /// The first bytes of a file, up to the requested number: enough to detect its kind.
    ///
    /// # Errors
    /// The errors of [`read`](Self::read).
    fn head(&self, name: &str, most: usize) -> Result<Vec<u8>, FileError> {
        let mut bytes = self.read(name)?;
        bytes.truncate(most);
        Ok(bytes)
    }

    /// The origins of a file: the paths of the folders and archives that have it, first the one in effect, then those that it hides. Empty
    /// for files that are not on disk.
    fn origins(&self, name: &str) -> Vec<String> {
        let _ = name;
        Vec::new()
    }
}

/// Files behind a pointer.
macro_rules! forwarded {
    ($($pointer:ty),*) => {$(
        impl<F: Files + ?Sized> Files for $pointer {
            fn names(&self) -> Result<Vec<String>, FileError> {
                (**self).names()
            }

            fn read(&self, name: &str) -> Result<Vec<u8>, FileError> {
                (**self).read(name)
            }

            fn size_of(&self, name: &str) -> Option<u64> {
                (**self).size_of(name)
            }

            fn head(&self, name: &str, most: usize) -> Result<Vec<u8>, FileError> {
                (**self).head(name, most)
            }

            fn origins(&self, name: &str) -> Vec<String> {
                (**self).origins(name)
            }
        }
    )*};
}

forwarded!(&F, Arc<F>);

/// The reason why a file cannot be read, or why files cannot be listed.
/// Cause: the system.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{name}: {reason}")]
#[non_exhaustive]
pub struct FileError {
    /// The file or the folder.
    pub name: String,
    /// The error message.
    pub reason: String,
}

impl FileError {
    /// Creates an error about a file or a folder. Use it in your own implementation of [`Files`].
    pub fn new(name: impl Into<String>, reason: impl ToString) -> Self {
        Self { name: name.into(), reason: reason.to_string() }
    }

    pub(super) fn no_such_file(name: &str) -> Self {
        Self::new(name, "there is no such file")
    }
}

/// Files in memory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Memory(BTreeMap<String, Vec<u8>>);

impl Memory {
    /// No files.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a file, or replaces the file of the same name.
    pub fn insert(&mut self, name: impl Into<String>, bytes: impl Into<Vec<u8>>) {
        self.0.insert(name.into(), bytes.into());
    }
}

impl<N: Into<String>, B: Into<Vec<u8>>> FromIterator<(N, B)> for Memory {
    fn from_iter<I: IntoIterator<Item = (N, B)>>(files: I) -> Self {
        Self(files.into_iter().map(|(name, bytes)| (name.into(), bytes.into())).collect())
    }
}

impl Files for Memory {
    fn names(&self) -> Result<Vec<String>, FileError> {
        Ok(self.0.keys().cloned().collect())
    }

    fn read(&self, name: &str) -> Result<Vec<u8>, FileError> {
        self.0.get(name).cloned().ok_or_else(|| FileError::no_such_file(name))
    }
}

/// Layered sets of files, as a game's `override` folder lies over its archives: if files have the same name, ignoring case, the first set's
/// is used.
pub struct LayeredFiles<'f> {
    layers: Vec<Box<dyn Files + 'f>>,
    /// Keyed by lower-case name: the layers that have the file, each with its spelling of the name. Two names of one layer may differ only
    /// in case.
    names: BTreeMap<String, Vec<(usize, Vec<String>)>>,
}

impl<'f> LayeredFiles<'f> {
    /// Layers these sets of files, the first on top. They are listed once.
    ///
    /// # Errors
    /// [`FileError`]: the files of a set cannot be listed.
    pub fn new(layers: Vec<&'f dyn Files>) -> Result<Self, FileError> {
        Self::of(layers.into_iter().map(|layer| Box::new(layer) as Box<dyn Files + 'f>).collect())
    }

    /// Layers these sets of files, which are owned.
    ///
    /// # Errors
    /// The errors of [`new`](Self::new).
    pub fn of(layers: Vec<Box<dyn Files + 'f>>) -> Result<Self, FileError> {
        let mut all = BTreeMap::<String, Vec<(usize, Vec<String>)>>::new();
        for (at, layer) in layers.iter().enumerate() {
            for name in layer.names()? {
                let places = all.entry(name.to_ascii_lowercase()).or_default();
                match places.last_mut() {
                    Some((last, names)) if *last == at => names.push(name),
                    _ => places.push((at, vec![name])),
                }
            }
        }
        Ok(Self { layers, names: all })
    }

    /// The layer in effect for a file, and the spelling of its name there.
    fn find(&self, name: &str) -> Option<(&dyn Files, &str)> {
        let (layer, names) = self.names.get(&name.to_ascii_lowercase())?.first()?;
        let exact = names.iter().find(|known| *known == name).or(names.first())?;
        Some((&*self.layers[*layer], exact))
    }
}

impl Files for LayeredFiles<'_> {
    fn names(&self) -> Result<Vec<String>, FileError> {
        Ok(self.names.values().filter_map(|places| places.first()).flat_map(|(_, names)| names).cloned().collect())
    }

    fn read(&self, name: &str) -> Result<Vec<u8>, FileError> {
        let (layer, name) = self.find(name).ok_or_else(|| FileError::no_such_file(name))?;
        layer.read(name)
    }

    fn size_of(&self, name: &str) -> Option<u64> {
        let (layer, name) = self.find(name)?;
        layer.size_of(name)
    }

    fn head(&self, name: &str, most: usize) -> Result<Vec<u8>, FileError> {
        let (layer, name) = self.find(name).ok_or_else(|| FileError::no_such_file(name))?;
        layer.head(name, most)
    }

    fn origins(&self, name: &str) -> Vec<String> {
        let places = self.names.get(&name.to_ascii_lowercase()).into_iter().flatten();
        places.flat_map(|(layer, names)| names.iter().flat_map(|name| self.layers[*layer].origins(name))).collect()
    }
}

/// A file's name without its extension.
pub(super) fn stem(name: &str) -> &str {
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

/// Returns whether a name has an extension, given in lower case.
pub(super) fn has_extension(name: &str, wanted: &str) -> bool {
    extension(name).is_some_and(|it| it.eq_ignore_ascii_case(wanted))
}

pub(super) fn extension(name: &str) -> Option<&str> {
    name.rsplit_once('.').map(|(_, extension)| extension)
}
