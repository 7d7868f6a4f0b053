//! Adds points where shortest paths bend: at both ends of corridors and doors, and around corners.

use std::collections::BTreeMap;

use super::net::Net;
use super::ways::Way;
use super::{Job, length};
use crate::geometry::Vec2;
use crate::parallel;

/// Distance from walls that is enough for a point, in metres. The makers' points have a median of 2.1 m, and a quarter has less than 1.6 m.
const ENOUGH: f64 = 1.6;

/// Length of a step away from walls, in metres, and the minimum gain of distance for which one is made.
const STEP: f64 = 0.15;
const GAIN: f64 = 0.02;

/// Maximum number of steps.
const STEPS: usize = 16;

/// Number of squares per metre in which bends count as one.
const SQUARES: f64 = 2.0;

/// The directions of a step: along the axes and the diagonals.
const DIAGONAL: f64 = std::f64::consts::FRAC_1_SQRT_2;
const DIRECTIONS: [Vec2; 8] = [
    [1.0, 0.0],
    [DIAGONAL, DIAGONAL],
    [0.0, 1.0],
    [-DIAGONAL, DIAGONAL],
    [-1.0, 0.0],
    [-DIAGONAL, -DIAGONAL],
    [0.0, -1.0],
    [DIAGONAL, -DIAGONAL],
];

impl Job<'_> {
    /// A point moved away from walls, as far as a walk leads back to where it was (hill climbing on the clearance). So a point in a
    /// passage moves to the medial axis, and a point in a doorway from there into the room.
    pub(super) fn centred(&self, from: [f32; 2]) -> [f32; 2] {
        let clearance = |at: Vec2| self.floor.clearance(at);
        let (mut at, mut best) = (from.map(f64::from), from);
        let mut own = clearance(at);
        for _ in 0..STEPS {
            let steps = DIRECTIONS.map(|[x, y]| [at[0] + STEP * x, at[1] + STEP * y]).map(|at| (clearance(at), at));
            let widest = steps.into_iter().reduce(|best, next| if next.0 > best.0 { next } else { best });
            let Some((next, there)) = widest.filter(|_| own < ENOUGH).filter(|(next, _)| *next >= own + GAIN) else {
                break;
            };
            let point = there.map(|value| value as f32);
            if !self.is_link(from, point, self.walker) {
                break;
            }
            (at, own, best) = (there, next, point);
        }
        best
    }
}

impl Net<'_> {
    /// Adds the bends of shortest paths, moved away from walls. Of bends close to each other, the one of the largest number of paths stays.
    pub(super) fn add_bends(&mut self, ways: &[Way]) {
        let mut squares = BTreeMap::<[i64; 2], ([f32; 2], usize)>::new();
        for at in ways.iter().flat_map(|way| &way.bends) {
            let square = at.map(|value| (f64::from(value) * SQUARES).floor() as i64);
            squares.entry(square).or_insert((*at, 0)).1 += 1;
        }
        let bends: Vec<([f32; 2], usize)> = squares.into_values().collect();
        let job = self.job;
        let mut bends = parallel::map(&bends, |(at, weight)| {
            let at = job.centred(*at);
            (at, *weight, job.floor.clearance(at.map(f64::from)))
        });
        // Stable: of equally heavy ones, the southern one comes first.
        bends.sort_by_key(|(_, weight, _)| std::cmp::Reverse(*weight));
        for (at, weight, _) in bends {
            let near = (0..self.posts.len()).find(|post| {
                let other = self.posts[*post].at;
                let reach = (0.8 * job.floor.clearance(other.map(f64::from))).clamp(0.5, 2.0);
                length(other, at) < reach && job.is_link(other, at, job.walker)
            });
            match near {
                Some(post) => self.posts[post].weight += weight,
                None => self.add(at, weight),
            }
        }
    }
}
