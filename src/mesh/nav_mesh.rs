//! The mesh that walks and paths run on: faces, which of them can be walked, and what lies across each edge.

pub(super) mod links;
mod parts;

use std::sync::OnceLock;

use super::path::polygon_graph::PolygonGraph;
use super::triangle::is_usable;
use crate::geometry::{Vec2, cross, dot, orient2d, plan, sub};
use links::{Across, Link};
use parts::Parts;

/// Faces, which of them can be walked, and what lies across each edge.
///
/// Everything happens in the plan view: x and y; z is the height, and is only carried along. Games with another axis
/// up permute the coordinates on the way in and out. Lengths are in the mesh's units.
///
/// **Neighbours are the caller's**, since a game has its own: stacked floors are joined only where the neighbours say
/// so, and an edge without a neighbour is a wall, as a closed door is. Two faces are joined across an edge when both
/// can be walked, each names the other, and both have an edge between the same two places in the plan view (heights
/// may differ: a step). Everything else is a wall, never an error, because the tables of real files have such edges;
/// [`walls_made`](Self::walls_made) counts them. [`neighbours_by_shared_vertices`](super::neighbours_by_shared_vertices) makes neighbours
/// where no table exists.
///
/// Faces may be wound either way, each for itself. A *fold*, where the surface turns back under itself so that both
/// faces lie on the same side of their edge in the plan view, is no wall: slivers turned over by rounding are common
/// in real files. A path crosses it and pays for the way back; see [`walk_straight`](Self::walk_straight) for what a walk does. Faces
/// without area in the plan view (vertical ones) are crossed like others. A face with a coordinate that is not finite,
/// or beyond ±1e11, cannot be walked.
///
/// ```
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
    vertices: Vec<[f32; 3]>,
    faces: Vec<Face>,
    walls_made: WallsMade,
    parts: Parts,
    /// What paths need beyond walks, made when the first is asked for.
    map: OnceLock<PolygonGraph>,
}

/// Why no mesh can be made of the input. All of these are the input's fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MeshError {
    /// More faces than the mesh's indices can tell apart.
    #[error("{faces} faces are more than the {} that a mesh can have", NavMesh::MAX_FACES)]
    TooManyFaces {
        /// Faces given.
        faces: usize,
    },
    /// A face has a corner that is no vertex.
    #[error("face {face} has vertex {vertex} for corner {corner}, but there are {vertices} vertices")]
    NoSuchVertex {
        /// The face.
        face: usize,
        /// Its corner, 0 to 2.
        corner: usize,
        /// What stands there.
        vertex: u32,
        /// Vertices given.
        vertices: usize,
    },
    /// The table of neighbours has not one row for each face.
    #[error("{rows} rows of neighbours for {faces} faces")]
    NeighbourRows {
        /// Rows given.
        rows: usize,
        /// Faces given.
        faces: usize,
    },
    /// A neighbour is no face.
    #[error("face {face} has face {neighbour} across edge {edge}, but there are {faces} faces")]
    NoSuchNeighbour {
        /// The face.
        face: usize,
        /// Its edge, 0 to 2.
        edge: usize,
        /// What stands there.
        neighbour: u32,
        /// Faces given.
        faces: usize,
    },
}

/// What of the input became walls although it named neighbours, or cannot be walked although it was said to be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WallsMade {
    /// Edges whose neighbour does not name the face back, and edges that name their own face.
    pub one_way: usize,
    /// Edges whose neighbour names the face back, but across an edge that lies elsewhere in the plan view.
    pub apart: usize,
    /// Walkable faces with a coordinate that is not finite or beyond ±1e11.
    pub unusable_faces: usize,
}

/// One face as the queries see it: wound counterclockwise in the plan view.
#[derive(Clone, Copy, Debug)]
pub struct Face {
    pub corners: [u32; 3],
    /// What lies across the edge from corner `k` to corner `(k + 1) % 3`.
    pub links: [Link; 3],
    pub ground: Ground,
    /// Whether the caller's corners run the other way round: then corners 1 and 2 are exchanged.
    pub turned: bool,
}

/// What can be done on a face.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    /// It cannot be walked.
    Closed,
    /// It can be walked, and has an area in the plan view.
    Open,
    /// It can be walked, and is a line or a point in the plan view.
    Vertical,
}

impl NavMesh {
    /// The most faces that a mesh can have: 2^29 - 1, so that a face's edge fits 31 bits.
    pub const MAX_FACES: usize = (1 << 29) - 1;

    /// A mesh of faces (three indices into `vertices`), of which those are walkable that `walkable` names by index,
    /// with the neighbour across each edge: `neighbours[f][k]` is the face across the edge from corner `k` of face `f`
    /// to corner `(k + 1) % 3`, if any. What joins two faces and what is a wall is said at the [type](Self).
    ///
    /// # Errors
    /// When indices point outside the tables, or the tables are of different lengths.
    pub fn new(
        vertices: Vec<[f32; 3]>,
        faces: &[[u32; 3]],
        walkable: impl Fn(usize) -> bool,
        neighbours: &[[Option<u32>; 3]],
    ) -> Result<Self, MeshError> {
        check(vertices.len(), faces, neighbours)?;
        let mut walls_made = WallsMade::default();
        let mut wound: Vec<Face> = faces
            .iter()
            .enumerate()
            .map(|(index, &corners)| {
                let places = corners.map(|corner| vertices[corner as usize]);
                let usable = places.iter().all(is_usable);
                walls_made.unusable_faces += usize::from(walkable(index) && !usable);
                wind(corners, places, usable && walkable(index))
            })
            .collect();
        links::link(&vertices, &mut wound, neighbours, &mut walls_made);
        let parts = Parts::of(&wound);
        Ok(Self { vertices, faces: wound, walls_made, parts, map: OnceLock::new() })
    }

    /// A mesh whose neighbours are those of [`neighbours_by_shared_vertices`](super::neighbours_by_shared_vertices).
    ///
    /// # Errors
    /// As for [`new`](Self::new).
    pub fn from_shared_vertices(
        vertices: Vec<[f32; 3]>,
        faces: &[[u32; 3]],
        walkable: impl Fn(usize) -> bool,
    ) -> Result<Self, MeshError> {
        let neighbours = super::neighbours_by_shared_vertices(faces, &walkable);
        Self::new(vertices, faces, walkable, &neighbours)
    }

    /// How many faces there are, walkable or not.
    pub fn face_count(&self) -> usize {
        self.faces.len()
    }

    /// Whether a face exists and can be walked.
    pub fn is_walkable(&self, face: u32) -> bool {
        self.open_face(face).is_some()
    }

    /// Whether a face can be walked, and its corners run counter-clockwise seen from above.
    pub(crate) fn faces_up(&self, face: u32) -> bool {
        self.open_face(face).is_some_and(|face| face.ground == Ground::Open && !face.turned)
    }

    /// The face across a side of a face (0 to 2), if the two are joined.
    pub fn neighbour(&self, face: u32, side: u8) -> Option<u32> {
        let open = self.open_face(face)?;
        let link = open.links.get(usize::from(open.callers_edge(side)))?;
        link.get().map(|across| across.face)
    }

    /// What became a wall although the input named a neighbour.
    pub fn walls_made(&self) -> WallsMade {
        self.walls_made
    }

    /// How many connected parts there are: sets of walkable faces that are joined, directly or through others. They are
    /// computed from the joins; islands that a file stores may differ from them.
    pub fn connected_part_count(&self) -> usize {
        self.parts.sizes.len()
    }

    /// The connected part of a walkable face. Parts are numbered in the order of their lowest faces.
    pub fn connected_part(&self, face: u32) -> Option<u32> {
        self.open_face(face).map(|_| self.parts.of_face[face as usize])
    }

    /// How many faces each connected part has.
    pub fn connected_part_sizes(&self) -> &[u32] {
        &self.parts.sizes
    }

    /// The height of a face's plane at a point of the plan view, or `None` where the face cannot be walked. The point
    /// need not lie on the face. On an vertical face it is the height of its longest edge.
    pub fn height(&self, face: u32, at: [f32; 2]) -> Option<f32> {
        let open = self.open_face(face)?;
        Some(self.height_at(open, at.map(f64::from)))
    }

    pub(super) fn open_face(&self, face: u32) -> Option<&Face> {
        self.faces.get(face as usize).filter(|face| face.ground != Ground::Closed)
    }

    pub(super) fn faces(&self) -> &[Face] {
        &self.faces
    }

    /// What lies across a face's edge, `3 * face + k`.
    pub(super) fn across(&self, edge: u32) -> Option<Across> {
        self.faces[(edge / 3) as usize].links[(edge % 3) as usize].get()
    }

    pub(super) fn vertex(&self, vertex: u32) -> [f32; 3] {
        self.vertices[vertex as usize]
    }

    /// The place of a face's corner.
    pub(super) fn corner(&self, face: u32, corner: u8) -> [f32; 3] {
        self.vertex(self.faces[face as usize].corners[usize::from(corner)])
    }

    /// A face's corners in the plan view.
    pub(super) fn plan_corners(&self, face: &Face) -> [Vec2; 3] {
        face.corners.map(|corner| plan(self.vertex(corner)))
    }

    pub(super) fn height_at(&self, face: &Face, at: Vec2) -> f32 {
        let corners = face.corners.map(|corner| self.vertex(corner));
        let [a, b, c] = corners.map(plan);
        let z = corners.map(|corner| f64::from(corner[2]));
        let (ab, ac, offset) = (sub(b, a), sub(c, a), sub(at, a));
        let area = cross(ab, ac);
        if face.ground == Ground::Open && area != 0.0 {
            let (u, v) = (cross(offset, ac) / area, cross(ab, offset) / area);
            return (z[0] + u * (z[1] - z[0]) + v * (z[2] - z[0])) as f32;
        }
        let (mut from, mut along, mut height) = (a, ab, [z[0], z[1]]);
        for (start, end, heights) in [(b, c, [z[1], z[2]]), (c, a, [z[2], z[0]])] {
            let edge = sub(end, start);
            if dot(edge, edge) > dot(along, along) {
                (from, along, height) = (start, edge, heights);
            }
        }
        let length = dot(along, along);
        let t = if length > 0.0 { (dot(sub(at, from), along) / length).clamp(0.0, 1.0) } else { 0.0 };
        (height[0] + t * (height[1] - height[0])) as f32
    }

    /// What paths need beyond walks.
    pub(super) fn map(&self) -> &PolygonGraph {
        self.map.get_or_init(|| PolygonGraph::of(self))
    }
}

impl Face {
    /// The caller's number of an edge. It is its own inverse.
    pub fn callers_edge(&self, edge: u8) -> u8 {
        if self.turned { 2_u8.wrapping_sub(edge) } else { edge }
    }
}

fn check(vertices: usize, faces: &[[u32; 3]], neighbours: &[[Option<u32>; 3]]) -> Result<(), MeshError> {
    if faces.len() > NavMesh::MAX_FACES {
        return Err(MeshError::TooManyFaces { faces: faces.len() });
    }
    if neighbours.len() != faces.len() {
        return Err(MeshError::NeighbourRows { rows: neighbours.len(), faces: faces.len() });
    }
    for (face, (corners, row)) in faces.iter().zip(neighbours).enumerate() {
        if let Some(corner) = corners.iter().position(|&vertex| vertex as usize >= vertices) {
            return Err(MeshError::NoSuchVertex { face, corner, vertex: corners[corner], vertices });
        }
        for (edge, neighbour) in row.iter().enumerate() {
            if let Some(neighbour) = neighbour.filter(|&neighbour| neighbour as usize >= faces.len()) {
                return Err(MeshError::NoSuchNeighbour { face, edge, neighbour, faces: faces.len() });
            }
        }
    }
    Ok(())
}

/// A face wound counterclockwise, with nothing across its edges yet.
fn wind(corners: [u32; 3], places: [[f32; 3]; 3], walkable: bool) -> Face {
    let mut face = Face { corners, links: [Link::WALL; 3], ground: Ground::Closed, turned: false };
    if walkable {
        let [a, b, c] = places.map(plan);
        let area = orient2d(a, b, c);
        face.ground = if area == 0.0 { Ground::Vertical } else { Ground::Open };
        face.turned = area < 0.0;
        if face.turned {
            face.corners.swap(1, 2);
        }
    }
    face
}
