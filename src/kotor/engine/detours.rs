//! [`Detours`]: the ways that creatures take over path points, compared with the shortest.

use super::plan::{Attempt, PlanOptions};
use super::spots::Spots;
use super::walker_ground::WalkerGround;
use super::{Engine, Walker};
use crate::geometry::{distance, plan};
use crate::parallel;
#[cfg(feature = "picture")]
use crate::picture::{Group, Ink, Layer, Paint, Shapes};

/// Number of spots from which pairs are taken.
const SPOTS: u32 = 4000;

/// Minimum length of the shortest path of a pair, in metres.
const SHORTEST: f64 = 2.0;

/// Number of pairs that are tried for each that is asked for: most spots of a hall see each other.
const TRIES: usize = 20;

/// The ways of a walker over path points by the engine's rules, compared with the shortest paths of a disc of its radius. **Reported.**
///
/// They are planned between a fixed set of pairs of spots, anywhere on the same part of the floor, between which no straight walk leads.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Detours {
    /// Number of pairs.
    pub pairs: usize,
    /// Number of pairs between which the engine finds no path.
    pub without_path: usize,
    /// The mean ratio of a way to the shortest path, 1 without any way. The corner cutting of the engine may make it less than 1.
    pub mean: f64,
    /// The ratio that 95 % of the ways do not exceed, 1 without any way.
    pub percentile_95: f64,
    /// The way with the largest ratio.
    pub worst: Option<Detour>,
}

/// A way over path points, and the shortest path.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Detour {
    /// The start, in the plan view.
    pub from: [f32; 2],
    /// The goal, in the plan view.
    pub to: [f32; 2],
    /// The length of the way, in metres.
    pub length: f64,
    /// The length of the shortest path, in metres.
    pub shortest: f64,
    /// The points of the way, in the plan view.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub way: Vec<[f32; 2]>,
    /// The points of the shortest path, in the plan view.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub shortest_way: Vec<[f32; 2]>,
}

impl Detour {
    /// The ratio of the way to the shortest path.
    #[must_use]
    pub fn ratio(&self) -> f64 {
        self.length / self.shortest
    }
}

impl Detours {
    /// The worst way, and the shortest path beside it.
    #[cfg(feature = "picture")]
    #[must_use]
    pub fn to_layer(&self) -> Layer {
        let mut layer = Layer::new("detour", "Longest detour over path points (reported)");
        if let Some(worst) = &self.worst {
            let lines = [
                ("way", &worst.way, Ink::Warning, worst.length),
                ("shortest", &worst.shortest_way, Ink::Path, worst.shortest),
            ];
            for (name, way, ink, length) in lines {
                let shapes = Shapes::Lines([way.iter().copied()].into_iter().collect());
                layer.push(Group::new(name, format!("{name}: {length:.1} m"), Paint::line(ink, 200), shapes));
            }
        }
        layer
    }
}

/// A pair of spots, and the points of the way between them over path points, if there is one.
type Planned = ([u32; 2], Option<Vec<[f32; 2]>>);

impl Engine {
    /// Plans ways over the path points that the engine was [given](Self::with_path_points), between at most this number of pairs of spots,
    /// and compares them with the shortest paths of a disc, which lead through doors that open. So do the ways, if the engine is
    /// [without doors](Self::without_doors). The same area and points give the same answer.
    #[must_use]
    pub fn detours(&self, walker: &Walker, pairs: usize) -> Detours {
        let ground = self.walker_ground(walker, SPOTS);
        self.compared(&ground, self.plan_ways(&ground, walker, pairs))
    }

    /// The [`detours`](Self::detours) between spots of a floor, if a way is long by its length and the length of the shortest path.
    pub(in crate::kotor) fn long_detours(
        &self,
        ground: &WalkerGround,
        walker: &Walker,
        pairs: usize,
        is_long: impl Fn(f64, f64) -> bool,
    ) -> Option<Detours> {
        let planned = self.plan_ways(ground, walker, pairs);
        // No path is shorter than the straight line, so few searches for shortest paths are needed.
        let can_be_long = |(pair, way): &Planned| {
            let [from, to] = pair.map(|spot| ground.spots.positions[spot as usize].map(|at| plan(at.point)));
            let straight = from.zip(to).map_or(0.0, |(from, to)| distance(from, to));
            way.as_ref().is_some_and(|way| is_long(length(way), straight))
        };
        let long = planned.iter().filter(|planned| can_be_long(planned)).cloned().collect();
        let worst = self.compared(ground, long).worst;
        worst.is_some_and(|worst| is_long(worst.length, worst.shortest)).then(|| self.compared(ground, planned))
    }

    /// Plans ways over path points between pairs of spots that do not see each other.
    fn plan_ways(&self, ground: &WalkerGround, walker: &Walker, pairs: usize) -> Vec<Planned> {
        let spots = &ground.spots;
        let pairs = if self.graph.is_some() { self.hidden_pairs(spots, walker, pairs) } else { Vec::new() };
        let options = PlanOptions::default().with_falls_back(false);
        let ways = parallel::map(&pairs, |pair| {
            let [from, to] = pair.map(|spot| spots.points[spot as usize]);
            let plan = self.plan(from, to, walker, &options).ok().filter(|plan| plan.attempt == Attempt::Graph);
            plan.map(|plan| plan.points)
        });
        pairs.into_iter().zip(ways).collect()
    }

    /// Compares planned ways with the shortest paths.
    fn compared(&self, ground: &WalkerGround, planned: Vec<Planned>) -> Detours {
        let WalkerGround { floor, spots } = ground;
        let position = |spot: u32| spots.positions[spot as usize];
        let ends: Vec<_> = planned.iter().filter_map(|([a, b], _)| Some((position(*a)?, position(*b)?))).collect();
        let (mut ways, mut pairs) = (Vec::new(), 0);
        for ((pair, way), path) in planned.into_iter().zip(floor.paths(&ends)) {
            let Some(path) = path.filter(|path| path.length >= SHORTEST) else { continue };
            pairs += 1;
            let [from, to] = pair.map(|spot| spots.points[spot as usize]);
            let shortest_way = path.points.iter().map(|it| [it.point[0], it.point[1]]).collect();
            ways.extend(way.map(|way| Detour {
                from,
                to,
                length: length(&way),
                shortest: path.length,
                way,
                shortest_way,
            }));
        }
        // Stable: the first of equal ones is the worst.
        ways.sort_by(|a, b| b.ratio().total_cmp(&a.ratio()));
        let found = ways.len();
        let mean = ways.iter().map(Detour::ratio).sum::<f64>() / found as f64;
        Detours {
            pairs,
            without_path: pairs - found,
            mean: if found == 0 { 1.0 } else { mean },
            percentile_95: ways.get(found / 20).map_or(1.0, Detour::ratio),
            worst: ways.into_iter().next(),
        }
    }

    /// Pairs of spots of the same part that do not see each other, by a generator of random numbers with a fixed seed.
    fn hidden_pairs(&self, spots: &Spots, walker: &Walker, count: usize) -> Vec<[u32; 2]> {
        let safe: Vec<u32> = spots.safe().filter(|spot| spots.parts[*spot as usize].is_some()).collect();
        if safe.is_empty() {
            return Vec::new();
        }
        // The minimal standard generator of Park and Miller.
        let mut random = 1_u64;
        let mut next = || {
            random = random * 48_271 % 2_147_483_647;
            safe[random as usize % safe.len()]
        };
        let tried: Vec<[u32; 2]> = (0..count.saturating_mul(TRIES)).map(|_| [next(), next()]).collect();
        let mut found = Vec::new();
        for some in tried.chunks(count.clamp(1, 256)) {
            let is_hidden = parallel::map(some, |[a, b]| {
                spots.parts[*a as usize] == spots.parts[*b as usize]
                    && !self.can_walk_from_spot(spots, *a, spots.points[*b as usize], walker)
            });
            found.extend(some.iter().zip(is_hidden).filter(|(_, is_hidden)| *is_hidden).map(|(pair, _)| *pair));
            if found.len() >= count {
                break;
            }
        }
        found.truncate(count);
        found
    }
}

fn length(way: &[[f32; 2]]) -> f64 {
    way.windows(2).map(|leg| distance(leg[0].map(f64::from), leg[1].map(f64::from))).sum()
}
