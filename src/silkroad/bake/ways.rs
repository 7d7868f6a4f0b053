//! `Ways`: the routes from all cells of a block to eight goals in parallel, in the vector instructions of the processor.
//!
//! A cell that is *asked* takes the best offer of its neighbours, and offers them that route plus one crossing. Each route is a neighbour's
//! route plus one crossing, so it is longer than the neighbour's. Hence there is exactly one fixed point, a set of routes that gives each
//! cell the best offer of its neighbours. It is reached when no answer changes, in whatever order the cells are asked. The order only
//! affects the time. For each eight goals
//!
//! 1. the few cells around them are asked back and forth, because the order by distance differs there for each goal; 2. all cells are asked
//!    as a breadth-first wave reaches them; 3. all are asked once more, in the order of their distance, and then the neighbours of cells
//!    whose answers changed, until no answer changes.

use fearless_simd::{Level, Simd, dispatch, f64x8, prelude::*};

use super::near_first::NearFirst;

/// Number of goals that are processed in parallel.
pub(super) const LANES: usize = 8;
/// Edges of a cell.
pub(super) const EDGES: usize = 3;
/// A unit of the cost. Below it the crossings are counted, which are fewer.
pub(super) const ONE: f64 = 32_768.0;
/// One crossing.
pub(super) const CROSSING: f64 = 1.0;

/// No route, or none that a neighbour could use.
const NONE: f64 = f64::INFINITY;
/// The cells are sorted by their distance to this goal.
const SORTED_BY: usize = LANES / 2;
/// Number of cells around the goals that are asked back and forth, and the maximum number of rounds.
const NEAR: usize = 64;
const NEAR_ROUNDS: usize = 8;
/// Number of rounds in which answers still change, after which the routes to these goals are left to a search. In floors of
/// rooms and corridors two rounds are enough.
const MAX_ROUNDS: usize = 16;

/// A cell of at most three edges.
#[derive(Clone, Copy)]
pub(super) struct Cell {
    /// The cost to cross the cell, with the crossing: between its edges 0 and 1, 0 and 2, and 1 and 2.
    pub turns: [f64; EDGES],
    /// For each edge, the index in `offers` of the offer by the neighbour behind it.
    pub from: [u32; EDGES],
}

impl Cell {
    /// A cell without edges, in a block with the given number of cells.
    pub fn alone(cells: usize) -> Self {
        Self { turns: [0.0; EDGES], from: [(EDGES * cells) as u32; EDGES] }
    }

    /// The cells behind its edges. A missing edge has the number after the last cell, which means no cell.
    fn neighbours(&self) -> [usize; EDGES] {
        self.from.map(|from| from as usize / EDGES)
    }
}

/// The routes to successive groups of eight goals.
pub(super) struct Ways<'a> {
    level: Level,
    cells: &'a [Cell],
    /// For each edge of each cell, the cell's offer to its neighbour behind that edge: the route to each goal. Less is
    /// better. The last entry means no cell and is never better.
    offers: Vec<[f64; LANES]>,
    /// For each cell, a bit for each goal that is the cell itself.
    goals: Vec<u8>,
    /// For each of a cell's edges, the goals whose routes start with that edge, as bits.
    begins: [Vec<u8>; EDGES],
    /// The length of each cell's route to one of the goals.
    distances: Vec<f64>,
    /// The cells that have routes, in the order in which they are asked.
    order: Vec<u16>,
    sorter: NearFirst,
    /// Cells that are to be asked. The last entry means no cell. It is always set, so it is never opened.
    is_open: Vec<bool>,
    open: usize,
}

impl<'a> Ways<'a> {
    pub fn new(cells: &'a [Cell]) -> Self {
        let count = cells.len();
        let mut is_open = vec![false; count + 1];
        is_open[count] = true;
        Self {
            level: Level::new(),
            cells,
            offers: vec![[NONE; LANES]; EDGES * count + 1],
            goals: vec![0; count],
            begins: [(); EDGES].map(|()| vec![0; count]),
            distances: vec![NONE; count],
            order: Vec::with_capacity(count),
            sorter: NearFirst::default(),
            is_open,
            open: 0,
        }
    }

    /// For each of a cell's edges, the goals whose routes start with that edge, as bits.
    pub fn begins(&self) -> &[Vec<u8>; EDGES] {
        &self.begins
    }

    /// Finds the routes to up to eight goals. Returns `false` if it gives up because answers change too often.
    pub fn find(&mut self, goals: &[u16]) -> bool {
        self.offers.as_flattened_mut().fill(NONE);
        for (lane, &goal) in goals.iter().enumerate() {
            let goal = usize::from(goal);
            self.goals[goal] |= 1 << lane;
            self.offers[EDGES * goal..][..EDGES].iter_mut().for_each(|offer| offer[lane] = CROSSING);
        }
        self.spread(goals);
        // The whole function is compiled for the processor's vector instructions.
        dispatch!(self.level, simd => self.settle(simd));
        goals.iter().for_each(|&goal| self.goals[usize::from(goal)] = 0);
        self.open == 0
    }

    /// Opens the cells from which a goal can be reached, in the order of a breadth-first wave.
    fn spread(&mut self, goals: &[u16]) {
        let Self { cells, order, is_open, .. } = self;
        is_open[..cells.len()].fill(false);
        order.clear();
        let mut reach = |order: &mut Vec<u16>, cell: usize| {
            if !std::mem::replace(&mut is_open[cell], true) {
                order.push(cell as u16);
            }
        };
        goals.iter().for_each(|&goal| reach(order, goal.into()));
        let mut at = 0;
        while let Some(&cell) = order.get(at) {
            cells[usize::from(cell)].neighbours().into_iter().for_each(|cell| reach(order, cell));
            at += 1;
        }
        self.open = order.len();
    }

    #[inline(always)]
    fn settle<S: Simd>(&mut self, simd: S) {
        let near = NEAR.min(self.order.len());
        for _ in 0..NEAR_ROUNDS {
            let mut has_changed = false;
            for at in (0..near).chain((0..near).rev()) {
                has_changed |= self.ask(simd, self.order[at].into());
            }
            if !has_changed {
                break;
            }
        }
        for at in 0..self.order.len() {
            self.ask(simd, self.order[at].into());
        }
        self.sorter.sort(&mut self.order, &self.distances);
        for _ in 0..MAX_ROUNDS {
            for at in (0..self.order.len()).chain((0..self.order.len()).rev()) {
                self.ask_open(simd, self.order[at].into());
            }
            if self.open == 0 {
                break;
            }
        }
        for cell in 0..self.cells.len() {
            self.begin(simd, cell);
        }
    }

    /// Asks a cell if it is open, and opens its neighbours if its answer changes.
    #[inline(always)]
    fn ask_open<S: Simd>(&mut self, simd: S, cell: usize) {
        if std::mem::take(&mut self.is_open[cell]) {
            self.open -= 1;
            if self.ask(simd, cell) {
                for neighbour in self.cells[cell].neighbours() {
                    self.open += usize::from(!std::mem::replace(&mut self.is_open[neighbour], true));
                }
            }
        }
    }

    /// Asks a cell. Returns whether any of its routes has changed.
    #[inline(always)]
    fn ask<S: Simd>(&mut self, simd: S, cell: usize) -> bool {
        let [a, b, c] = self.offered(simd, cell);
        // The lower edge wins ties.
        let by_b = b.simd_lt(a);
        let a_or_b = a.min(b);
        let by_c = c.simd_lt(a_or_b);
        let way = a_or_b.min(c);
        let Cell { turns: [ab, ac, bc], .. } = self.cells[cell];
        let (ab, ac, bc, none) = (splat(simd, ab), splat(simd, ac), splat(simd, bc), splat(simd, NONE));
        // Nothing is offered to the neighbour that the route enters, so that no two cells depend on each other's route.
        let mut offers = [
            way + by_c.select(ac, by_b.select(ab, none)),
            way + by_c.select(bc, by_b.select(none, ab)),
            way + by_c.select(none, by_b.select(bc, ac)),
        ];
        if self.goals[cell] != 0 {
            let is_goal = simd.from_bitmask_mask64x8(self.goals[cell].into());
            for offer in &mut offers {
                *offer = is_goal.select(splat(simd, CROSSING), *offer);
            }
        }
        let mut is_same = simd.splat_mask64x8(true);
        for (known, offer) in self.offers[EDGES * cell..][..EDGES].iter_mut().zip(offers) {
            is_same &= f64x8::simd_from(simd, *known).simd_eq(offer);
            *known = offer.into();
        }
        self.distances[cell] = way[SORTED_BY];
        is_same.any_false()
    }

    /// Records the edges with which the routes of a cell start.
    #[inline(always)]
    fn begin<S: Simd>(&mut self, simd: S, cell: usize) {
        let [a, b, c] = self.offered(simd, cell);
        let by_a = a.simd_lt(splat(simd, NONE)).to_bitmask() as u8;
        let by_b = b.simd_lt(a).to_bitmask() as u8;
        let by_c = c.simd_lt(a.min(b)).to_bitmask() as u8;
        let others = !self.goals[cell];
        self.begins[0][cell] = others & by_a & !by_b & !by_c;
        self.begins[1][cell] = others & by_b & !by_c;
        self.begins[2][cell] = others & by_c;
    }

    /// The offers of a cell's neighbours to it.
    #[inline(always)]
    fn offered<S: Simd>(&self, simd: S, cell: usize) -> [f64x8<S>; EDGES] {
        let [a, b, c] = self.cells[cell].from;
        [self.offer(simd, a), self.offer(simd, b), self.offer(simd, c)]
    }

    #[inline(always)]
    fn offer<S: Simd>(&self, simd: S, from: u32) -> f64x8<S> {
        f64x8::simd_from(simd, self.offers[from as usize])
    }
}

#[inline(always)]
fn splat<S: Simd>(simd: S, value: f64) -> f64x8<S> {
    simd.splat_f64x8(value)
}
