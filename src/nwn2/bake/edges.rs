//! The edge records, and the links between triangles that follow from them.
//!
//! Source: docs/formats/trn-aswm.md#edges, byte-identical in all 188 files; the counts per tile follow
//! docs/formats/trn-aswm.md#tile-counts, equal in 99.4 % of the tiles that have triangles.

use crate::crt_sort::qsort_by_key;
use crate::formats::aswm::{Edge, NO_TRIANGLE, Triangle};

/// A side of a triangle: its two vertices, the lower index in the upper half, and the triangle.
#[derive(Clone, Copy, Debug)]
struct TriangleSide {
    pair: u64,
    triangle: u32,
}

/// The edges of a walkmesh, and the number of edges of each tile's own triangles.
pub(in crate::nwn2) struct Edges {
    pub(in crate::nwn2) records: Vec<Edge>,
    pub(in crate::nwn2) of_tile: Vec<u32>,
}

/// Builds the edge records, and links the triangles. `tile_of` maps each triangle to its tile; `tiles` is the number of tiles.
pub(in crate::nwn2) fn link(triangles: &mut [Triangle], tile_of: &[u32], tiles: usize) -> Edges {
    let sides = sorted_sides(triangles);
    let groups = || sides.chunk_by(|a, b| a.pair == b.pair);
    let mut records = Vec::with_capacity(groups().map(|group| group.len().div_ceil(2)).sum());
    let mut of_tile = vec![0; tiles];
    // Each triangle has three sides, so its slots are filled exactly.
    let mut filled = vec![0_u8; triangles.len()];
    let mut link = |record: u32, triangle: u32, other: u32| {
        let slot = usize::from(filled[triangle as usize]);
        let row = &mut triangles[triangle as usize];
        (row.linked_edges[slot], row.linked_triangles[slot]) = (record, other);
        filled[triangle as usize] += 1;
    };
    for group in groups() {
        let vertices = [(group[0].pair >> 32) as u32, group[0].pair as u32];
        for sides in group.chunks(2) {
            let first = sides[0].triangle;
            let second = sides.get(1).map_or(NO_TRIANGLE, |side| side.triangle);
            let record = records.len() as u32;
            records.push(Edge { vertices, triangles: [first, second] });
            link(record, first, second);
            if second != NO_TRIANGLE {
                link(record, second, first);
            }
        }
        count_per_tile(group, tile_of, &mut of_tile);
    }
    Edges { records, of_tile }
}

/// All sides, sorted by their vertices with the unstable sort of the C runtime that the game's baker used. This sort
/// decides the order of the triangles on an edge.
///
/// If an input makes that sort quadratic, ties keep the order of the triangles. No real file does.
fn sorted_sides(triangles: &[Triangle]) -> Vec<TriangleSide> {
    let mut sides = Vec::with_capacity(3 * triangles.len());
    sides.extend(self::sides(triangles));
    if !qsort_by_key(&mut sides, |side| side.pair) {
        // Restores the order of the triangles without a second table.
        sides.clear();
        sides.extend(self::sides(triangles));
        sides.sort_by_key(|side| side.pair);
    }
    sides
}

fn sides(triangles: &[Triangle]) -> impl Iterator<Item = TriangleSide> {
    let of = |(index, triangle): (usize, &Triangle)| {
        let [a, b, c] = triangle.vertices;
        [(a, b), (b, c), (c, a)].map(|(from, to)| TriangleSide {
            pair: u64::from(from.min(to)) << 32 | u64::from(from.max(to)),
            triangle: index as u32,
        })
    };
    triangles.iter().enumerate().flat_map(of)
}

/// A pair of vertices that `k` triangles of a tile share counts as `⌈k / 2⌉` edges of that tile.
fn count_per_tile(group: &[TriangleSide], tile_of: &[u32], of_tile: &mut [u32]) {
    let tile = |side: &TriangleSide| tile_of[side.triangle as usize];
    match group {
        [one] => of_tile[tile(one) as usize] += 1,
        [one, other] if tile(one) == tile(other) => of_tile[tile(one) as usize] += 1,
        _ => {
            let mut tiles: Vec<u32> = group.iter().map(tile).collect();
            tiles.sort_unstable();
            for same in tiles.chunk_by(|a, b| a == b) {
                of_tile[same[0] as usize] += same.len().div_ceil(2) as u32;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn linked(corners: &[[u32; 3]], tile_of: &[u32]) -> (Vec<Triangle>, Edges) {
        let mut triangles: Vec<_> =
            corners.iter().map(|&vertices| Triangle { vertices, ..Default::default() }).collect();
        let edges = link(&mut triangles, tile_of, 2);
        (triangles, edges)
    }

    #[test]
    fn two_triangles_link_over_their_common_side() {
        let (triangles, edges) = linked(&[[0, 1, 2], [2, 1, 3]], &[0, 1]);
        let pairs: Vec<_> = edges.records.iter().map(|edge| edge.vertices).collect();
        assert_eq!(pairs, [[0, 1], [0, 2], [1, 2], [1, 3], [2, 3]]);
        assert_eq!(triangles[0].linked_edges, [0, 1, 2]);
        assert_eq!(triangles[0].linked_triangles, [NO_TRIANGLE, NO_TRIANGLE, 1]);
        assert_eq!(triangles[1].linked_triangles, [0, NO_TRIANGLE, NO_TRIANGLE]);
        assert_eq!(edges.of_tile, [3, 3]);
    }

    #[test]
    fn three_triangles_on_a_pair_make_two_records() {
        let (_, edges) = linked(&[[0, 1, 2], [0, 1, 3], [0, 1, 4]], &[0, 0, 0]);
        assert_eq!(edges.records.iter().filter(|edge| edge.vertices == [0, 1]).count(), 2);
        assert_eq!(edges.of_tile, [2 + 6, 0]);
    }

    #[test]
    fn a_triangle_without_area_fills_its_slots() {
        let (triangles, edges) = linked(&[[5, 5, 5]], &[0]);
        assert_eq!(
            edges.records,
            [Edge { vertices: [5, 5], triangles: [0, 0] }, Edge { vertices: [5, 5], triangles: [0, NO_TRIANGLE] }]
        );
        assert_eq!(triangles[0].linked_edges, [0, 0, 1]);
    }
}
