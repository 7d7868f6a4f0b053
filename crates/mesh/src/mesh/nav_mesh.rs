//! [`NavMesh`]: the mesh on which creatures walk and paths are searched.

mod inset;
mod paths;
mod walkers;

use std::sync::OnceLock;

use super::neighbours_by_shared_vertices;
use super::overview::Overview;
use super::path::PolygonGraph;
use super::position::{Position, PositionError};
use super::snap::SnapHit;
use super::topology::{MeshError, Topology, WallCounts};
use super::walk::{Walk, walk_straight};

pub use inset::{Inset, InsetError, TooNear, WalkerPathError};
use walkers::Insets;

/// A mesh of faces for walks and paths: which faces are walkable, and what lies across each side.
///
/// All queries work in the plan view (x and y). z is the height, and is only passed through. Games with another axis up
/// permute the coordinates on the way in and out. Lengths are in the mesh's units.
///
/// **The caller supplies the neighbours**, since each game has its own. Stacked floors are joined only where the
/// neighbours say so, and an edge without a neighbour is a wall, as a closed door is. Two faces are joined across an
/// edge when both are walkable, each names the other, and both have a side between the same two points of the plan view
/// (heights may differ: a step). Everything else is a wall, never an error, because the tables of real files have such
/// edges; [`walls_made`](Self::walls_made) counts them.
/// [`neighbours_by_shared_vertices`](super::neighbours_by_shared_vertices) makes neighbours where no table exists.
///
/// Faces may have either winding. A *fold* is an edge at which the surface turns back under itself, so that both
/// faces lie on the same side of it in the plan view. A fold is not a wall, because slivers turned over by rounding are
/// common in real files. A path crosses it, and its length includes the way back; [`walk_straight`](Self::walk_straight) documents the
/// behaviour of a walk. Vertical faces (without area in the plan view) are crossed like others. A face with a coordinate that is not
/// finite, or beyond ±1e11, is unwalkable.
///
/// ```
/// # use walkmesh_mesh as walkmesh;
/// use walkmesh::mesh::{NavMesh, Position};
///
/// // A square of two faces, and a third that hangs in the air.
/// let vertices = vec![[0., 0., 0.], [4., 0., 0.], [4., 4., 1.], [0., 4., 1.], [9., 9., 0.]];
/// let mesh = NavMesh::from_shared_vertices(vertices, &[[0, 1, 2], [0, 2, 3], [0, 4, 4]], |_| true)?;
/// assert_eq!(mesh.connected_part_count(), 2);
/// let path = mesh.shortest_path(Position::new([3., 1., 0.25], 0), Position::new([1., 3., 0.75], 1)).unwrap();
/// assert_eq!(path.length, 8.0_f64.sqrt());
/// # Ok::<(), walkmesh::mesh::MeshError>(())
/// ```
#[derive(Clone, Debug)]
pub struct NavMesh {
    topology: Topology,
    /// The graph for path searches, built on first use.
    polygon_graph: OnceLock<PolygonGraph>,
    /// The floors of walkers with a size, made on first use.
    insets: Insets,
}

impl NavMesh {
    /// The maximum number of faces of a mesh: 2^29 - 1, so that a face's edge fits 31 bits.
    pub const MAX_FACES: usize = Topology::MAX_FACES;

    /// A mesh of faces (three indices into `vertices`). `walkable` returns by index whether a face is walkable.
    /// `neighbours[f][k]` is the face across the edge from corner `k` of face `f` to the next corner, if any. The
    /// [type](Self) documents which faces are joined and what is a wall.
    ///
    /// # Errors
    /// When indices point outside the tables, or the tables are of different lengths.
    pub fn new(
        vertices: Vec<[f32; 3]>,
        faces: &[[u32; 3]],
        walkable: impl Fn(usize) -> bool,
        neighbours: &[[Option<u32>; 3]],
    ) -> Result<Self, MeshError> {
        let topology = Topology::new(vertices, faces, walkable, neighbours)?;
        Ok(Self { topology, polygon_graph: OnceLock::new(), insets: Insets::default() })
    }

    /// A mesh with the neighbours of [`neighbours_by_shared_vertices`](super::neighbours_by_shared_vertices).
    ///
    /// # Errors
    /// The errors of [`new`](Self::new).
    pub fn from_shared_vertices(
        vertices: Vec<[f32; 3]>,
        faces: &[[u32; 3]],
        walkable: impl Fn(usize) -> bool,
    ) -> Result<Self, MeshError> {
        let neighbours = neighbours_by_shared_vertices(faces, &walkable);
        Self::new(vertices, faces, walkable, &neighbours)
    }

    /// Number of faces, walkable or not.
    pub fn face_count(&self) -> usize {
        self.topology.faces().len()
    }

    /// Returns whether a face exists and is walkable.
    pub fn is_walkable(&self, face: u32) -> bool {
        self.topology.open_face(face).is_some()
    }

    /// Returns whether a face is walkable and its corners run counter-clockwise seen from above.
    #[doc(hidden)]
    pub fn faces_up(&self, face: u32) -> bool {
        self.topology.faces_up(face)
    }

    /// The face across a side of a face (0 to 2), if the two are joined.
    pub fn neighbour(&self, face: u32, side: u8) -> Option<u32> {
        let open = self.topology.open_face(face)?;
        let link = open.links.get(usize::from(open.callers_edge(side)))?;
        link.get().map(|across| across.face)
    }

    /// The neighbours in the input that became walls, and the faces that became unwalkable.
    pub fn walls_made(&self) -> WallCounts {
        self.topology.walls_made()
    }

    /// The faces, and how they are joined.
    #[doc(hidden)]
    pub fn topology(&self) -> &Topology {
        &self.topology
    }

    /// Number of connected parts: sets of walkable faces that are joined, directly or through others. They are
    /// computed from the joins; islands that a file stores may differ from them.
    pub fn connected_part_count(&self) -> usize {
        self.topology.connected_part_sizes().len()
    }

    /// The connected part of a walkable face. Parts are numbered in the order of their lowest faces.
    pub fn connected_part(&self, face: u32) -> Option<u32> {
        self.topology.connected_part(face)
    }

    /// Number of faces of each connected part.
    pub fn connected_part_sizes(&self) -> &[u32] {
        self.topology.connected_part_sizes()
    }

    /// The height of a face's plane at a point of the plan view, or `None` if the face is not walkable. The point need
    /// not lie on the face. For a vertical face it is the height of its longest edge.
    pub fn height(&self, face: u32, at: [f32; 2]) -> Option<f32> {
        let open = self.topology.open_face(face)?;
        Some(self.topology.height_at(open, at.map(f64::from)))
    }

    /// Walks straight (in the plan view) from a position towards a point for as long as faces are joined, and returns
    /// where and why the walk ends. Only x and y of `to` are used.
    ///
    /// The line is followed without rounding errors: through corners and along edges it neither stops short nor slips
    /// through a wall. A walk may touch walls and run along them. At a fold the walk stops, unless the surface folds forward again within a
    /// few faces, as it does at slivers flipped by rounding. It costs some ten nanoseconds for each face on the way, and visits each face
    /// at most a few times.
    ///
    /// # Errors
    /// [`PositionError`] when `from` is not a position on a walkable face, or x or y of `to` is NaN or infinite.
    ///
    /// ```
    /// # use walkmesh_mesh as walkmesh;
    /// use walkmesh::mesh::{NavMesh, Position, WalkEnd};
    ///
    /// let vertices = vec![[0., 0., 0.], [4., 0., 0.], [4., 4., 1.], [0., 4., 1.]];
    /// let mesh = NavMesh::from_shared_vertices(vertices, &[[0, 1, 2], [0, 2, 3]], |_| true)?;
    /// let walk = mesh.walk_straight(Position::new([3., 1., 0.25], 0), [3., 9., 0.])?;
    /// assert_eq!(walk.position.point, [3., 4., 1.]);
    /// assert_eq!(walk.end, WalkEnd::Wall { face: 1, side: 1 });
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn walk_straight(&self, from: Position, to: impl Into<[f32; 3]>) -> Result<Walk, PositionError> {
        walk_straight(&self.topology, from, to.into(), &mut |_| ())
    }

    /// Like [`walk_straight`](Self::walk_straight), and calls `entered`, in order, for each face that the line enters, with the point on
    /// the edge or at the corner and its height there.
    ///
    /// # Errors
    /// The errors of [`walk_straight`](Self::walk_straight).
    pub fn walk_straight_with(
        &self,
        from: Position,
        to: impl Into<[f32; 3]>,
        mut entered: impl FnMut(Position),
    ) -> Result<Walk, PositionError> {
        walk_straight(&self.topology, from, to.into(), &mut entered)
    }

    /// The walkable position that is nearest to a point in space, at most `reach` away. In a tie, the position on the lowest face. Faces
    /// that are vertical, or too steep or too thin for height queries, are ignored, because creatures cannot be on them. Also `None` for a
    /// point that is not finite.
    ///
    /// It tests every face: a million of them take some ten milliseconds.
    ///
    /// ```
    /// # use walkmesh_mesh as walkmesh;
    /// use walkmesh::mesh::NavMesh;
    ///
    /// let vertices = vec![[0., 0., 0.], [4., 0., 0.], [4., 4., 0.], [0., 4., 0.]];
    /// let mesh = NavMesh::from_shared_vertices(vertices, &[[0, 1, 2], [0, 2, 3]], |_| true)?;
    /// let snapped = mesh.snap([7.0, 2.0, 4.0], f64::INFINITY).expect("there is a floor");
    /// assert_eq!((snapped.position.point, snapped.position.face, snapped.distance), ([4.0, 2.0, 0.0], 0, 5.0));
    /// assert_eq!(mesh.snap([7.0, 2.0, 4.0], 4.9), None);
    /// # Ok::<(), walkmesh::mesh::MeshError>(())
    /// ```
    #[must_use]
    pub fn snap(&self, point: impl Into<[f32; 3]>, reach: f64) -> Option<SnapHit> {
        self.snap_where(point.into(), reach, |_| true)
    }

    /// The walkable position that is nearest to a point of the plan view, at most `reach` away, at any height.
    /// Otherwise like [`snap`](Self::snap).
    #[must_use]
    pub fn snap_in_plan(&self, at: [f32; 2], reach: f64) -> Option<SnapHit> {
        self.snap_in_plan_where(at, reach, |_| true)
    }

    /// [`snap`](Self::snap) to the faces that a game counts as floors.
    #[doc(hidden)]
    pub fn snap_where(&self, point: [f32; 3], reach: f64, is_floor: impl Fn(u32) -> bool) -> Option<SnapHit> {
        self.topology.nearest_position(point.map(f64::from), reach, is_floor, |corner| corner)
    }

    /// [`snap_where`](Self::snap_where) for many points; builds an index.
    #[doc(hidden)]
    pub fn snap_many_where(
        &self,
        points: &[[f32; 3]],
        reach: f64,
        is_floor: impl Fn(u32) -> bool,
    ) -> Vec<Option<SnapHit>> {
        self.topology.nearest_positions(points, reach, is_floor)
    }

    /// [`snap_in_plan`](Self::snap_in_plan) to the faces that a game counts as floors.
    #[doc(hidden)]
    pub fn snap_in_plan_where(&self, [x, y]: [f32; 2], reach: f64, is_floor: impl Fn(u32) -> bool) -> Option<SnapHit> {
        self.topology.nearest_position([x, y, 0.0].map(f64::from), reach, is_floor, |[x, y, _]| [x, y, 0.0])
    }

    /// The bounds, the area and the connected parts of the walkable faces.
    ///
    /// ```
    /// # use walkmesh_mesh as walkmesh;
    /// use walkmesh::mesh::NavMesh;
    ///
    /// let vertices = vec![[0., 0., 0.], [4., 0., 0.], [4., 4., 1.], [0., 4., 1.], [9., 9., 0.], [9., 8., 0.], [8., 9., 0.]];
    /// let mesh = NavMesh::from_shared_vertices(vertices, &[[0, 1, 2], [0, 2, 3], [4, 5, 6]], |_| true)?;
    /// let overview = mesh.overview();
    /// assert_eq!((overview.parts.len(), overview.area), (2, 16.5));
    /// let (number, largest) = overview.largest().expect("there are two");
    /// assert_eq!((number, largest.faces, largest.bounds), (0, 2, [[0.0; 3], [4.0, 4.0, 1.0]]));
    /// # Ok::<(), walkmesh::mesh::MeshError>(())
    /// ```
    #[must_use]
    pub fn overview(&self) -> Overview {
        self.topology.overview(|_| true)
    }

    /// [`overview`](Self::overview), with samples on faces that a game counts as floors, if there are any.
    #[doc(hidden)]
    pub fn overview_where(&self, is_floor: impl Fn(u32) -> bool) -> Overview {
        self.topology.overview(is_floor)
    }
}
