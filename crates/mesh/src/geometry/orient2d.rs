//! [`orient2d`]: the side of a line on which a point lies. The sign is exact, so that no walk or path contradicts itself
//! where three points are nearly collinear.
//!
//! The crate `robust` computes the exact sign, by Shewchuk's predicates. The filter in front of it is inlined into the
//! callers, where it takes 6 ns; a call of `robust` takes 25 ns even if the three points are far from collinear.

use robust::Coord;

use super::{Vec2, lerp};

/// The rounding error of the plain determinant is at most this times the sum of its two products' sizes.
const BOUND: f64 = (3.0 + 16.0 * HALF_ULP) * HALF_ULP;
const HALF_ULP: f64 = f64::EPSILON / 2.0;

/// Positive if `c` lies left of the line from `a` to `b`, negative if it lies right, zero exactly if the three are
/// collinear. The sign is exact for all numbers up to 1e70; the value is twice the triangle's area, rounded.
#[inline]
pub fn orient2d(a: Vec2, b: Vec2, c: Vec2) -> f64 {
    let left = (b[0] - a[0]) * (c[1] - a[1]);
    let right = (b[1] - a[1]) * (c[0] - a[0]);
    let det = left - right;
    if det.abs() >= BOUND * (left.abs() + right.abs()) { det } else { orient2d_nearly_in_line(a, b, c) }
}

#[cold]
fn orient2d_nearly_in_line(a: Vec2, b: Vec2, c: Vec2) -> f64 {
    // `robust` subtracts the last point from the others.
    let [b, c, a] = [b, c, a].map(|[x, y]| Coord { x, y });
    robust::orient2d(b, c, a)
}

/// The intersection of two segments, if it lies within both.
pub fn crossing([a, b]: [Vec2; 2], [c, d]: [Vec2; 2]) -> Option<Vec2> {
    let [of_c, of_d] = [c, d].map(|end| orient2d(a, b, end));
    let [of_a, of_b] = [a, b].map(|end| orient2d(c, d, end));
    (of_c * of_d < 0.0 && of_a * of_b < 0.0).then(|| lerp(a, b, of_a / (of_a - of_b)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The same sign, computed with integers: a coordinate is `n * 2^-shift`.
    fn orient2d_by_integers(points: [[i64; 2]; 3]) -> i128 {
        let [a, b, c] = points.map(|p| p.map(i128::from));
        (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    }

    fn sign(value: f64) -> i32 {
        if value == 0.0 { 0 } else { value.signum() as i32 }
    }

    proptest! {
        /// Points that are nearly collinear, with up to 50 bits each, which no plain determinant can distinguish.
        #[test]
        fn agrees_with_integers(
            a in prop::array::uniform2(-(1_i64 << 50)..1 << 50),
            d in prop::array::uniform2(-(1_i64 << 20)..1 << 20),
            (s, t) in (1_i64..1 << 28, 1_i64..1 << 28),
            off in prop::array::uniform2(-1_i64..2),
            shift in 0..60_i32,
        ) {
            let b = [a[0] + d[0] * s, a[1] + d[1] * s];
            let c = [a[0] + d[0] * t + off[0], a[1] + d[1] * t + off[1]];
            let points = [a, b, c];
            let scale = 2.0_f64.powi(-shift);
            let [fa, fb, fc] = points.map(|p| p.map(|n| n as f64 * scale));
            prop_assert_eq!(sign(orient2d(fa, fb, fc)), orient2d_by_integers(points).signum() as i32);
        }

        /// Coordinates of very different sizes, whose differences do not fit f64.
        #[test]
        fn turning_the_points_round_keeps_the_sign(values in prop::array::uniform6((-1.0_f32..1.0, -40..40_i32))) {
            let [ax, ay, bx, by, cx, cy] = values.map(|(m, e)| f64::from(m * 2.0_f32.powi(e)));
            let (a, b, c) = ([ax, ay], [bx, by], [cx, cy]);
            let here = sign(orient2d(a, b, c));
            prop_assert_eq!(here, sign(orient2d(b, c, a)));
            prop_assert_eq!(here, sign(orient2d(c, a, b)));
            prop_assert_eq!(here, -sign(orient2d(b, a, c)));
        }
    }
}
