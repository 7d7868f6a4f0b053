//! The triangle that the game itself finds at a point of the plan view.

use crate::nwn2::{TileId, TriangleId, Walkmesh};

/// The triangle that the game finds at a point of the plan view: the first match in the point's tile, then in the tiles
/// to the left and below. Heights are ignored, so with floors above each other it may be the wrong one.
///
/// Source: docs/formats/trn-aswm.md#find-triangle.
pub fn triangle_by_the_games_rule(walkmesh: &Walkmesh, [x, y]: [f32; 2]) -> Option<TriangleId> {
    let width = walkmesh.tile_width();
    let [columns, rows] = walkmesh.grid();
    // The game divides in 64ths of a metre and truncates.
    let part = (f64::from(width) * 64.0).floor();
    let at = [x, y].map(|at| ((f64::from(at) * 64.0).floor() / part).floor());
    if !(part > 0.0 && at[0] >= 0.0 && at[1] >= 0.0) {
        return None;
    }
    let [column, row] = at.map(|at| at as u32);
    for (dx, dy) in [(0, 0), (1, 1), (0, 1), (1, 0)] {
        let (Some(column), Some(row)) = (column.checked_sub(dx), row.checked_sub(dy)) else { continue };
        if column >= columns || row >= rows {
            continue;
        }
        let Some(tile) = walkmesh.tile(TileId(row * columns + column)) else { continue };
        let mut triangles = tile.triangles();
        if let Some(triangle) = triangles.find(|triangle| triangle.contains([x, y])) {
            return Some(triangle.id());
        }
    }
    None
}
