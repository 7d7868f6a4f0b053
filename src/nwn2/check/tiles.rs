//! Checks the grid of tiles, and the triangles in them.

use crate::nwn2::error::all_border;
use crate::nwn2::{Tile, TilingError, Walkmesh, tiling};

use crate::finding::{Findings, Measure, PartKind, Severity, Spot, rules};
use crate::nwn2::Triangle;
use crate::nwn2::bake::{MAX_NODES, NEARLY_CROWDED};
use walkmesh_mesh::counted::counted;

rules! { of super::sample, Aswm;
    TILE_COUNT_DIFFERS: Fatal = "tile-count-differs", "The number of tiles contradicts the grid" {
        /// The game computes the index of a tile from the grid, and reads past the end of the tile table.
        remedy
        /// Restore the file from a backup, or bake the area again in the toolset.
        bad "tiles": |raw| raw.tiles_header.grid_width += 1,
    }
    TILE_WIDTH_OUT_OF_RANGE: Fatal = "tile-width-out-of-range", "The tile width is out of range" {
        /// The width of a tile is zero, negative, NaN or infinite. The game divides by it to find the tile of a position.
        remedy
        /// Set the width: 9 metres in interiors, 10 in exteriors.
        bad "tiles": |raw| raw.tiles_header.width = 0.0,
    }
    BORDER_TOO_WIDE: Error = "border-too-wide", "The border is too wide" {
        /// A bake removes the triangles in the border of an exterior. This border leaves no tile of the area.
        remedy
        /// Set a border narrower than half the grid, or keep the border in the bake.
        bad "tiles": |raw| raw.tiles_border_size = 1,
    }
    TILE_RANGE_CONTRADICTS: Fatal = "tile-range-contradicts", "The triangle range of a tile is invalid" {
        /// The triangles of a tile are a range of the table. This range ends past the end of the table, or overlaps the
        /// range of another tile. The game crashes on it.
        remedy
        /// Let the bake assign each triangle to the tile that contains its centre (retile).
        bad "tiles": |raw| raw.tiles[1].header.triangles_offset -= 1,
    }
    FACE_NOT_IN_TILE: Fatal = "face-not-in-tile", "A triangle is in no tile" {
        /// The game finds triangles only through their tiles, and other readers refuse the file.
        remedy
        /// Let the bake assign each triangle to the tile that contains its centre (retile).
        bad "tiles": |raw| raw.tiles[3].header.triangles_count -= 1,
    }
    FACE_CENTRE_OUTSIDE_TILE: Info = "face-centre-outside-tile", "The centre of a triangle lies outside its tile" {
        /// The game cuts triangles at the tile borders, and rounding moves a few centres across a border. They are
        /// harmless.
        remedy
        /// No action is needed.
        bad "triangle 0": |raw| rows(raw)[0].center[0] += 100.0,
    }
    FACE_SPANS_TILES: Warning = "face-spans-tiles", "A triangle extends beyond its tile" {
        /// The game searches for a triangle only in its tile and the adjacent tiles, so it misses creatures on the rest
        /// of this one. The severity is info on non-walkable triangles, and for overhangs of up to 0.1 m: the weld of the toolset moves
        /// vertices across borders by less than that, in real areas by 9 cm at most.
        remedy
        /// Cut the triangle at the tile borders, as `nwn2::build` does.
        bad "triangle 0": |raw| raw.vertices[0].x = 30.0,
    }
    TILE_CROWDED: Error = "tile-crowded", "A tile has too many walkable triangles" {
        /// A path table can index 127 walkable triangles. A tile with more cannot be baked.
        remedy
        /// Simplify the mesh in this tile.
        bad "tile 3": damages::make_crowded,
    }
    TILE_NEARLY_CROWDED: Info = "tile-nearly-crowded", "A tile is close to the limit of walkable triangles" {
        /// The tile has more than 114 walkable triangles, nine tenths of the 127 that a path table can index. With a
        /// few more walkmesh cutters, or a finer floor, the area can no longer be baked.
        remedy
        /// No action is needed. Place further walkmesh cutters elsewhere, or give them fewer corners.
        bad "tile 3": |raw| {
            let row = rows(raw)[0];
            let copies = 120 - raw.tiles[3].header.triangles_count;
            rows(raw).extend(vec![row; copies as usize]);
            raw.tiles[3].header.triangles_count += copies;
        },
    }
    FACE_OUTSIDE_GRID: Error = "face-outside-grid", "A triangle extends beyond the tile grid" {
        /// The game finds the tile of a creature in the grid. The server is reported to read outside the grid for
        /// positions at its border, and to crash. The severity is info on non-walkable triangles.
        remedy
        /// Keep the mesh inside the grid: enlarge the area, or move the vertices, then bake.
        bad "triangle 0": |raw| raw.vertices[0].x = -0.01,
    }
    TILE_OWNS_DATA: Warning = "tile-owns-data", "A tile stores its own vertices" {
        /// No real file does this, and readers interpret it differently.
        remedy
        /// Store the vertices in the walkmesh, and clear the tile's `owns_data`.
        bad "tile 0": |raw| raw.tiles[0].header.owns_data = 1,
    }
    TILE_FLAG_DIFFERS: Warning = "tile-flag-differs", "The flags of a tile differ from the walkmesh flags" {
        /// In every real file the flags of each tile equal the flags in the tile header. The effect of other values on the game is not
        /// known.
        remedy
        /// Bake the walkmesh: this rewrites the flags.
        bad "tile 0": |raw| raw.tiles[0].flags.0 = 15,
    }
}

/// Maximum overhang of a triangle beyond its tile, in metres. The clipping of the toolset leaves 0.3 mm.
const STICKS_OUT: f32 = 1e-3;
/// Maximum move of a vertex along an axis by the toolset's weld, in metres: nearer vertices are merged. Source:
/// docs/formats/trn-aswm.md#cut-and-tile.
const WELDED: f32 = 0.1;

/// Checks the grid, which a bake keeps.
pub(super) fn check_grid(walkmesh: &Walkmesh, findings: &mut Findings) {
    let (raw, [columns, rows]) = (walkmesh.as_raw(), walkmesh.grid());
    if raw.tiles.len() as u64 != raw.tiles_header.tiles() {
        findings.add(&TILE_COUNT_DIFFERS, PartKind::Tiles, || {
            format!("The grid is {columns} by {rows}, but the file has {}.", counted(raw.tiles.len(), "tile"))
        });
    }
    let width = walkmesh.tile_width();
    if !has_width(walkmesh) && !raw.tiles.is_empty() {
        findings.add(&TILE_WIDTH_OUT_OF_RANGE, PartKind::Tiles, || {
            format!("Tiles are {width} m wide, and the game divides by the width to find a tile.")
        });
    }
    if tiling::is_all_border(raw.tiles_border_size, [columns, rows]) {
        findings.add(&BORDER_TOO_WIDE, PartKind::Tiles, || {
            let what = all_border(raw.tiles_border_size, [columns, rows]);
            format!("A bake removes the triangles in the border, and {what}. Set a border narrower than half the grid.")
        });
    }
}

fn has_width(walkmesh: &Walkmesh) -> bool {
    let width = walkmesh.tile_width();
    width.is_finite() && width > 0.0
}

/// Checks the contents of each tile.
pub(super) fn check(walkmesh: &Walkmesh, findings: &mut Findings) {
    match tiling::ranges(walkmesh.as_raw()) {
        Ok(_) => walkmesh.tiles().for_each(|tile| inside(&tile, super::is_linked(walkmesh), findings)),
        Err(error @ (TilingError::PastEnd { .. } | TilingError::Overlap { .. })) => {
            findings.add(&TILE_RANGE_CONTRADICTS, PartKind::Tiles, || format!("The game crashes on it: {error}."));
        }
        Err(error @ TilingError::Outside { .. }) => {
            findings.add(&FACE_NOT_IN_TILE, PartKind::Tiles, || format!("Other readers refuse the file: {error}."));
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
            &TILE_OWNS_DATA,
            tile.id(),
            || "It stores its own vertices. No real file does, and readers interpret it differently.",
        );
    }
    let flags = walkmesh.as_raw().tiles_header.flags;
    if raw.flags != flags {
        findings.add(&TILE_FLAG_DIFFERS, tile.id(), || {
            format!("Its flags are {:#x}, but the flags of the walkmesh are {:#x}.", raw.flags.0, flags.0)
        });
    }
}

/// Checks that the triangles of a tile lie in its square.
fn inside(tile: &Tile<'_>, has_centers: bool, findings: &mut Findings) {
    let (width, [left, bottom]) = (tile.width(), tile.origin());
    let is_in = |[x, y]: [f32; 2]| {
        let within = |at: f32, from: f32| at >= from && at <= from + width;
        within(x, left) && within(y, bottom)
    };
    let out_by = |[x, y]: [f32; 2]| (left - x).max(x - left - width).max(bottom - y).max(y - bottom - width);
    for triangle in tile.triangles() {
        if has_centers && !is_in(triangle.as_raw().center) {
            findings.add(&FACE_CENTRE_OUTSIDE_TILE, triangle.id(), || {
                format!("Its centre is outside the square of {}, which contains it.", tile.id())
            });
        }
        let Some(corners) = triangle.points() else { continue };
        let is_farther = |a: &[f32; 3], b: &[f32; 3]| out_by([a[0], a[1]]).total_cmp(&out_by([b[0], b[1]]));
        let Some(point) = corners.into_iter().max_by(is_farther) else { continue };
        let out = out_by([point[0], point[1]]);
        if out > STICKS_OUT {
            let rule = &FACE_SPANS_TILES;
            let severity = if triangle.is_walkable() && out > WELDED { rule.severity } else { Severity::Info };
            let spot = Spot { point, measure: Measure::Length(out.into()) };
            findings.add_spot(rule, severity, triangle.id(), Some(spot), || {
                let (tile, out) = (tile.id(), spot.measure);
                format!(
                    "It extends {out} beyond {tile}, but the game searches for it only there and in the adjacent tiles."
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
        let rule = if walkable > MAX_NODES { &TILE_CROWDED } else { &TILE_NEARLY_CROWDED };
        let first = tile.triangles().find(|triangle| triangle.is_walkable()).and_then(|triangle| triangle.points());
        let spot = first.map(|[point, ..]| Spot { point, measure: Measure::Count(walkable as u64) });
        findings.add_spot(rule, rule.severity, tile.id(), spot, || {
            format!("It has {walkable} walkable triangles; a path table can index {MAX_NODES}.")
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
        let rule = &FACE_OUTSIDE_GRID;
        let severity = if triangle.is_walkable() { rule.severity } else { Severity::Info };
        let spot = Spot { point, measure: Measure::Length(out_by(&point).into()) };
        findings.add_spot(rule, severity, triangle.id(), Some(spot), || {
            format!("It extends {} beyond the grid, which ends at ({}, {}).", spot.measure, most[0], most[1])
        });
    }
}

#[cfg(test)]
mod damages {
    use super::super::sample::rows;
    use crate::formats::aswm::{Aswm, TriangleFlags};

    /// A tile with more walkable triangles than its path table can number.
    pub(super) fn make_crowded(raw: &mut Aswm) {
        let row = rows(raw)[0];
        rows(raw).extend([row; 127]);
        raw.tiles[3].header.triangles_count += 127;
        rows(raw).iter_mut().for_each(|row| row.flags = TriangleFlags(5));
    }
}
