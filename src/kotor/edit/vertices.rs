//! Edits of vertices.

use super::checked;
use crate::kotor::point::same;
use crate::kotor::stale::StaleTree;
use crate::kotor::{EditError, FaceId, VertexId, Walkmesh};

impl Walkmesh {
    /// Adds a vertex that no face uses yet.
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
        self.move_vertices([(vertex, to)])
    }

    /// Moves vertices, and with them their faces. The cost is one pass over the faces, however many vertices move. If a vertex is moved
    /// several times, the last move wins.
    ///
    /// # Errors
    /// [`EditError::NoSuchVertex`] and [`EditError::NotFinite`]. On error, nothing is changed.
    pub fn move_vertices<P: Into<[f32; 3]>>(
        &mut self,
        moves: impl IntoIterator<Item = (VertexId, P)>,
    ) -> Result<(), EditError> {
        let mut checked_moves = Vec::new();
        for (vertex, to) in moves {
            let to = checked(to.into().into())?;
            let from = *self.raw.vertices.get(vertex.index()).ok_or(EditError::NoSuchVertex(vertex))?;
            checked_moves.push((vertex, from, to));
        }
        for (vertex, _, to) in &checked_moves {
            self.raw.vertices[vertex.index()] = *to;
        }
        let mut moved: Vec<u32> = checked_moves
            .iter()
            .filter(|(vertex, from, _)| !same(*from, self.raw.vertices[vertex.index()]))
            .map(|(vertex, ..)| vertex.0)
            .collect();
        moved.sort_unstable();
        self.vertices_moved(&moved);
        Ok(())
    }

    /// Moves the vertices whose stored position is a point to another point. Returns their number.
    ///
    /// # Errors
    /// [`EditError::NotFinite`].
    pub fn move_vertices_at(&mut self, from: [f32; 3], to: [f32; 3]) -> Result<usize, EditError> {
        let at: Vec<_> = (0..).zip(self.vertices()).filter(|(_, point)| *point == from).collect();
        self.move_vertices(at.iter().map(|(vertex, _)| (VertexId(*vertex), to)))?;
        Ok(at.len())
    }

    /// Marks the data that depends on vertices as stale. The vertices are given in ascending order.
    fn vertices_moved(&mut self, moved: &[u32]) {
        if moved.is_empty() {
            return;
        }
        let is_moved = |vertex: &u32| moved.binary_search(vertex).is_ok();
        let touched = (0..).zip(&self.raw.faces).filter(|(_, face)| face.vertices.iter().any(is_moved));
        let touched: Vec<u32> = touched.map(|(face, _)| face).collect();
        if !touched.is_empty() {
            self.stale.planes_of(touched);
            self.stale.tree = StaleTree::Shape;
        }
    }

    /// Removes a vertex that no face uses; the ids of later vertices decrease by one.
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

    /// Removes the unused vertices of a list. The ids of later vertices decrease.
    pub(in crate::kotor) fn remove_unused(&mut self, vertices: impl IntoIterator<Item = VertexId>) {
        let mut is_gone = vec![false; self.raw.vertices.len()];
        for vertex in vertices {
            if let Some(is_gone) = is_gone.get_mut(vertex.index()) {
                *is_gone = true;
            }
        }
        for corner in self.raw.faces.iter().flat_map(|face| face.vertices) {
            if let Some(is_gone) = is_gone.get_mut(corner as usize) {
                *is_gone = false;
            }
        }
        let gone_before = is_gone.iter().scan(0, |gone, is_gone| {
            let before = *gone;
            *gone += u32::from(*is_gone);
            Some(before)
        });
        let gone_before: Vec<u32> = gone_before.collect();
        let all = gone_before.last().map_or(0, |before| before + u32::from(is_gone.last() == Some(&true)));
        for corner in self.raw.faces.iter_mut().flat_map(|face| &mut face.vertices) {
            // A corner that is out of range stays out of range.
            *corner -= gone_before.get(*corner as usize).copied().unwrap_or(all);
        }
        let mut left = is_gone.into_iter().map(|is_gone| !is_gone);
        self.raw.vertices.retain(|_| left.next().unwrap_or(true));
    }
}
