//! The whole file and its blocks: what its two parts say twice, and what every file has.

use crate::counted::{are, counted};
use crate::finding::{Finding, Findings, Place};
use crate::silkroad::dungeon::DUNGEON_BIT;
use crate::silkroad::{Block, BlockGraph, Dungeon, EdgeId, Graph, region_of_file_name};

use super::{At, Report, rules};

pub(super) fn check(dungeon: &Dungeon, graph: &Graph, findings: &mut Findings) {
    let (one, two) = (&dungeon.as_raw().ref_dungeon, &dungeon.as_raw().simple_dungeon_data);
    let mut report = Report::at(findings, At::File);
    for (name, word) in [("int0", one.int0), ("int1", two.int1)] {
        if word != 0 {
            report.add(&rules::TAIL_NOT_ZERO, || format!("The word {name} is {word:#x}: the server refuses the file."));
        }
    }
    let (region, again) = (one.region_id, two.region_id);
    if region != again {
        let meaning = || {
            format!(
                "Part one says {region}, part two says {again}: the systems of the server disagree about whose file it is."
            )
        };
        report.add(&rules::REGION_DIFFERS, meaning);
    }
    if region & DUNGEON_BIT == 0 {
        let meaning = || format!("Region {region} belongs to the surface; dungeons have regions from 32,768 on.");
        report.add(&rules::REGION_NOT_A_DUNGEON, meaning);
    }
    let (blocks, again) = (one.blocks.len(), two.blocks.len());
    if blocks != again {
        let meaning = || {
            format!(
                "There are {} in part one and {again} in part two: the edges of the others have no position.",
                counted(blocks, "block")
            )
        };
        report.add(&rules::BLOCK_COUNT_DIFFERS, meaning);
    }
    if blocks > 1 && one.blocks.iter().all(|block| block.links.is_empty()) {
        if one.block_lookup_table.iter().any(|&entry| entry >= 0) {
            let meaning = || "No block has a link, so the block table means nothing; several real files are like this.";
            report.add(&rules::BLOCK_TABLE_WITHOUT_LINKS, meaning);
        }
    } else {
        let diagonal = one.block_lookup_table.iter().step_by(blocks + 1);
        let garbage = diagonal.filter(|&&entry| entry != crate::silkroad::choices::NO_EXIT).count();
        if garbage > 0 {
            let meaning =
                || format!("On the diagonal of the block table {} not -1; nobody reads them.", are(garbage, "entry"));
            report.add(&rules::BLOCK_DIAGONAL_NOT_CLEARED, meaning);
        }
    }
    for (block, joins) in dungeon.blocks().zip(graph.blocks()) {
        check_block(dungeon, block, joins, &mut Report::at(findings, At::Block(block.id())));
    }
}

fn check_block(dungeon: &Dungeon, block: Block<'_>, joins: &BlockGraph, report: &mut Report<'_>) {
    let id = block.id();
    if block.index() != id.0 {
        let meaning = || format!("The block carries number {}, and is number {} in the file.", block.index(), id.0);
        report.add(&rules::BLOCK_INDEX_DIFFERS, meaning);
    }
    if block.cell_count() == 0 {
        report.add(&rules::BLOCK_EMPTY, || "The block has no cells, so nothing can stand in it.");
    }
    // If part two lacks the whole block, that is reported instead.
    if let Some(simple) = dungeon.as_raw().simple_dungeon_data.blocks.get(id.index()) {
        let (edges, again) = (block.as_raw().edge_count, simple.edge_centers.len());
        if edges as usize != again {
            let meaning = || {
                format!(
                    "There are {} in part one and {again} in part two: the others have no position, or no use.",
                    counted(edges as usize, "edge")
                )
            };
            report.add(&rules::EDGE_COUNT_DIFFERS, meaning);
        }
    }
    let finite = |edge: &EdgeId| block.centre(*edge).is_some_and(|centre| centre.iter().all(|value| value.is_finite()));
    let edges = || (0..block.edge_count()).map(EdgeId);
    let mut nowhere = edges().filter(|edge| !finite(edge));
    if let Some(first) = nowhere.next() {
        let count = nowhere.count() + 1;
        let meaning = || format!("The middle of {} is not finite; the first is {first}.", counted(count, "edge"));
        report.add(&rules::CENTRE_NOT_FINITE, meaning);
    }
    let mut unused = edges().filter(|&edge| joins.owners(edge).next().is_none());
    if let Some(first) = unused.next() {
        let count = unused.count() + 1;
        let meaning = || format!("No way and no link crosses {}; the first is {first}.", counted(count, "edge"));
        report.add(&rules::EDGE_UNUSED, meaning);
    }
}

impl Dungeon {
    /// Checks that a file is named for its region, as the second system of the server looks for it.
    ///
    /// ```
    /// use walkmesh::silkroad::{BakeOptions, BlockPlan, Plan};
    ///
    /// let block = BlockPlan { cells: 1, ..BlockPlan::default() };
    /// let dungeon = Plan { region: 32999, blocks: vec![block], doors: vec![] }.bake(&BakeOptions::default())?;
    /// assert_eq!(dungeon.check_file_name("AINavData_32999.DAT"), None);
    /// assert!(dungeon.check_file_name("ainavdata_33000.dat").is_some());
    /// # Ok::<(), walkmesh::silkroad::BakeError>(())
    /// ```
    #[must_use]
    pub fn check_file_name(&self, name: &str) -> Option<Finding> {
        (region_of_file_name(name) != Some(self.region())).then(|| Finding {
            rule: &rules::FILE_NAME_DIFFERS,
            severity: rules::FILE_NAME_DIFFERS.severity,
            place: Place::FILE,
            spot: None,
            meaning: format!(
                "The file is named {name} instead of {}, so the server does not find it.",
                self.file_name()
            ),
        })
    }
}
