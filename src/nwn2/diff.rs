//! Compares two walkmeshes, or two areas, table by table, to show the changes of a bake or the differences of two
//! bakers.

mod doubt;
mod drawn;
mod geometry;
mod packets;

use std::borrow::Cow;

use crate::diff::Group::{self, Content, Uninitialised};
use crate::diff::{Hex, TableDiff, Value, part};
use crate::finding::{PartKind, PlacePart};
use crate::formats::aswm::{
    Aswm, Edges, Island, IslandPathNode, NO_ISLAND, NO_NODE, NodeToLocal, PathNode, Tile, Triangles,
};

use super::Walkmesh;

pub use doubt::Doubt;
pub use geometry::{GeometryDiff, PlacedTriangle, TrianglePair};

impl Walkmesh {
    /// Compares two walkmeshes table by table, in the file's order. Floats are compared bit by bit.
    ///
    /// The steps of the path tables and the lines of sight share their bytes in the file, but are separate tables
    /// here. The same holds for the weights of routes, and the words that the game leaves in entries without a route.
    ///
    /// ```
    /// use walkmesh::nwn2::Walkmesh;
    ///
    /// let (before, after) = (Walkmesh::default(), Walkmesh::default());
    /// assert!(before.diff(&after).iter().all(|table| table.is_equal()));
    /// ```
    #[must_use]
    pub fn diff(&self, other: &Self) -> Vec<TableDiff> {
        let (l, r) = (self.vertices(), other.vertices());
        let mut tables = vec![content("vertices").rows(PartKind::Vertex, l, r, |vertex| <[f32; 3]>::from(*vertex))];
        edges(self, other, &mut tables);
        triangles(self, other, &mut tables);
        tiles(&self.as_raw().tiles, &other.as_raw().tiles, &mut tables);
        islands(&self.as_raw().islands, &other.as_raw().islands, &mut tables);
        routes(&self.as_raw().islands_path_nodes, &other.as_raw().islands_path_nodes, &mut tables);
        headers(self.as_raw(), other.as_raw(), &mut tables);
        tables
    }
}

const fn content(table: &'static str) -> TableDiff {
    TableDiff::new(table, Content)
}

const fn uninitialised(table: &'static str) -> TableDiff {
    TableDiff::new(table, Uninitialised)
}

fn edges(left: &Walkmesh, right: &Walkmesh, tables: &mut Vec<TableDiff>) {
    let (l, r) = (left.edges(), right.edges());
    tables.push(content("edges.vertices").rows(PartKind::Edge, l, r, |row| row.vertices));
    tables.push(content("edges.triangles").rows(PartKind::Edge, l, r, |row| row.triangles));
    // Only the oldest version has these words. Their meaning is unknown.
    let reserved = |walkmesh: &Walkmesh| match &walkmesh.as_raw().edges {
        Edges::V69(rows) => rows.iter().map(|row| row.reserved).collect(),
        Edges::V6A(_) => Vec::new(),
    };
    tables.push(content("edges.reserved").rows(PartKind::Edge, &reserved(left), &reserved(right), |words| *words));
}

fn triangles(left: &Walkmesh, right: &Walkmesh, tables: &mut Vec<TableDiff>) {
    let (l, r) = (left.triangle_rows(), right.triangle_rows());
    tables.push(content("triangles.vertices").rows(PartKind::Triangle, l, r, |row| row.vertices));
    tables.push(content("triangles.linked_edges").rows(PartKind::Triangle, l, r, |row| row.linked_edges));
    tables.push(content("triangles.linked_triangles").rows(PartKind::Triangle, l, r, |row| row.linked_triangles));
    tables.push(content("triangles.center").rows(PartKind::Triangle, l, r, |row| row.center));
    tables.push(content("triangles.normal").rows(PartKind::Triangle, l, r, |row| row.normal));
    tables.push(content("triangles.dot").rows(PartKind::Triangle, l, r, |row| row.dot));
    tables.push(content("triangles.island").rows(PartKind::Triangle, l, r, |row| row.island));
    tables.push(content("triangles.flags").rows(PartKind::Triangle, l, r, |row| Hex(row.flags.0.to_be_bytes())));
    let [l, r] = [left, right].map(|walkmesh| reserved_words(&walkmesh.as_raw().triangles));
    tables.push(content("triangles.reserved").rows(PartKind::Triangle, &l, &r, |words| words));
}

/// The words of older versions whose meaning is unknown.
fn reserved_words(triangles: &Triangles) -> Vec<Vec<u32>> {
    match triangles {
        Triangles::V69(rows) => rows
            .iter()
            .map(|row| {
                let [a, b, c] = row.reserved_1;
                vec![row.reserved_0, row.flags >> 16, a, b, c, row.reserved_2, row.reserved_3.into()]
            })
            .collect(),
        Triangles::V6A(rows) => rows.iter().map(|row| vec![row.reserved]).collect(),
        Triangles::V6B(_) => Vec::new(),
    }
}

fn tiles(l: &[Tile], r: &[Tile], tables: &mut Vec<TableDiff>) {
    let range = |tile: &Tile| [tile.header.triangles_offset, tile.header.triangles_count];
    tables.push(content("tiles.range").rows(PartKind::Tile, l, r, range));
    tables.push(content("tiles.owns_data").rows(PartKind::Tile, l, r, |tile| tile.header.owns_data));
    tables.push(content("tiles.owned").rows(PartKind::Tile, l, r, |tile| Hex(owned(tile))));
    tables.push(content("tiles.vertices_count").rows(PartKind::Tile, l, r, |tile| tile.header.vertices_count));
    tables.push(content("tiles.edges_count").rows(PartKind::Tile, l, r, |tile| tile.header.edges_count));
    tables.push(content("tiles.size").rows(PartKind::Tile, l, r, |tile| [tile.header.size_x, tile.header.size_y]));
    tables.push(content("tiles.flags").rows(PartKind::Tile, l, r, |tile| Hex(tile.flags.0.to_be_bytes())));
    tables.push(content("tiles.rle_size").rows(PartKind::Tile, l, r, |tile| tile.path_table.rle_table_size));
    tables.push(content("tiles.local_to_node").rows(PartKind::Tile, l, r, |tile| &tile.path_table.local_to_node[..]));
    tables.push(content("tiles.node_to_local").rows(PartKind::Tile, l, r, words));
    tables.push(cells("tiles.next", l, r, |_| true, |node| node.next()));
    let is_way = |node: &PathNode| node.0 != NO_NODE;
    tables.push(cells("tiles.line_of_sight", l, r, is_way, |node| is_way(node) && node.bits().line_of_sight()));
    tables.push(uninitialised("tiles.name").rows(PartKind::Tile, l, r, |tile| Hex(tile.header.name)));
}

/// The data that a tile owns, as bytes. No real file has any.
fn owned(tile: &Tile) -> Vec<u8> {
    let Some(data) = &tile.owned else { return Vec::new() };
    let edges = match &data.edges {
        Edges::V69(rows) => bytemuck::cast_slice(rows),
        Edges::V6A(rows) => bytemuck::cast_slice(rows),
    };
    let triangles = match &data.triangles {
        Triangles::V69(rows) => bytemuck::cast_slice(rows),
        Triangles::V6A(rows) => bytemuck::cast_slice(rows),
        Triangles::V6B(rows) => bytemuck::cast_slice(rows),
    };
    [bytemuck::cast_slice(&data.vertices), edges, triangles].concat()
}

/// The node-to-local table in the newest layout.
fn words(tile: &Tile) -> Cow<'_, [u32]> {
    match &tile.path_table.node_to_local {
        NodeToLocal::Absent => Cow::default(),
        NodeToLocal::Bytes(table) => table.iter().map(|local| u32::from(*local)).collect(),
        NodeToLocal::Words(table) => table.into(),
    }
}

/// Compares one part of each cell of the path tables, for the cells that are in use on either side.
fn cells<U: Value>(
    table: &'static str,
    left: &[Tile],
    right: &[Tile],
    counts: impl Fn(&PathNode) -> bool,
    field: impl Fn(&PathNode) -> U,
) -> TableDiff {
    let mut diff = content(table);
    for tile in 0..left.len().max(right.len()) {
        let [l, r] = [left, right].map(|tiles| tiles.get(tile).map_or(&[][..], |tile| &tile.path_table.nodes));
        let side = l.len().max(r.len()).isqrt();
        for cell in 0..l.len().max(r.len()) {
            let (l, r) = (l.get(cell), r.get(cell));
            if [l, r].into_iter().flatten().any(&counts) {
                let place = [
                    part(PartKind::Tile, tile),
                    part(PartKind::FromNode, cell / side),
                    part(PartKind::ToNode, cell % side),
                ];
                diff.entry(place, l.map(&field), r.map(&field));
            }
        }
    }
    diff
}

fn islands(l: &[Island], r: &[Island], tables: &mut Vec<TableDiff>) {
    let header = |island: &Island| [island.header.index, island.header.triangles_count];
    tables.push(content("islands.index_and_size").rows(PartKind::Island, l, r, header));
    tables
        .push(content("islands.center").rows(PartKind::Island, l, r, |island| <[f32; 3]>::from(island.header.center)));
    tables.push(content("islands.linked_islands").rows(PartKind::Island, l, r, |island| &island.linked_islands[..]));
    tables.push(content("islands.distance").rows(PartKind::Island, l, r, |island| &island.linked_islands_dist[..]));
    tables.push(content("islands.exit").rows(PartKind::Island, l, r, |island| &island.linked_islands_exit[..]));
    tables.push(uninitialised("islands.tile").rows(PartKind::Island, l, r, |island| island.header.tile));
}

/// Compares the route tables. A weight is compared if either side has a route; otherwise the game leaves it uninitialised.
fn routes(l: &[IslandPathNode], r: &[IslandPathNode], tables: &mut Vec<TableDiff>) {
    let side = l.len().max(r.len()).isqrt().max(1);
    let place = |at: usize| [part(PartKind::FromIsland, at / side), part(PartKind::ToIsland, at % side)];
    let mut next = content("routes.next");
    let mut weight = content("routes.weight");
    let mut unused = uninitialised("routes.unused_weight");
    let mut padding = uninitialised("routes.padding");
    for at in 0..l.len().max(r.len()) {
        let (l, r) = (l.get(at), r.get(at));
        next.entry(place(at), l.map(|node| node.next), r.map(|node| node.next));
        let is_way = [l, r].into_iter().flatten().any(|node| node.next != NO_ISLAND);
        let weights = if is_way { &mut weight } else { &mut unused };
        weights.entry(place(at), l.map(IslandPathNode::weight), r.map(IslandPathNode::weight));
        padding.entry(place(at), l.map(|node| node.padding), r.map(|node| node.padding));
    }
    tables.extend([next, weight, unused, padding]);
}

/// Compares the values that a file has once.
fn headers(l: &Aswm, r: &Aswm, tables: &mut Vec<TableDiff>) {
    let mut headers = content("headers");
    let mut field = |name: &'static str, field: fn(&Aswm) -> u32| headers.field(name, field(l), field(r));
    field("version", |raw| raw.version as u32);
    field("owns_data", |raw| raw.owns_data.into());
    field("triangles_offset", |raw| raw.triangles_offset);
    field("tiles_flags", |raw| raw.tiles_header.flags.0);
    field("grid_height", |raw| raw.tiles_header.grid_height);
    field("grid_width", |raw| raw.tiles_header.grid_width);
    field("tiles_border_size", |raw| raw.tiles_border_size);
    headers.field("tile_width", l.tiles_header.width, r.tiles_header.width);
    let mut name = TableDiff::new("name", Group::Uninitialised);
    name.entry(PlacePart::from(PartKind::Header), Some(Hex(l.name)), Some(Hex(r.name)));
    tables.extend([headers, name]);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::aswm::PathTable;

    fn with_steps(steps: [u8; 4]) -> Walkmesh {
        let path_table = PathTable { nodes: steps.map(PathNode).to_vec(), ..Default::default() };
        Walkmesh::from_raw(Aswm { tiles: vec![Tile { path_table, ..Default::default() }], ..Default::default() })
    }

    #[test]
    fn steps_and_lines_of_sight_are_different_tables() {
        let tables = with_steps([255, 1, 0, 255]).diff(&with_steps([255, 1, 0x80, 255]));
        let differ: Vec<_> = tables.iter().filter(|table| !table.is_equal()).collect();
        assert_eq!(differ.len(), 1);
        assert_eq!((differ[0].table, differ[0].entries, differ[0].equal), ("tiles.line_of_sight", 2, 1));
        assert_eq!(differ[0].first[0].place.to_string(), "tile 0, from node 1, to node 0");
        let next = tables.iter().find(|table| table.table == "tiles.next").unwrap();
        assert_eq!((next.entries, next.equal), (4, 4));
    }

    #[test]
    fn a_weight_without_a_route_is_uninitialised_and_no_entry_of_the_weights() {
        let route = |next, weight_bits| {
            let islands = vec![Island::default()];
            let islands_path_nodes = vec![IslandPathNode { next, padding: 0, weight_bits }];
            Walkmesh::from_raw(Aswm { islands, islands_path_nodes, ..Default::default() })
        };
        let differ = |left: &Walkmesh, right: &Walkmesh| -> Vec<_> {
            let tables = left.diff(right).into_iter().filter(|table| !table.is_equal());
            tables.map(|table| (table.table, table.group)).collect()
        };
        let (none, other) = (route(NO_ISLAND, 1), route(NO_ISLAND, 2));
        assert_eq!(differ(&none, &other), [("routes.unused_weight", Uninitialised)]);
        assert_eq!(differ(&route(0, 1), &route(0, 2)), [("routes.weight", Content)]);
        let weights = none.diff(&other).into_iter().find(|table| table.table == "routes.weight").unwrap();
        assert_eq!(weights.entries, 0);
    }
}
