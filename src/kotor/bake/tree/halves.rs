//! Sorts the faces of a branch; the first half goes left.

use crate::crt_sort::qsort_never_equal;
use crate::geometry::nearest_integer;

/// The position of a face on an axis, as an [`ordered`] integer, and the face.
pub(super) type Key = (i64, u32);

/// The minimum of the room's own coordinates and the negated maximum, so that one kind of vector instruction joins all
/// six.
#[derive(Clone, Copy)]
struct Extent([f64; 6]);

impl Extent {
    #[inline]
    fn new(points: [[f64; 3]; 3]) -> Self {
        let [a, b, c] = points.map(|[x, y, z]| Self([x, y, z, -x, -y, -z]));
        a.join(&b).join(&c)
    }

    #[inline]
    fn join(&self, other: &Self) -> Self {
        let least = |a: f64, b: f64| if b < a { b } else { a };
        Self(std::array::from_fn(|side| least(self.0[side], other.0[side])))
    }

    /// The axis of the longest side: y where it ties with x, and z only where it is longer than both.
    fn longest_axis(&self) -> usize {
        let size: [f64; 3] = std::array::from_fn(|axis| -self.0[3 + axis] - self.0[axis]);
        let flat = usize::from(size[1] >= size[0]);
        if size[2] > size[flat] { 2 } else { flat }
    }
}

/// The numbers are decimal, and as decimals they tie: the rounding error of a sum of doubles is rounded away.
const DECIMALS: f64 = 1e9;

/// A finite number as an integer with the same order. Integers sort faster.
fn ordered(number: f64) -> i64 {
    // Both zeros map to the same integer.
    let bits = (number + 0.0).to_bits().cast_signed();
    // Among negative numbers, a greater one has smaller bits below the sign.
    bits ^ ((bits >> 63).cast_unsigned() >> 1).cast_signed()
}

/// The keys by which the faces of a room are halved.
pub(super) struct Halves {
    /// The sum of each face's corners (three times its centre) in units that make it a whole number, [`ordered`].
    sums: Vec<[i64; 3]>,
    extents: Vec<Extent>,
}

impl Halves {
    /// The keys of faces, from the corners of each.
    pub(super) fn new(faces: impl Iterator<Item = [[f64; 3]; 3]> + Clone) -> Self {
        let sum = |[a, b, c]: [[f64; 3]; 3]| {
            std::array::from_fn(|axis| ordered(nearest_integer((a[axis] + b[axis] + c[axis]) * DECIMALS)))
        };
        Self { sums: faces.clone().map(sum).collect(), extents: faces.map(Extent::new).collect() }
    }

    /// Sorts the faces of a branch along its longest side by their centres, as the exporter did. Its comparison never
    /// returned "equal", so the unstable sort decides ties, starting from the order in which the parent branch left the
    /// faces. `keys` is a buffer of the same length.
    pub(super) fn sort(&self, faces: &mut [u32], keys: &mut [Key]) {
        let extents = faces.iter().map(|&face| self.extents[face as usize]);
        let Some(axis) = extents.reduce(|all, extent| all.join(&extent)).map(|extent| extent.longest_axis()) else {
            return;
        };
        let keys = &mut keys[..faces.len()];
        for (key, &face) in keys.iter_mut().zip(&*faces) {
            *key = (self.sums[face as usize][axis], face);
        }
        if keys.is_sorted_by(|a, b| a.0 < b.0) {
            return;
        }
        if !qsort_never_equal(keys, |key| key.0) {
            // An order designed to be slow, which no game's file has; the face number breaks ties.
            keys.sort_unstable();
        }
        for (face, &(_, sorted)) in faces.iter_mut().zip(&*keys) {
            *face = sorted;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_stand_in_the_order_of_their_numbers() {
        let numbers = [-1e300, -2.0, -1.5, -1e-300, 0.0, 1e-300, 1.0, 1.5, 2.0, 1e300];
        assert!(numbers.map(ordered).is_sorted_by(|a, b| a < b));
        assert_eq!(ordered(-0.0), ordered(0.0));
    }

    #[test]
    fn faces_with_one_centre_stand_as_the_sort_leaves_ties() {
        let face = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
        let [mut faces, mut expected] = [std::array::from_fn::<u32, 20, _>(|face| face as u32); 2];
        Halves::new([face; 20].into_iter()).sort(&mut faces, &mut [(0, 0); 20]);
        assert!(qsort_never_equal(&mut expected, |_| 0));
        assert_eq!(faces, expected);
        assert!(!faces.is_sorted());
    }

    #[test]
    fn the_longest_axis_prefers_y_to_x_and_both_to_z() {
        let axis = |corner| Extent::new([[0.0; 3], [0.0; 3], corner]).longest_axis();
        assert_eq!([axis([1.0, 1.0, 1.0]), axis([2.0, 1.0, 2.0]), axis([1.0, 1.0, 1.5])], [1, 0, 2]);
    }
}
