//! Points and lines in the plan view, for lines of sight. In `f64`, computations on `f32` positions are nearly always
//! exact.

/// A position, seen from above.
pub(super) type Point = [f64; 2];

/// A line from one point towards another, for tests of many points.
#[derive(Clone, Copy)]
pub(super) struct Line {
    from: Point,
    along: Point,
}

impl Line {
    pub(super) fn new([from, to]: [Point; 2]) -> Self {
        Self { from, along: [to[0] - from[0], to[1] - from[1]] }
    }

    /// Twice the area of the triangle between the line's ends and a point: positive where the point is to the left.
    pub(super) fn turn(&self, p: Point) -> f64 {
        self.along[0] * (p[1] - self.from[1]) - self.along[1] * (p[0] - self.from[0])
    }
}

/// [`Line::turn`] of a single point.
pub(super) fn turn(a: Point, b: Point, p: Point) -> f64 {
    Line::new([a, b]).turn(p)
}

/// Whether two segments have a point in common, their ends included.
pub(super) fn touch([a, b]: [Point; 2], [c, d]: [Point; 2]) -> bool {
    let apart =
        |axis: usize| a[axis].max(b[axis]) < c[axis].min(d[axis]) || c[axis].max(d[axis]) < a[axis].min(b[axis]);
    !apart(0) && !apart(1) && turn(a, b, c) * turn(a, b, d) <= 0.0 && turn(c, d, a) * turn(c, d, b) <= 0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn segments_touch_with_their_ends() {
        let (flat, upright) = ([[0.0, 0.0], [2.0, 0.0]], [[1.0, 0.0], [1.0, 1.0]]);
        assert!(touch(flat, upright));
        assert!(touch(flat, [[1.0, -1.0], [1.0, 1.0]]));
        assert!(touch(flat, [[1.0, 0.0], [5.0, 0.0]]));
        assert!(!touch(flat, [[3.0, 0.0], [5.0, 0.0]]) && !touch(flat, [[0.0, 1.0], [2.0, 1.0]]));
    }
}
