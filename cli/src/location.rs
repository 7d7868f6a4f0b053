//! [`Location`]: the location of a file, on disk or in an archive.

use std::borrow::Cow;
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::path::{MAIN_SEPARATOR_STR, Path, PathBuf, is_separator};
use std::sync::Arc;

/// The location of a file: a path, or a member of an archive or of a module of the game.
///
/// The name of a member comes from inside the archive, where somebody else chose it: `/home/me/notes.wok` and `..\room.wok` are
/// possible. So a member has no path, and no joined one is made of it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Location {
    /// A path as the user wrote it, or as a folder on disk lists it. One that the user wrote may lead into an archive, as if that
    /// were a folder.
    Path(PathBuf),
    /// A member of an archive or of a module.
    Member { container: Arc<Location>, name: Box<str> },
}

impl Location {
    /// A member of an archive or of a module.
    pub fn member(container: impl Into<Self>, name: impl Into<Box<str>>) -> Self {
        Self::Member { container: Arc::new(container.into()), name: name.into() }
    }

    /// The path; `None` for a member.
    pub fn path(&self) -> Option<&Path> {
        match self {
            Self::Path(path) => Some(path),
            Self::Member { .. } => None,
        }
    }

    /// The name of the file without folders; the whole name of a member.
    pub fn file_name(&self) -> Option<&OsStr> {
        match self {
            Self::Path(path) => path.file_name(),
            Self::Member { name, .. } => Some(OsStr::new(&**name)),
        }
    }

    /// The name without its extension.
    pub fn file_stem(&self) -> Option<&OsStr> {
        match self {
            Self::Path(path) => path.file_stem(),
            Self::Member { name, .. } => Some(name.rsplit_once('.').map_or(&**name, |(stem, _)| stem).as_ref()),
        }
    }

    pub fn extension(&self) -> Option<&OsStr> {
        match self {
            Self::Path(path) => path.extension(),
            Self::Member { name, .. } => name.rsplit_once('.').map(|(_, extension)| extension.as_ref()),
        }
    }

    /// Compares the extension of the name with another one, in any case.
    pub fn has_extension(&self, wanted: &str) -> bool {
        self.extension().is_some_and(|extension| extension.eq_ignore_ascii_case(wanted))
    }

    /// The folder or the archive that the file is in.
    pub fn parent(&self) -> Option<Self> {
        match self {
            Self::Path(path) => path.parent().map(Self::from),
            Self::Member { container, .. } => Some(Self::clone(container)),
        }
    }

    /// True for the folder or archive itself, and for what lies in it at any depth.
    pub fn is_in(&self, outer: &Self) -> bool {
        match (self, outer) {
            (Self::Path(path), Self::Path(outer)) => path.starts_with(outer),
            (Self::Path(_), Self::Member { .. }) => false,
            (Self::Member { container, .. }, _) => self == outer || container.is_in(outer),
        }
    }

    /// The file of another name in the same folder or archive. The name must not come from inside a file.
    pub fn with_file_name(&self, name: impl AsRef<OsStr>) -> Self {
        match self {
            Self::Path(path) => Self::Path(path.with_file_name(name.as_ref())),
            Self::Member { container, .. } => {
                Self::Member { container: Arc::clone(container), name: name.as_ref().to_string_lossy().into() }
            }
        }
    }

    /// The location as it is printed, which the user can give as a path.
    pub fn as_printed(&self) -> Cow<'_, OsStr> {
        match self {
            Self::Path(path) => Cow::Borrowed(path.as_os_str()),
            Self::Member { container, name } => {
                let container = container.as_printed();
                let is_apart = container.is_empty() || container.to_string_lossy().ends_with(is_separator);
                let separator = if is_apart { "" } else { MAIN_SEPARATOR_STR };
                Cow::Owned([&*container, separator.as_ref(), OsStr::new(&**name)].into_iter().collect::<OsString>())
            }
        }
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_printed().display().fmt(f)
    }
}

impl From<PathBuf> for Location {
    fn from(path: PathBuf) -> Self {
        Self::Path(path)
    }
}

impl<P: AsRef<Path> + ?Sized> From<&P> for Location {
    fn from(path: &P) -> Self {
        Self::Path(path.as_ref().to_owned())
    }
}

impl From<&Self> for Location {
    fn from(location: &Self) -> Self {
        location.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_a_member_is_whole_and_never_a_path() {
        let member = Location::member("in/evil.mod", "/home/me/r.wok");
        assert_eq!((member.path(), member.parent()), (None, Some("in/evil.mod".into())));
        let parts = [member.file_name(), member.file_stem(), member.extension()];
        assert_eq!(parts, ["/home/me/r.wok", "/home/me/r", "wok"].map(|part| Some(OsStr::new(part))));
        assert_eq!(member.to_string(), format!("in/evil.mod{MAIN_SEPARATOR_STR}/home/me/r.wok"));
        assert_eq!(Location::member("", "m01aa_01a.wok").to_string(), "m01aa_01a.wok");
        assert_eq!(member.with_file_name("s.wok"), Location::member("in/evil.mod", "s.wok"));
    }
}
