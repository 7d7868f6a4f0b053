//! An AINavData, a `.dof` and a `.bms` in numbers.

use serde::Serialize;
use walkmesh::formats::ainav::VERSION;
use walkmesh::formats::bms::Bms;
use walkmesh::formats::dof::Dof;
use walkmesh::silkroad::{self, Graph, Placement};

use super::extent::{Bounds, Walkable};
use crate::parts;

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
    /// Around the centres of all edges.
    #[serde(rename = "box")]
    bounds: Option<Bounds>,
    /// Cells that edges and doors join, directly or through others: computed from the tables.
    connected_parts: usize,
    largest_part: Option<Part>,
}

/// The connected part that has the most cells.
#[derive(Serialize)]
struct Part {
    cells: u32,
    blocks: u32,
    /// Its first cell, as a list of parts.
    place: [parts::Part; 2],
}

impl Dungeon {
    pub fn of(dungeon: &silkroad::Dungeon) -> Self {
        let file = dungeon.as_raw();
        let joined = Graph::of(dungeon).connected_parts();
        // The greatest of equals is the last, so they are seen from behind.
        let largest = joined.iter().rev().max_by_key(|part| part.cells).map(|part| Part {
            cells: part.cells,
            blocks: part.blocks,
            place: [parts::Part::new("block", part.first.block.0), parts::Part::new("cell", part.first.cell.0)],
        });
        let edges = file.simple_dungeon_data.blocks.iter().flat_map(|block| &block.edge_centers);
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
            bounds: Bounds::around(edges.map(|&centre| centre.into())),
            connected_parts: joined.len(),
            largest_part: largest,
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
    /// The dungeon's first box, from whose least corner voxels are counted.
    #[serde(rename = "box")]
    bounds: Bounds,
}

impl Blocks {
    pub fn of(file: &Dof) -> Self {
        let blocks = &file.blocks.blocks;
        Self {
            region: file.region_id,
            blocks: blocks.len(),
            connections: blocks.iter().map(|block| block.connected.indices.len()).sum(),
            voxels: file.grid.voxels.len(),
            bounds: [file.bounding_boxes.first.min.into(), file.bounding_boxes.first.max.into()].into(),
        }
    }
}

/// The floor of a mesh; all 0 where it has none. Coordinates are the block's own.
#[derive(Serialize)]
pub struct Floor {
    vertices: usize,
    cells: usize,
    outline_edges: usize,
    inline_edges: usize,
    walkable: Option<Walkable>,
}

impl Floor {
    pub fn of(file: &Bms) -> anyhow::Result<Self> {
        let mesh = file.nav_mesh.as_ref();
        let floor = mesh.map(|mesh| silkroad::Floor::new(mesh.clone(), Placement::default()));
        let overview = floor.map(|floor| floor.overview()).transpose()?;
        Ok(Self {
            vertices: mesh.map_or(0, |mesh| mesh.vertices.len()),
            cells: mesh.map_or(0, |mesh| mesh.cells.len()),
            outline_edges: mesh.map_or(0, |mesh| mesh.outline.len()),
            inline_edges: mesh.map_or(0, |mesh| mesh.inline.len()),
            walkable: overview.and_then(|overview| Walkable::of(&overview, |(point, _)| *point)),
        })
    }
}
