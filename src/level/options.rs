//! Options of operations on levels of any game.

use crate::flaw::Repairs;
use crate::nwn2;
use crate::setters;

/// Options for repairing a level.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct RepairOptions {
    /// The flaws of the floor. Default: every flaw that can be repaired by moving vertices at most 1 cm, except pockets.
    pub flaws: Repairs,
    /// The maximum distance by which vertices on the seams between the rooms of a KotOR area are moved, onto the vertices of the room that
    /// is first in the layout, in metres. Default: the tolerance for cracks.
    pub seams: Option<f32>,
    /// True if the transitions between the rooms of a KotOR area are set to those that the geometry implies. Default: no.
    pub transitions: bool,
    /// Options for baking an NWN2 area afterwards.
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
