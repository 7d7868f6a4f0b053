//! [`Touch`]: the first contact of a disc that moves along a line in the plan view.

use std::cmp::Ordering;

use crate::geometry::plan_triangle::nearest_between;
use crate::geometry::{Vec2, cross, distance, dot, lerp, share_of_line, sub};

/// A disc that moves straight (swept disc).
#[derive(Clone, Copy, Debug)]
pub(super) struct Sweep {
    pub(super) from: Vec2,
    pub(super) to: Vec2,
    pub(super) radius: f64,
}

/// The contact that stops a disc.
#[derive(Clone, Copy, Debug)]
pub(super) struct Touch {
    /// The fraction of the movement.
    pub(super) share: f64,
    /// The ends of the edge that it touches.
    pub(super) edge: [Vec2; 2],
    /// True if it touches an end of the edge rather than a side.
    pub(super) corner: bool,
}

/// The bounding corridor of the disc's movement, somewhat enlarged, for quick tests before the exact one. Nothing outside is touched.
#[derive(Clone, Copy, Debug)]
pub(super) struct Corridor {
    from: Vec2,
    /// The direction, of length 1; none for a disc that does not move.
    along: Vec2,
    length: f64,
    reach: f64,
}

impl Corridor {
    pub(super) fn new(sweep: &Sweep) -> Self {
        let (way, length) = (sub(sweep.to, sweep.from), distance(sweep.from, sweep.to));
        let along = if length > 0.0 { way.map(|part| part / length) } else { [0.0; 2] };
        // Rounding is much less than a thousandth of the coordinates.
        let size = sweep.from.iter().chain(&sweep.to).fold(1.0, |size: f64, value| size.max(value.abs()));
        Self { from: sweep.from, along, length, reach: sweep.radius + 1e-6 * size }
    }

    /// Tests whether a box may intersect the corridor, by its centre and its half extents.
    pub(super) fn may_meet(&self, middle: Vec2, half: Vec2) -> bool {
        let [x, y] = self.along.map(f64::abs);
        let off = cross(self.along, sub(middle, self.from)).abs();
        // A box with a bound that is NaN is kept.
        off.partial_cmp(&(self.reach + half[0] * y + half[1] * x)) != Some(Ordering::Greater)
    }

    /// The distance along the movement to the projection of a point.
    pub(super) fn along(&self, at: Vec2) -> f64 {
        dot(self.along, sub(at, self.from))
    }

    /// Tests whether a polygon lies entirely on one side of the corridor, behind its start, or beyond its end.
    pub(super) fn is_off(&self, polygon: &[Vec2]) -> bool {
        if self.length == 0.0 {
            return false;
        }
        let offs = || polygon.iter().map(|corner| cross(self.along, sub(*corner, self.from)));
        let ways = || polygon.iter().map(|corner| self.along(*corner));
        offs().all(|off| off > self.reach)
            || offs().all(|off| off < -self.reach)
            || ways().all(|way| way < -self.reach)
            || ways().all(|way| way > self.length + self.reach)
    }
}

impl Sweep {
    /// The point at a fraction of the movement.
    pub(super) fn at(&self, share: f64) -> Vec2 {
        lerp(self.from, self.to, share)
    }

    /// The first contact with a convex polygon, which may be degenerate: where it is nearer than the radius.
    pub(super) fn touch(&self, polygon: &[Vec2]) -> Option<Touch> {
        let sides = polygon.iter().zip(polygon.iter().cycle().skip(1)).map(|(a, b)| [*a, *b]);
        let first = sides
            .clone()
            .filter_map(|side| self.touch_edge(side))
            .reduce(|best, next| if next.share < best.share { next } else { best });
        let begins_at_once = first.is_some_and(|touch| touch.share == 0.0);
        if begins_at_once || !is_inside(polygon, self.from) {
            return first;
        }
        let nearest = |side: &[Vec2; 2]| distance_from(*side, self.from);
        let edge = sides.min_by(|a, b| nearest(a).total_cmp(&nearest(b)))?;
        Some(Touch { share: 0.0, edge, corner: false })
    }

    /// The first contact with a circle of the disc's radius around a point.
    pub(super) fn touch_point(&self, centre: Vec2) -> Option<f64> {
        let (way, off) = (sub(self.to, self.from), sub(self.from, centre));
        let (a, b, c) = (dot(way, way), dot(way, off), dot(off, off) - self.radius * self.radius);
        if c < 0.0 {
            return Some(0.0);
        }
        // The movement approaches, instead of running along the circle.
        let inner = b * b - a * c;
        if b >= 0.0 || inner <= 0.0 {
            return None;
        }
        let share = c / (inner.sqrt() - b);
        (share < 1.0).then_some(share)
    }

    fn touch_edge(&self, edge: [Vec2; 2]) -> Option<Touch> {
        let [a, b] = edge;
        if distance_from(edge, self.from) < self.radius {
            let share = share_of_line(a, b, self.from);
            return Some(Touch { share: 0.0, edge, corner: !(0.0..=1.0).contains(&share) });
        }
        let length = distance(a, b);
        let side = (length > 0.0).then(|| self.touch_side(edge, length)).flatten().map(|share| (share, false));
        let ends = edge.map(|end| self.touch_point(end).map(|share| (share, true)));
        let first =
            ends.into_iter().chain([side]).flatten().reduce(|best, next| if next.0 < best.0 { next } else { best });
        first.map(|(share, corner)| Touch { share, edge, corner })
    }

    /// The point where the disc comes nearer than its radius to the interior of an edge.
    fn touch_side(&self, [a, b]: [Vec2; 2], length: f64) -> Option<f64> {
        let along = sub(b, a);
        let off = |at: Vec2| cross(along, sub(at, a)) / length;
        let (from, to) = (off(self.from), off(self.to));
        // A line that starts on the edge's line does not come nearer to it.
        let (from, to) = if from < 0.0 || (from == 0.0 && to > 0.0) { (-from, -to) } else { (from, to) };
        if from < self.radius || to >= self.radius || from == 0.0 {
            return None;
        }
        let share = (from - self.radius) / (from - to);
        (0.0..=1.0).contains(&share_of_line(a, b, self.at(share))).then_some(share)
    }
}

/// The distance of a point from a segment.
fn distance_from(segment: [Vec2; 2], at: Vec2) -> f64 {
    distance(nearest_between(segment, at), at)
}

/// Returns whether a point is inside a convex polygon, not on its border.
fn is_inside(polygon: &[Vec2], at: Vec2) -> bool {
    let turns = || polygon.iter().zip(polygon.iter().cycle().skip(1)).map(|(a, b)| cross(sub(*b, *a), sub(at, *a)));
    polygon.len() > 2 && (turns().all(|turn| turn > 0.0) || turns().all(|turn| turn < 0.0))
}
