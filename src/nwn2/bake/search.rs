//! One search inside a tile, by the game's rule: Dijkstra's algorithm over distances in `f32`. The node with the minimum cost
//! is first, with the lowest node as tie-break. A path is replaced only by a shorter one; neighbours come in slot order.
//!
//! Source: docs/formats/trn-aswm.md#tile-paths, equal in all 37,078,562 cells of 173 files.

use crate::formats::aswm::PathNode;

use super::graph::Links;

/// One search, without branches that depend on distances: such a branch is mispredicted about once per node, and would cost
/// more than everything else.
///
/// Non-negative costs have the same order as their bits, so the bits and the node together form the key for the rule "minimum cost, then
/// lowest node". Few nodes are open at once, and scanning them is faster than a heap. The tables have a row for every `u8`: the row of
/// [`NO_NODE`](crate::formats::aswm::NO_NODE) has cost 0, so no path to it is ever shorter.
pub(super) struct TileSearch {
    /// The current path to each node.
    reached: [Arrival; 256],
    /// The keys of the open nodes, then `u64::MAX`. The last entry takes discarded values.
    keys: [u64; 256],
    /// Number of open nodes: reached, but not finished.
    open: u8,
}

/// The current path to a node, in one word that is read and written at once: from the top the bits of the cost, the first step
/// and the node's index among the keys.
#[derive(Clone, Copy)]
struct Arrival(u64);

impl Arrival {
    const NOT: Self = Self((f32::INFINITY.to_bits() as u64) << 16);
    const AT_START: Self = Self(0);

    fn new(cost_bits: u32, first: u8, place: u8) -> Self {
        Self(u64::from(cost_bits) << 16 | u64::from(first) << 8 | u64::from(place))
    }

    fn cost_bits(self) -> u64 {
        self.0 >> 16
    }

    fn first(self) -> u8 {
        self.0.to_le_bytes()[1]
    }

    fn place(self) -> u8 {
        self.0.to_le_bytes()[0]
    }

    fn at(self, place: u8) -> Self {
        let mut bytes = self.0.to_le_bytes();
        bytes[0] = place;
        Self(u64::from_le_bytes(bytes))
    }
}

const THROWN_AWAY: u8 = u8::MAX;

impl TileSearch {
    pub(super) fn new() -> Self {
        Self { reached: [Arrival::AT_START; 256], keys: [u64::MAX; 256], open: 0 }
    }

    /// Fills the row of first steps from one node.
    pub(super) fn run(&mut self, links: &[Links], from: usize, row: &mut [PathNode]) {
        self.reached[..links.len()].fill(Arrival::NOT);
        self.reached[from] = Arrival::AT_START;
        // A neighbour of the start is its own first step.
        for (to, distance) in links[from].to.into_iter().zip(links[from].distance) {
            self.relax(to, distance, to);
        }
        while self.open > 0 {
            let least = least(&self.keys[..usize::from(self.open).next_multiple_of(LANES)]);
            let (node, cost) = (usize::from(least as u8), f32::from_bits((least >> 8) as u32));
            // The last key replaces the finished one.
            self.open -= 1;
            let (last, finished) = (self.keys[usize::from(self.open)], self.reached[node]);
            self.keys[usize::from(finished.place())] = last;
            self.keys[usize::from(self.open)] = u64::MAX;
            let moved = &mut self.reached[usize::from(last as u8)];
            *moved = moved.at(finished.place());
            row[node] = PathNode(finished.first());
            let next = &links[node];
            for slot in 0..3 {
                self.relax(next.to[slot], cost + next.distance[slot], finished.first());
            }
        }
    }

    /// Updates the path to a node if it is shorter than the known one. A sum that overflowed or is NaN never is: its bits equal
    /// the bits of infinity or exceed them.
    #[inline(always)]
    fn relax(&mut self, node: u8, cost: f32, first: u8) {
        let bits = cost.to_bits();
        let before = self.reached[usize::from(node)];
        let is_shorter = u64::from(bits) < before.cost_bits();
        let is_new = before.0 == Arrival::NOT.0;
        let place = if is_new { self.open } else { before.place() };
        let after = Arrival::new(bits, first, place);
        self.reached[usize::from(node)] = if is_shorter { after } else { before };
        let at = if is_shorter { place } else { THROWN_AWAY };
        self.keys[usize::from(at)] = u64::from(bits) << 8 | u64::from(node);
        self.open += u8::from(is_shorter & is_new);
    }
}

/// Number of keys compared at a time.
const LANES: usize = 8;

/// The minimum of the keys; their number is a multiple of [`LANES`].
fn least(keys: &[u64]) -> u64 {
    let mut least = [u64::MAX; LANES / 2];
    for keys in keys.chunks_exact(LANES) {
        for lane in 0..LANES / 2 {
            least[lane] = least[lane].min(keys[lane].min(keys[lane + LANES / 2]));
        }
    }
    least[0].min(least[1]).min(least[2].min(least[3]))
}
