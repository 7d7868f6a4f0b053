//! The floor of a walkmesh or an area, as seen by its navigator, for programs with their own path planning.

use crate::exchange::{Floor, Up};
use crate::kotor::{Navigable, Navigator};
use crate::mesh::MeshError;

impl<N: Navigable> Navigator<N> {
    /// The walkable triangles, connected as for walks and paths. Triangles that objects cut are cut here, too.
    ///
    /// # Errors
    /// When there are more faces than a [`NavMesh`](crate::mesh::NavMesh) can number.
    pub fn to_floor(&self) -> Result<Floor, MeshError> {
        let (nav, pieces) = self.surface()?;
        let material = |piece| self.material(self.face_of(pieces, piece)).map_or(0, |material| material.0);
        Ok(Floor::of_nav_mesh(nav, Up::Z, material))
    }
}
