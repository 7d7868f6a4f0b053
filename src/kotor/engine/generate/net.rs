//! [`Net`]: the points that may become path points, and the links between them.

use std::collections::{BTreeMap, BTreeSet, BinaryHeap};

use super::{Job, length};
use crate::geometry::{BoxTree, DisjointSets};
use crate::kotor::PathPoints;
use crate::kotor::engine::coverage::tree_of;
use crate::kotor::engine::graph::Graph;
use crate::parallel;

/// Maximum length of a link, and of a walk to the nearest point, in metres. Real files have few longer ones. Without a limit, a corridor
/// would keep one point for all its spots, and the time to find that out would be quadratic.
pub(super) const LONGEST: f64 = 40.0;

/// Maximum number of points nearby with which a new point may be linked.
const MAX_NEAR: usize = 32;

/// Maximum number of points, beyond which only given ones are kept.
const MAX_POSTS: usize = 4000;

/// A point that may become a path point.
#[derive(Clone, Debug)]
pub(super) struct Post {
    pub(super) at: [f32; 2],
    /// True if it was given, and so is kept.
    pub(super) is_kept: bool,
    /// The number of shortest paths that bend there.
    pub(super) weight: usize,
    pub(super) is_gone: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Width {
    /// The link is given, and kept whatever other links exist.
    Given,
    /// The walker can walk it with its margin.
    Wide,
    /// The walker can walk it.
    Narrow,
}

impl Width {
    /// Maximum ratio of the path over other links to a link's length at which the link is superfluous.
    const fn stretch(self) -> f64 {
        match self {
            Self::Given => 0.0,
            Self::Wide => 1.1,
            Self::Narrow => 1.5,
        }
    }
}

/// A link that a walker can walk in both directions.
#[derive(Clone, Copy, Debug)]
struct Link {
    width: Width,
    length: f64,
    /// The lower number comes first.
    ends: [usize; 2],
}

/// The links of each point that are chosen: the points that they lead to, and their lengths.
pub(super) type Chosen = Vec<Vec<(usize, f64)>>;

/// Points and links.
pub(super) struct Net<'a> {
    pub(super) job: &'a Job<'a>,
    pub(super) posts: Vec<Post>,
    /// All possible links; sorted by [`choose`](Self::choose).
    links: Vec<Link>,
    pub(super) chosen: Chosen,
    tree: BoxTree,
}

impl<'a> Net<'a> {
    /// A net of given points, and of given links between them.
    pub(super) fn new(job: &'a Job<'a>, given: &[[f32; 2]], links: &[[usize; 2]]) -> Self {
        let mut net = Self { job, posts: Vec::new(), links: Vec::new(), chosen: Vec::new(), tree: tree_of([]) };
        given.iter().take(MAX_POSTS).for_each(|at| net.add(*at, 0));
        let more = given.iter().skip(MAX_POSTS);
        net.posts.extend(more.map(|at| Post { at: *at, is_kept: true, weight: 0, is_gone: false }));
        net.posts.iter_mut().for_each(|post| post.is_kept = true);
        let length = |[a, b]: [usize; 2]| length(given[a], given[b]);
        let known: BTreeSet<[usize; 2]> = links.iter().copied().collect();
        net.links.retain(|link| !known.contains(&link.ends));
        net.links.extend(links.iter().map(|ends| Link { width: Width::Given, length: length(*ends), ends: *ends }));
        net
    }

    /// The numbers of the points that are left.
    pub(super) fn alive(&self) -> impl Iterator<Item = usize> {
        (0..self.posts.len()).filter(|post| !self.posts[*post].is_gone)
    }

    /// Adds a point, with all links to points nearby.
    pub(super) fn add(&mut self, at: [f32; 2], weight: usize) {
        let number = self.posts.len();
        if number >= MAX_POSTS {
            return;
        }
        let apart = |post: usize| length(self.posts[post].at, at);
        let mut near: Vec<usize> = self.alive().filter(|post| apart(*post) <= LONGEST).collect();
        near.sort_by_cached_key(|post| (apart(*post).to_bits(), *post));
        near.truncate(MAX_NEAR);
        let widths = parallel::map(&near, |post| self.width(self.posts[*post].at, at));
        let links = near
            .iter()
            .zip(widths)
            .filter_map(|(post, width)| Some(Link { width: width?, length: apart(*post), ends: [*post, number] }));
        let links: Vec<Link> = links.collect();
        self.links.extend(links);
        self.posts.push(Post { at, is_kept: false, weight, is_gone: false });
    }

    /// Adds a link between two points that are not nearby, if it can be walked.
    pub(super) fn link(&mut self, a: usize, b: usize) {
        let (Some(from), Some(to)) = (self.posts.get(a), self.posts.get(b)) else { return };
        let (ends, length) = ([a.min(b), a.max(b)], length(from.at, to.at));
        if let Some(width) = self.width(from.at, to.at).filter(|_| self.links.iter().all(|link| link.ends != ends)) {
            self.links.push(Link { width, length, ends });
        }
    }

    /// The width of a link between two points, if it can be walked.
    fn width(&self, from: [f32; 2], to: [f32; 2]) -> Option<Width> {
        let is_link = |walker| self.job.is_link(from, to, walker);
        if is_link(&self.job.wide) { Some(Width::Wide) } else { is_link(self.job.walker).then_some(Width::Narrow) }
    }

    /// Returns whether a point is farther from all others.
    pub(super) fn is_apart(&self, at: [f32; 2], distance: f64) -> bool {
        self.alive().all(|post| length(self.posts[post].at, at) > distance)
    }

    /// Builds the index of the points for [`nearest`](Self::nearest).
    pub(super) fn index(&mut self) {
        self.tree = tree_of(self.posts.iter().map(|post| post.at));
    }

    /// The nearest point that a straight walk reaches from a spot, with the doors in their states, if it is nearer than a distance in metres.
    pub(super) fn nearest(&self, spot: u32, distance: f64) -> Option<usize> {
        let Job { engine, spots, walker, .. } = self.job;
        let at = |post: u32| Some(&self.posts[post as usize]).filter(|post| !post.is_gone).map(|post| post.at);
        engine.nearest_from_spot(spots, spot, (&self.tree, at), distance, walker).map(|post| post as usize)
    }

    /// The points that links connect.
    pub(super) fn sets(&self) -> DisjointSets {
        let links = self.links.iter().filter(|link| link.ends.iter().all(|end| !self.posts[*end].is_gone));
        DisjointSets::new(self.posts.len(), links.map(|link| link.ends.map(|post| post as u32)))
    }

    /// Returns whether a point can be linked with any other.
    pub(super) fn has_links(&self) -> Vec<bool> {
        let mut has_links = vec![false; self.posts.len()];
        self.links.iter().flat_map(|link| link.ends).for_each(|post| has_links[post] = true);
        has_links
    }

    /// Chooses the links that shorten paths: wide ones before narrow ones, and short ones before long ones.
    pub(super) fn choose(&mut self) {
        self.links.sort_by(|a, b| a.width.cmp(&b.width).then(a.length.total_cmp(&b.length)).then(a.ends.cmp(&b.ends)));
        self.chosen = vec![Vec::new(); self.posts.len()];
        for at in 0..self.links.len() {
            self.offer(self.links[at]);
        }
    }

    /// Chooses a link if the path over other links is too long.
    fn offer(&mut self, Link { width, length, ends: [a, b] }: Link) {
        let is_there = [a, b].iter().all(|end| !self.posts[*end].is_gone);
        if is_there && !self.has_path(a, b, width.stretch() * length) {
            self.chosen[a].push((b, length));
            self.chosen[b].push((a, length));
        }
    }

    /// Removes a point, and chooses the links that replace paths over it. Returns the links chosen before.
    pub(super) fn remove(&mut self, post: usize) -> Chosen {
        let before = self.chosen.clone();
        self.posts[post].is_gone = true;
        for (other, _) in std::mem::take(&mut self.chosen[post]) {
            self.chosen[other].retain(|(to, _)| *to != post);
        }
        for at in 0..self.links.len() {
            let link = self.links[at];
            let [a, b] = link.ends.map(|end| length(self.posts[end].at, self.posts[post].at));
            if a + b <= link.width.stretch() * link.length * (1.0 + 1e-9) {
                self.offer(link);
            }
        }
        before
    }

    /// Takes back the removal of a point.
    pub(super) fn restore(&mut self, post: usize, chosen: Chosen) {
        self.posts[post].is_gone = false;
        self.chosen = chosen;
    }

    /// Returns whether a path over chosen links that is not longer leads from one point to another (Dijkstra's algorithm).
    pub(super) fn has_path(&self, from: usize, to: usize, longest: f64) -> bool {
        let left = |post: usize| length(self.posts[post].at, self.posts[to].at);
        let mut least = BTreeMap::from([(from, 0.0)]);
        let mut waiting = BinaryHeap::from([(std::cmp::Reverse(0_u64), from)]);
        while let Some((std::cmp::Reverse(total), post)) = waiting.pop() {
            let total = f64::from_bits(total);
            if post == to {
                return true;
            }
            for &(next, length) in &self.chosen[post] {
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

    /// The points from west to east, as in a file, and the number of each in this order.
    fn order(&self) -> (Vec<usize>, Vec<u32>) {
        let mut order: Vec<usize> = self.alive().collect();
        let [x, y] = [0, 1].map(|axis| move |post: &usize| self.posts[*post].at[axis]);
        order.sort_by(|a, b| x(a).total_cmp(&x(b)).then(y(a).total_cmp(&y(b))));
        let mut numbers = vec![u32::MAX; self.posts.len()];
        (0..).zip(&order).for_each(|(number, post)| numbers[*post] = number);
        (order, numbers)
    }

    /// The chosen links of points in their order.
    fn rows(&self, order: &[usize], numbers: &[u32]) -> Vec<([f32; 2], Vec<u32>)> {
        let row = |post: &usize| {
            let mut links: Vec<u32> = self.chosen[*post].iter().map(|(to, _)| numbers[*to]).collect();
            links.sort_unstable();
            (self.posts[*post].at, links)
        };
        order.iter().map(row).collect()
    }

    /// The graph as the engine searches it, the point behind each of its numbers, and the number of each point.
    pub(super) fn graph(&self) -> (Graph, Vec<usize>, Vec<u32>) {
        let (order, numbers) = self.order();
        (Graph::of_rows(self.rows(&order, &numbers)), order, numbers)
    }

    /// The file: points from west to east, each with its links in order.
    pub(super) fn path_points(&self) -> PathPoints {
        let (order, numbers) = self.order();
        PathPoints::new(&self.rows(&order, &numbers))
    }

    /// Number of chosen links that are narrower than the margin requires.
    pub(super) fn narrow(&self) -> usize {
        let is_chosen = |[a, b]: [usize; 2]| self.chosen[a].iter().any(|(to, _)| *to == b);
        self.links.iter().filter(|link| link.width == Width::Narrow && is_chosen(link.ends)).count()
    }
}
