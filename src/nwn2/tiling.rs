//! The triangles of each tile, and the check that each triangle is in exactly one tile.

use std::ops::Range;

use crate::formats::aswm::Aswm;

use super::{TileId, TilingError, TriangleId};

/// The triangles of each tile.
///
/// # Errors
/// The first range that does not fit.
pub(super) fn ranges(raw: &Aswm) -> Result<Vec<Range<usize>>, TilingError> {
    let triangles = raw.triangles.len();
    let mut ranges = Vec::with_capacity(raw.tiles.len());
    for (index, tile) in raw.tiles.iter().enumerate() {
        let (start, count) = (tile.header.triangles_offset as usize, tile.header.triangles_count as usize);
        if count == 0 {
            ranges.push(0..0);
            continue;
        }
        match start.checked_add(count).filter(|end| *end <= triangles) {
            Some(end) => ranges.push(start..end),
            None => {
                let end = start as u64 + count as u64;
                return Err(TilingError::PastEnd { tile: TileId(index as u32), end, triangles });
            }
        }
    }
    let mut filled: Vec<usize> = (0..ranges.len()).filter(|tile| !ranges[*tile].is_empty()).collect();
    filled.sort_by_key(|tile| (ranges[*tile].start, *tile));
    let (mut free, mut last) = (0, 0);
    for tile in filled {
        let range = &ranges[tile];
        if range.start < free {
            let triangle = TriangleId(range.start as u32);
            return Err(TilingError::Overlap { tile: TileId(last as u32), other: TileId(tile as u32), triangle });
        }
        if range.start > free {
            return Err(TilingError::Outside { triangle: TriangleId(free as u32) });
        }
        (free, last) = (range.end, tile);
    }
    if free < triangles { Err(TilingError::Outside { triangle: TriangleId(free as u32) }) } else { Ok(ranges) }
}

/// Returns whether the border of the map leaves no tile inside it, so that a bake that removes the border removes every
/// triangle.
pub(super) fn is_all_border(border: u32, [columns, rows]: [u32; 2]) -> bool {
    border > 0 && 2 * u64::from(border) >= u64::from(columns.min(rows))
}

/// Returns whether no tile holds a triangle: the mesh was never tiled.
pub(super) fn is_untiled(raw: &Aswm) -> bool {
    raw.tiles.iter().all(|tile| tile.header.triangles_count == 0)
}

/// For each triangle, its tile.
pub(super) fn tile_of(triangles: usize, ranges: &[Range<usize>]) -> Vec<u32> {
    let mut tile_of = vec![0; triangles];
    for (tile, range) in (0..).zip(ranges) {
        tile_of[range.clone()].fill(tile);
    }
    tile_of
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::aswm::{Tile, TileHeader, Triangles};

    fn tiled(triangles: usize, tiles: &[(u32, u32)]) -> Result<Vec<Range<usize>>, TilingError> {
        let tile = |&(triangles_offset, triangles_count): &(u32, u32)| Tile {
            header: TileHeader { triangles_offset, triangles_count, ..Default::default() },
            ..Default::default()
        };
        let triangles = Triangles::V6B(vec![Default::default(); triangles]);
        ranges(&Aswm { triangles, tiles: tiles.iter().map(tile).collect(), ..Default::default() })
    }

    #[test]
    fn tiles_part_the_triangles() {
        assert_eq!(tiled(5, &[(0, 2), (9, 0), (2, 3)]), Ok(vec![0..2, 0..0, 2..5]));
        assert_eq!(tiled(5, &[(3, 2), (0, 3)]), Ok(vec![3..5, 0..3]));
        let [tile, other] = [TileId(0), TileId(1)];
        assert_eq!(tiled(5, &[(0, 3), (2, 3)]), Err(TilingError::Overlap { tile, other, triangle: TriangleId(2) }));
        assert_eq!(tiled(5, &[(0, 2), (3, 2)]), Err(TilingError::Outside { triangle: TriangleId(2) }));
        assert_eq!(tiled(5, &[(0, 4)]), Err(TilingError::Outside { triangle: TriangleId(4) }));
        let end = 2 * u64::from(u32::MAX);
        assert_eq!(tiled(5, &[(u32::MAX, u32::MAX)]), Err(TilingError::PastEnd { tile, end, triangles: 5 }));
    }
}
