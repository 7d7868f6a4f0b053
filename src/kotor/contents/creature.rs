//! [`AreaCreature`]: a creature of an area, with its sizes.

use super::MissingReason;
use crate::finding::Place;
use crate::instances::{Instance, InstanceKind};
use crate::kotor::engine::Walker;
use crate::kotor::engine::choices::CREATURE_RADIUS;

/// A creature that the GIT of an area lists. All creatures are assumed to be alive, at the positions in the GIT.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct AreaCreature {
    /// Its index in the GIT's list of creatures, from 0.
    pub index: usize,
    /// Its template, without an extension.
    pub name: String,
    /// Its position, in metres.
    pub position: [f32; 3],
    /// Its sizes from its row of `appearance.2da`, or [`DEFAULT`](Self::DEFAULT) if that row was not found.
    pub walker: Walker,
    /// The reason why its row of `appearance.2da` was not found.
    pub default_size: Option<MissingReason>,
}

impl AreaCreature {
    /// The sizes of an unknown creature: a person's, and other creatures keep [`CREATURE_RADIUS`] from its centre.
    pub const DEFAULT: Walker = Walker { creature_radius: CREATURE_RADIUS, ..Walker::PERSON };

    pub(crate) fn new(instance: &Instance, sizes: Result<Walker, MissingReason>) -> Self {
        Self {
            index: instance.index,
            name: instance.name().to_owned(),
            position: instance.position,
            walker: *sizes.as_ref().unwrap_or(&Self::DEFAULT),
            default_size: sizes.err(),
        }
    }

    /// Its place for findings and answers.
    #[must_use]
    pub fn place(&self) -> Place {
        InstanceKind::Creature.place(self.index, &self.name).into()
    }
}
