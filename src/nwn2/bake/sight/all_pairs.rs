//! All pairs of a tile, by tables that they share. The answers are those of [`sees`](super::pair::sees).

use crate::formats::aswm::PathNode;

use super::SIGHT;
use super::columns::{Columns, unpack};
use super::face::Tile;
use super::flood::flood;
use super::flood_sets::Sets;
use super::front::Facing;
use super::fronts::Fronts;
use super::hinges::Hinge;
use super::lanes::LANES;
use super::moves::{Moves, Side};
use super::pair::View;
use super::quad::Quad;
use super::tangents::Tangents;

/// What the pairs of a tile share.
pub(super) struct AllPairs<'a> {
    tile: &'a Tile,
    columns: Columns,
    moves: Moves,
    fronts: Vec<Fronts>,
    hinges: Vec<[Hinge; 3]>,
    /// The walkable neighbours of each node.
    neighbours: Vec<u128>,
    /// `None` where the tile is too large for them.
    sets: Option<Sets>,
}

impl<'a> AllPairs<'a> {
    #[inline(always)]
    pub(super) fn of(tile: &'a Tile) -> Self {
        let nodes = &tile.faces[..tile.nodes];
        let columns = Columns::of(nodes);
        let neighbours = nodes.iter().map(|face| {
            face.neighbours().filter(|other| *other < tile.nodes).fold(0, |set, other| set | 1_u128 << other)
        });
        Self {
            tile,
            moves: Moves::of(&tile.vertices, &columns),
            columns,
            fronts: nodes.iter().map(|face| Fronts::of(face, tile.nodes)).collect(),
            hinges: Hinge::all(tile),
            neighbours: neighbours.collect(),
            sets: Sets::of(tile),
        }
    }

    /// Marks the steps between all nodes that see each other and can reach each other.
    #[inline(always)]
    pub(super) fn mark(&self, steps: &mut [PathNode]) {
        let n = self.tile.nodes;
        let mut extremes = Vec::new();
        for a in 0..n {
            self.columns.extremes(&self.tile.faces[a], a + 1, &mut extremes);
            // The first of those that were computed with `a + 1`.
            let start = (a + 1) / LANES * LANES;
            let found = extremes.as_flattened();
            for b in a + 1..n {
                if steps[a * n + b] != PathNode::default() && self.sees(steps, a, b, unpack(found[b - start])) {
                    steps[a * n + b].0 |= SIGHT;
                    steps[b * n + a].0 |= SIGHT;
                }
            }
        }
    }

    #[inline(always)]
    fn sees(&self, steps: &[PathNode], a: usize, b: usize, first: Tangents) -> bool {
        let (near, far) = (&self.tile.faces[a], &self.tile.faces[b]);
        let ends = self.tangents(a, b, first);
        let has_front_wall =
            || self.fronts[a].has_wall(ends.a, Facing::Ahead) | self.fronts[b].has_wall(ends.b, Facing::Behind);
        let is_joined = || self.neighbours[a] >> b & 1 == 1 || self.neighbours[a] & self.neighbours[b] != 0;
        match View::between(near, far, first, ends, has_front_wall, is_joined) {
            View::Known(is_clear, _) => is_clear,
            View::Quad(quad, _) => !self.is_at_wall(a, b, ends, &quad) && self.flood(steps, a, b, &quad),
        }
    }

    /// Step 2.
    #[inline(always)]
    fn tangents(&self, a: usize, b: usize, first: Tangents) -> Tangents {
        let of_a = |corner: usize| self.tile.faces[a].corners[corner].vertex;
        let of_b = |corner: usize| self.tile.faces[b].corners[corner].vertex;
        let left_a = self.moves.moved(of_b(first.b[0]), a, first.a[0], Side::Right);
        let right_a = self.moves.moved(of_b(first.b[1]), a, first.a[1], Side::Left);
        let left_b = self.moves.moved(of_a(left_a), b, first.b[0], Side::Left);
        let right_b = self.moves.moved(of_a(right_a), b, first.b[1], Side::Right);
        Tangents { a: [left_a, right_a], b: [left_b, right_b] }
    }

    /// Whether an extreme corner that is in the quad has a wall. The flood from `A` finds the walls there, and the flood that
    /// arrives at `B` finds those at `B`: so it never arrives and finds none.
    #[inline(always)]
    fn is_at_wall(&self, a: usize, b: usize, ends: Tangents, quad: &Quad) -> bool {
        let (near, far) = (&self.tile.faces[a], &self.tile.faces[b]);
        let at_near = |corner: usize| self.hinges[a][corner].others && quad.contains(near.corners[corner].at);
        // Around a corner that both have, the flood finds the edges of `A`, which do not count.
        let at_far = |corner: usize| {
            let (Hinge { others, own }, place) = (self.hinges[b][corner], far.corners[corner]);
            (others | own) && quad.contains(place.at) && near.corners.iter().all(|corner| corner.vertex != place.vertex)
        };
        at_near(ends.a[0]) || at_near(ends.a[1]) || at_far(ends.b[0]) || at_far(ends.b[1])
    }

    /// Step 7.
    #[inline(always)]
    fn flood(&self, steps: &[PathNode], a: usize, b: usize, quad: &Quad) -> bool {
        let next = |at: usize| usize::from(steps[at * self.tile.nodes + b].0 & !SIGHT);
        match &self.sets {
            Some(sets) => sets.flood(self.tile, a, b, quad, next),
            None => flood(self.tile, a, b, quad),
        }
    }
}
