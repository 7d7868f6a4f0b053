//! [`Landmarks`]: lower bounds for the rest of a path, from the distances of corner points to a few landmarks.
//!
//! A search that knows only straight lines to its goal explores every branch of a cave that leads roughly there. The
//! triangle inequality gives a better bound: two points are at least as far apart as their distances to a third point
//! differ (A. Goldberg, C. Harrelson, "Computing the Shortest Path: A* Search Meets Graph Theory", SODA 2005). So each
//! connected part of the mesh has some landmarks far from each other, and each corner point knows its distance to them.

use super::portal::Portal;
use crate::geometry::{Vec2, distance};

/// The number of landmarks of each connected part.
pub const COUNT: usize = 8;
/// The rounding error of distances, as a fraction of the greatest.
const ROUNDING: f32 = 1.0 / (1 << 20) as f32;
/// The lengths of the shortest paths from the landmarks of a part.
pub type Row = [f32; COUNT];

/// The distances of all corner points.
#[derive(Clone, Debug, Default)]
pub struct Landmarks {
    /// The row of each corner point. An unknown distance is NaN, and gives no bound.
    pub rows: Vec<Row>,
}

/// Bounds on the distances from the landmarks to the goal of a search.
#[derive(Clone, Copy, Debug)]
pub struct GoalRow {
    least: Row,
    most: Row,
}

impl Default for GoalRow {
    fn default() -> Self {
        Self { least: [f32::NEG_INFINITY; COUNT], most: [f32::INFINITY; COUNT] }
    }
}

impl Landmarks {
    /// The distances of this many corner points, all unknown.
    pub fn unknown(corner_points: usize) -> Self {
        Self { rows: vec![[f32::NAN; COUNT]; corner_points] }
    }

    /// Returns the landmarks' bounds for a goal in the polygon that has these portals.
    pub fn goal(&self, portals: &[Portal], goal: Vec2) -> GoalRow {
        let [mut entered, mut most, mut past] = [[f32::INFINITY; COUNT], [f32::INFINITY; COUNT], [0.0; COUNT]];
        let mut greatest = [0.0_f32; COUNT];
        for portal in portals {
            let [a, b] = portal.vertices.map(|vertex| &self.rows[vertex as usize]);
            let [to_a, to_b] = [portal.begin(), portal.end()].map(|end| distance(end, goal) as f32);
            let width = distance(portal.begin(), portal.end()) as f32;
            for k in 0..COUNT {
                // A path enters the polygon somewhere in a portal. The farther it enters from an end of the portal, the
                // weaker that end's bound.
                let through = larger(a[k] + (to_b - width), b[k] + (to_a - width));
                entered[k] = smaller(entered[k], through);
                past[k] = larger(past[k], larger(a[k] - to_a, b[k] - to_b));
                most[k] = smaller(most[k], smaller(a[k] + to_a, b[k] + to_b));
                greatest[k] = larger(greatest[k], larger(a[k] + to_a, b[k] + to_b) + width);
            }
        }
        let rounding = greatest.map(|greatest| greatest * ROUNDING);
        let least = std::array::from_fn(|k| larger(past[k], entered[k]) - rounding[k]);
        GoalRow { least, most: std::array::from_fn(|k| most[k] + rounding[k]) }
    }

    /// The lower bound for the length of a path from a corner point to the goal.
    #[inline]
    pub fn bound(&self, corner_point: u32, goal: &GoalRow) -> f64 {
        let row = &self.rows[corner_point as usize];
        let bounds: Row = std::array::from_fn(|k| larger(row[k] - goal.most[k], goal.least[k] - row[k]));
        f64::from(bounds.into_iter().fold(0.0, larger))
    }
}

/// The larger of two numbers; the first if the second is NaN.
#[inline]
fn larger(a: f32, b: f32) -> f32 {
    if b > a { b } else { a }
}

/// The smaller of two numbers; the first if the second is NaN.
#[inline]
fn smaller(a: f32, b: f32) -> f32 {
    if b < a { b } else { a }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounding_of_distances_makes_no_bound_however_narrow_the_portal_is() {
        let distances = [1000.0, 1000.0, 1000.0_f32.next_up(), 1000.0_f32.next_down(), 1010.0];
        let landmarks = Landmarks { rows: distances.map(|distance| [distance; COUNT]).to_vec() };
        let ends = [[0.0; 2], [1.0 / 1024.0, 0.0]];
        let portal = Portal { ends, vertices: [0, 1], to: 0, twin: 0, component: 0, turns: [false; 2], fold: false };
        let goal = landmarks.goal(&[portal], portal.begin());
        let bounds = [0, 1, 2, 3, 4].map(|corner_point| landmarks.bound(corner_point, &goal));
        assert_eq!(bounds[..4], [0.0; 4]);
        assert!((9.99..10.0).contains(&bounds[4]), "{bounds:?}");
    }
}
