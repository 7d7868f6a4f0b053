//! Paths, walks and snaps over the walkable triangles, without the game's tables.

use crate::flaw::{FlawOptions, Gap};
use crate::mesh::{
    MeshError, NavMesh, Overview, Path, PathError, PathScratch, Position, SnapHit, Walk, WalkerPathError, WalkerSize,
};
use crate::nwn2::{TriangleId, Walkmesh};
use crate::parallel::map_indices;

use super::{Navigator, nav_mesh};

impl Navigator {
    /// The shortest path from one position to another over the walkable triangles, in the plan view. Beside the
    /// [stored route](Self::stored_route) it shows what the game's tables cost.
    ///
    /// # Errors
    /// Why there is none: see [`PathError`].
    pub fn shortest_path(
        &self,
        from: Position<TriangleId>,
        to: Position<TriangleId>,
    ) -> Result<Path<TriangleId>, PathError> {
        self.shortest_path_with(&mut PathScratch::new(), from, to)
    }

    /// [`shortest_path`](Self::shortest_path), with memory of the caller's: faster for many.
    ///
    /// # Errors
    /// As for [`shortest_path`](Self::shortest_path).
    pub fn shortest_path_with(
        &self,
        scratch: &mut PathScratch,
        from: Position<TriangleId>,
        to: Position<TriangleId>,
    ) -> Result<Path<TriangleId>, PathError> {
        let path = self.nav_mesh()?.shortest_path_with(scratch, by_index(from), by_index(to))?;
        Ok(path.map(TriangleId))
    }

    /// The shortest path of a walker with a size: [`NavMesh::shortest_path_of`].
    ///
    /// # Errors
    /// [`WalkerPathError`] says why there is none: the walker does not fit at an end, or there is no path.
    pub fn shortest_path_of(
        &self,
        walker: WalkerSize,
        from: Position<TriangleId>,
        to: Position<TriangleId>,
    ) -> Result<Path<TriangleId>, WalkerPathError<TriangleId>> {
        let path = self.nav_mesh().map_err(PathError::from)?.shortest_path_of(walker, by_index(from), by_index(to));
        path.map(|path| path.map(TriangleId)).map_err(|error| error.map(TriangleId))
    }

    /// Where the floor of a walker with a size is, and the connected part of a goal in it: [`NavMesh::overview_of`].
    ///
    /// # Errors
    /// [`WalkerPathError`]: the walker does not fit at the goal.
    pub fn overview_of(
        &self,
        walker: WalkerSize,
        goal: Position<TriangleId>,
    ) -> Result<(Overview<Position<TriangleId>>, u32), WalkerPathError<TriangleId>> {
        let found = self.nav_mesh().map_err(PathError::from)?.overview_of(walker, by_index(goal));
        let (overview, part) = found.map_err(|error| error.map(TriangleId))?;
        Ok((overview.map(|sample| sample.map(TriangleId)), part))
    }

    /// [`shortest_path`](Self::shortest_path) for each of many pairs; on all cores with the feature `parallel`.
    pub fn shortest_path_many(
        &self,
        pairs: &[(Position<TriangleId>, Position<TriangleId>)],
    ) -> Vec<Result<Path<TriangleId>, PathError>> {
        map_indices(pairs.len(), |index| self.shortest_path(pairs[index].0, pairs[index].1))
    }

    /// How far a straight line from a position towards a point leads over walkable triangles, and what ends it. Of the
    /// point only x and y count.
    ///
    /// # Errors
    /// [`PathError::Start`] when the start is not a position on the mesh, [`PathError::Goal`] when the point is NaN or
    /// infinite, [`PathError::Mesh`] as for [`nav_mesh`](Self::nav_mesh).
    pub fn walk_straight(
        &self,
        from: Position<TriangleId>,
        to: impl Into<[f32; 3]>,
    ) -> Result<Walk<TriangleId>, PathError> {
        let to = to.into();
        let whose = |error| {
            if to[..2].iter().all(|at| at.is_finite()) { PathError::Start(error) } else { PathError::Goal(error) }
        };
        Ok(self.nav_mesh()?.walk_straight(by_index(from), to).map_err(whose)?.map(TriangleId))
    }

    /// The position on a walkable floor that is nearest to a point in space, at most `reach` metres away. It looks at every
    /// triangle.
    ///
    /// # Errors
    /// As for [`nav_mesh`](Self::nav_mesh).
    pub fn snap(&self, point: impl Into<[f32; 3]>, reach: f64) -> Result<Option<SnapHit<TriangleId>>, MeshError> {
        let snapped = self.nav_mesh()?.snap_where(point.into(), reach, |face| is_floor(&self.walkmesh, face));
        Ok(snapped.map(|snapped| snapped.map(TriangleId)))
    }

    /// The position on a walkable floor that is nearest to a point of the plan view, whatever its height; else as
    /// [`snap`](Self::snap).
    ///
    /// # Errors
    /// As for [`nav_mesh`](Self::nav_mesh).
    pub fn snap_in_plan(&self, at: [f32; 2], reach: f64) -> Result<Option<SnapHit<TriangleId>>, MeshError> {
        let snapped = self.nav_mesh()?.snap_in_plan_where(at, reach, |face| is_floor(&self.walkmesh, face));
        Ok(snapped.map(|snapped| snapped.map(TriangleId)))
    }

    /// Where the walkable triangles are, and how they hang together. Connected parts are computed from the triangles'
    /// neighbours, and may differ from the islands that a file stores.
    ///
    /// # Errors
    /// As for [`nav_mesh`](Self::nav_mesh).
    pub fn overview(&self) -> Result<Overview<Position<TriangleId>>, MeshError> {
        Ok(overview(&self.walkmesh, self.nav_mesh()?))
    }

    /// The connected part of a position, numbered as in the [overview](Self::overview); `None` for a position that is not on a walkable triangle.
    ///
    /// # Errors
    /// As for [`nav_mesh`](Self::nav_mesh).
    pub fn connected_part(&self, position: Position<TriangleId>) -> Result<Option<u32>, MeshError> {
        Ok(self.nav_mesh()?.connected_part(position.face.0))
    }

    /// Where the connected parts of two triangles are nearest to each other: what stops a creature that cannot walk from
    /// one to the other. `None` if it can, or if a triangle is not walkable.
    ///
    /// # Errors
    /// As for [`nav_mesh`](Self::nav_mesh).
    pub fn nearest_gap(
        &self,
        from: TriangleId,
        to: TriangleId,
        options: &FlawOptions,
    ) -> Result<Option<Gap<TriangleId>>, MeshError> {
        Ok(self.nav_mesh()?.nearest_gap(from.0, to.0, options).map(|gap| gap.map(TriangleId)))
    }
}

impl Walkmesh {
    /// [`Navigator::overview`] without a navigator, for a caller that needs no other query.
    pub(crate) fn overview(&self) -> Result<Overview<Position<TriangleId>>, MeshError> {
        Ok(overview(self, &nav_mesh::of(self)?))
    }
}

fn overview(walkmesh: &Walkmesh, mesh: &NavMesh) -> Overview<Position<TriangleId>> {
    mesh.overview_where(|face| is_floor(walkmesh, face)).map(|position| position.map(TriangleId))
}

fn is_floor(walkmesh: &Walkmesh, face: u32) -> bool {
    walkmesh.triangle(TriangleId(face)).is_some_and(|triangle| triangle.faces_up())
}

/// A position as a [`NavMesh`] names it.
fn by_index(position: Position<TriangleId>) -> Position {
    position.map(|face| face.0)
}
