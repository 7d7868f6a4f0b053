//! The edge records, and the links from triangle to triangle through them.
//!
//! Source: docs/formats/trn-aswm.md#edges, equal to the byte in all 188 files; the counts per tile are
//! docs/formats/trn-aswm.md#tile-counts, equal in 99.4 % of the tiles that have triangles.

use crate::crt_sort::qsort_by_key;
use crate::formats::aswm::{Edge, NO_TRIANGLE, Triangle};

/// A side of a triangle: its two vertices, the lower in the upper half, and the triangle.
#[derive(Clone, Copy, Debug)]
struct Side {
    pair: u64,
    triangle: u32,
}

/// The edges of a walkmesh, and for each tile how many its own triangles have.
pub(in crate::nwn2) struct Edges {
    pub(in crate::nwn2) records: Vec<Edge>,
    pub(in crate::nwn2) of_tile: Vec<u32>,
}

/// Which edges a walkmesh had before an edit.
///
/// The sort of the game's baker is unstable, so that an edit in one place would change the order of triangles in the records
/// of other places. Where more than two triangles share a pair of vertices, it would even link other ones. Sides that an edit
/// does not concern keep the order that they had.
pub(in crate::nwn2) struct EdgesBefore<'b> {
    /// Sorted by their vertices, as all real files have them. Where they are not, no order is found.
    pub(in crate::nwn2) records: &'b [Edge],
    /// For each vertex its number before; `u32::MAX` if it is new.
    pub(in crate::nwn2) vertices: Vec<u32>,
    /// For each triangle of before its number now; `u32::MAX` if it is gone.
    pub(in crate::nwn2) triangles: Vec<u32>,
}

impl EdgesBefore<'_> {
    /// Gives the triangles at a pair of vertices the order that they had before, if they are the same ones.
    fn restore_order(&self, group: &mut [Side], [order, sorted]: &mut [Vec<u32>; 2]) {
        if group.len() < 2 {
            return;
        }
        let vertex = |number: u32| self.vertices.get(number as usize).copied().unwrap_or(u32::MAX);
        let [a, b] = [(group[0].pair >> 32) as u32, group[0].pair as u32].map(vertex);
        let pair = [a.min(b), a.max(b)];
        let start = self.records.partition_point(|record| record.vertices < pair);
        let records = self.records[start..].iter().take_while(|record| record.vertices == pair);
        let before = records.flat_map(|record| record.triangles).filter(|triangle| *triangle != NO_TRIANGLE);
        let now = |triangle: u32| self.triangles.get(triangle as usize).copied().unwrap_or(u32::MAX);
        order.clear();
        order.extend(before.map(now).take(group.len() + 1));
        sorted.clone_from(order);
        sorted.sort_unstable();
        if sorted.len() != group.len() || !is_permutation(sorted, group) {
            return;
        }
        group.iter_mut().zip(order).for_each(|(side, triangle)| side.triangle = *triangle);
    }
}

/// Whether sides have exactly these triangles, which are sorted.
fn is_permutation(sorted: &[u32], group: &[Side]) -> bool {
    if let [a, b] = group {
        return [a.triangle.min(b.triangle), a.triangle.max(b.triangle)] == *sorted;
    }
    let mut has: Vec<u32> = group.iter().map(|side| side.triangle).collect();
    has.sort_unstable();
    has == sorted
}

/// Builds the edge records, and links the triangles. `tile_of` names the tile of each triangle, of `tiles`.
pub(super) fn link(
    triangles: &mut [Triangle],
    tile_of: &[u32],
    tiles: usize,
    before: Option<&EdgesBefore<'_>>,
) -> Edges {
    let mut sides = sorted_sides(triangles);
    if let Some(before) = before {
        let mut scratch = [Vec::new(), Vec::new()];
        sides.chunk_by_mut(|a, b| a.pair == b.pair).for_each(|group| before.restore_order(group, &mut scratch));
    }
    let groups = || sides.chunk_by(|a, b| a.pair == b.pair);
    let mut records = Vec::with_capacity(groups().map(|group| group.len().div_ceil(2)).sum());
    let mut of_tile = vec![0; tiles];
    // Each triangle has three sides, so that its slots are filled exactly.
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

/// All sides in the order of the triangles, sorted by their vertices with the unstable sort of the C runtime that the
/// game's baker used. This sort decides the order of the triangles on an edge.
///
/// If an input drives that sort into its quadratic case, ties keep the order of the triangles. No real file does.
fn sorted_sides(triangles: &[Triangle]) -> Vec<Side> {
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

fn sides(triangles: &[Triangle]) -> impl Iterator<Item = Side> {
    let of = |(index, triangle): (usize, &Triangle)| {
        let [a, b, c] = triangle.vertices;
        [(a, b), (b, c), (c, a)].map(|(from, to)| Side {
            pair: u64::from(from.min(to)) << 32 | u64::from(from.max(to)),
            triangle: index as u32,
        })
    };
    triangles.iter().enumerate().flat_map(of)
}

/// A pair of vertices that `k` triangles of a tile share counts as `⌈k / 2⌉` edges of that tile.
fn count_per_tile(group: &[Side], tile_of: &[u32], of_tile: &mut [u32]) {
    let tile = |side: &Side| tile_of[side.triangle as usize];
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
        let edges = link(&mut triangles, tile_of, 2, None);
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

    /// Triangle 0 was linked with 2 before, and 1 with none. The sort alone would link others.
    #[test]
    fn after_an_edit_triangles_at_a_pair_are_linked_as_before() {
        let corners = [[0, 1, 2], [0, 1, 3], [0, 1, 4]];
        let (alone, _) = linked(&corners, &[0, 0, 0]);
        let records = [[0, 2], [1, NO_TRIANGLE]].map(|triangles| Edge { vertices: [5, 6], triangles });
        let vertices = vec![5, 6, u32::MAX, u32::MAX, u32::MAX];
        let mut before = EdgesBefore { records: &records, vertices, triangles: vec![0, 1, 2] };
        let again = |before: &EdgesBefore<'_>| {
            let mut triangles = alone.clone();
            link(&mut triangles, &[0, 0, 0], 1, Some(before)).records[..2].to_vec()
        };
        assert_eq!(again(&before).iter().map(|edge| edge.triangles).collect::<Vec<_>>(), [[0, 2], [1, NO_TRIANGLE]]);
        // One of the three is new: then the sort decides.
        before.triangles[1] = u32::MAX;
        assert_eq!(again(&before), linked(&corners, &[0, 0, 0]).1.records[..2]);
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
