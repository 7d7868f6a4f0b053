//! Triangulates a contour by ear clipping, in the toolset's order.
//!
//! Source: docs/formats/trn-aswm.md#ear-clipping.
//!
//! [`exchange`](crate::exchange) and the simplification of `mesh::path` clip ears, too, each in a loop of 14 to 25 lines. They share
//! no code with this one, because the loops differ where it matters: in the order of the ears, which decides the triangles, and in
//! the points that forbid an ear. Here the rule and the rounded determinant are the toolset's; there the signs are exact.

use super::CarveOptions;
use super::clip::Point;
use super::report::FloorLossCause;
use super::steps::{Steps, TooManySteps};

/// Minimum doubled area of a convex corner, in square metres: four times the distance between 1 and the next `f32`. Real areas narrow it
/// down to between 4.0e-7 and 5.0e-7.
const MIN_TURN: f64 = 4.0 * f32::EPSILON as f64;

/// The direction of a contour, as the toolset determines it: more of its corners turn to the right, or to the left.
///
/// Contours of the clipper run clockwise, but one with a long rounded bite may have more left turns than right ones. The toolset
/// then cuts ears on the side of the bite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Vote {
    Right,
    Left,
    /// Equally many right and left turns: the toolset drops the contour.
    Even,
}

impl Vote {
    /// Counts the corners of a contour. Straight ones count for neither side.
    fn new(contour: &[Point]) -> Self {
        let n = contour.len();
        let turns = (0..n).map(|at| turn(contour[(at + n - 1) % n], contour[at], contour[(at + 1) % n]));
        let balance: i64 = turns.map(|turn| i64::from(turn > 0.0) - i64::from(turn < 0.0)).sum();
        match balance.signum() {
            -1 => Self::Right,
            1 => Self::Left,
            _ => Self::Even,
        }
    }
}

/// The rule for triangulating a contour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rule {
    /// The toolset's: the direction is [voted](Vote), and flat corners are not ears.
    Toolset,
    /// Each contour runs clockwise, and flat corners may be ears, so that no floor is lost.
    KeepFloor,
    /// Like `KeepFloor`, for a contour with holes: points occur twice in it, and points at the position of an ear's corner do not forbid
    /// the ear.
    Bridged,
}

impl Rule {
    /// The rule for contours without holes.
    pub(super) fn new(options: &CarveOptions) -> Self {
        if options.keep_floor { Self::KeepFloor } else { Self::Toolset }
    }
}

/// The result of triangulating a contour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Clipping {
    pub(super) vote: Vote,
    /// True if ear clipping consumed the whole contour. A contour that touches or crosses itself may run out of ears.
    pub(super) is_whole: bool,
}

impl Clipping {
    /// The reason why the triangles do not cover the contour; `None` if they do.
    pub(super) fn loss(self) -> Option<FloorLossCause> {
        match self.vote {
            Vote::Even => Some(FloorLossCause::EvenTurns),
            Vote::Left => Some(FloorLossCause::LeftTurns),
            Vote::Right => (!self.is_whole).then_some(FloorLossCause::NoEar),
        }
    }
}

/// Triangulates contours, with memory that it reuses.
#[derive(Debug, Default)]
pub(super) struct EarClip {
    next: Vec<u32>,
    before: Vec<u32>,
}

impl EarClip {
    /// Reports the three points of each triangle by their indices, in the direction of the contour.
    pub(super) fn clip(
        &mut self,
        contour: &[Point],
        rule: Rule,
        steps: &mut Steps<'_>,
        mut ear: impl FnMut([usize; 3]),
    ) -> Result<Clipping, TooManySteps> {
        let n = contour.len();
        if n <= 3 {
            (n == 3).then(|| ear([0, 1, 2]));
            return Ok(Clipping { vote: Vote::Right, is_whole: n == 3 });
        }
        let vote = if rule == Rule::Toolset { Vote::new(contour) } else { Vote::Right };
        if vote == Vote::Even {
            return Ok(Clipping { vote, is_whole: false });
        }
        self.next.clear();
        self.next.extend((1..n as u32).chain([0]));
        self.before.clear();
        self.before.extend([n as u32 - 1].into_iter().chain(0..n as u32 - 1));
        let (mut current, mut left, mut refused) = (0, n, 0);
        while left > 3 {
            let (before, next) = (self.before[current] as usize, self.next[current] as usize);
            if self.is_ear(contour, rule, vote, [before, current, next], steps)? {
                ear([before, current, next]);
                self.next[before] = next as u32;
                self.before[next] = before as u32;
                (current, left, refused) = (before, left - 1, 0);
            } else {
                (current, refused) = (next, refused + 1);
                if refused == left {
                    return Ok(Clipping { vote, is_whole: false });
                }
            }
        }
        ear([self.before[current] as usize, current, self.next[current] as usize]);
        Ok(Clipping { vote, is_whole: true })
    }

    /// Returns whether three neighbours turn in the direction of the contour, with no other point in the triangle or on its sides.
    fn is_ear(
        &self,
        contour: &[Point],
        rule: Rule,
        vote: Vote,
        ear: [usize; 3],
        steps: &mut Steps<'_>,
    ) -> Result<bool, TooManySteps> {
        let [before, _, next] = ear;
        let corners @ [a, b, c] = ear.map(|at| contour[at]);
        let toward = if vote == Vote::Left { 1.0 } else { -1.0 };
        let least = if rule == Rule::Toolset { MIN_TURN } else { 0.0 };
        steps.take(1)?;
        if toward * turn(a, b, c) <= least {
            return Ok(false);
        }
        let mut at = self.next[next] as usize;
        while at != before {
            let point = contour[at];
            steps.take(1)?;
            if contains(corners, toward, point) && !(rule == Rule::Bridged && corners.contains(&point)) {
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

/// Returns whether a triangle has a point inside or on its sides. It runs counter-clockwise with 1, and clockwise with -1.
fn contains([a, b, c]: [Point; 3], direction: f64, point: Point) -> bool {
    [(a, b), (b, c), (c, a)].into_iter().all(|(from, to)| direction * turn(from, to, point) >= 0.0)
}

/// Twice the signed area of a triangle: positive for one that runs counter-clockwise.
pub(super) fn turn(a: Point, b: Point, c: Point) -> f64 {
    let [[ax, ay], [bx, by], [cx, cy]] = [a, b, c].map(|point| point.map(f64::from));
    (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nwn2::carve::steps::Budget;

    fn clip(contour: &[Point], rule: Rule) -> (Vec<[usize; 3]>, Option<FloorLossCause>) {
        let (mut ears, budget) = (Vec::new(), Budget::default());
        let clipping = EarClip::default().clip(contour, rule, &mut budget.counter(), |ear| ears.push(ear)).unwrap();
        (ears, clipping.loss())
    }

    fn ears(contour: &[Point]) -> (Vec<[usize; 3]>, bool) {
        let (ears, loss) = clip(contour, Rule::Toolset);
        (ears, loss.is_none())
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
    fn a_contour_with_more_left_turns_is_cut_on_the_side_of_its_bite() {
        // A clockwise square of 4 m with a half-circle bite in the east: 7 of 13 corners turn to the left.
        let bite = [
            [4.0, 1.0],
            [3.4, 1.1],
            [2.8, 1.3],
            [2.4, 1.6],
            [2.2, 2.0],
            [2.4, 2.4],
            [2.8, 2.7],
            [3.4, 2.9],
            [4.0, 3.0],
        ];
        let mut contour = vec![[4.0, 0.0], [0.0, 0.0], [0.0, 4.0], [4.0, 4.0]];
        contour.extend(bite.into_iter().rev());
        let (by_toolset, loss) = clip(&contour, Rule::Toolset);
        assert_eq!(loss, Some(FloorLossCause::LeftTurns));
        let middle = |ear: &[usize; 3]| {
            ear.iter().map(|at| contour[*at]).fold([0.0; 2], |[x, y], [px, py]| [x + px / 3.0, y + py / 3.0])
        };
        assert!(
            !by_toolset.is_empty() && by_toolset.iter().map(middle).all(|[x, y]| x > 2.2 && (1.0..3.0).contains(&y))
        );

        let (kept, loss) = clip(&contour, Rule::KeepFloor);
        let cut: f64 = kept.iter().map(|ear| area(&ear.map(|at| contour[at]))).sum();
        assert_eq!((kept.len(), loss), (contour.len() - 2, None));
        assert!((cut - area(&contour)).abs() < 1e-9);
    }

    #[test]
    fn a_contour_with_as_many_left_turns_as_right_ones_is_dropped() {
        let contour = [[4.0, 0.0], [0.0, 0.0], [0.0, 4.0], [4.0, 4.0], [2.0, 3.5], [1.2, 2.5], [1.2, 1.5], [2.0, 0.5]];
        assert_eq!(clip(&contour, Rule::Toolset), (vec![], Some(FloorLossCause::EvenTurns)));
        assert_eq!(clip(&contour, Rule::KeepFloor).0.len(), 6);
    }

    #[test]
    fn a_corner_that_hardly_turns_is_an_ear_only_where_floor_is_kept() {
        // Twice the area is 4e-7 m² at the corners beside the last one.
        let flat = [[1.0, 0.0], [0.0, 0.0], [0.0, 4e-7], [1.0, 4e-7]];
        assert_eq!(clip(&flat, Rule::Toolset), (vec![], Some(FloorLossCause::NoEar)));
        assert_eq!(clip(&flat, Rule::KeepFloor).0.len(), 2);
        let wider = flat.map(|[x, y]| [x, y * 1.25]);
        assert_eq!(clip(&wider, Rule::Toolset).0.len(), 2);
    }

    #[test]
    fn a_contour_in_the_wrong_direction_has_no_ear_where_the_direction_is_known() {
        let square = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
        assert_eq!(clip(&square, Rule::KeepFloor), (vec![], Some(FloorLossCause::NoEar)));
        assert_eq!(clip(&square, Rule::Toolset), (vec![[3, 0, 1], [2, 3, 1]], Some(FloorLossCause::LeftTurns)));
    }

    #[test]
    fn the_area_does_not_depend_on_the_direction() {
        assert_eq!(area(&[[0.0, 0.0], [2.0, 0.0], [2.0, 1.0], [0.0, 1.0]]), 2.0);
        assert_eq!(area(&[[0.0, 1.0], [2.0, 1.0], [2.0, 0.0], [0.0, 0.0]]), 2.0);
        assert_eq!(area(&[]), 0.0);
    }
}
