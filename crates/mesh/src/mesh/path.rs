//! [`Path`]: a shortest path over the faces, and [`PathError`], its error.

mod biconnected;
mod corridor;
mod funnel_search;
mod funnels;
mod landmark_survey;
mod landmarks;
mod merge;
mod node;
mod polygon_graph;
mod portal;
mod query;
mod report;
mod scratch;
mod search;
mod sight;
mod simplify;
mod surface;
mod trace;
mod unfolded;

pub use polygon_graph::PolygonGraph;
pub use query::PathQuery;
pub use scratch::PathScratch;
pub use trace::trace;

use super::position::{Position, PositionError};
use super::topology::{MeshError, Topology};
use crate::geometry::HalfEdge;

/// The polygon graph of a mesh, with landmarks for its searches.
pub fn polygon_graph(topology: &Topology) -> PolygonGraph {
    let mut graph = PolygonGraph::new(topology);
    graph.landmarks = landmark_survey::survey(&graph);
    graph
}

/// A path over the faces: the shortest one, if [`proven_shortest`](Self::proven_shortest) is true.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Path<F = u32> {
    /// The start, each corner point (where the path bends), and the end, each with a face that it lies on. Between them
    /// the path is straight in the plan view; see [`NavMesh::trace`](super::NavMesh::trace) for its heights there. The
    /// height of a point is the height of its face, or of the vertex where the path bends around one.
    pub points: Vec<Position<F>>,
    /// The length in the plan view, in the mesh's units. It is computed before the points are rounded to f32.
    pub length: f64,
    /// True if the search ran to its end, so that no path is shorter (up to rounding). The search gives up after a
    /// bounded number of steps ([`PathScratch::with_step_limit`]), which happens on meshes with very many overlapping
    /// folds. Then the path is the shortest one from edge midpoint to edge midpoint, shortened by string pulling, and this is `false`: a
    /// shorter path may exist.
    pub proven_shortest: bool,
    /// The indices of the points at which the path crosses an edge: crossings of folds, and points after which the face on which the path
    /// continues is known only from the path itself.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(super) crossings: Vec<(usize, HalfEdge)>,
}

/// The reason why there is no path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PathError {
    /// The start is not a position on the mesh.
    /// Cause: the caller.
    #[error("no path from there: {0}")]
    Start(#[source] PositionError),
    /// The goal is not a position on the mesh.
    /// Cause: the caller.
    #[error("no path to there: {0}")]
    Goal(#[source] PositionError),
    /// The faces of start and goal are not connected.
    /// Cause: nobody.
    #[error("no path: the start is on connected part {from}, the goal on connected part {to}")]
    OtherPart {
        /// The start's connected part.
        from: u32,
        /// The goal's connected part.
        to: u32,
    },
    /// A game's mesh cannot be made into a [`NavMesh`](super::NavMesh), so there are no paths on it.
    /// Cause: the file.
    #[error("no path: {0}")]
    Mesh(#[from] MeshError),
}

impl<F> Default for Path<F> {
    fn default() -> Self {
        Self { points: Vec::new(), length: 0.0, proven_shortest: false, crossings: Vec::new() }
    }
}

impl<F> Path<F> {
    /// The same path, with its faces renamed. It allocates nothing if the new names are as large as the old ones.
    #[must_use]
    pub fn map<G>(self, mut name: impl FnMut(F) -> G) -> Path<G> {
        let Self { points, length, proven_shortest, crossings } = self;
        let points = points.into_iter().map(|point| point.map(&mut name)).collect();
        Path { points, length, proven_shortest, crossings }
    }
}

impl Path {
    /// Empties the path, and keeps its memory.
    pub fn clear(&mut self) {
        self.points.clear();
        self.crossings.clear();
        (self.length, self.proven_shortest) = (0.0, false);
    }

    /// Reverses a path that was collected from its end to its start.
    fn turn_round(&mut self) {
        self.points.reverse();
        self.crossings.reverse();
        for (point, _) in &mut self.crossings {
            *point = self.points.len() - 1 - *point;
        }
    }
}
