//! An AINavData, a DOF and a BMS in numbers.

use crate::finding::{PartKind, Place, PlacePart};
use crate::formats::ainav::VERSION;
use crate::formats::bms::Bms;
use crate::formats::dof::Dof;
use crate::mesh::Aabb;
use crate::silkroad::{self, Graph, Placement};

use super::{SummaryError, Walkable};

/// An AINavData in numbers.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct DungeonSummary {
    /// The version of the format.
    pub version: u8,
    /// The region id.
    pub region: u16,
    /// The dungeon's number: the region without its highest bit.
    pub dungeon: u16,
    /// Number of blocks.
    pub blocks: usize,
    /// Number of cells.
    pub cells: usize,
    /// Number of cells of the largest block. The table of that block has one record for each pair of them.
    pub most_cells_in_a_block: usize,
    /// Number of edges, each with the centre that the file stores.
    pub edges: usize,
    /// Number of links.
    pub links: usize,
    /// The box around the centres of all edges, if it has any.
    #[cfg_attr(feature = "serde", serde(rename = "box"))]
    pub extent: Option<Aabb>,
    /// Number of connected parts: cells that edges and doors join, directly or through others. They are computed
    /// from the tables.
    pub connected_parts: usize,
    /// The largest connected part, if there is any cell.
    pub largest_part: Option<LargestCells>,
}

/// The connected part of a dungeon with the largest number of cells.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct LargestCells {
    /// Number of cells.
    pub cells: u32,
    /// Number of blocks.
    pub blocks: u32,
    /// Its first cell.
    pub place: Place,
}

impl DungeonSummary {
    pub(in crate::level) fn new(dungeon: &silkroad::Dungeon) -> Self {
        let file = dungeon.as_raw();
        let joined = Graph::new(dungeon).connected_parts();
        // `max` returns the last of equal elements, so the list is reversed.
        let largest = joined.iter().rev().max_by_key(|part| part.cells).map(|part| LargestCells {
            cells: part.cells,
            blocks: part.blocks,
            place: [part.first.block.into(), PlacePart::new(PartKind::Cell, part.first.cell.0)].into(),
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
            extent: Aabb::around(edges.map(|&centre| centre.into())),
            connected_parts: joined.len(),
            largest_part: largest,
        }
    }
}

/// A DOF in numbers.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct BlocksSummary {
    /// The region id.
    pub region: u16,
    /// Number of blocks.
    pub blocks: usize,
    /// Number of pairs of blocks that doors may join. Each pair is counted from both sides.
    pub connections: usize,
    /// Number of voxels with blocks.
    pub voxels: usize,
    /// The dungeon's first box; voxels are counted from its minimum corner.
    #[cfg_attr(feature = "serde", serde(rename = "box"))]
    pub extent: Aabb,
}

impl BlocksSummary {
    pub(in crate::level) fn new(file: &Dof) -> Self {
        let blocks = &file.blocks.blocks;
        Self {
            region: file.region_id,
            blocks: blocks.len(),
            connections: blocks.iter().map(|block| block.connected.indices.len()).sum(),
            voxels: file.grid.voxels.len(),
            extent: [file.bounding_boxes.first.min.into(), file.bounding_boxes.first.max.into()].into(),
        }
    }
}

/// A summary of the floor in a BMS. All counts are 0 if the BMS has no floor. Coordinates are in the space of the block.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct FloorSummary {
    /// Number of vertices.
    pub vertices: usize,
    /// Number of cells.
    pub cells: usize,
    /// Number of edges on its border.
    pub outline_edges: usize,
    /// Number of edges between two cells.
    pub inline_edges: usize,
    /// Its walkable part, if there is a floor.
    pub walkable: Option<Walkable>,
}

impl FloorSummary {
    pub(in crate::level) fn new(file: &Bms) -> Result<Self, SummaryError> {
        let mesh = file.nav_mesh.as_ref();
        let floor = mesh.map(|mesh| silkroad::Floor::new(mesh.clone(), Placement::default()));
        let overview = floor.map(|floor| floor.overview()).transpose()?;
        Ok(Self {
            vertices: mesh.map_or(0, |mesh| mesh.vertices.len()),
            cells: mesh.map_or(0, |mesh| mesh.cells.len()),
            outline_edges: mesh.map_or(0, |mesh| mesh.outline.len()),
            inline_edges: mesh.map_or(0, |mesh| mesh.inline.len()),
            walkable: overview.and_then(|overview| Walkable::new(&overview, |sample| sample.point)),
        })
    }
}
