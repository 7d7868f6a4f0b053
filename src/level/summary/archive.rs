//! An archive in numbers.

use std::collections::BTreeMap;

use crate::formats::biff::Biff;
use crate::formats::erf::Erf;
use crate::formats::key::KeyFile;
use crate::formats::resource_type::{Numbering, file_name};
use crate::formats::rim::Rim;
use crate::level::archive::Archive;
use crate::level::files::{Files, Memory, extension, has_extension};
use crate::level::{LevelName, levels};

/// An archive in numbers, or the list of a game's archives.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct ArchiveSummary {
    /// The type and version in the header, such as `MOD V1.0`.
    pub version: String,
    /// Number of files.
    pub files: usize,
    /// The files by their types, in the order of the extensions.
    pub types: Vec<TypeSummary>,
    /// The levels that it has, judging by their names.
    pub levels: Vec<LevelName>,
    /// Files that games do not find, because an earlier one has the same name.
    pub hidden: Vec<String>,
    /// Files that end past the end of a damaged archive.
    pub cut_off: Vec<String>,
}

/// The files of one type in an archive.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct TypeSummary {
    /// Their extension, in lower case.
    pub extension: String,
    /// Number of files of this type.
    pub files: usize,
    /// Number of bytes, in total; `None` for a list, which does not store it.
    pub bytes: Option<u64>,
}

impl ArchiveSummary {
    /// The summary of an archive. Only its layouts are read.
    #[must_use]
    pub fn of_archive(archive: &Archive) -> Self {
        let names = archive.names().unwrap_or_default();
        let sizes = names.iter().map(|name| (name.as_str(), archive.size_of(name)));
        let levels = levels(archive).unwrap_or_default();
        let (hidden, cut_off) = (archive.hidden().to_vec(), archive.cut_off());
        Self { hidden, cut_off, ..Self::listing(archive.version().to_owned(), sizes, levels) }
    }

    pub(in crate::level) fn new(document: &impl Listed) -> Self {
        let files = document.listed();
        let sizes = files.iter().map(|(name, bytes)| (name.as_str(), bytes.map(|bytes| bytes.len() as u64)));
        // Only layouts are read, to find the rooms that are parts of an area.
        let read = |name: &str, bytes: &Option<&[u8]>| {
            bytes.filter(|_| has_extension(name, "lyt")).unwrap_or_default().to_vec()
        };
        let memory: Memory = files.iter().map(|(name, bytes)| (name.clone(), read(name, bytes))).collect();
        Self::listing(document.version(), sizes, levels(&memory).unwrap_or_default())
    }

    fn listing<'n>(
        version: String,
        files: impl Iterator<Item = (&'n str, Option<u64>)>,
        levels: Vec<LevelName>,
    ) -> Self {
        let mut types = BTreeMap::<String, TypeSummary>::new();
        let mut count = 0;
        for (name, size) in files {
            count += 1;
            let extension = extension(name).unwrap_or_default().to_ascii_lowercase();
            let new = || TypeSummary { extension: extension.clone(), files: 0, bytes: size.map(|_| 0) };
            let of_type = types.entry(extension.clone()).or_insert_with(new);
            of_type.files += 1;
            of_type.bytes = of_type.bytes.zip(size).map(|(bytes, size)| bytes.saturating_add(size));
        }
        Self {
            version,
            files: count,
            types: types.into_values().collect(),
            levels,
            hidden: Vec::new(),
            cut_off: Vec::new(),
        }
    }
}

/// A document that contains named files.
pub(in crate::level) trait Listed {
    /// The type and version in the header.
    fn version(&self) -> String;

    /// The names of its files, and their bytes if it has them.
    fn listed(&self) -> Vec<(String, Option<&[u8]>)>;
}

impl Listed for Erf {
    fn version(&self) -> String {
        format!("{} {}", String::from_utf8_lossy(&self.file_type).trim_end(), self.version)
    }

    fn listed(&self) -> Vec<(String, Option<&[u8]>)> {
        let numbering = self.version.numbering();
        let member = |id: u32| self.members.get(usize::try_from(id).ok()?).map(Vec::as_slice);
        self.keys.iter().map(|key| (key.file_name(numbering), member(key.resource_id))).collect()
    }
}

impl Listed for Rim {
    fn version(&self) -> String {
        "RIM V1.0".to_owned()
    }

    fn listed(&self) -> Vec<(String, Option<&[u8]>)> {
        self.members.iter().map(|member| (member.file_name(), Some(member.data.as_slice()))).collect()
    }
}

impl Listed for Biff {
    fn version(&self) -> String {
        "BIFF V1".to_owned()
    }

    /// A BIFF has no names; the index serves as the name.
    fn listed(&self) -> Vec<(String, Option<&[u8]>)> {
        let name = |index: usize, number| file_name(index.to_string().as_bytes(), number, Numbering::Kotor);
        let members = self.members.iter().enumerate();
        members.map(|(index, member)| (name(index, member.resource_type), Some(member.data.as_slice()))).collect()
    }
}

impl Listed for KeyFile {
    fn version(&self) -> String {
        "KEY V1".to_owned()
    }

    fn listed(&self) -> Vec<(String, Option<&[u8]>)> {
        self.keys.iter().map(|key| (key.file_name(), None)).collect()
    }
}
