//! [`LearnOptions`] and [`LearningArea`]: the options and the input of learning.

use crate::budget::Limits;
use crate::nwn2::{Footprints, Git, Walkmesh};
use crate::setters;

/// An area to learn from: the same area before and after the toolset's bake, and its objects. The three should be saved together; otherwise
/// little can be learned from the area, and its errors spoil the trial.
#[derive(Clone, Debug)]
pub struct LearningArea {
    /// Its name, for the report.
    pub name: String,
    /// The name of its world, whose areas are left out together. `None` if the area is a world of its own.
    pub world: Option<String>,
    /// The walkmesh of the TRN.
    pub trn: Walkmesh,
    /// The objects.
    pub git: Git,
    /// The walkmesh of the TRX.
    pub trx: Walkmesh,
}

/// The options of learning.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct LearnOptions {
    /// Minimum share of the points inside a footprint at which the TRX lacks the floor of the TRN. 0.85 by default.
    pub inside: f32,
    /// Minimum share of the placements at which `inside` must hold. 0.75 by default.
    pub clean: f32,
    /// Minimum share of the footprint's corners that must be vertices of the TRX. 0.25 by default.
    pub corners: f32,
    /// The known footprints. A footprint is learned only if it gains more than the known one of the same appearance. Empty by default.
    pub onto: Footprints,
    /// True if each area is also baked with the footprints learned from the areas of other worlds. True by default.
    pub leave_one_out: bool,
    /// The limits of each bake of a trial. An area whose bake exceeds them takes no part in trials.
    pub limits: Limits,
}

impl Default for LearnOptions {
    fn default() -> Self {
        Self {
            inside: 0.85,
            clean: 0.75,
            corners: 0.25,
            onto: Footprints::default(),
            leave_one_out: true,
            limits: Limits::default(),
        }
    }
}

setters! { impl LearnOptions {
    with_inside(inside: f32);
    with_clean(clean: f32);
    with_corners(corners: f32);
    with_onto(onto: Footprints);
    with_leave_one_out(leave_one_out: bool);
    with_limits(limits: Limits);
} }
