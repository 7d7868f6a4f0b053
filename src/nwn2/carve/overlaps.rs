//! [`Overlaps`]: the triangles that overlap each tile's square.

use crate::nwn2::{CarveError, MAX_BUILD_TRIANGLES};

use super::cut::Face;
use super::square::Square;

/// For each tile, the triangles whose bounding box overlaps its square, in their order.
#[derive(Debug, PartialEq)]
pub(super) struct Overlaps {
    /// The start of each tile's triangles, and the end of the last ones.
    starts: Vec<u32>,
    triangles: Vec<u32>,
}

impl Overlaps {
    /// Finds the overlaps of a grid of tiles.
    pub(super) fn new(faces: &[Face], [columns, rows]: [u32; 2], width: f32) -> Result<Self, CarveError> {
        let tiles = columns as usize * rows as usize;
        let mut starts = vec![0_u32; tiles + 1];
        let mut total = 0;
        for face in faces {
            total +=
                block(face, [columns, rows], width).into_iter().map(|(low, high)| (high - low) as u64).product::<u64>();
            if total > MAX_BUILD_TRIANGLES as u64 {
                return Err(CarveError::TooManyPieces);
            }
            each_tile(face, [columns, rows], width, |tile| starts[tile + 1] += 1);
        }
        for tile in 0..tiles {
            starts[tile + 1] += starts[tile];
        }
        let mut triangles = vec![0; starts[tiles] as usize];
        let mut free = starts.clone();
        for (index, face) in (0..).zip(faces) {
            each_tile(face, [columns, rows], width, |tile| {
                triangles[free[tile] as usize] = index;
                free[tile] += 1;
            });
        }
        Ok(Self { starts, triangles })
    }

    /// The triangles of a tile.
    pub(super) fn of_tile(&self, tile: usize) -> &[u32] {
        &self.triangles[self.starts[tile] as usize..self.starts[tile + 1] as usize]
    }
}

/// The columns and the rows of tiles that a triangle can overlap, one more on each side for rounding.
fn block(face: &Face, grid: [u32; 2], width: f32) -> [(u32, u32); 2] {
    [0, 1].map(|axis| {
        let at = face.corners.map(|corner| corner[axis] / width);
        let low = at.into_iter().fold(f32::INFINITY, f32::min);
        let high = at.into_iter().fold(f32::NEG_INFINITY, f32::max);
        // Casts saturate.
        let first = (low as u32).saturating_sub(1).min(grid[axis]);
        (first, (high as u32).saturating_add(2).clamp(first, grid[axis]))
    })
}

fn each_tile(face: &Face, grid: [u32; 2], width: f32, mut report: impl FnMut(usize)) {
    let [columns, rows] = block(face, grid, width);
    for row in rows.0..rows.1 {
        for column in columns.0..columns.1 {
            if Square::new([column, row], width).overlaps(&face.corners) {
                report(row as usize * grid[0] as usize + column as usize);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::aswm::TriangleFlags;
    use crate::nwn2::TriangleId;

    fn face(corners: [[f32; 2]; 3]) -> Face {
        Face { corners, normal: [0.0, 0.0, 1.0], dot: 0.0, flags: TriangleFlags(5), source: TriangleId(0) }
    }

    #[test]
    fn the_overlaps_are_those_of_each_pair() {
        let faces: Vec<Face> = (0..40)
            .map(|index| {
                let [x, y] = [(index * 7 % 31) as f32 * 1.5 - 6.0, (index * 5 % 23) as f32 * 1.5 - 3.0];
                face([[x, y], [x + (index % 4) as f32 * 6.0, y], [x, y + (index % 3) as f32 * 9.0]])
            })
            .collect();
        let overlaps = Overlaps::new(&faces, [4, 3], 9.0).unwrap();
        for tile in 0..12 {
            let square = Square::new([tile % 4, tile / 4], 9.0);
            let all = (0..).zip(&faces).filter(|(_, face)| square.overlaps(&face.corners)).map(|(index, _)| index);
            assert_eq!(overlaps.of_tile(tile as usize), all.collect::<Vec<u32>>(), "tile {tile}");
        }
    }

    #[test]
    fn too_many_pieces_are_refused_before_they_are_made() {
        let everywhere = face([[-1e9, -1e9], [1e9, -1e9], [0.0, 1e9]]);
        assert_eq!(Overlaps::new(&vec![everywhere; 100], [1 << 10, 1 << 10], 9.0), Err(CarveError::TooManyPieces));
    }
}
