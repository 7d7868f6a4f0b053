//! Edits of a walkmesh. Each records what it makes stale.
//!
//! Faces keep their numbers until [`bake_stale`](Walkmesh::bake_stale) or a save, which restore the order with walkable faces first; only
//! removing faces renumbers immediately. Data that an edit does not make stale keeps every bit: painting a face with another walkable
//! material, or changing a transition, changes one word.

mod faces;
mod hooks;
mod merge;
mod transform;
mod transitions;
mod vertices;

use walkmesh_formats::Vector3;
use walkmesh_formats::bwm::{Bwm, Face};

pub(super) use self::faces::turned_over;
pub(super) use self::transform::Upright;
use super::point::is_usable_point;
use super::stale::{Stale, StalePlanes};
use super::{EdgeId, EditError, FaceId, Kind, MaterialId, VertexId, Walkmesh, tables};
use crate::geometry::weld::Welder;

impl Walkmesh {
    /// Builds a baked walkmesh from triangles, each counter-clockwise seen from above, with its material. Corners at
    /// the same position (equal except for the sign of zero) become one vertex, in the order of their first use.
    ///
    /// # Errors
    /// [`EditError::NotFinite`], [`EditError::TooManyVertices`] and [`EditError::TooManyFaces`].
    pub fn from_triangles<P: Into<[f32; 3]>>(
        kind: Kind,
        triangles: impl IntoIterator<Item = ([P; 3], MaterialId)>,
    ) -> Result<Self, EditError> {
        let mut walkmesh = Self::from_raw(Bwm::default()).with_kind(kind);
        let mut welder = Welder::with_capacity(0);
        for (corners, material) in triangles {
            let mut ids = [VertexId(0); 3];
            for (id, corner) in ids.iter_mut().zip(corners) {
                let corner = corner.into();
                *id = welder.weld_or(corner, || walkmesh.add_vertex(corner))?;
            }
            walkmesh.add_face(ids, material)?;
        }
        walkmesh.stale = Stale::everything();
        walkmesh.bake_stale()?;
        Ok(walkmesh)
    }

    /// Builds a baked walkmesh from vertices and faces, each face counter-clockwise seen from above, with its material.
    /// Vertices keep their order and their duplicates: faces join only where they share vertex ids. Walkable faces come
    /// first; apart from that the faces keep their order.
    ///
    /// # Errors
    /// [`EditError::NoSuchVertex`], [`EditError::NotFinite`], [`EditError::TooManyVertices`] and
    /// [`EditError::TooManyFaces`].
    ///
    /// ```
    /// use walkmesh::kotor::{Kind, MaterialId, VertexId, Walkmesh};
    ///
    /// let square = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [4.0, 4.0, 0.0], [0.0, 4.0, 0.0]];
    /// let faces = [[0, 1, 2], [0, 2, 3]].map(|corners| (corners.map(VertexId), MaterialId(4)));
    /// let room = Walkmesh::from_indexed(Kind::Wok, square, faces)?;
    /// assert_eq!(room.vertex(VertexId(3)), Some([0.0, 4.0, 0.0]));
    /// # Ok::<(), walkmesh::kotor::EditError>(())
    /// ```
    pub fn from_indexed<P: Into<[f32; 3]>>(
        kind: Kind,
        vertices: impl IntoIterator<Item = P>,
        faces: impl IntoIterator<Item = ([VertexId; 3], MaterialId)>,
    ) -> Result<Self, EditError> {
        let mut walkmesh = Self::from_raw(Bwm::default()).with_kind(kind);
        for vertex in vertices {
            walkmesh.add_vertex(vertex)?;
        }
        for (corners, material) in faces {
            walkmesh.add_face(corners, material)?;
        }
        walkmesh.stale = Stale::everything();
        walkmesh.bake_stale()?;
        Ok(walkmesh)
    }

    /// Gives a face another material. Where both are walkable, or neither is, nothing else changes.
    ///
    /// # Errors
    /// [`EditError::NoSuchFace`].
    pub fn set_material(&mut self, face: FaceId, material: MaterialId) -> Result<(), EditError> {
        let before = *self.raw.materials.get(face.index()).ok_or(EditError::NoSuchFace(face))?;
        if self.kind.is_room() && self.materials.is_walkable(MaterialId(before)) != self.materials.is_walkable(material)
        {
            self.remember_conflict();
            self.stale.connections();
        }
        self.raw.materials[face.index()] = material.0;
        Ok(())
    }

    /// Adds a face, counter-clockwise seen from above, at the end. Baking moves it to its final number.
    ///
    /// # Errors
    /// [`EditError::NoSuchVertex`], [`EditError::TooManyFaces`], and [`EditError::Bake`] where the tables of the faces
    /// differ in length.
    pub fn add_face(&mut self, corners: [VertexId; 3], material: MaterialId) -> Result<FaceId, EditError> {
        self.same_lengths()?;
        if let Some(&missing) = corners.iter().find(|corner| corner.index() >= self.raw.vertices.len()) {
            return Err(EditError::NoSuchVertex(missing));
        }
        let count = self.raw.faces.len();
        if count >= i32::MAX as usize / 3 {
            return Err(EditError::TooManyFaces { faces: count });
        }
        if self.materials.is_walkable(material) {
            self.remember_conflict();
            self.stale.connections();
        }
        let raw = &mut self.raw;
        raw.faces.push(Face { vertices: corners.map(|corner| corner.0) });
        raw.materials.push(material.0);
        raw.normals.push(Vector3::default());
        raw.distances.push(0.0);
        self.stale.planes_of([count as u32]);
        self.stale.faces();
        Ok(FaceId(count as u32))
    }

    /// Removes faces; the ids of later faces decrease. Returns the old id of each remaining face. Vertices are kept.
    ///
    /// # Errors
    /// [`EditError::NoSuchFace`], and [`EditError::Bake`] where the tables of the faces differ in length.
    pub fn remove_faces(&mut self, faces: &[FaceId]) -> Result<Vec<FaceId>, EditError> {
        self.same_lengths()?;
        let mut kept = vec![true; self.raw.faces.len()];
        for &face in faces {
            *kept.get_mut(face.index()).ok_or(EditError::NoSuchFace(face))? = false;
        }
        // Faces without a row of neighbours and without edges leave no trace in those tables.
        let rows = self.raw.adjacencies.len();
        let has_row = |face: FaceId| face.index() < rows;
        let connected = faces.iter().any(|&face| has_row(face) || self.is_walkable(face))
            || !self.raw.edges.iter().all(|row| EdgeId::from_raw(row.edge).is_some_and(|edge| has_row(edge.face())));
        let mut new_faces = vec![None; kept.len()];
        let old_faces: Vec<FaceId> =
            (0..).zip(&kept).filter(|&(_, &kept)| kept).map(|(face, _)| FaceId(face)).collect();
        for (old, new) in old_faces.iter().zip(0_u32..) {
            new_faces[old.index()] = Some(new);
        }
        if connected {
            self.remember_conflict();
        }
        let raw = &mut self.raw;
        retain(&mut raw.faces, &kept);
        retain(&mut raw.materials, &kept);
        retain(&mut raw.normals, &kept);
        retain(&mut raw.distances, &kept);
        // Edges of nonexistent faces are dropped, too.
        raw.edges.retain_mut(|row| {
            let edge = EdgeId::from_raw(row.edge);
            let new = edge.and_then(|edge| EdgeId::new(FaceId((*new_faces.get(edge.face().index())?)?), edge.side()));
            row.edge = new.map_or(-1, |edge| edge.0.cast_signed());
            new.is_some()
        });
        if let StalePlanes::Some(stale) = &mut self.stale.planes {
            *stale = stale.iter().filter_map(|&face| new_faces.get(face as usize).copied().flatten()).collect();
        }
        if !faces.is_empty() {
            self.stale.faces();
            if connected {
                self.stale.connections();
            }
        }
        Ok(old_faces)
    }

    /// Removes faces, as [`remove_faces`](Self::remove_faces) does, and the vertices that no other face uses. The ids of later vertices
    /// decrease, too.
    ///
    /// # Errors
    /// The errors of that method. On error, nothing is changed.
    pub fn remove_faces_and_vertices(&mut self, faces: &[FaceId]) -> Result<Vec<FaceId>, EditError> {
        let removed = faces.iter().filter_map(|face| self.raw.faces.get(face.index()));
        let corners: Vec<u32> = removed.flat_map(|face| face.vertices).collect();
        let left = self.remove_faces(faces)?;
        self.remove_unused(corners.into_iter().map(VertexId));
        Ok(left)
    }

    pub(super) fn is_walkable(&self, face: FaceId) -> bool {
        self.face(face).is_some_and(|face| face.is_walkable())
    }

    /// Rejects face tables of different lengths, which no file can have.
    pub(super) fn same_lengths(&self) -> Result<(), EditError> {
        tables::same_lengths(&self.raw).map_err(EditError::from)
    }
}

/// Returns the point if it can be stored and baked.
pub(super) fn checked(point: Vector3) -> Result<Vector3, EditError> {
    if is_usable_point(point) { Ok(point) } else { Err(EditError::NotFinite) }
}

fn retain<T>(rows: &mut Vec<T>, kept: &[bool]) {
    let mut kept = kept.iter();
    rows.retain(|_| kept.next() == Some(&true));
}
