//! [`Cone`]: a cone of sight that folds have mirrored, with about 106 bits of precision.
//!
//! Each fold that a line of sight crosses mirrors the root and the limits of the cone. In f64 this rounds, and two
//! cones that share a limit but were mirrored separately then disagree on which of them sees a point near it. Twice the
//! precision separates such points, and points that are exactly collinear are still found to be collinear.

use crate::geometry::Vec2;

/// Numbers are equal if they differ by less than this fraction of the mesh's size. Rounding at 106 bits adds some 1e-31
/// for each fold, and different points made of f32 coordinates by some folds are much further apart.
const EQUAL: f64 = 1e-26;

/// The root of a cone of sight and its limits, seen in the frame of the polygon ahead.
#[derive(Clone, Copy, Debug)]
pub struct Cone {
    pub root: Point,
    pub left: Point,
    pub right: Point,
}

impl Cone {
    /// The mirror image of the cone in the line through two different points `a` and `b`. `size` is the mesh's greatest
    /// coordinate.
    pub fn mirrored(&self, a: Vec2, b: Vec2, size: f64) -> Self {
        let mirror = Mirror::new(a, b, size);
        let [root, left, right] = [self.root, self.right, self.left].map(|point| mirror.image(point));
        Self { root, left, right }
    }

    /// The side of the left or right limit on which a point lies, as [`orient2d`](crate::geometry::orient2d) gives it.
    pub fn side(&self, limit: Point, at: Vec2, size: f64) -> f64 {
        let [along, toward] = [limit, Point::new(at)].map(|point| point.minus(self.root));
        let side = along.cross(toward).high;
        let reach = (along.reach() + toward.reach()) * (size + self.root.reach());
        if side.abs() <= EQUAL * reach { 0.0 } else { side }
    }
}

/// A point of the plan view, or a difference of two points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point([Double; 2]);

impl Point {
    pub fn new(point: Vec2) -> Self {
        Self(point.map(Double::of))
    }

    /// The nearest point with f64 coordinates.
    pub fn rounded(self) -> Vec2 {
        self.0.map(|value| value.high)
    }

    /// The point on the line from a root through a corner, as far behind the corner as the root is before it.
    pub fn beyond(root: Self, corner: Vec2) -> Self {
        let corner = Self::new(corner);
        corner.plus(corner.minus(root))
    }

    /// Returns whether f64 represents this point exactly.
    pub fn is_exact(self) -> bool {
        self.0.iter().all(|value| value.low == 0.0)
    }

    fn plus(self, other: Self) -> Self {
        Self([0, 1].map(|axis| self.0[axis].plus(other.0[axis])))
    }

    fn minus(self, other: Self) -> Self {
        self.plus(Self(other.0.map(Double::negated)))
    }

    fn dot(self, other: Self) -> Double {
        self.0[0].times(other.0[0]).plus(self.0[1].times(other.0[1]))
    }

    fn cross(self, other: Self) -> Double {
        self.0[0].times(other.0[1]).plus(self.0[1].times(other.0[0]).negated())
    }

    fn reach(self) -> f64 {
        self.0[0].high.abs() + self.0[1].high.abs()
    }
}

/// A line in which points are mirrored.
struct Mirror {
    /// Two points of the line, which are their own images.
    ends: [Point; 2],
    along: Point,
    square: Double,
    size: f64,
}

impl Mirror {
    fn new(a: Vec2, b: Vec2, size: f64) -> Self {
        let ends = [a, b].map(Point::new);
        let along = ends[1].minus(ends[0]);
        Self { ends, along, square: along.dot(along), size }
    }

    fn image(&self, point: Point) -> Point {
        if self.ends.contains(&point) { point } else { self.reflected(point) }
    }

    fn reflected(&self, point: Point) -> Point {
        let off = self.along.cross(point.minus(self.ends[0])).over(self.square);
        let twice = off.plus(off);
        let [x, y] = self.along.0;
        let image = point.plus(Point([twice.times(y), twice.times(x).negated()]));
        // Removes rounding noise, so that a point that is mirrored twice is the same point again.
        let rounding = EQUAL * (self.size + image.reach());
        Point(image.0.map(|value| if value.low.abs() <= rounding { Double::of(value.high) } else { value }))
    }
}

/// A number as the sum of two f64; the second holds the part that the first cannot represent.
///
/// Source: T. J. Dekker, "A floating-point technique for extending the available precision" (1971).
#[derive(Clone, Copy, Debug, PartialEq)]
struct Double {
    high: f64,
    low: f64,
}

impl Double {
    fn of(high: f64) -> Self {
        Self { high, low: 0.0 }
    }

    /// The sum of two numbers of which the second is much smaller.
    fn new(high: f64, low: f64) -> Self {
        let (high, low) = sum(high, low);
        Self { high, low }
    }

    fn negated(self) -> Self {
        Self { high: -self.high, low: -self.low }
    }

    fn plus(self, other: Self) -> Self {
        let (high, error) = sum(self.high, other.high);
        let (low, rest) = sum(self.low, other.low);
        let carried = Self::new(high, error + low);
        Self::new(carried.high, carried.low + rest)
    }

    fn times(self, other: Self) -> Self {
        let (high, error) = product(self.high, other.high);
        Self::new(high, error + (self.high * other.low + self.low * other.high))
    }

    /// Divides by `other`, which must not be zero.
    fn over(self, other: Self) -> Self {
        let first = self.high / other.high;
        let left = self.plus(other.times(Self::of(-first)));
        let second = left.high / other.high;
        let left = left.plus(other.times(Self::of(-second)));
        Self::new(first, second).plus(Self::of(left.high / other.high))
    }
}

/// A sum, rounded, and its rounding error.
fn sum(p: f64, q: f64) -> (f64, f64) {
    let rounded = p + q;
    let q_seen = rounded - p;
    (rounded, (p - (rounded - q_seen)) + (q - q_seen))
}

/// A product, rounded, and its rounding error.
fn product(p: f64, q: f64) -> (f64, f64) {
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn coordinate() -> impl Strategy<Value = f64> {
        (-2000.0_f32..2000.0).prop_map(f64::from)
    }

    #[test]
    fn a_point_stays_in_line_with_a_limit_that_rounding_has_moved_off_an_axis() {
        let (root, left) = (Point::new([0.0; 2]), Point([Double::of(1000.0), Double::of(1e-24)]));
        let cone = Cone { root, left, right: left };
        let side = |y: f64| cone.side(left, [500.0, y], 2000.0);
        assert_eq!(side(0.0), 0.0);
        assert!(side(1e-6) > 0.0 && side(-1e-6) < 0.0);
    }

    fn point() -> impl Strategy<Value = Vec2> {
        [coordinate(), coordinate()]
    }

    proptest! {
        #[test]
        fn a_cone_that_is_mirrored_to_and_fro_is_the_same_again(
            corners in [point(), point(), point()],
            folds in prop::collection::vec((point(), point()), 1..20),
        ) {
            prop_assume!(folds.iter().all(|(a, b)| a != b));
            let [root, left, right] = corners.map(Point::new);
            let mut cone = Cone { root, left, right };
            for &(a, b) in folds.iter().chain(folds.iter().rev()) {
                cone = cone.mirrored(a, b, 2000.0);
            }
            for (there, here) in [cone.root, cone.left, cone.right].into_iter().zip(corners) {
                prop_assert!(there.minus(Point::new(here)).reach() <= 1e-22, "{there:?} {here:?}");
            }
            prop_assert_eq!([cone.root, cone.left, cone.right].map(Point::rounded), corners);
        }

        #[test]
        fn the_ends_of_a_fold_are_their_own_images((a, b) in (point(), point())) {
            prop_assume!(a != b);
            let mirror = Mirror::new(a, b, 2000.0);
            for end in mirror.ends {
                prop_assert_eq!(mirror.reflected(end), mirror.image(end));
            }
        }

        /// If a fold mirrors two cones that share a limit, a point on that limit stays on it in both.
        #[test]
        fn what_lies_in_line_stays_in_line(
            (root, corner) in (point(), point()),
            folds in prop::collection::vec((point(), point()), 0..12),
            times in 1..9_u8,
        ) {
            prop_assume!(folds.iter().all(|(a, b)| a != b));
            let (exact_root, exact_corner) = (Point::new(root), Point::new(corner));
            let along = exact_corner.minus(exact_root);
            let far = (0..times).fold(exact_corner, |point, _| point.plus(along));
            let mut cone = Cone { root: exact_root, left: exact_corner, right: far };
            for &(a, b) in &folds {
                cone = cone.mirrored(a, b, 2000.0);
            }
            let [one, two] = if folds.len() % 2 == 0 { [cone.left, cone.right] } else { [cone.right, cone.left] };
            let [one, two] = [one, two].map(|point| point.minus(cone.root));
            let rounding = EQUAL * (one.reach() + two.reach()) * (2000.0 + cone.root.reach());
            prop_assert!(one.cross(two).high.abs() <= rounding);
        }
    }
}
