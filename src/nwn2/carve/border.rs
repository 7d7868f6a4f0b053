//! [`BorderPoints`]: the points near the border of a tile, to which the points of its neighbours are joined.
//!
//! Source: docs/formats/trn-aswm.md#border-points.

use super::square::{Square, TOLERANCE};
use super::weld::PointGrid;

/// A point near the border of a tile.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct BorderPoint {
    pub(super) position: [f32; 3],
    /// Distance from the nearer border on each axis, in metres.
    to_borders: [f32; 2],
}

impl BorderPoint {
    /// Distance from the nearest border, in metres.
    pub(super) fn to_border(self) -> f32 {
        self.to_borders[0].min(self.to_borders[1])
    }

    /// Returns whether another point is on one axis both near a border and nearer to it than this one.
    fn gives_way_to(&self, other: &Self) -> bool {
        (0..2).any(|axis| other.to_borders[axis] < TOLERANCE && other.to_borders[axis] < self.to_borders[axis])
    }
}

/// The points near the border of a tile. Of points close to one another it keeps one, which may move to a border as more points are
/// added.
#[derive(Debug)]
pub(super) struct BorderPoints {
    points: Vec<BorderPoint>,
    grid: PointGrid,
    /// For each vertex of the tile the first of these points that was merged into it.
    of_vertices: Vec<Option<u32>>,
}

impl Default for BorderPoints {
    fn default() -> Self {
        Self { points: Vec::new(), grid: PointGrid::new(TOLERANCE), of_vertices: Vec::new() }
    }
}

impl BorderPoints {
    /// Adds a corner that became a vertex of the tile, if it is near a border of the square.
    pub(super) fn add(&mut self, corner: [f32; 3], vertex: u32, square: Square) {
        let point = BorderPoint { position: corner, to_borders: square.to_borders(corner) };
        if point.to_border() >= TOLERANCE {
            return;
        }
        let number = match self.grid.first_close(corner, |number| self.points[number as usize].position) {
            Some(number) => {
                let other = &mut self.points[number as usize];
                if other.gives_way_to(&point) {
                    self.grid.shift(number, other.position, corner);
                    *other = point;
                }
                number
            }
            None => {
                self.points.push(point);
                self.grid.push(corner)
            }
        };
        if self.of_vertices.len() <= vertex as usize {
            self.of_vertices.resize(vertex as usize + 1, None);
        }
        self.of_vertices[vertex as usize].get_or_insert(number);
    }

    /// The points, in the order of insertion.
    pub(super) fn points(&self) -> &[BorderPoint] {
        &self.points
    }

    /// The index of the point that represents a vertex of the tile, if it is near a border.
    pub(super) fn of_vertex(&self, vertex: usize) -> Option<usize> {
        self.of_vertices.get(vertex).copied().flatten().map(|point| point as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::super::oracle::Random;
    use super::*;

    /// The slow form: it examines every point.
    fn naive(corners: &[[f32; 3]], square: Square) -> (Vec<BorderPoint>, Vec<Option<u32>>) {
        let (mut points, mut of_vertices) = (Vec::<BorderPoint>::new(), vec![None; corners.len()]);
        for (vertex, &corner) in corners.iter().enumerate() {
            let point = BorderPoint { position: corner, to_borders: square.to_borders(corner) };
            if point.to_border() >= TOLERANCE {
                continue;
            }
            let is_close =
                |other: &BorderPoint| (0..3).all(|axis| (other.position[axis] - corner[axis]).abs() < TOLERANCE);
            let close = points.iter().position(is_close);
            let number = close.unwrap_or(points.len());
            match close {
                Some(number) if points[number].gives_way_to(&point) => points[number] = point,
                Some(_) => {}
                None => points.push(point),
            }
            of_vertices[vertex] = Some(number as u32);
        }
        (points, of_vertices)
    }

    #[test]
    fn points_move_as_in_the_slow_form() {
        let (square, mut random) = (Square::new([0, 0], 9.0), Random::new(3));
        let mut corner = || {
            // Many points are near the south-west corner of the square, and some of them far away.
            let [x, y] = [0; 2].map(|_| random.unit() * if random.below(2) == 0 { 0.3 } else { 3.0 });
            [x, y, random.below(3) as f32 * 0.06]
        };
        let corners: Vec<[f32; 3]> = (0..2000).map(|_| corner()).collect();
        let mut border = BorderPoints::default();
        (0..).zip(&corners).for_each(|(vertex, corner)| border.add(*corner, vertex, square));
        let (points, of_vertices) = naive(&corners, square);
        assert_eq!(border.points(), points);
        let ours = (0..corners.len()).map(|vertex| border.of_vertex(vertex).map(|number| number as u32));
        assert_eq!(ours.collect::<Vec<_>>(), of_vertices);
    }

    #[test]
    fn a_point_gives_way_only_to_one_that_is_nearer_to_a_border_that_is_near() {
        let add = |corners: &[[f32; 3]]| {
            let mut border = BorderPoints::default();
            corners.iter().for_each(|corner| border.add(*corner, 0, Square::new([0, 0], 9.0)));
            border.points().iter().map(|point| point.position).collect::<Vec<_>>()
        };
        let [near, nearer, along] = [[0.05, 4.0, 0.0], [0.02, 4.05, 0.0], [0.06, 3.96, 0.0]];
        assert_eq!(add(&[near, nearer]), [nearer]);
        assert_eq!(add(&[nearer, near]), [nearer]);
        // It is nearer to the border in the south, but that is far away.
        assert_eq!(add(&[near, along]), [near]);
        assert_eq!(add(&[near, [0.05, 4.0, 0.2]]).len(), 2);
    }
}
