//! [`FunnelSearch`]: the search for the shortest path where walls have very many corners, as arcs do.
//!
//! [`Search`](super::search::Search) has a node for each part of a portal that a corner point sees. Behind an arc of twenty corners there
//! are twenty narrow parts, each followed separately. A node of this search is a whole portal and a corridor that leads there: all polygons
//! crossed so far. The shortest paths through the corridor to the points of the portal form a *funnel*: from the apex, where they part, one
//! chain of corner points leads to each end of the portal. Crossing a polygon changes the ends of the chains only (D. T. Lee, F. P.
//! Preparata, "Euclidean Shortest Paths in the Presence of Rectilinear Barriers", 1984), so that an arc costs no more than its corners.
//!
//! Many corridors lead to a portal, and most are dropped, as in `Search`:
//! - A corner point is *dead* in a corridor if a shorter path to it is known, if no path bends there, or if the path to it bends
//!   at a dead one. A corridor all of whose corner points are dead is dropped.
//! - A corridor ends where each point of a portal is reached sooner via one of the portal's ends.
//! - The lower bound for the rest of the path is the shortest one through the portal as if everything behind it were open, or
//!   the bound of the landmarks ([`super::landmarks`]). The answer is the first corridor taken from the queue that has reached the goal.
//!
//! Folds and points around which the ground exceeds a full turn are left to `Search`.

use super::funnels::funnel::{self, End};
use super::funnels::{Funnels, Node, Reached};
use super::landmarks::GoalRow;
use super::node::{QueueEntry, START};
use super::polygon_graph::PolygonGraph;
use super::portal::Portal;
use super::scratch::PathScratch;
use super::search::{SLACK, mirror};
use crate::geometry::{Vec2, cross, distance, sub};

/// A search from a point in one polygon to a point in another.
pub struct FunnelSearch<'a> {
    pub graph: &'a PolygonGraph,
    scratch: &'a mut PathScratch,
    pub goal: Vec2,
    polygons: [u32; 2],
    goal_row: GoalRow,
    /// The length of the shortest path that has reached the goal's polygon so far.
    least: f64,
}

impl<'a> FunnelSearch<'a> {
    pub fn new(
        graph: &'a PolygonGraph,
        scratch: &'a mut PathScratch,
        [start, goal]: [Vec2; 2],
        polygons: [u32; 2],
    ) -> Self {
        scratch.begin(graph);
        graph.components.between(polygons[0], polygons[1], |component| scratch.allow(component));
        let Funnels { reached, nodes, kept, .. } = &mut scratch.funnels;
        nodes.clear();
        kept.clear();
        reached.clear();
        reached.push(Reached { at: start, cost: 0.0, corner_point: START, parent: START, alive: true });
        let goal_row = graph.landmarks.goal(graph.portals_around(polygons[1]), goal);
        Self { graph, scratch, goal, polygons, goal_row, least: f64::INFINITY }
    }

    /// The last corner point of the shortest path, and the length of the path. `None` if the search reached the step limit.
    pub fn run(&mut self) -> Option<(u32, f64)> {
        let limit = self.scratch.step_limit.unwrap_or(64 * self.graph.portals.len() + 65_536);
        let start = funnel::Point { at: self.reached(0).at, number: 0 };
        for portal in self.graph.portals_around(self.polygons[0]) {
            if self.scratch.is_allowed(portal.component) {
                self.scratch.funnels.funnel.begin(start);
                self.leave(portal);
            }
        }
        while let Some(QueueEntry { bound, node }) = self.scratch.heap.pop() {
            match self.scratch.funnels.nodes[node as usize] {
                Node::Goal(last) => return Some((last, bound)),
                Node::Portal { polygon, entry, funnel } => {
                    self.scratch.funnels.take_up(funnel);
                    if self.is_alive() {
                        self.follow(polygon, entry);
                    }
                }
            }
            if self.scratch.funnels.reached.len() > limit {
                return None;
            }
        }
        None
    }

    /// A corner point that the search has reached, or the start.
    pub fn reached(&self, number: u32) -> Reached {
        self.scratch.funnels.reached[number as usize]
    }

    /// Follows a corridor up to a polygon with several exits, and queues them.
    fn follow(&mut self, mut polygon: u32, mut entry: u32) {
        let graph = self.graph;
        // A corridor without branches crosses each portal at most once.
        for _ in 0..graph.portals.len() {
            let ways = || graph.portals_of(polygon).zip(graph.portals_around(polygon)).filter(|way| way.0 != entry);
            let is_open = |scratch: &PathScratch, portal: &Portal| scratch.is_allowed(portal.component);
            let mut open = ways().filter(|(_, portal)| is_open(self.scratch, portal));
            let (Some((_, way)), branch) = (open.next(), open.next()) else { return };
            if branch.is_none() && way.to != self.polygons[1] {
                self.cross(way);
                (polygon, entry) = (way.to, way.twin);
                continue;
            }
            let here = self.scratch.funnels.keep();
            for (_, portal) in ways() {
                if is_open(self.scratch, portal) {
                    self.scratch.funnels.take_up(here);
                    self.leave(portal);
                }
            }
            return;
        }
    }

    /// Queues the corridor after it crossed a portal.
    fn leave(&mut self, portal: &Portal) {
        self.cross(portal);
        let is_goal = portal.to == self.polygons[1];
        let Some(bound) = self.bound(portal, is_goal) else { return };
        let node = if is_goal {
            Node::Goal(self.scratch.funnels.funnel.tangent(self.goal))
        } else {
            Node::Portal { polygon: portal.to, entry: portal.twin, funnel: self.scratch.funnels.keep() }
        };
        self.scratch.heap.push(QueueEntry { bound, node: self.scratch.funnels.nodes.len() as u32 });
        self.scratch.funnels.nodes.push(node);
    }

    /// Moves the funnel across a portal.
    fn cross(&mut self, portal: &Portal) {
        let Funnels { funnel, reached, .. } = &mut self.scratch.funnels;
        for (end, at, index) in [(End::Left, portal.end(), 1), (End::Right, portal.begin(), 0)] {
            let corner_point = portal.vertices[index];
            if reached[funnel.end(end) as usize].corner_point == corner_point {
                continue;
            }
            let number = reached.len() as u32;
            let parent = funnel.move_end(end, funnel::Point { at, number });
            reached.push(Reached { at, cost: f64::NAN, corner_point, parent, alive: portal.turns[index] });
        }
    }

    /// A lower bound for the paths through the corridor, and the length of the path if it has reached the goal. `None` if no
    /// shortest path leads through it.
    fn bound(&mut self, portal: &Portal, is_goal: bool) -> Option<f64> {
        let ends = [End::Right, End::Left].map(|end| self.scratch.funnels.funnel.end(end));
        let cost = ends.map(|end| self.measure(end));
        let (a, b) = (portal.begin(), portal.end());
        let width = distance(a, b);
        // Along the portal, the distance from the start grows no faster than the distance from an end.
        let around = [cost[1] - width, cost[0] - width];
        let is_sooner = |(end, around): (u32, f64)| self.scratch.reached(end) < self.just_below(around);
        if portal.vertices.into_iter().zip(around).any(is_sooner) {
            return None;
        }
        if self.circles(portal) {
            return None;
        }
        if is_goal {
            let length = self.length_to(self.goal);
            self.least = self.least.min(length);
            return (length <= self.least).then_some(length);
        }
        // A goal on the near side of the portal is as far away as its mirror image behind the portal.
        let is_near = cross(sub(b, a), sub(self.goal, a)) > 0.0;
        let open = self.length_to(if is_near { mirror(a, b, self.goal) } else { self.goal });
        let rest = portal.vertices.map(|end| self.graph.landmarks.bound(end, &self.goal_row));
        let nearest = ((cost[0] + cost[1] - width) / 2.0).max(around[0]).max(around[1]);
        let past = (around[0] + rest[0]).max(around[1] + rest[1]).max(nearest + (rest[0] + rest[1] - width) / 2.0);
        let bound = self.just_below(open.max(past));
        (bound <= self.least).then_some(bound)
    }

    /// Returns whether the corridor turns around an end of a portal that it has already crossed around that end. Otherwise it could
    /// circle around a point in the floor at which a path can bend.
    fn circles(&mut self, portal: &Portal) -> bool {
        let Some((end, pivot)) = self.scratch.funnels.funnel.pivot() else { return false };
        let Reached { corner_point, cost, .. } = self.reached(pivot);
        !self.scratch.first_round(portal.twin, end, corner_point, cost)
    }

    /// The length of the shortest path through the funnel to a point behind its portal. All points of the funnel must have been
    /// measured.
    fn length_to(&self, to: Vec2) -> f64 {
        let last = self.reached(self.scratch.funnels.funnel.tangent(to));
        last.cost + distance(last.at, to)
    }

    /// The length of the path to a point.
    fn measure(&mut self, number: u32) -> f64 {
        let mut next = number;
        while self.reached(next).cost.is_nan() {
            self.scratch.funnels.waiting.push(next);
            next = self.reached(next).parent;
        }
        let mut before = self.reached(next);
        while let Some(number) = self.scratch.funnels.waiting.pop() {
            let mut point = self.reached(number);
            point.cost = before.cost + distance(before.at, point.at);
            let is_least = self.scratch.improve(point.corner_point, point.cost, self.just_below(point.cost));
            point.alive &= is_least && before.alive;
            self.scratch.funnels.reached[number as usize] = point;
            before = point;
        }
        before.cost
    }

    /// Returns whether a shortest path may lead through the funnel.
    fn is_alive(&self) -> bool {
        self.scratch.funnels.funnel.points().map(|point| self.reached(point.number)).any(|point| {
            let is_best = || self.scratch.is_best(point.corner_point, self.just_below(point.cost));
            point.corner_point == START || point.alive && is_best()
        })
    }

    /// A cost that is less than another by more than rounding explains.
    fn just_below(&self, cost: f64) -> f64 {
        cost - (cost + self.graph.size) * SLACK
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::plan_triangle::middle;
    use crate::mesh::neighbours_by_shared_vertices;
    use crate::mesh::path::polygon_graph;
    use crate::mesh::path::search::Search;
    use crate::mesh::resolve::ResolvedPosition;
    use crate::mesh::topology::Topology;
    use crate::samples::shapes::{Cave, Rock};

    fn surface(vertices: Vec<[f32; 3]>, faces: &[[u32; 3]]) -> (Topology, PolygonGraph) {
        let neighbours = neighbours_by_shared_vertices(faces, |_| true);
        let topology = Topology::new(vertices, faces, |_| true, &neighbours).unwrap();
        let graph = polygon_graph(&topology);
        (topology, graph)
    }

    /// A floor of squares with pillars between them, which a little noise moves.
    fn pillars(count: u32) -> (Topology, PolygonGraph) {
        let row = 2 * count + 2;
        let noise = |at: u32| (at.wrapping_mul(2_654_435_761) >> 22) as f32 / 4096.0;
        let vertices =
            (0..row * row).map(|at| [(at % row) as f32 + noise(at), (at / row) as f32 + noise(at + 7919), 0.0]);
        let squares = (0..(row - 1) * (row - 1)).map(|at| [at % (row - 1), at / (row - 1)]);
        let open = squares.filter(|[x, y]| x % 2 == 0 || y % 2 == 0).map(|[x, y]| y * row + x);
        let faces: Vec<_> = open.flat_map(|a| [[a, a + 1, a + row + 1], [a, a + row + 1, a + row]]).collect();
        surface(vertices.collect(), &faces)
    }

    /// Compares paths between the middles of faces with the paths of `Search`. Returns the number of paths that bend, and the steps of each
    /// search.
    fn compare((topology, graph): &(Topology, PolygonGraph), step: usize) -> (usize, [usize; 2]) {
        assert!(graph.folds.is_empty());
        let faces = (0..topology.faces().len() as u32).step_by(step);
        let point = |face: u32| middle(&topology.plan_corners(&topology.faces()[face as usize]));
        let places: Vec<_> = faces.map(|face| ResolvedPosition { point: point(face), face }).collect();
        let (mut bent, mut steps) = (0, [0; 2]);
        let (mut scratch, mut other) = (PathScratch::new(), PathScratch::new());
        for (index, from) in places.iter().enumerate() {
            for to in &places[..index] {
                let (ends, polygons) =
                    ([from, to].map(|end| end.point), [from, to].map(|end| graph.locate(topology, *end)));
                if graph.is_straight(ends, polygons)
                    || topology.connected_part(from.face) != topology.connected_part(to.face)
                {
                    continue;
                }
                let mut search = FunnelSearch::new(graph, &mut scratch, ends, polygons);
                let (mut point, length) = search.run().map(|(last, length)| (search.reached(last), length)).unwrap();
                let (mut legs, mut last) = (0.0, ends[1]);
                loop {
                    legs += distance(last, point.at);
                    last = point.at;
                    if point.corner_point == START {
                        break;
                    }
                    point = search.reached(point.parent);
                }
                let (_, expected) = Search::new(graph, &mut other, ends, polygons).run().unwrap();
                assert!((length - expected).abs() <= 1e-12 * expected, "{ends:?}: {length}, {expected}");
                assert!((legs - length).abs() <= 1e-12 * length && last == ends[0], "{ends:?}: {legs}, {length}");
                bent += usize::from(length > distance(ends[0], ends[1]));
                steps = [steps[0] + search.scratch.funnels.reached.len(), steps[1] + other.nodes.len()];
            }
        }
        (bent, steps)
    }

    #[test]
    fn paths_are_as_long_as_those_of_the_search_by_cones() {
        for (rock, seed) in [(Rock::Rough, 7), (Rock::Hewn, 3)] {
            let cave = Cave::new(3_000, rock, seed);
            let (bent, steps) = compare(&surface(cave.vertices, &cave.faces), 47);
            println!("{bent} paths bend; {steps:?} steps");
            assert!(bent > 500, "{bent}");
        }
    }

    /// More and more corridors lead around more and more pillars. Most of them must end soon.
    #[test]
    fn among_pillars_the_search_takes_few_steps() {
        for (count, step) in [(4, 11), (14, 97)] {
            let (bent, [steps, by_cones]) = compare(&pillars(count), step);
            println!("{bent} paths bend; {steps} steps, {by_cones} by cones");
            assert!(bent > 30 && steps < 8 * by_cones, "{bent} {steps} {by_cones}");
        }
    }

    #[test]
    fn a_search_gives_up_after_so_many_steps() {
        let cave = Cave::new(3_000, Rock::Rough, 7);
        let (topology, graph) = surface(cave.vertices, &cave.faces);
        let last = topology.faces().len() as u32 - 1;
        let ends = [0, last].map(|face| middle(&topology.plan_corners(&topology.faces()[face as usize])));
        let polygons = [(ends[0], 0), (ends[1], last)]
            .map(|(point, face)| graph.locate(&topology, ResolvedPosition { point, face }));
        // Treats the search as if it had already taken this many steps.
        let run_after = |steps: usize, scratch: &mut PathScratch| {
            let mut search = FunnelSearch::new(&graph, scratch, ends, polygons);
            let start = search.reached(0);
            search.scratch.funnels.reached.resize(1 + steps, start);
            search.run().is_some()
        };
        assert!(run_after(0, &mut PathScratch::new()) && !run_after(0, &mut PathScratch::with_step_limit(1)));
        // Unless the scratch sets a limit, the limit grows with the mesh.
        let many = 100_000 + 100 * graph.portals.len();
        assert!(run_after(50_000, &mut PathScratch::new()) && !run_after(many, &mut PathScratch::new()));
    }
}
