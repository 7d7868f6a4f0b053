//! Checks for routes of a cell table that are much longer than the shortest ones.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::finding::{Findings, Measure, PartKind, Place, PlacePart, Spot, rules};
use crate::silkroad::choices::{distance, edge_on_the_way};
use crate::silkroad::{Block, BlockGraph, CellId, EdgeId};
use walkmesh_mesh::counted::counted;

rules! { of super::sample, TablesFile;
    ROUTE_LONG: Info = "route-long", "A route is much longer than the shortest one" {
        /// Both the stored route and the shortest one are measured over the midpoints of the edges that they cross.
        /// Monsters take a detour that players notice. Only routes to some cells of each block are measured.
        remedy
        /// Bake the dungeon to rebuild the table.
        bad "block 0, from cell 2, to cell 0": |raw| {
            for start in 2..6 {
                record(raw, 0, start, 0).ref_edge_index0 = start as i16;
            }
        },
    }
}

/// Number of goal cells per block for the measured routes, spread evenly over its cells.
const GOALS: u32 = 32;

/// Maximum number of steps from edge to edge that are tried for a block before measuring stops.
const MAX_STEPS: usize = 1 << 21;

/// A route as a pair of cells, and the ratio of its length to the shortest one's.
#[derive(Clone, Copy)]
struct Detour {
    from: CellId,
    to: CellId,
    ratio: f64,
}

pub(super) fn check(block: Block<'_>, joins: &BlockGraph, findings: &mut Findings) {
    let Some(most) = findings.detour() else { return };
    let mut lengths = Lengths::new(block, joins);
    let (mut count, mut measured, mut worst) = (0_u32, 0_u32, None::<Detour>);
    let step = joins.cell_count().div_ceil(GOALS).max(1);
    for to in (0..joins.cell_count()).step_by(step as usize).map(CellId) {
        if lengths.steps > MAX_STEPS {
            break;
        }
        lengths.towards(to);
        for from in (0..joins.cell_count()).map(CellId) {
            let Some([stored, shortest]) = lengths.from(from) else { continue };
            measured += 1;
            let ratio = stored / shortest;
            if shortest > 0.0 && ratio > most {
                count += 1;
                if worst.is_none_or(|worst| ratio > worst.ratio) {
                    worst = Some(Detour { from, to, ratio });
                }
            }
        }
    }
    if let Some(Detour { from, to, ratio }) = worst {
        let place = Place::from([
            block.id().into(),
            PlacePart::new(PartKind::FromCell, from.0),
            PlacePart::new(PartKind::ToCell, to.0),
        ]);
        let first = block.record(from, to).and_then(edge_on_the_way).and_then(|edge| block.centre(edge));
        let measure = Measure::Ratio(ratio);
        let rule = &ROUTE_LONG;
        findings.add_spot(rule, rule.severity, place, first.map(|point| Spot { point, measure }), || {
            format!(
                "This route is {measure} as long as the shortest one, and {count} of {} are too long.",
                counted(measured as usize, "route")
            )
        });
    }
}

/// The lengths of the routes of a block to one goal at a time, over the midpoints of the edges that they cross.
struct Lengths<'a> {
    block: Block<'a>,
    joins: &'a BlockGraph,
    /// For each cell, the length of its stored route and the first edge that it crosses.
    stored: Vec<Option<(f64, EdgeId)>>,
    /// For each edge, the length of the shortest path from its middle to the goal.
    shortest: Vec<f64>,
    queue: BinaryHeap<Reverse<(u64, u32)>>,
    /// The cells whose routes are not known yet.
    way: Vec<CellId>,
    steps: usize,
}

impl<'a> Lengths<'a> {
    fn new(block: Block<'a>, joins: &'a BlockGraph) -> Self {
        let (stored, shortest) = (Vec::new(), Vec::new());
        Self { block, joins, stored, shortest, queue: BinaryHeap::new(), way: Vec::new(), steps: 0 }
    }

    /// The lengths of the stored route of a cell and of its shortest one, if both are known.
    fn from(&self, cell: CellId) -> Option<[f64; 2]> {
        let (stored, _) = self.stored[cell.index()]?;
        let edges = self.joins.neighbours(cell).iter().map(|(edge, _)| self.shortest[edge.index()]);
        let shortest = edges.fold(f64::INFINITY, f64::min);
        shortest.is_finite().then_some([stored, shortest])
    }

    /// The distance between the midpoints of two edges, in game units; `None` if a middle is not finite.
    fn between(&self, from: EdgeId, to: EdgeId) -> Option<f64> {
        let way = distance(self.block.centre(from)?, self.block.centre(to)?);
        way.is_finite().then_some(way)
    }

    fn towards(&mut self, goal: CellId) {
        self.measure_shortest(goal);
        self.measure_stored(goal);
    }

    /// Dijkstra's algorithm over the midpoints of edges.
    fn measure_shortest(&mut self, goal: CellId) {
        self.shortest.clear();
        self.shortest.resize(self.joins.edge_count() as usize, f64::INFINITY);
        for (edge, _) in self.joins.neighbours(goal) {
            self.shortest[edge.index()] = 0.0;
            self.queue.push(Reverse((0, edge.0)));
        }
        while let Some(Reverse((length, edge))) = self.queue.pop() {
            // Lengths are not negative, so their bits have the same order.
            let (edge, length) = (EdgeId(edge), f64::from_bits(length));
            if length > self.shortest[edge.index()] {
                continue;
            }
            for cell in self.joins.sides(edge).into_iter().flatten() {
                let neighbours = self.joins.neighbours(cell);
                self.steps += neighbours.len();
                for (next, _) in neighbours {
                    let Some(way) = self.between(edge, *next) else { continue };
                    if length + way < self.shortest[next.index()] {
                        self.shortest[next.index()] = length + way;
                        self.queue.push(Reverse(((length + way).to_bits(), next.0)));
                    }
                }
            }
            if self.steps > 2 * MAX_STEPS {
                // A single goal took too long: the known paths to it may not be the shortest.
                self.queue.clear();
                self.shortest.fill(f64::INFINITY);
            }
        }
    }

    /// Follows the table from each cell once.
    fn measure_stored(&mut self, goal: CellId) {
        self.stored.clear();
        self.stored.resize(self.joins.cell_count() as usize, None);
        let step = |cell: CellId| {
            let edge = self.block.record(cell, goal).and_then(edge_on_the_way)?;
            Some((edge, self.joins.across(cell, edge)?))
        };
        let mut is_seen = vec![false; self.stored.len()];
        is_seen[goal.index()] = true;
        for start in (0..self.joins.cell_count()).map(CellId) {
            let mut at = start;
            while !std::mem::replace(&mut is_seen[at.index()], true) {
                self.way.push(at);
                match step(at) {
                    Some((_, next)) => at = next,
                    None => break,
                }
            }
            // Backward from the goal, or from a cell whose route is known. A route that does not arrive stays unknown.
            while let Some(cell) = self.way.pop() {
                let Some((edge, next)) = step(cell) else { continue };
                self.stored[cell.index()] = if next == goal {
                    Some((0.0, edge))
                } else {
                    let behind = self.stored[next.index()];
                    behind.and_then(|(length, first)| Some((length + self.between(edge, first)?, edge)))
                };
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::finding::{CheckOptions, Measure};
    use crate::silkroad::{BakeOptions, BlockPlan, CellId, Dungeon, EdgePlan, Plan};

    /// A ring of eight cells.
    fn ring() -> Dungeon {
        let at = |cell: u32| {
            let (sin, cos) = (cell as f32 * std::f32::consts::FRAC_PI_4).sin_cos();
            [cos * 100.0, 0.0, sin * 100.0]
        };
        let edges = (0..8).map(|cell| EdgePlan::inner(at(cell), CellId(cell), CellId((cell + 1) % 8))).collect();
        let plan =
            Plan { region: 32_999, blocks: vec![BlockPlan { cells: 8, edges, ..BlockPlan::default() }], doors: vec![] };
        plan.bake(&BakeOptions::default()).unwrap()
    }

    #[test]
    fn a_route_around_the_wrong_side_of_a_ring_is_long() {
        let mut raw = ring().into_raw();
        assert_eq!(Dungeon::from_raw(raw.clone()).check(&CheckOptions::default()).count("route-long"), 0);
        // From cell 2 to cell 0 the long way round: over the edges 2 to 7 instead of 1 and 0.
        let block = &mut raw.ref_dungeon.blocks[0].cell_lookup_table;
        for start in 2..8_usize {
            (block[start].ref_edge_index0, block[start * 8].ref_edge_index1) = (start as i16, start as i16);
        }
        let dungeon = Dungeon::from_raw(raw);
        let findings = dungeon.check(&CheckOptions::default());
        let found: Vec<_> = findings.iter().filter(|finding| finding.code() == "route-long").collect();
        assert_eq!(found.len(), 1, "{findings}");
        assert_eq!(found[0].place.to_string(), "block 0, from cell 2, to cell 0");
        // Five sides of the octagon instead of one.
        let spot = found[0].spot.unwrap();
        assert!(matches!(spot.measure, Measure::Ratio(ratio) if (ratio - 5.0).abs() < 1e-3), "{findings}");
        assert_eq!(dungeon.check(&CheckOptions::default().with_detour(Some(6.0))).count("route-long"), 0);
        assert_eq!(dungeon.check(&CheckOptions::default().with_detour(None)).count("route-long"), 0);
    }
}
