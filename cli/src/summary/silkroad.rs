//! An AINavData, a `.dof` and a `.bms` in numbers.

use serde::Serialize;
use walkmesh::formats::ainav::{AiNavData, VERSION};
use walkmesh::formats::bms::Bms;
use walkmesh::formats::dof::Dof;

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

#[derive(Serialize)]
pub struct Blocks {
    region: u16,
    blocks: usize,
    /// Pairs of blocks that doors may join, each counted from both sides.
    connections: usize,
    /// Voxels with blocks.
    voxels: usize,
}

impl Blocks {
    pub fn of(file: &Dof) -> Self {
        let blocks = &file.blocks.blocks;
        Self {
            region: file.region_id,
            blocks: blocks.len(),
            connections: blocks.iter().map(|block| block.connected.indices.len()).sum(),
            voxels: file.grid.voxels.len(),
        }
    }
}

/// The floor of a mesh; all 0 where it has none.
#[derive(Serialize)]
pub struct Floor {
    vertices: usize,
    cells: usize,
    outline_edges: usize,
    inline_edges: usize,
}

impl Floor {
    pub fn of(file: &Bms) -> Self {
        let floor = file.nav_mesh.as_ref();
        Self {
            vertices: floor.map_or(0, |floor| floor.vertices.len()),
            cells: floor.map_or(0, |floor| floor.cells.len()),
            outline_edges: floor.map_or(0, |floor| floor.outline.len()),
            inline_edges: floor.map_or(0, |floor| floor.inline.len()),
        }
    }
}
