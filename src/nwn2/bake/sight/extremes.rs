//! Step 1: the outermost corners of two triangles, seen along the line of their centres.

use super::face::Point;

/// The unit vector from one point to another. The game divides once and multiplies twice.
pub(super) fn direction(from: Point, to: Point) -> Point {
    let (dx, dy) = (to[0] - from[0], to[1] - from[1]);
    let scale = 1.0 / (dx * dx + dy * dy).sqrt();
    [dx * scale, dy * scale]
}

/// The corners that are farthest to the left and to the right of a direction; of equal ones the last.
///
/// The arithmetic is the game's. Two triangles with the same centre have no direction, and the result is corner 0 twice.
pub(super) fn extremes(corners: [Point; 3], [x, y]: Point) -> [usize; 2] {
    let keys = corners.map(|corner| x * corner[1] - y * corner[0]);
    let (mut left, mut right) = (0, 0);
    for corner in 1..3 {
        left = if keys[corner] >= keys[left] { corner } else { left };
        right = if keys[corner] <= keys[right] { corner } else { right };
    }
    [left, right]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_left_corner_is_on_the_left_of_the_direction() {
        let corners = [[0.0, 0.0], [1.0, 3.0], [2.0, -1.0]];
        assert_eq!(extremes(corners, [1.0, 0.0]), [1, 2]);
        assert_eq!(extremes(corners, [-1.0, 0.0]), [2, 1]);
    }

    #[test]
    fn of_equal_corners_the_last_is_taken() {
        let corners = [[0.0, 1.0], [5.0, 1.0], [0.0, 0.0]];
        assert_eq!(extremes(corners, [1.0, 0.0]), [1, 2]);
        assert_eq!(extremes([[0.0, 1.0]; 3], [1.0, 0.0]), [2, 2]);
    }

    #[test]
    fn without_a_direction_the_first_corner_is_taken() {
        let nowhere = direction([4.0, 4.0], [4.0, 4.0]);
        assert!(nowhere[0].is_nan());
        assert_eq!(extremes([[0.0, 0.0], [1.0, 3.0], [2.0, -1.0]], nowhere), [0, 0]);
    }

    #[test]
    fn a_direction_is_scaled_by_one_rounded_reciprocal() {
        // 1 / sqrt(9 + 49) rounds up, so that the length is not rounded as by a division.
        let (scale, [x, y]) = (1.0 / 58.0_f32.sqrt(), direction([1.0, 1.0], [4.0, 8.0]));
        assert_eq!([x, y], [3.0 * scale, 7.0 * scale]);
    }
}
