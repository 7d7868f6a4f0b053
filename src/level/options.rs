//! The options of a level's operations that belong to no single game.

use crate::flaw::Repairs;
use crate::nwn2;
use crate::setters;

/// What a repair of a level repairs.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct RepairOptions {
    /// The flaws of the floor. Default: every one that can be repaired, as far as vertices stand at most 1 cm apart, but no
    /// pocket.
    pub flaws: Repairs,
    /// How far vertices on the seams between the rooms of a KotOR area are moved at most, onto the vertices of the room that is first in
    /// the layout, in metres. Default: only as far as cracks are joined.
    pub seams: Option<f32>,
    /// Whether the transitions between the rooms of a KotOR area become those that the geometry implies. Default: no.
    pub transitions: bool,
    /// How an NWN2 area is baked afterwards.
    pub nwn2: nwn2::BakeOptions,
}

impl Default for RepairOptions {
    fn default() -> Self {
        Self { flaws: Repairs::all(0.01, 0.0), seams: None, transitions: false, nwn2: nwn2::BakeOptions::default() }
    }
}

setters! { impl RepairOptions {
    with_flaws(flaws: Repairs);
    with_seams(seams: Option<f32>);
    with_transitions(transitions: bool);
} }
