//! The size of a baked walkmesh, computed before most of its tables are built.

use crate::formats::Limits;
use crate::formats::Vector3;
use crate::formats::aswm::{Edge, Island, IslandHeader, IslandPathNode, NO_ISLAND, PathNode, TilesHeader, Triangle};

use crate::nwn2::BakeError;

use super::tile_graph::TileGraph;

/// Bytes of the header of a file.
const HEADER: u64 = 53;
/// Bytes of a tile without triangles: its header, the path table's header, and its flags.
const TILE: u64 = 57 + 13 + 4;
/// Bytes of an island's three empty lists, which start with their lengths.
const LISTS: u64 = 3 * 4;

/// Bytes of a walkmesh's payload.
pub(super) struct Payload {
    islands: usize,
    /// Bytes of the route table.
    routes: u64,
    /// Bytes of everything except the links of the islands.
    bytes: u64,
}

impl Payload {
    pub(super) fn new(vertices: usize, edges: usize, graphs: &[TileGraph]) -> Self {
        let table = |rows: usize, row: usize| rows as u64 * row as u64;
        let islands = graphs.iter().map(|tile| tile.count).sum();
        let routes = (islands as u64).saturating_pow(2).saturating_mul(size_of::<IslandPathNode>() as u64);
        let tile = |TileGraph { graph, .. }: &TileGraph| {
            let nodes = graph.len();
            TILE + graph.local_to_node.len() as u64
                + table(nodes, size_of::<u32>())
                + table(nodes * nodes, size_of::<PathNode>())
        };
        let triangles = graphs.iter().map(|tile| tile.graph.local_to_node.len()).sum();
        let bytes = HEADER
            + table(vertices, size_of::<Vector3>())
            + table(edges, size_of::<Edge>())
            + table(triangles, size_of::<Triangle>())
            + size_of::<TilesHeader>() as u64
            + graphs.iter().map(tile).sum::<u64>()
            // The border's width and the number of islands.
            + 2 * size_of::<u32>() as u64
            + islands as u64 * (size_of::<IslandHeader>() as u64 + LISTS);
        Self { islands, routes, bytes: bytes.saturating_add(routes) }
    }

    /// Returns an error for a result that exceeds the limits or the index range of the format. The islands may not be known yet.
    pub(super) fn check(&self, islands: &[Island], limits: &Limits) -> Result<(), BakeError> {
        let Self { islands: count, routes: route_bytes, .. } = *self;
        if count >= usize::from(NO_ISLAND) {
            return Err(BakeError::TooManyIslands { islands: count });
        }
        // An index, a distance and an exit each.
        let links: u64 = islands.iter().map(|island| 12 * island.linked_islands.len() as u64).sum();
        let (bytes, most) = (self.bytes.saturating_add(links), limits.inflated);
        if bytes > most { Err(BakeError::OverLimit { bytes, most, islands: count, route_bytes }) } else { Ok(()) }
    }
}
