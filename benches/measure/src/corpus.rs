//! Lists the real files of the corpus. They belong to others and are not part of the project; without them, each list is
//! empty.

use std::path::{Path, PathBuf};

use walkmesh::kotor;
use walkmesh::nwn2::{Terrain, Walkmesh};

/// The text of a row without a corpus.
pub const NONE: &str = "no corpus of real files; set WALKMESH_CORPUS";

/// The baked areas of Neverwinter Nights 2.
pub fn areas() -> Vec<PathBuf> {
    files("nwn2/trx", |name| name.ends_with(".trx"))
}

/// The areas of Neverwinter Nights 2 as saved by the toolset, each with its objects.
pub fn sources() -> Vec<[PathBuf; 2]> {
    let objects = files("nwn2/git", |name| name.ends_with(".git"));
    let of = |area: PathBuf| {
        let stem = area.file_stem()?;
        let objects = objects.iter().find(|path| path.file_stem().is_some_and(|it| it.eq_ignore_ascii_case(stem)))?;
        Some([area.clone(), objects.clone()])
    };
    files("nwn2/trn", |name| name.ends_with(".trn")).into_iter().filter_map(of).collect()
}

/// The rooms of Knights of the Old Republic, sorted by descending number of faces.
pub fn rooms() -> Vec<kotor::Walkmesh> {
    let read = |path: PathBuf| kotor::Walkmesh::from_bytes(&std::fs::read(path).ok()?).ok();
    let mut rooms: Vec<_> = files("kotor", |name| name.ends_with(".wok")).into_iter().filter_map(read).collect();
    rooms.sort_by_key(|room| std::cmp::Reverse(room.faces().count()));
    rooms
}

/// All files that the command reads.
pub fn all() -> Vec<PathBuf> {
    files("", |name| walkmesh::level::Kind::promised_by(name).is_some())
}

/// The walkmesh of a baked area.
///
/// # Errors
/// Why it cannot be read.
pub fn walkmesh(area: &Path) -> Result<Walkmesh, String> {
    let bytes = std::fs::read(area).map_err(|error| error.to_string())?;
    let terrain = Terrain::from_bytes(&bytes).map_err(|error| error.to_string())?;
    terrain.into_walkmesh().map_err(|error| error.to_string())
}

/// The files in a folder of the corpus, and in the folders inside it, whose names in lower case are wanted.
fn files(part: &str, is_wanted: impl Fn(&str) -> bool + Copy) -> Vec<PathBuf> {
    let given = std::env::var_os("WALKMESH_CORPUS").map(PathBuf::from);
    let beside = || Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/corpus")).to_owned();
    let mut found = Vec::new();
    collect(&given.unwrap_or_else(beside).join(part), is_wanted, &mut found);
    found.sort();
    found
}

fn collect(folder: &Path, is_wanted: impl Fn(&str) -> bool + Copy, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for path in entries.filter_map(|entry| Some(entry.ok()?.path())) {
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
        if path.is_dir() {
            collect(&path, is_wanted, found);
        } else if is_wanted(&name) {
            found.push(path);
        }
    }
}
