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
//! - A portal at which the surface folds mirrors the root and the cone ([`super::unfolded`]).
//! - A straight line that folds lead back into a polygon that it has left is dropped ([`Search::was_in`]).
//! - A limit on the number of nodes bounds all other cases, such as many sheets that folds join in very many ways. The
//!   fallback is [`super::corridor`].

use super::node::{EXACT, Node, START, Waiting};
use super::polygon_graph::PolygonGraph;
use super::portal::Portal;
use super::scratch::PathScratch;
use super::unfolded::{Cone, Point};
use crate::geometry::{Vec2, cross, distance, dot, lerp, orient2d, sub};

/// A search from a point in one polygon to a point in another.
pub struct Search<'a> {
    pub graph: &'a PolygonGraph,
    pub scratch: &'a mut PathScratch,
    pub start: Vec2,
    pub start_polygon: u32,
    pub goal: Vec2,
    pub goal_polygon: u32,
    /// How many more ancestors [`was_in`](Self::was_in) may visit.
    pub looks_back: usize,
}

/// Lengths are equal but for rounding if they differ by less than this fraction of themselves and of the mesh's
/// greatest coordinate. Rounding arises because a fold mirrors a root, which is then seen from another point.
pub const SLACK: f64 = 1e-12;
/// The rounding error of the f64 points of a cone and of a bound, as a fraction of their coordinates.
const ROUNDING: f64 = 4e-15;

impl Search<'_> {
    /// Returns the node that enters the goal's polygon, and the path's length. `None` if the search reached the step
    /// limit, or if rounding hid the goal.
    pub fn run(&mut self) -> Option<(u32, f64)> {
        let graph = self.graph;
        self.scratch.begin(graph);
        let scratch = &mut *self.scratch;
        graph.components.between(self.start_polygon, self.goal_polygon, |component| scratch.allow(component));
        let limit = scratch.step_limit.unwrap_or(64 * graph.portals.len() + 65_536);
        self.looks_back = limit;

        let start = Node {
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
            cone: EXACT,
        };
        let mut next = None;
        self.expand(&start, START, &mut next);
        while let Some(Waiting { bound, node: id }) = next.take().or_else(|| self.scratch.heap.pop()) {
            let node = self.scratch.nodes[id as usize];
            if node.polygon == self.goal_polygon {
                return Some((id, bound));
            }
            if self.scratch.nodes.len() > limit {
                return None;
            }
            if node.corner_point == START || self.scratch.is_best(node.corner_point, self.just_below(node.cost)) {
                self.expand(&node, id, &mut next);
            }
        }
        None
    }

    /// A cost that is less than another by more than rounding explains.
    fn just_below(&self, cost: f64) -> f64 {
        cost - (cost + self.graph.size) * SLACK
    }

    /// Records the cost of a corner point, and returns whether no cost is known that is lower by more than rounding
    /// explains.
    fn improves(&mut self, corner_point: u32, cost: f64) -> bool {
        let least = self.just_below(cost);
        self.scratch.improve(corner_point, cost, least)
    }

    /// Expands a node. The best successor goes to `next` if no waiting node is better.
    fn expand(&mut self, node: &Node, id: u32, next: &mut Option<Waiting>) {
        // A portal mostly begins where the one before it ends.
        let mut last = None;
        for index in self.graph.portals_of(node.polygon) {
            let portal = &self.graph.portals[index as usize];
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
            self.add_seen(node, id, portal, &sight, next);
            if node.turns[1] && (sight.right[0] < 0.0 || sight.right[1] < 0.0) {
                self.add_behind(1, node, id, portal, &sight, next);
            }
            if node.turns[0] && (sight.left[0] > 0.0 || sight.left[1] > 0.0) {
                self.add_behind(0, node, id, portal, &sight, next);
            }
        }
    }

    /// The exact sides of a node's right and left limit on which a point lies.
    #[inline]
    fn sides(&self, node: &Node, at: Vec2) -> [f64; 2] {
        [self.right_of(node, at), self.left_of(node, at)]
    }

    /// The exact side of a node's left limit on which a point lies.
    #[inline]
    fn left_of(&self, node: &Node, at: Vec2) -> f64 {
        self.side_of(node, node.left, |cone| cone.left, at)
    }

    /// The exact side of a node's right limit on which a point lies.
    #[inline]
    fn right_of(&self, node: &Node, at: Vec2) -> f64 {
        self.side_of(node, node.right, |cone| cone.right, at)
    }

    #[inline]
    fn side_of(&self, node: &Node, limit: Vec2, exactly: fn(&Cone) -> Point, at: Vec2) -> f64 {
        let side = orient2d(node.root, limit, at);
        let Some(cone) = self.scratch.cones.get(node.cone as usize) else { return side };
        if side.abs() > self.doubt(node.root, limit, at) {
            return side;
        }
        cone.side(exactly(cone), at, self.graph.size)
    }

    /// How far off rounding may put a cross product of the ways from a root to two other points.
    #[inline]
    fn doubt(&self, root: Vec2, a: Vec2, b: Vec2) -> f64 {
        ROUNDING * (self.graph.size + reach(root)) * (reach(sub(a, root)) + reach(sub(b, root)))
    }

    /// The fraction of a portal at which a border of the cone crosses it, at least and at most. The portal's ends lie on
    /// different sides of the border. Where the portal is almost in line with the border, rounding hides much of this
    /// fraction.
    fn share(&self, node: &Node, limit: Vec2, portal: &Portal, [begin, end]: [f64; 2]) -> [f64; 2] {
        let share = begin / (begin - end);
        if node.cone == EXACT {
            return [share; 2];
        }
        let doubt = self.doubt(node.root, limit, portal.begin()) + self.doubt(node.root, limit, portal.end());
        let hidden = doubt / (begin - end).abs();
        [(share - hidden).max(0.0), (share + hidden).min(1.0)]
    }

    /// A point on the line from a node's root past a corner. This line limits both the cone from the root and the cone
    /// from the corner.
    fn border(&self, node: &Node, corner: Vec2) -> Point {
        Point::beyond(self.cone_of(node).root, corner)
    }

    /// The cone of a node, with exact points.
    fn cone_of(&self, node: &Node) -> Cone {
        let rounded = || Cone { root: Point::of(node.root), left: Point::of(node.left), right: Point::of(node.right) };
        self.scratch.cones.get(node.cone as usize).copied().unwrap_or_else(rounded)
    }

    /// Sets the cone of a node.
    fn set_cone(&mut self, node: &mut Node, cone: Cone) {
        let points = [cone.root, cone.left, cone.right];
        [node.root, node.left, node.right] = points.map(Point::rounded);
        node.cone = EXACT;
        if !points.into_iter().all(Point::is_exact) {
            node.cone = self.scratch.cones.len() as u32;
            self.scratch.cones.push(cone);
        }
    }

    /// Adds the part of a portal that the root sees.
    fn add_seen(&mut self, node: &Node, parent: u32, portal: &Portal, sight: &Sight, next: &mut Option<Waiting>) {
        if sight.right[1] < 0.0 || sight.left[0] > 0.0 {
            return;
        }
        let (cut_right, cut_left) = (sight.right[0] < 0.0, sight.left[1] > 0.0);
        if (cut_right && sight.right[1] == 0.0) || (cut_left && sight.left[0] == 0.0) {
            // The cone touches the portal in one point, and the neighbouring cone sees more.
            return;
        }
        let part = [
            if cut_right { self.share(node, node.right, portal, sight.right)[0] } else { 0.0 },
            if cut_left { self.share(node, node.left, portal, sight.left)[1] } else { 1.0 },
        ];
        let (a, b) = (portal.begin(), portal.end());
        let mut seen = Node {
            left: if cut_left { node.left } else { b },
            right: if cut_right { node.right } else { a },
            turns: [!cut_left && portal.turns[1], !cut_right && portal.turns[0]],
            parent,
            ..*node
        };
        if node.cone != EXACT {
            let Cone { root, left, right } = self.cone_of(node);
            let left = if cut_left { left } else { Point::of(b) };
            let right = if cut_right { right } else { Point::of(a) };
            self.set_cone(&mut seen, Cone { root, left, right });
        }
        self.add(seen, portal, part, next);
    }

    /// Adds a portal that is in line with the root and the entry. The root sees it if it lies ahead. The path can also
    /// bend around the nearer end of the entry, unless the root lies on the entry.
    #[cold]
    fn add_grazed(&mut self, node: &Node, parent: u32, portal: &Portal, sight: &Sight, next: &mut Option<Waiting>) {
        let entry = &self.graph.portals[node.entry as usize];
        let [passed, met] = [entry, portal].map(|portal| [portal.begin(), portal.end()].map(|end| sub(end, node.root)));
        let inside = dot(passed[0], passed[1]) <= 0.0;
        let near = usize::from(dot(passed[1], passed[1]) < dot(passed[0], passed[0]));
        let past_entry = dot(passed[1 - near], passed[1 - near]);
        let ahead = inside || met.iter().all(|&end| dot(end, passed[1 - near]) >= past_entry);
        if ahead && self.scratch.first_graze(portal.twin, node.corner_point, node.root, node.cost) {
            self.add_seen(node, parent, portal, sight, next);
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
        self.add(node.bent_at(corner, corner_point, cost, parent, portal), portal, [0.0, 1.0], next);
    }

    /// Adds the part of a portal that is hidden behind an end of the entry: 0 for its left end, 1 for its right end.
    fn add_behind(
        &mut self,
        end: usize,
        node: &Node,
        parent: u32,
        portal: &Portal,
        sight: &Sight,
        next: &mut Option<Waiting>,
    ) {
        let entry = &self.graph.portals[node.entry as usize];
        let (corner, corner_point) = ([entry.begin(), entry.end()][end], entry.vertices[end]);
        let cost = node.cost + distance(node.root, corner);
        if !self.improves(corner_point, cost) {
            return;
        }
        let mut bent = node.bent_at(corner, corner_point, cost, parent, portal);
        let mut part = [0.0, 1.0];
        // The hidden part ends where the border of the cone meets the portal, if it does.
        if end == 0 && sight.left[0] < 0.0 {
            (part[0], bent.turns[1]) = (self.share(node, node.left, portal, sight.left)[0], false);
            let right = self.border(node, corner);
            let cone = Cone { right, ..self.cone_of(&bent) };
            self.set_cone(&mut bent, cone);
        } else if end == 1 && sight.right[1] > 0.0 {
            (part[1], bent.turns[0]) = (self.share(node, node.right, portal, sight.right)[1], false);
            let left = self.border(node, corner);
            let cone = Cone { left, ..self.cone_of(&bent) };
            self.set_cone(&mut bent, cone);
        }
        self.add(bent, portal, part, next);
    }

    /// Queues a node after moving it across a part of a portal.
    fn add(&mut self, mut node: Node, portal: &Portal, part: [f64; 2], next: &mut Option<Waiting>) {
        if node.mirrored && self.was_in(&node, portal.to) {
            return;
        }
        let (a, b) = (portal.begin(), portal.end());
        let at_end = (node.root == b) as usize;
        if (node.root == a || node.root == b)
            && !self.scratch.first_round(portal.twin, at_end, node.corner_point, node.cost)
        {
            return;
        }
        let [mut right, mut left] = part.map(|t| lerp(a, b, t));
        if portal.fold {
            let cone = self.cone_of(&node).mirrored(a, b, self.graph.size);
            self.set_cone(&mut node, cone);
            node.turns.reverse();
            node.mirrored = true;
            (left, right) = (right, left);
        }
        node.entry = portal.twin;
        node.polygon = portal.to;
        let rest = if portal.to == self.goal_polygon {
            let Some((rest, _)) = self.last_leg(&node) else { return };
            rest
        } else {
            self.bound(node.root, left, right, &self.graph.portals[portal.twin as usize])
        };
        let waiting = Waiting { bound: node.cost + rest, node: self.scratch.nodes.len() as u32 };
        self.scratch.nodes.push(node);
        self.scratch.offer(waiting, next);
    }

    /// Whether the path to a node has visited a polygon since its root. No shortest path returns to a convex polygon. A
    /// straight line can return where folds lead it in a circle, and rounding may keep it from ever missing the portals
    /// of the circle. Walking back through the ancestors has a cost, so the total is bounded. After that the step limit
    /// ends the circle.
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

    /// The length of the shortest path from a root through the part of an entry between `left` and `right` to the goal,
    /// as if everything behind the entry were open. Where rounding hides whether that path is straight, it is: a bound
    /// must not be greater than the path. A root on the line of its entry sees the goal and both ends in one line.
    fn bound(&self, root: Vec2, left: Vec2, right: Vec2, entry: &Portal) -> f64 {
        let (a, b) = (entry.begin(), entry.end());
        // A goal on the near side of the entry is as far away as its mirror image behind it.
        let near = cross(sub(b, a), sub(self.goal, a)) < 0.0;
        let goal = if near { mirror(a, b, self.goal) } else { self.goal };
        let to_goal = sub(goal, root);
        let is_left_of = |end: Vec2| cross(sub(end, root), to_goal) > self.doubt(root, end, goal);
        let is_right_of = |end: Vec2| -cross(sub(end, root), to_goal) > self.doubt(root, end, goal);
        if is_left_of(left) {
            distance(root, left) + distance(left, goal)
        } else if is_right_of(right) {
            distance(root, right) + distance(right, goal)
        } else {
            dot(to_goal, to_goal).sqrt()
        }
    }

    /// The length from the root of a node in the goal's polygon to the goal, and the end of the entry at which the path
    /// bends, if it does. `None` if the path would have to bend where no path can.
    pub fn last_leg(&self, node: &Node) -> Option<(f64, Option<usize>)> {
        let entry = &self.graph.portals[node.entry as usize];
        let around = |corner: Vec2| distance(node.root, corner) + distance(corner, self.goal);
        let ends = [entry.begin(), entry.end()];
        let sides = [self.left_of(node, self.goal), self.right_of(node, self.goal)];
        let hidden = if sides[0] > 0.0 {
            Some(0)
        } else if sides[1] < 0.0 {
            Some(1)
        } else if sides == [0.0; 2] {
            behind(node.root, ends, self.goal)
        } else {
            None
        };
        match hidden {
            None => Some((distance(node.root, self.goal), None)),
            Some(end) => node.turns[end].then(|| (around(ends[end]), hidden)),
        }
    }
}

/// The sides of the cone's two borders on which the ends of a portal lie (begin, end).
struct Sight {
    right: [f64; 2],
    left: [f64; 2],
}

impl Sight {
    /// Whether root, cone and portal are collinear.
    fn is_grazing(&self) -> bool {
        self.right == [0.0; 2] && self.left == [0.0; 2]
    }
}

/// For an entry and a goal collinear with the root: the entry's end nearer to the root, if the goal lies before it.
#[cold]
fn behind(root: Vec2, ends: [Vec2; 2], goal: Vec2) -> Option<usize> {
    let [begin, end] = ends.map(|end| sub(end, root));
    let near = usize::from(dot(end, end) < dot(begin, begin));
    let before = dot(sub(goal, ends[near]), sub(ends[near], root)) < 0.0;
    (dot(begin, end) > 0.0 && before).then_some(near)
}

/// The mirror image of a point at the line through two different points `a` and `b`. The image never stays on the side
/// of the point, however near the line is: a root on the wrong side would see nothing ahead.
fn mirror(a: Vec2, b: Vec2, point: Vec2) -> Vec2 {
    let before = orient2d(a, b, point);
    let along = sub(b, a);
    let off = before / dot(along, along);
    let moved = |times: f64| [point[0] + times * off * along[1], point[1] - times * off * along[0]];
    // The exact factor is 2. It is raised only where rounding loses the difference.
    let farther = std::iter::successors(Some(2.0), |times| Some(times * 2.0)).take(1024).map(moved);
    let mut over = farther.skip_while(|&there| orient2d(a, b, there) * before > 0.0);
    if before == 0.0 { point } else { over.next().unwrap_or(point) }
}

/// The greatest distance of a point from the origin, along both axes.
fn reach(point: Vec2) -> f64 {
    point[0].abs() + point[1].abs()
}
