//! [`Topology`]: faces, their walkability, the links across their sides, and their connected parts.

mod height;
pub mod links;
mod parts;

use crate::geometry::triangle::is_usable;
use crate::geometry::{HalfEdge, Vec2, ends_of_side, orient2d, plan};
use links::{Across, Link};
use parts::Parts;

/// Faces and how they are joined. All queries on a surface use this type, but it does not depend on them.
#[derive(Clone, Debug)]
pub struct Topology {
    vertices: Vec<[f32; 3]>,
    faces: Vec<Face>,
    walls_made: WallCounts,
    parts: Parts,
}

/// The reason why a mesh cannot be built.
/// Cause: the file or the caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MeshError {
    /// There are more faces than the mesh's indices can distinguish.
    #[error("{faces} faces are more than the {} that a mesh can have", Topology::MAX_FACES)]
    TooManyFaces {
        /// Faces given.
        faces: usize,
    },
    /// Doors and placeables cross each other more often than allowed.
    #[error("doors and placeables cut each other's sides into more than the {most} pieces that are allowed")]
    TooManyPieces {
        /// Pieces allowed.
        most: usize,
    },
    /// A corner of a face is not the index of a vertex.
    #[error("face {face} has vertex {vertex} for corner {corner}, but there are {vertices} vertices")]
    NoSuchVertex {
        /// The face.
        face: usize,
        /// Its corner, 0 to 2.
        corner: usize,
        /// The index found there.
        vertex: u32,
        /// Vertices given.
        vertices: usize,
    },
    /// The table of neighbours does not have one row for each face.
    #[error("{rows} rows of neighbours for {faces} faces")]
    NeighbourRows {
        /// Rows given.
        rows: usize,
        /// Faces given.
        faces: usize,
    },
    /// A neighbour is not the index of a face.
    #[error("face {face} has face {neighbour} across edge {edge}, but there are {faces} faces")]
    NoSuchNeighbour {
        /// The face.
        face: usize,
        /// Its edge, 0 to 2.
        edge: usize,
        /// The index found there.
        neighbour: u32,
        /// Faces given.
        faces: usize,
    },
}

/// Counts the input that a mesh could not use: neighbours that became walls, and unwalkable faces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct WallCounts {
    /// Edges whose neighbour does not name the face in return, and edges whose neighbour is their own face.
    pub one_way: usize,
    /// Edges whose neighbour names the face in return, but across an edge that lies elsewhere in the plan view.
    pub apart: usize,
    /// Walkable faces with a coordinate that is not finite or beyond ±1e11.
    pub unusable_faces: usize,
}

/// One face as used by queries: wound counter-clockwise in the plan view.
#[derive(Clone, Copy, Debug)]
pub struct Face {
    pub corners: [u32; 3],
    /// The link across the edge from corner `k` to the next one.
    pub links: [Link; 3],
    pub ground: Ground,
    /// True if the caller's corners run clockwise. Then corners 1 and 2 are swapped.
    pub turned: bool,
}

/// The walkability of a face.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    /// It is not walkable.
    Closed,
    /// It is walkable, and has an area in the plan view.
    Open,
    /// It is walkable, and is a line or a point in the plan view (vertical).
    Vertical,
}

impl Topology {
    /// The maximum number of faces of a mesh: 2^29 - 1, so that a half-edge fits 31 bits.
    pub const MAX_FACES: usize = (1 << 29) - 1;

    /// Joins faces, as [`NavMesh::new`](super::NavMesh::new) documents.
    ///
    /// # Errors
    /// When indices point outside the tables, or the tables are of different lengths.
    pub fn new(
        vertices: Vec<[f32; 3]>,
        faces: &[[u32; 3]],
        walkable: impl Fn(usize) -> bool,
        neighbours: &[[Option<u32>; 3]],
    ) -> Result<Self, MeshError> {
        check_counts(faces.len(), neighbours.len())?;
        check_indices(vertices.len(), faces, neighbours)?;
        let mut walls_made = WallCounts::default();
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
        let parts = Parts::new(&wound);
        Ok(Self { vertices, faces: wound, walls_made, parts })
    }

    /// Returns whether a face is walkable and its corners run counter-clockwise seen from above.
    pub fn faces_up(&self, face: u32) -> bool {
        self.open_face(face).is_some_and(|face| face.ground == Ground::Open && !face.turned)
    }

    /// The neighbours in the input that became walls, and the faces that became unwalkable.
    pub fn walls_made(&self) -> WallCounts {
        self.walls_made
    }

    /// The connected part of a walkable face.
    pub fn connected_part(&self, face: u32) -> Option<u32> {
        self.open_face(face).map(|_| self.parts.of_face[face as usize])
    }

    /// Number of faces of each connected part.
    pub fn connected_part_sizes(&self) -> &[u32] {
        &self.parts.sizes
    }

    pub fn open_face(&self, face: u32) -> Option<&Face> {
        self.faces.get(face as usize).filter(|face| face.ground != Ground::Closed)
    }

    pub fn faces(&self) -> &[Face] {
        &self.faces
    }

    /// The opposite half-edge of a given one, if it is joined.
    pub fn across(&self, edge: HalfEdge) -> Option<Across> {
        self.faces[edge.face() as usize].links[usize::from(edge.corner())].get()
    }

    pub fn vertices(&self) -> &[[f32; 3]] {
        &self.vertices
    }

    pub fn vertex(&self, vertex: u32) -> [f32; 3] {
        self.vertices[vertex as usize]
    }

    /// The coordinates of a face's corner.
    pub fn corner(&self, face: u32, corner: u8) -> [f32; 3] {
        self.vertex(self.faces[face as usize].corners[usize::from(corner)])
    }

    /// A face's corners in the plan view.
    pub fn plan_corners(&self, face: &Face) -> [Vec2; 3] {
        face.corners.map(|corner| plan(self.vertex(corner)))
    }

    /// The ends of a half-edge in the plan view.
    pub fn edge_ends(&self, edge: HalfEdge) -> [Vec2; 2] {
        ends_of_side(&self.plan_corners(&self.faces[edge.face() as usize]), edge.corner())
    }
}

impl Face {
    /// The caller's number of an edge. It is its own inverse.
    pub fn callers_edge(&self, edge: u8) -> u8 {
        if self.turned { 2_u8.wrapping_sub(edge) } else { edge }
    }
}

/// Checks that there are not too many faces, and that each has a row of neighbours.
fn check_counts(faces: usize, rows: usize) -> Result<(), MeshError> {
    if faces > Topology::MAX_FACES {
        return Err(MeshError::TooManyFaces { faces });
    }
    if rows != faces {
        return Err(MeshError::NeighbourRows { rows, faces });
    }
    Ok(())
}

/// Checks that all indices are within their tables.
fn check_indices(vertices: usize, faces: &[[u32; 3]], neighbours: &[[Option<u32>; 3]]) -> Result<(), MeshError> {
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

/// A face wound counter-clockwise, with nothing across its edges yet.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mesh_has_a_row_of_neighbours_for_each_face_and_no_face_too_many() {
        let most = Topology::MAX_FACES;
        assert!(check_counts(most, most).is_ok());
        assert!(
            matches!(check_counts(most + 2, most + 2), Err(MeshError::TooManyFaces { faces }) if faces == most + 2)
        );
        assert!(matches!(check_counts(3, 2), Err(MeshError::NeighbourRows { rows: 2, faces: 3 })));
    }
}
