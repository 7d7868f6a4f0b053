//! Worlds of NWN2.

use walkmesh::nwn2::{BakeOptions, BuildFace, BuildOptions, FloorMaterial, Terrain, build};

use super::Surface;

impl Surface {
    /// A baked area. The surface is moved so that no coordinate in the plan view is negative, and cut at the borders of
    /// tiles.
    ///
    /// # Panics
    /// When the surface was changed, and an index of its faces is out of range, or a tile has too many faces.
    #[must_use]
    pub fn to_nwn2_area(&self) -> Terrain {
        let least = |axis: usize| self.vertices.iter().map(|vertex| vertex[axis]).fold(f32::INFINITY, f32::min).floor();
        let [x, y] = [least(0), least(1)];
        let vertices: Vec<[f32; 3]> =
            self.vertices.iter().map(|point| [point[0] - x, point[1] - y, point[2]]).collect();
        let floors = [FloorMaterial::Dirt, FloorMaterial::Stone, FloorMaterial::Wood];
        let face = |(&corners, &room): (&[u32; 3], &u32)| BuildFace {
            corners,
            walkable: true,
            floor: Some(floors[room as usize % floors.len()]),
        };
        let faces: Vec<BuildFace> = self.faces.iter().zip(&self.rooms).map(face).collect();
        let built = build(&vertices, &faces, &BuildOptions::default()).expect("a surface can be cut into tiles");
        let mut walkmesh = built.walkmesh;
        walkmesh.bake(&BakeOptions::default()).expect("what was built can be baked");
        Terrain::new(walkmesh.grid(), walkmesh).expect("the grid is that of the walkmesh")
    }
}
