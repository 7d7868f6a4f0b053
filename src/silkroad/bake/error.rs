//! What a plan asks for that the format cannot say.

use crate::silkroad::{BlockId, CellId, EdgeId, Place};

use super::DoorSide;

/// Why a plan cannot be baked. The plan is at fault each time: it contradicts itself, or asks for more than the format
/// can express.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BakeError {
    /// The block table names cells and blocks by 16 bits with a sign.
    #[error("{0} blocks are more than the format can name (32,767)")]
    TooManyBlocks(usize),
    /// The block table names cells by 16 bits with a sign.
    #[error("{block} has {cells} cells, more than the format can name (32,767)")]
    TooManyCells {
        /// The block.
        block: BlockId,
        /// Its cells.
        cells: u32,
    },
    /// The cell table names edges by 16 bits with a sign.
    #[error("{block} has {edges} edges, more than the format can name (32,767)")]
    TooManyEdges {
        /// The block.
        block: BlockId,
        /// Its edges.
        edges: usize,
    },
    /// Part two of a file has to start within 4 GiB.
    #[error("the tables would take {0} bytes, more than a file can have (4 GiB)")]
    TooLarge(u64),
    /// The file would be larger than [`BakeOptions::size_limit`](super::BakeOptions::size_limit) allows.
    #[error(
        "over this baker's limit: the file would have {bytes} bytes, of at most {most}; the table of a block has 4 bytes \
         for each pair of its cells. Divide large blocks, or raise `BakeOptions::size_limit`, or `--max-dungeon` \
         of the command"
    )]
    OverLimit {
        /// The bytes of the file.
        bytes: u64,
        /// The most that is allowed.
        most: u64,
    },
    /// A block has many cells that no edge and no door names. Nobody can get to them, but the table of the block would
    /// have 4 bytes for each pair.
    #[error(
        "{block} has {cells} cells, but its edges and doors name only {named} of them: nobody can get to the others. Add \
         their edges, or correct the number of cells"
    )]
    UnnamedCells {
        /// The block.
        block: BlockId,
        /// Its cells.
        cells: u32,
        /// How many of them an edge or a door names.
        named: usize,
    },
    /// A coordinate of a middle is NaN, infinite or beyond ±[`COORDINATE_LIMIT`](crate::mesh::COORDINATE_LIMIT).
    #[error("{edge} of {block} is nowhere: a coordinate of its middle is NaN, infinite or beyond 1e11")]
    CentreNotFinite {
        /// The block.
        block: BlockId,
        /// The edge.
        edge: EdgeId,
    },
    /// An edge joins a cell that the block has not.
    #[error("{edge} of {block} joins {cell}, which does not exist")]
    NoSuchCell {
        /// The block.
        block: BlockId,
        /// The edge.
        edge: EdgeId,
        /// The cell named.
        cell: CellId,
    },
    /// An edge joins a cell with itself.
    #[error("{edge} of {block} joins {cell} with itself")]
    SelfJoined {
        /// The block.
        block: BlockId,
        /// The edge.
        edge: EdgeId,
        /// The cell.
        cell: CellId,
    },
    /// Two edges join the same two cells. The tables could not tell the second from a wall, and whoever walks along
    /// them could not tell where it leads.
    #[error("{edge} of {block} joins two cells that {first} joins already")]
    JoinedTwice {
        /// The block.
        block: BlockId,
        /// The first edge.
        first: EdgeId,
        /// The second edge.
        edge: EdgeId,
    },
    /// A door is at a block, cell or edge that does not exist.
    #[error("a door is at {} of {}, {}, which does not exist", .0.edge, .0.block, .0.cell)]
    NoSuchDoorSide(DoorSide),
    /// A door's edge joins two cells of its block, or is another door's too: a link could not tell which is meant.
    #[error("a door is at {} of {}, which joins two cells or is another door's", .0.edge, .0.block)]
    DoorEdgeTaken(DoorSide),
    /// A cell has two doors. The server keeps one link for each cell: split the cell.
    #[error("{0} has two doors, where the format has one link for each cell")]
    TwoDoors(Place),
    /// Both sides of a door are in one block.
    #[error("a door leads from {0} to the same block")]
    DoorToItself(BlockId),
}
