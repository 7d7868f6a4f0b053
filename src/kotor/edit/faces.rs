//! Selects, paints and flips faces.

use crate::geometry::Aabb;
use crate::geometry::HalfEdge;
use crate::kotor::{EdgeId, EditError, FaceId, MaterialId, Walkmesh};

impl Walkmesh {
    /// The faces of a material.
    #[must_use]
    pub fn faces_of_material(&self, material: MaterialId) -> Vec<FaceId> {
        self.faces().filter(|face| face.material() == material).map(|face| face.id()).collect()
    }

    /// The faces whose centre lies in a box, including its surface. The centre is the mean of the corners.
    ///
    /// ```
    /// use walkmesh::kotor::{FaceId, Kind, MaterialId, Walkmesh};
    /// use walkmesh::mesh::Aabb;
    ///
    /// let triangle = |x: f32| [[x, 0.0, 0.0], [x + 3.0, 0.0, 0.0], [x, 3.0, 0.0]];
    /// let stone = MaterialId(4);
    /// let mut room = Walkmesh::from_triangles(Kind::Wok, [(triangle(0.0), stone), (triangle(10.0), stone)])?;
    /// let east = room.faces_in_box(&Aabb { min: [9.0, -1.0, -1.0], max: [14.0, 4.0, 1.0] });
    /// assert_eq!(east, [FaceId(1)]);
    ///
    /// room.paint(&east, MaterialId(7))?;
    /// assert_eq!(room.faces_of_material(MaterialId(7)), east);
    /// # Ok::<(), walkmesh::kotor::EditError>(())
    /// ```
    #[must_use]
    pub fn faces_in_box(&self, bounds: &Aabb) -> Vec<FaceId> {
        let is_inside = |points: [[f32; 3]; 3]| {
            (0..3).all(|axis| {
                let sum: f64 = points.iter().map(|point| f64::from(point[axis])).sum();
                let centre = sum / 3.0;
                f64::from(bounds.min[axis]) <= centre && centre <= f64::from(bounds.max[axis])
            })
        };
        self.faces().filter(|face| face.points().is_some_and(is_inside)).map(|face| face.id()).collect()
    }

    /// Gives faces another material, as [`set_material`](Self::set_material) does for one.
    ///
    /// # Errors
    /// [`EditError::NoSuchFace`]. On error, nothing is changed.
    pub fn paint(&mut self, faces: &[FaceId], material: MaterialId) -> Result<(), EditError> {
        if let Some(&face) = faces.iter().find(|face| face.index() >= self.raw.materials.len()) {
            return Err(EditError::NoSuchFace(face));
        }
        faces.iter().try_for_each(|face| self.set_material(*face, material))
    }

    /// Flips faces: their corners run in the other direction from the same first corner, and their normals point to the
    /// other side. Transitions stay on their edges. A face that is named several times is flipped once.
    ///
    /// Faces join only where they run along their common edge in opposite directions. So a walkable face that is
    /// flipped alone loses its neighbours.
    ///
    /// # Errors
    /// [`EditError::NoSuchFace`]. On error, nothing is changed.
    ///
    /// ```
    /// use walkmesh::kotor::{FaceId, Kind, MaterialId, Walkmesh};
    ///
    /// let face_down = [[0.0, 0.0, 0.0], [0.0, 3.0, 0.0], [3.0, 0.0, 0.0]];
    /// let mut room = Walkmesh::from_triangles(Kind::Wok, [(face_down, MaterialId(4))])?;
    /// room.flip_faces(&[FaceId(0)])?;
    /// room.bake_stale()?;
    /// assert_eq!(room.face(FaceId(0)).unwrap().normal(), [0.0, 0.0, 1.0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn flip_faces(&mut self, faces: &[FaceId]) -> Result<(), EditError> {
        let mut flipped = vec![false; self.raw.faces.len()];
        for &face in faces {
            *flipped.get_mut(face.index()).ok_or(EditError::NoSuchFace(face))? = true;
        }
        let all = (0..).zip(&flipped).filter(|(_, flipped)| **flipped).map(|(face, _)| FaceId(face));
        let all: Vec<FaceId> = all.collect();
        if self.kind.is_room() && all.iter().any(|&face| self.is_walkable(face)) {
            self.remember_conflict();
            self.stale.adjacency = true;
            self.stale.perimeters = true;
        }
        for face in &all {
            self.raw.faces[face.index()].vertices.swap(1, 2);
        }
        for row in &mut self.raw.edges {
            let edge = EdgeId::from_raw(row.edge);
            if let Some(edge) = edge.filter(|edge| flipped.get(edge.face().index()) == Some(&true)) {
                row.edge = turned_over(edge).0.cast_signed();
            }
        }
        self.stale.planes_of(all.into_iter().map(|face| face.0));
        Ok(())
    }
}

/// The same side of a face whose second and third corners are swapped: sides 0 and 2 are swapped.
pub(in crate::kotor) fn turned_over(edge: EdgeId) -> EdgeId {
    HalfEdge::new(edge.face().0, 2 - edge.side() as u8).into()
}
