//! Checks the grid of tiles, and the triangles in them.

use crate::nwn2::error::all_border;
use crate::nwn2::{Tile, TilingError, Walkmesh, tiling};

use super::rules;
use crate::counted::counted;
use crate::finding::{Findings, Measure, PartKind, Severity, Spot};
use crate::nwn2::Triangle;
use crate::nwn2::bake::{MAX_NODES, NEARLY_CROWDED};

/// How far a triangle may reach out of its tile, in metres. The clipping of the toolset leaves 0.3 mm.
const STICKS_OUT: f32 = 1e-3;

/// Checks the grid, which a bake keeps.
pub(super) fn check_grid(walkmesh: &Walkmesh, findings: &mut Findings) {
    let (raw, [columns, rows]) = (walkmesh.as_raw(), walkmesh.grid());
    if raw.tiles.len() as u64 != raw.tiles_header.tiles() {
        findings.add(&rules::TILE_COUNT_DIFFERS, PartKind::Tiles, || {
            format!("The grid is {columns} by {rows}, and the file has {}.", counted(raw.tiles.len(), "tile"))
        });
    }
    let width = walkmesh.tile_width();
    if !has_width(walkmesh) && !raw.tiles.is_empty() {
        findings.add(&rules::TILE_WIDTH_OUT_OF_RANGE, PartKind::Tiles, || {
            format!("Tiles are {width} m wide, and the game divides by the width to find a tile.")
        });
    }
    if tiling::is_all_border(raw.tiles_border_size, [columns, rows]) {
        findings.add(&rules::BORDER_TOO_WIDE, PartKind::Tiles, || {
            let what = all_border(raw.tiles_border_size, [columns, rows]);
            format!("A bake removes the triangles in the border, and {what}. Set a border of less than half the grid.")
        });
    }
}

fn has_width(walkmesh: &Walkmesh) -> bool {
    let width = walkmesh.tile_width();
    width.is_finite() && width > 0.0
}

/// Checks what is in each tile.
pub(super) fn check(walkmesh: &Walkmesh, findings: &mut Findings) {
    match tiling::ranges(walkmesh.as_raw()) {
        Ok(_) => walkmesh.tiles().for_each(|tile| inside(&tile, super::is_linked(walkmesh), findings)),
        Err(error @ (TilingError::PastEnd { .. } | TilingError::Overlap { .. })) => {
            findings
                .add(&rules::TILE_RANGE_CONTRADICTS, PartKind::Tiles, || format!("The game crashes on it: {error}."));
        }
        Err(error @ TilingError::Outside { .. }) => {
            findings
                .add(&rules::FACE_NOT_IN_TILE, PartKind::Tiles, || format!("Other readers refuse the file: {error}."));
        }
    }
    for tile in walkmesh.tiles() {
        header(walkmesh, &tile, findings);
    }
    if has_width(walkmesh) {
        in_grid(walkmesh, findings);
    }
}

fn header(walkmesh: &Walkmesh, tile: &Tile<'_>, findings: &mut Findings) {
    let raw = tile.as_raw();
    if raw.header.owns_data != 0 {
        findings.add(
            &rules::TILE_OWNS_DATA,
            tile.id(),
            || "It stores vertices itself. No real file does, and readers take it differently.",
        );
    }
    let flags = walkmesh.as_raw().tiles_header.flags;
    if raw.flags != flags {
        findings.add(&rules::TILE_FLAG_DIFFERS, tile.id(), || {
            format!("Its flags are {:#x}, and those of the walkmesh {:#x}.", raw.flags.0, flags.0)
        });
    }
}

/// Checks that the triangles of a tile lie in its square.
fn inside(tile: &Tile<'_>, has_centers: bool, findings: &mut Findings) {
    let (width, [left, bottom]) = (tile.width(), tile.origin());
    let is_in = |[x, y]: [f32; 2], margin: f32| {
        let within = |at: f32, from: f32| at >= from - margin && at <= from + width + margin;
        within(x, left) && within(y, bottom)
    };
    for triangle in tile.triangles() {
        if has_centers && !is_in(triangle.as_raw().center, 0.0) {
            findings.add(&rules::FACE_CENTRE_OUTSIDE_TILE, triangle.id(), || {
                format!("Its centre is outside the square of {}, which holds it.", tile.id())
            });
        }
        let Some(corners) = triangle.points() else { continue };
        if !corners.iter().all(|[x, y, _]| is_in([*x, *y], STICKS_OUT)) {
            findings.add(&rules::FACE_SPANS_TILES, triangle.id(), || {
                format!(
                    "It reaches out of {}, and the game looks for it only there and in the tiles next to it.",
                    tile.id()
                )
            });
        }
    }
    crowd(tile, findings);
}

/// Checks that a path table can number the walkable triangles of a tile.
fn crowd(tile: &Tile<'_>, findings: &mut Findings) {
    let walkable = tile.walkable_triangles();
    if walkable > NEARLY_CROWDED {
        let rule = if walkable > MAX_NODES { &rules::TILE_CROWDED } else { &rules::TILE_NEARLY_CROWDED };
        let first = tile.triangles().find(|triangle| triangle.is_walkable()).and_then(|triangle| triangle.points());
        let spot = first.map(|[point, ..]| Spot { point, measure: Measure::Count(walkable as u64) });
        findings.add_spot(rule, rule.severity, tile.id(), spot, || {
            format!("It has {walkable} walkable triangles, and a path table can number {MAX_NODES}.")
        });
    }
}

/// Checks that the triangles lie in the grid.
fn in_grid(walkmesh: &Walkmesh, findings: &mut Findings) {
    let most = walkmesh.grid().map(|tiles| tiles as f32 * walkmesh.tile_width());
    let out_by = |[x, y, _]: &[f32; 3]| (-x).max(-y).max(x - most[0]).max(y - most[1]);
    let outermost = |triangle: &Triangle<'_>| {
        let points = triangle.points()?;
        let point = points.into_iter().max_by(|a, b| out_by(a).total_cmp(&out_by(b)))?;
        (out_by(&point) > STICKS_OUT).then_some(point)
    };
    for triangle in walkmesh.triangles() {
        let Some(point) = outermost(&triangle) else { continue };
        let rule = &rules::FACE_OUTSIDE_GRID;
        let severity = if triangle.is_walkable() { rule.severity } else { Severity::Info };
        let spot = Spot { point, measure: Measure::Length(out_by(&point).into()) };
        findings.add_spot(rule, severity, triangle.id(), Some(spot), || {
            format!("It reaches {} out of the grid, which ends at ({}, {}).", spot.measure, most[0], most[1])
        });
    }
}
