//! Merges walkmeshes, and joins vertices at the same position.

use walkmesh_formats::Vector3;
use walkmesh_formats::bwm::{Edge, Face};

use crate::geometry::pairing::{Patch, paired};
use crate::geometry::weld::weld_all;
use crate::kotor::bake::has_normals;
use crate::kotor::stale::StalePlanes;
use crate::kotor::{EdgeId, EditError, FaceId, VertexId, Walkmesh};

impl Walkmesh {
    /// Merges all vertices that lie at the same position, which joins faces whose common edge is shared only by position. Returns the
    /// number of vertices that were removed.
    ///
    /// The games use duplicate vertices to separate faces, so call this only if all of these should join.
    pub fn join_vertices(&mut self) -> usize {
        let (left, new_vertices) = weld_all(&self.raw.vertices);
        let gone = self.raw.vertices.len() - left.len();
        if gone > 0 {
            self.remember_conflict();
            self.raw.vertices = left;
            for corner in self.raw.faces.iter_mut().flat_map(|face| &mut face.vertices) {
                *corner = new_vertices.get(*corner as usize).copied().unwrap_or(*corner);
            }
            self.stale.adjacency = true;
            self.stale.perimeters = true;
        }
        gone
    }

    /// Adds another walkmesh's vertices and faces, with their transitions, and joins vertices of the two at the same position, so that
    /// walkable faces of both become neighbours where boundary sides meet. Each vertex is joined with at most one vertex of the other
    /// walkmesh: duplicates that separate faces of a walkmesh stay apart. Returns the number of vertices that were joined.
    ///
    /// # Errors
    /// The errors of [`merge`](Self::merge).
    ///
    /// ```
    /// use walkmesh::kotor::{Kind, MaterialId, Walkmesh};
    ///
    /// let room = || {
    ///     let corners = [[0.0, 0.0, 0.0], [3.0, 1.0, 0.0], [0.0, 3.0, 0.0]];
    ///     Walkmesh::from_triangles(Kind::Wok, [(corners, MaterialId(4))])
    /// };
    /// let (mut both, mut west) = (room()?, room()?);
    /// west.mirror_x(0.0)?;
    /// assert_eq!(both.merge_and_join(&west)?, 2);
    /// assert_eq!((both.vertex_count(), both.face_count()), (4, 2));
    /// # Ok::<(), walkmesh::kotor::EditError>(())
    /// ```
    pub fn merge_and_join(&mut self, other: &Self) -> Result<usize, EditError> {
        let (faces, vertices) = (self.raw.faces.len(), self.raw.vertices.len() as u32);
        let pairs = paired(&self.walkable_patch(), &other.walkable_patch());
        self.merge(other)?;
        for corner in self.raw.faces[faces..].iter_mut().flat_map(|face| &mut face.vertices) {
            let pair = corner.checked_sub(vertices).and_then(|at| *pairs.get(at as usize)?);
            *corner = pair.unwrap_or(*corner);
        }
        let joined = (vertices..).zip(&pairs).filter(|(_, pair)| pair.is_some()).map(|(vertex, _)| VertexId(vertex));
        self.remove_unused(joined);
        Ok(pairs.iter().flatten().count())
    }

    /// The walkable faces whose corners are vertices, and all vertex positions.
    fn walkable_patch(&self) -> Patch<'_, Vector3> {
        let is_sound = |face: &Face| face.vertices.iter().all(|corner| (*corner as usize) < self.raw.vertices.len());
        let faces = (0..).map(FaceId).zip(&self.raw.faces).filter(|(id, face)| self.is_walkable(*id) && is_sound(face));
        Patch { points: &self.raw.vertices, faces: faces.map(|(_, face)| face.vertices).collect() }
    }

    /// Adds another walkmesh's vertices and faces, with their transitions. Vertices at the same position stay apart:
    /// [`merge_and_join`](Self::merge_and_join) joins them.
    ///
    /// # Errors
    /// [`EditError::DifferentKinds`], [`EditError::TooManyFaces`], [`EditError::TooManyVertices`], and
    /// [`EditError::Bake`] where the tables of the faces differ in length.
    pub fn merge(&mut self, other: &Self) -> Result<(), EditError> {
        self.same_lengths()?;
        other.same_lengths()?;
        if self.kind != other.kind {
            return Err(EditError::DifferentKinds);
        }
        let [faces, vertices] = [self.raw.faces.len(), self.raw.vertices.len()];
        let (all, all_vertices) = (faces + other.raw.faces.len(), vertices + other.raw.vertices.len());
        check_counts(all, all_vertices)?;
        self.remember_conflict_of(other);
        // If only one of two placeables has normals, the faces of both have normals afterwards.
        let differ = has_normals(self.kind, &self.raw.normals) != has_normals(other.kind, &other.raw.normals);
        let (raw, from) = (&mut self.raw, &other.raw);
        raw.vertices.extend(&from.vertices);
        // A corner that was not a vertex must not become one.
        raw.faces.extend(from.faces.iter().map(|face| Face {
            vertices: face.vertices.map(|corner| match (corner as usize) < from.vertices.len() {
                true => corner + vertices as u32,
                false => u32::MAX,
            }),
        }));
        raw.materials.extend(&from.materials);
        raw.normals.extend(&from.normals);
        raw.distances.extend(&from.distances);
        raw.edges.extend(from.edges.iter().filter_map(|row| {
            let edge = EdgeId::from_raw(row.edge).filter(|edge| edge.face().index() < from.faces.len())?;
            Some(Edge { edge: edge.half_edge().shifted(faces as u32).id().cast_signed(), ..*row })
        }));
        match &other.stale.planes {
            StalePlanes::None => {}
            StalePlanes::Some(stale) => self.stale.planes_of(stale.iter().map(|face| face + faces as u32)),
            StalePlanes::All => self.stale.planes_of(faces as u32..all as u32),
        }
        if differ && all > faces && faces > 0 {
            self.stale.planes = StalePlanes::All;
        }
        if all > faces {
            self.stale.faces();
        }
        if !other.raw.edges.is_empty() || (faces..all).any(|face| self.is_walkable(FaceId(face as u32))) {
            self.stale.connections();
        }
        Ok(())
    }
}

/// Refuses more faces or vertices than the signed words of a file number. It numbers each of the three edges of a face.
fn check_counts(faces: usize, vertices: usize) -> Result<(), EditError> {
    if faces > i32::MAX as usize / 3 {
        return Err(EditError::TooManyFaces { faces });
    }
    if vertices > i32::MAX as usize {
        return Err(EditError::TooManyVertices { vertices });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_faces_and_vertices_as_a_file_can_number_are_taken() {
        let [faces, vertices] = [715_827_882, 2_147_483_647];
        assert_eq!(check_counts(faces, vertices), Ok(()));
        assert_eq!(check_counts(faces + 1, 0), Err(EditError::TooManyFaces { faces: faces + 1 }));
        assert_eq!(check_counts(0, vertices + 1), Err(EditError::TooManyVertices { vertices: vertices + 1 }));
    }
}
