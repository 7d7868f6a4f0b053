//! Vertices that become an earlier one close to them.

use arrayvec::ArrayVec;
use foldhash::{HashMap, HashMapExt};

use crate::work::round;

/// A list of vertices in which no two are close to each other: within the tolerance on all three axes.
#[derive(Debug)]
pub(super) struct BoxWelder {
    tolerance: f32,
    vertices: Vec<[f32; 3]>,
    /// The newest vertex in each cell of a grid, of which the cells are as wide as the tolerance or a little wider.
    newest: HashMap<[u64; 3], u32>,
    /// For each vertex an older one in the same cell.
    older: Vec<u32>,
}

/// No older vertex.
const NONE: u32 = u32::MAX;

impl BoxWelder {
    pub(super) fn new(tolerance: f32) -> Self {
        Self { tolerance, vertices: Vec::new(), newest: HashMap::new(), older: Vec::new() }
    }

    /// The first vertex that is close to a point. If none is, the point becomes a vertex.
    pub(super) fn weld(&mut self, point: [f32; 3]) -> u32 {
        let mut first = NONE;
        let [xs, ys, zs] = point.map(|at| self.cells_around(f64::from(at)));
        for &x in &xs {
            for &y in &ys {
                for &z in &zs {
                    let mut at = self.newest.get(&[x, y, z]).copied().unwrap_or(NONE);
                    while at != NONE {
                        round();
                        if self.is_close(self.vertices[at as usize], point) {
                            first = first.min(at);
                        }
                        at = self.older[at as usize];
                    }
                }
            }
        }
        if first != NONE {
            return first;
        }
        let vertex = self.vertices.len() as u32;
        let cell = point.map(|at| self.cell(f64::from(at)));
        self.vertices.push(point);
        self.older.push(self.newest.insert(cell, vertex).unwrap_or(NONE));
        vertex
    }

    fn is_close(&self, vertex: [f32; 3], point: [f32; 3]) -> bool {
        vertex.iter().zip(point).all(|(at, other)| *at == other || (at - other).abs() < self.tolerance)
    }

    /// How far a close vertex can be on an axis: more than the tolerance, because differences are rounded.
    fn reach(&self) -> f64 {
        f64::from(self.tolerance) * 1.01
    }

    /// The cells on an axis in which a vertex close to a place may be: one or two.
    fn cells_around(&self, at: f64) -> ArrayVec<u64, 2> {
        let [low, high] = [-self.reach(), self.reach()].map(|by| self.cell(at + by));
        [low, high].into_iter().take(if low == high { 1 } else { 2 }).collect()
    }

    /// The bits of the cell's number on an axis. It stays a float, so that places far away, of which a steep plane has many,
    /// have cells of their own.
    fn cell(&self, at: f64) -> u64 {
        // The sum has no negative zero.
        ((at / (4.0 * f64::from(self.tolerance))).floor() + 0.0).to_bits()
    }

    /// The vertices, in the order in which they came.
    pub(super) fn vertices(&self) -> &[[f32; 3]] {
        &self.vertices
    }

    /// Gives the vertices.
    pub(super) fn into_vertices(self) -> Vec<[f32; 3]> {
        self.vertices
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The slow form: every vertex is looked at.
    fn naive(points: &[[f32; 3]], tolerance: f32) -> (Vec<[f32; 3]>, Vec<u32>) {
        let mut vertices: Vec<[f32; 3]> = Vec::new();
        let weld = |&point: &[f32; 3]| {
            let is_close = |vertex: &[f32; 3]| (0..3).all(|axis| (vertex[axis] - point[axis]).abs() < tolerance);
            let found = vertices.iter().position(is_close);
            found.unwrap_or_else(|| {
                vertices.push(point);
                vertices.len() - 1
            }) as u32
        };
        let became = points.iter().map(weld).collect();
        (vertices, became)
    }

    #[test]
    fn the_first_close_vertex_wins_as_in_the_slow_form() {
        // A walk through small steps, some of which are exactly as long as the tolerance.
        let mut state = 1_u32;
        let mut random = |range: u32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            state >> 8 & (range - 1)
        };
        for tolerance in [0.1, 1.1e-7] {
            let unit = tolerance / 4.0;
            let points: Vec<[f32; 3]> = (0..3000)
                .map(|_| [random(64), random(32), random(4)].map(|at| at as f32 * unit - 20.0 * unit))
                .collect();
            let mut welder = BoxWelder::new(tolerance);
            let became: Vec<u32> = points.iter().map(|point| welder.weld(*point)).collect();
            assert_eq!((welder.into_vertices(), became), naive(&points, tolerance), "{tolerance}");
        }
    }

    #[test]
    fn coordinates_far_away_are_vertices_like_others_in_cells_of_their_own() {
        let mut welder = BoxWelder::new(1.1e-7);
        let far = [1e11, -1e11, f32::MAX];
        assert_eq!([welder.weld(far), welder.weld([0.0; 3]), welder.weld(far)], [0, 1, 0]);
        assert_eq!([welder.weld([f32::INFINITY; 3]), welder.weld([f32::INFINITY; 3])], [2, 2]);
        let mut height = 5e12_f32;
        for _ in 0..100 {
            welder.weld([0.0, 0.0, height]);
            height = height.next_up();
        }
        assert!(welder.older.iter().all(|older| *older == NONE), "no vertex shares its cell with another one");
    }
}
