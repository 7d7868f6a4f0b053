//! Repairs the floor of an area: cracks, T-junctions, and useless triangles.

use super::floor::{CLOCKWISE, is_walkable};
use super::sides::floor_tables;
use super::{BakeOptions, EditError, EditReport, Selection, TriangleId, VertexId, Walkmesh};
use crate::flaw::{FaceFacts, Joints, Repair, RepairedFace, RepairedFloor, Repairs, repair_whole};

impl Walkmesh {
    /// Repairs the flaws of the floor that the options name, and bakes the stale tables, as
    /// [`WalkmeshEdit::finish`](super::WalkmeshEdit::finish) does. Returns the repaired walkmesh, the repairs, and the
    /// report of the edit.
    ///
    /// Connected triangles stay connected: a triangle whose removal would disconnect floor is kept, and the repairs list it.
    ///
    /// # Errors
    /// The same as [`edit`](Self::edit) and [`WalkmeshEdit::finish`](super::WalkmeshEdit::finish).
    pub fn repair(&self, options: &Repairs, bake: &BakeOptions) -> Result<(Self, Vec<Repair>, EditReport), EditError> {
        let edit = self.edit()?;
        let tables = floor_tables(self);
        let surface = |face: u32| u32::from(self.triangle_rows()[face as usize].flags.0 & !CLOCKWISE);
        let facts =
            FaceFacts { faces_down: &|face| edit.faces_down(TriangleId(face)), exits: &|_| false, surface: &surface };
        let make = |repaired: &RepairedFloor| {
            let (walkmesh, report, sources) = self.with_faces(&repaired.faces, bake)?;
            let joints = Joints { sources, links: links(&walkmesh), losers: Vec::new() };
            Ok::<_, EditError>(((walkmesh, report), joints))
        };
        let ((walkmesh, report), repairs) = repair_whole(&tables.floor(), options, &facts, &links(self), make)?;
        Ok((walkmesh, repairs, report))
    }

    /// The walkmesh with repaired faces, and for each triangle the original one that it equals or is a piece of.
    fn with_faces(
        &self,
        repaired: &[RepairedFace],
        bake: &BakeOptions,
    ) -> Result<(Self, EditReport, Vec<u32>), EditError> {
        let mut edit = self.edit()?;
        let rows = self.triangle_rows();
        let mut is_left = vec![false; rows.len()];
        let mut sources: Vec<u32> = (0..rows.len() as u32).collect();
        for RepairedFace { source, corners, .. } in repaired {
            let id = TriangleId(*source);
            if std::mem::replace(&mut is_left[id.index()], true) {
                edit.add_triangle(corners.map(VertexId), rows[id.index()].flags)?;
                sources.push(*source);
            } else if *corners != rows[id.index()].vertices {
                edit.set_corners(id, corners.map(VertexId))?;
            }
        }
        let gone = (0..).map(TriangleId).zip(is_left).filter(|(_, is_left)| !is_left).map(|(face, _)| face);
        edit.remove(&Selection::Triangles(gone.collect()))?;
        let (walkmesh, report) = edit.finish(bake)?;
        let sources = report.sources.iter().map(|edited| sources[edited.index()]).collect();
        Ok((walkmesh, report, sources))
    }
}

/// The pairs of walkable triangles that the file links.
fn links(walkmesh: &Walkmesh) -> Vec<[u32; 2]> {
    let rows = walkmesh.triangle_rows();
    let walks = |triangle: &u32| rows.get(*triangle as usize).is_some_and(|row| is_walkable(row.flags));
    let linked = walkmesh.edges().iter().map(|edge| edge.triangles);
    linked.filter(|triangles| triangles.iter().all(walks)).collect()
}
