//! All pairs of a tile, by shared tables. The answers equal those from [`sees`](super::pair::sees).

use fearless_simd::{Level, Simd};

use crate::formats::aswm::PathNode;

use super::barriers::Barriers;
use super::columns::{Column, Tag};
use super::eight::{Eight, Near};
use super::face::{LANES, Nodes, Set, Tile};
use super::flood_sets::{Flood, Ground};
use super::node_walls::NodeWalls;
use super::pair::sees;
use super::quad::{BASES, Quad};
use super::vertex_sets::{Sides, TilePlaces, corners};
use super::{SIGHT, bits};

/// Tables that the pairs of a tile share.
pub(super) struct AllPairs<'a> {
    tile: &'a Tile,
    columns: Vec<Column>,
    corners: Vec<Set>,
    walls: Vec<NodeWalls>,
    barriers: Barriers,
    /// For each node, the neighbours of its neighbours.
    second_neighbours: Vec<Nodes>,
    places: TilePlaces,
    sides: &'a mut Sides,
}

/// Marks the steps between all nodes of a tile that see each other and can reach each other. `sides` is a cache.
///
/// It is compiled once for each instruction set that the processor may have. `fearless_simd::dispatch` would compile it for SSE2 and
/// AVX-512, too, and on WebAssembly without vectors, as one loop of 8 times the instructions: that took more than half of the compile time
/// of this package. Other processors test pair by pair instead.
pub(super) fn mark(tile: &Tile, sides: &mut Sides, steps: &mut [PathNode]) {
    let Some(mut pairs) = AllPairs::new(tile, sides) else {
        return mark_by_pairs(tile, steps);
    };
    let level = Level::new();
    macro_rules! with {
        ($($(#[$available:meta])+ $level:ident;)*) => {
            $($(#[$available])+
            if let Some(simd) = level.$level() {
                return simd.vectorize(#[inline(always)] || pairs.mark(simd, steps));
            })*
        };
    }
    with! {
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        as_avx2;
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        as_sse4_2;
        #[cfg(target_arch = "aarch64")]
        as_neon;
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        as_wasm_simd128;
    }
    mark_by_pairs(tile, steps);
}

/// The same, pair by pair, in any tile.
fn mark_by_pairs(tile: &Tile, steps: &mut [PathNode]) {
    for a in 0..tile.nodes {
        let seen = seen_by_pairs(tile, steps, a);
        mark_seen(steps, tile.nodes, a, seen);
    }
}

/// Marks the steps between a node and those that it sees, in both directions.
#[inline(always)]
fn mark_seen(steps: &mut [PathNode], nodes: usize, a: usize, seen: Nodes) {
    for b in bits(seen) {
        steps[a * nodes + b].0 |= SIGHT;
        steps[b * nodes + a].0 |= SIGHT;
    }
}

/// The nodes above `a` that it sees and can reach.
fn seen_by_pairs(tile: &Tile, steps: &[PathNode], a: usize) -> Nodes {
    let above = (a + 1..tile.nodes).filter(|b| steps[a * tile.nodes + b] != PathNode::default());
    above.filter(|b| sees(tile, a, *b).0).fold(0, |set, b| set | 1 << b)
}

impl<'a> AllPairs<'a> {
    /// Builds the shared tables, unless the tile is too large for them.
    pub(super) fn new(tile: &'a Tile, sides: &'a mut Sides) -> Option<Self> {
        let barriers = Barriers::new(tile);
        let places = TilePlaces::new(tile, &barriers)?;
        sides.clear();
        let walls = NodeWalls::all(tile);
        Some(Self {
            tile,
            columns: Column::all(tile, &walls),
            corners: tile.faces.iter().map(corners).collect(),
            walls,
            barriers,
            second_neighbours: (0..tile.nodes).map(|node| tile.second_neighbours(node)).collect(),
            places,
            sides,
        })
    }

    #[inline(always)]
    fn mark<S: Simd>(&mut self, simd: S, steps: &mut [PathNode]) {
        for a in 0..self.tile.nodes {
            let seen = self.seen(simd, steps, a);
            mark_seen(steps, self.tile.nodes, a, seen);
        }
    }

    /// The nodes above `a` that it sees and can reach.
    #[inline(always)]
    fn seen<S: Simd>(&mut self, simd: S, steps: &[PathNode], a: usize) -> Nodes {
        let n = self.tile.nodes;
        let near = Near::new(simd, &self.columns[a / LANES], a % LANES);
        let joined = self.tile.neighbours[a] | self.second_neighbours[a];
        let mut seen = 0;
        for chunk in (a + 1) / LANES..self.columns.len() {
            let first = chunk * LANES;
            let eight = near.sees(simd, &self.columns[chunk], (joined >> first) as u32 & 0xFF);
            // At most 127 nodes.
            let above = (((1_u128 << n) - (2_u128 << a)) >> first) as u32 & 0xFF;
            for lane in bits(((eight.clear | eight.open | eight.odd) & above).into()) {
                let b = first + lane;
                let has = |set: u32| set >> lane & 1 != 0;
                if steps[a * n + b] == PathNode::default() {
                    continue;
                }
                let is_seen = if has(eight.odd) {
                    sees(self.tile, a, b).0
                } else {
                    has(eight.clear) || self.flood(simd, steps, [a, b], &eight)
                };
                seen |= Nodes::from(is_seen) << b;
            }
        }
        seen
    }

    /// Step 8 for one of eight pairs.
    #[inline(always)]
    fn flood<S: Simd>(&mut self, simd: S, steps: &[PathNode], [a, b]: [usize; 2], eight: &Eight) -> bool {
        let vertex = |tags: &[u32; LANES]| Tag(tags[b % LANES]).vertex();
        let [left, far, right, near] = &eight.sides;
        let ends = [
            [vertex(&left[0]), vertex(&left[1])],
            [vertex(&far[0]), vertex(&far[1])],
            [vertex(&right[0]), vertex(&right[1])],
            [vertex(&near[0]), vertex(&near[1])],
        ];
        let shared = (&self.places, self.tile);
        let outside = self.places.outside([
            self.sides.beyond(simd, shared, ends[0], BASES[0]),
            self.sides.beyond(simd, shared, ends[1], BASES[1]),
            self.sides.beyond(simd, shared, ends[2], BASES[2]),
            self.sides.beyond(simd, shared, ends[3], BASES[3]),
        ]);
        let quad = Quad::with_sides(ends.map(|ends| ends.map(|end| self.tile.vertices[end])));
        let Self { tile, corners, walls, barriers, .. } = self;
        let ground = Ground { tile, corners, walls, barriers };
        let next = |at: usize| usize::from(steps[at * tile.nodes + b].0 & !SIGHT);
        let goal = self.second_neighbours[b] | 1 << b;
        Flood { ground, a, b, quad, outside, goal }.arrives(next)
    }
}
