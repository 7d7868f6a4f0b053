//! Assembles the walkmesh from pieces that are cut and sorted by tile.

use std::ops::Range;

use crate::formats::Vector3;
use crate::formats::aswm::{Aswm, Edges, Tile, TileFlags, TileHeader, TilesHeader, Triangle, Triangles};
use crate::nwn2::bake::{self, unbaked, vertices_per_tile};
use crate::nwn2::{CrowdedTile, TileId, Walkmesh, floor};

use super::cut::Cutter;
use super::options::{BuildFace, BuildOptions};
use super::report::{BuildReport, BuildResult};

/// A triangle of the new walkmesh.
pub(super) struct Piece {
    pub(super) tile: u32,
    pub(super) corners: [u32; 3],
    /// The input triangle that it equals or was cut from.
    pub(super) source: u32,
}

/// Builds the walkmesh from pieces that are sorted by tile.
pub(super) fn assemble(
    cutter: Cutter,
    pieces: &[Piece],
    faces: &[BuildFace],
    grid: [u32; 2],
    options: &BuildOptions,
    mut report: BuildReport,
) -> BuildResult {
    report.sources = pieces.iter().map(|piece| piece.source).collect();
    let face = |piece: &Piece| &faces[piece.source as usize];
    let row = |piece: &Piece| Triangle {
        vertices: piece.corners,
        flags: floor::flags(face(piece).walkable, face(piece).floor),
        ..Default::default()
    };
    let mut triangles: Vec<Triangle> = pieces.iter().map(row).collect();
    let vertices: Vec<Vector3> = cutter.into_vertices().into_iter().map(Into::into).collect();
    let ranges = ranges(pieces, grid);
    let edges = unbaked::fill(&mut triangles, &vertices, &ranges);
    let vertex_counts = vertices_per_tile(vertices.len(), &triangles, &ranges);

    let mut tiles = Vec::with_capacity(ranges.len());
    for (tile, range) in (0..).zip(&ranges) {
        let size = if range.is_empty() { 0.0 } else { options.tile_width };
        let header = TileHeader {
            vertices_count: vertex_counts[tile as usize],
            edges_count: edges.of_tile[tile as usize],
            triangles_count: range.len() as u32,
            triangles_offset: range.start as u32,
            size_x: size,
            size_y: size,
            ..Default::default()
        };
        let walkable = pieces[range.clone()].iter().filter(|piece| face(piece).walkable).count();
        if walkable > bake::MAX_NODES {
            let coordinates = [tile % grid[0], tile / grid[0]];
            report.crowded.push(CrowdedTile { tile: TileId(tile), coordinates, walkable });
        }
        tiles.push(Tile { header, flags: TileFlags::TRN, ..Default::default() });
    }
    let raw = Aswm {
        owns_data: 1,
        vertices,
        edges: Edges::V6A(edges.records),
        triangles: Triangles::V6B(triangles),
        tiles_header: TilesHeader {
            flags: TileFlags::TRN,
            width: options.tile_width,
            grid_height: grid[1],
            grid_width: grid[0],
        },
        tiles,
        tiles_border_size: options.border,
        ..Default::default()
    };
    BuildResult { walkmesh: Walkmesh::from_raw(raw), report }
}

/// The range of each tile in pieces that are sorted by tile.
fn ranges(pieces: &[Piece], grid: [u32; 2]) -> Vec<Range<usize>> {
    let mut start = 0;
    let range = |tile| {
        let end = start + pieces[start..].partition_point(|piece| piece.tile <= tile);
        std::mem::replace(&mut start, end)..end
    };
    (0..grid[0] * grid[1]).map(range).collect()
}
