//! Turns the last node of a search into the points of a path.

use super::Path;
use super::funnel_search::FunnelSearch;
use super::node::START;
use super::polygon_graph::PolygonGraph;
use super::search::{SLACK, Search};
use crate::geometry::{Vec2, cross, dot, lerp, orient2d, plan, sub};
use crate::mesh::position::Position;
use crate::mesh::topology::Topology;

impl Search<'_> {
    /// Adds the corner points and fold crossings to a path, from the goal back to the start.
    pub fn report(&mut self, topology: &Topology, last: u32, path: &mut Path) {
        let mut node = self.scratch.nodes[last as usize];
        let last_leg = self.last_leg(&node);
        let mut way = Way { topology, graph: self.graph, path, to: self.goal, exact: true };
        if let Some((_, Some(end))) = last_leg {
            way.add_corner_point(self.graph.portals[node.entry as usize].vertices[end], node.root);
        }
        loop {
            if self.graph.portals[node.entry as usize].fold {
                way.fold(node.entry, node.root);
            }
            let parent = (node.parent != START).then(|| self.scratch.nodes[node.parent as usize]);
            if node.corner_point != parent.map_or(START, |parent| parent.corner_point) {
                way.add_corner_point(node.corner_point, parent.map_or(self.start, |parent| parent.root));
            }
            match parent {
                Some(parent) => node = parent,
                None => return,
            }
        }
    }
}

impl FunnelSearch<'_> {
    /// Adds the corner points to a path, from the goal back to the start.
    pub fn report(&self, topology: &Topology, last: u32, path: &mut Path) {
        let mut way = Way { topology, graph: self.graph, path, to: self.goal, exact: true };
        let mut next = Some(self.reached(last));
        while let Some(point) = next.filter(|point| point.corner_point != START) {
            let before = self.reached(point.parent);
            way.add_corner_point(point.corner_point, before.at);
            next = Some(before);
        }
    }
}

/// A path that is being collected from its goal to its start.
struct Way<'a> {
    topology: &'a Topology,
    graph: &'a PolygonGraph,
    path: &'a mut Path,
    /// The point added last.
    to: Vec2,
    /// True if that point is exact. A point where the path crosses a fold is rounded.
    exact: bool,
}

impl Way<'_> {
    /// Adds a corner point that the path reaches from `from`. It is omitted where the path continues straight.
    fn add_corner_point(&mut self, corner_point: u32, from: Vec2) {
        let corner_point = self.graph.corner_points[corner_point as usize];
        let point = self.topology.vertex(corner_point.vertex);
        let here = plan(point);
        let straight = orient2d(from, here, self.to) == 0.0 && dot(sub(here, from), sub(self.to, here)) > 0.0;
        if !straight || !self.exact || corner_point.winding {
            self.path.points.push(Position { point, face: corner_point.face });
            (self.to, self.exact) = (here, true);
        }
    }

    /// Adds the point where the path crosses a fold. `from` is the previous point, seen from behind the fold.
    fn fold(&mut self, entry: u32, from: Vec2) {
        let graph = self.graph;
        let portal = graph.portals[entry as usize];
        let (a, b) = (portal.begin(), portal.end());
        let way = sub(self.to, from);
        let [toward_a, toward_b] = [a, b].map(|end| cross(sub(end, from), way));
        if toward_a.abs().max(toward_b.abs()) <= dot(way, way).sqrt() * graph.size * SLACK {
            // A path along a fold is straight on both sides of it. Only the next point decides where it crosses the
            // fold, so `trace` finds the crossing.
            return;
        }
        let at = lerp(a, b, (toward_a / (toward_a - toward_b)).clamp(0.0, 1.0));
        // Each fold has two portals, and `folds` lists both.
        if let Ok(index) = graph.folds.binary_search_by_key(&portal.twin, |fold| fold.0) {
            let edge = graph.folds[index].1;
            self.path.crossings.push((self.path.points.len(), edge));
            let point = self.topology.on_edge(edge, at);
            self.path.points.push(Position { point, face: edge.face() });
            (self.to, self.exact) = (at, false);
        }
    }
}
