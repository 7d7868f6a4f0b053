//! [`Engine::generate_path_points`]: makes path points for an area that has none, or few.
//!
//! Points are placed where shortest paths bend: at both ends of corridors and doors, and around corners, away from walls. Then points are
//! added from which the rest of the floor is served, and along paths, so that links connect what the floor connects. Ways by the engine's
//! rules between many spots are compared with the shortest: points are added where they are detours, and then each point is removed
//! without which no way becomes one. On a small floor, all of this is done again with the spots that a closer look finds unserved.

mod bends;
mod closer;
mod connect;
mod cover;
mod net;
mod ways;

use std::collections::BTreeSet;

use self::closer::CLOSER_LOOKS;
use self::net::Net;
use self::ways::Ways;
use super::objects::Obstacles;
use super::spots::{SpotOptions, Spots};
use super::walker_floor::WalkerFloor;
use super::{Coverage, Engine, Walker};
use crate::geometry::distance;
use crate::kotor::PathPoints;
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
    /// Approximate number of spots that represent the floor; 12,000 by default.
    pub most_spots: u32,
    /// Minimum area of a part of the floor that gets points, in square metres of 0 or more; 1 by default. It is the area for the centre of
    /// the walker. Nobody can leave a smaller part. The largest part always gets points.
    pub pocket: f32,
}

impl Default for PathPointsOptions {
    fn default() -> Self {
        Self { margin: 0.3, coverage: 1.0, most_spots: 12_000, pocket: 1.0 }
    }
}

setters! { impl PathPointsOptions {
    with_margin(margin: f32);
    with_coverage(coverage: f64);
    with_most_spots(most_spots: u32);
    with_pocket(pocket: f32);
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

/// The points of a file that are kept with the links between them, and the number of dropped points and links.
#[derive(Default)]
struct Kept {
    points: Vec<[f32; 2]>,
    links: Vec<[usize; 2]>,
    off_floor: usize,
    dropped: usize,
    dropped_links: usize,
}

/// Data that all steps need.
struct Job<'a> {
    engine: &'a Engine,
    walker: &'a Walker,
    options: &'a PathPointsOptions,
    /// The walker with its margin.
    wide: Walker,
    floor: WalkerFloor,
    spots: Spots,
    /// The spots that closer looks added.
    added: Vec<[f32; 2]>,
}

impl Engine {
    /// Makes path points for a walker. From each spot of the floor where it can stand with the doors in their states, a straight walk of at
    /// most 40 m leads to a point, except in [pockets](PathPointsOptions::pocket). Each link can be walked straight in both directions if the
    /// doors that can open are ignored. The points are connected as the floor is, and ways over them are hardly longer than the shortest
    /// ([`detours`](Self::detours)). The points of `onto` on which the walker can stand are kept, with the links between them that it can
    /// walk. Where a room of the layout [lacks its walkmesh](crate::kotor::Area::missing_rooms), points off every known floor are kept,
    /// too, with all their links to points that are kept.
    ///
    /// The same area gives the same points each time. Creatures are ignored.
    #[must_use]
    pub fn generate_path_points(
        &self,
        walker: &Walker,
        onto: Option<&PathPoints>,
        options: &PathPointsOptions,
    ) -> GeneratedPath {
        let mut job = Job::new(self, walker, options);
        let mut made = job.generate(onto);
        let closer = job.closer_spots();
        for spots in closer.iter().cycle().take(CLOSER_LOOKS) {
            let missed = job.missed(&made.path, spots);
            if missed.is_empty() {
                break;
            }
            job.add_spots(missed);
            made = job.generate(onto);
        }
        made
    }
}

impl<'a> Job<'a> {
    fn new(engine: &'a Engine, walker: &'a Walker, options: &'a PathPointsOptions) -> Self {
        let wide = walker.with_radius(walker.radius + options.margin.max(0.0));
        let floor = engine.walker_floor(walker);
        let spots = engine.spots(&floor, walker, SpotOptions::new(walker, options));
        Self { engine, walker, options, wide, floor, spots, added: Vec::new() }
    }

    /// Makes path points that serve the spots, in one look.
    fn generate(&self, onto: Option<&PathPoints>) -> GeneratedPath {
        let kept = onto.map(|path| self.kept(path)).unwrap_or_default();
        let mut net = Net::new(self, &kept.points, &kept.links);
        let ends = self.ends();
        let mut ways = self.ways(&ends, &ends);
        net.add_bends(&ways);
        let hardly_served = net.cover(self.options.coverage);
        ways.extend(self.ways(&hardly_served, &ends));
        net.remove_idle();
        net.connect();
        let mut ways = Ways::new(&mut net, ways);
        ways.repair();
        ways.prune(self.options.coverage);
        let nearest = ways.nearest;
        let missed = self.spots.safe().filter(|spot| nearest[*spot as usize].is_none());
        // A point that was given may serve a spot from farther away.
        let missed = missed.filter(|spot| net.nearest(*spot, f64::INFINITY).is_none());
        let missed = missed.map(|spot| self.spots.points[spot as usize]).collect();
        GeneratedPath {
            coverage: Coverage { missed, spots: self.spots.safe().count(), step: self.spots.step },
            path: net.path_points(),
            kept: kept.points.len(),
            kept_off_floor: kept.off_floor,
            dropped: kept.dropped,
            dropped_links: kept.dropped_links,
            narrow: net.narrow(),
        }
    }

    /// Returns whether a walk leads from one point to another and back, ignoring doors.
    fn is_link(&self, a: [f32; 2], b: [f32; 2], walker: &Walker) -> bool {
        let is_clear = |from, to| self.engine.can_walk(from, to, walker, Obstacles::Fixed);
        is_clear(a, b) && is_clear(b, a)
    }

    /// The points of a file on which the walker can stand, and the links between them that it can walk. Nothing is known about missing
    /// floors, so points and links there are kept.
    fn kept(&self, path: &PathPoints) -> Kept {
        let is_complete = self.engine.area().missing_rooms().next().is_none();
        let (mut points, mut is_known) = (Vec::new(), Vec::new());
        let mut numbers = vec![None; path.points().len()];
        for (number, point) in path.points().iter().enumerate() {
            let [x, y] = point.position;
            let height = self.engine.height([x, y]);
            let is_kept = match height {
                Some(z) => self.engine.is_clear([x, y, z], self.walker, Obstacles::Fixed),
                None => !is_complete && x.is_finite() && y.is_finite(),
            };
            if is_kept {
                numbers[number] = Some(points.len());
                points.push([x, y]);
                is_known.push(height.is_some());
            }
        }
        let all: BTreeSet<[u32; 2]> = path.pairs().map(|[a, b]| [a.min(b), a.max(b)]).filter(|[a, b]| a < b).collect();
        let pairs = all.iter().map(|pair| pair.map(|point| numbers[point as usize]));
        let walked = pairs.filter_map(|[a, b]| Some([a?, b?])).filter(|pair| {
            let [a, b] = pair.map(|point| points[point]);
            pair.iter().any(|point| !is_known[*point]) || self.is_link(a, b, self.walker)
        });
        let links: Vec<[usize; 2]> = walked.collect();
        Kept {
            off_floor: is_known.iter().filter(|is_known| !**is_known).count(),
            dropped: path.points().len() - points.len(),
            dropped_links: all.len() - links.len(),
            points,
            links,
        }
    }
}

fn length(a: [f32; 2], b: [f32; 2]) -> f64 {
    distance(a.map(f64::from), b.map(f64::from))
}
