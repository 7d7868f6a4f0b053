//! The guesses about AINavData: facts that no public source states, each as one choice in one place.
//!
//! The public document describes the layout. It is unknown how the game walks along the tables, what it writes for
//! pairs without a route, and how it made its tables (`docs/formats/ainav.md#choices`). Everything in
//! [`silkroad`](super) that rests on a guess goes through this module. If a real file shows that a guess is wrong, change it here.
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

/// The index in a cell table of the record that leads from `start` to `goal`. Goals are rows, starts are columns.
///
/// The public document says so, and the server reads the table in one go and asks for `cells[z * C + x]`. On the
/// synthetic sample 0 % of the walks fail with this order, and 92 % with the other
/// (`docs/formats/ainav.md#cell-table`).
#[must_use]
pub const fn record_index(cells: u32, goal: CellId, start: CellId) -> usize {
    goal.index() * cells as usize + start.index()
}

/// The index in the block table of the cell through which a route leaves block `start` for block `goal`. Goals are
/// rows, as in cell tables.
#[must_use]
pub const fn exit_index(blocks: usize, goal: BlockId, start: BlockId) -> usize {
    goal.index() * blocks + start.index()
}

/// The edge that a record names for the route to its goal: the first of the two, counted from 0. A negative number
/// means no route.
///
/// The public document counts edges from 0 (`docs/formats/ainav.md#choices`). The array of the server has one slot more
/// than there are edges, so it may count from 1. Then [`ScanReport::largest`](super::graph::ScanReport::largest) would
/// equal the number of edges in real files.
#[must_use]
pub const fn edge_on_the_way(record: CellLookup) -> Option<EdgeId> {
    edge_id(record.ref_edge_index0)
}

/// The edge that a record names for the route back from its goal: the second of the two.
#[must_use]
pub const fn edge_on_the_way_back(record: CellLookup) -> Option<EdgeId> {
    edge_id(record.ref_edge_index1)
}

const fn edge_id(entry: i16) -> Option<EdgeId> {
    if entry < 0 { None } else { Some(EdgeId(entry as u32)) }
}

/// The cell that an entry of the block table names. It belongs to the block that the route leaves. A negative number
/// means no route.
#[must_use]
pub const fn exit_cell(entry: i16) -> Option<CellId> {
    if entry < 0 { None } else { Some(CellId(entry as u32)) }
}

/// The record that a bake writes for a pair without a route, and on the diagonal of a cell table, which is never read:
/// -1 twice.
///
/// It is not known what the game writes. Every negative entry is read as no route.
pub const NO_WAY: CellLookup = CellLookup::NONE;

/// The entry that a bake writes for a pair without a route, and on the diagonal of the block table: -1.
///
/// The game leaves uninitialised memory on the diagonal (`docs/formats/ainav.md#block-table`). A fixed value makes
/// bakes deterministic.
pub const NO_EXIT: i16 = -1;

/// The two edges of a door lie less than this apart, in game units.
///
/// Other tools link blocks by this distance between end points (`docs/formats/dof-bms.md#door-edges`). A file has only
/// the midpoints of edges, so this library applies the distance to these.
pub const DOOR_REACH: f64 = 5.0;

/// Two edges not marked as doors form one door if they lie less than this apart, in game units. This joins floors that
/// touch, but does not cross a wall between two rooms.
pub const TOUCHING_REACH: f64 = 0.5;

/// Returns whether two points are close enough to belong to one door.
#[must_use]
pub fn is_one_door(a: [f32; 3], b: [f32; 3]) -> bool {
    distance(a, b) < DOOR_REACH
}

/// The numbering in which the last field of a link names an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DoorEdgeNumber {
    /// The edge table of the other block, which has the midpoint of the edge.
    Edge,
    /// The outline of the other block's `.bms`. Only a program that has that file can use it.
    Outline,
}

/// The public document calls the last field of a link "a global edge of the other block" and does not say in which
/// numbering (`docs/formats/ainav.md#links`). This library reads it as a number of that block's edge table, because
/// this needs no other file. Where the floors are present, [`door_edge_number`](super::fit::door_edge_number) finds out
/// which numbering fits.
pub const DOOR_EDGE_NUMBER: DoorEdgeNumber = DoorEdgeNumber::Edge;

/// The cost by which a bake compares routes: the distance from the midpoint of each crossed edge to the midpoint of the next, in 1/65,536
/// game units, rounded. The game's cost function is unknown.
///
/// The cost ends at the last edge, because a file does not know where in its cell the goal is. The generator of the
/// synthetic sample also counted the distance to the middle of the goal's triangle, which changes the entry in 105 of
/// 5,428 cases.
///
/// Whole numbers make sums exact, so two routes of the same length tie, whatever the order of summation. The
/// tie-break is fewer crossings, then the edge with the lower number.
#[must_use]
pub fn cost(from: [f32; 3], to: [f32; 3]) -> u64 {
    // The cast saturates: two points of a file may be more than 2.8e14 units apart, though no two points of a dungeon
    // are.
    (distance(from, to) * 65_536.0).round() as u64
}

/// The distance between two points, in game units.
pub(crate) fn distance(a: [f32; 3], b: [f32; 3]) -> f64 {
    let [x, y, z] = std::array::from_fn(|axis| f64::from(a[axis]) - f64::from(b[axis]));
    (x * x + y * y + z * z).sqrt()
}

/// The link that is used if several have the same id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkOfId {
    /// The first one in the block's table.
    First,
    /// The last one.
    Last,
}

/// The server keeps links in a map by their id, so it keeps only one of several links with the same id. The one that it keeps depends on
/// how it fills the map, which is unknown: `insert` of C++'s `std::map` keeps the first, an assignment keeps the last. No real file has
/// two.
pub const LINK_OF_ID: LinkOfId = LinkOfId::First;

/// Chooses the link back that belongs to a door: the one whose own edge is nearest to the door's edge, or the first in
/// a tie. A link names only the edge on the far side, so the link back is needed to know the near side and the cell
/// behind the door (`docs/formats/ainav.md#doors`). Links probably come in pairs, but this was not measured. A link
/// without its counterpart leads nowhere.
#[must_use]
pub fn link_back(door: [f32; 3], candidates: impl Iterator<Item = [f32; 3]>) -> Option<usize> {
    let by_distance = candidates.enumerate().map(|(index, edge)| (distance(door, edge), index));
    by_distance.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, index)| index)
}

/// The side of a voxel of a `.dof`'s grid, in game units (`docs/formats/dof-bms.md#voxels`).
pub const VOXEL: f64 = 200.0;

/// The number that a `.dof` gives a voxel: x in bits 0 to 9, z in bits 10 to 19, y in bits 20 to 29. `None` outside the grid.
#[must_use]
pub fn voxel_id([x, y, z]: [i64; 3]) -> Option<u32> {
    let bits = |value: i64| u32::try_from(value).ok().filter(|value| *value < 1 << 10);
    Some(bits(x)? | bits(z)? << 10 | bits(y)? << 20)
}

/// The offsets at which a point without floor is searched next: 1 unit off in x and in z
/// (`docs/formats/dof-bms.md#locate`). It is unknown whether the game takes the first of these that has floor. This
/// library takes the one whose floor is nearest in height.
pub const RETRIES: [[f32; 2]; 4] = [[1.0, 0.0], [-1.0, 0.0], [0.0, 1.0], [0.0, -1.0]];

/// Maximum distance between an edge's midpoint in a file and in a `.bms` at which both count as the same edge, in game units.
pub const SAME_EDGE: f64 = 0.5;

/// Maximum distance of the middles of a block's edges above or below a floor, in game units, if the block was made from
/// a simplified form of that floor. It is only known that the simplification keeps important points
/// (`docs/formats/ainav.md#simplified-floors`).
pub const SIMPLIFIED_HEIGHT: f64 = 20.0;
