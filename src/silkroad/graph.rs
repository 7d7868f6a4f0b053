//! `Graph`: the connectivity of cells and doors, recovered from the tables alone.

mod parts;
mod scan;

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use crate::formats::ainav::Link;
use crate::geometry::Csr;

use super::choices::{self, LinkOfId};
use super::{Block, BlockId, CellId, CellRef, Dungeon, EdgeId};

use scan::scan;

pub use parts::ConnectedPart;
pub(super) use parts::PartNumbers;
pub use scan::{ScanReport, Tally};

/// Means no cell in dense tables. No block is large enough to have this cell.
const NO_CELL: CellId = CellId(u32::MAX);

/// A dungeon as a graph, along which its routes run. It contains only what the tables imply, not the tables themselves.
///
/// The file has no neighbours, but they can be recovered: two cells touch at an edge exactly when the record between
/// them names that edge for both directions. On the synthetic sample this gives one pair of cells for each inner edge
/// (`docs/formats/ainav.md#recovered-neighbours`). This takes one pass over the tables.
///
/// ```
/// use walkmesh::silkroad::{BakeOptions, BlockPlan, CellId, EdgeId, EdgePlan, Graph, Plan};
///
/// // Three cells in a row.
/// let edge = |x: f32, a, b| EdgePlan::inner([x, 0.0, 0.0], CellId(a), CellId(b));
/// let block = BlockPlan { cells: 3, edges: vec![edge(10.0, 0, 1), edge(20.0, 1, 2)], ..BlockPlan::default() };
/// let dungeon = Plan { region: 32999, blocks: vec![block], doors: vec![] }.bake(&BakeOptions::default())?;
///
/// let graph = Graph::new(&dungeon);
/// let block = &graph.blocks()[0];
/// assert_eq!(block.sides(EdgeId(1)), Some([CellId(1), CellId(2)]));
/// assert_eq!(block.neighbours(CellId(1)), [(EdgeId(0), CellId(0)), (EdgeId(1), CellId(2))]);
/// assert_eq!(block.connected_part_count(), 1);
/// # Ok::<(), walkmesh::silkroad::BakeError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph {
    blocks: Vec<BlockGraph>,
}

/// A block of a [`Graph`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockGraph {
    id: BlockId,
    cells: u32,
    /// For each edge, the two cells that it joins; [`NO_CELL`] twice where none are known.
    sides: Vec<[CellId; 2]>,
    /// By cell.
    neighbours: Csr<(EdgeId, CellId)>,
    /// For each cell, the number of its connected part. Parts are numbered in the order of their first cells.
    parts: Vec<u32>,
    connected_part_count: u32,
    /// Ascending by cell.
    doors: Vec<Door>,
    /// The edges of this block's own doors, ascending, and their cells.
    door_edges: Vec<(EdgeId, CellId)>,
    report: ScanReport,
}

/// A door from a cell of one block to another block: a link that a route can find.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Door {
    /// The link's index in the block's table.
    pub link: u32,
    /// The cell to which the door belongs: the link's id.
    pub cell: CellId,
    /// The block on the other side. It need not exist.
    pub to: BlockId,
    /// The door's edge in that block. It need not exist.
    pub entry_edge: EdgeId,
    /// The cell of that block behind the door, if one of its links leads back.
    pub entry: Option<CellId>,
    /// The door's edge in this block. Only the link back names it.
    pub own_edge: Option<EdgeId>,
}

impl Graph {
    /// Recovers the graph of a dungeon.
    #[must_use]
    pub fn new(dungeon: &Dungeon) -> Self {
        let views: Vec<_> = dungeon.blocks().collect();
        let mut blocks: Vec<_> = views.iter().map(BlockGraph::new).collect();
        let pairs: Vec<_> = views.iter().map(|view| pair_doors(&views, &blocks, view.id())).collect();
        for (block, doors) in blocks.iter_mut().zip(pairs) {
            block.door_edges = doors.iter().filter_map(|door| Some((door.own_edge?, door.cell))).collect();
            block.door_edges.sort_unstable();
            block.doors = doors;
        }
        Self { blocks }
    }

    /// The blocks, in the file's order.
    #[must_use]
    pub fn blocks(&self) -> &[BlockGraph] {
        &self.blocks
    }

    /// A block, if there is one with this number.
    #[must_use]
    pub fn block(&self, id: BlockId) -> Option<&BlockGraph> {
        self.blocks.get(id.index())
    }

    /// Returns whether a cell exists.
    #[must_use]
    pub fn has(&self, cell: CellRef) -> bool {
        self.block(cell.block).is_some_and(|block| cell.cell.0 < block.cells)
    }
}

impl BlockGraph {
    /// The graph of a block, whose doors are not paired yet.
    fn new(block: &Block<'_>) -> Self {
        let cells = block.cell_count();
        let (joined, report) = scan(block);
        let sides: Vec<_> = joined.into_iter().map(|sides| sides.unwrap_or([NO_CELL; 2])).collect();
        let neighbours = neighbours(cells, &sides);
        let mut graph = Self {
            id: block.id(),
            cells,
            sides,
            neighbours,
            parts: vec![u32::MAX; cells as usize],
            connected_part_count: 0,
            doors: findable_links(block),
            door_edges: Vec::new(),
            report,
        };
        graph.find_parts();
        graph
    }

    fn find_parts(&mut self) {
        let mut open = Vec::new();
        for first in (0..self.cells).map(CellId) {
            if self.parts[first.index()] != u32::MAX {
                continue;
            }
            let part = self.connected_part_count;
            self.connected_part_count += 1;
            self.parts[first.index()] = part;
            open.push(first);
            while let Some(cell) = open.pop() {
                for &(_, next) in self.neighbours.row(cell.index()) {
                    if self.parts[next.index()] == u32::MAX {
                        self.parts[next.index()] = part;
                        open.push(next);
                    }
                }
            }
        }
    }

    /// The block's number.
    #[must_use]
    pub const fn id(&self) -> BlockId {
        self.id
    }

    /// Number of cells.
    #[must_use]
    pub const fn cell_count(&self) -> u32 {
        self.cells
    }

    /// Number of edges.
    #[must_use]
    pub const fn edge_count(&self) -> u32 {
        self.sides.len() as u32
    }

    /// The two cells that an edge joins, the lower first. `None` if the edge is a door's, or no record names it.
    #[must_use]
    pub fn sides(&self, edge: EdgeId) -> Option<[CellId; 2]> {
        self.sides.get(edge.index()).copied().filter(|sides| sides[0] != NO_CELL)
    }

    /// The cell on the other side of an edge of `cell`.
    #[must_use]
    pub fn across(&self, cell: CellId, edge: EdgeId) -> Option<CellId> {
        match *self.sides.get(edge.index())? {
            [a, b] if a == cell && b != NO_CELL => Some(b),
            [a, b] if b == cell => Some(a),
            _ => None,
        }
    }

    /// The neighbours of a cell and the edges to them, ascending by edge. A nonexistent cell has no neighbours.
    #[must_use]
    pub fn neighbours(&self, cell: CellId) -> &[(EdgeId, CellId)] {
        self.neighbours.get(cell.index()).unwrap_or_default()
    }

    /// The connected part of a cell within its block. Cells with the same number are connected.
    #[must_use]
    pub fn connected_part(&self, cell: CellId) -> Option<u32> {
        self.parts.get(cell.index()).copied()
    }

    /// Number of connected parts of the block.
    #[must_use]
    pub const fn connected_part_count(&self) -> u32 {
        self.connected_part_count
    }

    /// The doors that a route can find, ascending by cell. Links of cells that do not exist are left out. If several
    /// links have one id, [one](choices::LINK_OF_ID) is kept, because the server finds links by their id.
    #[must_use]
    pub fn doors(&self) -> &[Door] {
        &self.doors
    }

    /// The door of a cell.
    #[must_use]
    pub fn door(&self, cell: CellId) -> Option<&Door> {
        self.doors.binary_search_by_key(&cell, |door| door.cell).ok().map(|at| &self.doors[at])
    }

    /// The cell whose door an edge is, if links in both directions name it. If several cells have the edge, the lowest
    /// one.
    #[must_use]
    pub fn door_at(&self, edge: EdgeId) -> Option<CellId> {
        let at = self.door_edges.partition_point(|&(at, _)| at < edge);
        self.door_edges.get(at).filter(|(at, _)| *at == edge).map(|&(_, cell)| cell)
    }

    /// The cells at an edge: two at an inner edge, one at a door, none if the tables do not say.
    pub fn owners(&self, edge: EdgeId) -> impl Iterator<Item = CellId> + '_ {
        let inner = self.sides(edge);
        let door = if inner.is_none() { self.door_at(edge) } else { None };
        inner.into_iter().flatten().chain(door)
    }

    /// The edges of a cell: the edges to its neighbours, and its door's edge.
    pub fn edges(&self, cell: CellId) -> impl Iterator<Item = EdgeId> + '_ {
        let inner = self.neighbours(cell).iter().map(|&(edge, _)| edge);
        inner.chain(self.door(cell).and_then(|door| door.own_edge))
    }

    /// A report on the contradictions in the cell table.
    #[must_use]
    pub const fn report(&self) -> &ScanReport {
        &self.report
    }
}

/// The neighbours of each cell and the edges to them, ascending by edge.
fn neighbours(cells: u32, sides: &[[CellId; 2]]) -> Csr<(EdgeId, CellId)> {
    Csr::group(cells as usize, || {
        let joined = (0..).map(EdgeId).zip(sides).filter(|(_, sides)| sides[0] != NO_CELL);
        joined.flat_map(|(edge, &[a, b])| [(a.index(), (edge, b)), (b.index(), (edge, a))])
    })
}

/// The links that a route can find, by cell.
fn findable_links(block: &Block<'_>) -> Vec<Door> {
    let mut by_cell = BTreeMap::new();
    for (link, at) in block.links().iter().zip(0..).filter(|(link, _)| link.id < block.cell_count()) {
        let &Link { id, linked_obj_id, linked_obj_ref_edge_index, .. } = link;
        let door = Door {
            link: at,
            cell: CellId(id),
            to: BlockId(linked_obj_id.into()),
            entry_edge: EdgeId(linked_obj_ref_edge_index.into()),
            entry: None,
            own_edge: None,
        };
        match by_cell.entry(id) {
            Entry::Occupied(_) if choices::LINK_OF_ID == LinkOfId::First => {}
            Entry::Occupied(mut kept) => drop(kept.insert(door)),
            Entry::Vacant(none) => drop(none.insert(door)),
        }
    }
    by_cell.into_values().collect()
}

/// The doors of a block, each completed from its link back.
fn pair_doors(views: &[Block<'_>], blocks: &[BlockGraph], from: BlockId) -> Vec<Door> {
    let this = &blocks[from.index()];
    let mut doors = this.doors.clone();
    // The doors that lead back, by their block.
    let mut back: BTreeMap<BlockId, Vec<&Door>> = BTreeMap::new();
    for door in &mut doors {
        let Some(other) = blocks.get(door.to.index()) else { continue };
        let Some(centre) = views[door.to.index()].centre(door.entry_edge) else { continue };
        let back = back.entry(door.to).or_insert_with(|| other.doors.iter().filter(|door| door.to == from).collect());
        let edges = back.iter().map(|door| views[from.index()].centre(door.entry_edge).unwrap_or([f32::NAN; 3]));
        if let Some(chosen) = choices::link_back(centre, edges) {
            door.entry = Some(back[chosen].cell);
            door.own_edge = Some(back[chosen].entry_edge);
        }
    }
    doors
}
