//! Polygons of the plan view: area, point tests, samples, and removal of collinear corners.

use crate::geometry::plan_triangle::nearest_between;
use crate::geometry::{Vec2, cross, distance, sub};

/// Maximum distance of a collinear point from its line, in metres.
const STRAIGHT: f64 = 1.5e-3;

/// The signed area: positive where the corners run counter-clockwise.
pub(super) fn signed_area(corners: &[Vec2]) -> f64 {
    let Some(&origin) = corners.first() else { return 0.0 };
    sides(corners).map(|[from, to]| cross(sub(from, origin), sub(to, origin))).sum::<f64>() / 2.0
}

/// The sides, from each corner to the next one.
pub(super) fn sides(corners: &[Vec2]) -> impl Iterator<Item = [Vec2; 2]> + '_ {
    corners.iter().zip(corners.iter().cycle().skip(1)).map(|(from, to)| [*from, *to])
}

/// Returns whether a point lies inside, by the even-odd rule.
pub(super) fn contains(corners: &[Vec2], [x, y]: Vec2) -> bool {
    let crosses = |[[ax, ay], [bx, by]]: [Vec2; 2]| (ay > y) != (by > y) && x < ax + (y - ay) / (by - ay) * (bx - ax);
    sides(corners).filter(|side| crosses(*side)).count() % 2 == 1
}

/// The distance from a point to the nearest side.
pub(super) fn distance_to_border(corners: &[Vec2], at: Vec2) -> f64 {
    sides(corners).map(|side| distance(nearest_between(side, at), at)).fold(f64::INFINITY, f64::min)
}

/// The bounding box.
pub(super) fn bounds(corners: &[Vec2]) -> [Vec2; 2] {
    corners.iter().fold([[f64::INFINITY; 2], [f64::NEG_INFINITY; 2]], |[least, most], at| {
        [[least[0].min(at[0]), least[1].min(at[1])], [most[0].max(at[0]), most[1].max(at[1])]]
    })
}

/// The mean of the corners.
pub(super) fn middle(corners: &[Vec2]) -> Vec2 {
    let count = corners.len().max(1) as f64;
    let sum = corners.iter().fold([0.0; 2], |sum, at| [sum[0] + at[0], sum[1] + at[1]]);
    [sum[0] / count, sum[1] / count]
}

/// Returns whether no two sides cross or touch, except neighbours at their corner. It is quadratic, so the polygon must be
/// small.
pub(super) fn is_simple(corners: &[Vec2]) -> bool {
    let sides: Vec<[Vec2; 2]> = sides(corners).collect();
    let count = sides.len();
    let turn = |a: Vec2, b: Vec2, c: Vec2| crate::geometry::orient2d(a, b, c);
    // The boxes decide for sides on one line.
    let overlap = |one: [Vec2; 2], other: [Vec2; 2]| {
        let ([least, most], [other_least, other_most]) = (bounds(&one), bounds(&other));
        (0..2).all(|axis| least[axis] <= other_most[axis] && other_least[axis] <= most[axis])
    };
    let meet = |[a, b]: [Vec2; 2], [c, d]: [Vec2; 2]| {
        overlap([a, b], [c, d]) && turn(a, b, c) * turn(a, b, d) <= 0.0 && turn(c, d, a) * turn(c, d, b) <= 0.0
    };
    count >= 3
        && (0..count).all(|one| {
            (one + 1..count).all(|other| {
                let neighbours = other == one + 1 || (one == 0 && other == count - 1);
                neighbours || !meet(sides[one], sides[other])
            })
        })
}

/// The corners without collinear and repeated ones.
pub(super) fn without_straight(corners: &[Vec2]) -> Vec<Vec2> {
    let middle = middle(corners);
    let far = |index: &usize| distance(corners[*index], middle);
    // The corner farthest from the middle is a corner of the hull, so it stays.
    let Some(start) = (0..corners.len()).max_by(|a, b| far(a).total_cmp(&far(b))) else { return Vec::new() };
    let mut kept: Vec<Vec2> = vec![corners[start]];
    let is_straight =
        |before: Vec2, at: Vec2, after: Vec2| distance(nearest_between([before, after], at), at) <= STRAIGHT;
    for step in 1..=corners.len() {
        let next = corners[(start + step) % corners.len()];
        while kept.len() >= 2 && is_straight(kept[kept.len() - 2], kept[kept.len() - 1], next) {
            kept.pop();
        }
        if distance(kept[kept.len() - 1], next) > STRAIGHT {
            kept.push(next);
        }
    }
    // The first corner is repeated at the end.
    if kept.len() > 1 && distance(kept[0], kept[kept.len() - 1]) <= STRAIGHT {
        kept.pop();
    }
    kept
}

/// Points inside, on a lattice of at most 7 by 7, and as far from the border as the polygon's size allows, up to `margin`.
pub(super) fn samples(corners: &[Vec2], margin: f64) -> Vec<Vec2> {
    const ACROSS: usize = 7;
    let [least, most] = bounds(corners);
    let at = |axis: usize, step: usize| least[axis] + (most[axis] - least[axis]) * (step as f64 + 0.5) / ACROSS as f64;
    let lattice = (0..ACROSS * ACROSS).map(|index| [at(0, index % ACROSS), at(1, index / ACROSS)]);
    let inside: Vec<(Vec2, f64)> = lattice
        .filter(|point| contains(corners, *point))
        .map(|point| (point, distance_to_border(corners, point)))
        .collect();
    let deepest = inside.iter().map(|(_, depth)| *depth).fold(0.0, f64::max);
    let margin = margin.min(deepest * 0.7);
    inside.into_iter().filter(|(_, depth)| *depth >= margin).map(|(point, _)| point).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const ELL: [Vec2; 6] = [[0.0, 0.0], [4.0, 0.0], [4.0, 1.0], [1.0, 1.0], [1.0, 3.0], [0.0, 3.0]];

    #[test]
    fn a_point_as_high_as_corners_is_inside_by_parity() {
        let diamond = [[0.0, -1.0], [1.0, 0.0], [0.0, 1.0], [-1.0, 0.0]];
        let is_inside = |x| contains(&diamond, [x, 0.0]);
        assert_eq!([-1.5, -0.5, 0.0, 0.5, 1.5].map(is_inside), [false, true, true, true, false]);
    }

    #[test]
    fn samples_lie_in_the_middles_of_a_lattice() {
        let square = [[0.0, 0.0], [7.0, 0.0], [7.0, 7.0], [0.0, 7.0]];
        let found = samples(&square, 0.0);
        assert_eq!((found.len(), found.first(), found.last()), (49, Some(&[0.5, 0.5]), Some(&[6.5, 6.5])));
    }

    #[test]
    fn an_ell_has_its_area_and_its_inside() {
        assert_eq!(signed_area(&ELL), 6.0);
        assert!(contains(&ELL, [0.5, 2.0]) && !contains(&ELL, [2.0, 2.0]));
        assert!(samples(&ELL, 0.1).iter().all(|at| contains(&ELL, *at) && distance_to_border(&ELL, *at) >= 0.1));
        assert!(samples(&ELL, 0.1).len() > 10 && is_simple(&ELL));
        assert!(!is_simple(&[[0.0, 0.0], [1.0, 1.0], [1.0, 0.0], [0.0, 1.0]]));
    }

    #[test]
    fn points_on_straight_sides_are_no_corners_wherever_the_list_begins() {
        let mut points = Vec::new();
        for [from, to] in sides(&ELL) {
            points.extend([from, crate::geometry::lerp(from, to, 0.3), crate::geometry::lerp(from, to, 0.8)]);
        }
        for start in 0..points.len() {
            points.rotate_left(1);
            let mut kept = without_straight(&points);
            kept.sort_by(|a, b| a.partial_cmp(b).unwrap());
            let mut corners = ELL.to_vec();
            corners.sort_by(|a, b| a.partial_cmp(b).unwrap());
            assert_eq!(kept, corners, "{start}");
        }
    }
}
