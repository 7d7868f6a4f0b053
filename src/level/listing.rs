//! [`levels`]: the levels that a set of files holds.

use std::collections::BTreeSet;

use crate::kotor::LayoutRoom;

use super::files::{FileError, FileIndex, Files, stem};
use super::kotor::{layouts, room_file};

/// A level among files.
#[derive(Clone, Debug, PartialEq, Eq)]
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
    let files = FileIndex::of(files)?;
    let mut found = Vec::new();
    let mut add = |file: &str, what| found.push(LevelName { file: file.to_owned(), what });
    let mut rooms = BTreeSet::new();
    for (file, layout) in layouts(&files) {
        let here = layout.rooms().iter().filter(|room| room.name != LayoutRoom::NO_MODEL);
        let here: Vec<&str> = here.filter_map(|room| files.find(&room_file(&room.name))).collect();
        if !here.is_empty() {
            rooms.extend(here.into_iter().map(str::to_owned));
            add(file, "area of KotOR");
        }
    }
    let is_baked = |trn: &&str| files.find(&format!("{}.trx", stem(trn))).is_some();
    files.with_extension(&["trx"]).for_each(|file| add(file, "area of NWN2"));
    files.with_extension(&["trn"]).filter(|trn| !is_baked(trn)).for_each(|file| add(file, "area of NWN2, not baked"));
    let is_dungeon = |dat: &&str| crate::silkroad::region_of_file_name(dat).is_some();
    files.with_extension(&["dat"]).filter(is_dungeon).for_each(|file| add(file, "dungeon of Silkroad"));
    let is_lone = |file: &&str| !rooms.contains(*file);
    files.with_extension(&["wok", "pwk", "dwk"]).filter(is_lone).for_each(|file| add(file, "walkmesh of KotOR"));
    Ok(found)
}
