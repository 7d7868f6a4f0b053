//! Builds a walkmesh from any triangles: cuts them at the borders of tiles and sorts them by tile, ready for a
//! bake.
//!
//! ```
//! use walkmesh::nwn2::{self, BakeOptions, BuildFace, BuildOptions, FloorMaterial};
//!
//! // A floor of 18 by 9 metres, over two tiles.
//! let corners = [[0.0, 0.0, 0.0], [18.0, 0.0, 0.0], [18.0, 9.0, 0.0], [0.0, 9.0, 0.0]];
//! let wood = |corners| BuildFace { corners, walkable: true, floor: Some(FloorMaterial::Wood) };
//! let mut built = nwn2::build(&corners, &[wood([0, 1, 2]), wood([0, 2, 3])], &BuildOptions::default())?;
//! assert_eq!(built.report.cut.len(), 2);
//!
//! built.walkmesh.bake(&BakeOptions::default())?;
//! assert_eq!((built.walkmesh.tiles().len(), built.walkmesh.islands().len()), (2, 2));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod assemble;
pub(super) mod cut;
mod input;
mod options;
mod report;

use super::{BuildError, MAX_BUILD_TRIANGLES};

use assemble::{Piece, assemble};
use cut::Cutter;
pub use options::{BuildFace, BuildOptions, Spanning};
pub use report::{BuildReport, BuildResult};

/// Builds a walkmesh from triangles. Vertices at the same point are merged; triangles keep their order within a
/// tile.
///
/// # Errors
/// See [`BuildError`].
pub fn build(vertices: &[[f32; 3]], faces: &[BuildFace], options: &BuildOptions) -> Result<BuildResult, BuildError> {
    input::check(vertices, faces, options)?;
    let mut report = BuildReport::default();
    let (vertices, representative) = input::weld(vertices, &mut report);
    let corners = |face: &BuildFace| face.corners.map(|corner| representative[corner as usize]);
    let grid = input::grid(&vertices, faces.iter().map(corners), options)?;

    let mut cutter = Cutter::new(vertices, options.tile_width);
    let mut pieces = Vec::with_capacity(faces.len());
    let mut spanning = Vec::new();
    for (index, face) in faces.iter().enumerate() {
        let corners = corners(face);
        if cutter.is_degenerate(corners) {
            report.degenerate.push(index);
            continue;
        }
        let tiles = cutter.tiles(corners);
        if [tiles.x.end, tiles.y.end].into_iter().zip(grid).any(|(end, tiles)| u64::from(end) > u64::from(tiles)) {
            return Err(BuildError::OutsideGrid { triangle: index, grid: grid.map(u64::from) });
        }
        let before = pieces.len();
        if tiles.is_one() {
            pieces.push(Piece { tile: tiles.y.start * grid[0] + tiles.x.start, corners, source: index as u32 });
        } else if options.spanning == Spanning::Refuse {
            spanning.push(index);
        } else {
            cutter.cut(corners, &tiles, |[x, y], corners| {
                pieces.push(Piece { tile: y * grid[0] + x, corners, source: index as u32 });
            });
            // A triangle that only touches a border is not cut.
            if pieces.len() - before > 1 {
                report.cut.push(index);
            }
        }
        if pieces.len() > MAX_BUILD_TRIANGLES {
            return Err(BuildError::TooManyFaces);
        }
    }
    if !spanning.is_empty() {
        return Err(BuildError::SpanTiles(spanning));
    }
    pieces.sort_by_key(|piece| piece.tile);
    Ok(assemble(cutter, &pieces, faces, grid, options, report))
}

#[cfg(test)]
mod tests;
