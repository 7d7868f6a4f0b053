//! Checks and welds the input of a build, and computes the required grid.

use crate::geometry::triangle::is_usable;
use crate::geometry::weld::weld_all;
use crate::nwn2::{BuildError, MAX_BUILD_TILES, MAX_BUILD_TRIANGLES, tiling};

use super::options::{BuildFace, BuildOptions};
use super::report::BuildReport;

/// Returns an error for triangles and options from which no walkmesh can be built.
pub(super) fn check(vertices: &[[f32; 3]], faces: &[BuildFace], options: &BuildOptions) -> Result<(), BuildError> {
    let width = options.tile_width;
    if !(width.is_finite() && width > 0.0) {
        return Err(BuildError::TileWidth { width });
    }
    if let Some(vertex) = vertices.iter().position(|vertex| !is_usable(vertex)) {
        return Err(BuildError::NotFinite { vertex });
    }
    for (triangle, face) in faces.iter().enumerate() {
        if let Some(vertex) = face.corners.into_iter().find(|corner| *corner as usize >= vertices.len()) {
            return Err(BuildError::NoSuchVertex { triangle, vertex, vertices: vertices.len() });
        }
    }
    if faces.len() > MAX_BUILD_TRIANGLES { Err(BuildError::TooManyFaces) } else { Ok(()) }
}

/// The vertices without duplicates, and for each vertex its new index.
pub(super) fn weld(vertices: &[[f32; 3]], report: &mut BuildReport) -> (Vec<[f32; 3]>, Vec<u32>) {
    let (kept, representative) = weld_all(vertices);
    report.welded = vertices.len() - kept.len();
    (kept, representative)
}

/// The grid of the options, or else the smallest one that holds the triangles.
pub(super) fn grid(
    vertices: &[[f32; 3]],
    corners: impl Iterator<Item = [u32; 3]>,
    options: &BuildOptions,
) -> Result<[u32; 2], BuildError> {
    let mut most = [0_f32; 2];
    for (triangle, corners) in corners.enumerate() {
        for [x, y, _] in corners.map(|corner| vertices[corner as usize]) {
            if x < 0.0 || y < 0.0 {
                let grid = options.grid.unwrap_or_default().map(u64::from);
                return Err(BuildError::OutsideGrid { triangle, grid });
            }
            most = [most[0].max(x), most[1].max(y)];
        }
    }
    // The cast saturates.
    let needed = most.map(|at| (f64::from(at) / f64::from(options.tile_width)).ceil().max(1.0) as u64);
    let grid = options.grid.map_or(needed, |grid| grid.map(u64::from));
    if grid[0].saturating_mul(grid[1]) > MAX_BUILD_TILES {
        return Err(BuildError::GridTooLarge { grid });
    }
    let (grid, border) = (grid.map(|tiles| tiles as u32), options.border);
    if tiling::is_all_border(border, grid) { Err(BuildError::AllBorder { border, grid }) } else { Ok(grid) }
}
