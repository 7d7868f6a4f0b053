//! A [`Walkmesh`] as the [`Ground`] of a navigator, and [`FaceMask`]: the set of triangles for a query.
//!
//! A floor is a triangle that [faces up](crate::nwn2::Triangle::faces_up) by its flags, regardless of its winding.

use std::ops::BitOr;
use std::sync::Arc;

use crate::mesh::{Ground, GroundFace, MeshError, NavMesh};
use crate::nwn2::sides::neighbours_by_side;
use crate::nwn2::{Triangle, TriangleId, Walkmesh};

/// The set of triangles for a query.
///
/// ```
/// use walkmesh::nwn2::FaceMask;
///
/// assert_eq!(FaceMask::WALKABLE | FaceMask::NOT_WALKABLE, FaceMask::ALL);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FaceMask(u32);

impl FaceMask {
    /// Walkable triangles.
    pub const WALKABLE: Self = Self(1);
    /// Unwalkable triangles.
    pub const NOT_WALKABLE: Self = Self(2);
    /// All triangles.
    pub const ALL: Self = Self(1 | 2);
}

impl BitOr for FaceMask {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl From<FaceMask> for u32 {
    fn from(mask: FaceMask) -> Self {
        mask.0
    }
}

impl Ground for Walkmesh {
    type Face = TriangleId;
    type Mask = FaceMask;
    type Pieces = ();

    /// A triangle with a missing vertex has no position, so nothing finds it.
    fn faces(&self) -> Vec<GroundFace> {
        let face = |triangle: Triangle<'_>| {
            let mask = if triangle.is_walkable() { FaceMask::WALKABLE } else { FaceMask::NOT_WALKABLE };
            GroundFace::new(triangle.points().unwrap_or([[f32::NAN; 3]; 3]), mask.0, triangle.faces_up())
        };
        self.triangles().map(face).collect()
    }

    /// The walkable triangles, joined as the file links them.
    fn surface(&self) -> Result<(Arc<NavMesh>, ()), MeshError> {
        let mut vertices: Vec<[f32; 3]> = self.vertices().iter().map(|vertex| (*vertex).into()).collect();
        // A vertex without a position, for missing corners: their triangles are not walkable.
        let nowhere = vertices.len() as u32;
        vertices.push([f32::NAN; 3]);
        let rows = self.triangle_rows();
        let faces: Vec<_> = rows.iter().map(|row| row.vertices.map(|vertex| vertex.min(nowhere))).collect();
        let is_walkable = |face: usize| self.triangle(TriangleId(face as u32)).is_some_and(|face| face.is_walkable());
        Ok((Arc::new(NavMesh::new(vertices, &faces, is_walkable, &neighbours_by_side(self))?), ()))
    }

    fn walkable(&self) -> u32 {
        FaceMask::WALKABLE.0
    }

    fn name(&self, number: u32) -> TriangleId {
        TriangleId(number)
    }

    fn number(&self, face: TriangleId) -> Option<u32> {
        Some(face.0)
    }

    fn is_floor(&self, _: &NavMesh, face: u32) -> bool {
        self.triangle(TriangleId(face)).is_some_and(|triangle| triangle.faces_up())
    }
}
