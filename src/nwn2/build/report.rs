//! The result of a build.

use crate::nwn2::{CrowdedTile, Walkmesh};

/// The result of a build.
#[derive(Clone, Debug, PartialEq)]
#[must_use]
#[non_exhaustive]
pub struct BuildResult {
    /// The walkmesh as the toolset saves it in a TRN: with planes and links, but without path tables and islands, which the
    /// [bake](Walkmesh::bake) makes. The game cannot use it before the bake, and
    /// [`Terrain::new`](crate::nwn2::Terrain::new) refuses it. [`Terrain::new_unbaked`](crate::nwn2::Terrain::new_unbaked)
    /// makes a TRN from it.
    pub walkmesh: Walkmesh,
    /// The report.
    pub report: BuildReport,
}

/// The changes of a build to the triangles.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct BuildReport {
    /// For each triangle of the walkmesh, the input triangle that it equals or was cut from.
    pub sources: Vec<u32>,
    /// The triangles that were cut at the borders of tiles.
    pub cut: Vec<usize>,
    /// The triangles without an area in the plan view, which were left out.
    pub degenerate: Vec<usize>,
    /// Number of vertices that were merged with an earlier one at the same point.
    pub welded: usize,
    /// The tiles with too many walkable triangles: a bake will refuse them.
    pub crowded: Vec<CrowdedTile>,
}
