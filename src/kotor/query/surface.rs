//! [`Surface`]: the mesh that walks and paths go over.

use super::cutting::Cutting;
use super::pieces::Pieces;
use super::side_by_side::SideBySide;
use crate::geometry::Aabb;
use crate::geometry::HalfEdge;
use crate::geometry::triangle::doubled_area;
use crate::kotor::PlacedObject;
use crate::mesh::{MeshError, NavMesh, Overview, Triangle};

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
    /// [`MeshError::TooManyFaces`].
    pub(super) fn of(faces: SideBySide, objects: &[PlacedObject]) -> Result<Self, MeshError> {
        if objects.is_empty() {
            let SideBySide { vertices, corners, walkable, neighbours } = faces;
            let neighbours: Vec<_> =
                neighbours.iter().map(|row| row.map(|across| across.map(HalfEdge::face))).collect();
            let pieces = Pieces::whole(corners.len() as u32);
            return Ok(Self { nav: NavMesh::new(vertices, &corners, |face| walkable[face], &neighbours)?, pieces });
        }
        let walkable = (0..).zip(&faces.corners).zip(&faces.walkable).filter(|(_, walkable)| **walkable);
        let points = |corners: &[u32; 3]| corners.map(|corner| faces.vertices[corner as usize]);
        let floors = walkable.map(|((face, corners), _)| (face, points(corners)));
        let floors: Vec<(u32, Triangle)> = floors.filter(|(_, floor)| has_area_in_plan(floor)).collect();
        let mut cutting = Cutting::new(faces);
        for (number, object) in objects.iter().enumerate() {
            cut_along(&mut cutting, number, &object.walls(), &floors);
        }
        let (nav, pieces) = cutting.finish()?;
        Ok(Self { nav, pieces })
    }

    /// Where the walkable faces that face up are, and how they are connected.
    pub(super) fn overview(&self) -> Overview {
        self.nav.overview_where(|piece| self.nav.faces_up(piece))
    }
}

/// Cuts the floors along the faces of an object.
fn cut_along(cutting: &mut Cutting, object: usize, walls: &[Triangle], floors: &[(u32, Triangle)]) {
    let walls: Vec<&Triangle> = walls.iter().filter(|wall| is_finite(wall)).collect();
    let Some(bounds) = Aabb::around(walls.iter().copied().flatten().copied()) else { return };
    let floors: Vec<&(u32, Triangle)> = floors.iter().filter(|(_, floor)| meets(floor, &bounds)).collect();
    for wall in walls {
        let Some(bounds) = Aabb::around(*wall) else { continue };
        for (face, _) in floors.iter().filter(|(_, floor)| meets(floor, &bounds)) {
            cutting.cut(object, wall, *face);
        }
    }
}

fn is_finite(triangle: &Triangle) -> bool {
    triangle.iter().flatten().all(|value| value.is_finite())
}

/// Whether a face of the floor covers some area in the plan view. A vertical one cannot be cut there.
fn has_area_in_plan(floor: &Triangle) -> bool {
    let [nx, ny, nz] = doubled_area(floor);
    [nx / nz, ny / nz].iter().all(|slope| slope.is_finite())
}

/// Whether these bounds may meet a face in the plan view.
fn meets(floor: &Triangle, bounds: &Aabb) -> bool {
    [0, 1].into_iter().all(|axis| {
        let values = floor.iter().map(|corner| corner[axis]);
        let (low, high) = values.fold((f32::INFINITY, f32::NEG_INFINITY), |(l, h), value| (l.min(value), h.max(value)));
        low <= bounds.max[axis] && high >= bounds.min[axis]
    })
}
