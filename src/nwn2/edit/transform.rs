//! Edits of a whole walkmesh: moving it, and merging another one. A change that the grid of tiles forbids is refused with the
//! reason.

use crate::geometry::pairing::{Patch, paired};
use crate::nwn2::{EditError, VertexId, Walkmesh};

use super::WalkmeshEdit;
use super::walkmesh_edit::twice_the_area;

impl WalkmeshEdit<'_> {
    /// Moves the whole walkmesh: vertically by any distance, horizontally by whole tiles.
    ///
    /// # Errors
    /// [`EditError::NotWholeTiles`]; [`EditError::NotFinite`] if a vertex would lie too far away. A walkmesh that is moved out
    /// of its grid is refused by [`finish`](Self::finish).
    pub fn translate(&mut self, offset: impl Into<[f32; 3]>) -> Result<(), EditError> {
        let [x, y, z] = offset.into();
        let width = self.base().tile_width();
        let not_whole = EditError::NotWholeTiles { offset: [x, y], width };
        let tiles = [x, y].map(|offset| f64::from(offset) / f64::from(width));
        // A width such as 0.1 has no exact multiples.
        let is_whole = |tiles: &f64| tiles.abs() < 1e6 && (tiles - tiles.round()).abs() < 1e-6;
        if [x, y] != [0.0; 2] && !tiles.iter().all(is_whole) {
            return Err(not_whole);
        }
        let steps = tiles.map(|tiles| tiles.round() as i64);
        for vertex in (0..self.vertices().len() as u32).map(VertexId) {
            let [ax, ay, az] = self.vertices()[vertex.index()];
            self.move_vertex(vertex, [ax + x, ay + y, az + z])?;
        }
        let [columns, rows] = self.base().grid().map(i64::from);
        for face in self.faces_mut() {
            // A triangle that leaves the grid has no tile there, and is refused when the edit is finished.
            face.tile = face.tile.and_then(|tile| {
                let [to_x, to_y] = [i64::from(tile) % columns + steps[0], i64::from(tile) / columns + steps[1]];
                let is_inside = (0..columns).contains(&to_x) && (0..rows).contains(&to_y);
                is_inside.then(|| (to_y * columns + to_x) as u32)
            });
        }
        Ok(())
    }

    /// Adds the triangles of another walkmesh with the same grid. A vertex at the point of an existing vertex is merged with that vertex,
    /// so that the triangles join. Copies of a vertex within one of the two stay separate.
    ///
    /// # Errors
    /// [`EditError::OtherGrid`], [`EditError::TooManyFaces`], and [`EditError::Bake`] if the other walkmesh cannot be baked.
    pub fn merge(&mut self, other: &Walkmesh) -> Result<(), EditError> {
        let (own, width) = (self.base().grid(), self.base().tile_width());
        if (own, width.to_bits()) != (other.grid(), other.tile_width().to_bits()) {
            let (grids, widths) = ([own, other.grid()], [width, other.tile_width()]);
            return Err(EditError::OtherGrid { grids, widths });
        }
        let theirs = other.edit()?;
        let pairs = paired(&self.patch(), &theirs.patch());
        let mut number = Vec::with_capacity(theirs.vertices().len());
        for (point, pair) in theirs.vertices().iter().zip(pairs) {
            number.push(pair.map_or_else(|| self.add_vertex(*point), |own| Ok(VertexId(own)))?);
        }
        for (_, face) in theirs.faces() {
            self.add_triangle(face.corners.map(|corner| number[corner as usize]), face.flags)?;
        }
        Ok(())
    }

    /// All triangles, counter-clockwise, and all vertices.
    fn patch(&self) -> Patch<'_, [f32; 3]> {
        let corners = self.faces().map(|(_, face)| {
            let [a, b, c] = face.corners;
            let area = twice_the_area(face.corners.map(|corner| self.vertices()[corner as usize]));
            if area < 0.0 { [a, c, b] } else { [a, b, c] }
        });
        Patch { points: self.vertices(), faces: corners.collect() }
    }
}
