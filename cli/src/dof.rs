//! The floors of a Silkroad dungeon: its DOF, and the BMS of each block beside it.

use std::fs;
use std::path::Path;

use anyhow::{Context, ensure};
use walkmesh::formats::bms::{Bms, NavMesh};
use walkmesh::formats::dof::Dof;
use walkmesh::formats::{Document, Format};
use walkmesh::silkroad::Floors;

use crate::input::Input;

/// Reads the floors. A block whose BMS is not there has none; that of all is a mistake.
pub fn floors(path: &Path) -> anyhow::Result<Floors> {
    read(path).with_context(|| path.display().to_string())
}

fn read(path: &Path) -> anyhow::Result<Floors> {
    let input = Input::open(path)?;
    ensure!(input.format == Format::Dof, "is no DOF, but {}", input.format);
    let dof = Dof::from_bytes(&input.bytes)?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let meshes = dof.blocks.blocks.iter().map(|block| floor(folder, &block.path.bytes));
    let meshes = meshes.collect::<anyhow::Result<Vec<_>>>()?;
    ensure!(meshes.iter().any(Option::is_some), "has beside it no BMS with a floor, of any of its blocks");
    Ok(Floors::new(&dof, meshes))
}

/// The floor of a block. Its path is that of a BSR somewhere in the game's archive; what is asked for is the BMS of that
/// name.
fn floor(folder: &Path, path: &[u8]) -> anyhow::Result<Option<NavMesh>> {
    let path = String::from_utf8_lossy(path);
    let name = path.rsplit(['/', '\\']).next().unwrap_or_default();
    let file = folder.join(Path::new(name).with_extension("bms"));
    if !file.is_file() {
        return Ok(None);
    }
    let read = || anyhow::Ok(Bms::from_bytes(&fs::read(&file)?)?.nav_mesh);
    read().with_context(|| format!("the floor {}", file.display()))
}
