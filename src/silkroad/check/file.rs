//! Checks the whole file and its blocks: data that both parts repeat, and data that every file has.

use crate::finding::{Finding, Findings, Place, rules};
use crate::silkroad::dungeon::DUNGEON_BIT;
use crate::silkroad::{Block, BlockGraph, Dungeon, EdgeId, Graph, region_of_file_name};
use walkmesh_mesh::counted::{are, counted};

use super::{At, Report};

rules! { of super::sample, TablesFile;
    TAIL_NOT_ZERO: Fatal = "tail-not-zero", "A trailing field is not 0" {
        /// Each of the two parts of the file ends with a field that the server requires to be 0. The server refuses the
        /// file.
        remedy
        /// Bake the dungeon. If other findings say that the file is damaged too, restore it from a backup.
        bad "": |raw| raw.ref_dungeon.int0 = 1,
        bad "": |raw| raw.simple_dungeon_data.int1 = 1,
    }
    BYTES_BETWEEN_PARTS: Warning = "bytes-between-parts", "There are bytes between the two parts" {
        /// Part two normally starts at the end of part one, as in every known file of the game. Here there is a gap.
        /// The server finds part two by its offset and skips these bytes. A program that expects part two at the end of
        /// part one cannot read the file.
        remedy
        /// No action is needed for the game. Baking keeps the bytes; to remove them, build the file again from the
        /// dungeon's floors.
        bad "": |raw| raw.gap = vec![0; 4],
    }
    REGION_DIFFERS: Error = "region-differs", "The two parts name different regions" {
        /// Each part of the file names its region, and two systems of the server read one part each. They disagree
        /// about which dungeon the file belongs to.
        remedy
        /// Bake the dungeon: both parts get the region of part one. Check that the name of the file has the same
        /// number.
        bad "": |raw| raw.simple_dungeon_data.region_id += 1,
    }
    REGION_NOT_A_DUNGEON: Warning = "region-not-a-dungeon", "The region is not a dungeon" {
        /// Dungeons have regions from 32,768 up (bit 0x8000). Lower numbers are surface regions, for which the server
        /// loads no file of this kind.
        remedy
        /// Set the region to 32,768 plus the dungeon's number.
        bad "": |raw| {
            raw.ref_dungeon.region_id = 231;
            raw.simple_dungeon_data.region_id = 231;
        },
    }
    FILE_NAME_DIFFERS: Error = "file-name-differs", "The file is not named for its region" {
        /// The server derives the name of the file from the region: `ainavdata_32768.dat`. It does not find this file,
        /// or uses it for another dungeon.
        remedy
        /// Rename the file, or correct its region.
        bad "": |tables| tables.name = "ainavdata_32998.dat",
    }
    BLOCK_COUNT_DIFFERS: Error = "block-count-differs", "The two parts have different numbers of blocks" {
        /// Part one has the tables of each block, and part two the midpoints of its edges. Edges of blocks that part
        /// two lacks have no position, so monsters cannot walk through these blocks.
        remedy
        /// Build the file again from the dungeon's floors. It does not contain the missing positions.
        bad "": |raw| {
            raw.simple_dungeon_data.blocks.pop();
        },
    }
    BLOCK_TABLE_WITHOUT_LINKS: Info = "block-table-without-links", "The block table names doors, but no block has one" {
        /// No block has a link, so the entries of the block table have no effect. Several of the game's own files are
        /// like this, and their monsters stay in their blocks.
        remedy
        /// No action is needed. To let monsters move between the blocks, build the file again with doors.
        bad "": |raw| {
            for block in &mut raw.ref_dungeon.blocks {
                block.links.clear();
            }
        },
    }
    BLOCK_DIAGONAL_NOT_CLEARED: Info = "block-diagonal-not-cleared", "The diagonal of the block table is not -1" {
        /// A diagonal entry would lead from a block to itself. Nothing reads it, and the game's own files contain
        /// uninitialised memory there.
        remedy
        /// No action is needed. Baking writes -1.
        bad "": |raw| *exit(raw, 1, 1) = 0x5A5A,
    }
    BLOCK_INDEX_DIFFERS: Info = "block-index-differs", "The number of a block differs from its index in the file" {
        /// Each block stores a number, which in nearly all files is its index. Links and the block table use the index,
        /// so this has no effect in the game. The number appears to be the block's index in the `.dof`.
        remedy
        /// No action is needed. Baking keeps the number.
        bad "block 2": |raw| raw.ref_dungeon.blocks[2].index = 7,
    }
    BLOCK_EMPTY: Info = "block-empty", "A block has no cells" {
        /// A block without cells has no floor, so monsters cannot stand in it. This is normal for blocks that are only
        /// scenery.
        remedy
        /// If the block should have a floor, build the file again from all `.bms` files of the dungeon.
        bad "block 2": |raw| raw.ref_dungeon.blocks[2].cell_lookup_table.clear(),
    }
    EDGE_COUNT_DIFFERS: Error = "edge-count-differs", "The two parts have different numbers of edges" {
        /// Part one gives the number of edges of a block, and part two their midpoints. Edges without a midpoint have
        /// no position; midpoints without an edge have no use.
        remedy
        /// Build the file again from the dungeon's floors. If a known editor wrote it, `undo_squared` takes the number
        /// from part two.
        bad "block 1": |raw| raw.ref_dungeon.blocks[1].edge_count += 1,
        bad "block 1": |raw| {
            raw.simple_dungeon_data.blocks[1].edge_centers.pop();
        },
    }
    CENTRE_NOT_FINITE: Error = "centre-not-finite", "The midpoint of an edge is NaN or infinite" {
        /// Monsters that are sent to this edge have no valid target.
        remedy
        /// Correct the position, or build the file again from the dungeon's floors.
        bad "block 0": |raw| raw.simple_dungeon_data.blocks[0].edge_centers[2].y = f32::NAN,
    }
    EDGE_UNUSED: Info = "edge-unused", "An edge is unused" {
        /// No record and no link names the edge. It takes 12 bytes and has no effect.
        remedy
        /// No action is needed. If the edge should be a door, add its link.
        bad "block 0": |raw| {
            raw.ref_dungeon.blocks[0].edge_count += 1;
            raw.simple_dungeon_data.blocks[0].edge_centers.push([0.0; 3].into());
        },
    }
}

pub(super) fn check(dungeon: &Dungeon, graph: &Graph, findings: &mut Findings) {
    let (one, two) = (&dungeon.as_raw().ref_dungeon, &dungeon.as_raw().simple_dungeon_data);
    let mut report = Report::at(findings, At::File);
    for (name, word) in [("int0", one.int0), ("int1", two.int1)] {
        if word != 0 {
            report.add(&TAIL_NOT_ZERO, || format!("The field {name} is {word:#x}: the server refuses the file."));
        }
    }
    let gap = dungeon.as_raw().gap.len();
    if gap > 0 {
        report.add(&BYTES_BETWEEN_PARTS, || {
            format!("Part two starts {} after the end of part one, and nothing reads the gap.", counted(gap, "byte"))
        });
    }
    let (region, again) = (one.region_id, two.region_id);
    if region != again {
        let meaning = || {
            format!(
                "Part one says {region}, part two says {again}: the systems of the server disagree about whose file it is."
            )
        };
        report.add(&REGION_DIFFERS, meaning);
    }
    if region & DUNGEON_BIT == 0 {
        let meaning = || format!("Region {region} belongs to the surface; dungeons have regions from 32,768 on.");
        report.add(&REGION_NOT_A_DUNGEON, meaning);
    }
    let (blocks, again) = (one.blocks.len(), two.blocks.len());
    if blocks != again {
        let meaning = || {
            format!(
                "There are {} in part one and {again} in part two: the edges of the others have no position.",
                counted(blocks, "block")
            )
        };
        report.add(&BLOCK_COUNT_DIFFERS, meaning);
    }
    if blocks > 1 && one.blocks.iter().all(|block| block.links.is_empty()) {
        if one.block_lookup_table.iter().any(|&entry| entry >= 0) {
            let meaning = || "No block has a link, so the block table has no effect; several real files are like this.";
            report.add(&BLOCK_TABLE_WITHOUT_LINKS, meaning);
        }
    } else {
        let diagonal = one.block_lookup_table.iter().step_by(blocks + 1);
        let garbage = diagonal.filter(|&&entry| entry != crate::silkroad::choices::NO_EXIT).count();
        if garbage > 0 {
            let meaning =
                || format!("On the diagonal of the block table {} not -1; nothing reads them.", are(garbage, "entry"));
            report.add(&BLOCK_DIAGONAL_NOT_CLEARED, meaning);
        }
    }
    for (block, joins) in dungeon.blocks().zip(graph.blocks()) {
        check_block(dungeon, block, joins, &mut Report::at(findings, At::Block(block.id())));
    }
}

fn check_block(dungeon: &Dungeon, block: Block<'_>, joins: &BlockGraph, report: &mut Report<'_>) {
    let id = block.id();
    if block.index() != id.0 {
        let meaning = || format!("The stored number is {}, but the index in the file is {}.", block.index(), id.0);
        report.add(&BLOCK_INDEX_DIFFERS, meaning);
    }
    if block.cell_count() == 0 {
        report.add(&BLOCK_EMPTY, || "The block has no cells, so monsters cannot stand in it.");
    }
    // If part two lacks the whole block, that is reported instead.
    if let Some(simple) = dungeon.as_raw().simple_dungeon_data.blocks.get(id.index()) {
        let (edges, again) = (block.as_raw().edge_count, simple.edge_centers.len());
        if edges as usize != again {
            let meaning = || {
                format!(
                    "There are {} in part one and {again} in part two: the surplus has no position, or no use.",
                    counted(edges as usize, "edge")
                )
            };
            report.add(&EDGE_COUNT_DIFFERS, meaning);
        }
    }
    let finite = |edge: &EdgeId| block.centre(*edge).is_some_and(|centre| centre.iter().all(|value| value.is_finite()));
    let edges = || (0..block.edge_count()).map(EdgeId);
    let mut nowhere = edges().filter(|edge| !finite(edge));
    if let Some(first) = nowhere.next() {
        let count = nowhere.count() + 1;
        let meaning = || format!("The midpoint of {} is not finite; the first is {first}.", counted(count, "edge"));
        report.add(&CENTRE_NOT_FINITE, meaning);
    }
    let mut unused = edges().filter(|&edge| joins.owners(edge).next().is_none());
    if let Some(first) = unused.next() {
        let count = unused.count() + 1;
        let meaning = || format!("No route and no link uses {}; the first is {first}.", counted(count, "edge"));
        report.add(&EDGE_UNUSED, meaning);
    }
}

impl Dungeon {
    /// Checks that a file is named after its region, as the second system of the server expects.
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
            rule: &FILE_NAME_DIFFERS,
            severity: FILE_NAME_DIFFERS.severity,
            place: Place::FILE,
            other: None,
            spot: None,
            meaning: format!(
                "The file is named {name} instead of {}, so the server does not find it.",
                self.file_name()
            ),
        })
    }
}
