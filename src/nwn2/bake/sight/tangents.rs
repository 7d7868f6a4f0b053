//! Step 2: from the extremes to the outer tangents of two triangles, in a single pass.

use super::face::Corner;

/// The extreme corners of the triangles `A` and `B`: where the two sight lines begin and end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Tangents {
    /// `[left, right]` of `A`.
    pub(super) a: [usize; 2],
    /// `[left, right]` of `B`.
    pub(super) b: [usize; 2],
}

/// Moves the extremes outwards: first those of `A`, then those of `B`, which see the new ones of `A`.
///
/// The arithmetic and the single pass are the game's; a further pass decides fewer pairs as the game does.
pub(super) fn tangents(a: &[Corner; 3], b: &[Corner; 3], extremes: Tangents) -> Tangents {
    let Tangents { a: [left_a, right_a], b: [left_b, right_b] } = extremes;
    // Seen from the corner of the other triangle, the left of `A` is behind: its left is right.
    let left_a = moved(a, left_a, b[left_b], -1.0);
    let right_a = moved(a, right_a, b[right_b], 1.0);
    let left_b = moved(b, left_b, a[left_a], 1.0);
    let right_b = moved(b, right_b, a[right_a], -1.0);
    Tangents { a: [left_a, right_a], b: [left_b, right_b] }
}

/// An extreme after one look at the two corners that follow it: one that is strictly to the left (`side` is 1) or right
/// (-1) of the line from the other triangle's corner through the extreme takes its place.
pub(super) fn moved(corners: &[Corner; 3], first: usize, other: Corner, side: f32) -> usize {
    let mut extreme = first;
    for corner in [(first + 1) % 3, (first + 2) % 3] {
        if corners[extreme].vertex == other.vertex {
            break;
        }
        let (from, through, point) = (other.at, corners[extreme].at, corners[corner].at);
        let (dx, dy) = (through[0] - from[0], through[1] - from[1]);
        let turn = (dx * point[1] - dy * point[0]) - (dx * from[1] - dy * from[0]);
        if side * turn > 0.0 {
            extreme = corner;
        }
    }
    extreme
}

#[cfg(test)]
mod tests {
    use super::*;

    fn corners(first: u16, places: [[f32; 2]; 3]) -> [Corner; 3] {
        [0, 1, 2].map(|at| Corner { vertex: first + at as u16, at: places[at] })
    }

    #[test]
    fn corners_that_stick_out_of_the_lines_become_their_ends() {
        // Seen along x, corner 1 of `a` is the leftmost. From `b`'s corner, corner 0 is farther out.
        let a = corners(0, [[0.0, 0.9], [2.0, 1.0], [1.0, 0.0]]);
        let b = corners(3, [[6.0, 3.0], [7.0, 1.0], [6.0, 0.0]]);
        let found = tangents(&a, &b, Tangents { a: [1, 2], b: [0, 2] });
        assert_eq!(found, Tangents { a: [0, 2], b: [0, 2] });
    }

    #[test]
    fn the_ends_of_b_see_the_new_ends_of_a() {
        let a = corners(0, [[0.0, 0.0], [0.0, 2.0], [2.0, 0.0]]);
        let b = corners(3, [[6.0, 1.0], [8.0, 1.5], [6.0, 0.0]]);
        // From [0, 2] the corner [8, 1.5] is left of [6, 1]; from [2, 0] it is not.
        assert_eq!(tangents(&a, &b, Tangents { a: [2, 2], b: [0, 2] }).b[0], 1);
        let no_move = moved(&b, 0, a[2], 1.0);
        assert_eq!(no_move, 0);
    }

    #[test]
    fn a_corner_on_the_line_does_not_move_it() {
        let b = corners(3, [[2.0, 2.0], [3.0, 3.0], [4.0, 0.0]]);
        assert_eq!(moved(&b, 0, corners(0, [[0.0; 2]; 3])[0], 1.0), 0);
    }

    #[test]
    fn a_line_of_one_vertex_stays() {
        let (mut a, b) = (corners(0, [[0.0, 1.0], [1.0, 0.0], [0.0, 0.0]]), corners(3, [[0.0, 1.0]; 3]));
        a[0].vertex = 3;
        assert_eq!(moved(&a, 0, b[0], -1.0), 0);
    }
}
