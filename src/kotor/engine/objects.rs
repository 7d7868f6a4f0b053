//! [`Objects`]: the doors and placeables of an area, as they stop walkers and hide what is behind them.

use super::walls::Walls;
use crate::kotor::PlacedObject;
use crate::mesh::{RayBvh, Triangle};

/// The objects in the rooms that block walks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Obstacles {
    /// Placeables, and doors that never open.
    Fixed,
    /// Also doors that open, in their present states.
    Objects,
    /// Also creatures.
    All,
}

/// The doors and placeables.
#[derive(Debug)]
pub(super) struct Objects {
    /// The objects that stay where they are; the others are doors that open.
    fixed: Vec<PlacedObject>,
    /// The unwalkable faces of all objects.
    pub(super) walls: Walls,
    /// For each object, the number after its last wall.
    ends: Vec<u32>,
    /// The walls of each object, for rays.
    pub(super) rays: Vec<RayBvh>,
}

impl Objects {
    /// Objects that stay where they are, and then doors that open.
    pub(super) fn new(fixed: &[PlacedObject], doors: &[PlacedObject]) -> Self {
        let walls: Vec<Vec<Triangle>> = fixed.iter().chain(doors).map(PlacedObject::walls).collect();
        let ends = walls.iter().scan(0, |end, walls| {
            *end += walls.len() as u32;
            Some(*end)
        });
        Self {
            fixed: fixed.to_vec(),
            ends: ends.collect(),
            rays: walls.iter().map(|walls| RayBvh::on_one_thread(walls, |_| 1)).collect(),
            walls: Walls::at_all_heights(walls.into_iter().flatten()),
        }
    }

    /// The objects that stay where they are.
    pub(super) fn fixed(&self) -> &[PlacedObject] {
        &self.fixed
    }

    /// The object that a wall belongs to.
    pub(super) fn of(&self, wall: u32) -> usize {
        self.ends.partition_point(|end| *end <= wall)
    }

    /// Returns whether a wall belongs to one of these obstacles.
    pub(super) fn counts(&self, wall: u32, obstacles: Obstacles) -> bool {
        obstacles != Obstacles::Fixed || self.of(wall) < self.fixed.len()
    }
}
