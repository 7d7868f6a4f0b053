//! A hole in the floor of an area.

use super::walkmesh_edit::WalkmeshEdit;
use super::{EditError, Selection};
use crate::flaw::{RepairedFace, cut_hole};
use crate::nwn2::{TriangleId, VertexId};

impl WalkmeshEdit<'_> {
    /// Cuts a hole into every floor inside an outline of the plan view, in metres. Triangles on its border are divided. Returns the
    /// number of triangles that were cut; `None` if the outline crosses itself or has no area.
    ///
    /// # Errors
    /// [`EditError::TooManyFaces`].
    pub fn cut_hole(&mut self, outline: &[[f32; 2]]) -> Result<Option<usize>, EditError> {
        let faces: Vec<_> = self.faces().map(|(id, face)| (id.0, face.corners)).collect();
        let Some(hole) = cut_hole(self.vertices(), faces.iter().copied(), outline) else { return Ok(None) };
        if hole.cut == 0 {
            return Ok(Some(0));
        }
        for point in hole.points {
            self.add_vertex(point)?;
        }
        let mut left = hole.faces.into_iter().peekable();
        let mut gone = Vec::new();
        for (id, corners) in faces {
            let triangle = TriangleId(id);
            let flags = self.face(triangle)?.flags;
            let mut pieces = std::iter::from_fn(|| left.next_if(|piece| piece.source == id));
            match pieces.next() {
                None => gone.push(triangle),
                Some(RepairedFace { corners: now, .. }) if now != corners => {
                    self.set_corners(triangle, now.map(VertexId))?;
                }
                Some(_) => {}
            }
            for RepairedFace { corners, .. } in pieces {
                self.add_triangle(corners.map(VertexId), flags)?;
            }
        }
        self.remove(&Selection::Triangles(gone))?;
        Ok(Some(hole.cut))
    }

    /// Moves the vertices at a point to another one. Returns the number of moved vertices.
    ///
    /// # Errors
    /// [`EditError::NotFinite`].
    pub fn move_vertices_at(&mut self, from: [f32; 3], to: [f32; 3]) -> Result<usize, EditError> {
        let at: Vec<_> = (0..).zip(self.vertices()).filter(|(_, point)| **point == from).map(|(id, _)| id).collect();
        at.iter().try_for_each(|vertex| self.move_vertex(VertexId(*vertex), to))?;
        Ok(at.len())
    }
}
