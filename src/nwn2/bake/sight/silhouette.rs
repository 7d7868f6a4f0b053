//! Step 1: the corners of a triangle from left to right, seen along the line of the centres.

use super::face::{Corner, Point};

/// The slot of the leftmost corner in a [`Silhouette`].
pub(super) const LEFT: usize = 0;
/// The slot of the middle corner.
pub(super) const MIDDLE: usize = 1;
/// The slot of the rightmost corner.
pub(super) const RIGHT: usize = 2;

/// The corners of a triangle: leftmost, middle and rightmost. The tangents swap them afterwards.
pub(super) type Silhouette = [Corner; 3];

/// The unit vector from one point to another. The game divides once and multiplies twice.
///
/// From a point to itself it is NaN.
pub(super) fn direction(from: Point, to: Point) -> Point {
    let (dx, dy) = (to[0] - from[0], to[1] - from[1]);
    let scale = 1.0 / (dx * dx + dy * dy).sqrt();
    [dx * scale, dy * scale]
}

/// Sorts the corners of a triangle by their distance to the left of a direction.
///
/// If corners are equal, the last one is both the leftmost and the rightmost. If all three are equal, or NaN, the last corner is both ends,
/// so it is in the silhouette twice.
pub(super) fn silhouette(corners: [Corner; 3], [x, y]: Point) -> Silhouette {
    let keys = corners.map(|corner| x * corner.at[1] - y * corner.at[0]);
    let (mut left, mut right) = (0, 0);
    for corner in 1..3 {
        // A comparison with NaN is false, so the last corner is taken then, too.
        left = if keys[corner] < keys[left] { left } else { corner };
        right = if keys[corner] > keys[right] { right } else { corner };
    }
    let middle = if left == right { 1 } else { 3 - left - right };
    [corners[left], corners[middle], corners[right]]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vertices(places: [Point; 3], along: Point) -> [u16; 3] {
        let corners = [0, 1, 2].map(|at| Corner { vertex: at as u16, at: places[at] });
        silhouette(corners, along).map(|corner| corner.vertex)
    }

    #[test]
    fn the_corners_are_sorted_from_left_to_right() {
        let places = [[0.0, 0.0], [1.0, 3.0], [2.0, -1.0]];
        assert_eq!(vertices(places, [1.0, 0.0]), [1, 0, 2]);
        assert_eq!(vertices(places, [-1.0, 0.0]), [2, 0, 1]);
    }

    #[test]
    fn of_equal_corners_the_last_is_taken() {
        assert_eq!(vertices([[0.0, 1.0], [5.0, 1.0], [0.0, 0.0]], [1.0, 0.0]), [1, 0, 2]);
        assert_eq!(vertices([[0.0, 1.0], [5.0, 0.0], [0.0, 0.0]], [1.0, 0.0]), [0, 1, 2]);
    }

    #[test]
    fn a_triangle_seen_end_on_has_its_last_corner_on_both_sides() {
        assert_eq!(vertices([[0.0, 1.0], [1.0, 1.0], [2.0, 1.0]], [1.0, 0.0]), [2, 1, 2]);
    }

    #[test]
    fn without_a_direction_the_last_corner_is_on_both_sides() {
        let nowhere = direction([4.0, 4.0], [4.0, 4.0]);
        assert!(nowhere[0].is_nan());
        assert_eq!(vertices([[0.0, 0.0], [1.0, 3.0], [2.0, -1.0]], nowhere), [2, 1, 2]);
    }

    #[test]
    fn a_direction_is_scaled_by_one_rounded_reciprocal() {
        // 1 / sqrt(9 + 49) rounds up, so that the length is not rounded as by a division.
        let (scale, [x, y]) = (1.0 / 58.0_f32.sqrt(), direction([1.0, 1.0], [4.0, 8.0]));
        assert_eq!([x, y], [3.0 * scale, 7.0 * scale]);
    }
}
