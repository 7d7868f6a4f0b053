//! A hole in the floor of an area.

use super::walkmesh_edit::{WalkmeshEdit, twice_the_area};
use super::{EditError, Selection};
use crate::flaw::{RepairedFace, cut_hole, divide_at};
use crate::formats::aswm::TriangleFlags;
use crate::nwn2::floor::{WALKABLE, is_walkable};
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

    /// Makes the floor inside an outline of the plan view unwalkable, between two heights in metres. Triangles on its border are divided there.
    /// Returns the number of these triangles and the area that was walkable before, in square metres of the plan view; `None` if the outline
    /// crosses itself or has no area.
    ///
    /// # Errors
    /// [`EditError::TooManyFaces`].
    pub fn make_unwalkable_within(
        &mut self,
        outline: &[[f32; 2]],
        heights: [f32; 2],
    ) -> Result<Option<(usize, f64)>, EditError> {
        let height =
            |corners: [u32; 3]| corners.iter().map(|corner| self.vertices()[*corner as usize][2]).sum::<f32>() / 3.0;
        let is_meant = |corners: [u32; 3]| (heights[0]..=heights[1]).contains(&height(corners));
        let walkable = self.faces().filter(|(_, face)| is_walkable(face.flags) && is_meant(face.corners));
        let faces: Vec<_> = walkable.map(|(id, face)| (id.0, face.corners)).collect();
        let Some(divided) = divide_at(self.vertices(), faces.iter().copied(), outline) else { return Ok(None) };
        for point in divided.points {
            self.add_vertex(point)?;
        }
        let area = divided
            .inside
            .iter()
            .map(|piece| twice_the_area(piece.corners.map(|corner| self.vertices()[corner as usize])).abs() / 2.0);
        let area = area.sum();
        let (mut outside, mut inside) = (divided.faces.into_iter().peekable(), divided.inside.into_iter().peekable());
        for (id, corners) in faces {
            let flags = self.face(TriangleId(id))?.flags;
            let unwalkable = TriangleFlags(flags.0 & !WALKABLE);
            let outer = std::iter::from_fn(|| outside.next_if(|piece| piece.source == id)).map(|piece| (piece, flags));
            let mut pieces: Vec<_> = outer.collect();
            pieces.extend(
                std::iter::from_fn(|| inside.next_if(|piece| piece.source == id)).map(|piece| (piece, unwalkable)),
            );
            // The triangle becomes its first piece.
            for (number, (RepairedFace { corners: now, .. }, flags)) in pieces.into_iter().enumerate() {
                if number > 0 {
                    self.add_triangle(now.map(VertexId), flags)?;
                    continue;
                }
                if now != corners {
                    self.set_corners(TriangleId(id), now.map(VertexId))?;
                }
                self.face_mut(TriangleId(id))?.flags = flags;
            }
        }
        Ok(Some((divided.cut, area)))
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
