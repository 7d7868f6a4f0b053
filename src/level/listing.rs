//! [`levels`]: the levels that a set of files holds.

use std::collections::BTreeSet;

use super::Kind;
use super::file_index::IndexedFiles;
use super::files::{FileError, Files};

/// A level among files.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct LevelName {
    /// The file by which [`Level::open`](super::Level::open) opens it.
    pub file: String,
    /// What it is, in words, such as `area of KotOR`.
    pub what: &'static str,
}

/// The levels that files hold, by what their names say: areas first, then what is in no area.
///
/// A room that a layout lists is a part of its area and no level of its own. Of a TRN and a TRX of one area the TRX is named,
/// because that is what the game loads.
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
}

/// The levels among files, as their games add them.
#[derive(Default)]
pub(super) struct Listing {
    places: Vec<LevelName>,
    lone: Vec<LevelName>,
    /// The files that are a part of a place.
    parts: BTreeSet<String>,
}

impl Listing {
    /// Adds a whole place, and the files that are parts of it and no levels of their own.
    pub(super) fn add_place<'n>(&mut self, file: &str, what: &'static str, parts: impl IntoIterator<Item = &'n str>) {
        self.places.push(LevelName { file: file.to_owned(), what });
        self.parts.extend(parts.into_iter().map(str::to_owned));
    }

    /// Adds a file that is a level by itself, unless it is a part of a place.
    pub(super) fn add_file(&mut self, file: &str, what: &'static str) {
        self.lone.push(LevelName { file: file.to_owned(), what });
    }

    fn levels(mut self) -> Vec<LevelName> {
        self.lone.retain(|level| !self.parts.contains(&level.file));
        self.places.append(&mut self.lone);
        self.places
    }
}
