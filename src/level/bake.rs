//! [`BakeOptions`] and [`BakeError`]: options and errors of a bake of a level of any game.

use std::sync::Arc;

use crate::{kotor, nwn2, silkroad};

use super::nwn2::of_crowded;
use super::{CutterSource, Unsupported};

/// Options of a bake: facts that the files do not state.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct BakeOptions {
    /// Options for KotOR walkmeshes.
    pub kotor: kotor::BakeOptions,
    /// Options for NWN2 walkmeshes.
    pub nwn2: nwn2::BakeOptions,
    /// The footprints of placeable models, which change the floor of a TRN. Default: those that this library
    /// [knows](nwn2::Footprints::known).
    pub footprints: Option<Arc<nwn2::Footprints>>,
    /// The surfaces of the textures of an exterior's ground. Default: as in the [game](nwn2::TerrainMaterials::stock).
    pub terrain_materials: Option<Arc<nwn2::TerrainMaterials>>,
    /// The TRX of an earlier bake, from which an area's walkmesh cutters [copy the exact coordinates of their
    /// corners](nwn2::Cutter::take_corners).
    pub corners_from: Option<Arc<nwn2::Walkmesh>>,
    /// True if the floor of an exterior's TRN is rebuilt from its ground.
    pub from_ground: bool,
    /// The floors of tile models, for tiles that are in the ARE of an interior but missing from the TRN. Default: no tile is filled.
    pub tiles: Option<Arc<nwn2::TileMeshes>>,
    /// True if an interior is baked even if its TRN lacks more than half of the ARE's tiles.
    pub accept_missing_tiles: bool,
    /// True to keep floor of a TRN that the toolset's own rules [lose](nwn2::CarveOptions::keep_floor).
    pub keep_floor: bool,
}

/// The reason why a file cannot be baked.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum BakeError {
    /// There is nothing to bake in this kind of file.
    #[error(transparent)]
    Unsupported(#[from] Unsupported),
    /// The given layout does not list the room.
    #[error(transparent)]
    NotInLayout(#[from] NotInLayout),
    /// A room of a KotOR area cannot be baked.
    /// Cause: the file or the caller.
    #[error("{file}: {error}")]
    Room {
        /// The file of the room.
        file: String,
        /// The error.
        error: kotor::BakeError,
    },
    /// A KotOR walkmesh cannot be baked.
    #[error(transparent)]
    Kotor(#[from] kotor::BakeError),
    /// An NWN2 walkmesh cannot be baked.
    #[error(transparent)]
    Nwn2(#[from] nwn2::BakeError),
    /// An NWN2 walkmesh cannot be carved.
    #[error(transparent)]
    Carve(#[from] nwn2::CarveError),
    /// After carving, tiles of an NWN2 area have more walkable triangles than a path table can number.
    /// Cause: the file.
    #[error("{}", of_crowded(.tiles, .cutters))]
    CrowdedTiles {
        /// The tiles, each with the cutters that touch it.
        tiles: Vec<nwn2::Crowding>,
        /// All cutters of the area.
        cutters: Vec<CutterSource>,
    },
    /// The TRN of an NWN2 interior lacks more than half of the tiles that its ARE has, so the bake would cover only a corner of the map.
    /// Cause: the file.
    #[error(
        "the TRN lacks {missing} of the {all} tiles of its ARE, so the bake would have only a corner of the map. Save the area in the \
         toolset again, give other areas with these tiles, or accept it"
    )]
    MissingTiles {
        /// Number of missing tiles.
        missing: usize,
        /// Number of tiles that have a model.
        all: usize,
    },
    /// The floor was to be made from the area's ground, but the file has no ground.
    /// Cause: the caller.
    #[error("the file has no ground (TRRN packets) from which a floor can be made: it is not an exterior")]
    NoGround,
    /// The footprints of an NWN2 area's placeables are too complex.
    #[error(transparent)]
    Footprints(#[from] nwn2::FootprintError),
    /// The walkmesh of an NWN2 area cannot be read or replaced.
    #[error(transparent)]
    Terrain(#[from] nwn2::TerrainError),
    /// A Silkroad dungeon cannot be baked.
    #[error(transparent)]
    Silkroad(#[from] silkroad::BakeError),
}

/// The given layout does not list the room.
/// Cause: the caller.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the layout does not list the room {room}: without its position there, the tree would get other boxes and another order. \
     Give the layout of the room's own area, or none"
)]
#[non_exhaustive]
pub struct NotInLayout {
    /// The room's name: its file name without extension.
    pub room: String,
}
