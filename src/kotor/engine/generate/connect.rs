//! Points on the ways between points that are not linked, so that links connect what the floor connects; and which points are
//! not needed.

use std::collections::BTreeSet;

use super::cover::Post;
use super::links::{LONGEST, Links};
use super::{Job, length};
use crate::geometry::DisjointSets;

/// How much longer a step counts where the floor is too narrow for the margin.
const NARROW: f64 = 4.0;

impl Job<'_> {
    /// Adds points until all points are linked that the floor connects.
    pub(super) fn connect(&self, posts: &mut Vec<Post>, links: &mut Links) {
        let mut stands: Vec<Vec<u32>> = Vec::new();
        let mut first = 0;
        while first < posts.len() {
            stands.extend(posts[stands.len()..].iter().map(|post| self.stands_at(post.at)).collect::<Vec<_>>());
            let sets = links.sets(posts.len(), &BTreeSet::new());
            // Points that are linked with an earlier one were looked at with it.
            let way = if sets.least(first as u32) == first as u32 {
                self.way_from(first as u32, &sets, &stands, posts)
            } else {
                None
            };
            match way {
                Some((line, ends)) => self.add_way(&line, ends, posts, links),
                None => first += 1,
            }
        }
    }

    /// The way from the points of one set to the nearest of another one, and the points at its ends.
    fn way_from(
        &self,
        own: u32,
        sets: &DisjointSets,
        stands: &[Vec<u32>],
        posts: &[Post],
    ) -> Option<(Vec<[f32; 2]>, [usize; 2])> {
        // By spot: the first point of the set there, and the first one of others.
        let mut post_at = [vec![None; self.spots.points.len()], vec![None; self.spots.points.len()]];
        let mut starts = Vec::new();
        for (number, spots) in stands.iter().enumerate() {
            let is_other = sets.least(number as u32) != own;
            for &spot in spots {
                post_at[usize::from(is_other)][spot as usize].get_or_insert(number);
                if !is_other {
                    starts.push((spot, length(posts[number].at, self.at(spot))));
                }
            }
        }
        let [own_at, other_at] = post_at;
        let margin = f64::from(self.wide.radius - self.walker.radius);
        let cost = |length: f64, spot: u32| {
            let clearance = self.clearance[spot as usize];
            let factor = if clearance < margin { NARROW } else { 1.0 };
            length * factor * (1.0 + 1.0 / (1.0 + clearance))
        };
        let (_, before, found) = self.distances(starts, cost, |spot| other_at[spot as usize].is_some());
        let goal = found?;
        let mut way = vec![goal];
        let mut spot = goal;
        while before[spot as usize] != u32::MAX {
            spot = before[spot as usize];
            way.push(spot);
        }
        let (start, end) = (own_at[spot as usize]?, other_at[goal as usize]?);
        let between = way.iter().rev().map(|spot| self.at(*spot));
        let mut line: Vec<[f32; 2]> = [posts[start].at].into_iter().chain(between).chain([posts[end].at]).collect();
        line.dedup();
        Some((line, [start, end]))
    }

    /// The spots around a point to and from which a walk leads.
    fn stands_at(&self, at: [f32; 2]) -> Vec<u32> {
        self.spots.around(at).filter(|spot| self.is_link(at, self.at(*spot), self.walker)).collect()
    }

    /// Adds those points of a line between two points that are needed for straight links.
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
            // It is wide if it is found again with the others.
            links.add_narrow(post, number);
            (at, post) = (next, number);
        }
        self.add_wide_links(posts, first, links);
    }

    /// Takes away points without which as many spots are served, and the same others are linked: first those that serve few.
    pub(super) fn prune(&self, posts: &mut Vec<Post>, links: &mut Links, share: f64) {
        let mut served = vec![0_u32; self.spots.points.len()];
        posts.iter().flat_map(|post| post.reached_from.iter()).for_each(|spot| served[spot as usize] += 1);
        let mut spare = served.iter().filter(|count| **count > 0).count().saturating_sub(self.enough(share));
        let mut order: Vec<usize> = (0..posts.len()).filter(|post| !posts[*post].is_kept).collect();
        order.sort_by_key(|post| (posts[*post].reached_from.len(), *post));
        let mut gone = BTreeSet::new();
        for post in order {
            let lost = posts[post].reached_from.iter().filter(|spot| served[*spot as usize] == 1).count();
            if lost <= spare && links.connect_without(post, posts.len(), &gone) {
                spare -= lost;
                gone.insert(post);
                posts[post].reached_from.iter().for_each(|spot| served[spot as usize] -= 1);
            }
        }
        for post in gone.into_iter().rev() {
            posts.remove(post);
            links.remove(post);
        }
    }
}
