//! Step 4 for all extreme corners of a triangle at once.

use super::face::Face;
use super::front::{front_edges, walls};

/// Whether a triangle has a wall in front, for each pair of extreme corners: bit `4 * left + right`.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Fronts {
    /// If the triangle looks ahead, as the near one does.
    pub(super) ahead: u16,
    /// If it looks behind, as the far one does.
    pub(super) behind: u16,
}

impl Fronts {
    pub(super) fn of(face: &Face, nodes: usize) -> Self {
        let (walls, mut fronts) = (walls(face, nodes), Self::default());
        if walls == 0 {
            return fronts;
        }
        for (left, right) in (0..3).flat_map(|left| [(left, 0), (left, 1), (left, 2)]) {
            let [ahead, behind] = front_edges(face, [left, right]).map(|edges| u16::from(edges & walls != 0));
            fronts.ahead |= ahead << (4 * left + right);
            fronts.behind |= behind << (4 * left + right);
        }
        fronts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nwn2::bake::sight::face::{Across, Corner, Edge};
    use crate::nwn2::bake::sight::front::{Facing, has_front_wall};

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
            let fronts = Fronts::of(&face, 1);
            for [left, right] in (0..9).map(|at| [at / 3, at % 3]) {
                for (fronts, facing) in [(fronts.ahead, Facing::Ahead), (fronts.behind, Facing::Behind)] {
                    let expected = has_front_wall(&face, [left, right], facing, 1);
                    assert_eq!(fronts >> (4 * left + right) & 1 == 1, expected);
                }
            }
        }
    }
}
