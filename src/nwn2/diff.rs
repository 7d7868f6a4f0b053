//! Two walkmeshes compared table by table: what a bake changed, or where two bakers disagree.
//!
//! ```
//! use walkmesh::nwn2::{self, Walkmesh};
//!
//! let (before, after) = (Walkmesh::default(), Walkmesh::default());
//! assert!(nwn2::diff(&before, &after).iter().all(|table| table.is_equal()));
//! ```

use std::borrow::Cow;
use std::fmt::Debug;

use crate::diff::{Difference, TableDiff};
use crate::formats::aswm::{Island, IslandPathNode, NO_ISLAND, NO_NODE, NodeToLocal, PathNode, Tile};

use super::Walkmesh;

/// Compares two walkmeshes table by table, in the file's order. Floats are compared bit by bit.
///
/// Steps of the path tables and lines of sight share their bytes in the file, but not their tables here; so do routes
/// and the words that the game leaves uninitialised. All entries of the latter are in the last table.
pub fn diff(left: &Walkmesh, right: &Walkmesh) -> Vec<TableDiff> {
    let mut tables = vec![TableDiff::of_bytes("vertices", left.vertices(), right.vertices())];
    tables.push(TableDiff::of_bytes("edges", left.edges(), right.edges()));
    triangles(left, right, &mut tables);
    tiles(left, right, &mut tables);
    islands(left, right, &mut tables);
    tables.push(rest(left, right));
    tables.push(uninitialised(left, right));
    tables
}

fn triangles(left: &Walkmesh, right: &Walkmesh, tables: &mut Vec<TableDiff>) {
    let (l, r) = (left.triangle_rows(), right.triangle_rows());
    tables.push(rows("triangles.vertices", l, r, |row| row.vertices));
    tables.push(rows("triangles.linked_edges", l, r, |row| row.linked_edges));
    tables.push(rows("triangles.linked_triangles", l, r, |row| row.linked_triangles));
    tables.push(rows("triangles.center", l, r, |row| row.center.map(Bits::from)));
    tables.push(rows("triangles.normal", l, r, |row| row.normal.map(Bits::from)));
    tables.push(rows("triangles.dot", l, r, |row| Bits::from(row.dot)));
    tables.push(rows("triangles.island", l, r, |row| row.island));
    tables.push(rows("triangles.flags", l, r, |row| row.flags));
}

fn tiles(left: &Walkmesh, right: &Walkmesh, tables: &mut Vec<TableDiff>) {
    let (l, r) = (&left.as_raw().tiles[..], &right.as_raw().tiles[..]);
    tables.push(rows("tiles.range", l, r, |tile| (tile.header.triangles_offset, tile.header.triangles_count)));
    tables.push(rows("tiles.vertices_count", l, r, |tile| tile.header.vertices_count));
    tables.push(rows("tiles.edges_count", l, r, |tile| tile.header.edges_count));
    tables.push(rows("tiles.size", l, r, |tile| [tile.header.size_x, tile.header.size_y].map(Bits::from)));
    tables.push(rows("tiles.flags", l, r, |tile| tile.flags));
    tables.push(rows("tiles.local_to_node", l, r, |tile| List::from(&tile.path_table.local_to_node)));
    tables.push(rows("tiles.node_to_local", l, r, |tile| List::from(words(tile))));
    let next = |node: &PathNode| node.next();
    tables.push(cells("tiles.next", l, r, |_| true, next));
    let is_way = |node: &PathNode| node.0 != NO_NODE;
    tables.push(cells("tiles.line_of_sight", l, r, is_way, |node| is_way(node) && node.bits().line_of_sight()));
}

fn islands(left: &Walkmesh, right: &Walkmesh, tables: &mut Vec<TableDiff>) {
    let (l, r) = (&left.as_raw().islands[..], &right.as_raw().islands[..]);
    let header = |island: &Island| (island.header.index, island.header.triangles_count);
    tables.push(rows("islands.index_and_size", l, r, header));
    let center = |island: &Island| <[f32; 3]>::from(island.header.center).map(Bits::from);
    tables.push(rows("islands.center", l, r, center));
    tables.push(rows("islands.linked_islands", l, r, |island| List::from(&island.linked_islands)));
    let distances =
        |island: &Island| -> Vec<Bits> { island.linked_islands_dist.iter().map(|d| Bits::from(*d)).collect() };
    tables.push(rows("islands.distance", l, r, |island| List::from(distances(island))));
    tables.push(rows("islands.exit", l, r, |island| List::from(&island.linked_islands_exit)));

    let (l, r) = (&left.as_raw().islands_path_nodes[..], &right.as_raw().islands_path_nodes[..]);
    tables.push(rows("routes.next", l, r, |node| node.next));
    let weight = |node: &IslandPathNode| (node.next != NO_ISLAND).then_some(Bits(node.weight_bits));
    tables.push(rows("routes.weight", l, r, weight));
}

/// What stands once in a file.
fn rest(left: &Walkmesh, right: &Walkmesh) -> TableDiff {
    let of = |walkmesh: &Walkmesh| {
        let (raw, tiles) = (walkmesh.as_raw(), walkmesh.as_raw().tiles_header);
        [
            ("version", raw.version as u32),
            ("owns_data", raw.owns_data.into()),
            ("triangles_offset", raw.triangles_offset),
            ("tiles_header.flags", tiles.flags.0),
            ("tiles_header.width", tiles.width.to_bits()),
            ("tiles_header.grid_height", tiles.grid_height),
            ("tiles_header.grid_width", tiles.grid_width),
            ("tiles_border_size", raw.tiles_border_size),
        ]
    };
    rows("headers", &of(left), &of(right), |field| *field)
}

/// What the game leaves uninitialised.
fn uninitialised(left: &Walkmesh, right: &Walkmesh) -> TableDiff {
    let mut table = Table::new("uninitialised");
    let (l, r) = (left.as_raw(), right.as_raw());
    table.entry(|| "name".into(), Some(&l.name), Some(&r.name));
    table.table("tile name", &l.tiles, &r.tiles, |tile| tile.header.name);
    table.table("island.tile", &l.islands, &r.islands, |island| island.header.tile);
    table.table("route.padding", &l.islands_path_nodes, &r.islands_path_nodes, |node| node.padding);
    let weight = |node: &IslandPathNode| (node.next == NO_ISLAND).then_some(node.weight_bits);
    table.table("route.weight", &l.islands_path_nodes, &r.islands_path_nodes, weight);
    table.0
}

/// A float that is equal to itself only in every bit, and shows as a number.
#[derive(Clone, Copy, PartialEq)]
struct Bits(u32);

impl From<f32> for Bits {
    fn from(value: f32) -> Self {
        Self(value.to_bits())
    }
}

impl Debug for Bits {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f32::from_bits(self.0).fmt(f)
    }
}

/// A list, of which only the start is shown.
#[derive(PartialEq)]
struct List<'a, T: Clone>(Cow<'a, [T]>);

impl<'a, T: Clone, C: Into<Cow<'a, [T]>>> From<C> for List<'a, T> {
    fn from(list: C) -> Self {
        Self(list.into())
    }
}

impl<T: Clone + Debug> Debug for List<'_, T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        const START: usize = 8;
        let (start, rest) = self.0.split_at(self.0.len().min(START));
        write!(f, "{start:?}")?;
        if rest.is_empty() { Ok(()) } else { write!(f, " and {} more", rest.len()) }
    }
}

/// The node-to-local table in the newest layout.
fn words(tile: &Tile) -> Cow<'_, [u32]> {
    match &tile.path_table.node_to_local {
        NodeToLocal::Absent => Cow::default(),
        NodeToLocal::Bytes(table) => table.iter().map(|local| u32::from(*local)).collect(),
        NodeToLocal::Words(table) => table.into(),
    }
}

/// A table under comparison.
struct Table(TableDiff);

impl Table {
    fn new(table: &'static str) -> Self {
        Self(TableDiff { table, entries: 0, equal: 0, first: Vec::new() })
    }

    fn entry<T: PartialEq + Debug>(&mut self, place: impl FnOnce() -> String, left: Option<T>, right: Option<T>) {
        self.0.entries += 1;
        if left == right {
            self.0.equal += 1;
        } else if self.0.first.len() < TableDiff::SHOWN {
            let show = |value: Option<T>| value.map(|value| format!("{value:?}")).unwrap_or_default();
            self.0.first.push(Difference { place: place(), left: show(left), right: show(right) });
        }
    }

    fn table<'a, T, U: PartialEq + Debug>(
        &mut self,
        name: &str,
        left: &'a [T],
        right: &'a [T],
        field: impl Fn(&'a T) -> U,
    ) {
        for index in 0..left.len().max(right.len()) {
            let place = || format!("{name}[{index}]");
            self.entry(place, left.get(index).map(&field), right.get(index).map(&field));
        }
    }
}

/// One field of each row.
fn rows<'a, T, U: PartialEq + Debug>(
    table: &'static str,
    left: &'a [T],
    right: &'a [T],
    field: impl Fn(&'a T) -> U,
) -> TableDiff {
    let mut diff = Table::new(table);
    diff.table("", left, right, field);
    diff.0
}

/// One part of each cell of the tiles' path tables, of the cells that count on either side.
fn cells<U: PartialEq + Debug>(
    table: &'static str,
    left: &[Tile],
    right: &[Tile],
    counts: impl Fn(&PathNode) -> bool,
    part: impl Fn(&PathNode) -> U,
) -> TableDiff {
    let mut diff = Table::new(table);
    for tile in 0..left.len().max(right.len()) {
        let [l, r] = [left, right].map(|tiles| tiles.get(tile).map_or(&[][..], |tile| &tile.path_table.nodes));
        let side = l.len().max(r.len()).isqrt();
        for cell in 0..l.len().max(r.len()) {
            let (l, r) = (l.get(cell), r.get(cell));
            if [l, r].into_iter().flatten().any(&counts) {
                diff.entry(|| format!("tile {tile} [{}, {}]", cell / side, cell % side), l.map(&part), r.map(&part));
            }
        }
    }
    diff.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::aswm::{Aswm, PathTable};

    fn with_steps(steps: [u8; 4]) -> Walkmesh {
        let path_table = PathTable { nodes: steps.map(PathNode).to_vec(), ..Default::default() };
        Walkmesh::from_raw(Aswm { tiles: vec![Tile { path_table, ..Default::default() }], ..Default::default() })
    }

    #[test]
    fn steps_and_lines_of_sight_are_different_tables() {
        let tables = diff(&with_steps([255, 1, 0, 255]), &with_steps([255, 1, 0x80, 255]));
        let differ: Vec<_> = tables.iter().filter(|table| !table.is_equal()).collect();
        assert_eq!(differ.len(), 1);
        assert_eq!((differ[0].table, differ[0].entries, differ[0].equal), ("tiles.line_of_sight", 2, 1));
        assert_eq!(differ[0].first[0].place, "tile 0 [1, 0]");
        let next = tables.iter().find(|table| table.table == "tiles.next").unwrap();
        assert_eq!((next.entries, next.equal), (4, 4));
    }

    #[test]
    fn a_weight_without_a_way_is_uninitialised() {
        let route = |next, weight_bits| {
            let islands = vec![Island::default()];
            let islands_path_nodes = vec![IslandPathNode { next, padding: 0, weight_bits }];
            Walkmesh::from_raw(Aswm { islands, islands_path_nodes, ..Default::default() })
        };
        let differ = |left: &Walkmesh, right: &Walkmesh| -> Vec<&'static str> {
            diff(left, right).iter().filter(|table| !table.is_equal()).map(|table| table.table).collect()
        };
        assert_eq!(differ(&route(NO_ISLAND, 1), &route(NO_ISLAND, 2)), ["uninitialised"]);
        assert_eq!(differ(&route(0, 1), &route(0, 2)), ["routes.weight"]);
    }
}
