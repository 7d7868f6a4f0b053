//! The order in which the triangles of a TRN are cut.

use crate::nwn2::bake::prepare::tile_of_centre;
use crate::nwn2::{BakeError, Border, Tiling, TilingError, TriangleId, Walkmesh, tiling};

/// The triangles of each tile, in their order, without triangles in the map's border. A mesh without tiles is one list.
pub(super) fn tiles(walkmesh: &Walkmesh, by: Tiling, border: Border) -> Result<Vec<Vec<TriangleId>>, BakeError> {
    let mut tiles = all_tiles(walkmesh, by)?;
    let is_tiled = tiles.len() == walkmesh.as_raw().tiles.len();
    if border == Border::Trim && is_tiled {
        let columns = walkmesh.grid()[0].max(1);
        let outer = (0..).zip(&mut tiles).filter(|(tile, _)| walkmesh.is_border([tile % columns, tile / columns]));
        outer.for_each(|(_, triangles)| triangles.clear());
    }
    Ok(tiles)
}

fn all_tiles(walkmesh: &Walkmesh, by: Tiling) -> Result<Vec<Vec<TriangleId>>, BakeError> {
    let (raw, grid, width) = (walkmesh.as_raw(), walkmesh.grid(), walkmesh.tile_width());
    let all = 0..walkmesh.triangle_rows().len() as u32;
    if raw.tiles.is_empty() && !all.is_empty() {
        return Err(TilingError::Outside { triangle: TriangleId(0) }.into());
    }
    if !(all.is_empty() || width > 0.0 && width.is_finite()) {
        return Err(BakeError::TileWidth { width });
    }
    if by == Tiling::ByCentre {
        let mut tiles = vec![Vec::new(); raw.tiles.len()];
        for triangle in all {
            let corners = walkmesh.triangle_rows()[triangle as usize].vertices;
            let corners = corners.map(|vertex| raw.vertices[vertex as usize]);
            tiles[tile_of_centre(corners, width, grid) as usize].push(TriangleId(triangle));
        }
        return Ok(tiles);
    }
    if tiling::is_untiled(raw) {
        return Ok(vec![all.map(TriangleId).collect()]);
    }
    let ids = |range: std::ops::Range<usize>| (range.start as u32..range.end as u32).map(TriangleId).collect();
    Ok(tiling::ranges(raw)?.into_iter().map(ids).collect())
}

/// Reorders the tiles of a grid, listed row by row, into columns: from west to east, and in a column from south to north.
pub(super) fn by_columns<T>(mut tiles: Vec<Vec<T>>, columns: usize) -> Vec<Vec<T>> {
    let count = tiles.len();
    (0..columns.min(count))
        .flat_map(|column| (column..count).step_by(columns))
        .map(|tile| std::mem::take(&mut tiles[tile]))
        .collect()
}
