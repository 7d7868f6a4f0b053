//! The shortest paths of a [`NavMesh`].

use super::NavMesh;
use crate::mesh::path::{Path, PathError, PathQuery, PathScratch, PolygonGraph, polygon_graph, trace};
use crate::mesh::position::Position;
use crate::parallel::map_with;

impl NavMesh {
    /// The shortest path in the plan view from one position to another over joined faces. It may bend anywhere, and no
    /// other path is shorter. Among equally short paths, it is always the same one. If joined faces lead from start to goal, a path is
    /// found, however unusual the mesh is. [`Path::proven_shortest`] is true if it is proven to be the shortest.
    ///
    /// The first path on a mesh builds the graph for paths ([`prepare_paths`](Self::prepare_paths)). After that a path costs from a few to
    /// tens of microseconds, depending on the walls between the two positions, not on the number of faces.
    ///
    /// # Errors
    /// [`PathError`] when start or goal is not a position on the mesh, or when the two are not connected.
    ///
    /// ```
    /// # use walkmesh_mesh as walkmesh;
    /// use walkmesh::mesh::{NavMesh, Position};
    ///
    /// // Three squares around the inner corner (4, 4).
    /// let vertices = [[0., 0.], [4., 0.], [8., 0.], [0., 4.], [4., 4.], [8., 4.], [0., 8.], [4., 8.]];
    /// let vertices = vertices.map(|[x, y]| [x, y, 0.]).to_vec();
    /// let faces = [[0, 1, 4], [0, 4, 3], [1, 2, 5], [1, 5, 4], [3, 4, 7], [3, 7, 6]];
    /// let mesh = NavMesh::from_shared_vertices(vertices, &faces, |_| true)?;
    /// let path = mesh.shortest_path(Position::new([7., 4., 0.], 3), Position::new([4., 8., 0.], 4)).unwrap();
    /// assert_eq!((path.length, path.proven_shortest), (7.0, true));
    /// assert_eq!(path.points[1].point, [4., 4., 0.]);
    /// # Ok::<(), walkmesh::mesh::MeshError>(())
    /// ```
    pub fn shortest_path(&self, from: Position, to: Position) -> Result<Path, PathError> {
        self.shortest_path_with(&mut PathScratch::new(), from, to)
    }

    /// Like [`shortest_path`](Self::shortest_path), with the caller's scratch memory: faster for many paths.
    ///
    /// # Errors
    /// The errors of [`shortest_path`](Self::shortest_path).
    pub fn shortest_path_with(
        &self,
        scratch: &mut PathScratch,
        from: Position,
        to: Position,
    ) -> Result<Path, PathError> {
        let mut path = Path::default();
        self.shortest_path_into(scratch, from, to, &mut path)?;
        Ok(path)
    }

    /// Like [`shortest_path`](Self::shortest_path), with the caller's memory for the search and for the path. Nothing is
    /// allocated once both have grown, unless the search gives up. The former content of `path` is cleared, also on an
    /// error.
    ///
    /// # Errors
    /// The errors of [`shortest_path`](Self::shortest_path).
    pub fn shortest_path_into(
        &self,
        scratch: &mut PathScratch,
        from: Position,
        to: Position,
        path: &mut Path,
    ) -> Result<(), PathError> {
        path.clear();
        let query = PathQuery::new(&self.topology, from, to)?;
        query.path(self.polygon_graph(), scratch, path)
    }

    /// Finds the same path as [`shortest_path_with`](Self::shortest_path_with). It is faster on a mesh whose walls have very many
    /// corners.
    pub(super) fn shortest_path_by_funnels(
        &self,
        scratch: &mut PathScratch,
        from: Position,
        to: Position,
    ) -> Result<Path, PathError> {
        let mut path = Path::default();
        let query = PathQuery::new(&self.topology, from, to)?.by_funnels();
        query.path(self.polygon_graph(), scratch, &mut path)?;
        Ok(path)
    }

    /// The length of the path that [`shortest_path`](Self::shortest_path) returns, without the path.
    ///
    /// # Errors
    /// The errors of [`shortest_path`](Self::shortest_path).
    pub fn distance(&self, from: Position, to: Position) -> Result<f64, PathError> {
        self.distance_with(&mut PathScratch::new(), from, to)
    }

    /// Like [`distance`](Self::distance), with the caller's scratch memory.
    ///
    /// # Errors
    /// The errors of [`shortest_path`](Self::shortest_path).
    pub fn distance_with(&self, scratch: &mut PathScratch, from: Position, to: Position) -> Result<f64, PathError> {
        let query = PathQuery::new(&self.topology, from, to)?;
        query.distance(self.polygon_graph(), scratch)
    }

    /// The shortest paths between many pairs of positions, in their order; with the feature `parallel` on all cores,
    /// with the same results.
    pub fn shortest_path_many(&self, pairs: &[(Position, Position)]) -> Vec<Result<Path, PathError>> {
        self.prepare_paths();
        map_with(pairs, PathScratch::new, |scratch, &(from, to)| self.shortest_path_with(scratch, from, to))
    }

    /// The lengths of the shortest paths between many pairs of positions, like [`shortest_path_many`](Self::shortest_path_many).
    pub fn distance_many(&self, pairs: &[(Position, Position)]) -> Vec<Result<f64, PathError>> {
        self.prepare_paths();
        map_with(pairs, PathScratch::new, |scratch, &(from, to)| self.distance_with(scratch, from, to))
    }

    /// Builds the graph for paths, unless it is already built. This costs about a microsecond for each face, once.
    pub fn prepare_paths(&self) {
        self.polygon_graph();
    }

    /// A path of this mesh with a point wherever it enters another face, so that it can be drawn on the ground. It has
    /// the points of the path and, between them, those where it crosses edges, each with its height there and the face
    /// on which the path continues. Between two neighbouring points the path runs straight, also in height. Where it
    /// climbs a step or a vertical face, two points lie above each other.
    ///
    /// The lengths of the legs add up to the path's length, within rounding. It costs about a quarter of a microsecond
    /// for each point (`benches/paths.rs`).
    ///
    /// ```
    /// # use walkmesh_mesh as walkmesh;
    /// use walkmesh::mesh::{NavMesh, Position};
    ///
    /// // Up and down a roof.
    /// let vertices = vec![[0., 0., 0.], [2., 0., 2.], [4., 0., 0.], [2., 4., 2.]];
    /// let mesh = NavMesh::from_shared_vertices(vertices, &[[0, 1, 3], [1, 2, 3]], |_| true)?;
    /// let path = mesh.shortest_path(Position::new([1., 1., 1.], 0), Position::new([3., 1., 1.], 1)).unwrap();
    /// let heights: Vec<f32> = mesh.trace(&path).iter().map(|point| point.point[2]).collect();
    /// assert_eq!(heights, [1., 2., 1.]);
    /// # Ok::<(), walkmesh::mesh::MeshError>(())
    /// ```
    pub fn trace(&self, path: &Path) -> Vec<Position> {
        trace(&self.topology, path)
    }

    fn polygon_graph(&self) -> &PolygonGraph {
        self.polygon_graph.get_or_init(|| polygon_graph(&self.topology))
    }
}
