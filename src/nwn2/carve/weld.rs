//! Merges vertices into an earlier one close to them.

use arrayvec::ArrayVec;
use foldhash::{HashMap, HashMapExt};

use crate::work::round;

/// A list of vertices in which no two are close to each other: within the tolerance on all three axes.
#[derive(Debug)]
pub(super) struct BoxWelder {
    vertices: Vec<[f32; 3]>,
    grid: PointGrid,
}

impl BoxWelder {
    pub(super) fn new(tolerance: f32) -> Self {
        Self { vertices: Vec::new(), grid: PointGrid::new(tolerance) }
    }

    /// Returns the first vertex that is close to a point, or makes the point a vertex.
    pub(super) fn weld(&mut self, point: [f32; 3]) -> u32 {
        self.grid.first_close(point, |vertex| self.vertices[vertex as usize]).unwrap_or_else(|| {
            self.vertices.push(point);
            self.grid.push(point)
        })
    }

    /// The vertices, in the order of insertion.
    pub(super) fn vertices(&self) -> &[[f32; 3]] {
        &self.vertices
    }

    /// Returns the vertices.
    pub(super) fn into_vertices(self) -> Vec<[f32; 3]> {
        self.vertices
    }
}

/// Points by their cells in a grid, whose cells are a few tolerances wide. Points are numbered from 0. A
/// [`BoxTree`](crate::geometry::BoxTree) is built once for points that are all known; here points are added and moved between
/// searches.
#[derive(Debug)]
pub(super) struct PointGrid {
    tolerance: f32,
    /// The newest point in each cell.
    newest: HashMap<[u64; 3], u32>,
    /// For each point an older one in the same cell.
    older: Vec<u32>,
}

/// Marks the end of a list of older points.
const NONE: u32 = u32::MAX;

impl PointGrid {
    pub(super) fn new(tolerance: f32) -> Self {
        Self { tolerance, newest: HashMap::new(), older: Vec::new() }
    }

    /// Adds a point and returns its index.
    pub(super) fn push(&mut self, point: [f32; 3]) -> u32 {
        let number = self.older.len() as u32;
        self.older.push(NONE);
        self.link(number, self.cell(point));
        number
    }

    /// Moves a point.
    pub(super) fn shift(&mut self, number: u32, from: [f32; 3], to: [f32; 3]) {
        let [from, to] = [self.cell(from), self.cell(to)];
        if from != to {
            self.unlink(number, from);
            self.link(number, to);
        }
    }

    fn link(&mut self, number: u32, cell: [u64; 3]) {
        self.older[number as usize] = self.newest.insert(cell, number).unwrap_or(NONE);
    }

    fn unlink(&mut self, number: u32, cell: [u64; 3]) {
        let Some(newest) = self.newest.get_mut(&cell) else { return };
        let older = self.older[number as usize];
        if *newest == number {
            *newest = older;
            return;
        }
        let mut at = *newest;
        while at != NONE {
            round();
            let next = self.older[at as usize];
            if next == number {
                self.older[at as usize] = older;
                return;
            }
            at = next;
        }
    }

    /// The first point, in index order, that is close to a position.
    pub(super) fn first_close(&self, place: [f32; 3], position: impl Fn(u32) -> [f32; 3]) -> Option<u32> {
        let mut first = NONE;
        let [xs, ys, zs] = place.map(|at| self.cells_around(f64::from(at)));
        for &x in &xs {
            for &y in &ys {
                for &z in &zs {
                    let mut at = self.newest.get(&[x, y, z]).copied().unwrap_or(NONE);
                    while at != NONE {
                        round();
                        if at < first && is_close(position(at), place, self.tolerance) {
                            first = at;
                        }
                        at = self.older[at as usize];
                    }
                }
            }
        }
        (first != NONE).then_some(first)
    }

    /// Maximum distance of a close point on an axis: more than the tolerance, because differences are rounded.
    fn reach(&self) -> f64 {
        f64::from(self.tolerance) * 1.01
    }

    /// The one or two cells on an axis in which points close to a position can be.
    fn cells_around(&self, at: f64) -> ArrayVec<u64, 2> {
        let [low, high] = [-self.reach(), self.reach()].map(|by| self.cell_of(at + by));
        [low, high].into_iter().take(if low == high { 1 } else { 2 }).collect()
    }

    fn cell(&self, point: [f32; 3]) -> [u64; 3] {
        point.map(|at| self.cell_of(f64::from(at)))
    }

    /// The bits of the cell's number on an axis. It stays a float, so that distant positions, which are frequent on steep planes, have
    /// separate cells.
    fn cell_of(&self, at: f64) -> u64 {
        // The sum has no negative zero.
        ((at / (4.0 * f64::from(self.tolerance))).floor() + 0.0).to_bits()
    }
}

/// Returns whether two points are closer than a tolerance on each axis.
fn is_close(point: [f32; 3], other: [f32; 3], tolerance: f32) -> bool {
    point.into_iter().zip(other).all(|(at, other)| at == other || (at - other).abs() < tolerance)
}

/// Returns whether two corners of a triangle are the same vertex.
pub(super) fn is_collapsed([a, b, c]: [u32; 3]) -> bool {
    a == b || b == c || c == a
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The slow form: it examines every vertex.
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
        // A walk of small steps, some of which are exactly as long as the tolerance.
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
        assert!(welder.grid.older.iter().all(|older| *older == NONE), "no vertex shares its cell with another one");
    }
}
