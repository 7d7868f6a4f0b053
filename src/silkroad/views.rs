//! `Block`: the tables of a block, which are borrowed from the dungeon.

use crate::formats::Vector3;
use crate::formats::ainav::{CellLookup, Link, RefBlock};

use super::{BlockId, CellId, EdgeId, choices};

/// A block of a [`Dungeon`](super::Dungeon).
#[derive(Clone, Copy, Debug)]
pub struct Block<'a> {
    id: BlockId,
    raw: &'a RefBlock,
    centres: &'a [Vector3],
    cells: u32,
}

impl<'a> Block<'a> {
    pub(super) const fn new(id: BlockId, raw: &'a RefBlock, centres: &'a [Vector3], cells: u32) -> Self {
        Self { id, raw, centres, cells }
    }

    /// The block's number: its index in the file, by which links and the block table name it.
    #[must_use]
    pub const fn id(&self) -> BlockId {
        self.id
    }

    /// The number stored in the block itself. It is probably the block's index in the `.dof`.
    #[must_use]
    pub const fn index(&self) -> u32 {
        self.raw.index
    }

    /// Number of cells.
    #[must_use]
    pub const fn cell_count(&self) -> u32 {
        self.cells
    }

    /// Number of edges. Both parts of the file state it; the smaller number is used. In all real files they are equal.
    #[must_use]
    pub fn edge_count(&self) -> u32 {
        let centres = u32::try_from(self.centres.len()).unwrap_or(u32::MAX);
        centres.min(self.raw.edge_count)
    }

    /// The midpoint of an edge, in dungeon space and game units, y up. A damaged file may have any value there, even NaN.
    #[must_use]
    pub fn centre(&self, edge: EdgeId) -> Option<[f32; 3]> {
        self.centres().get(edge.index()).map(|&centre| centre.into())
    }

    /// The midpoints of the edges.
    #[must_use]
    pub fn centres(&self) -> &'a [Vector3] {
        &self.centres[..self.edge_count() as usize]
    }

    /// The record for the route from one cell to another, if both cells exist.
    #[must_use]
    pub fn record(&self, from: CellId, to: CellId) -> Option<CellLookup> {
        let known = from.0 < self.cells && to.0 < self.cells;
        known.then(|| self.raw.cell_lookup_table[choices::record_index(self.cells, to, from)])
    }

    /// The doors to other blocks.
    #[must_use]
    pub fn links(&self) -> &'a [Link] {
        &self.raw.links
    }

    /// The on-disk struct: the tables of part one.
    #[must_use]
    pub const fn as_raw(&self) -> &'a RefBlock {
        self.raw
    }
}
