//! Which links the points have.

use std::collections::{BTreeMap, BTreeSet, BinaryHeap};

use super::cover::Post;
use super::{Job, length};
use crate::geometry::DisjointSets;
use crate::kotor::PathPoints;
use crate::parallel;

/// How much longer than a link the way over other links may be that makes it needless.
const STRETCH: f64 = 1.1;

/// No link is longer, in metres. Real files have few that are.
pub(super) const LONGEST: f64 = 40.0;

/// The links that walkers can walk. The lower number comes first.
#[derive(Clone, Debug, Default)]
pub(super) struct Links {
    links: BTreeMap<[usize; 2], Link>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Link {
    /// It stays whatever others there are.
    Given,
    /// The walker can walk it with its margin.
    Wide,
    /// The walker can walk it, and another link does not connect the same points.
    Narrow,
}

impl Job<'_> {
    /// All wide links between points, with those that are given.
    pub(super) fn links_between(&self, posts: &[Post], given: Vec<[usize; 2]>) -> Links {
        let mut links = Links { links: given.into_iter().map(|pair| (pair, Link::Given)).collect() };
        self.add_wide_links(posts, 0, &mut links);
        links
    }

    /// Adds the wide links of the points from a number on.
    pub(super) fn add_wide_links(&self, posts: &[Post], first: usize, links: &mut Links) {
        let pairs = (first..posts.len()).flat_map(|b| (0..b).map(move |a| [a, b]));
        let pairs: Vec<[usize; 2]> = pairs.filter(|[a, b]| length(posts[*a].at, posts[*b].at) <= LONGEST).collect();
        let is_wide = parallel::answers(&pairs, |[a, b]| self.is_link(posts[*a].at, posts[*b].at, &self.wide));
        for (pair, _) in pairs.into_iter().zip(is_wide).filter(|(_, is_wide)| *is_wide) {
            let link = links.links.entry(pair).or_insert(Link::Wide);
            *link = (*link).min(Link::Wide);
        }
    }
}

impl Links {
    /// Adds a link that is narrower than the margin asks for.
    pub(super) fn add_narrow(&mut self, a: usize, b: usize) {
        self.links.entry([a.min(b), a.max(b)]).or_insert(Link::Narrow);
    }

    /// The points that links connect, when some are gone.
    pub(super) fn sets(&self, posts: usize, gone: &BTreeSet<usize>) -> DisjointSets {
        let pairs = self.links.keys().filter(|pair| pair.iter().all(|post| !gone.contains(post)));
        DisjointSets::of(posts, pairs.map(|pair| pair.map(|post| post as u32)))
    }

    /// Whether the points that are linked with a point are still connected when it is gone, too.
    pub(super) fn connect_without(&self, post: usize, posts: usize, gone: &BTreeSet<usize>) -> bool {
        let mut gone = gone.clone();
        gone.insert(post);
        let others = self.links.keys().filter(|pair| pair.contains(&post)).flatten();
        let others: Vec<usize> = others.copied().filter(|other| !gone.contains(other)).collect();
        let sets = self.sets(posts, &gone);
        others.windows(2).all(|pair| sets.least(pair[0] as u32) == sets.least(pair[1] as u32))
    }

    /// Takes a point and its links away; later points have one number less.
    pub(super) fn remove(&mut self, post: usize) {
        let kept = std::mem::take(&mut self.links).into_iter().filter(|(pair, _)| !pair.contains(&post));
        self.links = kept.map(|(pair, link)| (pair.map(|it| it - usize::from(it > post)), link)).collect();
    }

    /// The links that shorten ways: wide ones before narrow ones, and short ones before long ones.
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
            if !ways.has(a, b, longest) {
                ways.next[a].push((b, length));
                ways.next[b].push((a, length));
                chosen.links.insert([a, b], link);
            }
        }
        chosen
    }

    /// How many are narrow.
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

/// The links that are chosen so far.
struct Ways {
    next: Vec<Vec<(usize, f64)>>,
}

impl Ways {
    /// Whether a way over links leads from one point to another that is not longer.
    fn has(&self, from: usize, to: usize, longest: f64) -> bool {
        let mut least = BTreeMap::from([(from, 0.0)]);
        let mut waiting = BinaryHeap::from([(std::cmp::Reverse(0_u64), from)]);
        while let Some((std::cmp::Reverse(total), post)) = waiting.pop() {
            let total = f64::from_bits(total);
            if post == to {
                return true;
            }
            for &(next, length) in &self.next[post] {
                let through = total + length;
                if through <= longest && least.get(&next).is_none_or(|least| through < *least) {
                    least.insert(next, through);
                    waiting.push((std::cmp::Reverse(through.to_bits()), next));
                }
            }
        }
        false
    }
}
