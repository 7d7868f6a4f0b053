//! [`carve_stages`]: the mesh after each pass of a carve, so that a fault can be located.

use crate::nwn2::{CarveError, TriangleId, Walkmesh};

use super::{CarveOptions, Obstacles, assemble, join, passes};

/// The mesh after each pass of a carve. The pass that [makes the walkmesh](super::carve) drops unused vertices and collapsed triangles.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct CarveStages {
    /// The contours that the cutters leave of each triangle, in the plan view, with bridges to their holes.
    pub cut: Vec<(TriangleId, Vec<[f32; 2]>)>,
    /// The triangles into which ear clipping divides them. Points within 1.1e-7 m of each other are merged.
    pub ears: Vec<(TriangleId, [[f32; 2]; 3])>,
    /// Each tile, clipped at its square.
    pub clipped: Vec<ClippedTile>,
    /// The vertices of the area, and the number of each vertex of each tile among them.
    pub joined: (Vec<[f32; 3]>, Vec<Vec<u32>>),
    /// The walkmesh.
    pub walkmesh: Walkmesh,
}

/// A tile before its vertices are joined with the vertices of its neighbours.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ClippedTile {
    /// Its vertices, used or not.
    pub vertices: Vec<[f32; 3]>,
    /// The vertices of each triangle.
    pub triangles: Vec<[u32; 3]>,
}

/// Carves as [`carve`](super::carve) does, and returns the mesh after each pass.
///
/// # Errors
/// The errors of [`carve`](super::carve).
pub fn carve_stages<'o>(
    walkmesh: &Walkmesh,
    obstacles: impl Into<Obstacles<'o>>,
    options: &CarveOptions,
) -> Result<CarveStages, CarveError> {
    let mut passes = passes(walkmesh, obstacles.into(), options, true)?;
    let joined = join::join(&passes.tiles);
    let clipped = |tile: &super::tile::Tile| ClippedTile {
        vertices: tile.vertices.clone(),
        triangles: tile.triangles.iter().map(|triangle| triangle.corners).collect(),
    };
    Ok(CarveStages {
        cut: passes.cut.contours,
        ears: passes.cut.faces.iter().map(|face| (face.source, face.corners)).collect(),
        clipped: passes.tiles.iter().map(clipped).collect(),
        walkmesh: assemble::assemble(walkmesh, &passes.tiles, &joined, &mut passes.report),
        joined: (joined.vertices, joined.of_tiles),
    })
}
