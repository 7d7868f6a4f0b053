//! Contours with holes: a cutter lies wholly inside a triangle.
//!
//! The toolset's triangulation of these is unknown. This is our own rule: each hole is joined to the contour around it by
//! a bridge, the shortest line from a point of one to a point of the other that crosses no side of either. As a tie-break the first point
//! of the contour wins, then the first point of the hole.

use super::clip::{Contours, Point};
use super::ears::turn;
use super::steps::{Steps, TooManySteps};

/// A contour without holes.
#[derive(Debug)]
pub(super) struct Bridged {
    pub(super) points: Vec<Point>,
    /// True if a hole was joined to it, so that points occur twice.
    pub(super) is_bridged: bool,
}

/// The contours, each joined with the holes in it.
///
/// A hole that cannot be joined is not cut. This only happens to a hole outside every contour, or with tens of thousands of points.
pub(super) fn bridge(contours: &Contours, steps: &mut Steps<'_>) -> Result<Vec<Bridged>, TooManySteps> {
    let outer = contours.iter().filter(|(_, is_hole)| !is_hole);
    let mut parts: Vec<Bridged> =
        outer.map(|(points, _)| Bridged { points: points.to_vec(), is_bridged: false }).collect();
    let mut holes: Vec<&[Point]> = contours.iter().filter(|(_, is_hole)| *is_hole).map(|(points, _)| points).collect();
    // The hole that extends farthest to the right comes first: no other hole lies between it and the contour.
    let right = |points: &[Point]| points.iter().map(|point| point[0]).fold(f32::NEG_INFINITY, f32::max);
    holes.sort_by(|a, b| right(b).total_cmp(&right(a)));
    let points: usize = contours.iter().map(|(points, _)| points.len()).sum();
    for (index, hole) in holes.iter().enumerate() {
        steps.take(points)?;
        let around = contours.iter().filter(|(_, is_hole)| !is_hole).position(|(points, _)| contains(points, hole[0]));
        let Some(part) = around.and_then(|index| parts.get_mut(index)) else { continue };
        if let Some((at, start)) = shortest(&part.points, hole, &holes[index + 1..], steps)? {
            let there_and_back = hole[start..].iter().chain(&hole[..=start]).chain([&part.points[at]]);
            let joined: Vec<Point> =
                part.points[..=at].iter().chain(there_and_back).chain(&part.points[at + 1..]).copied().collect();
            *part = Bridged { points: joined, is_bridged: true };
        }
    }
    Ok(parts)
}

/// Maximum number of pairs of points that are examined for a bridge.
const MAX_PAIRS: usize = 1 << 20;

/// The end points of the bridge between a contour and a hole in it.
fn shortest(
    contour: &[Point],
    hole: &[Point],
    others: &[&[Point]],
    steps: &mut Steps<'_>,
) -> Result<Option<(usize, usize)>, TooManySteps> {
    let count = contour.len().saturating_mul(hole.len());
    if count > MAX_PAIRS {
        return Ok(None);
    }
    steps.take(count)?;
    let mut pairs = Vec::with_capacity(contour.len() * hole.len());
    for (at, a) in contour.iter().enumerate() {
        pairs.extend(hole.iter().enumerate().map(|(start, b)| (distance(*a, *b), at, start)));
    }
    pairs.sort_by(|(a, ..), (b, ..)| a.total_cmp(b));
    let rings = || [contour, hole].into_iter().chain(others.iter().copied());
    let points = rings().map(<[Point]>::len).sum();
    // The shortest pair is free except where contours touch, so only a few are examined.
    for &(_, at, start) in pairs.iter().take(FEW) {
        steps.take(points)?;
        let bridge = [contour[at], hole[start]];
        if rings().flat_map(sides).all(|side| !meet(bridge, side)) && leads_inside(contour, at, bridge[1]) {
            return Ok(Some((at, start)));
        }
    }
    Ok(None)
}

/// Maximum number of bridges that are tried.
const FEW: usize = 64;

/// Returns whether a line from a point of a clockwise contour starts towards its inside. This matters where the contour passes the same
/// point twice, at the end of another bridge.
fn leads_inside(contour: &[Point], at: usize, to: Point) -> bool {
    let n = contour.len();
    let [before, here, after] = [contour[(at + n - 1) % n], contour[at], contour[(at + 1) % n]];
    let [from_side, to_side] = [turn(before, here, to) <= 0.0, turn(here, after, to) <= 0.0];
    if turn(before, here, after) <= 0.0 { from_side && to_side } else { from_side || to_side }
}

fn distance([ax, ay]: Point, [bx, by]: Point) -> f64 {
    let [dx, dy] = [f64::from(bx) - f64::from(ax), f64::from(by) - f64::from(ay)];
    dx * dx + dy * dy
}

/// The sides of a contour.
fn sides(points: &[Point]) -> impl Iterator<Item = [Point; 2]> {
    points.iter().enumerate().map(|(index, &point)| [point, points[(index + 1) % points.len()]])
}

/// Returns whether two lines meet at a point other than a shared end.
fn meet([a, b]: [Point; 2], [c, d]: [Point; 2]) -> bool {
    let is_shared = |point: Point| point == a || point == b;
    let [c_side, d_side] = [turn(a, b, c), turn(a, b, d)];
    let [a_side, b_side] = [turn(c, d, a), turn(c, d, b)];
    match (is_shared(c), is_shared(d)) {
        (true, true) => false,
        // The other end may lie on the bridge.
        (true, false) => d_side == 0.0 && is_between(a, b, d),
        (false, true) => c_side == 0.0 && is_between(a, b, c),
        (false, false) => c_side * d_side <= 0.0 && a_side * b_side <= 0.0,
    }
}

/// Returns whether a point on the line through two others lies between them.
fn is_between(a: Point, b: Point, point: Point) -> bool {
    (0..2).all(|axis| (a[axis].min(b[axis])..=a[axis].max(b[axis])).contains(&point[axis]))
}

/// Returns whether a point is inside a contour, by the even-odd rule.
fn contains(contour: &[Point], [x, y]: Point) -> bool {
    let crosses = |[a, b]: &[Point; 2]| (a[1] > y) != (b[1] > y) && (turn(*a, *b, [x, y]) > 0.0) == (b[1] > a[1]);
    sides(contour).filter(crosses).count() % 2 == 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nwn2::carve::clip::{Clipper, Operation};
    use crate::nwn2::carve::ears::{EarClip, Rule};
    use crate::nwn2::carve::oracle::{self, Random};
    use crate::nwn2::carve::steps::Budget;

    fn without(outer: &[Point], holes: &[Vec<Point>]) -> Contours {
        let mut clipper = Clipper::default();
        clipper.add_subject(outer);
        holes.iter().for_each(|hole| clipper.add_clip(hole));
        let mut contours = Contours::default();
        clipper.run(Operation::Difference, &mut contours, &mut Budget::default().counter()).unwrap();
        contours
    }

    #[test]
    fn a_bridged_contour_is_cut_into_triangles_of_its_area() {
        let mut random = Random::new(8);
        let outer = [[-1.0, -1.0], [9.0, -0.5], [8.5, 9.0], [4.0, 9.5], [-0.5, 8.0]];
        for case in 0..200 {
            // A hole in some of the cells of a grid, so that no two touch.
            let cells = (0..9).filter(|_| random.below(2) == 0).collect::<Vec<usize>>();
            let triangle = |cell: usize| -> Vec<Point> {
                let [x, y] = [(cell % 3) as f32 * 2.5, (cell / 3) as f32 * 2.5];
                (0..3).map(|_| [x + random.unit() * 2.0, y + random.unit() * 2.0]).collect()
            };
            let holes: Vec<Vec<Point>> = cells.into_iter().map(triangle).collect();
            let contours = without(&outer, &holes);
            let expected: f64 = contours.iter().map(|(points, _)| -oracle::signed_area(points)).sum();
            let (mut area, budget) = (0.0, Budget::default());
            for part in bridge(&contours, &mut budget.counter()).unwrap() {
                assert_eq!(part.is_bridged, !holes.is_empty());
                let add = |ear: [usize; 3]| area -= oracle::signed_area(&ear.map(|at| part.points[at]));
                let clipping =
                    EarClip::default().clip(&part.points, Rule::Bridged, &mut budget.counter(), add).unwrap();
                assert!(clipping.is_whole, "case {case}: {holes:?}");
            }
            assert!((area - expected).abs() < 1e-4, "case {case}: {area} of {expected}, {holes:?}");
        }
    }

    #[test]
    fn the_bridge_is_the_shortest_line_that_crosses_nothing() {
        let outer = [[0.0, 0.0], [9.0, 0.0], [9.0, 9.0], [0.0, 9.0]];
        let contours = without(&outer, &[vec![[1.0, 1.0], [2.0, 1.0], [2.0, 2.0], [1.0, 2.0]]]);
        let budget = Budget::default();
        let [part] = &bridge(&contours, &mut budget.counter()).unwrap()[..] else { panic!("one part") };
        let at = |point: Point| part.points.iter().filter(|other| **other == point).count();
        assert_eq!((part.points.len(), at([0.0, 0.0]), at([1.0, 1.0]), at([2.0, 2.0])), (10, 2, 2, 1));
    }

    #[test]
    fn a_point_as_high_as_corners_is_inside_by_parity() {
        let diamond = [[0.0, -1.0], [1.0, 0.0], [0.0, 1.0], [-1.0, 0.0]];
        let is_inside = |x| contains(&diamond, [x, 0.0]);
        assert_eq!([-1.5, -0.5, 0.0, 0.5, 1.5].map(is_inside), [false, true, true, true, false]);
    }
}
