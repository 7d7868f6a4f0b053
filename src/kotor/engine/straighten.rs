//! Straightening: string pulling as the engine does it, and the rounding of corners.

use super::choices::{CORNER_CUT, CORNER_TURN, PIECES};
use super::objects::Obstacles;
use super::straight_walk::{WalkCode, to_f32};
use super::{Engine, Walker};
use crate::geometry::{Vec2, distance, dot, lerp, sub};

/// Length from which segments are cut into pieces of one metre, in metres: for grid paths, and in the second round.
const SHORT: f64 = 1.1;
/// The same for the first round of paths over path points.
const LONG: f64 = 5.0;

impl Engine {
    /// A path over path points, straightened past some obstacles with a radius that is a millimetre larger.
    pub(super) fn straightened_graph_way(&self, way: &[[f32; 2]], walker: &Walker, past: Obstacles) -> Vec<[f32; 2]> {
        self.straightened(way, LONG, &walker.with_radius(walker.radius + 0.001), past)
    }

    /// A grid path, straightened.
    pub(super) fn straightened_grid_way(&self, way: &[[f32; 2]], walker: &Walker) -> Vec<[f32; 2]> {
        self.straightened(way, SHORT, walker, Obstacles::All)
    }

    fn straightened(&self, way: &[[f32; 2]], longest: f64, walker: &Walker, past: Obstacles) -> Vec<[f32; 2]> {
        let first = self.pulled(&cut(way, longest), walker, past);
        self.pulled(&cut(&first, SHORT), walker, past)
    }

    /// From each point, the farthest later one to which a straight walk leads, within the engine's search limit.
    fn pulled(&self, way: &[[f32; 2]], walker: &Walker, past: Obstacles) -> Vec<[f32; 2]> {
        let is_clear = |from, to| self.walk_past(from, to, walker, past).code == WalkCode::Clear;
        let mut pulled: Vec<[f32; 2]> = way.first().copied().into_iter().collect();
        let mut at = 0;
        while at + 1 < way.len() {
            let mut ahead = way.len() - 1 - at;
            while ahead > 1 && !is_clear(way[at], way[at + ahead]) {
                ahead = if ahead >= 5 { ahead / 2 } else { ahead - 1 };
            }
            at += ahead;
            pulled.push(way[at]);
        }
        pulled
    }

    /// A path with its sharp corners cut, and the new corners cut once more.
    pub(super) fn with_cut_corners(&self, way: &[[f32; 2]], walker: &Walker) -> Vec<[f32; 2]> {
        let is_new = vec![true; way.len()];
        let (once, is_new) = self.cut_corners(way, &is_new, walker);
        self.cut_corners(&once, &is_new, walker).0
    }

    /// Cuts the new corners, and returns for each point whether it is new.
    fn cut_corners(&self, way: &[[f32; 2]], is_new: &[bool], walker: &Walker) -> (Vec<[f32; 2]>, Vec<bool>) {
        let mut cut: Vec<([f32; 2], bool)> = Vec::with_capacity(2 * way.len());
        for (number, &point) in way.iter().enumerate() {
            let neighbours = number.checked_sub(1).and_then(|before| Some([way[before], *way.get(number + 1)?]));
            let chord = neighbours
                .filter(|_| is_new[number])
                .and_then(|[before, after]| self.chord([before, point, after], walker));
            match chord {
                Some(ends) => cut.extend(ends.map(|end| (end, true))),
                None => cut.push((point, false)),
            }
        }
        cut.into_iter().unzip()
    }

    /// The points between which a corner is cut off.
    fn chord(&self, corner: [[f32; 2]; 3], walker: &Walker) -> Option<[[f32; 2]; 2]> {
        let [before, at, after] = corner.map(|point| point.map(f64::from));
        let legs: [Vec2; 2] = [sub(at, before), sub(after, at)];
        let [one, other] = [distance(before, at), distance(at, after)];
        if dot(legs[0], legs[1]) >= CORNER_TURN * one * other {
            return None;
        }
        let mut size = one.min(other) / 2.0;
        while size >= CORNER_CUT {
            let ends = [lerp(at, before, size / one), lerp(at, after, size / other)].map(to_f32);
            if self.is_clear_way(ends[0], ends[1], walker) {
                return Some(ends);
            }
            size /= 2.0;
        }
        None
    }

    fn is_clear_way(&self, from: [f32; 2], to: [f32; 2], walker: &Walker) -> bool {
        self.straight_walk(from, to, walker).code == WalkCode::Clear
    }
}

/// A path whose segments of at least some length are cut into pieces of a metre, or into longer ones if there would be too many.
fn cut(way: &[[f32; 2]], longest: f64) -> Vec<[f32; 2]> {
    let length = |leg: &[[f32; 2]]| distance(leg[0].map(f64::from), leg[1].map(f64::from));
    let whole: f64 = way.windows(2).map(length).sum();
    let piece = (whole / PIECES).max(1.0);
    let mut pieces: Vec<[f32; 2]> = way.first().copied().into_iter().collect();
    for leg in way.windows(2) {
        let count = if length(leg) >= longest { (length(leg) / piece).ceil() } else { 1.0 };
        let [from, to] = [leg[0], leg[1]].map(|point| point.map(f64::from));
        // A whole number of at most `PIECES`.
        let inner = (1..count as u32).map(|number| to_f32(lerp(from, to, f64::from(number) * piece / length(leg))));
        pieces.extend(inner.chain([leg[1]]));
    }
    pieces
}
