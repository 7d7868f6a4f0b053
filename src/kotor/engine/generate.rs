//! [`Engine::generate_path_points`]: makes path points for an area that has none, or few.
//!
//! A set of spots represents the floor. The points are chosen on the middle lines of the floor, greedily: each time the one that serves
//! the largest number of spots that are not yet served. Then points are added on paths so that links connect everything that the floor
//! connects. Then redundant points are dropped. Then links that shorten paths are chosen.

mod connect;
mod cover;
mod links;

use std::collections::{BTreeSet, BinaryHeap};

use self::cover::Post;
use super::objects::Obstacles;
use super::spots::Spots;
use super::{Coverage, Engine, Walker};
use crate::geometry::{DisjointSets, distance};
use crate::kotor::PathPoints;
use crate::parallel;
use crate::setters;

/// Options for making path points.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct PathPointsOptions {
    /// Clearance from walls, beyond their radius, that walkers keep on links where the floor is wide enough, in metres of 0 or more; 0.3 by
    /// default. The links of the games' own files keep at least 0.67 m from walls, except 5 % of them.
    pub margin: f32,
    /// The share of the floor from which a point should be reached, from 0 to 1; 1 by default.
    pub coverage: f64,
    /// Approximate number of spots that represent the floor; 40,000 by default.
    pub most_spots: u32,
}

impl Default for PathPointsOptions {
    fn default() -> Self {
        Self { margin: 0.3, coverage: 1.0, most_spots: 40_000 }
    }
}

setters! { impl PathPointsOptions {
    with_margin(margin: f32);
    with_coverage(coverage: f64);
    with_most_spots(most_spots: u32);
} }

/// Path points that were made, and the share of the floor that they serve.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct GeneratedPath {
    /// The points and links: sorted, and each link leads back. Not serialized: it is a separate file.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub path: PathPoints,
    /// Number of the points that were given.
    pub kept: usize,
    /// Number of these that are off every known floor, where a room without a walkmesh may have one.
    pub kept_off_floor: usize,
    /// Number of given points that were dropped, because the walker cannot stand there.
    pub dropped: usize,
    /// Number of given links that were dropped, because the walker cannot walk them or a point of them was dropped. Both directions count
    /// once.
    pub dropped_links: usize,
    /// Number of links that are narrower than the margin requires. Both directions count once.
    #[cfg_attr(feature = "serde", serde(rename = "narrow_links"))]
    pub narrow: usize,
    /// How much of the floor they serve.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub coverage: Coverage,
}

/// The points of a file that are kept, and the number of dropped points and links.
#[derive(Default)]
struct Kept {
    links: Vec<[usize; 2]>,
    points: usize,
    off_floor: usize,
    dropped: usize,
    dropped_links: usize,
}

/// Data that all steps need.
struct Job<'a> {
    engine: &'a Engine,
    walker: &'a Walker,
    /// The walker with its margin.
    wide: Walker,
    spots: Spots,
    /// For each spot, the spots around it from and to which a walk leads, ignoring doors.
    next: Vec<Vec<u32>>,
    /// For each spot, the smallest number of a spot that is connected with it.
    parts: DisjointSets,
    /// For each spot, its approximate distance from the border of the walker's floor, in metres.
    clearance: Vec<f64>,
}

impl Engine {
    /// Makes path points for a walker. From each spot of the floor where it can stand with the doors in their states, a straight walk leads
    /// to a point. Each link can be walked straight in both directions if the doors that can open are ignored. The points are connected as
    /// the floor is, so the engine plans a path wherever one exists. The points of `onto` on which the walker can stand are kept, with the
    /// links between them that it can walk. Where a room of the layout [lacks its walkmesh](crate::kotor::Area::missing_rooms), points off
    /// every known floor are kept, too, with all their links to points that are kept.
    ///
    /// The same area gives the same points each time. Creatures are ignored.
    #[must_use]
    pub fn generate_path_points(
        &self,
        walker: &Walker,
        onto: Option<&PathPoints>,
        options: &PathPointsOptions,
    ) -> GeneratedPath {
        let job = Job::new(self, walker, options);
        let (mut posts, given) = job.kept_posts(onto);
        job.cover(&mut posts, options.coverage);
        let mut links = job.links_between(&posts, given.links);
        job.connect(&mut posts, &mut links);
        job.prune(&mut posts, &mut links, options.coverage);
        if options.coverage >= 1.0 {
            let first = posts.len();
            job.cover_rim(&mut posts);
            job.add_wide_links(&posts, first, &mut links);
            job.connect(&mut posts, &mut links);
        }
        let chosen = links.chosen(&posts);
        let covered = job.covered(&posts);
        let missed = job.spots.safe().filter(|spot| !covered.contains(*spot));
        GeneratedPath {
            path: chosen.path_points(&posts),
            kept: given.points,
            kept_off_floor: given.off_floor,
            dropped: given.dropped,
            dropped_links: given.dropped_links,
            narrow: chosen.narrow(),
            coverage: Coverage {
                missed: missed.map(|spot| job.spots.points[spot as usize]).collect(),
                spots: job.spots.safe().count(),
                step: job.spots.step,
            },
        }
    }
}

impl<'a> Job<'a> {
    fn new(engine: &'a Engine, walker: &'a Walker, options: &PathPointsOptions) -> Self {
        let spots = engine.spots(walker, options.most_spots);
        let wide = walker.with_radius(walker.radius + options.margin.max(0.0));
        let mut job = Self {
            engine,
            walker,
            wide,
            next: Vec::new(),
            parts: DisjointSets::new(0, []),
            clearance: Vec::new(),
            spots,
        };
        let numbers: Vec<u32> = (0..job.spots.points.len() as u32).collect();
        // A link goes in both directions.
        let later: Vec<Vec<u32>> = parallel::map(&numbers, |&spot| {
            let later = job.spots.around(job.at(spot)).filter(|next| *next > spot);
            later.filter(|next| job.is_link_of_spots(spot, *next)).collect()
        });
        let is_linked = |spot: u32, next: &u32| later[spot.min(*next) as usize].contains(&spot.max(*next));
        let next_of = |spot: u32| job.spots.around(job.at(spot)).filter(move |next| is_linked(spot, next)).collect();
        let next: Vec<Vec<u32>> = numbers.iter().map(|spot| next_of(*spot)).collect();
        job.next = next;
        let pairs = numbers.iter().flat_map(|&spot| job.next[spot as usize].iter().map(move |next| [spot, *next]));
        job.parts = DisjointSets::new(numbers.len(), pairs);
        let border = numbers.iter().filter(|spot| job.spots.is_at_border(**spot)).map(|spot| (*spot, 0.0));
        let mut distances = job.no_distances();
        job.search(&mut distances, border, |length, _| length, |_| false);
        job.clearance = distances.least;
        job
    }

    fn at(&self, spot: u32) -> [f32; 2] {
        self.spots.points[spot as usize]
    }

    /// Returns whether a walk leads from one point to another and back, ignoring doors.
    fn is_link(&self, a: [f32; 2], b: [f32; 2], walker: &Walker) -> bool {
        let is_clear = |from, to| self.engine.can_walk(from, to, walker, Obstacles::Fixed);
        is_clear(a, b) && is_clear(b, a)
    }

    /// [`is_link`](Self::is_link) between two spots, for the walker without its margin.
    fn is_link_of_spots(&self, a: u32, b: u32) -> bool {
        let is_clear =
            |from, to| self.engine.can_walk_from_spot(&self.spots, from, self.at(to), self.walker, Obstacles::Fixed);
        is_clear(a, b) && is_clear(b, a)
    }

    fn no_distances(&self) -> Distances {
        let spots = self.spots.points.len();
        Distances { least: vec![f64::INFINITY; spots], before: vec![u32::MAX; spots], reached: Vec::new() }
    }

    /// From some spots, each with an initial distance, the shortest distance to each spot around them (Dijkstra's algorithm). It ends at
    /// the first spot that is the goal. `cost` takes the length of a step and the spot to which it leads.
    fn search(
        &self,
        distances: &mut Distances,
        from: impl IntoIterator<Item = (u32, f64)>,
        cost: impl Fn(f64, u32) -> f64,
        is_goal: impl Fn(u32) -> bool,
    ) -> Option<u32> {
        distances.clear();
        let mut waiting = BinaryHeap::new();
        // The bits of non-negative distances have the same order as the distances.
        let order = |total: f64, spot: u32| std::cmp::Reverse((total.to_bits(), spot));
        for (spot, total) in from {
            if distances.lower(spot, total, u32::MAX) {
                waiting.push(order(total, spot));
            }
        }
        while let Some(std::cmp::Reverse((total, spot))) = waiting.pop() {
            let total = f64::from_bits(total);
            if total > distances.least[spot as usize] {
                continue;
            }
            if is_goal(spot) {
                return Some(spot);
            }
            for &next in &self.next[spot as usize] {
                let through = total + cost(length(self.at(spot), self.at(next)), next);
                if distances.lower(next, through, spot) {
                    waiting.push(order(through, next));
                }
            }
        }
        None
    }

    /// The points of a file on which the walker can stand, and the links between them that it can walk. Nothing is known about missing
    /// floors, so points and links there are kept.
    fn kept_posts(&self, onto: Option<&PathPoints>) -> (Vec<Post>, Kept) {
        let Some(path) = onto else { return (Vec::new(), Kept::default()) };
        let is_complete = self.engine.area().missing_rooms().next().is_none();
        let (mut posts, mut is_known) = (Vec::new(), Vec::new());
        let mut numbers = vec![None; path.points().len()];
        for (number, point) in path.points().iter().enumerate() {
            let [x, y] = point.position;
            let height = self.engine.height([x, y]);
            let is_kept = match height {
                Some(z) => self.engine.is_clear([x, y, z], self.walker, Obstacles::Fixed),
                None => !is_complete && x.is_finite() && y.is_finite(),
            };
            if is_kept {
                numbers[number] = Some(posts.len());
                posts.push(self.post([x, y], true));
                is_known.push(height.is_some());
            }
        }
        let all: BTreeSet<[u32; 2]> = path.pairs().map(|[a, b]| [a.min(b), a.max(b)]).filter(|[a, b]| a < b).collect();
        let pairs = all.iter().map(|pair| pair.map(|point| numbers[point as usize]));
        let walked = pairs.filter_map(|[a, b]| Some([a?, b?])).filter(|pair| {
            let [a, b] = pair.map(|post| posts[post].at);
            pair.iter().any(|post| !is_known[*post]) || self.is_link(a, b, self.walker)
        });
        let links: Vec<[usize; 2]> = walked.collect();
        let kept = Kept {
            points: posts.len(),
            off_floor: is_known.iter().filter(|is_known| !**is_known).count(),
            dropped: path.points().len() - posts.len(),
            dropped_links: all.len() - links.len(),
            links,
        };
        (posts, kept)
    }
}

/// The shortest distances of spots from the starting spots.
struct Distances {
    least: Vec<f64>,
    /// The predecessor of each spot on the path; `u32::MAX` where the path starts.
    before: Vec<u32>,
    /// The spots that have a distance.
    reached: Vec<u32>,
}

impl Distances {
    fn clear(&mut self) {
        for spot in self.reached.drain(..) {
            (self.least[spot as usize], self.before[spot as usize]) = (f64::INFINITY, u32::MAX);
        }
    }

    /// Lowers a distance if the new one is shorter, and returns whether it did.
    fn lower(&mut self, spot: u32, total: f64, before: u32) -> bool {
        let known = &mut self.least[spot as usize];
        if total >= *known {
            return false;
        }
        if known.is_infinite() {
            self.reached.push(spot);
        }
        (*known, self.before[spot as usize]) = (total, before);
        true
    }
}

fn length(a: [f32; 2], b: [f32; 2]) -> f64 {
    distance(a.map(f64::from), b.map(f64::from))
}
