//! Checks cell tables: whether every walk inside a block arrives.

use crate::finding::{Findings, rules};
use crate::parallel;
use crate::silkroad::choices::{self, edge_on_the_way};
use crate::silkroad::graph::Tally;
use crate::silkroad::{Block, BlockGraph, CellId};
use walkmesh_mesh::counted::are;

use super::{At, Report};

rules! { of super::sample, TablesFile;
    RECORD_OUT_OF_RANGE: Error = "record-out-of-range", "An edge of a record is out of range" {
        /// A record of the cell table gives the edge to cross first on the route from one cell to another. These
        /// records name edges that the block does not have. Monsters cannot follow these routes.
        remedy
        /// Bake the dungeon to rebuild the table.
        bad "block 0": |raw| record(raw, 0, 1, 4).ref_edge_index0 = 8,
    }
    RECORD_ONE_WAY: Warning = "record-one-way", "A record is one-way" {
        /// Each record names the first edge of the route to the goal, and of the route back. These records name only
        /// one of them. All floors can be walked in both directions, so an entry is missing.
        remedy
        /// Bake the dungeon to rebuild the table.
        bad "block 0": |raw| record(raw, 0, 1, 4).ref_edge_index1 = -1,
    }
    RECORD_ASYMMETRIC: Warning = "record-asymmetric", "Records are not symmetric" {
        /// The records from a to b and from b to a contain the same two edges, swapped. Here they do not. The edge that a monster takes
        /// depends on its start.
        remedy
        /// Bake the dungeon to rebuild the table.
        bad "block 0": |raw| record(raw, 0, 1, 4).ref_edge_index1 ^= 1,
    }
    EDGE_NON_MANIFOLD: Error = "edge-non-manifold", "An edge joins more than two cells" {
        /// An edge has one cell on each side, but the records claim that further cells touch there. Only the first two
        /// are used, so routes between the others are wrong.
        remedy
        /// Bake the dungeon to rebuild the table, and compare the routes with the floor.
        bad "block 0": |raw| {
            *record(raw, 0, 0, 3) = CellLookup { ref_edge_index0: 1, ref_edge_index1: 1 };
            *record(raw, 0, 3, 0) = CellLookup { ref_edge_index0: 1, ref_edge_index1: 1 };
        },
    }
    TABLE_TRANSPOSED: Error = "table-transposed", "The cell table is transposed" {
        /// Most records start with an edge of their goal instead of their start. The table was written with starts as
        /// rows and goals as columns, but the server reads goals as rows. Nearly all monsters take wrong routes.
        remedy
        /// Write the table with goals as rows, or swap the two edges of each record.
        bad "block 1": |raw| {
            for record in &mut raw.ref_dungeon.blocks[1].cell_lookup_table {
                std::mem::swap(&mut record.ref_edge_index0, &mut record.ref_edge_index1);
            }
        },
    }
    RECORD_NOT_ITS_EDGE: Error = "record-not-its-edge", "A route starts with an edge of another cell" {
        /// A record should name an edge of the cell where the route starts. These records name edges elsewhere in the
        /// block, so a monster walks straight through anything between.
        remedy
        /// Bake the dungeon to rebuild the table.
        bad "block 0": |raw| record(raw, 0, 1, 4).ref_edge_index0 = 4,
    }
    RECORD_MISSING: Error = "record-missing", "Connected cells have no route" {
        /// The floor connects the two cells, but the record has no route. Monsters stand still.
        remedy
        /// Bake the dungeon to rebuild the table.
        bad "block 0": |raw| *record(raw, 0, 1, 4) = CellLookup::NONE,
    }
    WALK_LOOPS: Error = "walk-loops", "Routes form a cycle" {
        /// The records from one of these cells lead back to it without reaching the goal. A monster walks in a circle
        /// and never arrives.
        remedy
        /// Bake the dungeon to rebuild the table.
        bad "block 0": |raw| {
            record(raw, 0, 1, 4).ref_edge_index0 = 1;
            record(raw, 0, 2, 4).ref_edge_index0 = 1;
        },
    }
    WALK_BREAKS_OFF: Error = "walk-breaks-off", "Routes end before their goal" {
        /// The first steps are correct, but they lead to a cell from which the table has no route. Monsters stop there.
        remedy
        /// Bake the dungeon to rebuild the table.
        bad "block 0": |raw| {
            record(raw, 0, 3, 5).ref_edge_index0 = -1;
            record(raw, 0, 2, 5).ref_edge_index0 = 2;
        },
    }
    DIAGONAL_NOT_CLEARED: Info = "diagonal-not-cleared", "The diagonal of a cell table is not -1" {
        /// A diagonal record would lead from a cell to itself. Nothing reads it.
        remedy
        /// No action is needed. Baking writes -1.
        bad "block 0": |raw| record(raw, 0, 3, 3).ref_edge_index1 = 12,
    }
}

/// The results of following the table.
#[derive(Clone, Copy, Default)]
struct Walks {
    /// Records that name an edge of another cell.
    not_its_edge: Tally,
    /// Number of records that name an edge of the start cell, and of records that name an edge of the goal cell.
    of_start: u64,
    of_goal: u64,
    /// Pairs in one connected part without a route.
    missing: Tally,
    loops: Tally,
    /// Routes with a correct first step that reach a cell from which no route continues.
    breaks_off: Tally,
}

pub(super) fn check(block: Block<'_>, joins: &BlockGraph, findings: &mut Findings) {
    let mut report = Report::at(findings, At::Block(block.id()));
    let scan = joins.report();
    let what = [
        "pair of cells has a route over an edge that the block does not have",
        "pairs of cells have routes over edges that the block does not have",
    ];
    report.add_tally(&RECORD_OUT_OF_RANGE, scan.out_of_range, what);
    let what = ["pair of cells has a route in one direction only", "pairs of cells have a route in one direction only"];
    report.add_tally(&RECORD_ONE_WAY, scan.one_way, what);
    let what =
        ["pair of cells has records that are not symmetric", "pairs of cells have records that are not symmetric"];
    report.add_tally(&RECORD_ASYMMETRIC, scan.asymmetric, what);
    let what = [
        "pair of cells touches at an edge that joins two others",
        "pairs of cells touch at an edge that joins two others",
    ];
    report.add_tally(&EDGE_NON_MANIFOLD, scan.crowded, what);

    let walks = follow(block, joins);
    if walks.of_goal > walks.of_start {
        let meaning = || "Most routes start with an edge of their goal: the table has starts as rows instead of goals.";
        report.add(&TABLE_TRANSPOSED, meaning);
    } else {
        let what = ["route starts with an edge of another cell", "routes start with an edge of another cell"];
        report.add_tally(&RECORD_NOT_ITS_EDGE, walks.not_its_edge, what);
        let what = ["pair of connected cells has no route", "pairs of connected cells have no route"];
        report.add_tally(&RECORD_MISSING, walks.missing, what);
        report.add_tally(
            &WALK_LOOPS,
            walks.loops,
            ["route forms a cycle and never arrives", "routes form cycles and never arrive"],
        );
        report.add_tally(
            &WALK_BREAKS_OFF,
            walks.breaks_off,
            ["route ends before its goal", "routes end before their goal"],
        );
    }
    let cells = block.cell_count();
    let diagonal = block.as_raw().cell_lookup_table.iter().step_by(cells as usize + 1);
    let garbage = diagonal.filter(|&&record| record != choices::NO_WAY).count();
    if garbage > 0 {
        let meaning =
            || format!("On the diagonal of the cell table {} not -1; nothing reads them.", are(garbage, "record"));
        report.add(&DIAGONAL_NOT_CLEARED, meaning);
    }
}

/// The known state of the route from a start to the goal.
#[derive(Clone, Copy, PartialEq)]
enum WalkState {
    No,
    /// It is being followed. A walk that meets it again is in a cycle.
    Open,
    Arrives,
    Loops,
    /// The first step is missing or wrong.
    Stuck,
    BreaksOff,
}

/// Follows the routes of all pairs. For each goal, the first step of each start is examined once.
fn follow(block: Block<'_>, joins: &BlockGraph) -> Walks {
    /// Goals that share a workspace.
    const BATCH: u32 = 64;
    let cells = block.cell_count();
    let batches: Vec<_> = (0..cells).step_by(BATCH as usize).collect();
    let parts = parallel::map(&batches, |&first| {
        let mut walks = Walks::default();
        let (mut known, mut way) = (vec![WalkState::No; cells as usize], Vec::new());
        for goal in (first..cells.min(first + BATCH)).map(CellId) {
            known.fill(WalkState::No);
            known[goal.index()] = WalkState::Arrives;
            for start in (0..cells).map(CellId) {
                walks.follow((block, joins), goal, start, &mut known, &mut way);
            }
        }
        walks
    });
    parts.into_iter().fold(Walks::default(), Walks::and)
}

impl Walks {
    fn follow(
        &mut self,
        block: (Block<'_>, &BlockGraph),
        goal: CellId,
        start: CellId,
        known: &mut [WalkState],
        way: &mut Vec<CellId>,
    ) {
        let mut at = start;
        let end = loop {
            match known[at.index()] {
                WalkState::No => {}
                WalkState::Open => break WalkState::Loops,
                WalkState::Stuck => break WalkState::BreaksOff,
                end => break end,
            }
            match self.first_step(block, goal, at) {
                Some(next) => {
                    known[at.index()] = WalkState::Open;
                    way.push(at);
                    at = next;
                }
                None => known[at.index()] = WalkState::Stuck,
            }
        };
        for cell in way.drain(..) {
            known[cell.index()] = end;
            match end {
                WalkState::Loops => self.loops.see(cell, goal),
                WalkState::BreaksOff => self.breaks_off.see(cell, goal),
                _ => {}
            }
        }
    }

    /// The cell to which the record of one pair leads, if the record is valid.
    fn first_step(&mut self, (block, joins): (Block<'_>, &BlockGraph), goal: CellId, start: CellId) -> Option<CellId> {
        let Some(edge) = block.record(start, goal).and_then(edge_on_the_way) else {
            if joins.connected_part(start) == joins.connected_part(goal) {
                self.missing.see(start, goal);
            }
            return None;
        };
        let next = joins.across(start, edge);
        self.of_start += u64::from(next.is_some());
        self.of_goal += u64::from(joins.across(goal, edge).is_some());
        if next.is_none() && edge.0 < joins.edge_count() {
            self.not_its_edge.see(start, goal);
        }
        next
    }

    fn and(self, other: Self) -> Self {
        Self {
            not_its_edge: self.not_its_edge.and(other.not_its_edge),
            of_start: self.of_start + other.of_start,
            of_goal: self.of_goal + other.of_goal,
            missing: self.missing.and(other.missing),
            loops: self.loops.and(other.loops),
            breaks_off: self.breaks_off.and(other.breaks_off),
        }
    }
}
