//! Turns the last node of a search into the points of a path.

use super::Path;
use super::node::START;
use super::search::{SLACK, Search};
use crate::geometry::{Vec2, cross, dot, lerp, orient2d, plan, sub};
use crate::mesh::position::Position;
use crate::mesh::topology::Topology;

impl Search<'_> {
    /// Adds the bends of the way to a path, from the goal back to the start.
    pub fn report(&self, topology: &Topology, last: u32, path: &mut Path) {
        let mut node = self.scratch.nodes[last as usize];
        let mut way = Way { topology, search: self, path, to: self.goal, exact: true };
        if let Some((_, Some(end))) = self.last_leg(&node) {
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

/// A way that is being told backward.
struct Way<'a> {
    topology: &'a Topology,
    search: &'a Search<'a>,
    path: &'a mut Path,
    /// The point told last.
    to: Vec2,
    /// Whether that is a point as it was, and not one where the way crosses a fold.
    exact: bool,
}

impl Way<'_> {
    /// The way came from `from` around a vertex; it need not be told where it went straight on.
    fn add_corner_point(&mut self, corner_point: u32, from: Vec2) {
        let corner_point = self.search.graph.corner_points[corner_point as usize];
        let point = self.topology.vertex(corner_point.vertex);
        let here = plan(point);
        let straight = orient2d(from, here, self.to) == 0.0 && dot(sub(here, from), sub(self.to, here)) > 0.0;
        if !straight || !self.exact || corner_point.winding {
            self.path.points.push(Position { point, face: corner_point.face });
            (self.to, self.exact) = (here, true);
        }
    }

    /// The way came from `from` (as seen from behind the fold) across a fold.
    fn fold(&mut self, entry: u32, from: Vec2) {
        let graph = self.search.graph;
        let portal = graph.portals[entry as usize];
        let (a, b) = (portal.begin(), portal.end());
        let way = sub(self.to, from);
        let [toward_a, toward_b] = [a, b].map(|end| cross(sub(end, from), way));
        if toward_a.abs().max(toward_b.abs()) <= dot(way, way).sqrt() * graph.size * SLACK {
            // A way along a fold runs straight on both sides of it, and is in one place where it crosses, which only
            // what lies ahead decides: a trace finds it.
            return;
        }
        let at = lerp(a, b, (toward_a / (toward_a - toward_b)).clamp(0.0, 1.0));
        // Each fold has two portals, and both are listed.
        if let Ok(index) = graph.folds.binary_search_by_key(&portal.twin, |fold| fold.0) {
            let edge = graph.folds[index].1;
            self.path.crossings.push((self.path.points.len(), edge));
            let point = self.topology.on_edge(edge, at);
            self.path.points.push(Position { point, face: edge.face() });
            (self.to, self.exact) = (at, false);
        }
    }
}
