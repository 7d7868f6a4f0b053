//! [`ModelDifference`]: the differences between a room and its model.

use super::{Model, ModelError};
use crate::kotor::{FaceId, Walkmesh};

/// The differences between the faces of a room and its model.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[must_use]
#[non_exhaustive]
pub struct ModelDifference {
    /// Number of faces of the room and of the model.
    pub face_counts: [usize; 2],
    /// The faces of the room that have another material in the model.
    pub materials: Vec<FaceId>,
    /// The faces of the room with a corner at a different position in the model.
    pub corners: Vec<FaceId>,
}

impl ModelDifference {
    /// Returns whether the faces are equal.
    #[must_use]
    pub fn is_none(&self) -> bool {
        let [room, model] = self.face_counts;
        room == model && self.materials.is_empty() && self.corners.is_empty()
    }
}

impl Walkmesh {
    /// Compares a room with the walkmesh of its model. The faces of a room are its model's faces with the walkable ones moved to
    /// the front, so faces are compared in that order. Corners may be a centimetre apart, because the games' compiler snapped
    /// vertices to other rooms. If one has more faces than the other, only the faces that both have are compared.
    ///
    /// # Errors
    /// [`ModelError::NoLayout`] if the room's position in the layout is not known
    /// ([`with_layout_position`](Self::with_layout_position)), and [`ModelError::Bake`] if the tables of the room differ in length.
    pub fn diff_model(&self, model: &Model) -> Result<ModelDifference, ModelError> {
        let layout_position = self.layout_position.ok_or(ModelError::NoLayout)?;
        crate::kotor::tables::same_lengths(&self.raw)?;
        let face_counts = [self.raw.faces.len(), model.face_count()];
        let mut difference = ModelDifference { face_counts, ..ModelDifference::default() };
        for [face, of_model] in model.pairs(&self.raw, &self.materials) {
            if !model.has_material(&self.raw, face, of_model) {
                difference.materials.push(FaceId(face));
            }
            if !model.has_corners(&self.raw, face, of_model, layout_position) {
                difference.corners.push(FaceId(face));
            }
        }
        Ok(difference)
    }
}
