//! All pairs of a tile, by tables that they share. The answers are those of [`sees`](super::pair::sees).

use fearless_simd::Simd;

use crate::formats::aswm::PathNode;

use super::columns::{Column, LANES, Tag};
use super::eight::{Eight, Near};
use super::face::Tile;
use super::flood_sets::Sets;
use super::fronts::Fronts;
use super::hinges::Hinge;
use super::outside::Lines;
use super::pair::{View, sees, view};
use super::{SIGHT, bits};

/// What the pairs of a tile share.
pub(super) struct AllPairs<'a> {
    tile: &'a Tile,
    columns: Vec<Column>,
    fronts: Vec<Fronts>,
    /// The walkable neighbours of each node.
    neighbours: Vec<u128>,
    /// `None` where the tile is too large for them.
    sets: Option<Sets<'a>>,
}

impl<'a> AllPairs<'a> {
    /// `lines` is room for what is found.
    pub(super) fn of(tile: &'a Tile, lines: &'a mut Lines) -> Self {
        let nodes = &tile.faces[..tile.nodes];
        let fronts: Vec<_> = nodes.iter().map(|face| Fronts::of(face, tile.nodes)).collect();
        let neighbours = nodes.iter().map(|face| {
            face.neighbours().filter(|other| *other < tile.nodes).fold(0, |set, other| set | 1_u128 << other)
        });
        let neighbours: Vec<_> = neighbours.collect();
        let hinges = Hinge::all(tile, &neighbours);
        let columns = Column::all(nodes, &hinges, &fronts);
        Self { tile, columns, fronts, neighbours, sets: Sets::of(tile, &hinges, lines) }
    }

    /// Marks the steps between all nodes that see each other and can reach each other.
    #[inline(always)]
    pub(super) fn mark<S: Simd>(mut self, simd: S, steps: &mut [PathNode]) {
        let n = self.tile.nodes;
        for a in 0..n {
            for b in bits(self.seen(simd, steps, a)) {
                if steps[a * n + b] != PathNode::default() {
                    steps[a * n + b].0 |= SIGHT;
                    steps[b * n + a].0 |= SIGHT;
                }
            }
        }
    }

    /// The nodes above `a` that it sees, if it can reach them.
    #[inline(always)]
    fn seen<S: Simd>(&mut self, simd: S, steps: &[PathNode], a: usize) -> u128 {
        let n = self.tile.nodes;
        let joined = bits(self.neighbours[a]).fold(self.neighbours[a], |set, next| set | self.neighbours[next]);
        let near = Near::new(simd, &self.tile.faces[a], &self.columns[a / LANES], a % LANES, self.fronts[a]);
        let mut seen = 0;
        for chunk in (a + 1) / LANES..self.columns.len() {
            let first = chunk * LANES;
            let eight = near.sees(simd, &self.columns[chunk], (joined >> first) as u32 & 0xFF);
            // At most 127 nodes.
            let above = (((1_u128 << n) - (2_u128 << a)) >> first) as u32 & 0xFF;
            let mut found = eight.clear & above;
            for lane in bits((eight.open & above).into()) {
                let b = first + lane;
                let sees = steps[a * n + b] != PathNode::default() && self.flood(simd, steps, [a, b], &eight, lane);
                found |= u32::from(sees) << lane;
            }
            seen |= u128::from(found) << first;
        }
        seen
    }

    /// Step 7.
    #[inline(always)]
    fn flood<S: Simd>(&mut self, simd: S, steps: &[PathNode], [a, b]: [usize; 2], eight: &Eight, lane: usize) -> bool {
        let Some(sets) = &mut self.sets else { return sees(self.tile, a, b).0 };
        let next = |at: usize| usize::from(steps[at * self.tile.nodes + b].0 & !SIGHT);
        if eight.single >> lane & 1 == 0 {
            let [a_left, b_left, b_right, a_right] = &eight.quads;
            let corner = |tags: &[u32; LANES]| Tag(tags[lane]).vertex();
            let quad = [corner(a_left), corner(b_left), corner(b_right), corner(a_right)];
            let outside = sets.outside_of(simd, quad);
            let place = |at: usize| self.tile.vertices[quad[at]];
            let [left, far, right, near] = [place(0), place(1), place(2), place(3)];
            let lines = [[left, far], [far, right], [right, near], [near, left]];
            return sets.flood([a, b], &self.neighbours, lines, &outside, next);
        }
        match view(self.tile, a, b) {
            View::Known(is_clear, _) => is_clear,
            View::Quad(lines, _) => {
                let outside = sets.outside(simd, lines);
                sets.flood([a, b], &self.neighbours, lines, &outside, next)
            }
        }
    }
}
