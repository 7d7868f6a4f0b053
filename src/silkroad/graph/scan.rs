//! `ScanReport`: the contradictions in a cell table. The scan also finds which cells touch.

use crate::formats::ainav::CellLookup;

use crate::silkroad::choices::{edge_on_the_way, edge_on_the_way_back, record_index};
use crate::silkroad::{Block, CellId, EdgeId};

/// A count, and the cells of the first case: start and goal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Number of cases.
    pub count: u64,
    /// The first case: start and goal.
    pub first: Option<(CellId, CellId)>,
}

impl Tally {
    pub(in crate::silkroad) fn see(&mut self, start: CellId, goal: CellId) {
        self.count += 1;
        self.first.get_or_insert((start, goal));
    }

    /// The sum of this tally and a later one.
    pub(in crate::silkroad) fn and(self, later: Self) -> Self {
        Self { count: self.count + later.count, first: self.first.or(later.first) }
    }
}

/// The asymmetric or impossible records of a cell table. The diagonal is ignored.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ScanReport {
    /// Pairs of cells whose two records do not mirror each other: the edge to the goal in one record is not the edge
    /// back in the other.
    pub asymmetric: Tally,
    /// Records that name an edge for one direction only.
    pub one_way: Tally,
    /// Records that name an edge that the block does not have.
    pub out_of_range: Tally,
    /// Pairs of cells that touch, according to their records, at an edge that already joins two others.
    pub crowded: Tally,
    /// The largest entry. Edges count from 0, so it is less than their number. If it were equal in real files, edges
    /// would count from 1.
    pub largest: Option<i16>,
}

/// The certainty that an edge joins two cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Sure {
    #[default]
    No,
    /// Only one of the two records says so.
    Half,
    /// Both do.
    Both,
}

/// Finds the two cells that each edge joins: the pair whose record names this edge for both directions.
///
/// The first edge on the route from a to b is an edge of a. If it is also the first edge on the route from b to a, it
/// is an edge of b too, so it joins the two. Where a record and its mirror disagree, they have less weight than a pair that agrees.
pub(super) fn scan(block: &Block<'_>) -> (Vec<Option<[CellId; 2]>>, ScanReport) {
    /// Pairs are visited in square tiles with this side, so that a record and its mirror, which are a whole table
    /// apart, are both in cache.
    const TILE: u32 = 64;
    let cells = block.cell_count();
    let mut scan = Scan {
        table: &block.as_raw().cell_lookup_table,
        cells,
        edges: block.edge_count(),
        sides: vec![None; block.edge_count() as usize],
        sure: vec![Sure::No; block.edge_count() as usize],
        largest: -1,
        report: ScanReport::default(),
    };
    for goals in (0..cells).step_by(TILE as usize) {
        for starts in (0..=goals).step_by(TILE as usize) {
            for goal in goals..cells.min(goals + TILE) {
                for start in starts..goal.min(starts + TILE) {
                    scan.pair(CellId(start), CellId(goal));
                }
            }
        }
    }
    scan.report.largest = (scan.largest >= 0).then_some(scan.largest);
    (scan.sides, scan.report)
}

struct Scan<'a> {
    table: &'a [CellLookup],
    cells: u32,
    edges: u32,
    sides: Vec<Option<[CellId; 2]>>,
    sure: Vec<Sure>,
    largest: i16,
    report: ScanReport,
}

impl Scan<'_> {
    fn pair(&mut self, a: CellId, b: CellId) {
        let there = self.table[record_index(self.cells, b, a)];
        let mirror = self.table[record_index(self.cells, a, b)];
        let sure_there = self.record(there, a, b);
        let swapped = CellLookup { ref_edge_index0: mirror.ref_edge_index1, ref_edge_index1: mirror.ref_edge_index0 };
        if there == swapped {
            if let Some(edge) = sure_there {
                self.join(edge, [a, b], Sure::Both);
            }
            return;
        }
        self.report.asymmetric.see(a, b);
        let sure_mirror = self.record(mirror, b, a);
        for edge in sure_there.into_iter().chain(sure_mirror) {
            self.join(edge, [a, b], Sure::Half);
        }
    }

    /// Examines one record, and returns the edge at which it says the two cells touch.
    fn record(&mut self, record: CellLookup, start: CellId, goal: CellId) -> Option<EdgeId> {
        let CellLookup { ref_edge_index0, ref_edge_index1 } = record;
        self.largest = self.largest.max(ref_edge_index0).max(ref_edge_index1);
        let (there, back) = (edge_on_the_way(record), edge_on_the_way_back(record));
        if there.is_some() != back.is_some() {
            self.report.one_way.see(start, goal);
        }
        let beyond = |edge: Option<EdgeId>| edge.is_some_and(|edge| edge.0 >= self.edges);
        if beyond(there) || beyond(back) {
            self.report.out_of_range.see(start, goal);
            return None;
        }
        there.filter(|_| there == back)
    }

    fn join(&mut self, edge: EdgeId, [a, b]: [CellId; 2], sure: Sure) {
        let at = edge.index();
        let sides = Some([a.min(b), a.max(b)]);
        if self.sides[at] == sides {
            self.sure[at] = self.sure[at].max(sure);
            return;
        }
        if self.sides[at].is_some() {
            self.report.crowded.see(a, b);
        }
        if sure > self.sure[at] {
            (self.sides[at], self.sure[at]) = (sides, sure);
        }
    }
}
