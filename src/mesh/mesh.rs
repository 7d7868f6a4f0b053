//! [`Mesh`]: a triangle mesh of one's own that answers every query.

use std::sync::{Arc, OnceLock};

use super::{
    FloorHit, HeightGrid, MeshError, NavMesh, Overview, Path, PathError, Position, PositionError, Ray, RayBvh,
    RayError, RayHit, SnapHit, Triangle, Walk,
};

/// A triangle mesh that belongs to no game: it is built once, and answers rays, heights, walks and paths.
///
/// Faces are joined where they share both vertices of a side, as [`NavMesh::from_shared_vertices`] joins them. z is up. An index
/// is built when the first query needs it. A copy shares the mesh and its indices, and threads may ask one mesh together.
///
/// [`RayBvh`], [`HeightGrid`] and [`NavMesh`] are the indices themselves, for masks of classes, neighbours of one's own, and
/// queries about many points at once.
///
/// ```
/// use walkmesh::mesh::Mesh;
///
/// // A square of two faces, and a wall that stands on it.
/// let vertices = [[0., 0., 0.], [4., 0., 0.], [4., 4., 1.], [0., 4., 1.], [2., 2., 9.]];
/// let mesh = Mesh::new(&vertices, &[[0, 1, 2], [0, 2, 3], [0, 2, 4]], |face| face < 2)?;
///
/// let (from, to) = (mesh.snap([3., 1., 0.25], 1.).unwrap(), mesh.snap([1., 3., 0.75], 1.).unwrap());
/// assert_eq!(mesh.shortest_path(from.position, to.position).unwrap().length, 8.0_f64.sqrt());
/// assert_eq!(mesh.floor_below([3., 1., 9.], 99.).map(|floor| floor.height), Some(0.25));
/// assert!(!mesh.line_of_sight([3., 1., 2.], [1., 3., 2.]).unwrap());
/// # Ok::<(), walkmesh::mesh::MeshError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Mesh(Arc<Indices>);

#[derive(Debug)]
struct Indices {
    triangles: Vec<Triangle>,
    nav_mesh: NavMesh,
    rays: OnceLock<RayBvh>,
    floors: OnceLock<HeightGrid>,
}

/// The class of faces that can be walked. A height query looks at these alone, and a ray at all faces.
const WALKABLE: u32 = 1;
const BLOCKED: u32 = 2;

impl Mesh {
    /// A mesh of faces, three indices into `vertices` each. `is_walkable` tells by index which of them can be walked. The others
    /// stop rays, and are not floors.
    ///
    /// # Errors
    /// [`MeshError`]: an index is not that of a vertex, or there are more than [`NavMesh::MAX_FACES`] faces. Cause: the caller.
    pub fn new(
        vertices: &[[f32; 3]],
        faces: &[[u32; 3]],
        is_walkable: impl Fn(usize) -> bool,
    ) -> Result<Self, MeshError> {
        let nav_mesh = NavMesh::from_shared_vertices(vertices.to_vec(), faces, is_walkable)?;
        // Every corner is a vertex, or there would be no `NavMesh`.
        let triangles = faces.iter().map(|face| face.map(|corner| vertices[corner as usize])).collect();
        Ok(Self(Arc::new(Indices { triangles, nav_mesh, rays: OnceLock::new(), floors: OnceLock::new() })))
    }

    /// The triangles, in the order of the faces.
    #[must_use]
    pub fn triangles(&self) -> &[Triangle] {
        &self.0.triangles
    }

    /// The faces and their neighbours.
    #[must_use]
    pub fn nav_mesh(&self) -> &NavMesh {
        &self.0.nav_mesh
    }

    fn class(&self, face: usize) -> u32 {
        if self.0.nav_mesh.is_walkable(face as u32) { WALKABLE } else { BLOCKED }
    }

    fn rays(&self) -> &RayBvh {
        self.0.rays.get_or_init(|| RayBvh::on_one_thread(&self.0.triangles, |face| self.class(face)))
    }

    fn floors(&self) -> &HeightGrid {
        self.0.floors.get_or_init(|| HeightGrid::new(&self.0.triangles, |face| self.class(face)))
    }

    /// The first face that a ray meets.
    #[must_use]
    pub fn raycast(&self, ray: &Ray) -> Option<RayHit> {
        self.rays().raycast(ray, WALKABLE | BLOCKED)
    }

    /// Whether nothing is between two points.
    ///
    /// # Errors
    /// [`RayError`]: a coordinate is not finite, or the points are too far apart. Cause: the caller.
    pub fn line_of_sight(&self, from: impl Into<[f32; 3]>, to: impl Into<[f32; 3]>) -> Result<bool, RayError> {
        Ok(!self.rays().is_blocked(&Ray::between(from, to)?, WALKABLE | BLOCKED))
    }

    /// All walkable faces at a point of the plan view, as [`HeightGrid::floors_at`] lists them.
    #[must_use]
    pub fn floors_at(&self, at: [f32; 2]) -> Vec<FloorHit> {
        self.floors().floors_at(at, WALKABLE)
    }

    /// The walkable face below a point, at most `reach` below it.
    #[must_use]
    pub fn floor_below(&self, point: impl Into<[f32; 3]>, reach: f32) -> Option<FloorHit> {
        self.floors().floor_below(point, reach, WALKABLE)
    }

    /// The walkable face above a point, at most `reach` above it.
    #[must_use]
    pub fn floor_above(&self, point: impl Into<[f32; 3]>, reach: f32) -> Option<FloorHit> {
        self.floors().floor_above(point, reach, WALKABLE)
    }

    /// The walkable face whose height at a point is nearest to it, at most `reach` away.
    #[must_use]
    pub fn floor_nearest(&self, point: impl Into<[f32; 3]>, reach: f32) -> Option<FloorHit> {
        self.floors().floor_nearest(point, reach, WALKABLE)
    }

    /// The position on the mesh that is nearest to a point, as [`NavMesh::snap`] finds it.
    #[must_use]
    pub fn snap(&self, point: impl Into<[f32; 3]>, reach: f64) -> Option<SnapHit> {
        self.0.nav_mesh.snap(point, reach)
    }

    /// Walks straight towards a point, until a wall: [`NavMesh::walk_straight`].
    ///
    /// # Errors
    /// [`PositionError`]: the start is invalid, or the goal is not finite. Cause: the caller.
    pub fn walk_straight(&self, from: Position, to: impl Into<[f32; 3]>) -> Result<Walk, PositionError> {
        self.0.nav_mesh.walk_straight(from, to)
    }

    /// The shortest path between two positions: [`NavMesh::shortest_path`].
    ///
    /// # Errors
    /// [`PathError`]: a position is invalid (cause: the caller), or no path leads there.
    pub fn shortest_path(&self, from: Position, to: Position) -> Result<Path, PathError> {
        self.0.nav_mesh.shortest_path(from, to)
    }

    /// The connected parts and their sizes: [`NavMesh::overview`].
    #[must_use]
    pub fn overview(&self) -> Overview {
        self.0.nav_mesh.overview()
    }
}
