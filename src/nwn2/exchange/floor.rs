//! The floor of an area, as seen by its navigator, for programs with their own path planning.

use super::class::number_of;
use crate::exchange::{Floor, Up};
use crate::mesh::MeshError;
use crate::nwn2::Navigator;

impl Navigator {
    /// The walkable triangles, joined as the file links them. Classes are the flags without the clockwise flag.
    ///
    /// # Errors
    /// When there are more triangles than a [`NavMesh`](crate::mesh::NavMesh) can number.
    pub fn to_floor(&self) -> Result<Floor, MeshError> {
        let rows = self.walkmesh().triangle_rows();
        Ok(Floor::of_nav_mesh(self.nav_mesh()?, Up::Z, |face| number_of(rows[face as usize].flags)))
    }
}
