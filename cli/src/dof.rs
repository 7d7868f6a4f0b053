//! A Silkroad dungeon: its DOF, and the BMS of each block in the same folder.

use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, anyhow, ensure};
use walkmesh::level::{FileError, Files, Kind, Level, LevelError, OpenOptions};

use crate::input::{self, Input};
use crate::limits::limits;
use crate::location::Location;
use crate::storage;

/// Whether a path is named like the DOF of a dungeon.
pub fn is_dof(path: &Path) -> bool {
    input::promised_kind(path) == Some(Kind::Dof)
}

/// Opens a dungeon by its DOF. If no block has a floor, that is an error.
pub fn open(dof: Input) -> anyhow::Result<Level> {
    let path = dof.path.clone();
    read(&path, dof).with_context(|| path.to_string())
}

/// Opens the tables of a dungeon with the floors of a DOF. If no block has a floor, that is an error.
pub fn with_tables(tables: Input, dof: &Path) -> anyhow::Result<Level> {
    let is_dof = || {
        let kind = Input::open(dof)?.kind;
        ensure!(kind == Kind::Dof, "this is {kind}; the floors of a dungeon are read from its .dof");
        Ok(())
    };
    is_dof().and_then(|()| read(&dof.into(), tables)).with_context(|| dof.display().to_string())
}

/// The files of a dungeon: those of the DOF's folder, and the one by which it is opened, which may be elsewhere.
struct DungeonFiles {
    folder: Arc<dyn Files>,
    name: String,
    bytes: Vec<u8>,
}

impl Files for DungeonFiles {
    fn names(&self) -> Result<Vec<String>, FileError> {
        let others = self.folder.names()?.into_iter().filter(|name| *name != self.name);
        Ok(std::iter::once(self.name.clone()).chain(others).collect())
    }

    fn read(&self, name: &str) -> Result<Vec<u8>, FileError> {
        if name == self.name { Ok(self.bytes.clone()) } else { self.folder.read(name) }
    }
}

fn read(dof: &Location, main: Input) -> anyhow::Result<Level> {
    let name = |at: &Location| at.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let folder = dof.parent().filter(|folder| *folder != Location::from("")).unwrap_or(Location::from("."));
    let files = DungeonFiles { folder: storage::files(folder)?, name: name(&main.path), bytes: main.bytes };
    let options = OpenOptions::default().with_limits(limits()).with_dof(name(dof));
    let level = Level::open(&files, &files.name, &options);
    let level = level.map_err(|error| match error {
        LevelError::Open { name: of, error } if of == name(dof) || of == files.name => error.into(),
        error @ (LevelError::Open { .. } | LevelError::File(_)) => anyhow!("the floor {error}"),
        error => anyhow!(error),
    })?;
    let floors = level.as_floors().context("these are not floors of a dungeon")?;
    ensure!(floors.has_any(), "no block has a BMS file with a floor beside this DOF");
    Ok(level)
}
