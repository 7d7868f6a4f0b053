//! Adds points until the floor is served: each time the one that serves the largest number of spots around one that is not served.

use super::net::{LONGEST, Net};
use super::{Job, length};
use crate::parallel;

/// Maximum distance from a spot to the point that serves it, in metres. In real areas, 97 % of the creatures are within 10 m of a point.
/// Points that are not needed are removed later.
const REACH: f64 = 16.0;

/// Maximum distance of a new point from the spot that it is added for, in metres.
const NEAR: f64 = 12.0;

/// Maximum number of points that are compared to serve a spot, and of spots by which they are compared.
const COMPARED: usize = 40;

impl Net<'_> {
    /// Adds points until a share of the spots is served, and returns the spots for which they were added.
    pub(super) fn cover(&mut self, share: f64) -> Vec<u32> {
        self.index();
        let Job { spots, .. } = self.job;
        let safe: Vec<u32> = spots.safe().collect();
        let is_served = parallel::map(&safe, |spot| self.nearest(*spot, REACH).is_some());
        let mut left: Vec<u32> =
            safe.iter().zip(is_served).filter(|(_, is_served)| !is_served).map(|it| *it.0).collect();
        let spare = safe.len() - (safe.len() as f64 * share.clamp(0.0, 1.0)).ceil() as usize;
        let mut added_for = Vec::new();
        while left.len() > spare {
            let spot = left[0];
            let post = self.job.post_for(spot, &left);
            self.add(post, 0);
            added_for.push(spot);
            let is_served = parallel::map(&left, |other| *other == spot || self.job.serves(post, *other));
            let mut is_served = is_served.into_iter();
            left.retain(|_| is_served.next() == Some(false));
        }
        added_for
    }

    /// Removes the points that cannot be linked, unless a spot needs them.
    pub(super) fn remove_idle(&mut self) {
        let has_links = self.has_links();
        let idle: Vec<usize> = self.alive().filter(|post| !has_links[*post] && !self.posts[*post].is_kept).collect();
        idle.iter().for_each(|post| self.posts[*post].is_gone = true);
        self.index();
        let safe: Vec<u32> = self.job.spots.safe().collect();
        let is_served = parallel::map(&safe, |spot| self.nearest(*spot, LONGEST).is_some());
        let mut left: Vec<u32> =
            safe.into_iter().zip(is_served).filter(|(_, is_served)| !is_served).map(|it| it.0).collect();
        for post in idle {
            let before = left.len();
            let Job { engine, spots, walker, .. } = self.job;
            left.retain(|spot| !engine.can_walk_from_spot(spots, *spot, self.posts[post].at, walker));
            self.posts[post].is_gone = left.len() == before;
        }
    }
}

impl Job<'_> {
    /// Returns whether a straight walk leads from a spot to a point nearby, with the doors in their states.
    fn serves(&self, post: [f32; 2], spot: u32) -> bool {
        length(self.spots.points[spot as usize], post) <= REACH
            && self.engine.can_walk_from_spot(&self.spots, spot, post, self.walker)
    }

    /// The point that serves a spot, and the largest number of others; the distance from walls breaks ties.
    fn post_for(&self, spot: u32, others: &[u32]) -> [f32; 2] {
        let from = self.spots.points[spot as usize];
        let apart = |spot: u32| length(self.spots.points[spot as usize], from);
        let nearest = |mut spots: Vec<u32>| {
            spots.sort_by(|a, b| apart(*a).total_cmp(&apart(*b)).then(a.cmp(b)));
            spots
        };
        let offered = nearest(self.spots.near(from, NEAR));
        let step = offered.len().div_ceil(COMPARED).max(1);
        let offered: Vec<u32> = offered.into_iter().step_by(step).collect();
        let mut others = nearest(others.iter().copied().filter(|spot| apart(*spot) <= REACH).collect());
        others.truncate(COMPARED);
        let compared = parallel::map(&offered, |spot| {
            let at = self.centred(self.spots.points[*spot as usize]);
            let served = others.iter().filter(|other| self.serves(at, **other)).count();
            (at, served, self.floor.clearance(at.map(f64::from)))
        });
        let serving = compared.into_iter().filter(|(at, ..)| self.serves(*at, spot));
        let better = |a: &([f32; 2], usize, f64), b: &([f32; 2], usize, f64)| a.1.cmp(&b.1).then(a.2.total_cmp(&b.2));
        // The first wins a tie.
        let best = serving.reduce(|best, next| if better(&next, &best).is_gt() { next } else { best });
        best.map_or(from, |(at, ..)| at)
    }
}
