//! The ids of blocks, cells and edges: typed numbers, so that a cell is not mistaken for an edge.

use std::fmt;

use crate::ids::ids;
use crate::mesh::Position;

ids! {
    /// A block of a dungeon, by its index in the file. Files can name blocks up to 32,767.
    BlockId: Block,
    /// A cell of a block. Files can name cells up to 32,767.
    CellId: Cell,
    /// An edge of a block that can be crossed; walls are not included. Files can name edges up to 32,767.
    EdgeId: Edge,
}

/// A cell of a block: a monster's position, as known to the tables.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct CellRef {
    /// The block.
    pub block: BlockId,
    /// The cell of that block.
    pub cell: CellId,
}

impl CellRef {
    /// The cell `cell` of block `block`.
    #[must_use]
    pub const fn new(block: u32, cell: u32) -> Self {
        Self { block: BlockId(block), cell: CellId(cell) }
    }
}

/// The cell of a position, for queries on the tables, which do not contain points.
impl From<Position<Self>> for CellRef {
    fn from(position: Position<Self>) -> Self {
        position.face
    }
}

impl fmt::Display for CellRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {}", self.block, self.cell)
    }
}

/// One side of a [`DoorPlan`](super::DoorPlan).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct DoorSide {
    /// The block.
    pub block: BlockId,
    /// The cell of the block.
    pub cell: CellId,
    /// The edge of the block, which joins no two cells.
    pub edge: EdgeId,
}
