//! Writes a [`Floor`] as a tile of Detour. Source: `docs/formats/detour.md`.

mod boxes;

use super::{Floor, FloorTriangle, Note};
use crate::counted::agreeing;
use crate::geometry::Aabb;
use boxes::Grid;
use walkmesh_formats::detour::{DetailMesh, DetailTriangle, Link, Polygon, Tile};

/// The largest class whose number is used as the area. The next one is Recast's number for any floor.
const LAST_CLASS: u32 = 62;
/// The maximum number of polygons: numbers of neighbours count from 1 and have 15 bits.
const MAX_POLYGONS: usize = 0x7FFF;
/// The maximum number of vertices of a tile that Detour makes itself.
const MAX_VERTICES: usize = 0xFFFE;
/// Every edge of a detail triangle is an edge of its polygon.
const ALL_EDGES: u8 = 0b01_01_01;

/// A tile of Detour, and notes on what it cannot represent.
#[derive(Clone, Debug, Default, PartialEq)]
#[must_use]
#[non_exhaustive]
pub struct DetourTile {
    /// The tile. [`to_bytes`](walkmesh_formats::Document::to_bytes) returns the input for `dtNavMesh::init`.
    pub tile: Tile,
    /// The differences between the tile and the floor.
    pub notes: Vec<Note>,
}

/// The reason why a floor cannot be written as a tile of Detour.
/// Cause: the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DetourError {
    /// The floor has no triangles.
    #[error("nothing here is walkable, so there is no tile")]
    NoTriangles,
    /// A tile numbers polygons with 15 bits.
    #[error(
        "{triangles} walkable triangles: a tile of Detour has at most {MAX_POLYGONS}; convert rooms or parts one by one"
    )]
    TooManyTriangles {
        /// Number of walkable triangles.
        triangles: usize,
    },
    /// A tile numbers vertices with 16 bits.
    #[error("{points} vertices: a tile of Detour has at most {MAX_VERTICES}; convert rooms or parts one by one")]
    TooManyPoints {
        /// Number of vertices.
        points: usize,
    },
}

impl Floor {
    /// The floor as a tile of Detour: a polygon for each triangle, with its class as the area and the flags 1.
    ///
    /// # Errors
    /// [`DetourError`].
    pub fn to_detour(&self) -> Result<DetourTile, DetourError> {
        let (points, triangles) = (self.points.len(), self.triangles.len());
        if triangles > MAX_POLYGONS {
            return Err(DetourError::TooManyTriangles { triangles });
        }
        if points > MAX_VERTICES {
            return Err(DetourError::TooManyPoints { points });
        }
        let bounds = Aabb::around(self.points.iter().copied()).filter(|_| triangles > 0);
        let bounds = bounds.ok_or(DetourError::NoTriangles)?;
        let grid = Grid::new(&bounds);
        let detail = |triangle_base| DetailMesh { triangle_base, triangle_count: 1, ..DetailMesh::default() };
        let tile = Tile {
            connection_base: triangles as u32,
            min: bounds.min.into(),
            max: bounds.max.into(),
            quantization: grid.steps,
            vertices: self.points.iter().copied().map(Into::into).collect(),
            polygons: self.triangles.iter().map(polygon).collect(),
            links: vec![Link::default(); 3 * triangles],
            detail_meshes: (0..triangles as u32).map(detail).collect(),
            detail_triangles: vec![DetailTriangle { corners: [0, 1, 2], edge_flags: ALL_EDGES }; triangles],
            boxes: grid.boxes(self),
            ..Tile::default()
        };
        Ok(DetourTile { tile, notes: self.notes.iter().cloned().chain(self.without_area()).collect() })
    }

    /// Reports how many triangles lost their class number.
    fn without_area(&self) -> Option<Note> {
        let beyond = self.triangles.iter().filter(|row| row.class > LAST_CLASS).count();
        let message = format!(
            "{} a class beyond {LAST_CLASS}, and the area 63: Detour has 64 areas.",
            agreeing(beyond, "triangle", ["has", "have"])
        );
        (beyond > 0).then(|| Note::of_scene(message))
    }
}

fn polygon(row: &FloorTriangle) -> Polygon {
    let mut polygon =
        Polygon { flags: 1, vertex_count: 3, area_and_type: row.class.min(LAST_CLASS + 1) as u8, ..Polygon::default() };
    for (vertex, corner) in polygon.vertices.iter_mut().zip(row.corners) {
        *vertex = corner as u16;
    }
    for (neighbour, across) in polygon.neighbours.iter_mut().zip(row.neighbours) {
        *neighbour = across.map_or(0, |across| across as u16 + 1);
    }
    polygon
}

#[cfg(test)]
mod tests;
