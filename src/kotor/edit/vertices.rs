//! Edits of vertices.

use super::checked;
use crate::kotor::point::same;
use crate::kotor::stale::StaleTree;
use crate::kotor::{EditError, FaceId, VertexId, Walkmesh};

impl Walkmesh {
    /// Adds a vertex that no face has yet.
    ///
    /// # Errors
    /// [`EditError::NotFinite`] and [`EditError::TooManyVertices`].
    pub fn add_vertex(&mut self, point: impl Into<[f32; 3]>) -> Result<VertexId, EditError> {
        let point = checked(point.into().into())?;
        let count = self.raw.vertices.len();
        let id = u32::try_from(count).map_err(|_| EditError::TooManyVertices { vertices: count })?;
        self.raw.vertices.push(point);
        Ok(VertexId(id))
    }

    /// Moves a vertex, and with it its faces.
    ///
    /// # Errors
    /// [`EditError::NoSuchVertex`] and [`EditError::NotFinite`].
    pub fn move_vertex(&mut self, vertex: VertexId, to: impl Into<[f32; 3]>) -> Result<(), EditError> {
        let to = checked(to.into().into())?;
        let stored = self.raw.vertices.get_mut(vertex.index()).ok_or(EditError::NoSuchVertex(vertex))?;
        if same(*stored, to) {
            return Ok(());
        }
        *stored = to;
        let touched = (0..).zip(&self.raw.faces).filter(|(_, face)| face.vertices.contains(&vertex.0));
        let touched: Vec<u32> = touched.map(|(face, _)| face).collect();
        if !touched.is_empty() {
            self.stale.planes_of(touched);
            self.stale.tree = StaleTree::Shape;
        }
        Ok(())
    }

    /// Removes a vertex that no face has; the ids of those after it move up by one.
    ///
    /// # Errors
    /// [`EditError::NoSuchVertex`] and [`EditError::VertexInUse`].
    pub fn remove_vertex(&mut self, vertex: VertexId) -> Result<(), EditError> {
        if vertex.index() >= self.raw.vertices.len() {
            return Err(EditError::NoSuchVertex(vertex));
        }
        let user = (0..).zip(&self.raw.faces).find(|(_, face)| face.vertices.contains(&vertex.0));
        if let Some((face, _)) = user {
            return Err(EditError::VertexInUse { vertex, face: FaceId(face) });
        }
        self.raw.vertices.remove(vertex.index());
        for corner in self.raw.faces.iter_mut().flat_map(|face| &mut face.vertices) {
            *corner -= u32::from(*corner > vertex.0);
        }
        Ok(())
    }
}
