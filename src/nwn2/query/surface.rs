//! What the triangles themselves say, without the tables: shortest paths, straight walks, and sight along the floor.

use crate::mesh::{
    MeshError, NavMesh, Overview, Path, PathError, PathScratch, Position, PositionError, Snapped, Walk, WalkEnd,
};

use crate::nwn2::{TriangleId, Walkmesh};
use crate::parallel::map_indices;

use super::Navigator;

/// Why there is no way over the triangles.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum NoWay {
    /// A position is over no walkable triangle.
    #[error("({}, {}) is off the walkable mesh", .0[0], .0[1])]
    OffMesh([f32; 2]),
    /// The triangles between are not joined.
    #[error(transparent)]
    Path(#[from] PathError),
    /// The place to start from or to go to is none: the caller's fault.
    #[error(transparent)]
    Place(#[from] PositionError),
    /// The walkmesh has more triangles than can be searched.
    #[error(transparent)]
    Mesh(#[from] MeshError),
}

/// The walkable triangles as a surface, joined as the file links them.
pub(super) fn surface(walkmesh: &Walkmesh) -> Result<NavMesh, MeshError> {
    let mut vertices: Vec<[f32; 3]> = walkmesh.vertices().iter().map(|vertex| (*vertex).into()).collect();
    // Where corners that are not there are: nowhere, so that their triangles are not walked on.
    let nowhere = vertices.len() as u32;
    vertices.push([f32::NAN; 3]);
    let rows = walkmesh.triangle_rows();
    let faces: Vec<_> = rows.iter().map(|row| row.vertices.map(|vertex| vertex.min(nowhere))).collect();
    let neighbours: Vec<_> = walkmesh
        .triangles()
        .map(|triangle| {
            let mut across = [None; 3];
            for (edge, neighbour) in triangle.edges().into_iter().zip(triangle.neighbours()) {
                let neighbour = neighbour.filter(|neighbour| neighbour.index() < rows.len());
                let Some(edge) = walkmesh.edge(edge) else { continue };
                let joins = |side: &usize| {
                    let (from, to) = (triangle.vertices()[*side].0, triangle.vertices()[(*side + 1) % 3].0);
                    edge.vertices == [from, to] || edge.vertices == [to, from]
                };
                if let Some(side) = (0..3).find(joins) {
                    across[side] = neighbour.map(|neighbour| neighbour.0);
                }
            }
            across
        })
        .collect();
    let is_walkable = |face: usize| walkmesh.triangle(TriangleId(face as u32)).is_some_and(|face| face.is_walkable());
    NavMesh::new(vertices, &faces, is_walkable, &neighbours)
}

impl Navigator<'_> {
    /// The shortest way from one position to another over the walkable triangles, in the plane. Beside the
    /// [way of the tables](Self::route_between), it shows what the tables cost.
    ///
    /// # Errors
    /// Why there is none: see [`NoWay`].
    pub fn shortest_path(&self, from: impl Into<[f32; 3]>, to: impl Into<[f32; 3]>) -> Result<Path, NoWay> {
        let (from, to) = (self.place(from.into())?, self.place(to.into())?);
        Ok(self.surface()?.shortest_path(from, to)?)
    }

    /// [`shortest_path`](Self::shortest_path), with memory of the caller's: faster for many.
    ///
    /// # Errors
    /// As for [`shortest_path`](Self::shortest_path).
    pub fn shortest_path_with(
        &self,
        scratch: &mut PathScratch,
        from: impl Into<[f32; 3]>,
        to: impl Into<[f32; 3]>,
    ) -> Result<Path, NoWay> {
        let (from, to) = (self.place(from.into())?, self.place(to.into())?);
        Ok(self.surface()?.shortest_path_with(scratch, from, to)?)
    }

    /// [`shortest_path`](Self::shortest_path) for each of many pairs; on all cores with the feature `parallel`.
    pub fn shortest_paths(&self, pairs: &[([f32; 3], [f32; 3])]) -> Vec<Result<Path, NoWay>> {
        map_indices(pairs.len(), |index| self.shortest_path(pairs[index].0, pairs[index].1))
    }

    /// The position on a walkable floor that is nearest to a position in space, and how far it is, in metres. It looks at
    /// every triangle.
    ///
    /// # Errors
    /// When there are more triangles than can be searched.
    pub fn snap(&self, position: impl Into<[f32; 3]>, reach: f64) -> Result<Option<Snapped>, MeshError> {
        Ok(self.surface()?.snap_where(position.into(), reach, |face| self.is_floor(face)))
    }

    /// The position on a walkable floor that is nearest to a place in the plan view, whatever its height; else as
    /// [`snap`](Self::snap).
    ///
    /// # Errors
    /// As for [`snap`](Self::snap).
    pub fn snap_in_plan(&self, x: f32, y: f32, reach: f64) -> Result<Option<Snapped>, MeshError> {
        Ok(self.surface()?.snap_in_plan_where([x, y], reach, |face| self.is_floor(face)))
    }

    /// Where the walkable triangles are, and how they hang together: connected parts, which are computed from the
    /// triangles' neighbours and may differ from the islands that a file stores.
    ///
    /// # Errors
    /// As for [`snap`](Self::snap).
    pub fn overview(&self) -> Result<Overview, MeshError> {
        Ok(self.surface()?.overview_where(|face| self.is_floor(face)))
    }

    fn is_floor(&self, face: u32) -> bool {
        self.walkmesh().triangle(TriangleId(face)).is_some_and(|triangle| triangle.faces_up())
    }

    /// How far a straight line from one position towards another leads over walkable triangles, and what ends it.
    ///
    /// # Errors
    /// When the start is over no walkable triangle, or the goal is NaN or infinite.
    pub fn walk(&self, from: impl Into<[f32; 3]>, to: impl Into<[f32; 3]>) -> Result<Walk, NoWay> {
        let place = self.place(from.into())?;
        Ok(self.surface()?.walk_straight(place, to)?)
    }

    /// Whether the straight line between the centres of two triangles stays on walkable ones: by geometry, what
    /// [`sees_by_table`](Self::sees_by_table) says of all their points.
    ///
    /// # Errors
    /// When one of them is not there or not walkable.
    pub fn sees_by_geometry(&self, from: TriangleId, to: TriangleId) -> Result<bool, NoWay> {
        let middle = |id: TriangleId| {
            let corners = self.walkmesh().triangle(id).and_then(|triangle| triangle.corners());
            let [a, b, c] = corners.ok_or(PositionError::NoSuchFace { face: id.0 })?;
            Ok::<_, NoWay>(Position::new([0, 1, 2].map(|axis| (a[axis] + b[axis] + c[axis]) / 3.0), id.0))
        };
        let (from, to) = (middle(from)?, middle(to)?);
        let surface = self.surface()?;
        if !surface.is_walkable(to.face) {
            return Err(PositionError::NotWalkable { face: to.face }.into());
        }
        let walk = surface.walk_straight(from, to.point)?;
        Ok(walk.end == WalkEnd::Arrived && walk.position.face == to.face)
    }

    /// The place of a position on the walkable floor.
    fn place(&self, position: [f32; 3]) -> Result<Position, NoWay> {
        let floor = self.walkable_floor(position).ok_or(NoWay::OffMesh([position[0], position[1]]))?;
        Ok(Position::new(position, floor.triangle.0))
    }
}
