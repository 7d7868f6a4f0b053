//! [`Folder`]: the files of a folder on disk, and the only function that turns a name from inside a file into a path.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use super::files::{FileError, Files};
use crate::text::redirects;

/// The files of a folder, without its subfolders. A pipe or device with the name of a file of the level is an error: nobody requested it by
/// name, and reading a pipe may never end. In a name that is not Unicode, U+FFFD replaces the invalid parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Folder(PathBuf);

impl Folder {
    /// The files of the folder at a path.
    #[must_use]
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self(path.into())
    }

    /// The path of the folder.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// The path of a file in the folder, by a name from within another file, such as a member of an archive or a room of a scene. The rule
    /// is the same on every system, so that a level written on one can be copied to the others.
    ///
    /// ```
    /// use walkmesh::level::Folder;
    ///
    /// let rooms = Folder::new("rooms");
    /// assert_eq!(rooms.path_of("m01aa_01a.wok")?, std::path::Path::new("rooms").join("m01aa_01a.wok"));
    /// for name in ["../m01aa_01a.wok", "/m01aa_01a.wok", r"C:\m01aa_01a.wok", "NUL.wok", ".hidden", "-rf", ""] {
    ///     assert!(rooms.path_of(name).is_err());
    /// }
    /// # Ok::<(), walkmesh::level::FileError>(())
    /// ```
    ///
    /// # Errors
    /// [`FileError`]: the name leads elsewhere, names a device, hides the file, looks like an option, or cannot be written on
    /// every system.
    pub fn path_of(&self, name: &str) -> Result<PathBuf, FileError> {
        match fault_of(name) {
            Some(reason) => Err(FileError::new(name, format!("cannot be the name of a file: {reason}"))),
            None => Ok(self.0.join(name)),
        }
    }

    /// The path of a file that the folder has, by a name that [`names`](Files::names) has returned.
    fn path_of_listed(&self, name: &str) -> Result<PathBuf, FileError> {
        let path = self.0.join(name);
        // A name that contains folders would lead out of this folder.
        if path.parent() != Some(&self.0) || path.file_name() != Some(name.as_ref()) {
            return Err(FileError::new(name, "is not the name of a file"));
        }
        // On Windows a name such as `NUL` leads elsewhere, too; but a listed name is a file.
        let is_device = cfg!(windows) && fault_of(name).is_some();
        if !is_device && !name.contains(char::REPLACEMENT_CHARACTER) {
            return Ok(path);
        }
        let entries = fs::read_dir(&self.0).map_err(|error| FileError::new(name, error))?;
        let mut entries = entries.flatten().filter(|entry| entry.file_name().to_string_lossy() == name);
        entries.next().map(|entry| entry.path()).ok_or_else(|| FileError::no_such_file(name))
    }
}

/// Returns the reason why a name cannot be a file name; `None` for a valid name.
fn fault_of(name: &str) -> Option<&'static str> {
    /// Names of devices in Windows, with any extension. `COM` and `LPT` only with a digit.
    const DEVICES: [&str; 6] = ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"];
    /// Maximum length that all systems accept, in bytes.
    const LONGEST: usize = 204;
    let base = name.split('.').next().unwrap_or_default().trim_end().to_ascii_uppercase();
    let port = base.strip_prefix("COM").or_else(|| base.strip_prefix("LPT"));
    let is_port = port
        .is_some_and(|number| number.chars().count() == 1 && !number.starts_with(|it: char| it.is_ascii_alphabetic()));
    let acts = |letter: char| letter.is_control() || redirects(letter);
    match () {
        () if name.is_empty() => Some("it is empty"),
        () if name.len() > LONGEST => Some("it is too long"),
        () if name.contains(acts) => Some("it has characters that do not show"),
        () if name.contains(['/', '\\', ':', '<', '>', '"', '|', '?', '*']) => {
            Some("it has characters that lead elsewhere")
        }
        () if name.starts_with(['-', '.', ' ', '~']) => Some("it begins like an option, a hidden file or a folder"),
        () if name.ends_with(['.', ' ']) => Some("it ends in a dot or a space"),
        () if DEVICES.contains(&base.as_str()) || is_port => Some("it is the name of a device"),
        () => None,
    }
}

impl Files for Folder {
    fn names(&self) -> Result<Vec<String>, FileError> {
        let failed = |error: std::io::Error| FileError::new(self.0.display().to_string(), error);
        let mut names = Vec::new();
        for entry in fs::read_dir(&self.0).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let is_folder = fs::metadata(entry.path()).is_ok_and(|what| what.is_dir());
            names.extend((!is_folder).then(|| entry.file_name().to_string_lossy().into_owned()));
        }
        names.sort_unstable();
        Ok(names)
    }

    fn read(&self, name: &str) -> Result<Vec<u8>, FileError> {
        read_regular(&self.path_of_listed(name)?, name)
    }

    fn size_of(&self, name: &str) -> Option<u64> {
        let what = fs::metadata(self.path_of_listed(name).ok()?).ok()?;
        what.is_file().then_some(what.len())
    }

    fn head(&self, name: &str, most: usize) -> Result<Vec<u8>, FileError> {
        let (file, mut bytes) = (open_regular(&self.path_of_listed(name)?, name)?, Vec::new());
        file.take(most as u64).read_to_end(&mut bytes).map_err(|error| FileError::new(name, error))?;
        Ok(bytes)
    }

    fn origins(&self, name: &str) -> Vec<String> {
        let path = self.path_of_listed(name).ok().filter(|path| path.is_file());
        path.map(|path| path.display().to_string()).into_iter().collect()
    }
}

/// Opens a regular file. Reading a pipe of that name might never end.
pub(super) fn open_regular(path: &Path, name: &str) -> Result<File, FileError> {
    let failed = |error: std::io::Error| FileError::new(name, error);
    if !fs::metadata(path).map_err(failed)?.is_file() {
        return Err(FileError::new(name, "is not a regular file, and is not read"));
    }
    File::open(path).map_err(failed)
}

/// The bytes of a regular file.
pub(super) fn read_regular(path: &Path, name: &str) -> Result<Vec<u8>, FileError> {
    let mut bytes = Vec::new();
    let read = open_regular(path, name)?.read_to_end(&mut bytes);
    read.map_err(|error| FileError::new(name, error))?;
    Ok(bytes)
}

/// The entry of a folder with a name, ignoring case; an exact match takes precedence. `None` for a name that leads elsewhere.
pub(super) fn in_any_case(folder: &Path, name: &str) -> Option<PathBuf> {
    let exact = Folder::new(folder).path_of(name).ok().filter(|path| path.exists());
    if exact.is_some() {
        return exact;
    }
    let entries = fs::read_dir(folder).ok()?.flatten();
    let mut found: Vec<PathBuf> = entries
        .filter(|entry| entry.file_name().to_string_lossy().eq_ignore_ascii_case(name))
        .map(|entry| entry.path())
        .collect();
    found.sort_unstable();
    found.into_iter().next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_from_inside_a_file_becomes_a_path_only_if_it_leads_nowhere_else() {
        let folder = Folder::new("rooms");
        for name in ["m01aa_01", "room 1.wok", "café", "a.b", "com", "console", "lpta", "nul_room", "part-2"] {
            assert_eq!(folder.path_of(name), Ok(Path::new("rooms").join(name)));
        }
        for name in [
            "",
            ".",
            "..",
            "../up",
            "/some/folder/r.wok",
            "a/b",
            r"..\x.wok",
            r"\\host\share\x.wok",
            r"\\.\pipe\x",
            "C:x.wok",
            r"C:\x.wok",
            "a.wok:stream",
            "-rf",
            ".wok",
            ".walkmesh-journal",
            "~",
            "CON",
            "con.wok",
            "Nul.wok",
            "aux ",
            "COM1",
            "lpt9.x",
            "COM\u{b9}",
            "conin$",
            "dot.",
            "space ",
            "nul\0.wok",
            "new\nline",
            "\u{1b}[31m",
            "\u{202e}kow",
            "what?",
        ] {
            assert!(folder.path_of(name).is_err(), "{name:?}");
        }
        assert!(folder.path_of(&"a".repeat(205)).is_err());
    }

    #[test]
    fn a_folder_reads_no_file_outside_of_it() {
        let outer = tempfile::tempdir().expect("a folder");
        let secret = outer.path().join("secret.wok");
        fs::write(&secret, "secret").expect("a file");
        fs::create_dir(outer.path().join("rooms")).expect("a folder");
        let rooms = Folder::new(outer.path().join("rooms"));
        let secret = secret.to_str().expect("text");
        for name in ["../secret.wok", secret, ".", "..", "", "../rooms/../secret.wok"] {
            assert!(rooms.read(name).is_err(), "{name}");
            assert!(rooms.origins(name).is_empty(), "{name}");
            assert_eq!(in_any_case(rooms.path(), name), None, "{name}");
        }
    }
}
