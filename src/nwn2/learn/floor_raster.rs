//! [`FloorRaster`]: the walkable floor of an area in the plan view, by squares.

use crate::geometry::{Vec2, plan};
use crate::nwn2::Walkmesh;
use crate::nwn2::floor::is_walkable;

/// The side of a square in metres, unless the area is too large.
const SIDE: f64 = 0.1;

/// Maximum number of squares of an area.
const MAX_SQUARES: f64 = (1 << 26) as f64;

/// The squares of an area.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Frame {
    origin: Vec2,
    side: f64,
    /// Number of columns and rows.
    size: [usize; 2],
}

impl Frame {
    /// The squares around the vertices of a walkmesh.
    pub(super) fn around(walkmesh: &Walkmesh) -> Self {
        let points = walkmesh.vertices().iter().map(|vertex| plan((*vertex).into()));
        let [least, most] = super::polygon::bounds(&points.collect::<Vec<Vec2>>());
        let extent = [0, 1].map(|axis| (most[axis] - least[axis]).clamp(0.0, 1e6));
        let side = SIDE.max((extent[0] * extent[1] / MAX_SQUARES).sqrt()).max(extent[0].max(extent[1]) / MAX_SQUARES);
        Self { origin: least, side, size: extent.map(|length| (length / side) as usize + 1) }
    }

    /// The columns or rows whose centres lie between two coordinates.
    fn between(&self, axis: usize, low: f64, high: f64) -> std::ops::Range<usize> {
        let number = |at: f64| ((at - self.origin[axis]) / self.side + 0.5).floor().clamp(0.0, self.size[axis] as f64);
        let [first, end] = [low, high].map(|at| number(at) as usize);
        first..end.max(first)
    }
}

/// The walkable floor of an area in the plan view: each square whose centre lies on it.
#[derive(Clone, Debug)]
pub(super) struct FloorRaster {
    frame: Frame,
    /// A bit for each square, row by row.
    squares: Vec<u64>,
}

impl FloorRaster {
    pub(super) fn new(frame: Frame, walkmesh: &Walkmesh) -> Self {
        let [columns, rows] = frame.size;
        let mut raster = Self { frame, squares: vec![0; (columns * rows).div_ceil(64)] };
        for triangle in walkmesh.triangles().filter(|triangle| is_walkable(triangle.as_raw().flags)) {
            triangle.points().into_iter().for_each(|points| raster.fill(points.map(plan)));
        }
        raster
    }

    pub(super) fn frame(&self) -> Frame {
        self.frame
    }

    fn fill(&mut self, corners: [Vec2; 3]) {
        let frame = self.frame;
        let [least, most] = super::polygon::bounds(&corners);
        for row in frame.between(1, least[1], most[1]) {
            let y = frame.origin[1] + (row as f64 + 0.5) * frame.side;
            let [mut west, mut east] = [f64::INFINITY, f64::NEG_INFINITY];
            for [a, b] in super::polygon::sides(&corners).filter(|[a, b]| (a[1] <= y) != (b[1] <= y)) {
                let x = a[0] + (b[0] - a[0]) * ((y - a[1]) / (b[1] - a[1]));
                (west, east) = (west.min(x), east.max(x));
            }
            for square in frame.between(0, west, east).map(|column| row * frame.size[0] + column) {
                self.squares[square / 64] |= 1 << (square % 64);
            }
        }
    }

    /// The area that only one of two floors has, in square decimetres. Both have the same frame.
    pub(super) fn difference(&self, other: &Self) -> i64 {
        let words = self.squares.iter().zip(&other.squares);
        self.area(words.map(|(own, other)| (own ^ other).count_ones() as usize).sum())
    }

    /// The part of this area in a bounding box.
    pub(super) fn difference_in(&self, other: &Self, [least, most]: [Vec2; 2]) -> i64 {
        let differs =
            |square: usize| (self.squares[square / 64] ^ other.squares[square / 64]) >> (square % 64) & 1 == 1;
        let [columns, rows] = [0, 1].map(|axis| self.frame.between(axis, least[axis], most[axis]));
        let squares = rows.flat_map(|row| columns.clone().map(move |column| row * self.frame.size[0] + column));
        self.area(squares.filter(|square| differs(*square)).count())
    }

    fn area(&self, squares: usize) -> i64 {
        (squares as f64 * (self.frame.side / SIDE).powi(2)).round() as i64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nwn2::{BuildFace, BuildOptions, build};

    /// A floor of 9 m by 9 m of which a rectangle is not walkable.
    fn floor(west: f32, east: f32) -> Walkmesh {
        let x = [0.0, west, east, 9.0];
        let points: Vec<[f32; 3]> = x.iter().flat_map(|x| [[*x, 0.0, 0.0], [*x, 9.0, 0.0]]).collect();
        let strip = |first: u32| {
            let face = |corners| BuildFace { corners, walkable: first != 2, floor: None };
            [face([first, first + 2, first + 3]), face([first, first + 3, first + 1])]
        };
        build(&points, &[0, 2, 4].map(strip).concat(), &BuildOptions::default()).unwrap().walkmesh
    }

    #[test]
    fn floors_differ_by_the_area_that_only_one_of_them_has() {
        let [narrow, wide] = [floor(3.0, 4.0), floor(3.0, 5.5)];
        let frame = Frame::around(&narrow);
        let [narrow, wide] = [&narrow, &wide].map(|walkmesh| FloorRaster::new(frame, walkmesh));
        assert_eq!((narrow.difference(&narrow), narrow.difference(&wide)), (0, 1350), "1.5 m by 9 m");
        assert_eq!(narrow.difference_in(&wide, [[4.5, -1.0], [20.0, 1.0]]), 100);
        assert_eq!(narrow.difference_in(&wide, [[6.0, 0.0], [20.0, 9.0]]), 0);
    }
}
