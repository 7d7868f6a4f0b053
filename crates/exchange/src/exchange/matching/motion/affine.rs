//! [`Affine`]: an affine motion; [`Fit`] finds the motion that maps given points to others.

use super::super::nearby::distance;

/// A motion: a matrix around one point, and the image of that point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Affine {
    matrix: [[f64; 3]; 3],
    from: [f64; 3],
    to: [f64; 3],
}

impl Affine {
    pub(super) fn apply(&self, point: [f32; 3]) -> [f32; 3] {
        self.exact(point).map(|value| value as f32)
    }

    fn exact(&self, point: [f32; 3]) -> [f64; 3] {
        let relative: [f64; 3] = std::array::from_fn(|axis| f64::from(point[axis]) - self.from[axis]);
        std::array::from_fn(|row| dot(self.matrix[row], relative) + self.to[row])
    }

    /// The distance between the image of one point and another point.
    pub(super) fn misses(&self, from: [f32; 3], to: [f32; 3]) -> f64 {
        let image = self.exact(from);
        (0..3).map(|axis| (image[axis] - f64::from(to[axis])).powi(2)).sum::<f64>().sqrt()
    }

    /// The amount of rotation, scaling and shear: 0 for a pure translation.
    pub(super) fn deviation(&self) -> f64 {
        let of = |row: usize, column: usize| (self.matrix[row][column] - f64::from(u8::from(row == column))).powi(2);
        let all: f64 = (0..9).map(|at| of(at / 3, at % 3)).sum();
        // Rounding must not decide between pure translations.
        if all < 1e-9 { 0.0 } else { all }
    }

    /// The distance by which the points' centroid moves.
    pub(super) fn shift(&self) -> f64 {
        (0..3).map(|axis| (self.to[axis] - self.from[axis]).powi(2)).sum::<f64>().sqrt()
    }

    /// Returns whether the motion preserves the distances between the points of the pairs.
    pub(super) fn keeps_lengths(&self, pairs: impl Iterator<Item = [[f32; 3]; 2]>, reach: f32) -> bool {
        let pairs: Vec<_> = pairs.take(8).collect();
        let is_kept = |a: &[[f32; 3]; 2], b: &[[f32; 3]; 2]| {
            (distance(a[0], b[0]) - distance(a[1], b[1])).abs() <= f64::from(reach)
        };
        pairs.iter().all(|a| pairs.iter().all(|b| is_kept(a, b)))
    }
}

/// The sums from which the least-squares motion follows.
pub(super) struct Fit {
    count: f64,
    from: [f64; 3],
    to: [f64; 3],
    /// The products of the old coordinates with each other, and of the new coordinates with the old ones.
    before: [[f64; 3]; 3],
    across: [[f64; 3]; 3],
}

/// The regularization of the fit towards a motion without rotation, in proportion to the spread of the points. It
/// decides only in directions in which the points have no extent, such as up from a flat floor.
const PULL: f64 = 1e-9;

impl Fit {
    /// `None` if there are no pairs.
    pub(super) fn new(pairs: impl Iterator<Item = [[f32; 3]; 2]> + Clone) -> Option<Self> {
        let (mut count, mut from, mut to) = (0.0, [0.0; 3], [0.0; 3]);
        for [a, b] in pairs.clone() {
            count += 1.0;
            for axis in 0..3 {
                from[axis] += f64::from(a[axis]);
                to[axis] += f64::from(b[axis]);
            }
        }
        if count == 0.0 {
            return None;
        }
        let (from, to) = (from.map(|sum| sum / count), to.map(|sum| sum / count));
        let mut fit = Self { count, from, to, before: [[0.0; 3]; 3], across: [[0.0; 3]; 3] };
        for [a, b] in pairs {
            let a: [f64; 3] = std::array::from_fn(|axis| f64::from(a[axis]) - from[axis]);
            let b: [f64; 3] = std::array::from_fn(|axis| f64::from(b[axis]) - to[axis]);
            for at in 0..9 {
                let (row, column) = (at / 3, at % 3);
                fit.before[row][column] += a[row] * a[column];
                fit.across[row][column] += b[row] * a[column];
            }
        }
        Some(fit)
    }

    /// The motion. `None` if all original points coincide, or the numbers overflow an `f64`.
    pub(super) fn solve(mut self) -> Option<Affine> {
        let spread = (0..3).map(|axis| self.before[axis][axis]).sum::<f64>();
        let pull = PULL * spread.max(f64::MIN_POSITIVE * self.count);
        for axis in 0..3 {
            self.before[axis][axis] += pull;
            self.across[axis][axis] += pull;
        }
        let inverse = inverse(self.before)?;
        let column = |at: usize| inverse.map(|row| row[at]);
        let matrix = self.across.map(|row| [0, 1, 2].map(|at| dot(row, column(at))));
        let affine = Affine { matrix, from: self.from, to: self.to };
        (spread > 0.0 && matrix.iter().flatten().all(|value| value.is_finite())).then_some(affine)
    }
}

fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// The inverse of a symmetric matrix.
fn inverse(m: [[f64; 3]; 3]) -> Option<[[f64; 3]; 3]> {
    let cofactor = |row: usize, column: usize| {
        let [r, s] = [(row + 1) % 3, (row + 2) % 3];
        let [c, d] = [(column + 1) % 3, (column + 2) % 3];
        m[r][c] * m[s][d] - m[r][d] * m[s][c]
    };
    let determinant: f64 = (0..3).map(|column| m[0][column] * cofactor(0, column)).sum();
    let is_regular = determinant != 0.0 && determinant.is_finite();
    // The matrix is symmetric, so its cofactors need not be transposed.
    is_regular.then(|| [0, 1, 2].map(|row| [0, 1, 2].map(|column| cofactor(row, column) / determinant)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A quarter turn around z, scaled by 3, and translated.
    fn turned([x, y, z]: [f32; 3]) -> [f32; 3] {
        [10.0 - 3.0 * y, 3.0 * x, 3.0 * z - 2.0]
    }

    #[test]
    fn the_motion_of_points_is_found_flat_or_not() {
        let flat = [[0.0, 0.0, 5.0], [4.0, 0.0, 5.0], [4.0, 7.0, 5.0], [1.0, 9.0, 5.0]];
        for height in [0.0, 2.0] {
            let mut points = flat;
            points[2][2] += height;
            let pairs = points.map(|point| [point, turned(point)]);
            let motion = Fit::new(pairs.into_iter()).expect("points").solve().expect("a motion");
            assert!(pairs.iter().all(|[from, to]| motion.misses(*from, *to) < 1e-6), "{motion:?}");
            assert!(!motion.keeps_lengths(pairs.into_iter(), 1e-3) && motion.deviation() > 1.0);
        }
        let shifted = flat.map(|point| [point, point.map(|value| value + 0.25)]);
        let motion = Fit::new(shifted.into_iter()).expect("points").solve().expect("a motion");
        assert!(motion.keeps_lengths(shifted.into_iter(), 1e-3) && motion.deviation() == 0.0);
        assert!(Fit::new([].into_iter()).is_none());
        assert!(Fit::new([[[1.0; 3], [2.0; 3]]].into_iter()).is_some_and(|fit| fit.solve().is_none()));
    }

    #[test]
    fn the_shift_of_a_turned_part_is_the_way_of_its_middle() {
        let square = [[1.0, 0.0, 2.0], [4.0, 0.0, 2.0], [4.0, 3.0, 2.0], [1.0, 3.0, 2.0]];
        let pairs = square.map(|point| [point, turned(point)]);
        let motion = Fit::new(pairs.into_iter()).and_then(Fit::solve).expect("a motion");
        // The centroid goes from (2.5, 1.5, 2) to (5.5, 7.5, 4).
        assert_eq!(motion.shift(), 7.0);
    }
}
