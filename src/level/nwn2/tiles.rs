//! The tiles of an interior's ARE: the floors of their models in other areas.

use std::sync::Arc;

use crate::formats::Limits;
use crate::nwn2::{Are, Terrain, TileMeshes};

use super::super::file_index::{FileIndex, IndexedFiles};
use super::super::files::stem;

impl IndexedFiles<'_> {
    /// The floors of NWN2 tile models, found in the interiors among these files: each TRN with the ARE of its name. Each file is read once.
    /// Files that cannot be read, or are over the limits, are left out.
    #[must_use]
    pub fn tile_meshes(&self, limits: &Limits) -> Arc<TileMeshes> {
        tile_meshes(&self.index(), limits)
    }
}

pub(super) fn tile_meshes(files: &FileIndex<'_>, limits: &Limits) -> Arc<TileMeshes> {
    let read = || {
        let mut meshes = TileMeshes::default();
        for file in files.with_extension(&["are"]) {
            add(&mut meshes, file, files, limits);
        }
        meshes
    };
    Arc::clone(files.tile_meshes(read))
}

fn add(meshes: &mut TileMeshes, are: &str, files: &FileIndex<'_>, limits: &Limits) -> Option<()> {
    let trn = files.find(&format!("{}.trn", stem(are)))?;
    let terrain = Terrain::from_bytes_with(&files.read(trn).ok()?, limits).ok()?;
    let are = Are::from_bytes(&files.read(are).ok()?).ok()?;
    meshes.add_area(&are, terrain.walkmesh().ok()?);
    Some(())
}
