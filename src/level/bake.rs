//! The bake of any file by its game's rules.

mod carving;

use std::sync::Arc;

use crate::kotor::{self, Layout};
use crate::{nwn2, silkroad};

use super::{AnyFile, Operation, Unsupported};

pub use carving::{Carving, CutterSource};
use carving::{carve, of_crowded};

/// Options of a bake: what the games' bakers need and the file does not say.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct BakeOptions {
    /// The file's name, by which a KotOR room is found in the layout.
    pub name: Option<String>,
    /// The layout of the KotOR area. A room is baked with its position in the layout. Other files are in no layout.
    pub layout: Option<Arc<Layout>>,
    /// How a KotOR walkmesh is baked.
    pub kotor: kotor::BakeOptions,
    /// How an NWN2 walkmesh is baked.
    pub nwn2: nwn2::BakeOptions,
    /// The objects of the NWN2 area: with them a TRN is cut with its walkmesh cutters. Without them nothing is cut out of it.
    pub objects: Option<Arc<nwn2::Git>>,
    /// What the models of placeables cut out and add: with them a TRN is cut with the footprints of its objects.
    pub footprints: Option<Arc<nwn2::Footprints>>,
}

/// The report of a bake.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct BakeReport {
    /// What could not be carried over, and what was changed besides the baked tables: one sentence each.
    pub notes: Vec<String>,
    /// What was carved out of the walkmesh of an NWN2 area that was not baked before.
    pub carving: Option<Carving>,
}

/// Why a file cannot be baked.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum BakeError {
    /// There is nothing to bake in this kind of file.
    #[error(transparent)]
    Unsupported(#[from] Unsupported),
    /// The layout does not list the room. The caller's fault.
    #[error(
        "the layout does not list the room {room}: without its position there, the tree would get \
         other boxes and another order. Give the layout of the room's own area, or none"
    )]
    NotInLayout {
        /// The room's name: that of its file, without extension.
        room: String,
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
    /// Cutters left more walkable triangles in tiles of an NWN2 area than a path table can number.
    #[error("{}", of_crowded(.tiles, .cutters))]
    CrowdedTiles {
        /// The tiles, which name the cutters that touch them.
        tiles: Vec<nwn2::Crowding>,
        /// All cutters of the area.
        cutters: Vec<CutterSource>,
    },
    /// The footprints of an NWN2 area's placeables are too much.
    #[error(transparent)]
    Footprints(#[from] nwn2::FootprintError),
    /// A helper of an NWN2 area's placeables cannot be added.
    #[error("the walkmesh helpers of the placeables: {0}")]
    Helpers(#[source] nwn2::EditError),
    /// The walkmesh of an NWN2 area cannot be read or replaced.
    #[error(transparent)]
    Terrain(#[from] nwn2::TerrainError),
    /// A Silkroad dungeon cannot be baked.
    #[error(transparent)]
    Silkroad(#[from] silkroad::BakeError),
}

impl AnyFile {
    /// Rebuilds all derived data by the game's own rules. If the bake fails, the file is unchanged.
    ///
    /// A TRN becomes what the toolset writes as a TRX: its walkmesh is [carved](nwn2::carve()) first. A TRX has been carved
    /// already.
    ///
    /// # Errors
    /// [`BakeError`], with the reason.
    pub fn bake(&mut self, options: &BakeOptions) -> Result<BakeReport, BakeError> {
        let mut report = BakeReport::default();
        report.notes = match self {
            Self::Bwm(walkmesh) => bake_kotor(walkmesh, options)?,
            Self::Trn(terrain) => return bake_terrain(terrain, options),
            Self::Aswm(walkmesh) if walkmesh.is_baked() => nwn2_notes(walkmesh.bake(&options.nwn2)?),
            Self::Aswm(walkmesh) => {
                let carved = carve(walkmesh, options, options.nwn2.limits)?;
                *walkmesh = carved.walkmesh;
                report.carving = Some(carved.carving);
                carved.notes
            }
            Self::AiNav(dungeon) => {
                let report = dungeon.bake(&silkroad::BakeOptions::default())?;
                let lost = |silkroad::LostLink { block, link }| {
                    format!("link {link} of {block} was removed, because it is not half of a door")
                };
                report.lost_links.into_iter().map(lost).collect()
            }
            Self::Lyt(_) | Self::TwoDa(_) | Self::Gff(_) | Self::Dof(_) | Self::Bms(_) => {
                return Err(Unsupported { operation: Operation::Bake, found: self.kind() }.into());
            }
        };
        Ok(report)
    }
}

/// Bakes an NWN2 area. One that is not baked yet is carved first.
pub(crate) fn bake_terrain(terrain: &mut nwn2::Terrain, options: &BakeOptions) -> Result<BakeReport, BakeError> {
    if terrain.walkmesh()?.is_baked() {
        return Ok(BakeReport { notes: nwn2_notes(terrain.bake(&options.nwn2)?), carving: None });
    }
    let carved = carve(terrain.walkmesh()?, options, terrain.limits())?;
    terrain.set_walkmesh(carved.walkmesh)?;
    Ok(BakeReport { notes: carved.notes, carving: Some(carved.carving) })
}

fn bake_kotor(walkmesh: &mut kotor::Walkmesh, options: &BakeOptions) -> Result<Vec<String>, BakeError> {
    let layout = options.layout.as_ref().filter(|_| walkmesh.kind().is_room());
    let position = layout.map(|layout| position_in(layout, options.name.as_deref())).transpose()?;
    let position = position.or(options.kotor.layout_position);
    let before = walkmesh.as_raw().walkmesh_type;
    let report = walkmesh.bake(&options.kotor.clone().with_layout_position(position))?;
    let after = walkmesh.as_raw().walkmesh_type;
    let repaired = (before != after)
        .then(|| format!("the type word was {before} and became {after}, which belongs to the kind of the file"));
    let dropped = report.dropped_tables.into_iter().map(|(table, rows)| {
        format!("{rows} {table} were removed, because only a room has them; if the file is a room, its name must end in .wok")
    });
    let lost = report.lost_transitions.into_iter();
    let lost = lost.map(|(edge, room)| {
        format!("the transition of {edge} to {room} was removed, because the edge is no longer on a perimeter")
    });
    Ok(repaired.into_iter().chain(dropped).chain(lost).collect())
}

fn position_in(layout: &Layout, name: Option<&str>) -> Result<[f32; 3], BakeError> {
    let name = name.unwrap_or_default();
    let room = name.rsplit_once('.').map_or(name, |(room, _)| room);
    let known = layout.find(room).and_then(|room| layout.room(room));
    known.map(|room| room.position).ok_or_else(|| BakeError::NotInLayout { room: room.to_owned() })
}

fn nwn2_notes(report: nwn2::BakeReport) -> Vec<String> {
    let undone = report.left_undone.iter().map(ToString::to_string);
    let version = report.old_version;
    let version = version.map(|old| format!("version {old} became 0x6C, the only one that a bake writes"));
    undone.chain(version).collect()
}
