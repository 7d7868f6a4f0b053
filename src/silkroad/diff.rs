//! Two files compared, table by table.

use std::fmt::Debug;

use crate::diff::{Difference, TableDiff};
use crate::formats::ainav::{CellLookup, Vector3};

use super::{Block, BlockId, CellId, Dungeon, choices};

/// Compares two dungeons, table by table: the tables of all blocks together, each block with the block of the same
/// number. The cell tables' diagonals, which nobody reads, are a table of their own; the block table's is garbage, and
/// left out.
///
/// ```
/// use walkmesh::silkroad::{BlockPlan, CellId, Dungeon, EdgePlan, Plan, bake, diff};
///
/// let edges = vec![EdgePlan::inner([10.0, 0.0, 0.0], CellId(0), CellId(1))];
/// let block = BlockPlan { cells: 2, edges, ..BlockPlan::default() };
/// let dungeon = bake(&Plan { region: 32999, blocks: vec![block], doors: vec![] })?;
/// let mut raw = dungeon.clone().into_raw();
/// raw.ref_dungeon.blocks[0].cell_lookup_table[1].ref_edge_index0 = 7;
///
/// let diffs = diff(&dungeon, &Dungeon::from_raw(raw));
/// let differing: Vec<_> = diffs.iter().filter(|diff| !diff.is_equal()).collect();
/// assert_eq!(differing.len(), 1);
/// assert_eq!(differing[0].table, "blocks.cells.way_there");
/// assert_eq!(differing[0].first[0].place, "block 0, cell 1 to cell 0");
/// # Ok::<(), walkmesh::silkroad::BakeError>(())
/// ```
pub fn diff(left: &Dungeon, right: &Dungeon) -> Vec<TableDiff> {
    let mut head = Compare::table("head");
    for (name, word) in HEAD {
        head.entry(Some(word(left)), Some(word(right)), show, || name.into());
    }
    let mut diffs = vec![head.0, block_table(left, right)];
    let blocks = left.block_count().max(right.block_count()) as u32;
    let pairs: Vec<_> = (0..blocks).map(BlockId).map(|id| (id, left.block(id), right.block(id))).collect();

    let mut blocks = Compare::table("blocks.head");
    let mut links = Compare::table("blocks.links");
    let mut centres = Compare::table("blocks.edge_centres");
    let [mut there, mut back, mut diagonal] =
        ["blocks.cells.way_there", "blocks.cells.way_back", "blocks.cells.diagonal"].map(Compare::table);
    for (id, a, b) in pairs {
        let head = |block: Block<'_>| (block.index(), block.cell_count(), block.as_raw().edge_count);
        blocks.entry(a.map(head), b.map(head), show, || id.to_string());
        let place = |at| format!("{id}, link {at}");
        links.entries(a.map_or(&[], |block| block.links()), b.map_or(&[], |block| block.links()), show, place);
        let cells = [a, b].into_iter().flatten().map(|block| block.cell_count()).max().unwrap_or_default();
        for goal in (0..cells).map(CellId) {
            for start in (0..cells).map(CellId) {
                let [a, b] = [a, b].map(|block| block.and_then(|block| block.record(start, goal)));
                let place = || format!("{id}, {start} to {goal}");
                if start == goal {
                    diagonal.entry(a, b, show, place);
                } else {
                    let way_there = |record: CellLookup| record.ref_edge_index0;
                    there.entry(a.map(way_there), b.map(way_there), show, place);
                    let way_back = |record: CellLookup| record.ref_edge_index1;
                    back.entry(a.map(way_back), b.map(way_back), show, place);
                }
            }
        }
    }
    let [a, b] = [left, right].map(|dungeon| &dungeon.as_raw().simple_dungeon_data.blocks);
    for at in 0..a.len().max(b.len()) {
        // By bits, so that a NaN is equal to itself, and 0 is not equal to -0.
        let bits = |&centre: &Vector3| <[f32; 3]>::from(centre).map(f32::to_bits);
        let [a, b]: [Vec<_>; 2] =
            [a, b].map(|blocks| blocks.get(at).map_or(&[][..], |block| &block.edge_centers).iter().map(bits).collect());
        centres.entries(&a, &b, |bits| show(&bits.map(f32::from_bits)), |edge| format!("block {at}, edge {edge}"));
    }
    diffs.extend([blocks, there, back, diagonal, links, centres].map(|compare| compare.0));
    diffs
}

/// A word of a file's head, and where it stands.
type Word = (&'static str, fn(&Dungeon) -> u32);

const HEAD: [Word; 4] = [
    ("ref_dungeon.region_id", |dungeon| dungeon.as_raw().ref_dungeon.region_id.into()),
    ("ref_dungeon.int0", |dungeon| dungeon.as_raw().ref_dungeon.int0),
    ("simple_dungeon_data.region_id", |dungeon| dungeon.as_raw().simple_dungeon_data.region_id.into()),
    ("simple_dungeon_data.int1", |dungeon| dungeon.as_raw().simple_dungeon_data.int1),
];

/// Compares the block tables but for their diagonals, which are garbage.
fn block_table(left: &Dungeon, right: &Dungeon) -> TableDiff {
    let mut table = Compare::table("block_table");
    let blocks = left.block_count().max(right.block_count()) as u32;
    for goal in (0..blocks).map(BlockId) {
        for start in (0..blocks).map(BlockId).filter(|&start| start != goal) {
            let entry = |dungeon: &Dungeon| {
                let (count, table) = (dungeon.block_count(), &dungeon.as_raw().ref_dungeon.block_lookup_table);
                let known = goal.index() < count && start.index() < count;
                table.get(choices::exit_index(count, goal, start)).copied().filter(|_| known)
            };
            table.entry(entry(left), entry(right), show, || format!("{start} to {goal}"));
        }
    }
    table.0
}

fn show<T: Debug>(entry: &T) -> String {
    format!("{entry:?}")
}

/// A table that is compared part by part.
struct Compare(TableDiff);

impl Compare {
    const fn table(table: &'static str) -> Self {
        Self(TableDiff { table, entries: 0, equal: 0, first: Vec::new() })
    }

    fn entry<T: PartialEq>(
        &mut self,
        left: Option<T>,
        right: Option<T>,
        show: impl Fn(&T) -> String,
        place: impl Fn() -> String,
    ) {
        if left.is_none() && right.is_none() {
            return;
        }
        self.0.entries += 1;
        if left == right {
            self.0.equal += 1;
        } else if self.0.first.len() < TableDiff::SHOWN {
            let show = |entry: Option<T>| entry.as_ref().map(&show).unwrap_or_default();
            self.0.first.push(Difference { place: place(), left: show(left), right: show(right) });
        }
    }

    fn entries<T: PartialEq + Copy>(
        &mut self,
        left: &[T],
        right: &[T],
        show: impl Fn(&T) -> String,
        place: impl Fn(usize) -> String,
    ) {
        for at in 0..left.len().max(right.len()) {
            self.entry(left.get(at).copied(), right.get(at).copied(), &show, || place(at));
        }
    }
}
