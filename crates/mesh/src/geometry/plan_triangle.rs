//! Triangles in the plan view, wound counter-clockwise or degenerate.

use super::{Vec2, distance, dot, ends_of_side, lerp, orient2d, share_of_nearest, sub};

/// Returns whether a point lies in a triangle or on its border, exactly. A degenerate triangle contains the
/// points of its longest side.
#[inline]
pub fn contains(corners: &[Vec2; 3], at: Vec2) -> bool {
    let [a, b, c] = *corners;
    let sides = [orient2d(a, b, at), orient2d(b, c, at), orient2d(c, a, at)];
    if sides == [0.0; 3] {
        return (0..3_u8).any(|side| {
            let [from, to] = ends_of_side(corners, side);
            dot(sub(at, from), sub(at, to)) <= 0.0
        });
    }
    sides.into_iter().all(|side| side >= 0.0)
}

/// The point of a triangle that is nearest to a point outside, within rounding.
#[inline]
pub fn nearest_on_border(corners: &[Vec2; 3], at: Vec2) -> Vec2 {
    let on_sides = [0_u8, 1, 2].map(|side| nearest_between(ends_of_side(corners, side), at));
    on_sides
        .into_iter()
        .fold(on_sides[0], |best, next| if distance(next, at) < distance(best, at) { next } else { best })
}

/// The point of a segment that is nearest to a third point, within rounding.
#[inline]
pub fn nearest_between([from, to]: [Vec2; 2], at: Vec2) -> Vec2 {
    lerp(from, to, share_of_nearest(from, to, at))
}

/// The centroid of a triangle, within rounding.
#[inline]
pub fn middle(corners: &[Vec2; 3]) -> Vec2 {
    [0, 1].map(|axis| (corners[0][axis] + corners[1][axis] + corners[2][axis]) / 3.0)
}
