//! The graph of each tile, and its connected parts.

use std::ops::Range;

use crate::formats::aswm::Triangle;
use crate::nwn2::{BakeError, CrowdedTile, TileId, Walkmesh};
use crate::parallel::map_indices;

use super::graph::Graph;

/// The graph of a tile, and its connected parts.
pub(super) struct TileGraph {
    pub(super) graph: Graph,
    /// For each node, its component.
    pub(super) components: Vec<u8>,
    pub(super) count: usize,
}

/// The graph of each tile, tiles in parallel.
pub(super) fn tile_graphs(
    walkmesh: &Walkmesh,
    triangles: &[Triangle],
    ranges: &[Range<usize>],
) -> Result<Vec<TileGraph>, BakeError> {
    let outcomes = map_indices(ranges.len(), |tile| {
        let graph = Graph::new(triangles, ranges[tile].clone())?;
        let (components, count) = graph.components();
        Ok(TileGraph { graph, components, count })
    });
    let columns = walkmesh.grid()[0].max(1);
    let crowded = (0..).zip(&outcomes).filter_map(|(index, outcome)| {
        let coordinates = [index % columns, index / columns];
        outcome.as_ref().err().map(|&walkable| CrowdedTile { tile: TileId(index), coordinates, walkable })
    });
    let crowded: Vec<_> = crowded.collect();
    // The graphs are collected in place, in the memory of the outcomes.
    if crowded.is_empty() {
        Ok(outcomes.into_iter().filter_map(Result::ok).collect())
    } else {
        Err(BakeError::CrowdedTiles(crowded))
    }
}
