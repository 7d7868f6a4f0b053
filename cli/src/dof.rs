//! A Silkroad dungeon: its DOF, and the BMS of each block in the same folder.

use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, ensure};
use walkmesh::formats::Document;
use walkmesh::formats::dof::Dof;
use walkmesh::level::Kind;
use walkmesh::level::{DungeonFloors, Folder, LevelError};
use walkmesh::silkroad::Floors;

use crate::input::Input;
use crate::limits;

/// Reads the floors. A block whose BMS is missing has no floor; if no block has one, that is an error.
pub fn floors(path: &Path) -> anyhow::Result<Floors> {
    Ok(open(path)?.floors())
}

/// Reads a dungeon. A block whose BMS is missing has no floor; if no block has one, that is an error.
pub fn open(path: &Path) -> anyhow::Result<DungeonFloors> {
    read(path).with_context(|| path.display().to_string())
}

/// The path of a file beside a DOF.
pub fn beside(dof: &Path, name: &str) -> PathBuf {
    folder_of(dof).join(name)
}

fn read(path: &Path) -> anyhow::Result<DungeonFloors> {
    let input = Input::open(path)?;
    ensure!(input.kind == Kind::Dof, "this is {}; the floors of a dungeon are read from its .dof", input.kind);
    let dof = Dof::from_bytes(&input.bytes)?;
    let dungeon = DungeonFloors::read(dof, &Folder::new(folder_of(path)), &limits::limits());
    let dungeon = dungeon.map_err(|error| match error {
        LevelError::TooManyRows { .. } => anyhow!(error),
        error => anyhow!("the floor {error}"),
    })?;
    ensure!(dungeon.has_any(), "no block has a BMS file with a floor beside this DOF");
    Ok(dungeon)
}

fn folder_of(dof: &Path) -> &Path {
    dof.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}
