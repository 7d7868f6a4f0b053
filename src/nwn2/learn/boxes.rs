//! Candidates from one outline that the weld has changed: the rectangle around it, and the outline with its corners restored.
//!
//! Vertices within 0.1 m of each other on each axis become one, so a corner of a footprint may have moved onto another vertex,
//! and a side may have become two.

use crate::geometry::{Vec2, cross, distance, sub};

use super::candidate::{Candidate, Member};
use super::polygon::{bounds, is_simple, sides, without_straight};

/// How far from the side of a rectangle a side of an outline is that lies on it, in metres.
const ON_SIDE: f64 = 0.004;
/// The least share of a rectangle's side that the outline must have.
const COVERED: f64 = 0.4;
/// The longest side that the weld makes of a corner, in metres.
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

/// The rectangle around a polygon along the model's axes, if three of its sides are seen.
fn rectangle(corners: &[Vec2]) -> Option<Vec<Vec2>> {
    let [least, most] = bounds(corners);
    let size = sub(most, least);
    let seen = |axis: usize, at: f64| {
        let on = sides(corners).filter(|side| side.iter().all(|end| (end[axis] - at).abs() <= ON_SIDE));
        on.map(|[from, to]| (to[1 - axis] - from[1 - axis]).abs()).sum::<f64>() >= COVERED * size[1 - axis]
    };
    let count = [(0, least[0]), (0, most[0]), (1, least[1]), (1, most[1])].into_iter().filter(|(axis, at)| seen(*axis, *at));
    (count.count() >= 3).then(|| vec![least, [most[0], least[1]], most, [least[0], most[1]]])
}

/// The polygon with each short side replaced by the corner where its neighbours meet.
fn sharpened(corners: &[Vec2]) -> Option<Vec<Vec2>> {
    let all: Vec<[Vec2; 2]> = sides(corners).collect();
    let long: Vec<[Vec2; 2]> = all.iter().filter(|[from, to]| distance(*from, *to) > SHORT).copied().collect();
    if long.len() < 3 || long.len() == all.len() {
        return None;
    }
    let mut found = Vec::new();
    for (side, next) in long.iter().zip(long.iter().cycle().skip(1)) {
        if distance(side[1], next[0]) == 0.0 {
            found.push(side[1]);
            continue;
        }
        let meeting = meeting(*side, *next)?;
        let is_near = distance(meeting, side[1]) <= 2.0 * SHORT && distance(meeting, next[0]) <= 2.0 * SHORT;
        found.push(is_near.then_some(meeting)?);
    }
    let found = without_straight(&found);
    is_simple(&found).then_some(found)
}

/// Where the lines of two sides meet.
fn meeting([a, b]: [Vec2; 2], [c, d]: [Vec2; 2]) -> Option<Vec2> {
    let (along, other) = (sub(b, a), sub(d, c));
    let turn = cross(along, other);
    let share = cross(sub(c, a), other) / turn;
    (turn.abs() > 1e-6).then(|| [a[0] + along[0] * share, a[1] + along[1] * share])
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
        assert_eq!(sharpened(&[[0.0, 0.0], [2.0, 0.0], [0.0, 1.0]]), None);
        assert_eq!(rectangle(&[[0.0, 0.0], [2.0, 0.0], [0.0, 1.0]]), None);
    }
}
