//! Adds points on the paths between points that are not linked, so that links connect what the floor connects; and removes superfluous
//! points.

use std::collections::{BTreeSet, VecDeque};

use super::cover::Post;
use super::links::{LONGEST, Links};
use super::{Distances, Job, length};
use crate::geometry::DisjointSets;

/// Factor on the length of a step where the floor is too narrow for the margin.
const NARROW: f64 = 4.0;

/// The spots around each point from and to which a walk leads.
struct Stands {
    of_posts: Vec<Vec<u32>>,
    /// For each spot, the points that it is near.
    at_spots: Vec<Vec<usize>>,
}

impl Job<'_> {
    /// Adds points until all points that the floor connects are linked.
    pub(super) fn connect(&self, posts: &mut Vec<Post>, links: &mut Links) {
        let mut stands = Stands { of_posts: Vec::new(), at_spots: vec![Vec::new(); self.spots.points.len()] };
        let mut sets = links.sets(posts.len());
        let mut distances = self.no_distances();
        let mut first = 0;
        while first < posts.len() {
            for (post, Post { at, .. }) in posts.iter().enumerate().skip(stands.of_posts.len()) {
                let spots = self.stands_at(*at);
                spots.iter().for_each(|spot| stands.at_spots[*spot as usize].push(post));
                stands.of_posts.push(spots);
            }
            // Points that are linked with an earlier one were handled with it.
            let way = if sets.least(first as u32) == first as u32 {
                self.way_from(first as u32, &sets, &stands, posts, &mut distances)
            } else {
                None
            };
            match way {
                Some((line, ends)) => {
                    self.add_way(&line, ends, posts, links);
                    sets = links.sets(posts.len());
                }
                None => first += 1,
            }
        }
    }

    /// The path from the points of one set to the nearest point of another, and the points at its ends.
    fn way_from(
        &self,
        own: u32,
        sets: &DisjointSets,
        stands: &Stands,
        posts: &[Post],
        distances: &mut Distances,
    ) -> Option<(Vec<[f32; 2]>, [usize; 2])> {
        let is_own = |post: &usize| sets.least(*post as u32) == own;
        let own_posts = (own as usize..posts.len()).filter(is_own);
        let starts = own_posts.flat_map(|post| stands.of_posts[post].iter().map(move |spot| (post, *spot)));
        let starts = starts.map(|(post, spot)| (spot, length(posts[post].at, self.at(spot))));
        let other_at = |spot: u32| stands.at_spots[spot as usize].iter().copied().find(|post| !is_own(post));
        let own_at = |spot: u32| stands.at_spots[spot as usize].iter().copied().find(is_own);
        let margin = f64::from(self.wide.radius - self.walker.radius);
        let cost = |length: f64, spot: u32| {
            let clearance = self.clearance[spot as usize];
            let factor = if clearance < margin { NARROW } else { 1.0 };
            length * factor * (1.0 + 1.0 / (1.0 + clearance))
        };
        let goal = self.search(distances, starts, cost, |spot| other_at(spot).is_some())?;
        let mut way = vec![goal];
        let mut spot = goal;
        while distances.before[spot as usize] != u32::MAX {
            spot = distances.before[spot as usize];
            way.push(spot);
        }
        let (start, end) = (own_at(spot)?, other_at(goal)?);
        let between = way.iter().rev().map(|spot| self.at(*spot));
        let mut line: Vec<[f32; 2]> = [posts[start].at].into_iter().chain(between).chain([posts[end].at]).collect();
        line.dedup();
        Some((line, [start, end]))
    }

    /// The spots around a point to and from which a walk leads.
    fn stands_at(&self, at: [f32; 2]) -> Vec<u32> {
        self.spots.around(at).filter(|spot| self.is_link(at, self.at(*spot), self.walker)).collect()
    }

    /// Adds the points of a line between two points that are needed for straight links.
    fn add_way(&self, line: &[[f32; 2]], [start, end]: [usize; 2], posts: &mut Vec<Post>, links: &mut Links) {
        let first = posts.len();
        let (mut at, mut post) = (0, start);
        while at + 1 < line.len() {
            let later = || (at + 1..line.len()).rev().filter(|next| length(line[at], line[*next]) <= LONGEST);
            let farthest = |walker| later().find(|next| self.is_link(line[at], line[*next], walker));
            let next = farthest(&self.wide).or_else(|| farthest(self.walker)).unwrap_or(at + 1);
            let number = if next + 1 == line.len() { end } else { posts.len() };
            if number == posts.len() {
                posts.push(self.post(line[next], false));
            }
            // It is wide if it is also found with the margin.
            links.add_narrow(post, number);
            (at, post) = (next, number);
        }
        self.add_wide_links(posts, first, links);
    }

    /// Removes points that are redundant for serving spots and for linking the others, starting with those that serve few.
    pub(super) fn prune(&self, posts: &mut Vec<Post>, links: &mut Links, share: f64) {
        let mut served = vec![0_u32; self.spots.points.len()];
        posts.iter().flat_map(|post| &post.reached_from).for_each(|spot| served[*spot as usize] += 1);
        let mut spare = served.iter().filter(|count| **count > 0).count().saturating_sub(self.enough(share));
        let mut order: Vec<usize> = (0..posts.len()).filter(|post| !posts[*post].is_kept).collect();
        order.sort_by_key(|post| (posts[*post].reached_from.len(), *post));
        let next = links.of_posts(posts.len());
        let mut gone = BTreeSet::new();
        for post in order {
            let reached_from = &posts[post].reached_from;
            let lost = reached_from.iter().filter(|spot| served[**spot as usize] == 1).count();
            if lost <= spare && are_connected_without(post, &next, &gone) {
                spare -= lost;
                gone.insert(post);
                reached_from.iter().for_each(|spot| served[*spot as usize] -= 1);
            }
        }
        let mut number = 0..;
        posts.retain(|_| number.next().is_none_or(|post| !gone.contains(&post)));
        links.remove(&gone);
    }
}

/// Returns whether the points that are linked with a point remain connected without it. `next` are the links of each point.
fn are_connected_without(post: usize, next: &[Vec<usize>], gone: &BTreeSet<usize>) -> bool {
    let is_there = |other: &usize| *other != post && !gone.contains(other);
    let mut missing: BTreeSet<usize> = next[post].iter().copied().filter(is_there).collect();
    let Some(first) = missing.pop_first() else { return true };
    let (mut seen, mut waiting) = (BTreeSet::from([first]), VecDeque::from([first]));
    while let Some(at) = waiting.pop_front().filter(|_| !missing.is_empty()) {
        for other in next[at].iter().filter(|other| is_there(other)) {
            if seen.insert(*other) {
                missing.remove(other);
                waiting.push_back(*other);
            }
        }
    }
    missing.is_empty()
}
