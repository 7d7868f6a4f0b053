//! [`FaceMask`]: which triangles a query is about.

use std::ops::BitOr;

use crate::nwn2::{TriangleId, Walkmesh};

/// Which triangles a query is about.
///
/// ```
/// use walkmesh::nwn2::FaceMask;
///
/// assert_eq!(FaceMask::WALKABLE | FaceMask::NOT_WALKABLE, FaceMask::ALL);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FaceMask(u32);

impl FaceMask {
    /// Triangles that creatures walk on.
    pub const WALKABLE: Self = Self(1);
    /// Triangles that nobody walks on.
    pub const NOT_WALKABLE: Self = Self(2);
    /// All triangles.
    pub const ALL: Self = Self(1 | 2);

    /// The classes of an index that the mask names.
    pub(super) const fn classes(self) -> u32 {
        self.0
    }
}

impl BitOr for FaceMask {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// The class of triangles that face down in the index of heights, where they belong to no other.
pub(super) const FACES_DOWN: u32 = 4;

/// The class of a triangle by its index.
pub(super) fn class(walkmesh: &Walkmesh, face: usize) -> u32 {
    let triangle = walkmesh.triangle(TriangleId(face as u32));
    let is_walkable = triangle.is_some_and(|triangle| triangle.is_walkable());
    if is_walkable { FaceMask::WALKABLE.classes() } else { FaceMask::NOT_WALKABLE.classes() }
}

/// The class of a triangle by its index, in the index of heights.
pub(super) fn floor_class(walkmesh: &Walkmesh, face: usize) -> u32 {
    let triangle = walkmesh.triangle(TriangleId(face as u32));
    if triangle.is_some_and(|triangle| triangle.faces_up()) { class(walkmesh, face) } else { FACES_DOWN }
}
