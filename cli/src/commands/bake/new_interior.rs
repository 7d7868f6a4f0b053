//! Makes the TRN of a new NWN2 interior from its ARE.

use std::fmt;
use std::path::Path;

use anyhow::{Context, bail, ensure};
use serde::Serialize;
use walkmesh::counted;
use walkmesh::level::{Folder, IndexedFiles};
use walkmesh::nwn2::{Are, AreTile, Terrain, Walkmesh};

use crate::bake_options::BakeOptions;
use crate::limits::limits;

/// The result of making a TRN.
#[derive(Serialize)]
pub struct NewInterior {
    /// Number of tiles that got the floor of their models.
    tiles: usize,
    triangles: usize,
    /// The tiles whose models have floor in no area.
    unknown: Vec<AreTile>,
}

/// Makes a TRN from the tiles of an ARE, with the floors of the tile models in the areas beside it and in the named
/// folder.
pub fn make(path: &Path, bytes: &[u8], options: &BakeOptions) -> anyhow::Result<(Vec<u8>, NewInterior)> {
    let are = Are::from_bytes(bytes)?;
    let size = are.size().context("the ARE has no Width and Height")?;
    let tiles = are.tiles();
    ensure!(
        !tiles.is_empty(),
        "the ARE has no tiles, so it is not an interior; the floor of an exterior is in its TRN"
    );
    let folder = Folder::new(path.parent().unwrap_or(Path::new("")));
    let beside = IndexedFiles::new(&folder)?.tile_meshes(&limits());
    let mut floor = Walkmesh::new_interior(size)?;
    for meshes in [beside].into_iter().chain(options.tiles()?) {
        floor.fill_tiles(&tiles, &meshes)?;
    }
    let unknown = floor.tiles_without_floor(&are);
    if let Some(AreTile { key, .. }) = unknown.first().filter(|_| !options.accepts_missing_tiles()) {
        bail!(
            "no area at hand has the tile models of {} with floor, the first of them row {}, variation {}: name a folder with more areas \
             (--tiles), or accept it (--accept-missing-tiles)",
            counted(unknown.len(), "tile"),
            key.appearance,
            key.variation
        );
    }
    let made = NewInterior { tiles: tiles.len() - unknown.len(), triangles: floor.triangles().len(), unknown };
    Ok((Terrain::new_unbaked(size, floor)?.to_bytes()?, made))
}

impl fmt::Display for NewInterior {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { tiles, triangles, unknown } = self;
        write!(f, "{} in {}", counted(*triangles, "triangle"), counted(*tiles, "tile"))?;
        if unknown.is_empty() {
            Ok(())
        } else {
            write!(f, "; {} without a known floor", counted(unknown.len(), "tile"))
        }
    }
}
