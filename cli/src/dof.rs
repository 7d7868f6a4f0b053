//! A Silkroad dungeon: its DOF, and the BMS of each block in the same folder.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, ensure};
use walkmesh::any::Kind;
use walkmesh::formats::Document;
use walkmesh::formats::bms::Bms;
use walkmesh::formats::dof::Dof;
use walkmesh::silkroad::Floors;

use crate::input::{self, Input};

/// A DOF, and for each of its blocks the file of its floor, if there is one.
pub struct DungeonFiles {
    pub dof: Dof,
    pub floors: Vec<Option<Arc<FloorFile>>>,
}

/// A BMS. Several blocks may have the same one; it is read once.
#[derive(Clone)]
pub struct FloorFile {
    pub path: PathBuf,
    pub bytes: Vec<u8>,
    pub bms: Bms,
}

/// Reads the floors. A block whose BMS is missing has no floor; if no block has one, that is an error.
pub fn floors(path: &Path) -> anyhow::Result<Floors> {
    Ok(open(path)?.floors())
}

/// Reads a dungeon. A block whose BMS is missing has no floor; if no block has one, that is an error.
pub fn open(path: &Path) -> anyhow::Result<DungeonFiles> {
    read(path).with_context(|| path.display().to_string())
}

impl DungeonFiles {
    /// The floors where their blocks stand.
    pub fn floors(&self) -> Floors {
        let mesh = |file: &Option<Arc<FloorFile>>| file.as_ref().and_then(|file| file.bms.nav_mesh.clone());
        Floors::new(&self.dof, self.floors.iter().map(mesh).collect())
    }
}

fn read(path: &Path) -> anyhow::Result<DungeonFiles> {
    let input = Input::open(path)?;
    ensure!(input.kind == Kind::Dof, "this is {}; the floors of a dungeon are read from its .dof", input.kind);
    let dof = Dof::from_bytes(&input.bytes)?;
    let mut beside = Beside::new(path)?;
    let floors = dof.blocks.blocks.iter().map(|block| beside.floor(&block.path.bytes));
    let floors = floors.collect::<anyhow::Result<Vec<_>>>()?;
    let meshes = || floors.iter().flatten().filter_map(|file| file.bms.nav_mesh.as_ref());
    ensure!(meshes().next().is_some(), "no block has a BMS file with a floor beside this DOF");
    let rows: usize = meshes().map(Floors::rows).sum();
    ensure!(
        rows <= Floors::MOST_ROWS,
        "the floors of its blocks have {rows} vertices, cells and edges together, more than the {} that are read; no \
         known dungeon has a sixteenth of them, so the DOF is most likely damaged",
        Floors::MOST_ROWS
    );
    Ok(DungeonFiles { dof, floors })
}

/// The files beside a DOF by their lower-case names. The game's archive ignores case, and real files are called `.BMS`
/// as often as `.bms`.
struct Beside {
    files: BTreeMap<String, PathBuf>,
    /// The files that were read, by the same names.
    read: BTreeMap<String, Arc<FloorFile>>,
}

impl Beside {
    fn new(dof: &Path) -> anyhow::Result<Self> {
        let folder = dof.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let mut files = Vec::new();
        for entry in fs::read_dir(folder).with_context(|| format!("the folder {}", folder.display()))? {
            files.push(entry?.path());
        }
        // If two names differ only in case, every machine takes the same one: the first.
        files.sort_by(|a, b| b.cmp(a));
        let name = |file: &PathBuf| Some(file.file_name()?.to_string_lossy().to_lowercase());
        let files = files.into_iter().filter_map(|file| Some((name(&file)?, file))).collect();
        Ok(Self { files, read: BTreeMap::new() })
    }

    /// The floor of a block. A block's path names a BSR somewhere in the game's archive; the floor is in the BMS of the
    /// same name.
    fn floor(&mut self, path: &[u8]) -> anyhow::Result<Option<Arc<FloorFile>>> {
        let path = String::from_utf8_lossy(path);
        let name = path.rsplit(['/', '\\']).next().unwrap_or_default();
        let name = Path::new(name).with_extension("bms").to_string_lossy().to_lowercase();
        if let Some(floor) = self.read.get(&name) {
            return Ok(Some(Arc::clone(floor)));
        }
        let Some(file) = self.files.get(&name) else { return Ok(None) };
        let read = || {
            let bytes = input::read_regular(file)?;
            anyhow::Ok(Arc::new(FloorFile { path: file.clone(), bms: Bms::from_bytes(&bytes)?, bytes }))
        };
        let floor = read().with_context(|| format!("the floor {}", file.display()))?;
        self.read.insert(name, Arc::clone(&floor));
        Ok(Some(floor))
    }
}
