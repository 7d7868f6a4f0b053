//! [`Mesh`]: the caller's own triangle mesh.

use std::sync::Arc;

use super::{Ground, GroundFace, MeshError, NavMesh, Triangle};

/// A triangle mesh that is independent of games. A [`Navigator`](super::Navigator) answers rays, heights, walks and paths on it.
///
/// Faces are joined where they share both vertices of a side, as [`NavMesh::from_shared_vertices`] joins them. z is up. Every face counts
/// as facing up, whatever its winding, and blocks the line of sight. Masks have the bits [`WALKABLE`](Self::WALKABLE) and
/// [`NOT_WALKABLE`](Self::NOT_WALKABLE).
///
/// [`RayBvh`](super::RayBvh), [`HeightGrid`](super::HeightGrid) and [`NavMesh`] are the indices themselves, for custom classes and
/// neighbours, and for queries about many points at once.
///
/// ```
/// # use walkmesh_mesh as walkmesh;
/// use walkmesh::mesh::{Mesh, Navigator};
///
/// // A square of two faces, and a wall that stands on it.
/// let vertices = [[0., 0., 0.], [4., 0., 0.], [4., 4., 1.], [0., 4., 1.], [2., 2., 9.]];
/// let mesh = Mesh::new(&vertices, &[[0, 1, 2], [0, 2, 3], [0, 2, 4]], |face| face < 2)?;
/// let mesh = Navigator::new(mesh);
///
/// let (from, to) = (mesh.snap([3., 1., 0.25], 1.)?.unwrap(), mesh.snap([1., 3., 0.75], 1.)?.unwrap());
/// assert_eq!(mesh.shortest_path(from.position, to.position).unwrap().length, 8.0_f64.sqrt());
/// assert_eq!(mesh.floor_below([3., 1., 9.], 99., Mesh::WALKABLE).map(|floor| floor.height), Some(0.25));
/// assert!(!mesh.line_of_sight([3., 1., 2.], [1., 3., 2.]).unwrap());
/// # Ok::<(), walkmesh::mesh::MeshError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Mesh {
    triangles: Vec<Triangle>,
    nav_mesh: Arc<NavMesh>,
}

impl Mesh {
    /// The class of walkable faces.
    pub const WALKABLE: u32 = 1;
    /// The class of unwalkable faces.
    pub const NOT_WALKABLE: u32 = 2;
    /// The classes of all faces.
    pub const ALL: u32 = Self::WALKABLE | Self::NOT_WALKABLE;

    /// A mesh of faces, three indices into `vertices` each. `is_walkable` returns by index which of them are walkable.
    ///
    /// # Errors
    /// [`MeshError`]: an index is out of range, or there are more than [`NavMesh::MAX_FACES`] faces.
    /// Cause: the caller.
    pub fn new(
        vertices: &[[f32; 3]],
        faces: &[[u32; 3]],
        is_walkable: impl Fn(usize) -> bool,
    ) -> Result<Self, MeshError> {
        let nav_mesh = Arc::new(NavMesh::from_shared_vertices(vertices.to_vec(), faces, is_walkable)?);
        // Every corner is a vertex; otherwise there would be no `NavMesh`.
        let triangles = faces.iter().map(|face| face.map(|corner| vertices[corner as usize])).collect();
        Ok(Self { triangles, nav_mesh })
    }

    /// The triangles, in the order of the faces.
    #[must_use]
    pub fn triangles(&self) -> &[Triangle] {
        &self.triangles
    }
}

impl Ground for Mesh {
    type Face = u32;
    type Mask = u32;
    type Pieces = ();

    fn faces(&self) -> Vec<GroundFace> {
        let class = |face| if self.nav_mesh.is_walkable(face) { Self::WALKABLE } else { Self::NOT_WALKABLE };
        let faces = (0..).zip(&self.triangles);
        faces.map(|(face, corners)| GroundFace::new(*corners, class(face), true)).collect()
    }

    fn surface(&self) -> Result<(Arc<NavMesh>, ()), MeshError> {
        Ok((Arc::clone(&self.nav_mesh), ()))
    }

    fn walkable(&self) -> u32 {
        Self::WALKABLE
    }

    fn name(&self, number: u32) -> u32 {
        number
    }

    fn number(&self, face: u32) -> Option<u32> {
        Some(face)
    }

    fn is_floor(&self, _: &NavMesh, _: u32) -> bool {
        true
    }
}
