//! [`Navigator`]: the queries of a game on its walkmeshes: raycasts, floor heights, lines of sight, straight walks and shortest
//! paths.
//!
//! A navigator holds a room ([`Navigator::new`]) or a whole area ([`Navigator::of_area`]), and never reads a stored tree. It builds each of
//! its own indices when a query first needs it. Points are in area space, as a room's vertices are; a placeable's or door's own walkmesh is
//! queried in its local space. Lengths are metres, z is up, and a point of the plan view is `[x, y]`.
//!
//! - Ray casts take a [`MaterialMask`], as the engine's do. Faces of rooms block a line of sight if their material is in the table's
//!   [`sight_mask`](super::MaterialTable::sight_mask), doors and placeables with every unwalkable face. Faces are hit from both sides.
//! - A floor is a face that faces up: its corners run counter-clockwise seen from above. Only
//!   [`faces_at`](mesh::Navigator::faces_at) returns faces that face down, such as the underside of a roof. A face whose
//!   material is beyond 31 is in no mask.
//! - Walks and paths follow the neighbours that the file stores, so that stacked floors stay apart. Where edits have
//!   made the neighbours stale, they follow those that the faces imply. A path is the shortest in the plan view.
//!
//! ```
//! use walkmesh::kotor::{FaceId, Kind, MaterialId, MaterialMask, Navigator, Walkmesh};
//! use walkmesh::mesh::Ray;
//!
//! let square = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [4.0, 4.0, 1.0], [0.0, 4.0, 1.0]];
//! let stone = MaterialId(4);
//! let room = Walkmesh::from_triangles(Kind::Wok, [
//!     ([square[0], square[1], square[2]], stone),
//!     ([square[0], square[2], square[3]], stone),
//! ])?;
//! let navigator = Navigator::new(room);
//!
//! let down = Ray::new([3.0, 2.0, 9.0], [0.0, 0.0, -1.0], 100.0)?;
//! let hit = navigator.raycast(&down, MaterialMask::ALL).unwrap();
//! assert_eq!((hit.face, hit.point), (FaceId(0), [3.0, 2.0, 0.5]));
//!
//! let from = navigator.position_at([3.0, 1.0, 0.0], 1.0)?.unwrap();
//! let to = navigator.position_at([1.0, 3.0, 0.0], 1.0)?.unwrap();
//! let path = navigator.shortest_path(from, to)?;
//! assert_eq!(path.length, 8.0_f64.sqrt());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod closing;
mod cutting;
mod face_cut;
mod footprints;
mod ground;
mod members;
mod names;
mod navigable;
mod pieces;
mod side_by_side;

use std::ops::Deref;
use std::sync::Arc;

pub use self::ground::PlacedGround;
use self::members::Members;
use self::names::FaceNameParts;
pub use self::names::{AreaFace, FaceName, Part};
pub use self::navigable::Navigable;
use super::{Area, FaceId, MaterialId, MaterialMask, PlacedObject, Walkmesh};
use crate::mesh::{self, Ground, MeshError, NavMesh, Overview, Position};

/// Answers queries about a [`Walkmesh`] or an [`Area`].
///
/// It shares what it navigates and copies none of its tables. It has all queries of a [`mesh::Navigator`], which builds each index once,
/// when a query first needs it. Answers name faces by [`FaceId`](super::FaceId) in a walkmesh and by [`AreaFace`] in an area. The sides of
/// doors and placeables in the way are walls.
#[derive(Clone, Debug)]
pub struct Navigator<N: Navigable = Walkmesh>(mesh::Navigator<PlacedGround<N>>);

/// All queries.
impl<N: Navigable> Deref for Navigator<N> {
    type Target = mesh::Navigator<PlacedGround<N>>;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl Navigator<Walkmesh> {
    /// Navigates one walkmesh. Faces with a corner that is not a vertex, or not finite, cannot be hit or walked on.
    #[must_use]
    pub fn new(walkmesh: impl Into<Arc<Walkmesh>>) -> Self {
        Self::of(walkmesh.into(), Vec::new())
    }

    /// The walkmesh.
    #[must_use]
    pub fn walkmesh(&self) -> &Walkmesh {
        self.navigated()
    }
}

impl Navigator<Area> {
    /// Navigates all rooms of an area that are present. Walks and paths pass from room to room where two transitions lead to each other
    /// through the same edge, bit for bit. Every other perimeter edge is a wall. The table of materials is the first room's.
    #[must_use]
    pub fn of_area(area: impl Into<Arc<Area>>) -> Self {
        Self::of(area.into(), Vec::new())
    }

    /// Like [`of_area`](Self::of_area), with doors and placeables at their positions. Rays and lines of sight hit them, walks stop at
    /// them and paths lead around them.
    ///
    /// Every face of an object stops a walker, unless creatures can walk on its material. Its height does not matter: the face blocks its
    /// projection on every floor, however far above or below. The engine is reported to plan this way
    /// (`docs/formats/bwm.md#objects-in-the-way`), so a flat outline is enough to block. The walker has no width in these queries.
    #[must_use]
    pub fn of_area_with(area: impl Into<Arc<Area>>, objects: Vec<PlacedObject>) -> Self {
        Self::of(area.into(), objects)
    }

    /// The area.
    #[must_use]
    pub fn area(&self) -> &Area {
        self.navigated()
    }

    /// The doors and placeables. An [`AreaFace`] names them by their indices in this list.
    #[must_use]
    pub fn objects(&self) -> &[PlacedObject] {
        &self.ground().objects
    }
}

/// [`overview`](mesh::Navigator::overview) of a walkmesh that nobody shares.
///
/// # Errors
/// [`MeshError::TooManyFaces`].
pub(crate) fn overview(walkmesh: &Walkmesh) -> Result<Overview<Position<FaceId>>, MeshError> {
    let nav = nav_mesh_of(walkmesh)?;
    Ok(nav.overview_where(|face| nav.faces_up(face)).map(|position| position.map(FaceId)))
}

/// The faces of a walkmesh, joined as it stores them.
///
/// # Errors
/// [`MeshError::TooManyFaces`].
pub(super) fn nav_mesh_of(walkmesh: &Walkmesh) -> Result<NavMesh, MeshError> {
    Ok(ground::surface_of(walkmesh, &[], &Members::new(walkmesh, &[]))?.0)
}

impl<N: Navigable> Navigator<N> {
    fn of(navigated: Arc<N>, objects: Vec<PlacedObject>) -> Self {
        Self(mesh::Navigator::new(PlacedGround::new(navigated, objects)))
    }

    /// The navigated walkmesh or area.
    pub(crate) fn navigated(&self) -> &N {
        &self.ground().navigated
    }

    /// The walkmesh of a part, and the name of a face of it, which need not exist.
    pub(crate) fn face_of_part(&self, part: Option<Part>, face: FaceId) -> Option<(&Walkmesh, N::Face)> {
        Some((self.navigated().walkmesh(part)?, N::Face::named(part, face)))
    }

    /// Returns the navigated walkmesh or area.
    #[must_use]
    pub fn into_inner(self) -> Arc<N> {
        Arc::clone(&self.ground().navigated)
    }

    /// The material of a face; `None` if the face does not exist.
    #[must_use]
    pub fn material(&self, face: N::Face) -> Option<MaterialId> {
        self.ground().material(face)
    }

    /// The materials that creatures can walk on, by the table of the navigated walkmesh or area.
    #[must_use]
    pub fn walk_mask(&self) -> MaterialMask {
        self.ground().walk_mask
    }

    /// The materials that block sight on faces of rooms, by the table of the navigated walkmesh or area. Doors and
    /// placeables follow another rule: [`hides`](Self::hides).
    #[must_use]
    pub fn sight_mask(&self) -> MaterialMask {
        self.ground().sight_mask
    }

    /// Returns whether a face blocks sight. A face of a room does if its material blocks sight. A face of a door or placeable does if it is
    /// not walkable, whatever else its material says. The engine is reported to test sight this way (`docs/formats/bwm.md#sight`).
    #[must_use]
    pub fn hides(&self, face: N::Face) -> bool {
        self.ground().hides(face)
    }
}
