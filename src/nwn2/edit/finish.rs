//! Turns an edit into a walkmesh: numbers its triangles and vertices, and bakes the data that the edit made stale.

use std::ops::Range;

use crate::formats::Vector3;
use crate::formats::aswm::{Aswm, Edges, PathTable, Triangle, TriangleFlags, Triangles, Version};
use crate::nwn2::bake::{MAX_NODES, bake, unbaked, vertices_per_tile};
use crate::nwn2::floor::{CLOCKWISE, is_walkable};
use crate::nwn2::{BakeOptions, Border, CrowdedTile, EditError, TileId, Tiling, TriangleId, Walkmesh};

use super::place::{Placement, TilePiece, place};
use super::report::EditReport;
use super::unchanged_triangles::UnchangedTriangles;
use super::walkmesh_edit::{WalkmeshEdit, twice_the_area};

impl WalkmeshEdit<'_> {
    /// Makes a walkmesh with the edits. A baked walkmesh (a TRX) is baked again; an unbaked one (a TRN) stays unbaked. Tiles that no edit
    /// affects keep the values that a bake cannot compute from the mesh alone. If nothing was changed, the result is bit-identical to the
    /// input.
    ///
    /// Triangles that were linked stay connected. Where more than two share a pair of vertices, the unstable sort of the game's baker
    /// decides which are linked, and its decision may change whenever the number of triangles changes anywhere. Two triangles that would
    /// lose their link are divided at the midpoint of their common side, where every bake links them.
    ///
    /// The options [`tiling`](BakeOptions::tiling) and [`border`](BakeOptions::border) are ignored: triangles stay in their
    /// tiles, and in the border.
    ///
    /// # Errors
    /// [`EditError::OutsideGrid`], [`EditError::TooManyFaces`], and [`EditError::Bake`] when the bake refuses the result, for
    /// example because a tile has more than 127 walkable triangles.
    pub fn finish(self, options: &BakeOptions) -> Result<(Walkmesh, EditReport), EditError> {
        let base = self.base();
        let mut report = EditReport::default();
        if self.is_unchanged() {
            report.is_unchanged = true;
            report.sources = (0..base.triangle_rows().len() as u32).map(TriangleId).collect();
            return Ok((base.clone(), report));
        }
        let version = base.as_raw().version;
        report.old_version = (version != Version::V6C).then_some(version);
        let mut placement = place(self, &mut report)?;
        placement.wind(base.is_baked());
        if base.is_baked() {
            placement.hold_together(base, &mut report);
        }
        report.sources = placement.faces.iter().map(|face| face.source).collect();
        let untouched = UnchangedTriangles::new(base, &placement.faces);
        placement.drop_unused_vertices(base);
        let (raw, ranges) = placement.assemble(base);
        let raw = if base.is_baked() {
            let options = options.clone().with_tiling(Tiling::Keep).with_border(Border::Keep);
            bake(&Walkmesh::from_raw(raw), &options)?.into_raw()
        } else {
            report.crowded = crowded(&placement.faces, &ranges, base.grid());
            fill(raw, &ranges)
        };
        Ok((Walkmesh::from_raw(untouched.keep(raw, base)), report))
    }
}

impl Placement {
    /// Winds the reshaped triangles so that they face up, with the winding of a TRX or of a TRN.
    fn wind(&mut self, is_baked: bool) {
        for face in self.faces.iter_mut().filter(|face| face.is_reshaped) {
            let area = twice_the_area(face.corners.map(|corner| self.vertices[corner as usize]));
            if (is_baked && area > 0.0) || (!is_baked && area < 0.0) {
                face.corners.swap(1, 2);
            }
            let flag = if is_baked { CLOCKWISE } else { 0 };
            face.flags = TriangleFlags(face.flags.0 & !CLOCKWISE | flag);
        }
    }

    /// The walkmesh without tables, and the range of each tile.
    fn assemble(&self, base: &Walkmesh) -> (Aswm, Vec<Range<usize>>) {
        let row = |face: &TilePiece| Triangle { vertices: face.corners, flags: face.flags, ..Default::default() };
        let mut raw = base.as_raw().clone();
        raw.version = Version::V6C;
        raw.vertices = self.vertices.iter().map(|vertex| (*vertex).into()).collect();
        raw.edges = Edges::V6A(Vec::new());
        raw.triangles = Triangles::V6B(self.faces.iter().map(row).collect());
        let mut start = 0;
        let mut ranges = Vec::with_capacity(raw.tiles.len());
        for (tile, row) in (0..).zip(&mut raw.tiles) {
            let end = start + self.faces[start..].partition_point(|face| face.tile <= tile);
            (row.header.triangles_offset, row.header.triangles_count) = (start as u32, (end - start) as u32);
            ranges.push(std::mem::replace(&mut start, end)..end);
        }
        (raw, ranges)
    }

    /// Drops the vertices that no triangle uses any longer, but keeps those that were unused before.
    fn drop_unused_vertices(&mut self, base: &Walkmesh) {
        let mut is_kept = vec![false; self.vertices.len()];
        is_kept[..base.vertices().len()].fill(true);
        base.triangle_rows().iter().flat_map(|row| row.vertices).for_each(|vertex| is_kept[vertex as usize] = false);
        self.faces.iter().flat_map(|face| face.corners).for_each(|vertex| is_kept[vertex as usize] = true);
        let mut number = Vec::with_capacity(is_kept.len());
        let mut next = 0;
        for is_kept in &is_kept {
            number.push(next);
            next += u32::from(*is_kept);
        }
        let mut kept = is_kept.iter();
        self.vertices.retain(|_| kept.next() == Some(&true));
        for face in &mut self.faces {
            face.corners = face.corners.map(|vertex| number[vertex as usize]);
        }
    }
}

/// Fills in the tables of a walkmesh that is not baked.
fn fill(mut raw: Aswm, ranges: &[Range<usize>]) -> Aswm {
    let Triangles::V6B(mut triangles) = std::mem::take(&mut raw.triangles) else { return raw };
    let vertices: &[Vector3] = &raw.vertices;
    let edges = unbaked::fill_tables(&mut triangles, vertices, ranges);
    let vertex_counts = vertices_per_tile(vertices.len(), &triangles, ranges);
    for (index, (tile, range)) in raw.tiles.iter_mut().zip(ranges).enumerate() {
        tile.header.vertices_count = vertex_counts[index];
        tile.header.edges_count = edges.of_tile[index];
        tile.path_table = PathTable::default();
        if !range.is_empty() {
            (tile.header.size_x, tile.header.size_y) = (raw.tiles_header.width, raw.tiles_header.width);
        }
    }
    raw.edges = Edges::V6A(edges.records);
    raw.triangles = Triangles::V6B(triangles);
    (raw.islands, raw.islands_path_nodes) = (Vec::new(), Vec::new());
    raw
}

/// The tiles with more walkable triangles than a bake can number.
fn crowded(faces: &[TilePiece], ranges: &[Range<usize>], [columns, _]: [u32; 2]) -> Vec<CrowdedTile> {
    let tile = |(tile, range): (u32, &Range<usize>)| {
        let walkable = faces[range.clone()].iter().filter(|face| is_walkable(face.flags)).count();
        let coordinates = [tile % columns, tile / columns];
        (walkable > MAX_NODES).then_some(CrowdedTile { tile: TileId(tile), coordinates, walkable })
    };
    (0..).zip(ranges).filter_map(tile).collect()
}
