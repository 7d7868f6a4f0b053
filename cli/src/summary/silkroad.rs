//! An AINavData in numbers.

use serde::Serialize;
use walkmesh::formats::ainav::{AiNavData, VERSION};

#[derive(Serialize)]
pub struct Dungeon {
    version: u8,
    region: u16,
    /// The dungeon's number: the region without its highest bit.
    dungeon: u16,
    blocks: usize,
    cells: usize,
    /// Cells of the block that has the most; its table has the square of that.
    most_cells_in_a_block: usize,
    /// Edges with a centre.
    edges: usize,
    links: usize,
}

impl Dungeon {
    pub fn of(file: &AiNavData) -> Self {
        let blocks = &file.ref_dungeon.blocks;
        let cells = blocks.iter().map(|block| block.cell_lookup_table.len().isqrt());
        Self {
            version: VERSION,
            region: file.ref_dungeon.region_id,
            dungeon: file.ref_dungeon.region_id & 0x7FFF,
            blocks: blocks.len(),
            cells: cells.clone().sum(),
            most_cells_in_a_block: cells.max().unwrap_or(0),
            edges: file.simple_dungeon_data.blocks.iter().map(|block| block.edge_centers.len()).sum(),
            links: blocks.iter().map(|block| block.links.len()).sum(),
        }
    }
}
