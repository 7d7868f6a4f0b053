//! Step 4 for all extreme corners of a triangle at once.

use super::face::Face;
use super::front::{Facing, has_front_wall, has_wall};

/// For each pair of extreme corners whether the triangle has a wall in front.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Fronts {
    ahead: u16,
    behind: u16,
}

impl Fronts {
    pub(super) fn of(face: &Face, nodes: usize) -> Self {
        if !has_wall(face, nodes) {
            return Self::default();
        }
        let bits = |facing| {
            let is_set = |at: &usize| has_front_wall(face, [at / 3, at % 3], facing, nodes);
            (0..9).filter(is_set).fold(0, |bits, at| bits | 1 << at)
        };
        Self { ahead: bits(Facing::Ahead), behind: bits(Facing::Behind) }
    }

    #[inline(always)]
    pub(super) fn has_wall(self, [left, right]: [usize; 2], facing: Facing) -> bool {
        let bits = if facing == Facing::Ahead { self.ahead } else { self.behind };
        bits >> (3 * left + right) & 1 == 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nwn2::bake::sight::face::{Across, Corner, Edge};

    #[test]
    fn every_pair_of_extremes_is_as_computed_alone() {
        let corners = [[0.0, 1.0], [0.0, -1.0], [1.0, 0.0]];
        for wall in 0..4 {
            let edge = |at: usize, ends| {
                let across = if at == wall { Across::Nothing } else { Across::Face(0) };
                Edge { id: 0, ends, across }
            };
            let face = Face {
                center: [0.0; 2],
                corners: [0, 1, 2].map(|at| Corner { vertex: at as u16, at: corners[at] }),
                edges: [edge(0, [0, 1]), edge(1, [0, 2]), edge(2, [1, 2])],
            };
            for (at, facing) in (0..9).flat_map(|at| [(at, Facing::Ahead), (at, Facing::Behind)]) {
                let extremes = [at / 3, at % 3];
                assert_eq!(Fronts::of(&face, 1).has_wall(extremes, facing), has_front_wall(&face, extremes, facing, 1));
            }
        }
    }
}
