//! The mesh of a TRN with walk meshes behind its own triangles.

use crate::nwn2::{BakeOptions, EditError, Walkmesh};

use super::WalkMesh;

impl Walkmesh {
    /// The mesh of a TRN with the faces of walk meshes in the coordinates of the area. Each goes behind the others of the tile
    /// in which its centre lies, and those that reach over the borders of tiles are cut there. They join nothing:
    /// [carving](crate::nwn2::carve()) joins them with what is within 0.1 m, and cuts them with cutters as any others.
    ///
    /// # Errors
    /// [`EditError::OutsideGrid`] for a walk mesh that reaches out of the area, and those of [`edit`](Self::edit).
    pub fn with_walk_meshes<'m>(&self, meshes: impl IntoIterator<Item = &'m WalkMesh>) -> Result<Self, EditError> {
        let mut edit = self.edit()?;
        for mesh in meshes {
            let vertices: Result<Vec<_>, _> = mesh.vertices().iter().map(|point| edit.add_vertex(*point)).collect();
            let vertices = vertices?;
            for (corners, flags) in mesh.faces().iter().zip(mesh.flags()) {
                edit.add_triangle(corners.map(|corner| vertices[corner as usize]), *flags)?;
            }
        }
        Ok(edit.finish(&BakeOptions::default())?.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nwn2::{BuildFace, BuildOptions, CarveOptions, build, carve, flags_of_name};

    fn floor() -> Walkmesh {
        let corners = [[0.0, 0.0, 0.0], [18.0, 0.0, 0.0], [18.0, 3.0, 0.0], [0.0, 3.0, 0.0]];
        let face = |corners| BuildFace { corners, walkable: true, floor: None };
        build(&corners, &[face([0, 1, 2]), face([0, 2, 3])], &BuildOptions::default()).unwrap().walkmesh
    }

    /// A strip of 2 by 4 m, whose lower left corner is moved from there.
    fn plank([x, y]: [f32; 2]) -> WalkMesh {
        let points = [[7.5, 2.0], [9.5, 2.0], [9.5, 6.0], [7.5, 6.0]].map(|[px, py]| [px + x, py + y, 2.5]);
        let wood = flags_of_name("walkable wood").unwrap();
        WalkMesh::new(points.to_vec(), vec![[0, 1, 2], [0, 2, 3]], vec![wood; 2]).unwrap()
    }

    #[test]
    fn the_triangles_of_a_walk_mesh_are_carved_with_the_others() {
        let trn = floor().with_walk_meshes([&plank([0.0; 2])]).unwrap();
        let carved = carve(&trn, &[], &CarveOptions::default()).unwrap().walkmesh;
        let wood: Vec<_> = carved.triangles().filter(|triangle| triangle.floor().is_some()).collect();
        assert!(wood.iter().all(|triangle| triangle.is_walkable() && triangle.faces_up()));
        assert!(wood.iter().all(|triangle| triangle.points().unwrap().iter().all(|[_, _, z]| *z == 2.5)));
        // The border of tiles is at 9 m.
        for [x, y] in [[8.9, 3.0], [9.1, 5.5], [7.6, 2.1]] {
            assert!(wood.iter().any(|triangle| triangle.contains([x, y])), "{x} {y}");
        }
        for tile in carved.tiles() {
            let [west, _] = tile.origin();
            let is_inside = |[x, _, _]: [f32; 3]| (west..=west + 9.0).contains(&x);
            assert!(tile.triangles().all(|triangle| triangle.points().unwrap().into_iter().all(is_inside)));
        }
    }

    #[test]
    fn a_walk_mesh_outside_the_area_is_refused() {
        assert!(matches!(floor().with_walk_meshes([&plank([100.0, 0.0])]), Err(EditError::OutsideGrid { .. })));
    }
}
