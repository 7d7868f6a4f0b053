//! [`Summary`]: the content of a file in numbers.

mod bwm;
mod gff;
mod layout;
mod scene;
mod silkroad;
mod terrain;
mod two_da;
mod walkable;

use crate::mesh::MeshError;
use crate::nwn2::TerrainError;

pub use bwm::{BwmSummary, HookSummary, HooksSummary, MaterialSummary, TransitionsSummary};
pub use gff::{GffSummary, ListSummary};
pub use layout::LayoutSummary;
pub use scene::SceneSummary;
pub use silkroad::{BlocksSummary, DungeonSummary, FloorSummary, LargestCells};
pub use terrain::{Nwn2WalkmeshSummary, PacketsSummary, TerrainSummary};
pub use two_da::TableSummary;
pub use walkable::{LargestPart, Walkable};

/// A file in numbers: counts, versions, where the mesh is, and how its walkable faces are connected.
///
/// With the feature `serde` it serializes to the fields of the one variant that it is.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(untagged))]
#[non_exhaustive]
pub enum Summary {
    /// A KotOR walkmesh.
    Bwm(BwmSummary),
    /// The layout of a KotOR area.
    Lyt(LayoutSummary),
    /// A binary table.
    TwoDa(TableSummary),
    /// A GFF.
    Gff(GffSummary),
    /// An NWN2 area.
    Trn(TerrainSummary),
    /// The inflated walkmesh of an NWN2 area.
    Aswm(Nwn2WalkmeshSummary),
    /// The navigation tables of a Silkroad dungeon.
    AiNav(DungeonSummary),
    /// The blocks of a Silkroad dungeon.
    Dof(BlocksSummary),
    /// A Silkroad mesh.
    Bms(FloorSummary),
    /// A scene of another program.
    Scene(SceneSummary),
}

/// Why a file cannot be summarized.
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
