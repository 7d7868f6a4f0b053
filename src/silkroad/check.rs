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
//! | `exit-out-of-range`, `exit-without-link`, `exit-missing`, `exits-loop`, `exits-break-off`, `part-cut-off` | the block table |
//! | `diagonal-not-cleared`, `block-diagonal-not-cleared`, `block-table-without-links` | what nobody reads |

mod cells;
mod exits;
mod file;
mod links;
mod squared;

use crate::finding::{CheckOptions, Findings, Place, PlacePart, Severity};
use crate::formats::Error;

use super::{BlockId, Dungeon, Graph, Tally};

pub use squared::undo_squared;

impl Dungeon {
    /// Checks the dungeon: every rule that the facts state, and whether every walk along the tables arrives.
    ///
    /// Damage that repeats within one block is one finding, because a table of a block has an entry for each pair of
    /// its cells. The finding says how many entries it is about, and where the first one stands. Counts of
    /// [`Findings`] are counts of such findings.
    ///
    /// ```
    /// use walkmesh::finding::CheckOptions;
    /// use walkmesh::silkroad::{BakeOptions, BlockPlan, CellId, Dungeon, EdgePlan, Plan, bake};
    ///
    /// let edges = vec![EdgePlan::inner([10.0, 0.0, 0.0], CellId(0), CellId(1))];
    /// let block = BlockPlan { cells: 2, edges, ..BlockPlan::default() };
    /// let dungeon = bake(&Plan { region: 32999, blocks: vec![block], doors: vec![] }, &BakeOptions::default())?;
    /// let options = CheckOptions::default();
    /// assert!(dungeon.check(&options).is_clean());
    ///
    /// let mut raw = dungeon.into_raw();
    /// raw.simple_dungeon_data.region_id = 32998;
    /// assert_eq!(Dungeon::from_raw(raw).check(&options).count("region-differs"), 1);
    /// # Ok::<(), walkmesh::silkroad::BakeError>(())
    /// ```
    pub fn check(&self, options: &CheckOptions) -> Findings {
        Graph::of(self).check(options)
    }
}

impl Graph<'_> {
    /// [`Dungeon::check`], for a dungeon whose graph is at hand.
    pub fn check(&self, options: &CheckOptions) -> Findings {
        let mut findings = Findings::new(options);
        file::check(self, &mut findings);
        for block in self.blocks() {
            links::check(self, block, &mut findings);
            cells::check(block, &mut findings);
        }
        exits::check(self, &mut findings);
        findings
    }
}

/// Reads and checks a file. One that does not read because a known editor wrote its cell counts wrongly is one
/// finding; [`undo_squared`] repairs it.
///
/// # Errors
/// When the bytes are not an AINavData file, and that is not why.
pub fn check_bytes(bytes: &[u8], options: &CheckOptions) -> Result<Findings, Error> {
    match Dungeon::from_bytes(bytes) {
        Ok(dungeon) => Ok(dungeon.check(options)),
        Err(_) if undo_squared(bytes).is_some() => {
            let mut findings = Findings::new(options);
            findings.fatal("cell-count-squared", Place::FILE, || {
                "each block's cell count is the length of its table instead of the table's side, as a known editor \
                 writes it: the server reads past the tables"
            });
            Ok(findings)
        }
        Err(error) => Err(error),
    }
}

/// Where findings are collected, with the place that they have in common.
struct Report<'f> {
    findings: &'f mut Findings,
    place: At,
}

/// The whole file, a block, or a link of a block.
#[derive(Clone, Copy)]
enum At {
    File,
    Block(BlockId),
    Link(BlockId, u32),
}

impl From<At> for Place {
    fn from(at: At) -> Self {
        match at {
            At::File => Self::FILE,
            At::Block(block) => block.into(),
            At::Link(block, link) => [block.into(), PlacePart::new("link", link)].into(),
        }
    }
}

impl<'f> Report<'f> {
    fn at(findings: &'f mut Findings, place: At) -> Self {
        Self { findings, place }
    }

    fn add<M: Into<String>>(&mut self, severity: Severity, code: &'static str, meaning: impl FnOnce() -> M) {
        self.findings.add(code, severity, self.place, meaning);
    }

    /// Adds one finding for all that a tally has seen, if it has seen anything. `what` goes on from a number.
    fn add_tally(&mut self, severity: Severity, code: &'static str, tally: Tally, what: &str) {
        if let Some((start, goal)) = tally.first {
            let meaning = || format!("{} {what}; the first is from {start} to {goal}", tally.count);
            self.add(severity, code, meaning);
        }
    }
}
