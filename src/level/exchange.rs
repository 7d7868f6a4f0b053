//! Any supported walkmesh out to other programs and back.

use crate::exchange::{Export, MatchOptions, NodeReport, Scene, SceneNode, Up};
use crate::silkroad::{self, Placement};
use crate::{kotor, nwn2};

use super::{AnyFile, Kind, Operation, Unsupported};

/// Why a walkmesh cannot go out to another program, or come back.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ExchangeError {
    /// This kind of file has no triangles.
    #[error(transparent)]
    Unsupported(#[from] Unsupported),
    /// A KotOR walkmesh.
    #[error(transparent)]
    Kotor(#[from] kotor::ImportError),
    /// An NWN2 area.
    #[error(transparent)]
    Nwn2(#[from] nwn2::ImportError),
    /// A Silkroad floor.
    #[error(transparent)]
    Silkroad(#[from] silkroad::ImportError),
    /// The walkmesh of an NWN2 area is missing, or cannot be read.
    #[error(transparent)]
    Terrain(#[from] nwn2::TerrainError),
}

impl Kind {
    /// The axis that points up in the game's coordinates.
    #[must_use]
    pub const fn up(self) -> Up {
        match self {
            Self::Bwm | Self::Lyt | Self::TwoDa | Self::Gff | Self::Trn | Self::Aswm => Up::Z,
            Self::AiNav | Self::Dof | Self::Bms => Up::Y,
        }
    }
}

impl AnyFile {
    /// The walkmesh as a scene for other programs: one node with this name.
    ///
    /// # Errors
    /// [`ExchangeError`]: this kind of file has no triangles, or they cannot be read.
    pub fn to_scene(&self, name: &str) -> Result<Export, ExchangeError> {
        let (node, notes) = match self {
            Self::Bwm(walkmesh) => walkmesh.to_scene_node(name),
            Self::Trn(terrain) => terrain.to_scene_node(name)?,
            Self::Aswm(walkmesh) => walkmesh.to_scene_node(name),
            Self::Bms(bms) => silkroad::bms_to_scene_node(bms, name).ok_or(silkroad::ImportError::NoFloor)?,
            Self::Lyt(_) | Self::TwoDa(_) | Self::Gff(_) | Self::AiNav(_) | Self::Dof(_) => {
                return Err(Unsupported { operation: Operation::Exchange, found: self.kind() }.into());
            }
        };
        Ok(Export { scene: Scene { up: self.kind().up(), nodes: vec![node], marks: Vec::new() }, notes })
    }

    /// Takes over the edits of a scene that was made from this file and edited in another program. All of its nodes
    /// together are the walkmesh. If nothing was edited, the file keeps every bit. If it fails, the file is unchanged.
    ///
    /// # Errors
    /// [`ExchangeError`], with the reason.
    pub fn apply_edited(&mut self, edited: &SceneNode, options: &MatchOptions) -> Result<NodeReport, ExchangeError> {
        Ok(match self {
            Self::Bwm(walkmesh) => walkmesh.apply_edited(edited, options)?,
            Self::Trn(terrain) => terrain.apply_edited(edited, options)?,
            Self::Aswm(walkmesh) => walkmesh.apply_edited(edited, options)?,
            Self::Bms(bms) => silkroad::apply_edited_bms(bms, Placement::default(), edited, options)?,
            Self::Lyt(_) | Self::TwoDa(_) | Self::Gff(_) | Self::AiNav(_) | Self::Dof(_) => {
                return Err(Unsupported { operation: Operation::Exchange, found: self.kind() }.into());
            }
        })
    }
}
