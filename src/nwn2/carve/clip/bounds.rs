//! [`Bounds`]: a bounding box of points.

use super::Point;

/// A bounding box of points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::nwn2::carve) struct Bounds {
    pub(in crate::nwn2::carve) least: Point,
    pub(in crate::nwn2::carve) most: Point,
}

impl Bounds {
    /// The whole plane.
    pub(super) const EVERYWHERE: Self = Self { least: [f32::NEG_INFINITY; 2], most: [f32::INFINITY; 2] };

    pub(in crate::nwn2::carve) fn new(points: &[Point]) -> Self {
        let none = Self { least: [f32::INFINITY; 2], most: [f32::NEG_INFINITY; 2] };
        points.iter().fold(none, |bounds, &point| bounds.with(&Self { least: point, most: point }))
    }

    pub(in crate::nwn2::carve) fn with(self, other: &Self) -> Self {
        let axes = [0, 1];
        Self {
            least: axes.map(|axis| self.least[axis].min(other.least[axis])),
            most: axes.map(|axis| self.most[axis].max(other.most[axis])),
        }
    }

    pub(in crate::nwn2::carve) fn touches(&self, other: &Self) -> bool {
        (0..2).all(|axis| self.least[axis] <= other.most[axis] && self.most[axis] >= other.least[axis])
    }

    /// Returns whether a level crosses the box.
    pub(super) fn has_level(&self, y: f32) -> bool {
        self.least[1] <= y && y <= self.most[1]
    }

    /// Returns whether an edge can change the contents of the box: it overlaps the box in y, and is not to its right.
    pub(super) fn may_matter(&self, bottom: Point, top: Point) -> bool {
        top[1] > self.least[1] && bottom[1] < self.most[1] && bottom[0].min(top[0]) <= self.most[0]
    }
}
