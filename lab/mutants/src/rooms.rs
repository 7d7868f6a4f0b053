//! The rooms from which bugs are drawn, and the files of each.

use anyhow::{Context, Result};

/// A part of the project from which bugs are drawn.
pub struct Room {
    pub name: &'static str,
    /// The prefixes of the paths of its files.
    begin: &'static [&'static str],
    /// The prefixes of the paths of files that belong to another room.
    without: &'static [&'static str],
}

/// The archives of all games: their documents, and how a level reads and writes their members.
const ARCHIVES: &[&str] = &[
    "formats/src/archive.rs",
    "formats/src/biff",
    "formats/src/erf",
    "formats/src/key",
    "formats/src/parts.rs",
    "formats/src/resource_type.rs",
    "formats/src/rim",
    "src/level/archive.rs",
    "src/level/files.rs",
    "src/level/game_folder.rs",
    "src/level/rewrite.rs",
    "src/level/zip.rs",
];

pub const ROOMS: &[Room] = &[
    Room { name: "formats", begin: &["formats/src/"], without: ARCHIVES },
    Room {
        name: "bakes",
        begin: &["src/kotor/bake", "src/nwn2/bake", "src/silkroad/bake", "src/crt_sort"],
        without: &[],
    },
    Room { name: "carving", begin: &["src/nwn2/carve", "src/nwn2/footprints", "src/nwn2/learn"], without: &[] },
    Room { name: "mesh", begin: &["crates/mesh/src/mesh/"], without: &[] },
    Room { name: "flaw", begin: &["crates/mesh/src/flaw"], without: &[] },
    Room { name: "level", begin: &["src/level/"], without: ARCHIVES },
    Room { name: "matching", begin: &["crates/exchange/src/exchange/matching"], without: &[] },
    Room { name: "archives", begin: ARCHIVES, without: &[] },
    Room { name: "engine", begin: &["src/kotor/engine"], without: &[] },
];

impl Room {
    /// The room of this name.
    pub fn named(name: &str) -> Result<&'static Self> {
        let known = || ROOMS.iter().map(|room| room.name).collect::<Vec<_>>().join(", ");
        ROOMS.iter().find(|room| room.name == name).with_context(|| format!("no room {name}; there are {}", known()))
    }

    /// Returns whether a file is in the room. Generators of test values are in no room: a bug there changes tests, not files.
    pub fn has(&self, file: &str) -> bool {
        let begins = |list: &[&str]| list.iter().any(|start| file.starts_with(start));
        begins(self.begin) && !begins(self.without) && !file.ends_with("/valid.rs")
    }
}
