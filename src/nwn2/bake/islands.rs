//! The islands: their numbers, centres, neighbours and exits.
//!
//! Source: docs/formats/trn-aswm.md#islands, equal in all 17,022 islands and 36,410 links of 173 files.

use std::ops::Range;

use crate::formats::Vector3;
use crate::formats::aswm::{Island, IslandHeader, NO_ISLAND, NO_NODE, NO_TRIANGLE, Triangle};

use super::graph::distance;

/// The parts of a tile that the numbering of islands needs.
pub(super) struct TileIslands<'a> {
    /// The tile's triangles.
    pub(super) range: Range<usize>,
    /// For each triangle, its node.
    pub(super) local_to_node: &'a [u8],
    /// For each node, its component in the tile.
    pub(super) components: &'a [u8],
    /// Number of components.
    pub(super) count: usize,
}

/// Numbers the islands tile by tile, writes the number into each triangle, and returns the records of the islands. There
/// must be fewer than [`NO_ISLAND`] of them.
pub(super) fn build<'a>(
    triangles: &mut [Triangle],
    tiles: impl Iterator<Item = TileIslands<'a>> + Clone,
) -> Vec<Island> {
    let mut islands = Vec::with_capacity(tiles.clone().map(|tile| tile.count).sum());
    for tile in tiles {
        let base = islands.len();
        islands.resize_with(base + tile.count, Island::default);
        for (triangle, node) in triangles[tile.range].iter_mut().zip(tile.local_to_node) {
            triangle.island = NO_ISLAND;
            if *node != NO_NODE {
                let island = base + usize::from(tile.components[usize::from(*node)]);
                triangle.island = island as u16;
                let IslandHeader { center, triangles_count, .. } = &mut islands[island].header;
                center.x += triangle.center[0];
                center.y += triangle.center[1];
                *triangles_count += 1;
            }
        }
    }
    for (index, island) in (0..).zip(&mut islands) {
        let header = &mut island.header;
        let scale = 1.0 / header.triangles_count as f32;
        header.index = index;
        header.center = Vector3 { x: header.center.x * scale, y: header.center.y * scale, z: 0.0 };
    }
    link(triangles, &mut islands);
    islands
}

/// Lists the neighbours of each island in the order in which its triangles touch them, taken in ascending order and
/// slot by slot.
fn link(triangles: &[Triangle], islands: &mut [Island]) {
    for (index, triangle) in (0..).zip(triangles).filter(|(_, triangle)| triangle.island != NO_ISLAND) {
        for other in triangle.linked_triangles.into_iter().filter(|other| *other != NO_TRIANGLE) {
            let to = triangles[other as usize].island;
            if to == NO_ISLAND || to == triangle.island {
                continue;
            }
            let way = distance_between(&islands[usize::from(triangle.island)], &islands[usize::from(to)]);
            let island = &mut islands[usize::from(triangle.island)];
            // The list is short, because at most 127 triangles have three sides each.
            if !island.linked_islands.contains(&to.into()) {
                island.linked_islands_dist.push(way);
                island.linked_islands.push(to.into());
                island.linked_islands_exit.push(index);
            }
        }
    }
}

/// Distance between the centres of two islands.
pub(in crate::nwn2) fn distance_between(from: &Island, to: &Island) -> f32 {
    let center = |island: &Island| [island.header.center.x, island.header.center.y];
    distance(center(from), center(to))
}
