//! The options of a level's operations, and what a repair did.

use std::sync::Arc;

use super::MaterialChoice;
use crate::flaw::{MendOptions, Repair};
use crate::formats::Limits;
use crate::kotor::{LinkChange, RoomId, Weld};
use crate::nwn2::Footprints;
use crate::{kotor, nwn2};

/// How a level is opened and baked.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct LevelOptions {
    /// The memory limits of reading.
    pub limits: Limits,
    /// The materials of KotOR files. Default: those of the `surfacemat.2da` among the files; without one the first game's.
    pub materials: Option<MaterialChoice>,
    /// The DOF of a Silkroad dungeon, which names the file of each block's floor. Tables do not say which DOF is theirs.
    pub dof: Option<String>,
    /// How a KotOR walkmesh is baked.
    pub kotor: kotor::BakeOptions,
    /// How an NWN2 walkmesh is baked.
    pub nwn2: nwn2::BakeOptions,
    /// What the models of placeables cut out of an NWN2 area and add to it.
    pub footprints: Option<Arc<Footprints>>,
}

impl LevelOptions {
    /// The same options, with the DOF of a Silkroad dungeon.
    #[must_use]
    pub fn with_dof(self, name: impl Into<String>) -> Self {
        Self { dof: Some(name.into()), ..self }
    }

    /// The same options, with other materials.
    #[must_use]
    pub fn with_materials(self, materials: impl Into<Option<MaterialChoice>>) -> Self {
        Self { materials: materials.into(), ..self }
    }
}

/// What a repair of a level mends.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct RepairOptions {
    /// The flaws of the floor. Default: every one that can be mended, as far as vertices stand at most 1 cm apart, but no
    /// pocket.
    pub flaws: MendOptions,
    /// Whether the transitions between the rooms of a KotOR area become those that the geometry implies. Default: no.
    pub transitions: bool,
    /// How an NWN2 area is baked afterwards.
    pub nwn2: nwn2::BakeOptions,
}

impl Default for RepairOptions {
    fn default() -> Self {
        Self { flaws: MendOptions::all(0.01, 0.0), transitions: false, nwn2: nwn2::BakeOptions::default() }
    }
}

impl RepairOptions {
    /// The same options, with other flaws.
    #[must_use]
    pub fn with_flaws(self, flaws: MendOptions) -> Self {
        Self { flaws, ..self }
    }

    /// The same options, with or without new transitions.
    #[must_use]
    pub fn with_transitions(self, transitions: bool) -> Self {
        Self { transitions, ..self }
    }
}

/// What a repair of a level did.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Repairs {
    /// The repairs in the order in which they were made, with their rooms in an area of KotOR.
    pub repairs: Vec<(Option<RoomId>, Repair)>,
    /// The vertices that moved to close seams between rooms.
    pub welds: Vec<Weld>,
    /// The transitions that changed.
    pub links: Vec<LinkChange>,
}

impl Repairs {
    /// Whether nothing was done. Faces that were kept do not count.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        let is_kept = |(_, repair): &(_, Repair)| !repair.kind.is_change();
        self.repairs.iter().all(is_kept) && self.welds.is_empty() && self.links.is_empty()
    }
}
