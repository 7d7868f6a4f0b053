//! `Triangles`: finds the first edges in a block of triangles. The result is the same as from a [`Tree`], in less time.
//!
//! The routes to two adjacent goals are nearly the same: in a floor of 2,300 cells, 52 routes start with another edge,
//! and the order of the cells by distance hardly changes. So one order serves eight nearby goals, whose routes [`Ways`]
//! finds in parallel, and no priority queue is needed.

use crate::formats::ainav::CellLookup;
use crate::parallel;
use crate::silkroad::choices::{self, cost};

use super::topology::Topology;
use super::tree::{NO_EDGE, Tree};
use super::ways::{CROSSING, Cell, EDGES, LANES, ONE, Ways};

/// Number of goals processed in sequence.
const SHARE: usize = 16 * LANES;
/// Maximum cost of a route, such that its cost, times [`ONE`], and its crossings are exact in an `f64`.
const MAX_COST: u64 = 1 << 38;

/// A block whose cells have at most three edges.
pub(super) struct Triangles<'a> {
    block: &'a Topology,
    cells: Vec<Cell>,
    /// For each index of an edge within a cell, the edge of each cell.
    edges: [Vec<i16>; EDGES],
    /// All cells, in groups of eight that lie together.
    groups: Vec<u16>,
}

impl<'a> Triangles<'a> {
    /// None if a cell has more edges, or edges too far apart.
    #[must_use]
    pub fn new(block: &'a Topology) -> Option<Self> {
        let mut cells = vec![Cell::alone(block.cells); block.cells];
        let mut edges = [(); EDGES].map(|()| vec![NO_EDGE; block.cells]);
        let mut most_cost = 0_u64;
        for (at, cell) in cells.iter_mut().enumerate() {
            let arcs = block.arcs_of(at);
            if arcs.len() > EDGES {
                return None;
            }
            let mut longest = 0;
            for (place, arc) in arcs.clone().enumerate() {
                let out = block.arc(arc);
                let place_back = usize::from(out.back) - block.arcs_of(out.to.into()).start;
                cell.from[place] = (EDGES * usize::from(out.to) + place_back) as u32;
                edges[place][at] = out.edge as i16;
                for (other_place, other) in arcs.clone().enumerate().take(place) {
                    let [from, to] = [out.edge, block.arc(other).edge].map(|edge| block.centres[usize::from(edge)]);
                    let turn = cost(from, to);
                    cell.turns[place + other_place - 1] = (turn.min(MAX_COST) as f64) * ONE + CROSSING;
                    longest = longest.max(turn);
                }
            }
            most_cost = most_cost.saturating_add(longest);
        }
        (most_cost < MAX_COST).then(|| Self { block, cells, edges, groups: groups(block) })
    }

    /// Writes the first edge of each route, but no edge back, into a table: goals outer, starts inner.
    pub fn fill(&self, table: &mut [CellLookup]) {
        let cells = self.cells.len();
        let mut rows: Vec<_> = table.chunks_exact_mut(cells.max(1)).map(Some).collect();
        let row_of = |&goal: &u16| Some((goal, rows[usize::from(goal)].take()?));
        let mut rows: Vec<_> = self.groups.iter().filter_map(row_of).collect();
        let ways = || Ways::new(&self.cells);
        parallel::fill_rows(&mut rows, SHARE, ways, |ways, _, rows| {
            rows.chunks_mut(LANES).for_each(|rows| self.fill_rows(ways, rows));
        });
    }

    /// Writes the rows of up to eight goals.
    fn fill_rows(&self, ways: &mut Ways, rows: &mut [(u16, &mut [CellLookup])]) {
        let mut goals = [0; LANES];
        rows.iter().zip(&mut goals).for_each(|((goal, _), lane)| *lane = *goal);
        if ways.find(&goals[..rows.len()]) {
            for (lane, (_, row)) in rows.iter_mut().enumerate() {
                first_edges(lane, &self.edges, ways.begins(), row);
            }
            return;
        }
        let (mut tree, mut next) = (Tree::new(self.block), vec![NO_EDGE; self.cells.len()]);
        for (goal, row) in rows {
            tree.grow(self.block, usize::from(*goal), &mut next);
            row.iter_mut().zip(&next).for_each(|(record, &edge)| *record = there(edge));
        }
    }
}

/// A record whose edge for the way back is not known yet.
fn there(edge: i16) -> CellLookup {
    CellLookup { ref_edge_index0: edge, ..choices::NO_WAY }
}

/// Writes the first edges of the routes to one goal of eight.
fn first_edges(lane: usize, edges: &[Vec<i16>; EDGES], begins: &[Vec<u8>; EDGES], row: &mut [CellLookup]) {
    // Slices of equal length and no branches, so that the compiler vectorises this.
    let [a, b, c] = edges.each_ref().map(|edges| &edges[..row.len()]);
    let [by_a, by_b, by_c] = begins.each_ref().map(|begins| &begins[..row.len()]);
    let all_if = |begins: u8| -i16::from(begins >> lane & 1);
    for (at, record) in row.iter_mut().enumerate() {
        let [by_a, by_b, by_c] = [by_a[at], by_b[at], by_c[at]].map(all_if);
        let none = !(by_a | by_b | by_c) & NO_EDGE;
        *record = there(a[at] & by_a | b[at] & by_b | c[at] & by_c | none);
    }
}

/// The cells of a block, in groups of eight: each group is a breadth-first wave of cells that are in no group yet, if
/// possible from beside the oldest group.
fn groups(block: &Topology) -> Vec<u16> {
    let neighbours = |cell: u16| block.arcs_of(cell.into()).map(|arc| block.arc(arc).to);
    let mut grouped: Vec<u16> = Vec::with_capacity(block.cells);
    let mut is_grouped = vec![false; block.cells];
    // For each cell, the start of the last wave that reached it.
    let mut reached_from = vec![None; block.cells];
    let mut wave = Vec::new();
    let (mut oldest, mut numbers) = (0, 0..block.cells as u16);
    while grouped.len() < block.cells {
        let beside = |cell: &u16| neighbours(*cell).find(|&next| !is_grouped[usize::from(next)]);
        let start = loop {
            match grouped.get(oldest).map(beside) {
                Some(Some(start)) => break Some(start),
                Some(None) => oldest += 1,
                None => break numbers.find(|&cell| !is_grouped[usize::from(cell)]),
            }
        };
        let Some(start) = start else { break };
        let full = (grouped.len() / LANES + 1) * LANES;
        wave.clear();
        wave.push(start);
        reached_from[usize::from(start)] = Some(start);
        let mut at = 0;
        while let Some(&cell) = wave.get(at)
            && grouped.len() < full
        {
            if !std::mem::replace(&mut is_grouped[usize::from(cell)], true) {
                grouped.push(cell);
            }
            let is_new = |next: &u16| reached_from[usize::from(*next)].replace(start) != Some(start);
            wave.extend(neighbours(cell).filter(is_new));
            at += 1;
        }
    }
    grouped
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::silkroad::bake::tree::Tree;
    use crate::silkroad::{BlockId, BlockPlan, CellId, EdgePlan};

    /// Blocks of cells with at most three edges each, which need not be planar. There are either few distinct midpoints, so that many
    /// routes are equally long, or many.
    fn blocks() -> impl Strategy<Value = BlockPlan> {
        let near = (0..4_u8, 0..4_u8).prop_map(|(x, z)| [f32::from(x), 0.0, f32::from(z)]);
        let anywhere = proptest::array::uniform3(-300.0..300.0_f32);
        let edges = |centre: BoxedStrategy<[f32; 3]>| proptest::collection::vec((any::<[u32; 2]>(), centre), 0..240);
        (1..150_u32, prop_oneof![edges(near.boxed()), edges(anywhere.boxed())]).prop_map(|(cells, wanted)| {
            let mut degrees = vec![0; cells as usize];
            let mut edges: Vec<EdgePlan> = Vec::new();
            for ([from, by], centre) in wanted {
                // Most edges join cells with similar numbers.
                let from = from % cells;
                let to = (from + 1 + by % 9 * (by % 3)) % cells;
                let joins = [from.min(to), from.max(to)].map(CellId);
                let is_free = joins.iter().all(|cell| degrees[cell.index()] < 3);
                if from != to && is_free && edges.iter().all(|edge| edge.joins != Some(joins)) {
                    joins.iter().for_each(|cell| degrees[cell.index()] += 1);
                    edges.push(EdgePlan { centre, joins: Some(joins) });
                }
            }
            BlockPlan { cells, edges, ..BlockPlan::default() }
        })
    }

    /// The table by [`Triangles`], and the table by a [`Tree`] for each goal.
    fn tables(block: &Topology) -> [Vec<CellLookup>; 2] {
        let mut found = vec![CellLookup { ref_edge_index0: 7, ref_edge_index1: 7 }; block.cells * block.cells];
        Triangles::new(block).expect("at most three edges").fill(&mut found);
        let (mut tree, mut next) = (Tree::new(block), vec![0; block.cells]);
        let row = |goal| {
            tree.grow(block, goal, &mut next);
            next.iter().map(|&edge| there(edge)).collect::<Vec<_>>()
        };
        [found, (0..block.cells).flat_map(row).collect()]
    }

    /// A chain whose cells are joined to others nearby at random, and whose middles lie on two lines far from each other:
    /// the order in which a wave reaches the cells says little about their distances.
    fn tangle(cells: u32, mut seed: u64) -> BlockPlan {
        let mut dice = |sides: u32| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) as u32 % sides
        };
        let mut degrees = vec![0; cells as usize];
        let mut edges: Vec<EdgePlan> = Vec::new();
        for _ in 0..4 * cells {
            let from = dice(cells);
            let joins = [from, (from + 1 + dice(2)) % cells].map(CellId);
            let centre = [1000.0 * dice(2) as f32, 0.0, dice(10) as f32];
            let is_new = edges.iter().all(|edge| edge.joins.is_none_or(|[a, b]| joins != [a, b] && joins != [b, a]));
            if is_new && joins.iter().all(|cell| degrees[cell.index()] < 3) {
                joins.iter().for_each(|cell| degrees[cell.index()] += 1);
                edges.push(EdgePlan { centre, joins: Some(joins) });
            }
        }
        BlockPlan { cells, edges, ..BlockPlan::default() }
    }

    #[test]
    fn a_search_finds_the_ways_where_the_order_of_the_cells_does_not_help() {
        let mut given_up = 0;
        for seed in 1..=6 {
            let block = Topology::new(BlockId(0), &tangle(300, seed)).expect("is sound");
            let triangles = Triangles::new(&block).expect("at most three edges");
            let mut ways = Ways::new(&triangles.cells);
            given_up += triangles.groups.chunks(LANES).filter(|goals| !ways.find(goals)).count();
            let [found, expected] = tables(&block);
            assert_eq!(found, expected);
        }
        assert!(given_up > 0, "nothing was left to the search");
    }

    proptest! {
        #[test]
        fn finds_what_a_search_for_each_goal_finds(plan in blocks()) {
            let [found, expected] = tables(&Topology::new(BlockId(0), &plan).expect("is sound"));
            prop_assert_eq!(found, expected);
        }
    }
}
