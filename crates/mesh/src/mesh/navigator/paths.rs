//! Snaps, straight walks and shortest paths.

use super::{Ground, Navigator, Pieces, overview_of};
use crate::mesh::{
    MeshError, Overview, Path, PathError, PathScratch, Position, PositionError, SnapHit, Walk, WalkerPathError,
    WalkerSize,
};

/// A start and a goal.
type Ends<F> = (Position<F>, Position<F>);
/// The floor of a walker, and the connected part of a goal.
type WalkerFloor<F> = (Overview<Position<F>>, u32);

impl<G: Ground> Navigator<G> {
    /// The walkable position that is nearest to a point in space, at most `reach` metres away. The query examines every face.
    ///
    /// # Errors
    /// [`MeshError`]: there are too many faces.
    pub fn snap(&self, point: impl Into<[f32; 3]>, reach: f64) -> Result<Option<SnapHit<G::Face>>, MeshError> {
        let (nav, pieces) = self.surface()?;
        let snapped = nav.snap_where(point.into(), reach, |piece| self.ground.is_floor(nav, piece));
        Ok(snapped.map(|hit| hit.map(|piece| self.face_of(pieces, piece))))
    }

    /// [`snap`](Self::snap) for many points; on all cores with the feature `parallel`. The queries use an index of the faces.
    ///
    /// # Errors
    /// The errors of [`snap`](Self::snap).
    pub fn snap_many(&self, points: &[[f32; 3]], reach: f64) -> Result<Vec<Option<SnapHit<G::Face>>>, MeshError> {
        let (nav, pieces) = self.surface()?;
        let snapped = nav.snap_many_where(points, reach, |piece| self.ground.is_floor(nav, piece)).into_iter();
        Ok(snapped.map(|hit| hit.map(|hit| hit.map(|piece| self.face_of(pieces, piece)))).collect())
    }

    /// The walkable position that is nearest to a point `[x, y]` of the plan view, at any height; otherwise like [`snap`](Self::snap).
    ///
    /// # Errors
    /// The errors of [`snap`](Self::snap).
    pub fn snap_in_plan(&self, at: [f32; 2], reach: f64) -> Result<Option<SnapHit<G::Face>>, MeshError> {
        let (nav, pieces) = self.surface()?;
        let snapped = nav.snap_in_plan_where(at, reach, |piece| self.ground.is_floor(nav, piece));
        Ok(snapped.map(|hit| hit.map(|piece| self.face_of(pieces, piece))))
    }

    /// The overview of the walkable faces: where they are, and how they are connected. If walls cut faces, the pieces are counted.
    ///
    /// # Errors
    /// [`MeshError`]: there are too many faces.
    pub fn overview(&self) -> Result<Overview<Position<G::Face>>, MeshError> {
        let (nav, pieces) = self.surface()?;
        Ok(overview_of(&*self.ground, nav, pieces))
    }

    /// The connected part of a position, numbered as in the [overview](Self::overview); `None` for a position that is not on a
    /// walkable face. A creature can walk from one position to another exactly if their parts are the same.
    ///
    /// # Errors
    /// [`MeshError`]: there are too many faces.
    pub fn connected_part(&self, position: Position<G::Face>) -> Result<Option<u32>, MeshError> {
        let (nav, pieces) = self.surface()?;
        Ok(nav.connected_part(self.on_piece(pieces, position).face))
    }

    /// Number of connected parts.
    ///
    /// # Errors
    /// [`MeshError`]: there are too many faces.
    pub fn connected_part_count(&self) -> Result<usize, MeshError> {
        Ok(self.nav_mesh()?.connected_part_count())
    }

    /// Walks straight (in the plan view) from a position towards a point, from face to face, until it arrives or something blocks it. Only
    /// x and y of the point matter.
    ///
    /// # Errors
    /// [`PathError::Start`] for a position that is not on a walkable face, [`PathError::Goal`] for a point that is NaN
    /// or infinite, and [`PathError::Mesh`].
    pub fn walk_straight(&self, from: Position<G::Face>, to: impl Into<[f32; 3]>) -> Result<Walk<G::Face>, PathError> {
        let (nav, pieces) = self.surface()?;
        let walk = nav.walk_straight(self.on_piece(pieces, from), to).map_err(|error| match error {
            PositionError::NotFinite if from.point.iter().all(|value| value.is_finite()) => PathError::Goal(error),
            _ => PathError::Start(error),
        })?;
        let position = walk.position.map(|piece| self.face_of(pieces, piece));
        Ok(Walk { position, end: pieces.end(walk.end).map(|face| self.ground.name(face)) })
    }

    /// The shortest path from one position to another. Between its points it is straight in the plan view.
    ///
    /// # Errors
    /// [`PathError`]: an invalid position, or one on another connected part.
    pub fn shortest_path(&self, from: Position<G::Face>, to: Position<G::Face>) -> Result<Path<G::Face>, PathError> {
        self.shortest_path_with(&mut PathScratch::new(), from, to)
    }

    /// [`shortest_path`](Self::shortest_path) with the caller's scratch memory, which is faster for many queries.
    ///
    /// # Errors
    /// The errors of [`shortest_path`](Self::shortest_path).
    pub fn shortest_path_with(
        &self,
        scratch: &mut PathScratch,
        from: Position<G::Face>,
        to: Position<G::Face>,
    ) -> Result<Path<G::Face>, PathError> {
        let (nav, pieces) = self.surface()?;
        let path = nav.shortest_path_with(scratch, self.on_piece(pieces, from), self.on_piece(pieces, to))?;
        Ok(path.map(|piece| self.face_of(pieces, piece)))
    }

    /// [`shortest_path`](Self::shortest_path) with a point wherever it crosses an edge, so that it follows the heights
    /// of the floor.
    ///
    /// # Errors
    /// The errors of [`shortest_path`](Self::shortest_path).
    pub fn shortest_path_on_floor(
        &self,
        from: Position<G::Face>,
        to: Position<G::Face>,
    ) -> Result<Path<G::Face>, PathError> {
        let (nav, pieces) = self.surface()?;
        let mut path = nav.shortest_path(self.on_piece(pieces, from), self.on_piece(pieces, to))?;
        path.points = nav.trace(&path);
        Ok(path.map(|piece| self.face_of(pieces, piece)))
    }

    /// [`shortest_path`](Self::shortest_path) for many pairs; on all cores with the feature `parallel`.
    #[must_use]
    pub fn shortest_path_many(&self, pairs: &[Ends<G::Face>]) -> Vec<Result<Path<G::Face>, PathError>> {
        let (nav, pieces) = match self.surface() {
            Ok(surface) => surface,
            Err(error) => return pairs.iter().map(|_| Err(error.into())).collect(),
        };
        let on_pieces = |&(from, to): &_| (self.on_piece(pieces, from), self.on_piece(pieces, to));
        let paths = nav.shortest_path_many(&pairs.iter().map(on_pieces).collect::<Vec<_>>()).into_iter();
        paths.map(|path| path.map(|path| path.map(|piece| self.face_of(pieces, piece)))).collect()
    }

    /// The shortest path of a walker with a size: [`NavMesh::shortest_path_of`](crate::mesh::NavMesh::shortest_path_of).
    ///
    /// # Errors
    /// [`WalkerPathError`]: the walker does not fit at an end, or there is no path.
    pub fn shortest_path_of(
        &self,
        walker: WalkerSize,
        from: Position<G::Face>,
        to: Position<G::Face>,
    ) -> Result<Path<G::Face>, WalkerPathError<G::Face>> {
        let (nav, pieces) = self.surface().map_err(PathError::from)?;
        let [from, to] = [from, to].map(|end| self.on_piece(pieces, end));
        let name = |piece| self.face_of(pieces, piece);
        let path = nav.shortest_path_of(walker, from, to);
        path.map(|path| path.map(name)).map_err(|error| error.map(name))
    }

    /// The overview of the floor of a walker with a size, and the connected part of a goal in it:
    /// [`NavMesh::overview_of`](crate::mesh::NavMesh::overview_of).
    ///
    /// # Errors
    /// [`WalkerPathError`]: the walker does not fit at the goal.
    pub fn overview_of(
        &self,
        walker: WalkerSize,
        goal: Position<G::Face>,
    ) -> Result<WalkerFloor<G::Face>, WalkerPathError<G::Face>> {
        let (nav, pieces) = self.surface().map_err(PathError::from)?;
        let name = |piece| self.face_of(pieces, piece);
        let (overview, part) = nav.overview_of(walker, self.on_piece(pieces, goal)).map_err(|error| error.map(name))?;
        Ok((overview.map(|sample| sample.map(name)), part))
    }

    /// The length of the shortest path, in metres.
    ///
    /// # Errors
    /// The errors of [`shortest_path`](Self::shortest_path).
    pub fn distance(&self, from: Position<G::Face>, to: Position<G::Face>) -> Result<f64, PathError> {
        let (nav, pieces) = self.surface()?;
        nav.distance(self.on_piece(pieces, from), self.on_piece(pieces, to))
    }
}
