//! Neverwinter Nights 2: the walkmesh of an area, from a TRN or a TRX.
//!
//! ```
//! use walkmesh::nwn2::{BakeOptions, Terrain, TriangleId, Walkmesh};
//!
//! let mut area = Terrain::new_unbaked([1, 1], Walkmesh::default())?;
//! area.bake(&BakeOptions::default())?;
//! let walkmesh = area.walkmesh()?;
//! assert_eq!(walkmesh.triangles().len(), 0);
//! assert!(walkmesh.triangle(TriangleId(0)).is_none());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Terrain`] is the file, and [`Walkmesh`] is its packet that controls the movement of creatures. Lengths are in
//! metres, and z is up; plan coordinates are `[x, y]`.
//!
//! Source: docs/formats/trn-aswm.md, which separates the statements of others from measurements on 188 real files.

mod are;
mod bake;
mod build;
mod carve;
mod check;
mod diff;
mod edit;
mod error;
mod exchange;
mod exterior;
mod floor;
mod footprints;
mod git;
mod ids;
mod learn;
#[cfg(feature = "picture")]
mod picture;
mod place;
mod query;
mod repair;
pub mod research;
mod sides;
mod terrain;
mod tile_meshes;
mod tiling;
mod two_da;
mod views;
mod walkmesh;

pub use are::{Are, AreTile, TileKey};
pub use bake::{BakeOptions, BakeReport, Border, LeftUndone, LineOfSight, TileCounts, Tiling, Uninitialised};
pub use build::{BuildFace, BuildOptions, BuildReport, BuildResult, Spanning, build};
pub(crate) use carve::carve_and_bake;
pub use carve::{
    CarveOptions, CarveReport, CarveResult, Crowding, Cutter, EmptiedTile, FloorLoss, FloorLossCause, Obstacles, Part,
    SkipReason, SkippedCutter, carve,
};
pub use diff::{Doubt, GeometryDiff, PlacedTriangle, TrianglePair};
pub use edit::{AreaReader, EditError, EditReport, OptimiseOptions, Saving, Savings, Selection, WalkmeshEdit};
pub use error::{
    BakeError, BuildError, CarveError, CrowdedTile, FootprintError, MAX_BUILD_TILES, MAX_BUILD_TRIANGLES,
    OptimiseError, RouteError, TableError, TerrainError, TilingError,
};
pub(crate) use exchange::class_of;
pub use exchange::{ImportError, flags_of_name};
pub use exterior::TerrainMaterials;
pub use floor::{FloorMaterial, flags};
pub use footprints::{
    Footprint, FootprintShape, FootprintSource, Footprints, MAX_FOOTPRINT_POINTS, ModelError, PlaceableModels,
    PlacedFootprints, PlacedObject, PlacedWalkMesh, WalkMesh,
};
pub use git::{CutterNote, Git, GitCutters, GitObject, GitObjectKind};
pub use ids::{EdgeId, IslandId, TileId, TriangleId, VertexId};
pub use learn::{
    Agreement, AreaTrial, Gain, LearnOptions, LearnReport, LearnedFootprint, LearningArea, UnlearnedAppearance,
    UnlearnedReason, learn_footprints,
};
pub use query::{FaceMask, Navigator, RouteStep};
pub use terrain::Terrain;
pub use tile_meshes::TileMeshes;
pub use views::{Island, Link, Tile, Triangle};
pub use walkmesh::Walkmesh;

crate::finding::rule_table!(
    check,
    check::packets,
    check::triangles,
    check::tiles,
    check::tables,
    check::carving,
    check::ground,
    check::islands,
    check::routes
);
