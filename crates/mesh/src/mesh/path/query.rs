//! [`PathQuery`]: a start and a goal, and the search for the shortest path between them.

use super::funnel_search::FunnelSearch;
use super::polygon_graph::PolygonGraph;
use super::scratch::PathScratch;
use super::search::Search;
use super::{Path, PathError};
use crate::geometry::distance;
use crate::mesh::position::Position;
use crate::mesh::resolve::ResolvedPosition;
use crate::mesh::topology::Topology;

/// The search that found a path.
enum Found<'s, 'a> {
    Node(&'s mut Search<'a>),
    Funnel(&'s FunnelSearch<'a>),
}

impl Found<'_, '_> {
    fn report(self, topology: &Topology, last: u32, path: &mut Path) {
        match self {
            Self::Node(search) => search.report(topology, last, path),
            Self::Funnel(search) => search.report(topology, last, path),
        }
    }
}

/// A start and a goal on faces that are joined.
pub struct PathQuery<'m> {
    topology: &'m Topology,
    /// The positions as the caller gave them.
    named: [Position; 2],
    start: ResolvedPosition,
    goal: ResolvedPosition,
    /// True if a [`FunnelSearch`] looks for the path first.
    by_funnels: bool,
}

impl<'m> PathQuery<'m> {
    pub fn new(topology: &'m Topology, from: Position, to: Position) -> Result<Self, PathError> {
        let start = topology.resolve(from).map_err(PathError::Start)?;
        let goal = topology.resolve(to).map_err(PathError::Goal)?;
        match (topology.connected_part(start.face), topology.connected_part(goal.face)) {
            (Some(from), Some(to)) if from != to => Err(PathError::OtherPart { from, to }),
            _ => Ok(Self { topology, named: [from, to], start, goal, by_funnels: false }),
        }
    }

    /// The same query, answered by a [`FunnelSearch`], which is faster where walls have very many corners.
    pub fn by_funnels(self) -> Self {
        Self { by_funnels: true, ..self }
    }

    /// Finds the shortest path, or the path of a [`Corridor`](super::corridor::Corridor) if the search gives up. `path`
    /// must be empty.
    pub fn path(&self, graph: &PolygonGraph, scratch: &mut PathScratch, path: &mut Path) -> Result<(), PathError> {
        path.points.push(self.point(self.goal));
        let found = self.search(graph, scratch, |search, node| search.report(self.topology, node, path));
        if let Some(length) = found {
            (path.length, path.proven_shortest) = (length, true);
            path.points.push(self.point(self.start));
            path.turn_round();
            return Ok(());
        }
        let (start, goal) = self.ends_on_named_faces()?;
        path.clear();
        path.points.push(self.point(start));
        path.length = scratch.corridor.find(self.topology, start, goal);
        scratch.corridor.tell(self.topology, path);
        path.points.push(self.point(goal));
        Ok(())
    }

    /// The length of the path that [`path`](Self::path) finds.
    pub fn distance(&self, graph: &PolygonGraph, scratch: &mut PathScratch) -> Result<f64, PathError> {
        if let Some(shortest) = self.search(graph, scratch, |_, _| ()) {
            return Ok(shortest);
        }
        let (start, goal) = self.ends_on_named_faces()?;
        Ok(scratch.corridor.find(self.topology, start, goal))
    }

    /// Start and goal on exactly the faces that the caller gave. From an adjacent face the path over the edge midpoints
    /// may be longer.
    fn ends_on_named_faces(&self) -> Result<(ResolvedPosition, ResolvedPosition), PathError> {
        let [from, to] = self.named;
        let start = self.topology.resolve_on_face(from).map_err(PathError::Start)?;
        Ok((start, self.topology.resolve_on_face(to).map_err(PathError::Goal)?))
    }

    /// The start or goal as a point of the path, on the face that contains it exactly. This can be a neighbour of the
    /// face that the caller gave.
    fn point(&self, ResolvedPosition { point, face }: ResolvedPosition) -> Position {
        Position { point: self.topology.lifted(face, point), face }
    }

    /// The length of the shortest path, or `None` if the search gave up. `report` gets the path's last node, unless
    /// the path is straight.
    fn search(
        &self,
        graph: &PolygonGraph,
        scratch: &mut PathScratch,
        report: impl FnOnce(Found<'_, '_>, u32),
    ) -> Option<f64> {
        let (start, goal) = (self.start, self.goal);
        let polygons = [start, goal].map(|end| graph.locate(self.topology, end));
        let ends = [start.point, goal.point];
        if graph.is_straight(ends, polygons) {
            return Some(distance(start.point, goal.point));
        }
        if self.by_funnels && graph.folds.is_empty() {
            let mut search = FunnelSearch::new(graph, scratch, ends, polygons);
            if let Some((last, length)) = search.run() {
                report(Found::Funnel(&search), last);
                return Some(length);
            }
        }
        let mut search = Search::new(graph, scratch, ends, polygons);
        search.run().map(|(node, length)| {
            report(Found::Node(&mut search), node);
            length
        })
    }
}
