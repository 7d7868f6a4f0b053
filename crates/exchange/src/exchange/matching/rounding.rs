//! [`rounding`]: the distance by which programs move a point unintentionally.

use crate::exchange::TriangleSet;

/// The maximum rounding of a coordinate by programs, in steps between neighbouring numbers: moving an origin, or
/// applying a placement, costs a subtraction and an addition.
const STEPS: f32 = 4.0;

/// The largest difference that counts as rounding, in units of the mesh: 0.1 mm in a game that counts in metres.
pub const MAX_ROUNDING: f32 = 1e-4;

/// The maximum distance between points that count as equal: four steps between neighbouring `f32` at the largest
/// coordinate, at most 1e-4.
pub fn rounding<'s>(sets: impl IntoIterator<Item = &'s TriangleSet>) -> f32 {
    let points = sets.into_iter().flat_map(|set| set.points.iter().chain(set.marks.iter().map(|mark| &mark.point)));
    let sizes = points.flatten().map(|value| value.abs()).filter(|size| size.is_finite());
    let largest = sizes.fold(0.0, f32::max);
    // The step above the largest coordinate. For the largest f32 it is infinite.
    (STEPS * (largest.next_up() - largest)).min(MAX_ROUNDING)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_steps_of_the_largest_coordinate_are_rounding_but_never_more_than_a_tenth_of_a_millimetre() {
        let of = |size: f32| {
            let points = vec![[0.0, -size, f32::NAN], [1.0, 0.5, f32::INFINITY]];
            rounding([&TriangleSet { points, ..TriangleSet::default() }])
        };
        assert_eq!(of(100.0), 4.0 * 2.0_f32.powi(-17));
        assert_eq!(of(1.0), 4.0 * 2.0_f32.powi(-23));
        assert_eq!([of(1e6), of(f32::MAX)], [MAX_ROUNDING; 2]);
    }
}
