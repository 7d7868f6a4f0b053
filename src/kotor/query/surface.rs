//! [`Surface`]: the mesh that walks and paths go over.

use super::cutting::Cutting;
use super::footprints::Footprints;
use super::pieces::Pieces;
use super::side_by_side::SideBySide;
use crate::geometry::HalfEdge;
use crate::kotor::PlacedObject;
use crate::mesh::{MeshError, NavMesh, Overview};

/// The faces that creatures walk on, in pieces: objects cut them.
#[derive(Clone, Debug)]
pub(super) struct Surface {
    pub(super) nav: NavMesh,
    pub(super) pieces: Pieces,
}

impl Surface {
    /// The faces of rooms side by side, cut along the faces of objects that stop a walker.
    ///
    /// # Errors
    /// [`MeshError::TooManyFaces`] and [`MeshError::TooManyPieces`].
    pub(super) fn of(faces: SideBySide, objects: &[PlacedObject]) -> Result<Self, MeshError> {
        if objects.is_empty() {
            let SideBySide { vertices, corners, walkable, neighbours } = faces;
            let neighbours: Vec<_> =
                neighbours.iter().map(|row| row.map(|across| across.map(HalfEdge::face))).collect();
            let pieces = Pieces::whole(corners.len() as u32);
            return Ok(Self { nav: NavMesh::new(vertices, &corners, |face| walkable[face], &neighbours)?, pieces });
        }
        let (nav, pieces) = Cutting::of(faces, &Footprints::of(objects)?).finish()?;
        Ok(Self { nav, pieces })
    }

    /// Where the walkable faces that face up are, and how they are connected.
    pub(super) fn overview(&self) -> Overview {
        self.nav.overview_where(|piece| self.nav.faces_up(piece))
    }
}
