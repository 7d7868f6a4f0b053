//! File names in results: the printed form shows every byte of the name.

use std::ffi::OsStr;
use std::fmt::{self, Write};
use std::path::{Path, PathBuf};

use serde::{Serialize, Serializer};
use serde_json::json;

use crate::printable::turns;

/// A file's name.
///
/// In JSON, a name is a string. A name that is not Unicode is the object `{"lossy": "caf\u{FFFD}.wok", "bytes":
/// "636166e9…"}`, with its bytes in hex. As text, a name is printed as it is. If it has bytes that are not Unicode, or
/// control characters, or those that turn the direction of text, it is printed as the shell's `$'caf\xE9.wok'`, which can be pasted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileName(PathBuf);

impl From<&Path> for FileName {
    fn from(path: &Path) -> Self {
        Self(path.to_owned())
    }
}

impl From<PathBuf> for FileName {
    fn from(path: PathBuf) -> Self {
        Self(path)
    }
}

/// A name from inside a file, such as a room's in a layout.
impl From<&String> for FileName {
    fn from(name: &String) -> Self {
        Self(name.into())
    }
}

impl FileName {
    /// The name as a path.
    pub fn as_path(&self) -> &Path {
        &self.0
    }

    fn as_os_str(&self) -> &OsStr {
        self.0.as_os_str()
    }
}

impl Serialize for FileName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0.to_str() {
            Some(name) => serializer.serialize_str(name),
            None => {
                let mut bytes = String::new();
                for byte in self.as_os_str().as_encoded_bytes() {
                    write!(bytes, "{byte:02x}").map_err(serde::ser::Error::custom)?;
                }
                json!({ "lossy": self.0.to_string_lossy(), "bytes": bytes }).serialize(serializer)
            }
        }
    }
}

impl fmt::Display for FileName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.to_str() {
            Some(name) if !name.contains(acts) => f.write_str(name),
            _ => quoted(self.as_os_str().as_encoded_bytes(), f),
        }
    }
}

/// Refuses a name from inside a file that may not become the name of a file: not every system could make it, or it would lead
/// elsewhere, name a device, hide the file, or be taken for an option.
pub fn ensure_plain(name: &str) -> anyhow::Result<()> {
    /// Names of devices in Windows, with any extension. `COM` and `LPT` are those with a digit.
    const DEVICES: [&str; 6] = ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"];
    /// Some systems take no longer names, and there are extensions.
    const LONGEST: usize = 200;
    let base = name.split('.').next().unwrap_or_default().trim_end().to_ascii_uppercase();
    let port = base.strip_prefix("COM").or_else(|| base.strip_prefix("LPT"));
    let is_port = port
        .is_some_and(|number| number.chars().count() == 1 && !number.starts_with(|it: char| it.is_ascii_alphabetic()));
    let reason = match () {
        () if name.is_empty() => "it is empty",
        () if name.len() > LONGEST => "it is too long",
        () if name.contains(acts) => "it has characters that do not show",
        () if name.contains(['/', '\\', ':', '<', '>', '"', '|', '?', '*']) => "it has characters that lead elsewhere",
        () if name.starts_with(['-', '.', ' ', '~']) => "it begins like an option, a hidden file or a folder",
        () if name.ends_with(['.', ' ']) => "it ends in a dot or a space",
        () if DEVICES.contains(&base.as_str()) || is_port => "it is the name of a device",
        () => return Ok(()),
    };
    anyhow::bail!("`{name}` cannot be the name of a file: {reason}")
}

/// Whether a character does more than show.
fn acts(character: char) -> bool {
    character.is_control() || turns(character)
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

    #[test]
    fn a_name_from_inside_a_file_becomes_a_name_only_if_it_is_plain() {
        for name in ["m01aa_01", "room 1", "café", "a.b", "com", "console", "lpta", "nul_room", "part-2"] {
            assert!(ensure_plain(name).is_ok(), "{name}");
        }
        for name in [
            "",
            ".",
            "..",
            "../up",
            "a/b",
            "a\\b",
            "a:b",
            "C:",
            "-rf",
            ".hidden",
            ".walkmesh-journal",
            "~",
            "CON",
            "con",
            "Nul.wok",
            "aux ",
            "COM1",
            "lpt9.x",
            "COM\u{b9}",
            "conin$",
            "dot.",
            "space ",
            "new\nline",
            "\u{1b}[31m",
            "\u{202e}kow",
            "what?",
        ] {
            assert!(ensure_plain(name).is_err(), "{name:?}");
        }
        assert!(ensure_plain(&"a".repeat(201)).is_err());
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
