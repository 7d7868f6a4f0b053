//! The links between points, and their selection.

use std::collections::{BTreeMap, BTreeSet, BinaryHeap};

use super::cover::Post;
use super::{Job, length};
use crate::geometry::DisjointSets;
use crate::kotor::PathPoints;
use crate::parallel;

/// Maximum ratio of the path over other links to a link's length at which the link is superfluous.
const STRETCH: f64 = 1.1;

/// Maximum length of a link, in metres. Real files have few longer ones.
pub(super) const LONGEST: f64 = 40.0;

/// The links that walkers can walk. The lower number comes first.
#[derive(Clone, Debug, Default)]
pub(super) struct Links {
    links: BTreeMap<[usize; 2], Link>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Link {
    /// It is kept, whatever other links exist.
    Given,
    /// The walker can walk it with its margin.
    Wide,
    /// The walker can walk it, and no other link connects the same points.
    Narrow,
}

impl Job<'_> {
    /// All wide links between points, with those that are given.
    pub(super) fn links_between(&self, posts: &[Post], given: Vec<[usize; 2]>) -> Links {
        let mut links = Links { links: given.into_iter().map(|pair| (pair, Link::Given)).collect() };
        self.add_wide_links(posts, 0, &mut links);
        links
    }

    /// Adds the wide links of the points with numbers from a given one up.
    pub(super) fn add_wide_links(&self, posts: &[Post], first: usize, links: &mut Links) {
        let mut pairs = Vec::new();
        let cell = |post: &Post| post.at.map(|value| (f64::from(value) / LONGEST).floor() as i64);
        let mut cells = BTreeMap::<[i64; 2], Vec<usize>>::new();
        for (b, post) in posts.iter().enumerate() {
            let [x, y] = cell(post);
            let around = (x - 1..=x + 1).flat_map(|x| (y - 1..=y + 1).map(move |y| [x, y]));
            if b >= first {
                let near = around.filter_map(|cell| cells.get(&cell)).flatten();
                pairs.extend(near.filter(|a| length(posts[**a].at, post.at) <= LONGEST).map(|a| [*a, b]));
            }
            cells.entry([x, y]).or_default().push(b);
        }
        let is_wide = parallel::answers(&pairs, |[a, b]| self.is_link(posts[*a].at, posts[*b].at, &self.wide));
        for (pair, _) in pairs.into_iter().zip(is_wide).filter(|(_, is_wide)| *is_wide) {
            let link = links.links.entry(pair).or_insert(Link::Wide);
            *link = (*link).min(Link::Wide);
        }
    }
}

impl Links {
    /// Adds a link that is narrower than the margin requires.
    pub(super) fn add_narrow(&mut self, a: usize, b: usize) {
        self.links.entry([a.min(b), a.max(b)]).or_insert(Link::Narrow);
    }

    /// The points that links connect.
    pub(super) fn sets(&self, posts: usize) -> DisjointSets {
        DisjointSets::new(posts, self.links.keys().map(|pair| pair.map(|post| post as u32)))
    }

    /// For each point, the points with which it is linked.
    pub(super) fn of_posts(&self, posts: usize) -> Vec<Vec<usize>> {
        let mut next = vec![Vec::new(); posts];
        for &[a, b] in self.links.keys() {
            next[a].push(b);
            next[b].push(a);
        }
        next
    }

    /// Removes points and their links; the numbers of later points decrease.
    pub(super) fn remove(&mut self, gone: &BTreeSet<usize>) {
        let kept =
            std::mem::take(&mut self.links).into_iter().filter(|(pair, _)| !pair.iter().any(|it| gone.contains(it)));
        let before: Vec<usize> = gone.iter().copied().collect();
        let number = |post: usize| post - before.partition_point(|it| *it < post);
        self.links = kept.map(|(pair, link)| (pair.map(number), link)).collect();
    }

    /// The links that shorten paths: wide ones before narrow ones, and short ones before long ones.
    pub(super) fn chosen(&self, posts: &[Post]) -> Self {
        let mut offered: Vec<(Link, f64, [usize; 2])> = self
            .links
            .iter()
            .map(|(pair, link)| (*link, length(posts[pair[0]].at, posts[pair[1]].at), *pair))
            .collect();
        offered.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)).then(a.2.cmp(&b.2)));
        let mut ways = Ways { next: vec![Vec::new(); posts.len()] };
        let mut chosen = Self::default();
        for (link, length, [a, b]) in offered {
            let longest = match link {
                Link::Given => 0.0,
                Link::Wide => STRETCH * length,
                Link::Narrow => f64::INFINITY,
            };
            let left = |post: usize| self::length(posts[post].at, posts[b].at);
            if !ways.has(a, b, longest, left) {
                ways.next[a].push((b, length));
                ways.next[b].push((a, length));
                chosen.links.insert([a, b], link);
            }
        }
        chosen
    }

    /// Number of narrow links.
    pub(super) fn narrow(&self) -> usize {
        self.links.values().filter(|link| **link == Link::Narrow).count()
    }

    /// The file: points from west to east, each with its links in order.
    pub(super) fn path_points(&self, posts: &[Post]) -> PathPoints {
        let mut order: Vec<usize> = (0..posts.len()).collect();
        let [x, y] = [0, 1].map(|axis| move |post: &usize| posts[*post].at[axis]);
        order.sort_by(|a, b| x(a).total_cmp(&x(b)).then(y(a).total_cmp(&y(b))));
        let mut number = vec![0; posts.len()];
        (0..).zip(&order).for_each(|(at, post)| number[*post] = at);
        let mut rows: Vec<([f32; 2], Vec<u32>)> = order.iter().map(|post| (posts[*post].at, Vec::new())).collect();
        for [a, b] in self.links.keys().map(|pair| pair.map(|post| number[post])) {
            rows[a as usize].1.push(b);
            rows[b as usize].1.push(a);
        }
        rows.iter_mut().for_each(|(_, links)| links.sort_unstable());
        PathPoints::new(&rows)
    }
}

/// The links chosen so far.
struct Ways {
    next: Vec<Vec<(usize, f64)>>,
}

impl Ways {
    /// Returns whether a path over links that is not longer leads from one point to another. `left` returns the distance from a point to
    /// the goal.
    fn has(&self, from: usize, to: usize, longest: f64, left: impl Fn(usize) -> f64) -> bool {
        let mut least = BTreeMap::from([(from, 0.0)]);
        let mut waiting = BinaryHeap::from([(std::cmp::Reverse(0_u64), from)]);
        while let Some((std::cmp::Reverse(total), post)) = waiting.pop() {
            let total = f64::from_bits(total);
            if post == to {
                return true;
            }
            for &(next, length) in &self.next[post] {
                let through = total + length;
                // A straight line to the goal is too short by at most the rounding error.
                let may_arrive = through <= longest && (through + left(next)) * (1.0 - 1e-9) <= longest;
                if may_arrive && least.get(&next).is_none_or(|least| through < *least) {
                    least.insert(next, through);
                    waiting.push((std::cmp::Reverse(through.to_bits()), next));
                }
            }
        }
        false
    }
}
