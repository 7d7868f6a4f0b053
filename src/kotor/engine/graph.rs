//! [`Graph`]: the points and links of a PTH, and the engine's search over them.

use super::choices::{CALLS, EXPANSIONS, FIRST_SLACK, MAX_LINKS};
use crate::geometry::distance;
use crate::kotor::PathPoints;

/// The points between which the engine plans, and their valid links.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    points: Vec<[f32; 2]>,
    links: Vec<Vec<u32>>,
    is_sorted: bool,
}

/// A path over the points of a [`Graph`].
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct GraphRoute {
    /// The points, from the first to the last.
    pub points: Vec<u32>,
    /// The sum of the lengths of the links, or of the costs given to the search, in metres.
    pub cost: f64,
    /// The number of the pass that found it, from 1.
    pub passes: u32,
    /// The bound of that pass: no longer path was considered.
    pub bound: f64,
    /// Number of points that the pass visited.
    pub expansions: u32,
}

/// The reason why a search finds no path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GraphSearchError {
    /// The graph has no such point.
    /// Cause: the caller.
    #[error("the graph has no such point")]
    NoSuchPoint,
    /// No links lead there, however far the search goes.
    /// Cause: the file.
    #[error("no links lead from one point to the other")]
    NoWay,
    /// A pass visited 4,096 points, or the engine has tried a hundred times.
    /// Cause: the file.
    #[error("the search takes longer than the game allows")]
    TooLong,
}

/// The result of a pass.
enum PassEnd {
    Found(Vec<u32>, f64),
    /// No path was found. `was_cut` is true if the bound stopped the pass somewhere.
    Nothing {
        was_cut: bool,
    },
    Overflow,
}

impl Graph {
    /// The graph of a file. Links of a point to itself and to points that do not exist lead nowhere, and points with a
    /// non-finite coordinate have no position.
    #[must_use]
    pub fn new(path: &PathPoints) -> Self {
        let points: Vec<[f32; 2]> = path.points().iter().map(|point| point.position).collect();
        let is_there = |point: usize| points.get(point).is_some_and(|at| at.iter().all(|value| value.is_finite()));
        let mut left = MAX_LINKS;
        let links = (0..points.len()).map(|from| {
            let given = path.links_of(from).get(..left.min(path.links_of(from).len())).unwrap_or_default();
            left -= given.len();
            given.iter().copied().filter(|&to| to as usize != from && is_there(from) && is_there(to as usize)).collect()
        });
        Self { links: links.collect(), is_sorted: points.is_sorted_by(|a, b| a[0] <= b[0]), points }
    }

    /// The graph of points with their valid links.
    pub(super) fn of_rows(rows: Vec<([f32; 2], Vec<u32>)>) -> Self {
        let (points, links): (Vec<[f32; 2]>, _) = rows.into_iter().unzip();
        Self { is_sorted: points.is_sorted_by(|a, b| a[0] <= b[0]), points, links }
    }

    /// Returns whether the points are sorted by x, as the engine requires.
    #[must_use]
    pub fn is_sorted(&self) -> bool {
        self.is_sorted
    }

    /// The points, by number.
    pub(super) fn points(&self) -> &[[f32; 2]] {
        &self.points
    }

    /// The path that the engine finds from one point to another: depth-first, in passes with increasing bounds
    /// (iterative deepening). The first path found is taken, which is usually but not always the shortest.
    /// **Reported.**
    ///
    /// # Errors
    /// [`GraphSearchError`].
    pub fn route(&self, from: u32, to: u32, passes_per_call: u32) -> Result<GraphRoute, GraphSearchError> {
        self.route_by(from, to, passes_per_call, |from, to| Some(self.length(from, to)))
    }

    /// Like [`route`](Self::route), with a cost of links other than their length; a link without a cost is dropped.
    pub(super) fn route_by(
        &self,
        from: u32,
        to: u32,
        passes_per_call: u32,
        mut cost: impl FnMut(u32, u32) -> Option<f64>,
    ) -> Result<GraphRoute, GraphSearchError> {
        if [from, to].into_iter().any(|point| self.links.len() <= point as usize) {
            return Err(GraphSearchError::NoSuchPoint);
        }
        let whole = self.length(from, to);
        let mut bound = whole / 2.0 + FIRST_SLACK;
        let mut passes = 0;
        for _ in 0..CALLS {
            for _ in 0..passes_per_call.max(1) {
                passes += 1;
                let mut pass = Pass {
                    graph: self,
                    goal: to,
                    bound,
                    reached: vec![f64::INFINITY; self.points.len()],
                    expansions: 0,
                };
                match pass.run(from, &mut cost) {
                    PassEnd::Found(points, cost) => {
                        return Ok(GraphRoute { points, cost, passes, bound, expansions: pass.expansions });
                    }
                    PassEnd::Overflow => return Err(GraphSearchError::TooLong),
                    // All later passes would give the same result.
                    PassEnd::Nothing { was_cut: false } => return Err(GraphSearchError::NoWay),
                    PassEnd::Nothing { was_cut: true } => bound += whole / 4.0,
                }
            }
            bound += whole / 4.0;
        }
        Err(GraphSearchError::TooLong)
    }

    /// Returns whether links lead from one point to another, whatever blocks them.
    pub(super) fn is_linked(&self, from: u32, to: u32) -> bool {
        let mut seen = vec![false; self.points.len()];
        let mut waiting = vec![from];
        while let Some(point) = waiting.pop() {
            if point == to {
                return true;
            }
            if !std::mem::replace(&mut seen[point as usize], true) {
                waiting.extend(&self.links[point as usize]);
            }
        }
        false
    }

    pub(super) fn length(&self, from: u32, to: u32) -> f64 {
        let [from, to] = [from, to].map(|point| self.points[point as usize].map(f64::from));
        distance(from, to)
    }
}

/// A depth-first search within a bound.
struct Pass<'a> {
    graph: &'a Graph,
    goal: u32,
    bound: f64,
    /// The cost at which each point was reached.
    reached: Vec<f64>,
    expansions: u32,
}

impl Pass<'_> {
    fn run(&mut self, from: u32, cost: &mut impl FnMut(u32, u32) -> Option<f64>) -> PassEnd {
        if from == self.goal {
            return PassEnd::Found(vec![from], 0.0);
        }
        if self.graph.length(from, self.goal) > self.bound {
            return PassEnd::Nothing { was_cut: true };
        }
        self.reached[from as usize] = 0.0;
        let mut was_cut = false;
        let mut way = vec![(from, self.successors(from))];
        while let Some((point, successors)) = way.last_mut() {
            let (point, Some((left, next))) = (*point, successors.pop()) else {
                way.pop();
                continue;
            };
            let Some(link) = cost(point, next) else { continue };
            let total = self.reached[point as usize] + link;
            if total >= self.reached[next as usize] {
                continue;
            }
            if total + left > self.bound {
                was_cut = true;
                continue;
            }
            self.reached[next as usize] = total;
            if next == self.goal {
                let points = way.iter().map(|(point, _)| *point).chain([next]);
                return PassEnd::Found(points.collect(), total);
            }
            if self.expansions + 1 >= EXPANSIONS {
                return PassEnd::Overflow;
            }
            way.push((next, self.successors(next)));
        }
        PassEnd::Nothing { was_cut }
    }

    /// The points that links lead to and their distances from the goal, the nearest one last.
    fn successors(&mut self, point: u32) -> Vec<(f64, u32)> {
        self.expansions += 1;
        let links = self.graph.links[point as usize].iter();
        let mut successors: Vec<_> = links.map(|to| (self.graph.length(*to, self.goal), *to)).collect();
        successors.sort_by(|a, b| b.0.total_cmp(&a.0).then(b.1.cmp(&a.1)));
        successors
    }
}
