//! [`Plan`]: the way on which the engine sends a creature, and the order in which it tries to find one.

use super::choices::{ATTACK_RANGE, BISECTION, PLANNER_REACH};
use super::objects::Obstacles;
use super::straight_walk::{StraightWalk, WalkCode, to_f32};
use super::stuck::{Stuck, StuckReason};
use super::{Engine, Walker};
use crate::geometry::{distance, lerp};
use crate::setters;

/// The path along which the engine sends a creature. **Reported.**
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Plan {
    /// The points in the plan view, from the start to the end. Heights follow the floor at each step.
    pub points: Vec<[f32; 2]>,
    /// The attempt that found it.
    pub attempt: Attempt,
    /// The numbers of the path points that the search used.
    pub path_points: Vec<u32>,
    /// The reason why the planner found nothing, if the path is the engine's fallback.
    pub instead_of: Option<Stuck>,
    /// True if a slower or faster computer may find another path, or none: the search needed more passes than fit into one call by the
    /// [choice](super::choices::Choices::passes_per_call), or more than one pass on the grid.
    pub depends_on_clock: bool,
    /// Points where the path leads through a wall or out of all rooms: the engine does not test links against walls. The body
    /// walks on.
    pub through_walls: Vec<[f32; 2]>,
}

/// An attempt of the engine to find a path. The variants are in its order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum Attempt {
    /// A straight walk.
    Straight,
    /// The search over path points.
    Graph,
    /// The search on a grid.
    Grid,
    /// As far as a straight walk leads on the line to the goal.
    Fallback,
}

impl Attempt {
    /// Its name: `straight`, `graph`, `grid` or `fallback`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Straight => "straight",
            Self::Graph => "graph",
            Self::Grid => "grid",
            Self::Fallback => "fallback",
        }
    }
}

/// The purpose of a move. The default is a walk to a point.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct PlanOptions {
    /// Maximum distance from the goal at which the move may end, in metres; 0 by default.
    pub range: f32,
    /// True if, when the planner finds nothing, the move may end as far as a straight walk leads; true by default.
    pub falls_back: bool,
    /// True if the goal is attacked, so that only the grid is used within 5 m; false by default.
    pub attacks: bool,
}

impl Default for PlanOptions {
    fn default() -> Self {
        Self { range: 0.0, falls_back: true, attacks: false }
    }
}

setters! { impl PlanOptions {
    with_range(range: f32);
    with_falls_back(falls_back: bool);
    with_attacks(attacks: bool);
} }

/// The result of a planner.
pub(super) struct Found {
    pub(super) points: Vec<[f32; 2]>,
    pub(super) path_points: Vec<u32>,
    pub(super) depends_on_clock: bool,
}

impl Engine {
    /// The path along which the engine sends a creature from one point of the plan view to another. It tries a straight walk; then
    /// the search over the path points if there are any, and else the search on a grid; then as far as the straight walk
    /// leads, unless a wall of the same room stops it. **Reported**; no clock decides here; [`depends_on_clock`](Plan::depends_on_clock)
    /// says where one may in the game.
    ///
    /// # Errors
    /// [`Stuck`]: the engine finds no path. It has the reason and the place.
    pub fn plan(&self, from: [f32; 2], to: [f32; 2], walker: &Walker, options: &PlanOptions) -> Result<Plan, Stuck> {
        let goal = short_of(from, to, options.range);
        let straight = self.straight_walk(from, goal, walker);
        if straight.code == WalkCode::Clear {
            return Ok(self.planned(Attempt::Straight, Found::new(vec![from, goal]), walker));
        }
        let is_attacked = options.attacks && distance(from.map(f64::from), to.map(f64::from)) <= ATTACK_RANGE;
        let has_graph = !is_attacked && self.graph.as_ref().is_some_and(|graph| !graph.points().is_empty());
        let attempt = if has_graph { Attempt::Graph } else { Attempt::Grid };
        let found = match attempt {
            Attempt::Graph => self.graph_plan(from, goal, walker),
            _ => self.grid_plan(from, goal, options.range, &straight, walker),
        };
        let stuck = match found {
            Ok(found) => return Ok(self.planned(attempt, found, walker)),
            Err(stuck) => stuck,
        };
        let can_fall_back = options.falls_back && straight.code != WalkCode::Wall;
        let farthest = can_fall_back.then(|| self.farthest(from, to, walker)).flatten().ok_or(stuck)?;
        let plan = self.planned(Attempt::Fallback, Found::new(vec![from, farthest]), walker);
        Ok(Plan { instead_of: Some(stuck), ..plan })
    }

    fn planned(&self, attempt: Attempt, found: Found, walker: &Walker) -> Plan {
        let Found { points, path_points, depends_on_clock } = found;
        let through_walls = points.windows(2).filter_map(|leg| {
            let walk = self.walk_past(leg[0], leg[1], walker, Obstacles::Objects);
            let is_off = matches!(walk.code, WalkCode::Wall | WalkCode::NoRoom);
            is_off.then(|| walk.hit.map_or(leg[0], |hit| hit.point))
        });
        Plan {
            through_walls: through_walls.collect(),
            points,
            attempt,
            path_points,
            depends_on_clock,
            instead_of: None,
        }
    }

    /// The plan of the grid alone.
    fn grid_plan(
        &self,
        from: [f32; 2],
        to: [f32; 2],
        range: f32,
        straight: &StraightWalk,
        walker: &Walker,
    ) -> Result<Found, Stuck> {
        let way = self.grid_way(from, to, range, walker, Obstacles::All);
        let way = way.ok_or_else(|| self.why_no_leg(from, to, straight, walker))?;
        let points = self.with_cut_corners(&self.straightened_grid_way(&way.points, walker), walker);
        Ok(Found { points, path_points: Vec::new(), depends_on_clock: way.passes > 1 })
    }

    /// The reason why neither a straight walk nor the grid leads over a part of the path.
    pub(super) fn why_no_leg(&self, from: [f32; 2], to: [f32; 2], straight: &StraightWalk, walker: &Walker) -> Stuck {
        let stuck = |reason, at| Stuck { reason, at, path_point: None };
        if let Some(end) = [from, to].into_iter().find(|end| self.height(*end).is_none()) {
            return stuck(StuckReason::NoFloor, end);
        }
        let at = straight.hit.map_or(from, |hit| hit.point);
        let as_point = self.walk_past(from, to, &walker.with_radius(0.0), Obstacles::Objects);
        match straight.code {
            WalkCode::NoRoom => stuck(StuckReason::BlindEdge, at),
            WalkCode::Wall | WalkCode::Object if as_point.code.is_free() => stuck(StuckReason::TooNarrow, at),
            _ => stuck(StuckReason::LegFailed, from),
        }
    }

    /// A point where the planner can begin or end: this one if it is safe, or one near it.
    pub(super) fn safe_end(&self, at: [f32; 2], walker: &Walker) -> Result<[f32; 2], Stuck> {
        let safe = self.nearest_safe(at, PLANNER_REACH, true, walker);
        let reason = if self.height(at).is_none() { StuckReason::NoFloor } else { StuckReason::Unsafe };
        safe.map(|[x, y, _]| [x, y]).ok_or(Stuck { reason, at, path_point: None })
    }

    /// The farthest point that a bisection of a line finds clear.
    fn farthest(&self, from: [f32; 2], to: [f32; 2], walker: &Walker) -> Option<[f32; 2]> {
        let [mut share, mut step, least] = BISECTION;
        let mut farthest = None;
        while step >= least {
            let at = to_f32(lerp(from.map(f64::from), to.map(f64::from), share));
            let is_clear = self.straight_walk(from, at, walker).code == WalkCode::Clear;
            if is_clear {
                farthest = Some(at);
            }
            share += if is_clear { step } else { -step };
            step /= 2.0;
        }
        farthest
    }
}

impl Found {
    fn new(points: Vec<[f32; 2]>) -> Self {
        Self { points, path_points: Vec::new(), depends_on_clock: false }
    }
}

/// The goal of a move that may end at some distance from a point.
fn short_of(from: [f32; 2], to: [f32; 2], range: f32) -> [f32; 2] {
    let [start, goal] = [from, to].map(|point| point.map(f64::from));
    let (short, length) = (f64::from(range) - 0.001, distance(start, goal));
    if short > 0.0 && length > 0.0 { to_f32(lerp(goal, start, (short / length).min(1.0))) } else { to }
}
