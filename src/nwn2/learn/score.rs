//! [`Score`]: the agreement of a polygon with the TRX of all areas at the placements of an appearance.

use crate::geometry::{Vec2, distance};
use crate::nwn2::LearnOptions;

use super::candidate::evenly;
use super::placing::Placement;
use super::polygon::{samples, sides, signed_area};
use super::scene::{Cover, Scene};

/// Maximum number of placements that are examined.
const PLACINGS: usize = 30;
/// Distance of samples inside from the border, in metres: vertices within 0.1 m on each axis are merged.
const INSIDE: f64 = 0.12;
/// Distance of samples outside from the border, in metres.
const OUTSIDE: f64 = 0.15;
/// Maximum distance of a vertex from its corner, in metres.
const CORNER: f64 = 1.2e-3;
/// Minimum share of the samples outside at which the TRX must have the floor of the TRN.
const MIN_OUTSIDE: f64 = 0.4;

/// The counts at placements where the TRN has floor and no cutter lies.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Score {
    /// Number of placements with a sample inside.
    pub(super) placings: usize,
    /// Number of these with almost no floor inside.
    pub(super) clean: usize,
    inside: Share,
    outside: Share,
    corners: Share,
    /// Number of samples inside where the TRX has a triangle that is not floor of the TRN and not
    /// walkable.
    patch: usize,
    /// Number of samples inside where such a triangle is walkable.
    surface: usize,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Share {
    good: usize,
    all: usize,
}

impl Share {
    fn add(&mut self, is_good: bool) {
        self.good += usize::from(is_good);
        self.all += 1;
    }

    fn add_all(&mut self, other: Self) {
        self.good += other.good;
        self.all += other.all;
    }

    fn value(self) -> f64 {
        if self.all == 0 { 0.0 } else { self.good as f64 / self.all as f64 }
    }
}

impl Score {
    /// Counts a polygon of a model at some of the placements of its appearance.
    pub(super) fn new(
        polygon: &[Vec2],
        numbers: &[usize],
        placings: &[Placement],
        scenes: &[Scene<'_>],
        clean: f64,
    ) -> Self {
        let mut total = Self::default();
        for number in evenly(numbers, PLACINGS) {
            let one = Self::at(polygon, &placings[number], &scenes[placings[number].area]);
            if one.inside.all > 0 {
                total.placings += 1;
                total.clean += usize::from(one.inside.value() >= clean);
                total.inside.add_all(one.inside);
                total.outside.add_all(one.outside);
                total.corners.add_all(one.corners);
                total.patch += one.patch;
                total.surface += one.surface;
            }
        }
        total
    }

    fn at(polygon: &[Vec2], placing: &Placement, scene: &Scene<'_>) -> Self {
        let corners: Vec<Vec2> = polygon.iter().map(|at| placing.to_area(*at)).collect();
        let mut score = Self::default();
        for cover in samples(&corners, INSIDE).into_iter().filter_map(|at| scene.cover(at)) {
            score.inside.add(cover != Cover::Floor);
            score.patch += usize::from(cover == Cover::Patch);
            score.surface += usize::from(cover == Cover::Surface);
        }
        let outward = signed_area(&corners).signum();
        for at in sides(&corners).map(|side| beyond(side, outward * OUTSIDE)) {
            if let Some(cover) = scene.cover(at) {
                score.outside.add(cover == Cover::Floor);
            }
        }
        for corner in corners.into_iter().filter(|corner| scene.had_floor(*corner)) {
            score.corners.add(scene.has_vertex(corner, CORNER));
        }
        score
    }

    /// The share of the samples inside that are not floor of the TRN.
    pub(super) fn inside(&self) -> f64 {
        self.inside.value()
    }

    /// The share of the samples just outside that are floor of the TRN.
    pub(super) fn outside(&self) -> f64 {
        self.outside.value()
    }

    /// The share of the corners that are vertices of the TRX.
    pub(super) fn corners(&self) -> f64 {
        self.corners.value()
    }

    /// Returns whether it is good enough for a trial.
    pub(super) fn passes(&self, options: &LearnOptions) -> bool {
        self.placings > 0
            && self.inside() >= f64::from(options.inside)
            && self.clean as f64 >= self.placings as f64 * f64::from(options.clean)
            && self.corners() >= f64::from(options.corners)
            && (self.outside() >= MIN_OUTSIDE || self.outside.all == 0)
    }

    /// Returns whether the TRX has triangles that are not floor of the TRN at half of the samples inside
    /// or more.
    pub(super) fn is_covered(&self) -> bool {
        self.inside.all > 0 && 2 * (self.patch + self.surface) >= self.inside.all
    }

    /// Returns whether at least half of these are walkable.
    pub(super) fn is_walkable(&self) -> bool {
        self.surface > 0 && self.surface >= self.patch
    }
}

/// The point at a distance in metres to the right of the middle of a side.
fn beyond([from, to]: [Vec2; 2], by: f64) -> Vec2 {
    let along = [to[0] - from[0], to[1] - from[1]];
    let length = distance(from, to).max(f64::MIN_POSITIVE);
    [(from[0] + to[0]) / 2.0 + along[1] / length * by, (from[1] + to[1]) / 2.0 - along[0] / length * by]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn beyond_a_side_is_to_the_right_of_its_middle() {
        assert_eq!(beyond([[1.0, 2.0], [3.0, 2.0]], 0.5), [2.0, 1.5]);
        assert_eq!(beyond([[3.0, 1.0], [3.0, 5.0]], 0.5), [3.5, 3.0]);
        assert_eq!(beyond([[3.0, 1.0], [3.0, 5.0]], -0.5), [2.5, 3.0]);
        assert_eq!(beyond([[1.0, 1.0]; 2], 0.5), [1.0, 1.0], "a side without a length has no right");
    }

    #[test]
    fn half_of_the_samples_decide_what_is_inside() {
        let of = |[patch, surface, nothing]: [usize; 3]| {
            let all = patch + surface + nothing;
            let score = Score { inside: Share { good: all, all }, patch, surface, ..Score::default() };
            (score.is_covered(), score.is_walkable())
        };
        assert_eq!([[3, 2, 6], [3, 2, 5], [3, 2, 4]].map(of).map(|(covered, _)| covered), [false, true, true]);
        assert_eq!([[3, 2, 0], [3, 3, 0], [3, 4, 0]].map(of).map(|(_, walkable)| walkable), [false, true, true]);
        assert_eq!(of([0; 3]), (false, false));
    }
}
