//! [`TileVertices`]: the vertices of a tile while its triangles are added.
//!
//! Source: docs/formats/trn-aswm.md#tile-vertices.

use super::square::{Square, TOLERANCE};
use super::weld::{BoxWelder, PointGrid};

/// Maximum distance on each axis between two corners that are the same point, in metres.
const SAME: f32 = 1.1e-7;

/// The vertices of a tile, no two of which were within 0.1 m of each other on each axis when they were added. A vertex moves to a
/// later corner that is nearer to the tile's border.
#[derive(Debug)]
pub(super) struct TileVertices {
    square: Square,
    vertices: Vec<[f32; 3]>,
    grid: PointGrid,
    /// The corners so far, each point once.
    corners: BoxWelder,
    /// The vertex of each of them.
    of_corners: Vec<u32>,
}

impl TileVertices {
    pub(super) fn new(square: Square) -> Self {
        Self {
            square,
            vertices: Vec::new(),
            grid: PointGrid::new(TOLERANCE),
            corners: BoxWelder::new(SAME),
            of_corners: Vec::new(),
        }
    }

    /// Returns the vertex of a corner, and whether it was at another position. A new corner gets the first vertex close to it, which may
    /// move to the corner, or a new vertex.
    pub(super) fn add(&mut self, corner: [f32; 3]) -> (u32, bool) {
        let number = self.corners.weld(corner);
        if let Some(&vertex) = self.of_corners.get(number as usize) {
            return (vertex, self.vertices[vertex as usize] != corner);
        }
        let (vertex, was_elsewhere) = match self.grid.first_close(corner, |vertex| self.vertices[vertex as usize]) {
            Some(vertex) => {
                let was_elsewhere = self.vertices[vertex as usize] != corner;
                self.pull(vertex, corner);
                (vertex, was_elsewhere)
            }
            None => {
                self.vertices.push(corner);
                (self.grid.push(corner), false)
            }
        };
        self.of_corners.push(vertex);
        (vertex, was_elsewhere)
    }

    /// Moves a vertex to a corner if, on one axis, the corner is near a border and nearer to it than the vertex.
    fn pull(&mut self, vertex: u32, corner: [f32; 3]) {
        let position = &mut self.vertices[vertex as usize];
        let [to_borders, present] = [corner, *position].map(|point| self.square.to_borders(point));
        if (0..2).any(|axis| to_borders[axis] < TOLERANCE && to_borders[axis] < present[axis]) {
            self.grid.shift(vertex, *position, corner);
            *position = corner;
        }
    }

    /// The vertices, in the order of insertion.
    pub(super) fn into_vec(self) -> Vec<[f32; 3]> {
        self.vertices
    }
}

#[cfg(test)]
mod tests {
    use super::super::oracle::Random;
    use super::*;

    /// The slow form: it examines every point.
    fn naive(corners: &[[f32; 3]], square: Square) -> (Vec<[f32; 3]>, Vec<u32>) {
        let is_close = |a: [f32; 3], b: [f32; 3], tolerance| (0..3).all(|axis| (a[axis] - b[axis]).abs() < tolerance);
        let (mut vertices, mut known, mut became) =
            (Vec::<[f32; 3]>::new(), Vec::<([f32; 3], usize)>::new(), Vec::new());
        for &corner in corners {
            if let Some((_, vertex)) = known.iter().find(|(other, _)| is_close(*other, corner, SAME)) {
                became.push(*vertex as u32);
                continue;
            }
            let vertex =
                vertices.iter().position(|vertex| is_close(*vertex, corner, TOLERANCE)).unwrap_or(vertices.len());
            match vertices.get_mut(vertex) {
                Some(position) => {
                    let ([a, b], [a_now, b_now]) = (square.to_borders(corner), square.to_borders(*position));
                    if (a < TOLERANCE && a < a_now) || (b < TOLERANCE && b < b_now) {
                        *position = corner;
                    }
                }
                None => vertices.push(corner),
            }
            known.push((corner, vertex));
            became.push(vertex as u32);
        }
        (vertices, became)
    }

    #[test]
    fn vertices_move_as_in_the_slow_form() {
        let (square, mut random) = (Square::new([0, 0], 9.0), Random::new(3));
        let mut corner = || {
            // Many corners are near the south-west corner of the square, some are far away, and some are repeated.
            let [x, y] = [0; 2].map(|_| match random.below(3) {
                0 => random.below(64) as f32 / 200.0,
                1 => random.unit() * 0.3,
                _ => random.unit() * 3.0,
            });
            [x, y, random.below(3) as f32 * 0.06]
        };
        let corners: Vec<[f32; 3]> = (0..4000).map(|_| corner()).collect();
        let mut vertices = TileVertices::new(square);
        let became: Vec<u32> = corners.iter().map(|corner| vertices.add(*corner).0).collect();
        assert_eq!((vertices.into_vec(), became), naive(&corners, square));
    }

    fn added(corners: &[[f32; 3]]) -> Vec<[f32; 3]> {
        let mut vertices = TileVertices::new(Square::new([0, 0], 9.0));
        corners.iter().for_each(|corner| {
            vertices.add(*corner);
        });
        vertices.into_vec()
    }

    #[test]
    fn a_vertex_moves_only_to_a_corner_that_is_nearer_to_a_border_that_is_near() {
        let [near, nearer, along] = [[0.05, 4.0, 0.0], [0.02, 4.05, 0.0], [0.06, 3.96, 0.0]];
        assert_eq!(added(&[near, nearer]), [nearer]);
        assert_eq!(added(&[nearer, near]), [nearer]);
        // It is nearer to the border in the south, but that is far away.
        assert_eq!(added(&[near, along]), [near]);
        assert_eq!(added(&[near, [0.05, 4.0, 0.2]]).len(), 2);
    }

    #[test]
    fn a_corner_that_comes_again_does_not_pull_its_vertex_back() {
        // The third corner pulls the vertex to the border in the south, away from the border in the west.
        let [west, south] = [[0.01, 0.09, 0.0], [0.08, 0.02, 0.0]];
        assert_eq!(added(&[west, south, west]), [south]);
    }
}
