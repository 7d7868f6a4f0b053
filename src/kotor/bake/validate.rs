//! Rejects walkmeshes that cannot be baked.

use walkmesh_formats::bwm::Bwm;

use crate::kotor::point::is_usable_point;
use crate::kotor::tables::same_lengths;
use crate::kotor::{BakeError, FaceId, VertexId};

/// Rejects walkmeshes to which the rules do not apply. After this, every corner is a vertex with finite coordinates.
pub(in crate::kotor) fn validate(raw: &Bwm) -> Result<(), BakeError> {
    validate_corners(raw)?;
    let corners = || raw.faces.iter().flat_map(|face| face.vertices);
    match corners().find(|vertex| !is_usable_point(raw.vertices[*vertex as usize])) {
        Some(vertex) => Err(BakeError::NotFinite { vertex: VertexId(vertex) }),
        None => Ok(()),
    }
}

/// Rejects walkmeshes with inconsistent tables. After this, every corner is a vertex, and faces and vertices can be numbered.
pub(in crate::kotor) fn validate_corners(raw: &Bwm) -> Result<(), BakeError> {
    same_lengths(raw)?;
    let (faces, vertices) = (raw.faces.len(), raw.vertices.len());
    if faces > i32::MAX as usize / 3 {
        return Err(BakeError::TooManyFaces { faces });
    }
    if vertices > u32::MAX as usize {
        return Err(BakeError::TooManyVertices { vertices });
    }
    for (face, row) in (0..).map(FaceId).zip(&raw.faces) {
        if let Some(vertex) = row.vertices.into_iter().find(|vertex| *vertex as usize >= vertices) {
            return Err(BakeError::NoSuchVertex { face, vertex: VertexId(vertex), vertices });
        }
    }
    Ok(())
}
