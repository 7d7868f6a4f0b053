//! Candidates from one outline that the weld has changed: its bounding rectangle, and the outline with its corners restored.
//!
//! Vertices within 0.1 m of each other on each axis are merged, so a corner of a footprint may have moved onto another vertex,
//! and a side may have become two.

use crate::geometry::{Vec2, cross, distance, dot, sub};

use super::candidate::{Candidate, Member};
use super::polygon::{bounds, distance_to_border, is_simple, sides, without_straight};

/// Maximum distance from the side of a rectangle to a side of an outline that lies on it, in metres.
const ON_SIDE: f64 = 0.004;
/// Minimum share of a rectangle's side that the outline must cover.
const COVERED: f64 = 0.4;
/// Maximum length of a side into which the weld turns a corner, in metres.
const SHORT: f64 = 0.15;

/// The candidates from the outline of a member.
pub(super) fn candidates(member: &Member) -> impl Iterator<Item = Candidate> {
    let found = [rectangle(&member.corners), sharpened(&member.corners)];
    let member = member.clone();
    found.into_iter().flatten().map(move |polygon| {
        let corners = polygon.clone();
        let members = vec![Member { placing: member.placing, outline: None, corners }];
        Candidate { polygon, members, spread: 0.0 }
    })
}

/// The bounding rectangle of a polygon along the model's axes, if three of its sides are visible.
fn rectangle(corners: &[Vec2]) -> Option<Vec<Vec2>> {
    let [least, most] = bounds(corners);
    let size = sub(most, least);
    let seen = |axis: usize, at: f64| {
        let on = sides(corners).filter(|side| side.iter().all(|end| (end[axis] - at).abs() <= ON_SIDE));
        on.map(|[from, to]| (to[1 - axis] - from[1 - axis]).abs()).sum::<f64>() >= COVERED * size[1 - axis]
    };
    let count =
        [(0, least[0]), (0, most[0]), (1, least[1]), (1, most[1])].into_iter().filter(|(axis, at)| seen(*axis, *at));
    (count.count() >= 3).then(|| vec![least, [most[0], least[1]], most, [least[0], most[1]]])
}

/// The polygon with straightened sides: short sides are left out, almost collinear sides are merged, and the corners are the
/// intersections of the sides.
fn sharpened(corners: &[Vec2]) -> Option<Vec<Vec2>> {
    let count = corners.len();
    let mut parts: Vec<[Vec2; 2]> = Vec::new();
    for side in sides(corners).filter(|[from, to]| distance(*from, *to) > SHORT) {
        match parts.last_mut() {
            Some(last) if hardly_turns(*last, side) => *last = longer(*last, side),
            _ => parts.push(side),
        }
    }
    while parts.len() > 1 && hardly_turns(parts[parts.len() - 1], parts[0]) {
        parts[0] = longer(parts[0], parts.pop()?);
    }
    if parts.len() < 3 || parts.len() == count {
        return None;
    }
    let mut found = Vec::new();
    for (side, next) in parts.iter().zip(parts.iter().cycle().skip(1)) {
        let corner = if distance(side[1], next[0]) == 0.0 { side[1] } else { meeting(*side, *next) };
        found.push(corner);
    }
    let found = without_straight(&found);
    // Each corner is near an original one, on one of its sides.
    let is_near = |at: &Vec2| distance_to_border(corners, *at) <= 2.0 * SHORT;
    (found.iter().all(is_near) && is_simple(&found)).then_some(found)
}

/// Maximum bend of a straight side at a point that the weld has moved, as a sine: 12 degrees.
const TURN: f64 = 0.2;

fn hardly_turns([a, b]: [Vec2; 2], [c, d]: [Vec2; 2]) -> bool {
    let (along, other) = (sub(b, a), sub(d, c));
    dot(along, other) > 0.0 && cross(along, other).abs() <= TURN * distance(a, b) * distance(c, d)
}

fn longer(one: [Vec2; 2], other: [Vec2; 2]) -> [Vec2; 2] {
    if distance(other[0], other[1]) > distance(one[0], one[1]) { other } else { one }
}

/// The intersection of the lines of two sides; far away or not finite for parallel sides.
fn meeting([a, b]: [Vec2; 2], [c, d]: [Vec2; 2]) -> Vec2 {
    let (along, other) = (sub(b, a), sub(d, c));
    let share = cross(sub(c, a), other) / cross(along, other);
    [a[0] + along[0] * share, a[1] + along[1] * share]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_corner_that_the_weld_has_moved_is_restored() {
        let moved = [[0.0, 0.0], [2.0, 0.0], [2.0, 0.95], [1.0, 1.0], [0.0, 1.0]];
        assert_eq!(rectangle(&moved), Some(vec![[0.0, 0.0], [2.0, 0.0], [2.0, 1.0], [0.0, 1.0]]));
        let cut = [[0.0, 0.0], [2.0, 0.5], [1.9, 1.4], [1.85, 1.5], [0.0, 1.0]];
        let sharp = sharpened(&cut).unwrap();
        assert_eq!(sharp.len(), 4);
        assert!(sharp.contains(&[0.0, 0.0]) && sharp.contains(&[2.0, 0.5]) && sharp.contains(&[0.0, 1.0]));
        let bent = [[0.0, 0.0], [2.0, 0.0], [2.05, 1.0], [1.0, 0.95], [0.0, 0.95]];
        assert_eq!(sharpened(&bent).map(|sharp| sharp.len()), Some(4));
        assert_eq!(sharpened(&[[0.0, 0.0], [2.0, 0.0], [0.0, 1.0]]), None);
        // Without the short side on the right, two sides are parallel and never meet.
        assert_eq!(sharpened(&[[0.0, 0.0], [2.0, 0.0], [2.0, 0.1], [0.0, 0.1], [-1.0, 0.05]]), None);
        assert_eq!(rectangle(&[[0.0, 0.0], [2.0, 0.0], [0.0, 1.0]]), None);
        let seen_to = |y: f64| rectangle(&[[0.0, 0.0], [4.0, 0.0], [4.0, y], [2.0, 3.0], [0.0, 4.0]]);
        assert!(seen_to(1.0).is_none() && seen_to(2.0).is_some(), "a side counts from two fifths on");
    }
}
