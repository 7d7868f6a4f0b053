//! The correspondence between the faces of a model and of a room.

use walkmesh_formats::Vector3;
use walkmesh_formats::bwm::Bwm;

use super::Model;
use crate::kotor::{FaceId, MaterialId, MaterialTable, Walkmesh};

/// Maximum distance of a corner of a room from the model's, in metres, along each axis: the margin of the boxes of the tree. The compiler
/// welded vertices over smaller distances. Source: `docs/formats/mdl.md#walkmesh`.
pub(in crate::kotor) const CORNER_TOLERANCE: f64 = 0.01;

/// Faces with the walkable ones moved to the front.
fn walkable_first(materials: impl Iterator<Item = u32>, table: &MaterialTable) -> Vec<u32> {
    let (mut walkable, rest): (Vec<_>, Vec<_>) =
        (0..).zip(materials).partition(|(_, material)| table.is_walkable(MaterialId(*material)));
    walkable.extend(rest);
    walkable.into_iter().map(|(face, _)| face).collect()
}

impl Model {
    /// The pairs of a face of a room and the face of the model that it must equal: both in their own order with the walkable ones first, up
    /// to the smaller number of faces. Source: `docs/formats/mdl.md#walkmesh`.
    pub(in crate::kotor) fn pairs(&self, room: &Bwm, table: &MaterialTable) -> impl Iterator<Item = [u32; 2]> + use<> {
        let of_room = walkable_first(room.materials.iter().copied(), table);
        let of_model = walkable_first(self.node.faces.iter().map(|face| face.material), table);
        of_room.into_iter().zip(of_model).map(|(room, model)| [room, model])
    }

    /// For each face of the model, the face of the room that equals it; `None` if the faces are not equal.
    pub(in crate::kotor) fn faces_in(
        &self,
        room: &Bwm,
        table: &MaterialTable,
        layout_position: [f32; 3],
    ) -> Option<Vec<FaceId>> {
        if room.faces.len() != self.node.faces.len() || room.materials.len() != room.faces.len() {
            return None;
        }
        let mut faces = vec![FaceId(0); room.faces.len()];
        for [face, of_model] in self.pairs(room, table) {
            let is_equal =
                self.has_material(room, face, of_model) && self.has_corners(room, face, of_model, layout_position);
            if !is_equal {
                return None;
            }
            faces[of_model as usize] = FaceId(face);
        }
        Some(faces)
    }

    /// The corners of the faces of a room, each paired with the same corner of the model in the model's own coordinates, where both have
    /// such corners.
    pub(in crate::kotor) fn corners_beside(&self, room: &Walkmesh) -> Vec<[[f64; 3]; 2]> {
        let Walkmesh { raw, materials, .. } = room;
        let position = self.position().map(f64::from);
        let faces = self.pairs(raw, materials).filter_map(|[face, of_model]| {
            Some((raw.faces.get(face as usize)?.vertices, self.node.faces.get(of_model as usize)?.vertices))
        });
        let pairs = faces.flat_map(|(of_room, of_model)| of_room.into_iter().zip(of_model));
        let corners = pairs.filter_map(|(vertex, of_model)| {
            let [at, local] = [*raw.vertices.get(vertex as usize)?, *self.node.vertices.get(usize::from(of_model))?];
            let [at, local] = [at, local].map(|point| <[f32; 3]>::from(point).map(f64::from));
            Some([at, std::array::from_fn(|axis| local[axis] + position[axis])])
        });
        corners.collect()
    }

    /// Returns whether a face of a room has the material of a face of the model.
    pub(in crate::kotor) fn has_material(&self, room: &Bwm, face: u32, of_model: u32) -> bool {
        room.materials[face as usize] == self.node.faces[of_model as usize].material
    }

    /// Returns whether a face of a room has the corners of a face of the model, each within [`CORNER_TOLERANCE`].
    pub(in crate::kotor) fn has_corners(
        &self,
        room: &Bwm,
        face: u32,
        of_model: u32,
        layout_position: [f32; 3],
    ) -> bool {
        let position = self.position();
        let corners = room.faces[face as usize].vertices.into_iter().zip(self.node.faces[of_model as usize].vertices);
        corners.into_iter().all(|(vertex, of_model)| {
            let vertex = room.vertices.get(vertex as usize);
            let local = self.node.vertices.get(usize::from(of_model));
            vertex.zip(local).is_some_and(|(vertex, local)| is_near(*vertex, *local, [position, layout_position]))
        })
    }
}

/// Returns whether a vertex of a room is at a vertex of the model.
fn is_near(vertex: Vector3, local: Vector3, origin: [[f32; 3]; 2]) -> bool {
    let [vertex, local] = [vertex, local].map(<[f32; 3]>::from);
    (0..3).all(|axis| {
        let expected = f64::from(local[axis]) + f64::from(origin[0][axis]) + f64::from(origin[1][axis]);
        (f64::from(vertex[axis]) - expected).abs() <= CORNER_TOLERANCE
    })
}
