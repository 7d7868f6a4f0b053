//! What is wrong with a file, and what that means for the game.
//!
//! | code | what |
//! |---|---|
//! | `cell-count-squared` | the file does not read, for an editor wrote the length of each table as its side |
//! | `tail-not-zero` | a word that the server wants to be 0 is not |
//! | `region-differs`, `region-not-a-dungeon`, `file-name-differs` | the region |
//! | `block-count-differs`, `edge-count-differs` | the two parts of the file |
//! | `block-index-differs`, `block-without-cells`, `centre-not-finite`, `edge-unused` | blocks and edges |
//! | `link-id-not-cell`, `link-cell-twice`, `link-cell-out-of-range` | whose door a link is |
//! | `link-block-out-of-range`, `link-to-own-block`, `link-edge-out-of-range`, `link-edge-inside`, `link-not-back`, `link-edges-apart` | where a link leads |
//! | `record-out-of-range`, `record-one-way`, `record-asymmetric`, `record-missing`, `record-not-its-edge`, `edge-crowded` | cell tables, entry by entry |
//! | `walk-loops`, `walk-breaks-off`, `table-transposed` | cell tables, followed |
//! | `exit-out-of-range`, `exit-without-link`, `exit-missing`, `exits-loop`, `exits-break-off`, `island-cut-off` | the block table |
//! | `diagonal-not-cleared`, `block-diagonal-not-cleared`, `block-table-without-links` | what nobody reads |

mod cells;
mod exits;
mod file;
mod links;
mod squared;

use crate::finding::{Finding, Severity};
use crate::formats::Error;

use super::{Dungeon, Graph, Tally};

pub use file::check_file_name;
pub use squared::undo_squared;

/// Checks a dungeon: every rule that the facts state, and whether every walk along the tables arrives.
///
/// Damage that repeats within a block is one finding, with how often and where first.
///
/// ```
/// use walkmesh::silkroad::{BlockPlan, CellId, Dungeon, EdgePlan, Plan, bake, check};
///
/// let edges = vec![EdgePlan::inner([10.0, 0.0, 0.0], CellId(0), CellId(1))];
/// let block = BlockPlan { cells: 2, edges, ..BlockPlan::default() };
/// let dungeon = bake(&Plan { region: 32999, blocks: vec![block], doors: vec![] })?;
/// assert_eq!(check(&dungeon), []);
///
/// let mut raw = dungeon.into_raw();
/// raw.simple_dungeon_data.region_id = 32998;
/// assert_eq!(check(&Dungeon::from_raw(raw))[0].code, "region-differs");
/// # Ok::<(), walkmesh::silkroad::BakeError>(())
/// ```
pub fn check(dungeon: &Dungeon) -> Vec<Finding> {
    check_graph(&Graph::of(dungeon))
}

/// [`check`], for a dungeon whose graph is at hand.
pub fn check_graph(graph: &Graph<'_>) -> Vec<Finding> {
    let mut findings = file::check(graph);
    for block in graph.blocks() {
        links::check(graph, block, &mut findings);
        cells::check(block, &mut findings);
    }
    exits::check(graph, &mut findings);
    findings
}

/// Reads and checks a file. One that does not read because a known editor wrote its cell counts wrongly is one
/// finding; [`undo_squared`] repairs it.
///
/// # Errors
/// When the bytes are not an AINavData file, and that is not why.
pub fn check_bytes(bytes: &[u8]) -> Result<Vec<Finding>, Error> {
    match Dungeon::from_bytes(bytes) {
        Ok(dungeon) => Ok(check(&dungeon)),
        Err(_) if undo_squared(bytes).is_some() => Ok(vec![Finding {
            code: "cell-count-squared",
            severity: Severity::Fatal,
            place: String::new(),
            meaning:
                "each block's cell count is the length of its table instead of the table's side, as a known editor \
                      writes it: the server reads past the tables"
                    .into(),
        }]),
        Err(error) => Err(error),
    }
}

/// Where findings are collected, with the place that they have in common.
struct Report<'f> {
    findings: &'f mut Vec<Finding>,
    place: String,
}

impl<'f> Report<'f> {
    fn at(findings: &'f mut Vec<Finding>, place: impl ToString) -> Self {
        Self { findings, place: place.to_string() }
    }

    fn add(&mut self, severity: Severity, code: &'static str, meaning: impl Into<String>) {
        self.findings.push(Finding { code, severity, place: self.place.clone(), meaning: meaning.into() });
    }

    /// Adds one finding for all that a tally has seen, if it has seen anything. `what` goes on from a number.
    fn add_tally(&mut self, severity: Severity, code: &'static str, tally: Tally, what: &str) {
        if let Some((start, goal)) = tally.first {
            self.add(severity, code, format!("{} {what}; the first is from {start} to {goal}", tally.count));
        }
    }
}
