//! [`Way`]: the ways by the engine's rules between spots, by which points are added and removed.

use std::collections::{BTreeMap, BTreeSet};

use super::net::{LONGEST, Net};
use super::{Job, length};
use crate::geometry::distance;
use crate::kotor::engine::graph::Graph;
use crate::kotor::engine::objects::Obstacles;
use crate::parallel;

/// Maximum ratio of a way to the shortest one, and by how many metres it may be longer than that: more adds points, and when points are
/// removed. Without this slack, short ways around corners would need many points.
const RATIO: f64 = 1.15;
const TO_ADD: f64 = 2.0;
const TO_REMOVE: f64 = 3.0;

/// The same for short ways, of which such a slack is a large part.
const SHORT_RATIO: f64 = 1.5;
const SHORT_SLACK: f64 = 0.5;

/// Area of the floor for each spot from which ways are compared, in square metres, and minimum and maximum number of these spots.
const AREA: f64 = 16.0;
const ENDS: [usize; 2] = [80, 1000];

/// Number of ways from each spot to the nearest ones that it does not see, and maximum number of spots that are tried for these.
const NEAR: usize = 6;
const TRIED: usize = 100;

/// Number of all ways to other spots, and minimum number from each spot.
const FAR: usize = 400;
const MIN_FAR: usize = 1;

/// Number of ways that are planned before checking whether one of them is too long.
const AT_ONCE: usize = 8;

/// Maximum number of rounds in which points are added.
const ROUNDS: usize = 2;

/// Distance between a point that is added and all others, in metres.
const APART: f64 = 0.6;

/// A way between two spots.
#[derive(Clone, Debug)]
pub(super) struct Way {
    ends: [u32; 2],
    /// The length of the shortest path, and the points where it bends.
    shortest: f64,
    pub(super) bends: Vec<[f32; 2]>,
    /// The length of the way over the points, or an upper bound; infinite without a way.
    length: f64,
    /// The points that it leads over.
    posts: Vec<usize>,
}

impl Way {
    /// The length from which it counts as a detour.
    fn limit(&self, slack: f64) -> f64 {
        (RATIO * self.shortest + slack).min(SHORT_RATIO * self.shortest + SHORT_SLACK)
    }
}

impl Job<'_> {
    /// Spots all over the floor, one in each square of a part.
    pub(super) fn ends(&self) -> Vec<u32> {
        let most = ((self.floor.area() / AREA) as usize).clamp(ENDS[0], ENDS[1]);
        let mut side = self.spots.step;
        loop {
            let mut squares = BTreeMap::<(u32, [i64; 2]), (u64, u32)>::new();
            for spot in self.spots.safe() {
                let Some(part) = self.spots.parts[spot as usize] else { continue };
                let at = self.spots.points[spot as usize].map(f64::from);
                let square = [at[1], at[0]].map(|value| (value / side).floor());
                let off = distance(at, [square[1], square[0]].map(|value| (value + 0.5) * side)).to_bits();
                let best = squares.entry((part, square.map(|value| value as i64))).or_insert((off, spot));
                *best = (*best).min((off, spot));
            }
            // The cast of a huge side to squares saturates, so that the loop ends.
            if squares.len() <= most || side > 1e9 {
                return squares.into_values().map(|(_, spot)| spot).take(most).collect();
            }
            side *= 1.2;
        }
    }

    /// The ways from some spots to others, without those that are straight.
    pub(super) fn ways(&self, from: &[u32], to: &[u32]) -> Vec<Way> {
        let far = (FAR / to.len().max(1)).max(MIN_FAR);
        let numbered: Vec<(usize, u32)> = from.iter().copied().enumerate().collect();
        let pairs = parallel::map(&numbered, |(number, spot)| self.goals(*number, *spot, to, far));
        let pairs: BTreeSet<[u32; 2]> = pairs.into_iter().flatten().collect();
        let at = |spot: u32| self.spots.positions[spot as usize];
        let ends: Vec<_> = pairs.into_iter().filter_map(|[a, b]| Some(([a, b], (at(a)?, at(b)?)))).collect();
        let paths = self.floor.paths(&ends.iter().map(|(_, positions)| *positions).collect::<Vec<_>>());
        let ways = ends.iter().zip(paths).filter_map(|((ends, _), path)| {
            let path = path?;
            let inner = path.points.get(1..path.points.len().checked_sub(1)?)?;
            let bends = inner.iter().map(|it| [it.point[0], it.point[1]]).collect();
            Some(Way { ends: *ends, shortest: path.length, bends, length: f64::INFINITY, posts: Vec::new() })
        });
        ways.collect()
    }

    /// The pairs of a spot with the nearest ones that it does not see, and with some that follow from its number.
    fn goals(&self, number: usize, from: u32, to: &[u32], far: usize) -> Vec<[u32; 2]> {
        let (points, parts) = (&self.spots.points, &self.spots.parts);
        let apart = |spot: u32| length(points[from as usize], points[spot as usize]);
        let is_other = |spot: &u32| *spot != from && parts[*spot as usize] == parts[from as usize];
        let mut others: Vec<u32> = to.iter().copied().filter(is_other).collect();
        others.sort_by_cached_key(|spot| (apart(*spot).to_bits(), *spot));
        let is_hidden =
            |spot: &u32| !self.engine.can_walk_from_spot(&self.spots, from, points[*spot as usize], self.walker);
        let near = others.iter().copied().take(TRIED).filter(is_hidden).take(NEAR);
        // A multiplicative hash of Knuth.
        let hashes = (0..far).map(|it| (number * far + it + 1).wrapping_mul(2_654_435_769) >> 8);
        let far = hashes.filter_map(|hash| others.get(hash % others.len().max(1)).copied()).filter(is_hidden);
        near.chain(far).map(|spot| [from.min(spot), from.max(spot)]).collect()
    }
}

/// The ways over a net, and the nearest point to each spot.
pub(super) struct Ways<'n, 'a> {
    net: &'n mut Net<'a>,
    ways: Vec<Way>,
    /// For each spot, the nearest point that it sees.
    pub(super) nearest: Vec<Option<usize>>,
}

impl<'n, 'a> Ways<'n, 'a> {
    pub(super) fn new(net: &'n mut Net<'a>, ways: Vec<Way>) -> Self {
        let mut ways = Self { net, ways, nearest: Vec::new() };
        ways.measure();
        ways
    }

    /// Chooses the links again, and plans all ways.
    fn measure(&mut self) {
        self.net.index();
        self.net.choose();
        let spots: Vec<u32> = (0..self.net.job.spots.points.len() as u32).collect();
        self.nearest = parallel::map(&spots, |spot| self.net.nearest(*spot, LONGEST));
        let graph = self.net.graph();
        let planned = parallel::map(&self.ways, |way| self.planned(way, &graph, way.limit(0.0)));
        for (way, (length, posts)) in self.ways.iter_mut().zip(planned) {
            (way.length, way.posts) = (length, posts);
        }
    }

    /// The length of a way over a graph, and the points that it leads over. The length is an upper bound if that is at most `enough`.
    fn planned(
        &self,
        way: &Way,
        (graph, order, numbers): &(Graph, Vec<usize>, Vec<u32>),
        enough: f64,
    ) -> (f64, Vec<usize>) {
        let Job { engine, spots, walker, .. } = self.net.job;
        let [first, last] = way.ends.map(|spot| self.nearest[spot as usize]);
        let (Some(first), Some(last)) = (first, last) else { return (f64::INFINITY, Vec::new()) };
        let passes = engine.choices().passes_per_call;
        let Ok(route) = graph.route(numbers[first], numbers[last], passes) else {
            return (f64::INFINITY, vec![first, last]);
        };
        let posts: Vec<usize> = route.points.iter().map(|number| order[*number as usize]).collect();
        let [start, goal] = way.ends.map(|spot| spots.points[spot as usize]);
        let middle = posts.iter().map(|post| self.net.posts[*post].at);
        let line: Vec<[f32; 2]> = [start].into_iter().chain(middle).chain([goal]).collect();
        let whole = |line: &[[f32; 2]]| line.windows(2).map(|leg| length(leg[0], leg[1])).sum::<f64>();
        let unpulled = whole(&line);
        if unpulled <= enough {
            return (unpulled, posts);
        }
        (whole(&engine.straightened_graph_way(&line, walker, Obstacles::Fixed)), posts)
    }

    /// Adds the bends of the shortest paths where ways are detours, and again if that is not enough.
    pub(super) fn repair(&mut self) {
        for _ in 0..ROUNDS {
            let job = self.net.job;
            let detours = self.ways.iter().filter(|way| way.length > way.limit(TO_ADD));
            let bends: BTreeSet<[u32; 2]> = detours.flat_map(|way| &way.bends).map(|at| at.map(f32::to_bits)).collect();
            let bends: Vec<[f32; 2]> = bends.into_iter().map(|at| at.map(f32::from_bits)).collect();
            let centred = parallel::map(&bends, |at| job.centred(*at));
            let before = self.net.posts.len();
            for (bend, centred) in bends.into_iter().zip(centred) {
                if let Some(at) = [centred, bend].into_iter().find(|at| self.net.is_apart(*at, APART)) {
                    self.net.add(at, 0);
                }
            }
            if self.net.posts.len() == before {
                break;
            }
            self.measure();
        }
    }

    /// Removes the points without which a share of the spots is still served, everything stays connected, and no way becomes a detour,
    /// starting with those where few shortest paths bend.
    pub(super) fn prune(&mut self, share: f64) {
        let (posts, spots) = (&self.net.posts, &self.net.job.spots);
        let mut order: Vec<usize> = self.net.alive().filter(|post| !posts[*post].is_kept).collect();
        order.sort_by_key(|post| (posts[*post].weight, *post));
        let safe = spots.safe().count();
        let served = spots.safe().filter(|spot| self.nearest[*spot as usize].is_some()).count();
        let mut spare = served.saturating_sub((safe as f64 * share.clamp(0.0, 1.0)).ceil() as usize);
        for post in order {
            let before = self.net.remove(post);
            match self.without(post, &before[post], spare) {
                Some(lost) => spare -= lost,
                None => self.net.restore(post, before),
            }
        }
    }

    /// Updates spots and ways after a point was removed, and returns the number of spots that are no longer served; `None` if the point
    /// is needed.
    fn without(&mut self, post: usize, links: &[(usize, f64)], spare: usize) -> Option<usize> {
        let spots = &self.net.job.spots;
        if !links.windows(2).all(|pair| self.net.has_path(pair[0].0, pair[1].0, f64::INFINITY)) {
            return None;
        }
        let own: Vec<u32> =
            (0..spots.points.len() as u32).filter(|spot| self.nearest[*spot as usize] == Some(post)).collect();
        let (mut nearest, mut lost) = (Vec::with_capacity(own.len()), 0);
        for some in own.chunks(64) {
            nearest.extend(parallel::map(some, |spot| self.net.nearest(*spot, LONGEST)));
            let missed =
                own.iter().zip(&nearest).filter(|(spot, post)| post.is_none() && spots.is_safe[**spot as usize]);
            lost = missed.count();
            if lost > spare {
                return None;
            }
        }
        own.iter().zip(&nearest).for_each(|(spot, post)| self.nearest[*spot as usize] = *post);
        let graph = self.net.graph();
        let mut over: Vec<usize> = (0..self.ways.len()).filter(|way| self.ways[*way].posts.contains(&post)).collect();
        // Those that are nearest to the limit probably become detours, and then the others are not planned.
        let left = |way: &usize| self.ways[*way].limit(TO_REMOVE) - self.ways[*way].length;
        over.sort_by(|a, b| left(a).total_cmp(&left(b)).then(a.cmp(b)));
        let mut planned = Vec::with_capacity(over.len());
        for some in over.chunks(AT_ONCE) {
            planned.extend(parallel::map(some, |way| {
                let way = &self.ways[*way];
                self.planned(way, &graph, way.limit(TO_REMOVE))
            }));
            let is_detour =
                |way: &Way, length: f64| length > way.limit(TO_REMOVE) && length > way.length * (1.0 + 1e-9);
            if over.iter().zip(&planned).any(|(way, (length, _))| is_detour(&self.ways[*way], *length)) {
                own.iter().for_each(|spot| self.nearest[*spot as usize] = Some(post));
                return None;
            }
        }
        for (way, (length, posts)) in over.into_iter().zip(planned) {
            (self.ways[way].length, self.ways[way].posts) = (length, posts);
        }
        Some(lost)
    }
}
