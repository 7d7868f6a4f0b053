//! Positions, straight walks and shortest paths.

use super::pieces::PieceSide;
use super::side_by_side::SideBySide;
use super::surface::Surface;
use super::{Navigable, Navigator};
use crate::flaw::{FlawOptions, Gap};
use crate::mesh::{
    MeshError, NavMesh, Overview, Path, PathError, Position, PositionError, SnapHit, Walk, WalkEnd, WalkerPathError,
    WalkerSize,
};

/// The floor of a walker, and the connected part of a goal.
type Floor<F> = (Overview<Position<F>>, u32);
/// A start and a goal.
type Ends<F> = (Position<F>, Position<F>);

impl<N: Navigable> Navigator<N> {
    /// The position of a creature at a point: on the walkable floor at the point's x and y whose height is nearest, at
    /// most `reach` metres up or down. Positions under doors and placeables do not count.
    ///
    /// # Errors
    /// [`MeshError::TooManyFaces`] and [`MeshError::TooManyPieces`].
    pub fn position_at(&self, point: impl Into<[f32; 3]>, reach: f32) -> Result<Option<Position<N::Face>>, MeshError> {
        let [x, y, z] = point.into();
        let mut floors = self.floors().floors_at([x, y], self.walk_mask().0);
        floors.retain(|floor| (floor.height - z).abs() <= reach);
        if floors.is_empty() {
            return Ok(None);
        }
        let Surface { nav, pieces } = self.surface()?;
        floors.retain(|floor| nav.is_walkable(pieces.at(floor.face, [x, y])));
        let nearest = floors.into_iter().min_by(|a, b| (a.height - z).abs().total_cmp(&(b.height - z).abs()));
        Ok(nearest.map(|floor| Position::new([x, y, floor.height], self.name(floor.face))))
    }

    /// The walkable position that is nearest to a point in space, at most `reach` metres away. Positions under doors
    /// and placeables do not count. The query looks at every face.
    ///
    /// # Errors
    /// [`MeshError::TooManyFaces`] and [`MeshError::TooManyPieces`].
    pub fn snap(&self, point: impl Into<[f32; 3]>, reach: f64) -> Result<Option<SnapHit<N::Face>>, MeshError> {
        let surface = self.surface()?;
        let snapped = surface.nav.snap_where(point.into(), reach, |piece| surface.nav.faces_up(piece));
        Ok(snapped.map(|snapped| snapped.map(|piece| self.face_of(surface, piece))))
    }

    /// [`snap`](Self::snap) for many points; on all cores with the feature `parallel`. The queries use an index of the faces.
    ///
    /// # Errors
    /// As [`snap`](Self::snap).
    pub(in crate::kotor) fn snap_many(
        &self,
        points: &[[f32; 3]],
        reach: f64,
    ) -> Result<Vec<Option<SnapHit<N::Face>>>, MeshError> {
        let surface = self.surface()?;
        let snapped = surface.nav.snap_many_where(points, reach, |piece| surface.nav.faces_up(piece)).into_iter();
        Ok(snapped.map(|hit| hit.map(|hit| hit.map(|piece| self.face_of(surface, piece)))).collect())
    }

    /// The walkable position that is nearest to a point `[x, y]` of the plan view, whatever its height; otherwise as
    /// [`snap`](Self::snap).
    ///
    /// # Errors
    /// As [`snap`](Self::snap).
    pub fn snap_in_plan(&self, at: [f32; 2], reach: f64) -> Result<Option<SnapHit<N::Face>>, MeshError> {
        let surface = self.surface()?;
        let snapped = surface.nav.snap_in_plan_where(at, reach, |piece| surface.nav.faces_up(piece));
        Ok(snapped.map(|snapped| snapped.map(|piece| self.face_of(surface, piece))))
    }

    /// Where the walkable faces are, and how they are connected. Of faces that objects cut, the pieces are counted.
    ///
    /// # Errors
    /// [`MeshError::TooManyFaces`] and [`MeshError::TooManyPieces`].
    pub fn overview(&self) -> Result<Overview<Position<N::Face>>, MeshError> {
        let surface = self.surface()?;
        Ok(surface.overview().map(|position| position.map(|piece| self.face_of(surface, piece))))
    }

    /// The connected part of a position; `None` for a position that is not on a walkable face. A creature can walk from
    /// one position to another exactly where their parts are the same.
    ///
    /// # Errors
    /// [`MeshError::TooManyFaces`] and [`MeshError::TooManyPieces`].
    pub fn connected_part(&self, position: Position<N::Face>) -> Result<Option<u32>, MeshError> {
        let surface = self.surface()?;
        Ok(surface.nav.connected_part(self.on_piece(surface, position).face))
    }

    /// Where the connected parts of two positions are nearest to each other: what stops a creature that cannot walk from one
    /// to the other. `None` if it can, or if a position is not on a walkable face.
    ///
    /// # Errors
    /// [`MeshError::TooManyFaces`] and [`MeshError::TooManyPieces`].
    pub fn nearest_gap(
        &self,
        from: Position<N::Face>,
        to: Position<N::Face>,
        options: &FlawOptions,
    ) -> Result<Option<Gap<N::Face>>, MeshError> {
        let surface = self.surface()?;
        let [from, to] = [from, to].map(|position| self.on_piece(surface, position).face);
        let gap = surface.nav.nearest_gap(from, to, options);
        Ok(gap.map(|gap| gap.map(|piece| self.face_of(surface, piece))))
    }

    /// How many connected parts there are.
    ///
    /// # Errors
    /// [`MeshError::TooManyFaces`] and [`MeshError::TooManyPieces`].
    pub fn connected_part_count(&self) -> Result<usize, MeshError> {
        Ok(self.surface()?.nav.connected_part_count())
    }

    /// Walks straight (in the plan view) from a position towards a point, along neighbours and through transitions,
    /// until it arrives or something is in the way. Only x and y of the point matter.
    ///
    /// # Errors
    /// [`PathError::Start`] for a position that is not on a walkable face, [`PathError::Goal`] for a point that is NaN
    /// or infinite, and [`PathError::Mesh`].
    pub fn walk_straight(&self, from: Position<N::Face>, to: impl Into<[f32; 3]>) -> Result<Walk<N::Face>, PathError> {
        let (surface, to) = (self.surface()?, to.into());
        let walk = surface.nav.walk_straight(self.on_piece(surface, from), to);
        let Walk { position, end } = walk.map_err(|error| match error {
            PositionError::NotFinite if from.point.iter().all(|value| value.is_finite()) => PathError::Goal(error),
            _ => PathError::Start(error),
        })?;
        Ok(Walk { position: position.map(|piece| self.face_of(surface, piece)), end: self.end(surface, end) })
    }

    /// The shortest path from one position to another. Between its points it is straight in the plan view.
    ///
    /// # Errors
    /// [`PathError`] says why there is none: an invalid position, or one on another connected part.
    pub fn shortest_path(&self, from: Position<N::Face>, to: Position<N::Face>) -> Result<Path<N::Face>, PathError> {
        let surface = self.surface()?;
        let path = surface.nav.shortest_path(self.on_piece(surface, from), self.on_piece(surface, to))?;
        Ok(path.map(|piece| self.face_of(surface, piece)))
    }

    /// The shortest path of a walker with a size: [`NavMesh::shortest_path_of`](crate::mesh::NavMesh::shortest_path_of). The
    /// sides of doors and placeables in the way are walls.
    ///
    /// # Errors
    /// [`WalkerPathError`] says why there is none: the walker does not fit at an end, or there is no path.
    pub fn shortest_path_of(
        &self,
        walker: WalkerSize,
        from: Position<N::Face>,
        to: Position<N::Face>,
    ) -> Result<Path<N::Face>, WalkerPathError<N::Face>> {
        let surface = self.surface().map_err(PathError::from)?;
        let [from, to] = [from, to].map(|end| self.on_piece(surface, end));
        let path = surface.nav.shortest_path_of(walker, from, to);
        let name = |piece| self.face_of(surface, piece);
        path.map(|path| path.map(name)).map_err(|error| error.map(name))
    }

    /// Where the floor of a walker with a size is, and the connected part of a goal in it:
    /// [`NavMesh::overview_of`](crate::mesh::NavMesh::overview_of).
    ///
    /// # Errors
    /// [`WalkerPathError`]: the walker does not fit at the goal.
    pub fn overview_of(
        &self,
        walker: WalkerSize,
        goal: Position<N::Face>,
    ) -> Result<Floor<N::Face>, WalkerPathError<N::Face>> {
        let surface = self.surface().map_err(PathError::from)?;
        let name = |piece| self.face_of(surface, piece);
        let found = surface.nav.overview_of(walker, self.on_piece(surface, goal));
        let (overview, part) = found.map_err(|error| error.map(name))?;
        Ok((overview.map(|sample| sample.map(name)), part))
    }

    /// [`shortest_path`](Self::shortest_path) with a point wherever it crosses an edge, so that it follows the heights
    /// of the floor.
    ///
    /// # Errors
    /// As [`shortest_path`](Self::shortest_path).
    pub fn shortest_path_on_floor(
        &self,
        from: Position<N::Face>,
        to: Position<N::Face>,
    ) -> Result<Path<N::Face>, PathError> {
        let surface = self.surface()?;
        let mut path = surface.nav.shortest_path(self.on_piece(surface, from), self.on_piece(surface, to))?;
        path.points = surface.nav.trace(&path);
        Ok(path.map(|piece| self.face_of(surface, piece)))
    }

    /// [`shortest_path`](Self::shortest_path) for many pairs; on all cores with the feature `parallel`.
    #[must_use]
    pub fn shortest_path_many(&self, pairs: &[Ends<N::Face>]) -> Vec<Result<Path<N::Face>, PathError>> {
        let surface = match self.surface() {
            Ok(surface) => surface,
            Err(error) => return pairs.iter().map(|_| Err(error.into())).collect(),
        };
        let on_pieces = |&(from, to): &_| (self.on_piece(surface, from), self.on_piece(surface, to));
        let paths = surface.nav.shortest_path_many(&pairs.iter().map(on_pieces).collect::<Vec<_>>()).into_iter();
        paths.map(|path| path.map(|path| path.map(|piece| self.face_of(surface, piece)))).collect()
    }

    /// The length of the shortest path, in metres.
    ///
    /// # Errors
    /// As [`shortest_path`](Self::shortest_path).
    pub fn distance(&self, from: Position<N::Face>, to: Position<N::Face>) -> Result<f64, PathError> {
        let surface = self.surface()?;
        surface.nav.distance(self.on_piece(surface, from), self.on_piece(surface, to))
    }

    /// The mesh of the walkable pieces, and what finds the face that a piece is of.
    pub(in crate::kotor) fn pieces(&self) -> Result<(&NavMesh, impl Fn(u32) -> N::Face), MeshError> {
        let surface = self.surface()?;
        Ok((&surface.nav, |piece| self.face_of(surface, piece)))
    }

    pub(super) fn surface(&self) -> Result<&Surface, MeshError> {
        let surface = self.surface.get_or_init(|| {
            let faces = SideBySide::of(&*self.navigated, &self.objects, &self.members)?;
            Surface::of(faces, &self.objects)
        });
        surface.as_ref().map_err(|error| *error)
    }

    /// The name of the face that a piece is of.
    fn face_of(&self, surface: &Surface, piece: u32) -> N::Face {
        self.name(surface.pieces.face(piece))
    }

    /// A position by its piece. A face that does not exist stays one that does not exist.
    fn on_piece(&self, surface: &Surface, position: Position<N::Face>) -> Position {
        let [x, y, _] = position.point;
        let piece = |face| self.members.number(face).map_or(u32::MAX, |face| surface.pieces.at(face, [x, y]));
        position.map(piece)
    }

    /// Why a walk ended, by faces and objects rather than pieces.
    fn end(&self, surface: &Surface, end: WalkEnd) -> WalkEnd<N::Face> {
        let (WalkEnd::Wall { face: piece, side } | WalkEnd::Fold { face: piece, side }) = end else {
            return end.map(|piece| self.face_of(surface, piece));
        };
        let face = self.face_of(surface, piece);
        match (surface.pieces.side(piece, side), end) {
            (PieceSide::Object(object), _) => WalkEnd::Object { object },
            (PieceSide::Face(side), WalkEnd::Fold { .. }) => WalkEnd::Fold { face, side },
            (PieceSide::Face(side), _) => WalkEnd::Wall { face, side },
        }
    }
}
