//! The number of distinct vertices of each tile.

use std::ops::Range;

use crate::formats::aswm::Triangle;

/// Number of distinct vertices of each tile's triangles.
pub(in crate::nwn2) fn vertices_per_tile(vertices: usize, triangles: &[Triangle], ranges: &[Range<usize>]) -> Vec<u32> {
    let mut last_tile = vec![u32::MAX; vertices];
    let count = |(tile, range): (u32, &Range<usize>)| {
        let corners = triangles[range.clone()].iter().flat_map(|row| row.vertices);
        corners.filter(|vertex| std::mem::replace(&mut last_tile[*vertex as usize], tile) != tile).count() as u32
    };
    (0..).zip(ranges).map(count).collect()
}
