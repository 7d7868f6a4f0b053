//! The rooms from which bugs are drawn, and the files of each.

use anyhow::{Context, Result};

/// A package in which bugs are planted.
pub struct Package {
    pub name: &'static str,
    /// The folder of its sources.
    pub sources: &'static str,
}

/// Each after those on which it depends.
pub const PACKAGES: &[Package] = &[
    Package { name: "walkmesh-formats", sources: "formats/src/" },
    Package { name: "walkmesh-mesh", sources: "crates/mesh/src/" },
    Package { name: "walkmesh-exchange", sources: "crates/exchange/src/" },
    Package { name: "walkmesh", sources: "src/" },
    Package { name: "walkmesh-cli", sources: "cli/src/" },
];

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
    Room {
        name: "writing",
        begin: &[
            "cli/src/backup",
            "cli/src/commands/undo",
            "cli/src/destination",
            "cli/src/lock",
            "cli/src/save",
            "cli/src/storage",
            "cli/src/temporary",
        ],
        without: &[],
    },
    Room {
        name: "repair",
        begin: &[
            "cli/src/commands/repair",
            "src/kotor/area/layout_recovery",
            "src/kotor/area/repair",
            "src/kotor/area/seams",
            "src/kotor/area/weld",
            "src/kotor/repair",
            "src/nwn2/repair",
            "src/silkroad/fit",
        ],
        without: &[],
    },
    Room {
        name: "checks",
        begin: &[
            "cli/src/commands/check",
            "src/finding",
            "src/floor_rules",
            "src/kotor/area/check",
            "src/kotor/check",
            "src/kotor/layout/check",
            "src/nwn2/check",
            "src/rules",
            "src/silkroad/check",
        ],
        without: &[],
    },
    Room { name: "queries", begin: &["src/kotor/query", "src/nwn2/query", "src/silkroad/query"], without: &[] },
    Room {
        name: "edits",
        begin: &["cli/src/commands/edit", "cli/src/edits", "src/kotor/edit", "src/nwn2/edit"],
        without: &[],
    },
    Room {
        name: "exchange",
        begin: &["crates/exchange/src/exchange/", "src/kotor/exchange", "src/nwn2/exchange", "src/silkroad/exchange"],
        without: &["crates/exchange/src/exchange/matching"],
    },
    Room {
        name: "instances",
        begin: &["src/instances", "src/kotor/contents", "src/kotor/git", "src/kotor/template", "src/nwn2/git"],
        without: &[],
    },
    Room {
        name: "pictures",
        begin: &["crates/exchange/src/picture/", "src/kotor/picture", "src/nwn2/picture", "src/silkroad/picture"],
        without: &[],
    },
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

    /// The room's files, as patterns of git.
    pub fn pathspecs(&self) -> impl Iterator<Item = String> {
        let begin = self.begin.iter().map(|start| format!("{start}*"));
        begin.chain(self.without.iter().map(|start| format!(":(exclude){start}*")))
    }

    /// The first package whose tests can reach the room, by its index.
    pub fn first_package(&self) -> usize {
        let has = |package: &Package| self.begin.iter().any(|start| start.starts_with(package.sources));
        PACKAGES.iter().position(has).expect("a room is in a package")
    }
}
