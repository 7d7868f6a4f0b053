//! The check of a dungeon: finds the faults of a file.
//!
//! [`RULES`] lists the rules. There is one file for each group of rules: the whole file, the midpoints of edges, links, cell tables, the
//! lengths of their routes, parts that are cut off, and the block table.

pub(super) mod cells;
pub(super) mod centres;
pub(super) mod cut_off;
pub(super) mod detours;
pub(super) mod exits;
pub(super) mod file;
pub(super) mod links;
#[cfg(test)]
pub(crate) mod sample;
mod squared;

use crate::finding::{CheckOptions, Findings, PartKind, Place, PlacePart, Rule, rules};
use crate::formats::Error;

use super::graph::Tally;
use super::{BlockId, Dungeon, EdgeId, Graph};

pub use squared::undo_squared;

rules! { of sample, TablesFile;
    CELL_COUNT_SQUARED: Fatal = "cell-count-squared", "Cell counts are squared" {
        /// For each block, the file should give its number of cells, which is the side length of its square cell table.
        /// Here it gives the number of entries of the table. A known editor writes such files. The server reads past
        /// the end of the tables.
        remedy
        /// Bake the dungeon: opening the file corrects the counts (`undo_squared`).
        bad "": damages::square_counts,
    }
}

impl Dungeon {
    /// Checks the dungeon by every rule of [`RULES`](super::RULES): what `docs/formats/ainav.md` states, and whether
    /// every walk along the tables arrives.
    ///
    /// Repeated damage within one block is one finding, because the table of a block has a record for each pair of its
    /// cells. The finding has the number of affected records, and the first one. [`Findings`] counts such findings.
    ///
    /// ```
    /// use walkmesh::finding::CheckOptions;
    /// use walkmesh::silkroad::{BakeOptions, BlockPlan, CellId, Dungeon, EdgePlan, Plan};
    ///
    /// let edges = vec![EdgePlan::inner([10.0, 0.0, 0.0], CellId(0), CellId(1))];
    /// let block = BlockPlan { cells: 2, edges, ..BlockPlan::default() };
    /// let dungeon = Plan { region: 32999, blocks: vec![block], doors: vec![] }.bake(&BakeOptions::default())?;
    /// let options = CheckOptions::default();
    /// assert!(dungeon.check(&options).is_clean());
    ///
    /// let mut raw = dungeon.into_raw();
    /// raw.simple_dungeon_data.region_id = 32998;
    /// assert_eq!(Dungeon::from_raw(raw).check(&options).count("region-differs"), 1);
    /// # Ok::<(), walkmesh::silkroad::BakeError>(())
    /// ```
    pub fn check(&self, options: &CheckOptions) -> Findings {
        let (graph, mut findings) = (Graph::new(self), Findings::new(options));
        file::check(self, &graph, &mut findings);
        centres::check(self, &graph, &mut findings);
        for (block, joins) in self.blocks().zip(graph.blocks()) {
            links::check(self, &graph, joins, &mut findings);
            cells::check(block, joins, &mut findings);
            detours::check(block, joins, &mut findings);
        }
        cut_off::check(self, &graph, &mut findings);
        exits::check(self, &graph, &mut findings);
        findings
    }
}

/// Reads and checks a file. If a known editor wrote wrong cell counts, the file cannot be read, and the result is one
/// finding. [`undo_squared`] repairs such a file.
///
/// # Errors
/// If the bytes are not an AINavData file for any other reason.
pub fn check_bytes(bytes: &[u8], options: &CheckOptions) -> Result<Findings, Error> {
    match Dungeon::from_bytes(bytes) {
        Ok(dungeon) => Ok(dungeon.check(options)),
        Err(_) if undo_squared(bytes).is_some() => {
            let mut findings = Findings::new(options);
            findings.add(&CELL_COUNT_SQUARED, Place::FILE, || {
                "Each block's cell count is the number of entries of its table instead of its side length, as a known \
                 editor writes it; the server reads past the tables."
            });
            Ok(findings)
        }
        Err(error) => Err(error),
    }
}

/// A report of findings with a common place.
struct Report<'f> {
    findings: &'f mut Findings,
    place: At,
}

/// The whole file, a block, or an edge or a link of a block.
#[derive(Clone, Copy)]
enum At {
    File,
    Block(BlockId),
    Edge(BlockId, EdgeId),
    Link(BlockId, u32),
}

impl From<At> for Place {
    fn from(at: At) -> Self {
        match at {
            At::File => Self::FILE,
            At::Block(block) => block.into(),
            At::Edge(block, edge) => [block.into(), PlacePart::new(PartKind::Edge, edge.0)].into(),
            At::Link(block, link) => [block.into(), PlacePart::new(PartKind::Link, link)].into(),
        }
    }
}

impl<'f> Report<'f> {
    fn at(findings: &'f mut Findings, place: At) -> Self {
        Self { findings, place }
    }

    fn add<M: Into<String>>(&mut self, rule: &'static Rule, meaning: impl FnOnce() -> M) {
        self.findings.add(rule, self.place, meaning);
    }

    /// Adds one finding for everything that a tally has counted, if anything. `one` and `many` follow the
    /// number.
    fn add_tally(&mut self, rule: &'static Rule, tally: Tally, [one, many]: [&str; 2]) {
        if let Some((start, goal)) = tally.first {
            let what = if tally.count == 1 { one } else { many };
            let meaning = || format!("{} {what}; the first is from {start} to {goal}.", tally.count);
            self.add(rule, meaning);
        }
    }
}

#[cfg(test)]
mod damages {
    use super::sample::TablesFile;
    use crate::silkroad::Dungeon;

    /// Replaces each number of cells by the length of the cell table.
    pub(super) fn square_counts(tables: &mut TablesFile) {
        let sound = Dungeon::from_raw((**tables).clone());
        let mut bytes = sound.to_bytes().unwrap();
        let mut at = 11;
        for block in sound.blocks() {
            let links = block.links().len();
            bytes[at + 4..at + 8].copy_from_slice(&36_u32.to_le_bytes());
            bytes[at + 8..at + 12].copy_from_slice(&(links as u32).to_le_bytes());
            at += 16 + 36 * 4 + 10 * links;
        }
        tables.bytes = Some(bytes);
    }
}
