//! The errors of this module: of bakes, plans and routes.

use super::dungeon::DUNGEON_BIT;
use super::{BlockId, CellId, CellRef, DoorSide, EdgeId};

/// An error in baking a plan.
/// Cause: the caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BakeError {
    /// The region is on the surface. The server would look for the file under a dungeon's region.
    #[error(
        "region {0} is on the surface of the world, so the game finds no dungeon there. The region of a dungeon is 32,768 plus \
         its number: write {dungeon} for dungeon {0}", dungeon = .0 | DUNGEON_BIT
    )]
    NotADungeon(u16),
    /// No block has a cell, so there is no floor at all.
    #[error("no block has a cell, so nothing could stand in the dungeon; give at least one block a floor")]
    NoCells,
    /// The block table names cells and blocks by signed 16-bit numbers.
    #[error("{0} blocks are more than the format can name (32,767)")]
    TooManyBlocks(usize),
    /// The block table names cells by signed 16-bit numbers.
    #[error("{block} has {faces} cells, more than the format can name (32,767)")]
    TooManyFaces {
        /// The block.
        block: BlockId,
        /// Number of its cells.
        faces: u32,
    },
    /// The cell table names edges by signed 16-bit numbers.
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
         for each pair of its cells. Divide large blocks, or raise the limit `max-dungeon`"
    )]
    OverLimit {
        /// The bytes of the file.
        bytes: u64,
        /// The maximum.
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
        /// Number of cells that an edge or a door names.
        named: usize,
    },
    /// A coordinate of a middle is NaN, infinite or beyond ±[`COORDINATE_LIMIT`](crate::mesh::COORDINATE_LIMIT).
    #[error(
        "the middle of {edge} of {block} is not a finite point: a coordinate is NaN, infinite or beyond 1e11; correct it"
    )]
    NotFinite {
        /// The block.
        block: BlockId,
        /// The edge.
        edge: EdgeId,
    },
    /// An edge joins a cell that the block does not have.
    #[error("{edge} of {block} joins {face}, which does not exist")]
    NoSuchFace {
        /// The block.
        block: BlockId,
        /// The edge.
        edge: EdgeId,
        /// The cell named.
        face: CellId,
    },
    /// An edge joins a cell with itself.
    #[error("{edge} of {block} joins {cell} with itself; an edge joins two cells")]
    SelfJoined {
        /// The block.
        block: BlockId,
        /// The edge.
        edge: EdgeId,
        /// The cell.
        cell: CellId,
    },
    /// Two edges join the same two cells. The tables could not distinguish the second from a wall.
    #[error(
        "{edge} of {block} joins two cells that {first} joins already; the tables can name only one edge for a pair of cells"
    )]
    JoinedTwice {
        /// The block.
        block: BlockId,
        /// The first edge.
        first: EdgeId,
        /// The second edge.
        edge: EdgeId,
    },
    /// A door names a block, cell or edge that does not exist.
    #[error("a door is at {} of {}, {}, which does not exist", .0.edge, .0.block, .0.cell)]
    NoSuchDoorSide(DoorSide),
    /// A door's edge joins two cells of its block, or belongs to another door too. A link would be ambiguous.
    #[error("a door is at {} of {}, which joins two cells or belongs to another door; give the door an edge of its own", .0.edge, .0.block)]
    DoorEdgeTaken(DoorSide),
    /// A cell has two doors. The server keeps one link for each cell.
    #[error(
        "{cell} has a door to {} and another one to {}, but a file has one link for each cell: monsters could pass only one of \
         the two. Divide the cell, so that each door has a cell of its own, or keep only one of the doors", .to[0], .to[1]
    )]
    TwoDoors {
        /// The cell.
        cell: CellRef,
        /// The blocks to which its first two doors lead.
        to: [BlockId; 2],
    },
    /// Both sides of a door are in one block.
    #[error("a door leads from {0} to the same block; doors join different blocks")]
    DoorToItself(BlockId),
}

/// An error in making a plan from floors.
/// Cause: the file.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum FloorError {
    /// A coordinate of a corner, in its block or in the dungeon, is NaN, infinite or beyond
    /// ±[`COORDINATE_LIMIT`](crate::mesh::COORDINATE_LIMIT).
    #[error("corner {vertex} of {block} is not a finite point: a coordinate is NaN, infinite or beyond 1e11")]
    NotFinite {
        /// The block.
        block: BlockId,
        /// The corner.
        vertex: usize,
    },
    /// A triangle or a door has a corner that does not exist.
    #[error("{block} names corner {vertex}, which does not exist")]
    NoSuchVertex {
        /// The block.
        block: BlockId,
        /// The corner named.
        vertex: u32,
    },
    /// A floor is connected to a block that does not exist.
    #[error(
        "{block} is connected to {to}, which does not exist; blocks are numbered from 0, in the order of the floors"
    )]
    NoSuchBlock {
        /// The block.
        block: BlockId,
        /// The block named.
        to: BlockId,
    },
    /// Two corners of a triangle are the same.
    #[error("{cell} of {block} has two corners at the same place")]
    Degenerate {
        /// The block.
        block: BlockId,
        /// The triangle.
        cell: CellId,
    },
    /// More than two triangles share an edge, so it is ambiguous where the edge leads.
    #[error("{cell} of {block} is the third triangle at an edge; an edge joins at most two")]
    ThirdAtEdge {
        /// The block.
        block: BlockId,
        /// The third triangle.
        cell: CellId,
    },
    /// An edge that is named as a door is inside the floor, or belongs to no triangle: a door must be on the floor's
    /// border.
    #[error(
        "{block} names the edge between corners {} and {} as a door, but a door is an edge that exactly one triangle has; \
         {triangles} triangles have this one", .vertices[0], .vertices[1]
    )]
    NotADoor {
        /// The block.
        block: BlockId,
        /// The corners, as they were named.
        vertices: [u32; 2],
        /// Number of triangles with the edge: none or two.
        triangles: u32,
    },
    /// The reach of doors is negative or not finite.
    #[error("{block} has doors that reach {reach} units: a reach is a finite number from 0 up")]
    DoorReach {
        /// The block.
        block: BlockId,
        /// The reach.
        reach: f32,
    },
}

/// The reason why there is no route.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub enum RouteError {
    /// The dungeon does not have the cell.
    /// Cause: the caller.
    #[error("{face} does not exist")]
    NoSuchFace {
        /// The requested cell.
        face: CellRef,
    },
    /// The block table has a negative entry: according to the tables, no doors lead from one block to the other.
    /// Cause: nobody.
    #[error("{from} has no exit towards {to}")]
    NoExit {
        /// The block that cannot be left.
        from: BlockId,
        /// The block of the goal.
        to: BlockId,
    },
    /// The cell table has a negative entry: according to the tables, the two cells are on different connected parts of
    /// their block. There may be a path through other blocks, but tables cannot express a route that returns to its own
    /// block.
    /// Cause: nobody.
    #[error("{from} is not connected to {to} within the block")]
    OtherPart {
        /// The current cell of the walk.
        from: CellRef,
        /// The goal, or the exit on the route to it.
        to: CellId,
    },
    /// The block table names a cell that the block does not have. The file is damaged.
    /// Cause: the file.
    #[error("the exit from {from} towards {to} is {cell}, which does not exist")]
    NoSuchExit {
        /// The block to leave.
        from: BlockId,
        /// The block of the goal.
        to: BlockId,
        /// The cell named.
        cell: CellId,
    },
    /// The block table names a cell without a link: the file is damaged, or its block table is meaningless, as in
    /// dungeons without any links.
    /// Cause: the file.
    #[error("{0} is named as an exit but has no link")]
    NoLink(CellRef),
    /// A link leads to a block that does not exist: the file is damaged.
    /// Cause: the file.
    #[error("the link of {from} leads to {to}, which does not exist")]
    NoSuchBlock {
        /// The cell with the link.
        from: CellRef,
        /// The block named.
        to: BlockId,
    },
    /// A link names an edge of the other block that does not exist: the file is damaged, or numbers these edges differently than
    /// [`DOOR_EDGE_NUMBER`](super::choices::DOOR_EDGE_NUMBER).
    /// Cause: the file.
    #[error("the link of {from} leads to {edge} of {to}, which does not exist")]
    NoSuchEntry {
        /// The cell with the link.
        from: CellRef,
        /// The other block.
        to: BlockId,
        /// The edge named.
        edge: EdgeId,
    },
    /// No link leads back, so it is unknown which cell is behind the door.
    /// Cause: the file.
    #[error("the link of {from} leads to {to}, from where no link leads back")]
    NoWayBack {
        /// The cell with the link.
        from: CellRef,
        /// The other block.
        to: BlockId,
    },
    /// The cell table names an edge that the block does not have. The file is damaged.
    /// Cause: the file.
    #[error("the way from {from} to {to} is {edge}, which does not exist")]
    NoSuchEdge {
        /// The current cell of the walk.
        from: CellRef,
        /// The goal, or the exit on the route to it.
        to: CellId,
        /// The edge named.
        edge: EdgeId,
    },
    /// The cell table names an edge that is not one of the cell's: the file is damaged.
    /// Cause: the file.
    #[error("the way from {from} to {to} is {edge}, which is not an edge of the cell")]
    NotItsEdge {
        /// The current cell of the walk.
        from: CellRef,
        /// The goal, or the exit on the route to it.
        to: CellId,
        /// The edge named.
        edge: EdgeId,
    },
    /// The walk inside a block returns to an earlier cell: the file is damaged.
    /// Cause: the file.
    #[error("the way to {0} goes in a circle")]
    Loop(CellRef),
    /// The walk from block to block returns to an earlier block: the file is damaged.
    /// Cause: the file.
    #[error("the way to {0} goes through blocks in a circle")]
    LoopOfBlocks(BlockId),
}
