//! Two dungeons compared, table by table.

mod bms;
mod dof;

use crate::diff::Group::{Content, Uninitialised};
use crate::diff::TableDiff;
use crate::finding::{PartKind, PlacePart};
use crate::formats::ainav::{CellLookup, Link};

use super::{Block, BlockId, CellId, Dungeon, choices};

pub use bms::diff_bms;
pub use dof::diff_dof;

impl Dungeon {
    /// Compares two dungeons, table by table: the tables of all blocks together, each block with the block of the same
    /// number. The diagonals of the cell tables and of the block table, which are never read, are separate tables.
    ///
    /// ```
    /// use walkmesh::silkroad::{BakeOptions, BlockPlan, CellId, Dungeon, EdgePlan, Plan};
    ///
    /// let edges = vec![EdgePlan::inner([10.0, 0.0, 0.0], CellId(0), CellId(1))];
    /// let block = BlockPlan { cells: 2, edges, ..BlockPlan::default() };
    /// let plan = Plan { region: 32999, blocks: vec![block], doors: vec![] };
    /// let dungeon = plan.bake(&BakeOptions::default())?;
    /// let mut raw = dungeon.clone().into_raw();
    /// raw.ref_dungeon.blocks[0].cell_lookup_table[1].ref_edge_index0 = 7;
    ///
    /// let diffs = dungeon.diff(&Dungeon::from_raw(raw));
    /// let differing: Vec<_> = diffs.iter().filter(|diff| !diff.is_equal()).collect();
    /// assert_eq!(differing.len(), 1);
    /// assert_eq!(differing[0].table, "blocks.cells.way_there");
    /// assert_eq!(differing[0].first[0].place.to_string(), "block 0, from cell 1, to cell 0");
    /// # Ok::<(), walkmesh::silkroad::BakeError>(())
    /// ```
    #[must_use]
    pub fn diff(&self, other: &Self) -> Vec<TableDiff> {
        let mut tables = vec![head(self, other)];
        block_table(self, other, &mut tables);
        let (l, r) = (&self.as_raw().ref_dungeon.blocks[..], &other.as_raw().ref_dungeon.blocks[..]);
        let cells = |dungeon: &Self| dungeon.blocks().map(|block| block.cell_count()).collect::<Vec<_>>();
        tables.push(content("blocks.index").rows(PartKind::Block, l, r, |block| block.index));
        tables.push(content("blocks.cell_count").rows(PartKind::Block, &cells(self), &cells(other), |cells| *cells));
        tables.push(content("blocks.edge_count").rows(PartKind::Block, l, r, |block| block.edge_count));
        cell_tables(self, other, &mut tables);
        let link = |link: &Link| {
            [link.id, link.cell_id.into(), link.linked_obj_id.into(), link.linked_obj_ref_edge_index.into()]
        };
        tables.push(content("blocks.links").nested(
            [PartKind::Block, PartKind::Link],
            l,
            r,
            |block| &block.links,
            link,
        ));

        let (l, r) = [self, other].map(|dungeon| &dungeon.as_raw().simple_dungeon_data.blocks[..]).into();
        tables.push(content("blocks.centre_count").rows(PartKind::Block, l, r, |block| block.edge_centers.len()));
        let centre = |centre: &_| <[f32; 3]>::from(*centre);
        let kinds = [PartKind::Block, PartKind::Edge];
        tables.push(content("blocks.edge_centres").nested(kinds, l, r, |block| &block.edge_centers, centre));
        let gap = TableDiff::new("gap_bytes", Uninitialised);
        tables.push(gap.bytes(&self.as_raw().gap, &other.as_raw().gap));
        tables
    }
}

const fn content(table: &'static str) -> TableDiff {
    TableDiff::new(table, Content)
}

fn head(left: &Dungeon, right: &Dungeon) -> TableDiff {
    /// A header field, the part of the file that contains it, and its value.
    type Word = (&'static str, i32, fn(&Dungeon) -> u32);
    const HEAD: [Word; 4] = [
        ("region_of_part", 1, |dungeon| dungeon.as_raw().ref_dungeon.region_id.into()),
        ("tail_of_part", 1, |dungeon| dungeon.as_raw().ref_dungeon.int0),
        ("region_of_part", 2, |dungeon| dungeon.as_raw().simple_dungeon_data.region_id.into()),
        ("tail_of_part", 2, |dungeon| dungeon.as_raw().simple_dungeon_data.int1),
    ];
    let mut head = content("head");
    for (name, index, word) in HEAD {
        head.entry(PlacePart::new(PartKind::HeaderField(name), index), Some(word(left)), Some(word(right)));
    }
    head
}

/// Compares the block tables, with their diagonals separately.
fn block_table(left: &Dungeon, right: &Dungeon, tables: &mut Vec<TableDiff>) {
    let mut table = content("block_table");
    let mut diagonal = TableDiff::new("block_table.diagonal", Uninitialised);
    let blocks = left.block_count().max(right.block_count()) as u32;
    for goal in (0..blocks).map(BlockId) {
        for start in (0..blocks).map(BlockId) {
            let entry = |dungeon: &Dungeon| {
                let (count, table) = (dungeon.block_count(), &dungeon.as_raw().ref_dungeon.block_lookup_table);
                let known = goal.index() < count && start.index() < count;
                table.get(choices::exit_index(count, goal, start)).copied().filter(|_| known)
            };
            let table = if start == goal { &mut diagonal } else { &mut table };
            let place = [PlacePart::new(PartKind::FromBlock, start.0), PlacePart::new(PartKind::ToBlock, goal.0)];
            table.entry(place, entry(left), entry(right));
        }
    }
    tables.extend([table, diagonal]);
}

/// Compares the cell tables of all blocks, with their diagonals separately.
fn cell_tables(left: &Dungeon, right: &Dungeon, tables: &mut Vec<TableDiff>) {
    let [mut there, mut back] = ["blocks.cells.way_there", "blocks.cells.way_back"].map(content);
    let mut diagonal = TableDiff::new("blocks.cells.diagonal", Uninitialised);
    let blocks = left.block_count().max(right.block_count()) as u32;
    for id in (0..blocks).map(BlockId) {
        let pair = [left.block(id), right.block(id)];
        let cells = pair.iter().flatten().map(Block::cell_count).max().unwrap_or_default();
        for goal in (0..cells).map(CellId) {
            for start in (0..cells).map(CellId) {
                let [l, r] = pair.map(|block| block.and_then(|block| block.record(start, goal)));
                let place = || -> [PlacePart; 3] {
                    [id.into(), PlacePart::new(PartKind::FromCell, start.0), PlacePart::new(PartKind::ToCell, goal.0)]
                };
                let ways = |record: CellLookup| [record.ref_edge_index0, record.ref_edge_index1];
                if start == goal {
                    diagonal.entry(place(), l.map(ways), r.map(ways));
                } else {
                    there.entry(place(), l.map(|record| ways(record)[0]), r.map(|record| ways(record)[0]));
                    back.entry(place(), l.map(|record| ways(record)[1]), r.map(|record| ways(record)[1]));
                }
            }
        }
    }
    tables.extend([there, back, diagonal]);
}
