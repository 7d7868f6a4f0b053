//! The planner over path points: its ends, its search, and the legs to and from the graph.

use std::cmp::Ordering;

use super::choices::{CREATURE_MARGIN, WINDOW, WINDOWS};
use super::graph::{Graph, GraphSearchError};
use super::objects::Obstacles;
use super::plan::Found;
use super::straight_walk::{WalkCode, sweep};
use super::stuck::{Stuck, StuckReason};
use super::{Engine, Walker};
use crate::geometry::{cross, distance, sub};

/// The leg from the start to the graph.
struct Leg {
    points: Vec<[f32; 2]>,
    is_of_grid: bool,
    depends_on_clock: bool,
}

impl Engine {
    /// The path over the path points.
    pub(super) fn graph_plan(&self, from: [f32; 2], to: [f32; 2], walker: &Walker) -> Result<Found, Stuck> {
        let Some(graph) = &self.graph else {
            return Err(Stuck { reason: StuckReason::NoGraphPoint, at: from, path_point: None });
        };
        let (start, goal) = (self.safe_end(from, walker)?, self.safe_end(to, walker)?);
        let (first, last) = (self.nearest_point(graph, start, walker)?, self.nearest_point(graph, goal, walker)?);
        let most = self.choices().passes_per_call;
        let route = graph.route_by(first, last, most, |from, to| self.cost_of_link(graph, from, to, walker)).map_err(
            |error| {
                let reason = match error {
                    GraphSearchError::NoWay if graph.is_linked(first, last) => StuckReason::LinkBlocked,
                    GraphSearchError::NoWay | GraphSearchError::NoSuchPoint => StuckReason::GraphParts,
                    GraphSearchError::TooLong => StuckReason::SearchTooLong,
                };
                Stuck { reason, at: graph.points()[first as usize], path_point: Some(first) }
            },
        )?;
        // Creatures are considered only if both ends have the same point.
        let past = if first == last { Obstacles::All } else { Obstacles::Objects };
        let head = self.first_leg(graph, start, first, past, walker)?;
        let depends_on_clock = route.passes > most || head.depends_on_clock;
        let points = self.joined(graph, head, &route.points, goal, walker);
        Ok(Found { points, path_points: route.points, depends_on_clock })
    }

    /// The legs and the points between them, straightened except for grid legs, with rounded corners.
    fn joined(&self, graph: &Graph, head: Leg, points: &[u32], goal: [f32; 2], walker: &Walker) -> Vec<[f32; 2]> {
        let middle = points.iter().map(|point| graph.points()[*point as usize]).chain([goal]);
        let (mut way, middle): (_, Vec<[f32; 2]>) = match head.is_of_grid {
            true => (head.points, middle.collect()),
            false => (Vec::new(), head.points.into_iter().take(1).chain(middle).collect()),
        };
        way.extend(self.straightened_graph_way(&middle, walker, Obstacles::All));
        way.dedup();
        self.with_cut_corners(&way, walker)
    }

    /// The nearest point in the plan view to which a straight walk leads, in growing squares.
    fn nearest_point(&self, graph: &Graph, at: [f32; 2], walker: &Walker) -> Result<u32, Stuck> {
        let is_reached = |point: u32| self.straight_walk(at, graph.points()[point as usize], walker).code.is_free();
        let mut is_tried = vec![false; graph.points().len()];
        for window in 1..=WINDOWS {
            let half = f64::from(window) * WINDOW;
            if let Some(found) = near(graph, at, half, true)
                .into_iter()
                .find(|point| !std::mem::replace(&mut is_tried[*point as usize], true) && is_reached(*point))
            {
                return Ok(found);
            }
        }
        let half = f64::from(WINDOWS) * WINDOW;
        let is_hidden = !graph.is_sorted()
            && near(graph, at, half, false).into_iter().any(|point| !is_tried[point as usize] && is_reached(point));
        let reason = if is_hidden { StuckReason::PointsNotSorted } else { StuckReason::NoGraphPoint };
        Err(Stuck { reason, at, path_point: None })
    }

    /// The cost of a link: its length, or the length of a path around a creature on it. `None` if a placeable or a door that never opens
    /// blocks it. Walls are not tested.
    fn cost_of_link(&self, graph: &Graph, from: u32, to: u32, walker: &Walker) -> Option<f64> {
        let [a, b] = [from, to].map(|point| graph.points()[point as usize]);
        let line = sweep(a, b, walker.radius);
        if self.objects.walls.is_touched(&line, [0.0; 2], |wall| self.objects.counts(wall, Obstacles::Fixed)) {
            return None;
        }
        let on_it = self.creatures.iter().flatten().find_map(|(_, creature)| {
            let radius = f64::from(walker.creature_radius) + CREATURE_MARGIN + f64::from(creature.radius);
            let centre = creature.position.map(f64::from);
            super::sweep::Sweep { radius, ..line }.touch_point(centre).map(|_| (centre, radius))
        });
        let length = distance(line.from, line.to);
        let Some((centre, radius)) = on_it.filter(|_| length > 0.0) else { return Some(length) };
        // Past the creature on the nearer side.
        let along = sub(line.to, line.from);
        let side = if cross(along, sub(centre, line.from)) > 0.0 { 1.0 } else { -1.0 };
        let past = [centre[0] + along[1] / length * radius * side, centre[1] - along[0] / length * radius * side];
        Some(distance(line.from, past) + distance(past, line.to))
    }

    /// The leg from the start to the path point nearest to it: a straight walk, or the grid's path around a creature.
    ///
    /// The engine drops a point that no leg reaches and tries the next one in its next frame, and it also tries the grid for the last leg.
    /// While nothing in the area moves, neither happens: a straight walk has led to the nearest point of either end, past creatures, which
    /// count only if both ends have the same point, and never on the last leg.
    fn first_leg(
        &self,
        graph: &Graph,
        start: [f32; 2],
        number: u32,
        past: Obstacles,
        walker: &Walker,
    ) -> Result<Leg, Stuck> {
        let point = graph.points()[number as usize];
        let walk = self.walk_past(start, point, walker, past);
        if walk.code == WalkCode::Clear {
            return Ok(Leg { points: vec![start, point], is_of_grid: false, depends_on_clock: false });
        }
        let way = self.grid_way(start, point, 0.0, walker, past);
        let stuck = || Stuck { path_point: Some(number), ..self.why_no_leg(start, point, &walk, walker) };
        way.ok_or_else(stuck).map(|way| Leg { depends_on_clock: way.passes > 1, points: way.points, is_of_grid: true })
    }
}

/// The points in a square around a position, the nearest first. The engine's scan ends at the first point to the east of it.
fn near(graph: &Graph, at: [f32; 2], half: f64, ends_early: bool) -> Vec<u32> {
    let [x, y] = at.map(f64::from);
    let points = (0..).zip(graph.points()).map(|(number, point)| (number, point.map(f64::from)));
    let scanned =
        points.take_while(|(_, point)| !ends_early || point[0].partial_cmp(&(x + half)) != Some(Ordering::Greater));
    let inside = scanned.filter(|(_, point)| (point[0] - x).abs() <= half && (point[1] - y).abs() <= half);
    let mut found: Vec<(u32, f64)> = inside.map(|(number, point)| (number, distance(point, [x, y]))).collect();
    found.sort_by(|a, b| a.1.total_cmp(&b.1));
    found.into_iter().map(|(number, _)| number).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kotor::engine::Creature;
    use crate::kotor::{Area, Layout, PathPoints};

    #[test]
    fn a_link_with_a_creature_on_it_costs_the_way_past_the_creature_on_the_nearer_side() {
        // A link of 10 m, and a creature from which the walker keeps 1.74 + 0.01 + 2 = 3.75 m.
        let graph = Graph::new(&PathPoints::new(&[([0.0, 0.0], vec![1]), ([6.0, 8.0], vec![0])]));
        let walker = Walker::new(0.35).with_creature_radius(1.74);
        let cost = |position: [f32; 2]| {
            let engine =
                Engine::new(Area::new(Layout::new())).unwrap().with_creatures([Creature { position, radius: 2.0 }]);
            engine.cost_of_link(&graph, 0, 1, &walker).map(|cost| (cost * 1e4).round() / 1e4)
        };
        // In the middle of the link: twice the hypotenuse over 5 m and 3.75 m.
        assert_eq!(cost([3.0, 4.0]), Some(12.5));
        // 2.625 m to the left and to the right of the middle: 1.125 m are left for stepping aside.
        assert_eq!([[0.9, 5.575], [5.1, 2.425]].map(cost), [Some(10.25); 2]);
        assert_eq!(cost([-1.0, 7.0]), Some(10.0), "5 m beside the link");
    }
}
