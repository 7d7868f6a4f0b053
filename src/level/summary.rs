//! Summaries of the files of each kind: the variants of [`Summary`](super::Summary).

mod archive;
mod bwm;
mod gff;
mod layout;
mod model;
mod path_points;
mod scene;
mod silkroad;
mod terrain;
mod two_da;
mod walkable;

use crate::mesh::MeshError;
use crate::nwn2::TerrainError;

pub use archive::{ArchiveSummary, TypeSummary};
pub use bwm::{BwmSummary, HooksSummary, MaterialSummary, TransitionsSummary};
pub use gff::{GffSummary, GitSummary, ListSummary};
pub use layout::{AreaSummary, LayoutSummary};
pub use model::{ModelSummary, WalkMeshSummary};
pub use path_points::PathPointsSummary;
pub use scene::SceneSummary;
pub use silkroad::{BlocksSummary, DungeonSummary, FloorSummary, LargestCells};
pub use terrain::{Nwn2WalkmeshSummary, PacketsSummary, TerrainSummary};
pub use two_da::TableSummary;
pub use walkable::{LargestPart, Walkable};

/// The reason why a file cannot be summarized.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SummaryError {
    /// The mesh has too many faces to find its connected parts.
    #[error(transparent)]
    Mesh(#[from] MeshError),
    /// The walkmesh of an NWN2 area is damaged or over the limits.
    #[error(transparent)]
    Terrain(#[from] TerrainError),
}
