//! What nobody public knows about AINavData, each as one choice in one place.
//!
//! The document describes the layout; how the game walks along the tables, what it writes where there is no way, and
//! how it made its tables are open (facts `ainav.md` section 1.4). Everything in [`silkroad`](super) that rests on a
//! guess goes through this module. When a real file shows that a guess is wrong, it is changed here.
//!
//! ```
//! use walkmesh::silkroad::research::choices;
//! use walkmesh::silkroad::{CellId, EdgeId};
//! use walkmesh::formats::ainav::CellLookup;
//!
//! // In a block of 10 cells, the record that leads from cell 3 to cell 7.
//! assert_eq!(choices::record_index(10, CellId(7), CellId(3)), 73);
//! assert_eq!(choices::edge_on_the_way(CellLookup { ref_edge_index0: 5, ref_edge_index1: 9 }), Some(EdgeId(5)));
//! assert_eq!(choices::edge_on_the_way(CellLookup::NONE), None);
//! ```

use crate::formats::ainav::CellLookup;

use super::{BlockId, CellId, EdgeId};

/// Where a cell table holds the way from `start` to `goal`: goals outer, starts inner.
///
/// The document says so, and the server reads the table in one go and asks for `cells[z * C + x]`. On the synthetic
/// sample 0 % of the walks fail this way, and 92 % the other (facts section 1.4).
pub const fn record_index(cells: u32, goal: CellId, start: CellId) -> usize {
    goal.index() * cells as usize + start.index()
}

/// Where the block table holds through which cell to leave block `start` for block `goal`: goals outer, as above.
pub const fn exit_index(blocks: usize, goal: BlockId, start: BlockId) -> usize {
    goal.index() * blocks + start.index()
}

/// The edge that a record names for the way to its goal: the first of the two, counted from 0. Negative is no way.
///
/// That edges count from 0 is the document's reading; the server's array has one slot more than edges, so 1 is
/// thinkable ([`ScanReport::largest`](super::graph::ScanReport::largest) would then equal the number of edges).
pub const fn edge_on_the_way(record: CellLookup) -> Option<EdgeId> {
    edge_id(record.ref_edge_index0)
}

/// The edge that a record names for the way back from its goal: the second of the two.
pub const fn edge_on_the_way_back(record: CellLookup) -> Option<EdgeId> {
    edge_id(record.ref_edge_index1)
}

const fn edge_id(entry: i16) -> Option<EdgeId> {
    if entry < 0 { None } else { Some(EdgeId(entry as u32)) }
}

/// The cell that an entry of the block table names: one of the block that is left. Negative is no way.
pub const fn exit_cell(entry: i16) -> Option<CellId> {
    if entry < 0 { None } else { Some(CellId(entry as u32)) }
}

/// What a bake writes into a cell table where there is no way, and on its diagonal, which nobody reads: -1 twice.
///
/// What the game writes is not known. Every negative entry is read as no way.
pub const NO_WAY: CellLookup = CellLookup::NONE;

/// What a bake writes into the block table where there is no way, and on its diagonal: -1.
///
/// The game leaves uninitialised memory on the diagonal (the document); a fixed value makes the same input the same
/// bytes.
pub const NO_EXIT: i16 = -1;

/// How far apart, in game units, two edges of neighbouring blocks may lie and still be one door: less than 5.
///
/// Other tools link blocks by this distance between end points (facts section 2.5). The file has only the middles, so
/// it is measured between these as well.
pub const DOOR_REACH: f64 = 5.0;

/// How far apart, in game units, two edges may lie and still be one door when nobody marked them as doors: less than 0.5.
/// So floors that touch are joined, and a wall between two rooms is not crossed.
pub const TOUCHING_REACH: f64 = 0.5;

/// Whether two points are near enough to be at one door.
pub fn is_one_door(a: [f32; 3], b: [f32; 3]) -> bool {
    distance(a, b) < DOOR_REACH
}

/// Which number the last field of a link is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DoorEdgeNumber {
    /// The door's edge in the other block's own edge table: its middle is there to be asked.
    Edge,
    /// The door's edge in the outline of the other block's `.bms`. Only somebody who has that file can use it.
    Outline,
}

/// "A global edge of the other block", says the document of a link's last field, and not in which numbering. Read as
/// an edge of the block's table, for this needs no other file; where both can be had,
/// [`door_edge_number`](super::fit::door_edge_number) says which one fits.
pub const DOOR_EDGE_NUMBER: DoorEdgeNumber = DoorEdgeNumber::Edge;

/// How a bake counts the length of a route: the distances from the middle of each edge that is crossed to the middle
/// of the next, in 1/65,536 game units, rounded. What the game counts is not known.
///
/// It ends at the last edge, for a file does not know where in a cell one wants to go. The generator of the synthetic
/// sample went on to the middle of the goal's triangle, which makes other entries of 105 of its 5,428.
///
/// Whole numbers make sums exact, so that two routes of the same length are a tie whatever the order they were added
/// up in, and a tie goes to fewer crossings, and then to the edge with the lower number.
pub fn cost(from: [f32; 3], to: [f32; 3]) -> u64 {
    // Saturates: two points of a dungeon are never 2.8e14 units apart, but two points of a file may be.
    (distance(from, to) * 65_536.0).round() as u64
}

/// The distance between two points, in game units.
pub(crate) fn distance(a: [f32; 3], b: [f32; 3]) -> f64 {
    let [x, y, z] = std::array::from_fn(|axis| f64::from(a[axis]) - f64::from(b[axis]));
    (x * x + y * y + z * z).sqrt()
}

/// Which of several links with one id is the cell's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkOfId {
    /// The first one in the block's table.
    First,
    /// The last one.
    Last,
}

/// The server keeps links in a map by their id, so that one of several with the same id is left. Which one depends on
/// how it fills the map, and that is not known: `insert` of C++'s `std::map` keeps the first, an assignment keeps the
/// last. No real file has two.
pub const LINK_OF_ID: LinkOfId = LinkOfId::First;

/// Which of several links that lead back belongs to a door: the one whose own edge lies nearest to the door's, and of
/// equally near ones the first. A link names the edge on the far side only, so it takes the link back to know the
/// near side, and the cell that one enters by. That links come in pairs is likely and unmeasured; a link without its
/// counterpart leads nowhere.
pub fn link_back(door: [f32; 3], candidates: impl Iterator<Item = [f32; 3]>) -> Option<usize> {
    let by_distance = candidates.enumerate().map(|(index, edge)| (distance(door, edge), index));
    by_distance.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, index)| index)
}

/// The side of a voxel, in game units: the grid of a `.dof` is counted in these.
pub const VOXEL: f64 = 200.0;

/// The number that a `.dof` gives a voxel: x in bits 0 to 9, z in bits 10 to 19, y in bits 20 to 29. None outside.
pub fn voxel_id([x, y, z]: [i64; 3]) -> Option<u32> {
    let bits = |value: i64| u32::try_from(value).ok().filter(|value| *value < 1 << 10);
    Some(bits(x)? | bits(z)? << 10 | bits(y)? << 20)
}

/// Where else a point is looked for when there is no floor at it: 1 unit off in x, and in z. Whether the game takes
/// the first that has floor is not known; here it is the one whose floor is nearest in height.
pub const RETRIES: [[f32; 2]; 4] = [[1.0, 0.0], [-1.0, 0.0], [0.0, 1.0], [0.0, -1.0]];

/// How far an edge's middle in a file may lie from one in a `.bms` and still be the same: 0.5 units.
pub const SAME_EDGE: f64 = 0.5;

/// How far above or below a floor the middles of a block's edges may lie if the block was made from a simplified form
/// of that floor: 20 units. Nothing is known of the simplification but that it keeps the important points.
pub const SIMPLIFIED_HEIGHT: f64 = 20.0;
