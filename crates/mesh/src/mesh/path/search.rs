//! [`Search`]: the search for the shortest path, over the parts of portals that the last corner point sees.
//!
//! The algorithm is Polyanya (M. Cui, D. Harabor, A. Grastien, "Compromise-free Pathfinding on a Navigation Mesh",
//! IJCAI 2017). A node consists of a root (the last corner point of the path) and the part of a portal that the root
//! sees. Expanding a node crosses the polygon behind that portal. The parts of the next portals that the root sees give
//! nodes with the same root. The parts hidden behind an end of the portal give nodes whose root is that end. A node's
//! cost is the length of the path to its root. The lower bound of the rest is the shortest path from the root through
//! the part of the portal to the goal, as if everything behind were open.
//!
//! This search differs from the paper:
//! - A cone of sight is stored as its root and two limiting points, mostly vertices, never as the rounded points where
//!   its borders meet a portal. With exact [`orient2d`] this makes visibility exact.
//! - Only portals of biconnected components between start and goal are searched ([`super::biconnected`]).
//! - Distances to landmarks raise the lower bound ([`super::landmarks`]). Nodes whose bound exceeds a path that has reached
//!   the goal's polygon are dropped.
//! - A part of a portal is dropped if it is shorter to go to an end of the portal first ([`Search::around`]). This is the
//!   filter of S.-Q. Xin and G.-J. Wang, "Improving Chen and Han's Algorithm on the Discrete Geodesic Problem" (2009).
//! - Within a passage (a polygon with one exit), the root looks ahead without the queue ([`Search::move_on`]).
//! - A portal at which the surface folds mirrors the root and the cone ([`super::unfolded`]).
//! - A straight line that folds lead back into an earlier polygon is dropped ([`Search::was_in`]).
//! - A limit on the number of nodes bounds all other cases, such as many sheets joined by folds in very many ways. The
//!   fallback is [`super::corridor`].

mod bounds;

use super::landmarks::GoalRow;
use super::node::{EXACT, Limit, Node, QueueEntry, START, UNKNOWN};
use super::polygon_graph::PolygonGraph;
use super::portal::Portal;
use super::scratch::PathScratch;
use super::unfolded::Point;
use crate::geometry::{Vec2, distance, dot, sub};

pub use bounds::mirror;

/// A search from a point in one polygon to a point in another.
pub struct Search<'a> {
    pub graph: &'a PolygonGraph,
    pub scratch: &'a mut PathScratch,
    pub start: Vec2,
    pub start_polygon: u32,
    pub goal: Vec2,
    /// The goal's polygon, or [`EVERYWHERE`].
    pub goal_polygon: u32,
    pub(super) goal_row: GoalRow,
    /// The length of the shortest path that has reached the goal's polygon so far.
    pub(super) least: f64,
    /// Number of further ancestors that [`was_in`](Self::was_in) may visit.
    looks_back: usize,
}

/// The goal's polygon of a search that measures the distances of all corner points.
pub const EVERYWHERE: u32 = u32::MAX;

/// Lengths are equal up to rounding if they differ by less than this fraction of themselves and of the mesh's greatest coordinate. Rounding
/// arises because a fold mirrors a root, which is then seen from another point.
pub const SLACK: f64 = 1e-12;
/// The maximum rounding error of mirroring a point, in units of one conversion to f64.
const FOLD: u16 = 4;

impl<'a> Search<'a> {
    pub fn new(
        graph: &'a PolygonGraph,
        scratch: &'a mut PathScratch,
        [start, goal]: [Vec2; 2],
        [start_polygon, goal_polygon]: [u32; 2],
    ) -> Self {
        scratch.begin(graph);
        let (goal_row, least) = (GoalRow::default(), f64::INFINITY);
        Self { graph, scratch, start, start_polygon, goal, goal_polygon, goal_row, least, looks_back: 0 }
    }

    /// Returns the node that enters the goal's polygon, and the path's length. `None` if the search reached the step
    /// limit, or if rounding hid the goal.
    pub fn run(&mut self) -> Option<(u32, f64)> {
        let (graph, scratch) = (self.graph, &mut *self.scratch);
        graph.components.between(self.start_polygon, self.goal_polygon, |component| scratch.allow(component));
        self.goal_row = graph.landmarks.goal(graph.portals_around(self.goal_polygon), self.goal);
        self.search(self.scratch.step_limit.unwrap_or(64 * graph.portals.len() + 65_536))
    }

    /// Measures the distances of all corner points in these components. Returns false if the search reached the limit.
    pub fn run_everywhere(&mut self, components: &[u32], limit: usize) -> bool {
        components.iter().for_each(|&component| self.scratch.allow(component));
        self.search(limit);
        self.scratch.nodes.len() <= limit
    }

    /// Expands nodes until one enters the goal's polygon.
    fn search(&mut self, limit: usize) -> Option<(u32, f64)> {
        self.looks_back = limit;
        let mut start = Node {
            cost: 0.0,
            root: self.start,
            left: self.start,
            right: self.start,
            corner_point: START,
            entry: START,
            polygon: self.start_polygon,
            parent: START,
            turns: [false; 2],
            mirrored: false,
            bend: None,
            limits: [Limit::Parent; 2],
            exact_limits: [true; 2],
            roundings: 0,
            cone: EXACT,
        };
        let mut next = None;
        self.expand(&mut start, START, &mut next);
        while let Some(QueueEntry { bound, node: id }) = next.take().or_else(|| self.scratch.heap.pop()) {
            let mut node = self.scratch.nodes[id as usize];
            if node.polygon == self.goal_polygon {
                return Some((id, bound));
            }
            if node.corner_point == START || self.scratch.is_best(node.corner_point, self.just_below(node.cost)) {
                let mut onward = self.expand(&mut node, id, &mut next);
                while let Some(id) = onward.filter(|_| self.scratch.nodes.len() <= limit) {
                    let mut node = self.scratch.nodes[id as usize];
                    onward = self.expand(&mut node, id, &mut next);
                }
            }
            if self.scratch.nodes.len() > limit {
                return None;
            }
        }
        None
    }

    /// A cost that is less than another by more than rounding explains.
    pub(super) fn just_below(&self, cost: f64) -> f64 {
        cost - (cost + self.graph.size) * SLACK
    }

    /// Records the cost of a corner point, and returns whether no cost is known that is lower by more than rounding
    /// explains.
    fn improves(&mut self, corner_point: u32, cost: f64) -> bool {
        let least = self.just_below(cost);
        self.scratch.improve(corner_point, cost, least)
    }

    /// Expands a node. The best successor goes to `next` if no waiting node is better. Returns the successor that is expanded at once,
    /// because it only looks farther along a passage: the polygon has one exit, and the goal is not behind it.
    fn expand(&mut self, node: &mut Node, id: u32, next: &mut Option<QueueEntry>) -> Option<u32> {
        let graph = self.graph;
        let (range, portals) = (graph.portals_of(node.polygon), graph.portals_around(node.polygon));
        let ways_out = portals.iter().filter(|portal| self.scratch.is_allowed(portal.component)).count();
        let is_passage = ways_out <= 2 && node.entry != START;
        let mut onward = None;
        // A portal usually starts where the previous one ends.
        let mut last = None;
        for (portal, index) in portals.iter().zip(range) {
            if index == node.entry || !self.scratch.is_allowed(portal.component) {
                continue;
            }
            let (a, b) = (portal.begin(), portal.end());
            let begin = last.filter(|&(at, _)| at == a).map_or_else(|| self.sides(node, a), |(_, sides)| sides);
            let end = self.sides(node, b);
            last = Some((b, end));
            let sight = Sight { right: [begin[0], end[0]], left: [begin[1], end[1]] };
            if sight.is_grazing() && node.entry != START {
                self.add_grazed(node, id, portal, &sight, next);
                continue;
            }
            if let Some((seen, part)) = self.seen(node, id, portal, &sight) {
                if is_passage && portal.to != self.goal_polygon {
                    onward = self.move_on(seen, portal, part);
                } else {
                    self.add(seen, portal, part, next);
                }
            }
            if node.turns[1] && (sight.right[0] < 0.0 || sight.right[1] < 0.0) {
                self.add_behind(1, node, id, portal, &sight, next);
            }
            if node.turns[0] && (sight.left[0] > 0.0 || sight.left[1] > 0.0) {
                self.add_behind(0, node, id, portal, &sight, next);
            }
        }
        if let Some(known) = self.scratch.nodes.get_mut(id as usize) {
            known.cone = node.cone;
        }
        onward
    }

    /// The node for the part of a portal that the root sees, before it crosses that portal, and that part.
    #[inline]
    fn seen(&mut self, node: &Node, parent: u32, portal: &Portal, sight: &Sight) -> Option<(Node, [f64; 2])> {
        if sight.right[1] < 0.0 || sight.left[0] > 0.0 {
            return None;
        }
        let (cut_right, cut_left) = (sight.right[0] < 0.0, sight.left[1] > 0.0);
        let touched = [cut_left && sight.left[0] == 0.0, cut_right && sight.right[1] == 0.0];
        if touched != [false; 2] {
            // The cone touches the portal at one end, and the neighbouring cone sees more, unless a wall is there.
            if self.goal_polygon == EVERYWHERE {
                let end = usize::from(touched[1]);
                let length = node.cost + distance(node.root, [portal.begin(), portal.end()][end]);
                self.scratch.reach(portal.vertices[end], Some(length), 0.0);
            }
            return None;
        }
        let part = [
            if cut_right { self.share(node, node.right, portal, sight.right)[0] } else { 0.0 },
            if cut_left { self.share(node, node.left, portal, sight.left)[1] } else { 1.0 },
        ];
        let (a, b) = (portal.begin(), portal.end());
        let seen = Node {
            left: if cut_left { node.left } else { b },
            right: if cut_right { node.right } else { a },
            turns: [!cut_left && portal.turns[1], !cut_right && portal.turns[0]],
            parent,
            bend: None,
            limits: [cut_left, cut_right].map(|is_cut| if is_cut { Limit::Parent } else { Limit::Portal }),
            exact_limits: [!cut_left || node.exact_limits[0], !cut_right || node.exact_limits[1]],
            cone: if node.cone == EXACT { EXACT } else { UNKNOWN },
            ..*node
        };
        Some((seen, part))
    }

    /// Adds a portal that is in line with the root and the entry. The root sees it if it lies ahead. The path can also
    /// bend around the nearer end of the entry, unless the root lies on the entry.
    #[cold]
    fn add_grazed(&mut self, node: &Node, parent: u32, portal: &Portal, sight: &Sight, next: &mut Option<QueueEntry>) {
        let entry = &self.graph.portals[node.entry as usize];
        let [passed, met] = [entry, portal].map(|portal| [portal.begin(), portal.end()].map(|end| sub(end, node.root)));
        let inside = dot(passed[0], passed[1]) <= 0.0;
        let near = usize::from(dot(passed[1], passed[1]) < dot(passed[0], passed[0]));
        let past_entry = dot(passed[1 - near], passed[1 - near]);
        let ahead = inside || met.iter().all(|&end| dot(end, passed[1 - near]) >= past_entry);
        let root = self.cone_of(node).root.rounded();
        let first = ahead && self.scratch.first_graze(portal.twin, node.corner_point, root, node.cost);
        if let Some((seen, part)) = self.seen(node, parent, portal, sight).filter(|_| first) {
            self.add(seen, portal, part, next);
        }
        let (corner, corner_point) = ([entry.begin(), entry.end()][near], entry.vertices[near]);
        let cost = node.cost + distance(node.root, corner);
        if inside
            || !node.turns[near]
            || !self.improves(corner_point, cost)
            || !self.scratch.first_graze(portal.twin, corner_point, corner, cost)
        {
            return;
        }
        self.add(node.bent_at(near, (corner, corner_point), cost, parent, portal), portal, [0.0, 1.0], next);
    }

    /// Adds the part of a portal that is hidden behind an end of the entry: 0 for its left end, 1 for its right end.
    fn add_behind(
        &mut self,
        end: usize,
        node: &Node,
        parent: u32,
        portal: &Portal,
        sight: &Sight,
        next: &mut Option<QueueEntry>,
    ) {
        let entry = &self.graph.portals[node.entry as usize];
        let (corner, corner_point) = ([entry.begin(), entry.end()][end], entry.vertices[end]);
        let cost = node.cost + distance(node.root, corner);
        if !self.improves(corner_point, cost) {
            return;
        }
        let mut bent = node.bent_at(end, (corner, corner_point), cost, parent, portal);
        let mut part = [0.0, 1.0];
        // The hidden part ends where the border of the cone crosses the portal, if it does.
        let is_cut = if end == 0 { sight.left[0] < 0.0 } else { sight.right[1] > 0.0 };
        if is_cut {
            let border = Point::beyond(Point::new(node.root), corner);
            if end == 0 {
                (part[0], bent.turns[1]) = (self.share(node, node.left, portal, sight.left)[0], false);
                (bent.right, bent.limits[1], bent.exact_limits[1]) = (border.rounded(), Limit::Border, false);
            } else {
                (part[1], bent.turns[0]) = (self.share(node, node.right, portal, sight.right)[1], false);
                (bent.left, bent.limits[0], bent.exact_limits[0]) = (border.rounded(), Limit::Border, false);
            }
            if node.cone != EXACT || !border.is_exact() {
                (bent.cone, bent.roundings) = (UNKNOWN, node.roundings.saturating_add(FOLD));
            }
        }
        self.add(bent, portal, part, next);
    }

    /// Queues a node after moving it across a part of a portal.
    fn add(&mut self, mut node: Node, portal: &Portal, part: [f64; 2], next: &mut Option<QueueEntry>) {
        let Some(around) = self.around(&node, portal, part) else { return };
        if !self.cross(&mut node, portal) {
            return;
        }
        let Some(bound) = self.bound_of(&node, portal, part, around) else { return };
        let waiting = QueueEntry { bound, node: self.scratch.nodes.len() as u32 };
        self.scratch.nodes.push(node);
        self.scratch.offer(waiting, next);
    }

    /// Moves a node across a part of a portal, without queueing it.
    #[inline]
    fn move_on(&mut self, mut node: Node, portal: &Portal, part: [f64; 2]) -> Option<u32> {
        let looks_around = node.mirrored || self.goal_polygon == EVERYWHERE;
        if looks_around && self.around(&node, portal, part).is_none() || !self.cross(&mut node, portal) {
            return None;
        }
        self.scratch.nodes.push(node);
        Some(self.scratch.nodes.len() as u32 - 1)
    }

    /// Moves a node across a portal. Returns false if it was there before.
    #[inline]
    fn cross(&mut self, node: &mut Node, portal: &Portal) -> bool {
        if node.mirrored && self.was_in(node, portal.to) {
            return false;
        }
        let (a, b) = (portal.begin(), portal.end());
        let at_end = (node.root == b) as usize;
        if (node.root == a || node.root == b)
            && !self.scratch.first_round(portal.twin, at_end, node.corner_point, node.cost)
        {
            return false;
        }
        if portal.fold {
            let is_end = |point: Vec2| point == a || point == b;
            let points = [node.root, node.right, node.left];
            if !points.into_iter().all(is_end) {
                (node.cone, node.roundings) = (UNKNOWN, node.roundings.saturating_add(FOLD));
            }
            let exact = |limit: usize| node.exact_limits[limit] && is_end(points[2 - limit]);
            node.exact_limits = [exact(1), exact(0)];
            [node.root, node.left, node.right] = points.map(|at| if is_end(at) { at } else { mirror(a, b, at) });
            node.turns.reverse();
            node.mirrored = true;
        }
        node.entry = portal.twin;
        node.polygon = portal.to;
        true
    }

    /// Returns whether the path to a node has visited a polygon since its root. No shortest path returns to a convex
    /// polygon. A straight line can return where folds lead it in a cycle, and rounding may keep it from ever missing the portals of the
    /// circle. Walking back through the ancestors has a cost, so the total is bounded. After that, the step limit ends the cycle.
    fn was_in(&mut self, node: &Node, polygon: u32) -> bool {
        let mut before = node.parent;
        while before != START && self.looks_back > 0 {
            self.looks_back -= 1;
            let Node { polygon: left, corner_point, parent, .. } = self.scratch.nodes[before as usize];
            if left == polygon {
                return true;
            }
            if corner_point != node.corner_point {
                return false;
            }
            before = parent;
        }
        before == START && polygon == self.start_polygon
    }
}

/// The sides of the cone's two borders on which the ends of a portal lie (begin, end).
struct Sight {
    right: [f64; 2],
    left: [f64; 2],
}

impl Sight {
    /// Returns whether root, cone and portal are collinear.
    fn is_grazing(&self) -> bool {
        self.right == [0.0; 2] && self.left == [0.0; 2]
    }
}
