//! Lower bounds for the paths through a node.

use super::super::node::{Limit, Node};
use super::super::portal::Portal;
use super::{EVERYWHERE, Search};
use crate::geometry::{Vec2, cross, distance, dot, lerp, orient2d, sub};

impl Search<'_> {
    /// Records the distances to the ends of a portal that a root sees, and returns a lower bound for how much farther the other end of the
    /// visible part is than each end. `None` if no shortest path crosses that part, because it is shorter to go to an end of the portal
    /// first.
    pub(super) fn around(&mut self, node: &Node, portal: &Portal, part: [f64; 2]) -> Option<[f64; 2]> {
        let (a, b) = (portal.begin(), portal.end());
        let width = distance(a, b);
        let [right, left] = part.map(|t| node.cost + distance(node.root, lerp(a, b, t)));
        // Along the portal, the distance from the root grows no faster than the distance from an end.
        let around = [left - width * part[1], right - width * (1.0 - part[0])];
        // A border that cuts the part off near an end may be rounded onto it.
        let sees = |side: usize| node.limits[side] == Limit::Portal;
        let seen = [sees(1).then_some(right), sees(0).then_some(left)];
        for end in 0..2 {
            if !self.scratch.reach(portal.vertices[end], seen[end], self.just_below(around[end])) {
                return None;
            }
        }
        Some(around)
    }

    /// A lower bound for the paths through a node: none is shorter. `None` if a shorter path to the goal is known, or if the node cannot be
    /// part of one.
    pub(super) fn bound_of(&mut self, node: &Node, portal: &Portal, part: [f64; 2], around: [f64; 2]) -> Option<f64> {
        if self.goal_polygon == EVERYWHERE {
            return Some(node.cost);
        }
        if node.polygon == self.goal_polygon {
            let length = node.cost + self.last_leg(node)?.0;
            self.least = self.least.min(length);
            return Some(length);
        }
        let [mut right, mut left] = part.map(|t| lerp(portal.begin(), portal.end(), t));
        if portal.fold {
            (left, right) = (right, left);
        }
        let open = node.cost + self.bound(node, left, right, &self.graph.portals[portal.twin as usize]);
        if open > self.least {
            return None;
        }
        let past = |end: usize| around[end] + self.graph.landmarks.bound(portal.vertices[end], &self.goal_row);
        let bound = open.max(past(0)).max(past(1));
        (bound <= self.least).then_some(bound)
    }

    /// The length of the shortest path from a root through the part of an entry between `left` and `right` to the goal,
    /// as if everything behind the entry were open. If rounding hides whether that path is straight, it counts as straight: a bound must
    /// not exceed the path. A root on the line of its entry sees the goal and both ends in one line.
    fn bound(&self, node: &Node, left: Vec2, right: Vec2, entry: &Portal) -> f64 {
        let root = node.root;
        let (a, b) = (entry.begin(), entry.end());
        // A goal on the near side of the entry is as far away as its mirror image behind it.
        let near = cross(sub(b, a), sub(self.goal, a)) < 0.0;
        let goal = if near { mirror(a, b, self.goal) } else { self.goal };
        let to_goal = sub(goal, root);
        let is_left_of = |end: Vec2| cross(sub(end, root), to_goal) > self.doubt(node, end, goal);
        let is_right_of = |end: Vec2| -cross(sub(end, root), to_goal) > self.doubt(node, end, goal);
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
    pub(in crate::mesh::path) fn last_leg(&mut self, node: &Node) -> Option<(f64, Option<usize>)> {
        let mut node = *node;
        let entry = &self.graph.portals[node.entry as usize];
        let ends = [entry.begin(), entry.end()];
        let [right, left] = self.sides(&mut node, self.goal);
        let around = |corner: Vec2| distance(node.root, corner) + distance(corner, self.goal);
        let sides = [left, right];
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

/// For an entry and a goal collinear with the root: the entry's end nearer to the root, if the goal lies before it.
#[cold]
fn behind(root: Vec2, ends: [Vec2; 2], goal: Vec2) -> Option<usize> {
    let [begin, end] = ends.map(|end| sub(end, root));
    let near = usize::from(dot(end, end) < dot(begin, begin));
    let before = dot(sub(goal, ends[near]), sub(ends[near], root)) < 0.0;
    (dot(begin, end) > 0.0 && before).then_some(near)
}

/// The mirror image of a point in the line through two different points `a` and `b`. The image is never on the same side as the point,
/// however near the line is: a root on the wrong side would see nothing ahead.
pub fn mirror(a: Vec2, b: Vec2, point: Vec2) -> Vec2 {
    let before = orient2d(a, b, point);
    let along = sub(b, a);
    let off = before / dot(along, along);
    let moved = |times: f64| [point[0] + times * off * along[1], point[1] - times * off * along[0]];
    // The exact factor is 2. It is raised only where rounding loses the difference.
    let farther = std::iter::successors(Some(2.0), |times| Some(times * 2.0)).take(1024).map(moved);
    let mut over = farther.skip_while(|&there| orient2d(a, b, there) * before > 0.0);
    if before == 0.0 { point } else { over.next().unwrap_or(point) }
}
