//! [`DungeonFloors`]: the blocks of a Silkroad dungeon and the meshes of their floors.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use crate::formats::bms::{Bms, NavMesh};
use crate::formats::dof::Dof;
use crate::formats::{Document, Limits};
use crate::silkroad::Floors;

use super::super::LevelError;
use super::super::file_index::FileIndex;
use super::super::files::{Files, stem};

/// The maximum total of vertices, cells and edges in the floors of a dungeon, all blocks together: 16 times the numbers of the
/// largest known dungeon, which has 17,426 cells. Blocks may share a file, but each has a floor at its own position, so a
/// DOF that names one file for very many blocks would take gigabytes.
const MAX_ROWS: usize = 1_000_000;

/// A DOF, and for each of its blocks the file of its floor, if there is one.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct DungeonFloors {
    /// The blocks.
    pub dof: Dof,
    /// One entry for each block.
    pub meshes: Vec<Option<Arc<FloorMesh>>>,
}

/// The BMS of a floor. Several blocks may share one; it is read once.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct FloorMesh {
    /// The name of the file.
    pub name: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// Its content.
    pub bms: Bms,
}

impl DungeonFloors {
    /// Reads the floors of the blocks of a DOF. A block's path names a BSR somewhere in the game's archive; the floor is in the BMS of the
    /// same name, ignoring case. A block without such a file has no floor.
    ///
    /// # Errors
    /// [`LevelError::File`] and [`LevelError::Open`] for a BMS that cannot be read, and [`LevelError::TooManyRows`].
    pub fn read(dof: Dof, files: &dyn Files, limits: &Limits) -> Result<Self, LevelError> {
        Self::read_named(dof, &FileIndex::new(files)?, limits)
    }

    /// [`read`](Self::read), from files that are already listed.
    pub(in crate::level) fn read_named(dof: Dof, files: &FileIndex, limits: &Limits) -> Result<Self, LevelError> {
        let mut known = HashMap::new();
        let (mut meshes, mut rows) = (Vec::new(), 0);
        for block in &dof.blocks.blocks {
            let path = String::from_utf8_lossy(&block.path.bytes);
            let wanted = format!("{}.bms", stem(path.rsplit(['/', '\\']).next().unwrap_or_default()));
            let Some(name) = files.find(&wanted) else {
                meshes.push(None);
                continue;
            };
            let mesh: &Arc<FloorMesh> = match known.get(name) {
                Some(mesh) => mesh,
                None => known.entry(name).or_insert(Arc::new(FloorMesh::read(files, name, limits)?)),
            };
            rows += mesh.rows();
            meshes.push(Some(Arc::clone(mesh)));
        }
        if rows > MAX_ROWS {
            return Err(LevelError::TooManyRows { rows, most: MAX_ROWS });
        }
        Ok(Self { dof, meshes })
    }

    /// The blocks of a DOF, without any floor.
    pub(super) fn without_meshes(dof: Dof) -> Self {
        let meshes = vec![None; dof.blocks.blocks.len()];
        Self { dof, meshes }
    }

    /// Returns whether any block has a floor.
    #[must_use]
    pub fn has_any(&self) -> bool {
        self.meshes.iter().flatten().any(|mesh| mesh.bms.nav_mesh.is_some())
    }

    /// The floors, at the positions of their blocks.
    #[must_use]
    pub fn floors(&self) -> Floors {
        let mesh = |mesh: &Option<Arc<FloorMesh>>| mesh.as_ref().and_then(|mesh| mesh.bms.nav_mesh.clone());
        Floors::new(&self.dof, self.meshes.iter().map(mesh).collect())
    }

    /// The files that were read, each once, in the order of the blocks.
    pub(super) fn files(&self) -> Vec<(String, Vec<u8>)> {
        let mut seen = HashSet::new();
        let first = self.meshes.iter().flatten().filter(|mesh| seen.insert(mesh.name.as_str()));
        first.map(|mesh| (mesh.name.clone(), mesh.bytes.clone())).collect()
    }
}

impl FloorMesh {
    fn read(files: &FileIndex, name: &str, limits: &Limits) -> Result<Self, LevelError> {
        let bytes = files.read(name)?;
        let bms = Bms::from_bytes_with(&bytes, limits);
        let bms = bms.map_err(|error| LevelError::Open { name: name.to_owned(), error: error.into() })?;
        Ok(Self { name: name.to_owned(), bytes, bms })
    }

    /// Returns the number of vertices, cells and edges of its floor together.
    fn rows(&self) -> usize {
        let rows = |mesh: &NavMesh| mesh.vertices.len() + mesh.cells.len() + mesh.outline.len() + mesh.inline.len();
        self.bms.nav_mesh.as_ref().map_or(0, rows)
    }
}
