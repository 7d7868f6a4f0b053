//! What was built, and what had to be done for it.

use crate::nwn2::{CrowdedTile, Walkmesh};

/// What was built, and what had to be done for it.
#[derive(Clone, Debug, PartialEq)]
#[must_use]
pub struct Built {
    /// The walkmesh as the toolset saves it in a TRN: with planes and links, and without path tables and islands, which
    /// the [bake](Walkmesh::bake) makes. The game cannot use it before that, so that
    /// [`Terrain::new`](crate::nwn2::Terrain::new) refuses it; [`Terrain::new_unbaked`](crate::nwn2::Terrain::new_unbaked) makes a
    /// TRN of it.
    pub walkmesh: Walkmesh,
    /// What was done.
    pub report: BuildReport,
}

/// What building did to the triangles.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct BuildReport {
    /// For each triangle of the walkmesh the one that it was, or was cut from.
    pub sources: Vec<u32>,
    /// The triangles that were cut at tile borders.
    pub cut: Vec<usize>,
    /// The triangles that have no area seen from above, and were left out.
    pub degenerate: Vec<usize>,
    /// Vertices that stood where another one stands already, and became that one.
    pub welded: usize,
    /// The tiles with too many walkable triangles: a bake will refuse them.
    pub crowded: Vec<CrowdedTile>,
}
