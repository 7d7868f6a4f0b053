//! Checks whether the objects of an area are on its floor.

use crate::finding::{CheckOptions, Findings, Severity};
use crate::instances::Instances;
use crate::instances::floor::{Floor, NEAR};
use crate::mesh::MeshError;
use crate::nwn2::Navigator;

/// Maximum vertical distance between an object and its floor, in metres.
const HEIGHT_RANGE: f32 = 2000.0;

impl Navigator {
    /// Checks whether creatures, waypoints, stores, triggers and encounters of the area are on a walkable floor, and whether a path
    /// leads from the largest floor to them.
    ///
    /// # Errors
    /// [`MeshError::TooManyFaces`].
    pub fn check_instances(&self, instances: &Instances, options: &CheckOptions) -> Result<Findings, MeshError> {
        let mut findings = Findings::new(options);
        instances.check_coordinates(&mut findings);
        if self.walkmesh().triangles().any(|triangle| triangle.is_walkable()) {
            let largest = self.overview()?.largest().map(|(part, _)| part);
            instances.check(&LargestFloor { navigator: self, largest }, &mut findings)?;
        }
        Ok(findings)
    }
}

/// The floor of an area, whose largest part is the main one.
struct LargestFloor<'n> {
    navigator: &'n Navigator,
    largest: Option<u32>,
}

impl Floor for LargestFloor<'_> {
    fn part_at(&self, point: [f32; 3]) -> Result<Option<u32>, MeshError> {
        let Some(position) = self.navigator.position_at(point, HEIGHT_RANGE)? else { return Ok(None) };
        self.navigator.connected_part(position)
    }

    fn nearest(&self, point: [f32; 3]) -> Result<Option<([f32; 3], f64)>, MeshError> {
        let hit = self.navigator.snap(point, NEAR)?;
        Ok(hit.map(|hit| (hit.position.point, hit.distance)))
    }

    fn main_part(&self) -> Result<Option<u32>, MeshError> {
        Ok(self.largest)
    }

    fn main_name(&self) -> &'static str {
        "the largest floor"
    }

    fn severity(&self, severity: Severity) -> Severity {
        severity
    }

    fn caveat(&self) -> &'static str {
        ""
    }
}
