//! `undo_squared`: repairs files that a known editor has damaged.

use crate::formats::{
    Document,
    ainav::{AiNavData, unsquare_cell_counts},
};
use crate::silkroad::Dungeon;

/// Repairs a file that a known editor has written. In place of a block's number of cells, the editor writes the length
/// of the table, which is its square; in place of the number of edges, the number of links
/// (`docs/formats/ainav.md#squared-counts`). `None` if the bytes are not such a file.
///
/// ```
/// use walkmesh::silkroad::{BakeOptions, BlockPlan, CellId, Dungeon, EdgePlan, Plan, undo_squared};
///
/// let edges = vec![EdgePlan::inner([10.0, 0.0, 0.0], CellId(0), CellId(1))];
/// let block = BlockPlan { cells: 2, edges, ..BlockPlan::default() };
/// let plan = Plan { region: 32999, blocks: vec![block], doors: vec![] };
/// let dungeon = plan.bake(&BakeOptions::default())?;
/// let mut bytes = dungeon.to_bytes()?;
/// // Two cells become four, one edge becomes none.
/// bytes[15] = 4;
/// bytes[19] = 0;
/// assert!(Dungeon::from_bytes(&bytes).is_err());
/// assert_eq!(undo_squared(&bytes), Some(dungeon));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn undo_squared(bytes: &[u8]) -> Option<Dungeon> {
    let mut raw = AiNavData::from_bytes(&unsquare_cell_counts(bytes)?).ok()?;
    for (block, simple) in raw.ref_dungeon.blocks.iter_mut().zip(&raw.simple_dungeon_data.blocks) {
        block.edge_count = u32::try_from(simple.edge_centers.len()).ok()?;
    }
    Some(Dungeon::from_raw(raw))
}
