//! Steps 2 and 3: the two lines of sight along which two triangles touch their common hull.

use super::face::{Corner, Point};
use super::silhouette::{LEFT, MIDDLE, RIGHT, Silhouette};

/// The lines along the left and the right of two triangles, each from a corner of `A` to a corner of `B`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct SightLines {
    pub(super) left: [Corner; 2],
    pub(super) right: [Corner; 2],
}

impl SightLines {
    /// Finds the lines, swapping corners of both silhouettes on the way.
    ///
    /// The right line comes first. The left line may take the corner that was rightmost, which then leaves the slot [`RIGHT`]; the right
    /// line keeps it.
    pub(super) fn find(a: &mut Silhouette, b: &mut Silhouette) -> Self {
        // Seen from `B` the right of `A` is on the left.
        swap_outwards(a, RIGHT, [LEFT, MIDDLE], b[RIGHT].at, 1.0);
        swap_outwards(b, RIGHT, [LEFT, MIDDLE], a[RIGHT].at, -1.0);
        let right = [a[RIGHT], b[RIGHT]];
        swap_outwards(a, LEFT, [MIDDLE, RIGHT], b[LEFT].at, -1.0);
        swap_outwards(b, LEFT, [MIDDLE, RIGHT], a[LEFT].at, 1.0);
        Self { left: [a[LEFT], b[LEFT]], right }
    }
}

/// Examines the corners in two slots in turn: one outside the line from `origin` through the corner in the slot `outermost` is swapped with
/// that corner. `side` is 1 if the left of that line is outside, and -1 if the right is.
fn swap_outwards(corners: &mut Silhouette, outermost: usize, others: [usize; 2], origin: Point, side: f32) {
    for other in others {
        if side * turn(origin, corners[outermost].at, corners[other].at) > 0.0 {
            corners.swap(outermost, other);
        }
    }
}

/// Positive where a point is to the left of the line from `origin` through `through`, negative where it is to the right.
///
/// The arithmetic is the game's. Where `origin` and `through` are the same vertex it is zero: such a line is left unchanged.
fn turn(origin: Point, through: Point, point: Point) -> f32 {
    let (dx, dy) = (through[0] - origin[0], through[1] - origin[1]);
    (dx * point[1] - dy * point[0]) - (dx * origin[1] - dy * origin[0])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn silhouette(first: u16, places: [Point; 3]) -> Silhouette {
        [0, 1, 2].map(|at| Corner { vertex: first + at as u16, at: places[at] })
    }

    fn vertices(corners: impl IntoIterator<Item = Corner>) -> Vec<u16> {
        corners.into_iter().map(|corner| corner.vertex).collect()
    }

    #[test]
    fn a_corner_outside_the_line_changes_places_with_its_end() {
        // Seen along x, vertex 0 is the leftmost one of `a`. Seen from the left corner of `b`, vertex 1 is farther out.
        let mut a = silhouette(0, [[2.0, 1.0], [0.0, 0.9], [1.0, 0.0]]);
        let mut b = silhouette(3, [[6.0, 3.0], [7.0, 1.0], [6.0, 0.0]]);
        let lines = SightLines::find(&mut a, &mut b);
        assert_eq!((vertices(lines.left), vertices(lines.right)), (vec![1, 3], vec![2, 5]));
        assert_eq!((vertices(a), vertices(b)), (vec![1, 0, 2], vec![3, 4, 5]));
    }

    #[test]
    fn the_left_line_may_take_the_corner_that_the_right_one_keeps() {
        let mut a = silhouette(0, [[0.0, 5.0], [0.0, 0.0], [0.0, -5.0]]);
        let mut b = silhouette(3, [[9.0, 1.0], [9.0, 0.0], [20.0, -1.0]]);
        let lines = SightLines::find(&mut a, &mut b);
        assert_eq!((vertices(lines.left), vertices(lines.right)), (vec![0, 5], vec![2, 5]));
        assert_eq!(vertices(b), [5, 4, 3], "the former left corner is the right one");
    }

    #[test]
    fn a_corner_on_the_line_stays() {
        assert_eq!(turn([0.0; 2], [2.0, 2.0], [3.0, 3.0]), 0.0);
        assert!(turn([0.0; 2], [2.0, 0.0], [3.0, 1.0]) > 0.0 && turn([0.0; 2], [2.0, 0.0], [3.0, -1.0]) < 0.0);
    }
}
