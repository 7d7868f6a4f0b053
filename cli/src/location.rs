//! [`FileLocation`]: the location of a file, on disk or in an archive. Its printed form shows every byte of the name.

use std::borrow::Cow;
use std::ffi::{OsStr, OsString};
use std::fmt::{self, Write};
use std::path::{MAIN_SEPARATOR_STR, Path, PathBuf, is_separator};
use std::sync::Arc;

use serde::{Serialize, Serializer};
use serde_json::json;
use walkmesh::redirects;

/// The location of a file: a path, or a member of an archive or of a module of the game.
///
/// The name of a member comes from inside the archive, where somebody else chose it: `/home/me/notes.wok` and `..\room.wok` are
/// possible. So a member has no path, and its name is never joined to one.
///
/// In JSON, a location is a string. One that is not Unicode is the object `{"lossy": "caf\u{FFFD}.wok", "bytes":
/// "636166e9…"}`, with its bytes in hex. As text, a location is printed as it is. If it has bytes that are not Unicode, or control
/// characters, or characters that change the text direction, it is printed as the shell's `$'caf\xE9.wok'`, which can be pasted.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FileLocation {
    /// A path as the user wrote it, or as a folder on disk lists it. One that the user wrote may lead into an archive, as if that
    /// were a folder.
    Path(PathBuf),
    /// A member of an archive or of a module.
    Member { container: Arc<FileLocation>, name: Box<str> },
}

impl FileLocation {
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

    /// Compares the extension of the name with another one, ignoring case.
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

    /// True for the folder or archive itself, and for anything in it at any depth.
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

    /// Paths as arguments of a command that can be pasted; `PATH...` if they are many.
    pub fn arguments(paths: &[PathBuf]) -> String {
        const SHOWN: usize = 3;
        let quoted = |path: &PathBuf| {
            let name = Self::from(path).to_string();
            let is_word = name.starts_with("$'") || !name.contains([' ', '\'', '(', ')', '&', ';']);
            if is_word { name } else { format!("\"{name}\"") }
        };
        let shown: Vec<String> = paths.iter().map(quoted).collect();
        if shown.len() > SHOWN { "PATH...".to_owned() } else { shown.join(" ") }
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

impl Serialize for FileLocation {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let printed = self.as_printed();
        match printed.to_str() {
            Some(name) => serializer.serialize_str(name),
            None => {
                let mut bytes = String::new();
                for byte in printed.as_encoded_bytes() {
                    write!(bytes, "{byte:02x}").map_err(serde::ser::Error::custom)?;
                }
                json!({ "lossy": printed.to_string_lossy(), "bytes": bytes }).serialize(serializer)
            }
        }
    }
}

impl fmt::Display for FileLocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let printed = self.as_printed();
        match printed.to_str() {
            Some(name) if !name.contains(acts) => f.write_str(name),
            _ => quoted(printed.as_encoded_bytes(), f),
        }
    }
}

/// Returns whether a character is not simply displayed.
fn acts(character: char) -> bool {
    character.is_control() || redirects(character)
}

fn quoted(bytes: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.write_str("$'")?;
    for chunk in bytes.utf8_chunks() {
        for character in chunk.valid().chars() {
            match character {
                '\\' | '\'' => write!(f, "\\{character}")?,
                '\n' => f.write_str("\\n")?,
                control if acts(control) => {
                    let mut buffer = [0; 4];
                    control.encode_utf8(&mut buffer).bytes().try_for_each(|byte| write!(f, "\\x{byte:02X}"))?;
                }
                other => f.write_char(other)?,
            }
        }
        chunk.invalid().iter().try_for_each(|byte| write!(f, "\\x{byte:02X}"))?;
    }
    f.write_char('\'')
}

impl From<PathBuf> for FileLocation {
    fn from(path: PathBuf) -> Self {
        Self::Path(path)
    }
}

impl<P: AsRef<Path> + ?Sized> From<&P> for FileLocation {
    fn from(path: &P) -> Self {
        Self::Path(path.as_ref().to_owned())
    }
}

impl From<&Self> for FileLocation {
    fn from(location: &Self) -> Self {
        location.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_a_member_is_whole_and_never_a_path() {
        let member = FileLocation::member("in/evil.mod", "/home/me/r.wok");
        assert_eq!((member.path(), member.parent()), (None, Some("in/evil.mod".into())));
        let parts = [member.file_name(), member.file_stem(), member.extension()];
        assert_eq!(parts, ["/home/me/r.wok", "/home/me/r", "wok"].map(|part| Some(OsStr::new(part))));
        assert_eq!(member.to_string(), format!("in/evil.mod{MAIN_SEPARATOR_STR}/home/me/r.wok"));
        assert_eq!(FileLocation::member("", "m01aa_01a.wok").to_string(), "m01aa_01a.wok");
        assert_eq!(member.with_file_name("s.wok"), FileLocation::member("in/evil.mod", "s.wok"));
    }

    fn name(path: &str) -> FileLocation {
        FileLocation::from(Path::new(path))
    }

    #[test]
    fn a_usual_name_is_itself() {
        for path in ["rooms/m01aa.wok", "C:\\games\\m01aa.wok", "it's café.wok"] {
            assert_eq!(name(path).to_string(), path);
            assert_eq!(serde_json::to_value(name(path)).unwrap(), json!(path));
        }
        assert_eq!(name("two\nlines' \x1B[31m").to_string(), r"$'two\nlines\' \x1B[31m'");
        assert_eq!(name("\u{202e}kow").to_string(), r"$'\xE2\x80\xAEkow'");
    }

    #[cfg(unix)]
    #[test]
    fn a_name_that_is_not_unicode_keeps_its_bytes() {
        use std::os::unix::ffi::OsStrExt;
        let name = FileLocation::from(Path::new(OsStr::from_bytes(b"caf\xE9\\1.wok")));
        assert_eq!(name.to_string(), r"$'caf\xE9\\1.wok'");
        let expected = json!({ "lossy": "caf\u{FFFD}\\1.wok", "bytes": "636166e95c312e776f6b" });
        assert_eq!(serde_json::to_value(&name).unwrap(), expected);
    }
}
