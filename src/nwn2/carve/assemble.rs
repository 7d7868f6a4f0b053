//! The walkmesh of joined tiles.

use crate::formats::Vector3;
use crate::formats::aswm::{
    Aswm, Edges, Tile as RawTile, TileFlags, TileHeader, TilesHeader, Triangle, Triangles, Version,
};
use crate::nwn2::Walkmesh;

use super::CarveReport;
use super::join::VertexJoins;
use super::tile::Tile;
use super::weld::is_collapsed;

/// Marks a vertex without a number.
const NONE: u32 = u32::MAX;

/// Makes the walkmesh from the tiles, and drops triangles that collapsed when they were joined.
pub(super) fn assemble(input: &Walkmesh, tiles: &[Tile], joined: &VertexJoins, report: &mut CarveReport) -> Walkmesh {
    let (mut rows, mut counts) = (Vec::new(), Vec::with_capacity(tiles.len()));
    for (tile, vertex) in tiles.iter().zip(&joined.of_tiles) {
        let before = rows.len();
        report.welded += tile.welded;
        report.collapsed += tile.collapsed;
        for triangle in &tile.triangles {
            let vertices = triangle.corners.map(|corner| vertex[corner as usize]);
            if is_collapsed(vertices) {
                report.collapsed += 1;
            } else {
                rows.push(Triangle { vertices, flags: triangle.flags, ..Default::default() });
                report.sources.push(triangle.source);
            }
        }
        counts.push(rows.len() - before);
    }
    let vertices = number(joined, &mut rows);
    let headers = tiles.iter().zip(counts).scan(0, |triangles_offset, (tile, count)| {
        let header = TileHeader {
            vertices_count: tile.vertices.len() as u32,
            edges_count: tile.edges(),
            triangles_count: count as u32,
            triangles_offset: *triangles_offset,
            ..Default::default()
        };
        *triangles_offset += count as u32;
        Some(header)
    });
    let raw = input.as_raw();
    Walkmesh::from_raw(Aswm {
        version: Version::V6C,
        name: raw.name,
        owns_data: 1,
        triangles_offset: 0,
        vertices,
        edges: Edges::default(),
        triangles: Triangles::V6B(rows),
        tiles_header: TilesHeader { flags: TileFlags::TRX, ..raw.tiles_header },
        tiles: headers.map(|header| RawTile { header, flags: TileFlags::TRX, ..Default::default() }).collect(),
        tiles_border_size: raw.tiles_border_size,
        ..Default::default()
    })
}

/// Numbers the vertices that triangles use, by their first index in the lists of the tiles.
fn number(joined: &VertexJoins, rows: &mut [Triangle]) -> Vec<Vector3> {
    let mut is_used = vec![false; joined.vertices.len()];
    rows.iter().flat_map(|row| row.vertices).for_each(|vertex| is_used[vertex as usize] = true);
    let mut number = vec![NONE; joined.vertices.len()];
    let mut vertices = Vec::new();
    for &vertex in joined.of_tiles.iter().flatten() {
        let number = &mut number[vertex as usize];
        if is_used[vertex as usize] && *number == NONE {
            *number = vertices.len() as u32;
            vertices.push(joined.vertices[vertex as usize].into());
        }
    }
    for row in rows {
        row.vertices = row.vertices.map(|vertex| number[vertex as usize]);
    }
    vertices
}
