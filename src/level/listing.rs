//! [`levels`]: the levels that a set of files holds.

use std::collections::BTreeSet;

use super::Kind;
use super::file_index::IndexedFiles;
use super::files::{FileError, Files, has_extension, stem};

/// A level among files.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct LevelName {
    /// The file by which [`Level::open`](super::Level::open) opens it.
    pub file: String,
    /// A description, such as `area of KotOR`.
    pub what: &'static str,
    /// True if it is a whole place, such as an area or a dungeon, not one of its files.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub is_place: bool,
    /// The other files here that are parts of it and not separate levels: the rooms of a layout, the objects of an area.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub parts: Vec<String>,
}

/// The levels among files, by file name: areas first, then files that belong to no area.
///
/// A room that a layout lists is a part of its area, not a separate level. If an area has a TRN and a TRX, the TRX is listed, because the
/// game loads it.
///
/// ```
/// use walkmesh::level::{Memory, levels};
///
/// let files: Memory = [("yard.trn", ""), ("yard.TRX", ""), ("chest0.pwk", ""), ("notes.txt", "")].into_iter().collect();
/// let found: Vec<_> = levels(&files)?.into_iter().map(|level| (level.file, level.what)).collect();
/// assert_eq!(found, [("yard.TRX".to_owned(), "area of NWN2"), ("chest0.pwk".to_owned(), "walkmesh of KotOR")]);
/// # Ok::<(), walkmesh::level::FileError>(())
/// ```
///
/// # Errors
/// [`FileError`]: the files cannot be listed. A layout that cannot be read lists no rooms.
pub fn levels(files: &dyn Files) -> Result<Vec<LevelName>, FileError> {
    Ok(IndexedFiles::new(files)?.levels())
}

impl IndexedFiles<'_> {
    /// The levels that the files hold: [`levels`].
    #[must_use]
    pub fn levels(&self) -> Vec<LevelName> {
        let (files, mut listing) = (self.index(), Listing::default());
        Kind::ALL.iter().for_each(|kind| kind.list(&files, &mut listing));
        listing.levels()
    }

    /// The file from which a baked one is made: for an NWN2 TRX, the TRN of the same name.
    #[must_use]
    pub fn source_of(&self, file: &str) -> Option<&str> {
        has_extension(file, "trx").then(|| self.find(&format!("{}.trn", stem(file))))?
    }

    /// The file that is baked from this one: for an NWN2 TRN, the TRX of the same name.
    #[must_use]
    pub fn baked_of(&self, file: &str) -> Option<&str> {
        has_extension(file, "trn").then(|| self.find(&format!("{}.trx", stem(file))))?
    }
}

/// The levels among files, as their games add them.
#[derive(Default)]
pub(super) struct Listing {
    places: Vec<LevelName>,
    lone: Vec<LevelName>,
}

impl Listing {
    /// Adds a whole place, and the files that are parts of it and not separate levels.
    pub(super) fn add_place<'n>(&mut self, file: &str, what: &'static str, parts: impl IntoIterator<Item = &'n str>) {
        let parts = parts.into_iter().map(str::to_owned).collect();
        self.places.push(LevelName { file: file.to_owned(), what, is_place: true, parts });
    }

    /// Adds a file that is a level by itself, unless it is a part of a place.
    pub(super) fn add_file(&mut self, file: &str, what: &'static str) {
        self.lone.push(LevelName { file: file.to_owned(), what, is_place: false, parts: Vec::new() });
    }

    fn levels(mut self) -> Vec<LevelName> {
        let parts: BTreeSet<&String> = self.places.iter().flat_map(|place| &place.parts).collect();
        let mut lone = self.lone;
        lone.retain(|level| !parts.contains(&level.file));
        self.places.append(&mut lone);
        self.places
    }
}
