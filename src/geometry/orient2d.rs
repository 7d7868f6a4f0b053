//! [`orient2d`]: on which side of a line a point lies. The sign is exact, so that no walk and no path contradicts
//! itself where three points are nearly in line.
//!
//! Source of the method: J. R. Shewchuk, "Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric
//! Predicates" (1997): a fast determinant with a bound on its error, and an exact sum where the bound does not tell.

use super::Vec2;

/// The rounding error of the plain determinant is at most this times the sum of its two products' sizes.
const BOUND: f64 = (3.0 + 16.0 * HALF_ULP) * HALF_ULP;
const HALF_ULP: f64 = f64::EPSILON / 2.0;

/// Positive where `c` lies left of the line from `a` to `b`, negative where it lies right, zero exactly where the
/// three are in line. The sign is exact for all numbers up to 1e70; the value is twice the triangle's area, rounded.
#[inline]
pub(crate) fn orient2d(a: Vec2, b: Vec2, c: Vec2) -> f64 {
    let left = (b[0] - a[0]) * (c[1] - a[1]);
    let right = (b[1] - a[1]) * (c[0] - a[0]);
    let det = left - right;
    if det.abs() >= BOUND * (left.abs() + right.abs()) { det } else { orient2d_nearly_in_line(a, b, c) }
}

#[cold]
fn orient2d_nearly_in_line(a: Vec2, b: Vec2, c: Vec2) -> f64 {
    let differences = [(b[0], a[0]), (c[1], a[1]), (b[1], a[1]), (c[0], a[0])];
    if differences.iter().all(|&(p, q)| difference_error(p, q) == 0.0) {
        // Coordinates of one mesh, having come from f32, mostly differ by numbers that f64 holds exactly. Then only
        // the products round, and rounding never turns an inequality around.
        let [bx, cy, by, cx] = differences.map(|(p, q)| p - q);
        let ((left, left_error), (right, right_error)) = (product(bx, cy), product(by, cx));
        return if left == right { left_error - right_error } else { left - right };
    }
    let mut terms = Expansion::default();
    for (p, q) in [(b[0], c[1]), (b[0], -a[1]), (-a[0], c[1]), (-b[1], c[0]), (b[1], a[0]), (a[1], c[0])] {
        let (high, low) = product(p, q);
        terms.add(low);
        terms.add(high);
    }
    terms.greatest()
}

/// The rounding error of `p - q`.
fn difference_error(p: f64, q: f64) -> f64 {
    let difference = p - q;
    let q_seen = p - difference;
    (p - (difference + q_seen)) + (q_seen - q)
}

/// A sum, rounded, and its rounding error.
pub fn sum(p: f64, q: f64) -> (f64, f64) {
    let rounded = p + q;
    let q_seen = rounded - p;
    (rounded, (p - (rounded - q_seen)) + (q - q_seen))
}

/// A product, rounded, and its rounding error.
pub fn product(p: f64, q: f64) -> (f64, f64) {
    let rounded = p * q;
    let ((p_high, p_low), (q_high, q_low)) = (halves(p), halves(q));
    (rounded, p_low * q_low - (((rounded - p_high * q_high) - p_low * q_high) - p_high * q_low))
}

/// A number as the sum of two with 26 bits each.
fn halves(p: f64) -> (f64, f64) {
    let scaled = 134_217_729.0 * p;
    let high = scaled - (scaled - p);
    (high, p - high)
}

/// An exact sum: parts that do not overlap, the smallest first.
#[derive(Default)]
struct Expansion {
    parts: [f64; 12],
    len: usize,
}

impl Expansion {
    /// Adds a number. At most twelve numbers may be added.
    fn add(&mut self, value: f64) {
        let mut carry = value;
        let mut kept = 0;
        for index in 0..self.len {
            let error;
            (carry, error) = sum(carry, self.parts[index]);
            if error != 0.0 {
                self.parts[kept] = error;
                kept += 1;
            }
        }
        if carry != 0.0 {
            self.parts[kept] = carry;
            kept += 1;
        }
        self.len = kept;
    }

    /// The greatest part, which has the sign of the sum.
    fn greatest(&self) -> f64 {
        self.len.checked_sub(1).map_or(0.0, |last| self.parts[last])
    }
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
        /// Points nearly in line, with up to 50 bits each, which no plain determinant tells apart.
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

        /// Coordinates of very different sizes, whose differences f64 does not hold.
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
