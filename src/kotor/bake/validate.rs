//! Refuses walkmeshes that cannot be baked.

use walkmesh_formats::bwm::Bwm;

use crate::kotor::point::is_usable_point;
use crate::kotor::tables::same_lengths;
use crate::kotor::{BakeError, FaceId, VertexId};

/// Refuses walkmeshes to which the rules do not apply. After this, every corner is a vertex with finite coordinates.
pub(in crate::kotor) fn validate(raw: &Bwm) -> Result<(), BakeError> {
    same_lengths(raw)?;
    let faces = raw.faces.len();
    if faces > i32::MAX as usize / 3 {
        return Err(BakeError::TooManyFaces { faces });
    }
    if raw.vertices.len() > u32::MAX as usize {
        return Err(BakeError::TooManyVertices { vertices: raw.vertices.len() });
    }
    for (face, row) in (0..).zip(&raw.faces) {
        for vertex in row.vertices {
            let point = raw.vertices.get(vertex as usize).ok_or(BakeError::NoSuchVertex {
                face: FaceId(face),
                vertex: VertexId(vertex),
                vertices: raw.vertices.len(),
            })?;
            if !is_usable_point(*point) {
                return Err(BakeError::NotFinite { vertex: VertexId(vertex) });
            }
        }
    }
    Ok(())
}
