//! All pairs of a tile, by tables that they share. The answers are those of [`sees`](super::pair::sees).

use fearless_simd::Simd;

use crate::formats::aswm::PathNode;

use super::barriers::Barriers;
use super::columns::{Column, LANES, Tag};
use super::eight::Eight;
use super::face::{Nodes, Tile};
use super::flood_sets::{Flood, Ground};
use super::node_walls::NodeWalls;
use super::pair::sees;
use super::quad::{Base, Quad, Side};
use super::vertex_sets::{Set, Sides, TilePlaces, corners};
use super::{SIGHT, bits};

/// What the pairs of a tile share.
pub(super) struct AllPairs<'a> {
    tile: &'a Tile,
    columns: Vec<Column>,
    corners: Vec<Set>,
    walls: Vec<NodeWalls>,
    barriers: Barriers,
    /// For each node the neighbours of its neighbours.
    second_neighbours: Vec<Nodes>,
    places: TilePlaces,
    sides: &'a mut Sides,
}

/// Marks the steps between all nodes of a tile that see each other and can reach each other. `sides` is room for what is
/// found.
#[inline(always)]
pub(super) fn mark<S: Simd>(simd: S, tile: &Tile, sides: &mut Sides, steps: &mut [PathNode]) {
    let n = tile.nodes;
    let mut pairs = AllPairs::of(tile, sides);
    for a in 0..n {
        // No closure is in the way: it would be compiled without the vector instructions.
        let seen = match &mut pairs {
            Some(pairs) => pairs.seen(simd, steps, a),
            None => seen_in_large_tile(tile, steps, a),
        };
        for b in bits(seen) {
            steps[a * n + b].0 |= SIGHT;
            steps[b * n + a].0 |= SIGHT;
        }
    }
}

/// The nodes above `a` that it sees and can reach.
fn seen_in_large_tile(tile: &Tile, steps: &[PathNode], a: usize) -> Nodes {
    let above = (a + 1..tile.nodes).filter(|b| steps[a * tile.nodes + b] != PathNode::default());
    above.filter(|b| sees(tile, a, *b).0).fold(0, |set, b| set | 1 << b)
}

impl<'a> AllPairs<'a> {
    /// What the pairs share, unless the tile is too large for it.
    fn of(tile: &'a Tile, sides: &'a mut Sides) -> Option<Self> {
        let barriers = Barriers::of(tile);
        let places = TilePlaces::of(tile, &barriers)?;
        sides.clear(tile.vertices.len());
        Some(Self {
            tile,
            columns: Column::all(&tile.faces[..tile.nodes]),
            corners: tile.faces.iter().map(corners).collect(),
            walls: NodeWalls::all(tile),
            barriers,
            second_neighbours: (0..tile.nodes).map(|node| tile.second_neighbours(node)).collect(),
            places,
            sides,
        })
    }

    /// The nodes above `a` that it sees and can reach.
    #[inline(always)]
    fn seen<S: Simd>(&mut self, simd: S, steps: &[PathNode], a: usize) -> Nodes {
        let n = self.tile.nodes;
        let (own, face) = (self.columns[a / LANES], &self.tile.faces[a]);
        let mut seen = 0;
        for chunk in (a + 1) / LANES..self.columns.len() {
            let first = chunk * LANES;
            let eight = Eight::of(simd, face, &own, a % LANES, &self.columns[chunk]);
            for b in first.max(a + 1)..(first + LANES).min(n) {
                if steps[a * n + b] != PathNode::default() && self.sees(simd, steps, [a, b], &eight) {
                    seen |= 1 << b;
                }
            }
        }
        seen
    }

    /// The steps 4 to 8 for one of eight pairs.
    #[inline(always)]
    fn sees<S: Simd>(&mut self, simd: S, steps: &[PathNode], [a, b]: [usize; 2], eight: &Eight) -> bool {
        let lane = b % LANES;
        let [is_left_shared, is_right_shared] = [eight.left_shared, eight.right_shared].map(|set| set >> lane & 1 != 0);
        if is_left_shared & is_right_shared {
            return true;
        }
        let tag = |tags: &[u32; LANES]| Tag(tags[lane]);
        let [near, far] = [&eight.near, &eight.far].map(|[left, middle, right]| [tag(left), tag(middle), tag(right)]);
        let ends = [
            [near[0], far[0]],
            [far[0], far[2]],
            [tag(&eight.right[1]), tag(&eight.right[0])],
            [near[2], near[0]],
        ];
        let ends = ends.map(|ends| ends.map(Tag::vertex));
        let shared = (&self.places, self.tile);
        let sides = [
            self.sides.beyond(simd, shared, ends[0], Base::Start),
            self.sides.beyond(simd, shared, ends[1], Base::Start),
            self.sides.beyond(simd, shared, ends[2], Base::End),
            self.sides.beyond(simd, shared, ends[3], Base::End),
        ];
        let outside = self.places.outside(sides);
        let walls = &self.walls;
        if walls[a].has_own(near, outside.inside) || walls[b].has_own(far, outside.inside) {
            return false;
        }
        let goal = self.second_neighbours[b] | 1 << b;
        if is_left_shared | is_right_shared {
            return (self.second_neighbours[b] | self.tile.neighbours[b]) >> a & 1 != 0;
        }
        if walls[a].from_here & outside.inside != 0 {
            return false;
        }
        let inside_b = walls[b].corners & outside.inside;
        // A flood that arrives visits `b` itself, if two of its corners are in the quad: of these its neighbours and their
        // neighbours have one.
        if inside_b & walls[b].on_arrival & !walls[a].corners != 0 && inside_b & inside_b.wrapping_sub(1) != 0 {
            return false;
        }
        let place = |ends: [usize; 2]| ends.map(|end| self.tile.vertices[end]);
        let quad = Quad {
            sides: [
                Side::between(place(ends[0]), Base::Start),
                Side::between(place(ends[1]), Base::Start),
                Side::between(place(ends[2]), Base::End),
                Side::between(place(ends[3]), Base::End),
            ],
        };
        let Self { tile, corners, walls, barriers, .. } = self;
        let ground = Ground { tile, corners, walls, barriers };
        let next = |at: usize| usize::from(steps[at * tile.nodes + b].0 & !SIGHT);
        Flood { ground, a, b, quad, outside, goal }.arrives(next)
    }
}
