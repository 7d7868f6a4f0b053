//! File names in results: the printed form shows every byte of the name.

use std::fmt::{self, Write};
use std::path::{Path, PathBuf};

use serde::{Serialize, Serializer};
use serde_json::json;
use walkmesh::redirects;

use crate::location::Location;

/// A file's name.
///
/// In JSON, a name is a string. A name that is not Unicode is the object `{"lossy": "caf\u{FFFD}.wok", "bytes":
/// "636166e9…"}`, with its bytes in hex. As text, a name is printed as it is. If it has bytes that are not Unicode, or
/// control characters, or those that turn the direction of text, it is printed as the shell's `$'caf\xE9.wok'`, which can be pasted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileName(Location);

/// The name at a path; or a name from inside a file, such as a room's in a layout.
impl<P: AsRef<Path> + ?Sized> From<&P> for FileName {
    fn from(path: &P) -> Self {
        Self(path.into())
    }
}

impl From<&Location> for FileName {
    fn from(location: &Location) -> Self {
        Self(location.clone())
    }
}

impl From<PathBuf> for FileName {
    fn from(path: PathBuf) -> Self {
        Self(path.into())
    }
}

impl FileName {
    /// Where the file is.
    pub fn location(&self) -> &Location {
        &self.0
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
}

impl Serialize for FileName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let printed = self.0.as_printed();
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

impl fmt::Display for FileName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let printed = self.0.as_printed();
        match printed.to_str() {
            Some(name) if !name.contains(acts) => f.write_str(name),
            _ => quoted(printed.as_encoded_bytes(), f),
        }
    }
}

/// Whether a character does more than show.
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

#[cfg(test)]
mod tests {
    use std::ffi::OsStr;

    use super::*;

    fn name(path: &str) -> FileName {
        FileName::from(Path::new(path))
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
        let name = FileName::from(Path::new(OsStr::from_bytes(b"caf\xE9\\1.wok")));
        assert_eq!(name.to_string(), r"$'caf\xE9\\1.wok'");
        let expected = json!({ "lossy": "caf\u{FFFD}\\1.wok", "bytes": "636166e95c312e776f6b" });
        assert_eq!(serde_json::to_value(&name).unwrap(), expected);
    }
}
