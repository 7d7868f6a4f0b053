//! [`PlacedGround`]: the walkmeshes of a navigator, with the objects that are placed in them.

use std::sync::Arc;

use super::cutting::Cutting;
use super::footprints::Footprints;
use super::members::Members;
use super::names::{FaceName, Part};
use super::navigable::{Navigable, Walkmeshes};
use super::pieces::Pieces;
use super::side_by_side::SideBySide;
use crate::geometry::HalfEdge;
use crate::geometry::triangle::faces_up;
use crate::kotor::{MaterialId, MaterialMask, PlacedObject, Walkmesh};
use crate::mesh::{Ground, GroundFace, MeshError, NavMesh};

/// The position of a face with a corner that is not a vertex: nothing hits it.
const NOWHERE: [f32; 3] = [f32::NAN; 3];

/// A walkmesh or an area, with doors and placeables at their positions.
#[derive(Clone, Debug)]
pub struct PlacedGround<N: Navigable> {
    pub(super) navigated: Arc<N>,
    pub(super) objects: Vec<PlacedObject>,
    members: Members,
    pub(super) walk_mask: MaterialMask,
    pub(super) sight_mask: MaterialMask,
}

impl<N: Navigable> PlacedGround<N> {
    pub(super) fn new(navigated: Arc<N>, objects: Vec<PlacedObject>) -> Self {
        let table = navigated.materials();
        let (walk_mask, sight_mask) = (table.walk_mask(), table.sight_mask());
        Self { members: Members::new(&*navigated, &objects), navigated, objects, walk_mask, sight_mask }
    }

    /// The material of a face; `None` if the face does not exist.
    pub(super) fn material(&self, face: N::Face) -> Option<MaterialId> {
        let walkmesh = match face.part() {
            Some(Part::Object(number)) => self.objects.get(number)?.walkmesh(),
            part => self.navigated.walkmesh(part)?,
        };
        walkmesh.face(face.face()).map(|face| face.material())
    }
}

impl<N: Navigable> Ground for PlacedGround<N> {
    type Face = N::Face;
    type Mask = MaterialMask;
    type Pieces = Pieces;

    fn faces(&self) -> Vec<GroundFace> {
        let mut faces = Vec::new();
        let mut add = |walkmesh: &Walkmesh, place: &dyn Fn([f32; 3]) -> [f32; 3]| {
            faces.extend(walkmesh.faces().map(|face| {
                let corners = face.corners().map(|corner| walkmesh.vertex(corner).map_or(NOWHERE, place));
                GroundFace::new(corners, MaterialMask::new(face.material()).0, faces_up(&corners))
            }));
        };
        self.navigated.walkmeshes().for_each(|(_, walkmesh)| add(walkmesh, &|point| point));
        self.objects.iter().for_each(|object| add(object.walkmesh(), &|point| object.to_area(point)));
        faces
    }

    fn surface(&self) -> Result<(Arc<NavMesh>, Pieces), MeshError> {
        let (nav, pieces) = surface_of(&*self.navigated, &self.objects, &self.members)?;
        Ok((Arc::new(nav), pieces))
    }

    fn walkable(&self) -> u32 {
        self.walk_mask.0
    }

    fn name(&self, number: u32) -> N::Face {
        self.members.name(number)
    }

    fn number(&self, face: N::Face) -> Option<u32> {
        self.members.number(face)
    }

    /// The rule for objects does not depend on materials alone.
    fn hiding(&self) -> Option<u32> {
        self.objects.is_empty().then_some(self.sight_mask.0)
    }

    fn hides(&self, face: N::Face) -> bool {
        let Some(material) = self.material(face) else { return false };
        match face.part() {
            Some(Part::Object(number)) => self.objects.get(number).is_some_and(|object| object.stops(material)),
            _ => self.sight_mask.contains(material),
        }
    }
}

/// The faces of all rooms together, cut along the faces of objects that stop a walker.
///
/// # Errors
/// [`MeshError::TooManyFaces`] and [`MeshError::TooManyPieces`].
pub(super) fn surface_of(
    ground: &impl Walkmeshes,
    objects: &[PlacedObject],
    members: &Members,
) -> Result<(NavMesh, Pieces), MeshError> {
    let faces = SideBySide::new(ground, objects, members)?;
    if !objects.is_empty() {
        return Cutting::new(faces, &Footprints::new(objects)?).finish();
    }
    let SideBySide { vertices, corners, walkable, neighbours } = faces;
    let neighbours: Vec<_> = neighbours.iter().map(|row| row.map(|across| across.map(HalfEdge::face))).collect();
    let pieces = Pieces::whole(corners.len() as u32);
    Ok((NavMesh::new(vertices, &corners, |face| walkable[face], &neighbours)?, pieces))
}
