//! [`Square`]: the square of a tile.

use super::clip::Point;

/// Maximum distance on each axis between two vertices that are merged, in metres.
pub(super) const TOLERANCE: f32 = 0.1;

/// The square of a tile.
#[derive(Clone, Copy, Debug)]
pub(super) struct Square {
    least: Point,
    most: Point,
}

impl Square {
    /// The square of the tile in a column and a row.
    pub(super) fn new([column, row]: [u32; 2], width: f32) -> Self {
        let line = |number: u32| number as f32 * width;
        Self { least: [line(column), line(row)], most: [line(column + 1), line(row + 1)] }
    }

    /// Its corners, counter-clockwise.
    pub(super) fn corners(self) -> [Point; 4] {
        let ([x0, y0], [x1, y1]) = (self.least, self.most);
        [[x0, y0], [x1, y0], [x1, y1], [x0, y1]]
    }

    /// Returns whether the bounding box of a triangle overlaps the square, not only at its border.
    pub(super) fn overlaps(self, corners: &[Point; 3]) -> bool {
        (0..2).all(|axis| {
            let at = corners.map(|corner| corner[axis]);
            let low = at.into_iter().fold(f32::INFINITY, f32::min);
            let high = at.into_iter().fold(f32::NEG_INFINITY, f32::max);
            low < self.most[axis] && high > self.least[axis]
        })
    }

    /// Distance of a point from the nearer border on each axis.
    pub(super) fn to_borders(self, [x, y, _]: [f32; 3]) -> [f32; 2] {
        let to_border = |axis: usize, at: f32| (at - self.least[axis]).abs().min((at - self.most[axis]).abs());
        [to_border(0, x), to_border(1, y)]
    }
}
