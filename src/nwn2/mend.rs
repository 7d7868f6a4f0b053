//! Mends the floor of an area: cracks, T-junctions, and triangles that nobody can use.

use super::sides::floor_tables;
use super::{BakeOptions, EditError, EditReport, Selection, TriangleId, VertexId, Walkmesh};
use crate::flaw::{MendOptions, MendedFace, Repair, mend};

impl Walkmesh {
    /// Mends the flaws of the floor that the options name, and bakes what the repairs make stale, as
    /// [`WalkmeshEdit::finish`](super::WalkmeshEdit::finish) does. Returns the mended walkmesh, what was done, and the
    /// report of the edit.
    ///
    /// # Errors
    /// Those of [`edit`](Self::edit) and [`WalkmeshEdit::finish`](super::WalkmeshEdit::finish).
    pub fn mend(
        &self,
        options: &MendOptions,
        bake: &BakeOptions,
    ) -> Result<(Self, Vec<Repair>, EditReport), EditError> {
        let mut edit = self.edit()?;
        let tables = floor_tables(self);
        let faces = &tables.faces;
        let mended = mend(&tables.floor(), options, |face| edit.faces_down(TriangleId(face)), |_| false);
        let mut is_left = vec![false; faces.len()];
        for MendedFace { source, corners, .. } in mended.faces {
            let id = TriangleId(source);
            if std::mem::replace(&mut is_left[id.index()], true) {
                edit.add_triangle(corners.map(VertexId), self.triangle_rows()[id.index()].flags)?;
            } else if corners != faces[id.index()] {
                edit.set_corners(id, corners.map(VertexId))?;
            }
        }
        let gone = (0..).map(TriangleId).zip(is_left).filter(|(_, is_left)| !is_left).map(|(face, _)| face);
        edit.remove(&Selection::Triangles(gone.collect()))?;
        let (walkmesh, report) = edit.finish(bake)?;
        Ok((walkmesh, mended.repairs, report))
    }
}
