//! [`Nearby`]: finds the nearest of many points, with a k-d tree.
//!
//! [`BoxTree`](crate::geometry::BoxTree) finds all points in a box, in no particular order. Here the eight nearest are needed, and far more
//! may be within reach, so this tree searches the nearer half first and stops when eight are nearer than the rest.

use arrayvec::ArrayVec;

use crate::geometry::vec3::distance_squared;

/// Maximum number of points to find.
pub(super) const MAX_FOUND: usize = 8;
/// The maximum number of points that one search examines, the points of the nearest boxes first. It bounds the work where very many points
/// are equally near.
const MAX_LOOKED_AT: usize = 512;
/// A part of the tree with at most this many points is not divided.
const LEAF: usize = 8;

/// The points that were found, with their distances: by ascending distance, then number.
pub type NearbyPoints = ArrayVec<(f64, u32), MAX_FOUND>;

/// Points in a k-d tree. A part of the list is divided at its median: on the axis of its cut, the points before the median have coordinates
/// up to the cut, and the others from the cut up.
pub struct Nearby<'p> {
    points: &'p [[f32; 3]],
    reach: f64,
    order: Vec<u32>,
    /// The cut of the part around this midpoint: the axis and the coordinate.
    cuts: Vec<(u8, f32)>,
}

impl<'p> Nearby<'p> {
    /// Builds the tree. Searches find points within `reach`. Points that are not finite are not found.
    pub fn new(points: &'p [[f32; 3]], reach: f32) -> Self {
        let is_finite = |point: &[f32; 3]| point.iter().all(|value| value.is_finite());
        let numbered = (0_u32..).zip(points).filter(|(_, point)| is_finite(point));
        let order: Vec<u32> = numbered.map(|(number, _)| number).collect();
        let cuts = vec![(0, 0.0); order.len()];
        let mut nearby = Self { points, reach: reach.into(), order, cuts };
        nearby.divide();
        nearby
    }

    fn divide(&mut self) {
        let Self { points, order, cuts, .. } = self;
        let mut open = vec![(0, order.len())];
        while let Some((start, end)) = open.pop() {
            let part = start..end;
            if part.len() <= LEAF {
                continue;
            }
            let axis = widest(points, &order[part.clone()]);
            let middle = start + part.len() / 2;
            let coordinate = |number: &u32| points[*number as usize][axis];
            order[part.clone()].select_nth_unstable_by(part.len() / 2, |a, b| coordinate(a).total_cmp(&coordinate(b)));
            cuts[middle] = (axis as u8, coordinate(&order[middle]));
            open.extend([(start, middle), (middle, end)]);
        }
    }

    /// The points within reach of a point.
    pub fn around(&self, point: [f32; 3]) -> NearbyPoints {
        let mut search = NearbySearch { nearby: self, point, found: NearbyPoints::new(), looked_at: 0 };
        search.part(0, self.order.len());
        search.found
    }
}

/// The axis with the widest spread of points.
fn widest(points: &[[f32; 3]], part: &[u32]) -> usize {
    let mut bounds = [[f32::INFINITY, f32::NEG_INFINITY]; 3];
    for number in part {
        for ([least, most], value) in bounds.iter_mut().zip(points[*number as usize]) {
            (*least, *most) = (least.min(value), most.max(value));
        }
    }
    let spread = bounds.map(|[least, most]| f64::from(most) - f64::from(least));
    (1..3).fold(0, |widest, axis| if spread[axis] > spread[widest] { axis } else { widest })
}

struct NearbySearch<'s> {
    nearby: &'s Nearby<'s>,
    point: [f32; 3],
    found: NearbyPoints,
    looked_at: usize,
}

impl NearbySearch<'_> {
    /// Searches a part of the list. The recursion depth is the logarithm of the number of points.
    fn part(&mut self, start: usize, end: usize) {
        let Nearby { order, cuts, .. } = self.nearby;
        if end - start <= LEAF {
            for &number in &order[start..end] {
                self.looked_at += 1;
                self.look_at(number);
            }
            return;
        }
        let middle = start + (end - start) / 2;
        let (axis, cut) = cuts[middle];
        let beyond = f64::from(self.point[usize::from(axis)]) - f64::from(cut);
        let [near, far] =
            if beyond < 0.0 { [(start, middle), (middle, end)] } else { [(middle, end), (start, middle)] };
        self.part(near.0, near.1);
        if beyond.abs() <= self.bound() && self.looked_at < MAX_LOOKED_AT {
            self.part(far.0, far.1);
        }
    }

    /// The distance within which a point is found.
    fn bound(&self) -> f64 {
        match self.found.last() {
            Some(&(farthest, _)) if self.found.is_full() => farthest,
            _ => self.nearby.reach,
        }
    }

    fn look_at(&mut self, number: u32) {
        let distance = distance(self.nearby.points[number as usize], self.point);
        if distance > self.nearby.reach {
            return;
        }
        let place = self.found.partition_point(|&(known, other)| (known, other) < (distance, number));
        if place == MAX_FOUND {
            return;
        }
        if self.found.is_full() {
            self.found.pop();
        }
        self.found.insert(place, (distance, number));
    }
}

pub(super) fn distance(a: [f32; 3], b: [f32; 3]) -> f64 {
    distance_squared(a.map(f64::from), b.map(f64::from)).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The same search by brute force.
    fn naive(points: &[[f32; 3]], reach: f32, point: [f32; 3]) -> Vec<(f64, u32)> {
        let all = (0..).zip(points).map(|(number, other)| (distance(*other, point), number));
        let mut found: Vec<_> = all.filter(|(distance, _)| *distance <= f64::from(reach)).collect();
        found.sort_by(|a, b| a.partial_cmp(b).expect("finite"));
        found.truncate(MAX_FOUND);
        found
    }

    proptest! {
        #[test]
        fn the_nearest_points_are_those_of_a_look_at_every_point(
            grid in proptest::collection::vec([0_i8..6, 0_i8..6, 0_i8..3], 0..300),
            point in [-1.0_f32..7.0, -1.0_f32..7.0, -1.0_f32..4.0],
            on_grid: bool,
            reach in prop_oneof![Just(0.5_f32), Just(1.0), 0.0_f32..9.0],
        ) {
            let points: Vec<_> = grid.iter().map(|point| point.map(f32::from)).collect();
            let point = if on_grid { point.map(f32::round) } else { point };
            let found = Nearby::new(&points, reach).around(point).to_vec();
            prop_assert_eq!(found, naive(&points, reach, point));
        }
    }

    #[test]
    fn points_that_are_not_finite_are_not_found() {
        let points = [[f32::NAN, 0.0, 0.0], [0.0; 3], [f32::INFINITY, 0.0, 0.0]];
        assert_eq!(Nearby::new(&points, 1.0).around([0.5, 0.0, 0.0]).as_slice(), [(0.5, 1)]);
        assert!(Nearby::new(&[], 1.0).around([0.0; 3]).is_empty());
    }

    #[test]
    fn the_widest_axis_is_that_of_the_largest_spread_wherever_the_points_lie() {
        let points = [[100.0, -5.0, 0.0], [900.0, 0.0, 0.0], [101.0, 5.0, 3.0]];
        assert_eq!(widest(&points, &[0, 2]), 1);
        assert_eq!(widest(&points, &[0, 1, 2]), 0);
    }

    /// The parts of the tree that are not divided have eight points each.
    #[test]
    fn a_search_ends_when_it_has_looked_at_the_most_points_that_it_may() {
        let points = [[1.0; 3]; 2 * MAX_LOOKED_AT];
        let nearby = Nearby::new(&points, 1.0);
        let mut search = NearbySearch { nearby: &nearby, point: [1.0; 3], found: NearbyPoints::new(), looked_at: 0 };
        search.part(0, points.len());
        assert_eq!(search.looked_at, MAX_LOOKED_AT);
    }

    /// All points are equally near, so no part of the tree can be skipped. Examining every point in each search would take minutes.
    #[test]
    fn points_on_a_sphere_are_searched_from_its_centre_in_little_time() {
        let on_sphere = |at: u32| {
            let z = (at as f32 / 200_000.0) * 2.0 - 1.0;
            let (turn, radius) = (at as f32 * 2.399_963, (1.0 - z * z).sqrt());
            [radius * turn.cos(), radius * turn.sin(), z]
        };
        let points: Vec<_> = (0..200_000).map(on_sphere).collect();
        let nearby = Nearby::new(&points, 2.0);
        let found = (0..40_000).map(|at| nearby.around([at as f32 * 1e-9, 0.0, 0.0]).len());
        assert_eq!(found.sum::<usize>(), 40_000 * MAX_FOUND);
    }
}
