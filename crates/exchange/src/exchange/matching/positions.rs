//! [`Positions`]: one numbering of the positions of a base and an edited mesh.

use crate::exchange::TriangleSet;
use crate::geometry::weld::Welder;

/// One number for each position in a base and an edited mesh. Positions are equal if their coordinates are; -0 equals 0.
/// Positions of the base come first.
pub(super) struct Positions {
    /// The position of each point of the base.
    pub(super) of_base: Vec<u32>,
    /// The position of each point of the edited mesh.
    pub(super) of_edited: Vec<u32>,
    /// The coordinates of each position.
    pub(super) points: Vec<[f32; 3]>,
    /// Number of positions of the base.
    pub(super) base: u32,
    /// For each position, the position of the base to which it was snapped; [`NONE`] for the others.
    snapped: Vec<u32>,
}

/// The null value: no position.
const NONE: u32 = u32::MAX;

impl Positions {
    pub(super) fn new(base: &TriangleSet, edited: &TriangleSet) -> Self {
        let mut points = Vec::with_capacity(base.points.len());
        let mut welder = Welder::with_capacity(base.points.len());
        let mut number = |point: &[f32; 3]| {
            let new = points.len() as u32;
            let position = welder.weld(*point, new);
            if position == new {
                points.push(*point);
            }
            position
        };
        let of_base: Vec<u32> = base.points.iter().map(&mut number).collect();
        let last = of_base.iter().max().map_or(0, |last| last + 1);
        let of_edited = edited.points.iter().map(&mut number).collect();
        let snapped = vec![NONE; points.len()];
        Self { of_base, of_edited, points, base: last, snapped }
    }

    /// The position with which a position of the edited mesh is identified.
    pub(super) fn resolved(&self, position: u32) -> u32 {
        match self.snapped[position as usize] {
            NONE => position,
            snapped => snapped,
        }
    }

    /// Snaps a position of the edited mesh to one of the base, unless it was snapped already.
    pub(super) fn snap(&mut self, from: u32, to: u32) {
        let snapped = &mut self.snapped[from as usize];
        if *snapped == NONE && from >= self.base {
            *snapped = to;
        }
    }

    /// The positions of the edited mesh that were snapped, each with its target.
    pub(super) fn snapped(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        (0..).zip(self.snapped.iter().copied()).filter(|(_, to)| *to != NONE)
    }

    pub(super) fn is_of_base(&self, position: u32) -> bool {
        position < self.base
    }
}
