//! [`AreaCreature`]: a creature of an area, as it stands in the way of others.

use super::MissingReason;
use crate::finding::Place;
use crate::instances::{Instance, InstanceKind};

/// A creature that the GIT of an area lists. All are taken to be alive, and to stand where the GIT puts them.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct AreaCreature {
    /// Its place in the list of creatures of the GIT, from 0.
    pub index: usize,
    /// Its template, without an extension.
    pub name: String,
    /// Where it stands, in metres.
    pub position: [f32; 3],
    /// How far others keep from its centre, in metres: `CREPERSPACE` of its row of `appearance.2da`, or
    /// [`CREATURE_RADIUS`](crate::kotor::engine::choices::CREATURE_RADIUS) if that row was not found.
    pub radius: f32,
    /// Why its row of `appearance.2da` was not found.
    pub default_radius: Option<MissingReason>,
}

impl AreaCreature {
    pub(crate) fn new(instance: &Instance, radius: f32, default_radius: Option<MissingReason>) -> Self {
        Self {
            index: instance.index,
            name: instance.name().to_owned(),
            position: instance.position,
            radius,
            default_radius,
        }
    }

    /// Its place in a finding or an answer.
    #[must_use]
    pub fn place(&self) -> Place {
        InstanceKind::Creature.place(self.index, &self.name).into()
    }
}
