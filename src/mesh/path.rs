//! The shortest way over the faces.

mod biconnected;
mod corridor;
mod merge;
pub(super) mod polygon_graph;
mod scratch;
mod search;
mod simplify;
mod surface;
mod trace;
mod unfolded;

pub use scratch::PathScratch;

use super::nav_mesh::{MeshError, NavMesh};
use super::position::{Position, PositionError, ResolvedPosition};
use crate::geometry::{Vec2, cross, distance, dot, lerp, orient2d, plan, sub};
use crate::parallel::map_with;
use scratch::START;
use search::{SLACK, Search};

/// A way over the faces: the shortest, if [`proven_shortest`](Self::proven_shortest) says so.
#[derive(Clone, Debug, PartialEq)]
pub struct Path<F = u32> {
    /// The start, each place where the way bends, and the end, each with a face that it lies on. Between them the way is
    /// straight in the plan view; see [`NavMesh::trace`] for its heights there. The height of a point is that of its face,
    /// or the vertex's where the way bends around one.
    pub points: Vec<Position<F>>,
    /// The length in the plan view, in the mesh's units: of the way before its points were rounded to f32.
    pub length: f64,
    /// Whether the search ran to its end, so that no path is shorter (but for rounding). It gives up after a bounded
    /// number of steps ([`PathScratch::with_step_limit`]), which happens on meshes with very many folds over each other.
    /// Then this is `false`, and the path is the shortest through the faces that it crosses. It is never longer than
    /// the shortest way that goes straight from the middle of an edge to the middle of the next, but another one may be
    /// shorter.
    pub proven_shortest: bool,
    /// Which of the points lie on an edge that the path crosses there (`3 * face + k`): where the surface folds, and
    /// where only the path tells which way it goes on.
    pub(super) crossings: Vec<(usize, u32)>,
}

/// Why there is no way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PathError {
    /// The start is no place on the mesh. The caller's fault.
    #[error("no path from there: {0}")]
    Start(#[source] PositionError),
    /// The goal is no place on the mesh. The caller's fault.
    #[error("no path to there: {0}")]
    Goal(#[source] PositionError),
    /// The faces of start and goal are not joined through others: nobody's fault.
    #[error("no path: the start is on connected part {from}, the goal on connected part {to}")]
    OtherPart {
        /// The start's connected part.
        from: u32,
        /// The goal's connected part.
        to: u32,
    },
    /// A game's mesh cannot be made into a [`NavMesh`], so there are no paths on it. The input's fault.
    #[error("no path: {0}")]
    Mesh(#[from] MeshError),
}

impl<F> Default for Path<F> {
    fn default() -> Self {
        Self { points: Vec::new(), length: 0.0, proven_shortest: false, crossings: Vec::new() }
    }
}

impl<F> Path<F> {
    /// The same path, with faces named otherwise. It allocates nothing where the new names are as large as the old ones.
    #[must_use]
    pub fn map<G>(self, mut name: impl FnMut(F) -> G) -> Path<G> {
        let Self { points, length, proven_shortest, crossings } = self;
        let points = points.into_iter().map(|point| point.map(&mut name)).collect();
        Path { points, length, proven_shortest, crossings }
    }
}

impl NavMesh {
    /// The shortest way from one place to another over joined faces, in the plan view: it may bend anywhere, and none
    /// is shorter. (Where several are equally short, it is one of them, always the same.) Wherever the joins of the mesh
    /// lead from one place to the other there is a path, however strange the mesh is; the path itself says whether it is
    /// [proven to be the shortest](Path::proven_shortest).
    ///
    /// The first path on a mesh makes what paths need ([`prepare_paths`](Self::prepare_paths)); after that one costs
    /// some microseconds to tens of them, and grows with the walls between the two places, not with the faces.
    ///
    /// # Errors
    /// When one of the two is no place on the mesh, or the faces between are not joined; the reason is given.
    ///
    /// ```
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

    /// As [`shortest_path`](Self::shortest_path), with memory of the caller's: faster for many.
    ///
    /// # Errors
    /// As for [`shortest_path`](Self::shortest_path).
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

    /// As [`shortest_path`](Self::shortest_path), with memory of the caller's for the search and for the path, so that nothing is
    /// allocated once both have grown, unless the search gives up. What `path` held before is gone, also when there is no way.
    ///
    /// # Errors
    /// As for [`shortest_path`](Self::shortest_path).
    pub fn shortest_path_into(
        &self,
        scratch: &mut PathScratch,
        from: Position,
        to: Position,
        path: &mut Path,
    ) -> Result<(), PathError> {
        path.points.clear();
        path.crossings.clear();
        (path.length, path.proven_shortest) = (0.0, false);
        let (start, goal) = self.ends(from, to)?;
        path.points.push(self.path_point(goal));
        if let Some(length) = self.search(scratch, start, goal, |search, node| search.report(self, node, path)) {
            (path.length, path.proven_shortest) = (length, true);
            path.points.push(self.path_point(start));
            path.turn_round();
            return Ok(());
        }
        let (start, goal) = self.ends_on_faces(from, to)?;
        path.points[0] = self.path_point(start);
        path.length = scratch.corridor.find(self, start, goal);
        scratch.corridor.tell(self, path);
        path.points.push(self.path_point(goal));
        Ok(())
    }

    /// The length of the path that [`shortest_path`](Self::shortest_path) gives, without the path.
    ///
    /// # Errors
    /// As for [`shortest_path`](Self::shortest_path).
    pub fn distance(&self, from: Position, to: Position) -> Result<f64, PathError> {
        self.distance_with(&mut PathScratch::new(), from, to)
    }

    /// As [`distance`](Self::distance), with memory of the caller's.
    ///
    /// # Errors
    /// As for [`shortest_path`](Self::shortest_path).
    pub fn distance_with(&self, scratch: &mut PathScratch, from: Position, to: Position) -> Result<f64, PathError> {
        let (start, goal) = self.ends(from, to)?;
        if let Some(shortest) = self.search(scratch, start, goal, |_, _| ()) {
            return Ok(shortest);
        }
        let (start, goal) = self.ends_on_faces(from, to)?;
        Ok(scratch.corridor.find(self, start, goal))
    }

    /// The shortest ways between many pairs of places, in their order; with the feature `parallel` on all cores, with
    /// the same results.
    pub fn shortest_path_many(&self, pairs: &[(Position, Position)]) -> Vec<Result<Path, PathError>> {
        self.prepare_paths();
        map_with(pairs, PathScratch::new, |scratch, &(from, to)| self.shortest_path_with(scratch, from, to))
    }

    /// The lengths of the shortest ways between many pairs of places, as [`shortest_path_many`](Self::shortest_path_many).
    pub fn distance_many(&self, pairs: &[(Position, Position)]) -> Vec<Result<f64, PathError>> {
        self.prepare_paths();
        map_with(pairs, PathScratch::new, |scratch, &(from, to)| self.distance_with(scratch, from, to))
    }

    /// Makes what paths need beyond the mesh, unless a path was asked for before: costs about a microsecond for each
    /// face, once.
    pub fn prepare_paths(&self) {
        self.map();
    }

    /// Start and goal, exactly on faces that are joined.
    fn ends(&self, from: Position, to: Position) -> Result<(ResolvedPosition, ResolvedPosition), PathError> {
        let start = self.resolve(from).map_err(PathError::Start)?;
        let goal = self.resolve(to).map_err(PathError::Goal)?;
        match (self.connected_part(start.face), self.connected_part(goal.face)) {
            (Some(from), Some(to)) if from != to => Err(PathError::OtherPart { from, to }),
            _ => Ok((start, goal)),
        }
    }

    /// Start and goal on the very faces that the caller named. From another face, though it is next to them, the way over
    /// the middles of edges may be longer.
    fn ends_on_faces(&self, from: Position, to: Position) -> Result<(ResolvedPosition, ResolvedPosition), PathError> {
        let start = self.resolve_on_face(from).map_err(PathError::Start)?;
        Ok((start, self.resolve_on_face(to).map_err(PathError::Goal)?))
    }

    /// A start or goal as a point of the way, on the face that it lies on exactly: not the caller's, if it is only next
    /// to that.
    fn path_point(&self, place: ResolvedPosition) -> Position {
        Position { point: self.lifted(place.face, place.point), face: place.face }
    }

    /// The length of the shortest way, and, unless start and goal lie in one polygon, its last node told. None where the
    /// search gave up.
    fn search(
        &self,
        scratch: &mut PathScratch,
        start: ResolvedPosition,
        goal: ResolvedPosition,
        tell: impl FnOnce(&Search<'_>, u32),
    ) -> Option<f64> {
        let map = self.map();
        let (start_polygon, goal_polygon) = (map.locate(self, start), map.locate(self, goal));
        if start_polygon == goal_polygon {
            return Some(distance(start.point, goal.point));
        }
        let (start, goal) = (start.point, goal.point);
        let mut search = Search { map, scratch, start, start_polygon, goal, goal_polygon, looks_back: 0 };
        search.run().map(|(node, length)| {
            tell(&search, node);
            length
        })
    }
}

impl Path {
    /// Makes of a path that was told from its end to its start one from its start to its end.
    fn turn_round(&mut self) {
        self.points.reverse();
        self.crossings.reverse();
        for (point, _) in &mut self.crossings {
            *point = self.points.len() - 1 - *point;
        }
    }
}

impl Search<'_> {
    /// Adds the bends of the way to a path, from the goal back to the start.
    fn report(&self, mesh: &NavMesh, last: u32, path: &mut Path) {
        let mut node = self.scratch.nodes[last as usize];
        let mut way = Way { mesh, search: self, path, to: self.goal, exact: true };
        if let Some((_, Some(end))) = self.last_leg(&node) {
            way.bend(self.map.portals[node.entry as usize].vertices[end], node.root);
        }
        loop {
            if self.map.portals[node.entry as usize].fold {
                way.fold(node.entry, node.root);
            }
            let parent = (node.parent != START).then(|| self.scratch.nodes[node.parent as usize]);
            if node.bend != parent.map_or(START, |parent| parent.bend) {
                way.bend(node.bend, parent.map_or(self.start, |parent| parent.root));
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
    mesh: &'a NavMesh,
    search: &'a Search<'a>,
    path: &'a mut Path,
    /// The point told last.
    to: Vec2,
    /// Whether that is a point as it was, and not one where the way crosses a fold.
    exact: bool,
}

impl Way<'_> {
    /// The way came from `from` around a vertex; it need not be told where it went straight on.
    fn bend(&mut self, bend: u32, from: Vec2) {
        let bend = self.search.map.bends[bend as usize];
        let point = self.mesh.vertex(bend.vertex);
        let here = plan(point);
        let straight = orient2d(from, here, self.to) == 0.0 && dot(sub(here, from), sub(self.to, here)) > 0.0;
        if !straight || !self.exact || bend.winding {
            self.path.points.push(Position { point, face: bend.face });
            (self.to, self.exact) = (here, true);
        }
    }

    /// The way came from `from` (as seen from behind the fold) across a fold.
    fn fold(&mut self, entry: u32, from: Vec2) {
        let map = self.search.map;
        let portal = map.portals[entry as usize];
        let (a, b) = (portal.begin(), portal.end());
        let way = sub(self.to, from);
        let [toward_a, toward_b] = [a, b].map(|end| cross(sub(end, from), way));
        if toward_a.abs().max(toward_b.abs()) <= dot(way, way).sqrt() * map.size * SLACK {
            // A way along a fold runs straight on both sides of it, and is in one place where it crosses, which only
            // what lies ahead decides: a trace finds it.
            return;
        }
        let at = lerp(a, b, (toward_a / (toward_a - toward_b)).clamp(0.0, 1.0));
        // Each fold has two portals, and both are listed.
        if let Ok(index) = map.folds.binary_search_by_key(&portal.twin, |fold| fold.0) {
            let edge = map.folds[index].1;
            self.path.crossings.push((self.path.points.len(), edge));
            let point = self.mesh.on_edge(edge / 3, (edge % 3) as u8, at);
            self.path.points.push(Position { point, face: edge / 3 });
            (self.to, self.exact) = (at, false);
        }
    }
}

impl NavMesh {
    /// A point on a face's edge, with the height there.
    pub(super) fn on_edge(&self, face: u32, edge: u8, at: Vec2) -> [f32; 3] {
        let [from, to] = [edge, (edge + 1) % 3].map(|corner| self.corner(face, corner));
        let whole = distance(plan(from), plan(to));
        let t = if whole > 0.0 { distance(plan(from), at) / whole } else { 0.0 };
        [at[0] as f32, at[1] as f32, (f64::from(from[2]) + t * (f64::from(to[2]) - f64::from(from[2]))) as f32]
    }
}
