//! Chooses points that serve all spots (greedy set cover): each time the one that gains the largest number of spots.

use std::collections::VecDeque;

use super::{Job, length};
use crate::kotor::engine::coverage::{nearest_that, tree_of};
use crate::kotor::engine::objects::Obstacles;
use crate::parallel;

/// Minimum distance between two candidate points, in metres.
const APART: f64 = 1.0;

/// Maximum number of candidate points. Each takes some milliseconds on a large floor.
const MAX_OFFERED: usize = 2000;

/// Factor by which the number of spots is reduced for comparing points.
const FEWER: u32 = 8;

/// Number of candidates examined before checking whether one serves everything.
const OFFERED_AT_ONCE: usize = 32;

/// Maximum number of points that are compared to serve a corner, and of corners by which they are compared.
const COMPARED: usize = 100;

/// A point that may become a path point.
#[derive(Clone, Debug)]
pub(super) struct Post {
    pub(super) at: [f32; 2],
    /// True if it was given, and so is kept.
    pub(super) is_kept: bool,
    /// The spots from which a straight walk leads to it, in order.
    pub(super) reached_from: Vec<u32>,
}

/// A set of spots.
#[derive(Clone, Debug)]
pub(super) struct SpotSet(Vec<u64>);

impl SpotSet {
    /// A subset of the spots.
    fn new(spots: usize, those: impl IntoIterator<Item = u32>) -> Self {
        let mut set = Self(vec![0; spots.div_ceil(64)]);
        those.into_iter().for_each(|spot| set.insert(spot));
        set
    }

    pub(super) fn contains(&self, spot: u32) -> bool {
        self.0[spot as usize / 64] >> (spot % 64) & 1 == 1
    }

    fn insert(&mut self, spot: u32) {
        self.0[spot as usize / 64] |= 1 << (spot % 64);
    }

    fn extend(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(own, other)| *own |= other);
    }

    fn insert_all(&mut self, spots: &[u32]) {
        spots.iter().for_each(|spot| self.insert(*spot));
    }

    pub(super) fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Number of spots that are in the other set but not in this one.
    pub(super) fn gain(&self, other: &Self) -> usize {
        self.0.iter().zip(&other.0).map(|(own, other)| (other & !own).count_ones() as usize).sum()
    }
}

impl Job<'_> {
    pub(super) fn post(&self, at: [f32; 2], is_kept: bool) -> Post {
        let reached_from = self.engine.spots_that_reach(&self.spots, at, self.walker);
        Post { at, is_kept, reached_from }
    }

    /// The spots served by any of the points.
    pub(super) fn covered(&self, posts: &[Post]) -> SpotSet {
        let mut covered = SpotSet::new(self.spots.points.len(), []);
        posts.iter().for_each(|post| covered.insert_all(&post.reached_from));
        covered
    }

    /// Sufficient number of spots.
    pub(super) fn enough(&self, share: f64) -> usize {
        (self.spots.safe().count() as f64 * share.clamp(0.0, 1.0)).ceil() as usize
    }

    /// Adds points until a share of the spots is served.
    pub(super) fn cover(&self, posts: &mut Vec<Post>, share: f64) {
        let enough = self.enough(share);
        let mut covered = self.covered(posts);
        // Fewer spots are enough to compare points.
        let few = self.engine.spots(self.walker, self.spots.points.len() as u32 / FEWER);
        let beside: Vec<Vec<u32>> = (0..few.points.len() as u32).map(|spot| few.beside(spot)).collect();
        // A spot counts if its neighbours reach the point, too: then no floor between them is missed.
        let reached = |at| {
            let all = SpotSet::new(few.points.len(), self.engine.spots_that_reach(&few, at, self.walker));
            let is_inner =
                |spot: &u32| all.contains(*spot) && beside[*spot as usize].iter().all(|it| all.contains(*it));
            SpotSet::new(few.points.len(), few.safe().filter(is_inner))
        };
        let mut served = SpotSet::new(few.points.len(), []);
        parallel::map(posts, |post| reached(post.at)).iter().for_each(|spots| served.extend(spots));
        // A point that serves all spots is the best, so no later one needs to be examined. The first wins a tie.
        let missing = few.safe().count() - served.len();
        let mut middle = self.middle_spots();
        middle.sort_unstable();
        let mut offered = Vec::new();
        for some in middle.chunks(OFFERED_AT_ONCE) {
            let looked_at = parallel::map(some, |spot| (*spot, reached(self.at(*spot))));
            let is_best = looked_at.iter().any(|(_, reached)| served.gain(reached) == missing);
            offered.extend(looked_at);
            if is_best {
                break;
            }
        }
        while covered.len() < enough {
            let gains = offered.iter().map(|(spot, reached)| (served.gain(reached), std::cmp::Reverse(*spot)));
            let best = (0..).zip(gains).max_by_key(|(_, gain)| *gain).filter(|(_, (gain, _))| *gain > 0);
            let Some((best, _)) = best else { break };
            let (spot, reached) = offered.swap_remove(best);
            served.extend(&reached);
            posts.push(self.post(self.at(spot), false));
            covered.insert_all(&posts[posts.len() - 1].reached_from);
        }
        // The spots left are in corners that no middle line serves.
        for spot in self.spots.safe() {
            if covered.len() >= enough {
                break;
            }
            if !covered.contains(spot) {
                let mut post = self.post_for(self.at(spot), &[]);
                if let Err(at) = post.reached_from.binary_search(&spot) {
                    post.reached_from.insert(at, spot);
                }
                covered.insert_all(&post.reached_from);
                posts.push(post);
            }
        }
    }

    /// Adds points for the gaps between spots at the border of the walker's floor.
    pub(super) fn cover_rim(&self, posts: &mut Vec<Post>) {
        let rim = self.engine.rim(&self.spots, self.walker);
        let mut waiting = rim.chunks(COMPARED);
        // The border points that no point serves, up to the number compared.
        let mut left = VecDeque::new();
        let mut known = tree_of(posts.iter().map(|post| post.at));
        let (mut indexed, mut looked_at) = (posts.len(), posts.len());
        loop {
            let is_new = |at: &[f32; 2]| !posts[looked_at..].iter().any(|post| self.serves(*at, post.at));
            left.retain(is_new);
            looked_at = posts.len();
            if looked_at > 2 * indexed {
                (known, indexed) = (tree_of(posts.iter().map(|post| post.at)), looked_at);
            }
            while left.len() <= COMPARED
                && let Some(some) = waiting.next()
            {
                let is_served = parallel::map(some, |at| {
                    let start = self.engine.start(*at);
                    let serves =
                        |post: &Post| self.engine.can_walk_on(start, *at, post.at, self.walker, Obstacles::Objects);
                    let of_known = |post: u32| serves(&posts[post as usize]).then_some(true);
                    nearest_that(&known, *at, of_known) || posts[indexed..].iter().any(serves)
                });
                left.extend(some.iter().zip(is_served).filter(|(_, is_served)| !is_served).map(|(at, _)| *at));
            }
            let Some(next) = left.pop_front() else { break };
            posts.push(self.post_for(next, left.make_contiguous()));
        }
    }

    /// Returns whether a straight walk leads from a point to another, with the doors in their states.
    fn serves(&self, from: [f32; 2], to: [f32; 2]) -> bool {
        self.engine.can_walk(from, to, self.walker, Obstacles::Objects)
    }

    /// The point that serves a given one, and the largest number of further ones; the distance from walls breaks ties.
    fn post_for(&self, from: [f32; 2], more: &[[f32; 2]]) -> Post {
        let mut offered = self.engine.spots_that_reach(&self.spots, from, self.walker);
        offered.retain(|spot| self.serves(from, self.at(*spot)));
        let clearance = |spot: u32| self.clearance[spot as usize];
        offered.sort_by(|a, b| clearance(*b).total_cmp(&clearance(*a)).then(a.cmp(b)));
        let offered: Vec<u32> = offered.iter().step_by(offered.len().div_ceil(COMPARED).max(1)).copied().collect();
        let served = parallel::map(&offered, |spot| {
            more.iter().take(COMPARED).filter(|at| self.serves(**at, self.at(*spot))).count()
        });
        // The first wins a tie.
        let best = offered.iter().zip(served).rev().max_by_key(|(_, served)| *served);
        self.post(best.map_or(from, |(spot, _)| self.at(*spot)), false)
    }

    /// Spots on the middle lines of the floor, at some distance from each other, in descending order of their distance from
    /// walls.
    fn middle_spots(&self) -> Vec<u32> {
        let mut middle: Vec<u32> = self.spots.safe().filter(|spot| self.is_in_middle(*spot)).collect();
        let clearance = |spot: u32| self.clearance[spot as usize];
        middle.sort_by(|a, b| clearance(*b).total_cmp(&clearance(*a)).then(a.cmp(b)));
        let mut chosen: Vec<u32> = Vec::new();
        for spot in middle {
            let apart = APART.max(clearance(spot) / 2.0);
            if chosen.len() < MAX_OFFERED && chosen.iter().all(|other| length(self.at(*other), self.at(spot)) >= apart)
            {
                chosen.push(spot);
            }
        }
        chosen
    }

    /// Returns whether a spot is farther from walls than one neighbour and no nearer than the opposite one, or whether the floor is so
    /// narrow that all surrounding spots are at its border.
    fn is_in_middle(&self, spot: u32) -> bool {
        let (at, own) = (self.at(spot), self.clearance[spot as usize]);
        let around = || self.next[spot as usize].iter().map(|next| (self.at(*next), self.clearance[*next as usize]));
        let is_opposite =
            |a: [f32; 2], b: [f32; 2]| length([(a[0] + b[0]) / 2.0, (a[1] + b[1]) / 2.0], at) < self.spots.step / 4.0;
        let lower = || around().filter(|(_, clearance)| *clearance < own);
        let not_higher = || around().filter(|(_, clearance)| *clearance <= own);
        let is_ridge = || lower().any(|(a, _)| not_higher().any(|(b, _)| is_opposite(a, b)));
        if own > 0.0 { is_ridge() } else { around().all(|(_, clearance)| clearance == 0.0) }
    }
}
