//! Cuts a contour into triangles by its ears, in the order in which the toolset does.
//!
//! Source: docs/formats/trn-aswm.md#ear-clipping.
//!
//! [`exchange`](crate::exchange) and the simplification of `mesh::path` clip ears, too, each in a loop of 14 to 25 lines. They share
//! no code with this one, because the loops differ in what matters: in the order of the ears, which decides the triangles,
//! and in the points that forbid an ear. Here both are the toolset's, with its rounded determinant; there the signs are exact.

use super::clip::Point;
use super::steps::{Steps, TooManySteps};

/// Cuts clockwise contours into triangles, with memory that it uses again.
#[derive(Debug, Default)]
pub(super) struct EarClip {
    next: Vec<u32>,
    before: Vec<u32>,
}

impl EarClip {
    /// Reports the three points of each triangle by their indices, clockwise. Returns whether the whole contour was cut
    /// into triangles: a contour that touches or crosses itself may have no ear.
    ///
    /// In a bridged contour points occur twice, so that points at the place of an ear's corner do not count there.
    pub(super) fn clip(
        &mut self,
        contour: &[Point],
        is_bridged: bool,
        steps: &mut Steps<'_>,
        mut ear: impl FnMut([usize; 3]),
    ) -> Result<bool, TooManySteps> {
        let n = contour.len();
        if n <= 3 {
            (n == 3).then(|| ear([0, 1, 2]));
            return Ok(n == 3);
        }
        self.next.clear();
        self.next.extend((1..n as u32).chain([0]));
        self.before.clear();
        self.before.extend([n as u32 - 1].into_iter().chain(0..n as u32 - 1));
        let (mut current, mut left, mut refused) = (0, n, 0);
        while left > 3 {
            let (before, next) = (self.before[current] as usize, self.next[current] as usize);
            if self.is_ear(contour, is_bridged, [before, current, next], steps)? {
                ear([before, current, next]);
                self.next[before] = next as u32;
                self.before[next] = before as u32;
                (current, left, refused) = (before, left - 1, 0);
            } else {
                (current, refused) = (next, refused + 1);
                if refused == left {
                    return Ok(false);
                }
            }
        }
        ear([self.before[current] as usize, current, self.next[current] as usize]);
        Ok(true)
    }

    /// Whether three neighbours turn to the right, with no other point in the triangle or on its sides.
    fn is_ear(
        &self,
        contour: &[Point],
        is_bridged: bool,
        ear: [usize; 3],
        steps: &mut Steps<'_>,
    ) -> Result<bool, TooManySteps> {
        let [before, _, next] = ear;
        let corners @ [a, b, c] = ear.map(|at| contour[at]);
        steps.take(1)?;
        if turn(a, b, c) >= 0.0 {
            return Ok(false);
        }
        let mut at = self.next[next] as usize;
        while at != before {
            let point = contour[at];
            steps.take(1)?;
            if contains(corners, point) && !(is_bridged && corners.contains(&point)) {
                return Ok(false);
            }
            at = self.next[at] as usize;
        }
        Ok(true)
    }
}

/// The area that a contour encloses, in either direction.
pub(super) fn area(contour: &[Point]) -> f64 {
    let Some((&first, rest)) = contour.split_first() else { return 0.0 };
    let twice: f64 = rest.windows(2).map(|pair| turn(first, pair[0], pair[1])).sum();
    twice.abs() / 2.0
}

/// Whether a clockwise triangle has a point inside or on its sides.
fn contains([a, b, c]: [Point; 3], point: Point) -> bool {
    turn(a, b, point) <= 0.0 && turn(b, c, point) <= 0.0 && turn(c, a, point) <= 0.0
}

/// Twice the area of a triangle: positive for one that runs counter-clockwise.
pub(super) fn turn(a: Point, b: Point, c: Point) -> f64 {
    let [[ax, ay], [bx, by], [cx, cy]] = [a, b, c].map(|point| point.map(f64::from));
    (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nwn2::carve::steps::Budget;

    fn ears(contour: &[Point]) -> (Vec<[usize; 3]>, bool) {
        let mut ears = Vec::new();
        let budget = Budget::default();
        let is_whole = EarClip::default().clip(contour, false, &mut budget.counter(), |ear| ears.push(ear)).unwrap();
        (ears, is_whole)
    }

    #[test]
    fn a_triangle_keeps_its_order_and_a_square_starts_with_its_last_point() {
        let square = [[1.0, 0.0], [0.0, 0.0], [0.0, 1.0], [1.0, 1.0]];
        assert_eq!(ears(&square[..3]), (vec![[0, 1, 2]], true));
        assert_eq!(ears(&square), (vec![[3, 0, 1], [2, 3, 1]], true));
        assert_eq!(ears(&square[..2]), (vec![], false));
    }

    #[test]
    fn after_an_ear_the_point_before_it_is_next() {
        // A pentagon with a dent at point 4: the ears are found around it.
        let dented = [[2.0, 0.0], [0.0, 0.0], [0.0, 2.0], [2.0, 2.0], [0.5, 1.0]];
        assert_eq!(ears(&dented), (vec![[4, 0, 1], [4, 1, 2], [3, 4, 2]], true));
    }

    #[test]
    fn a_point_on_the_side_of_an_ear_counts_as_inside() {
        let touching = [[2.0, 0.0], [0.0, 0.0], [0.0, 2.0], [1.0, 1.0], [1.5, 2.0], [1.0, 1.0]];
        let (_, is_whole) = ears(&touching);
        assert!(!is_whole);
    }

    #[test]
    fn a_contour_in_the_wrong_direction_has_no_ear() {
        assert_eq!(ears(&[[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]), (vec![], false));
    }

    #[test]
    fn the_area_does_not_depend_on_the_direction() {
        assert_eq!(area(&[[0.0, 0.0], [2.0, 0.0], [2.0, 1.0], [0.0, 1.0]]), 2.0);
        assert_eq!(area(&[[0.0, 1.0], [2.0, 1.0], [2.0, 0.0], [0.0, 0.0]]), 2.0);
        assert_eq!(area(&[]), 0.0);
    }
}
