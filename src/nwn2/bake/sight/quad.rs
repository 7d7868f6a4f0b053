//! Step 5: the quadrilateral between two triangles, the points in it, and the game's clip of edges against it.

use super::face::Point;
use super::sight_lines::SightLines;
use super::silhouette::{LEFT, RIGHT, Silhouette};
use super::tolerance::EPS;

/// The end from which a side is computed.
#[derive(Clone, Copy, Debug)]
pub(super) enum Base {
    Start,
    End,
}

/// The base of each side of a quad: left line of sight, far triangle, right line back, near triangle.
pub(super) const BASES: [Base; 4] = [Base::Start, Base::Start, Base::End, Base::End];

/// A line along a side of a quad. The inside is to its right.
#[derive(Clone, Copy, Debug)]
pub(super) struct QuadSide {
    pub(super) normal: Point,
    pub(super) offset: f32,
}

impl QuadSide {
    /// The side from one point to another, computed from one of them. The arithmetic is the game's; the normal keeps the
    /// length of the side. In `f32` the two bases yield different lines.
    #[inline(always)]
    pub(super) fn between([from, to]: [Point; 2], base: Base) -> Self {
        let normal = [to[1] - from[1], -(to[0] - from[0])];
        let at = match base {
            Base::Start => from,
            Base::End => to,
        };
        Self { normal, offset: -(normal[0] * at[0] + normal[1] * at[1]) }
    }

    /// Signed distance of a point from the side, positive inside, in metres times the side's length. The arithmetic is the game's.
    fn distance(&self, point: Point) -> f32 {
        (self.normal[0] * point[0] + self.normal[1] * point[1]) + self.offset
    }
}

/// The region that must be free of walls, as the sides that bound it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Quad {
    sides: [QuadSide; 4],
}

impl Quad {
    /// The quad between two triangles, whose sides are: the left line of sight, the far triangle, the right line of sight
    /// back, and the near triangle.
    ///
    /// The sides along the triangles go through the corners that are leftmost and rightmost after all swaps. A side of length
    /// 0 bounds nothing, but makes every segment miss.
    pub(super) fn between(a: &Silhouette, b: &Silhouette, lines: &SightLines) -> Self {
        let ([left_near, left_far], [right_near, right_far]) = (lines.left, lines.right);
        Self::with_sides([
            [left_near.at, left_far.at],
            [b[LEFT].at, b[RIGHT].at],
            [right_far.at, right_near.at],
            [a[RIGHT].at, a[LEFT].at],
        ])
    }

    /// The quad with sides from point to point, in the order of [`BASES`].
    #[inline(always)]
    pub(super) fn with_sides(ends: [[Point; 2]; 4]) -> Self {
        let [left, far, right, near] = ends;
        let [left_base, far_base, right_base, near_base] = BASES;
        Self {
            sides: [
                QuadSide::between(left, left_base),
                QuadSide::between(far, far_base),
                QuadSide::between(right, right_base),
                QuadSide::between(near, near_base),
            ],
        }
    }

    /// Returns whether a point is inside, or outside by no more than the tolerance.
    pub(super) fn contains(&self, point: Point) -> bool {
        self.sides.iter().all(|side| side.distance(point) >= -EPS)
    }

    /// Returns whether a segment meets the quad, by the game's clip (Cyrus and Beck).
    ///
    /// A segment parallel to a side never does, wherever it lies. This is a known fault of the game; the threshold for "parallel", a
    /// difference below `2 * EPS`, is fitted.
    pub(super) fn meets(&self, [from, to]: [Point; 2]) -> bool {
        let (mut enter, mut leave) = (0.0_f32, 1.0_f32);
        for side in &self.sides {
            let (d0, d1) = (side.distance(from), side.distance(to));
            let fall = d0 - d1;
            if fall.abs() < 2.0 * EPS {
                return false;
            }
            let t = d0 / fall;
            if fall < 0.0 {
                enter = enter.max(t);
            } else {
                leave = leave.min(t);
            }
            if enter > leave {
                return false;
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nwn2::bake::sight::face::Corner;

    fn with_corners(corners: [Point; 4]) -> Quad {
        let [left_near, left_far, right_far, right_near] =
            [0, 1, 2, 3].map(|at| Corner { vertex: at as u16, at: corners[at] });
        let lines = SightLines { left: [left_near, left_far], right: [right_near, right_far] };
        Quad::between(&[left_near, left_near, right_near], &[left_far, left_far, right_far], &lines)
    }

    /// From x = 1 to 5 and y = 0 to 2, with slightly rotated sides.
    fn quad() -> Quad {
        with_corners([[1.0, 2.0], [5.0, 2.125], [5.125, 0.0], [0.875, -0.125]])
    }

    #[test]
    fn points_inside_and_just_outside_are_contained() {
        assert!(quad().contains([3.0, 1.0]) && quad().contains([1.0, 2.0]));
        assert!(!quad().contains([3.0, 3.0]) && !quad().contains([6.0, 1.0]));
        let square = with_corners([[0.0, 1.0], [1.0, 1.0], [1.0, 0.0], [0.0, 0.0]]);
        assert!(square.contains([0.5, 1.0003]) && !square.contains([0.5, 1.0004]));
    }

    #[test]
    fn segments_are_clipped() {
        let quad = quad();
        assert!(quad.meets([[3.0, 5.0], [3.5, -5.0]]), "across");
        assert!(quad.meets([[3.0, 1.0], [3.5, 1.5]]), "inside");
        assert!(quad.meets([[3.0, 1.0], [9.0, 1.75]]), "out of it");
        assert!(!quad.meets([[3.0, 5.0], [9.0, 3.0]]), "beside");
        assert!(!quad.meets([[0.0, 3.0], [0.5, 9.0]]), "away");
    }

    #[test]
    fn a_segment_that_is_parallel_to_a_side_is_never_met() {
        let square = with_corners([[0.0, 1.0], [1.0, 1.0], [1.0, 0.0], [0.0, 0.0]]);
        assert!(!square.meets([[-1.0, 0.5], [2.0, 0.5]]), "although it goes through the middle");
        assert!(!square.meets([[-1.0, 0.5], [2.0, 0.5006]]) && square.meets([[-1.0, 0.5], [2.0, 0.501]]));
    }

    #[test]
    fn a_side_without_length_lets_points_in_and_segments_out() {
        let triangle = with_corners([[0.0, 0.0], [2.0, 3.0], [3.0, 0.0], [3.0, 0.0]]);
        assert!(triangle.contains([2.0, 1.0]) && !triangle.contains([0.0, 3.0]));
        assert!(!triangle.meets([[1.0, 5.0], [2.0, -5.0]]));
    }

    #[test]
    fn a_side_goes_exactly_through_its_base() {
        let ends = [[141.237_f32, 77.911], [150.003, 93.457]];
        let [start, end] = [Base::Start, Base::End].map(|base| QuadSide::between(ends, base));
        assert_eq!((start.distance(ends[0]), end.distance(ends[1])), (0.0, 0.0));
        assert!(start.offset != end.offset, "in f32 they are two lines");
    }

    #[test]
    fn the_tolerance_is_the_root_of_the_rounding_step() {
        assert_eq!(EPS, f32::EPSILON.sqrt());
    }
}
