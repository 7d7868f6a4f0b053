//! Orders the faces: walkable ones first.

use walkmesh_formats::bwm::Bwm;

use crate::geometry::HalfEdge;
use crate::kotor::{BakeError, EdgeId, FaceId, MaterialId, MaterialTable};

/// The order, if it contains each of `count` faces once.
pub(super) fn permutation(order: &[FaceId], count: usize) -> Result<Vec<FaceId>, BakeError> {
    let mut seen = vec![false; count];
    let each_once =
        order.iter().all(|face| seen.get_mut(face.index()).is_some_and(|seen| !std::mem::replace(seen, true)));
    if each_once && order.len() == count { Ok(order.to_vec()) } else { Err(BakeError::InvalidOrder { faces: count }) }
}

/// The order with walkable faces first: a stable partition.
pub(super) fn walkable_first(order: &[FaceId], materials: &[u32], table: &MaterialTable) -> Vec<FaceId> {
    let (mut walkable, rest): (Vec<FaceId>, Vec<FaceId>) =
        order.iter().partition(|face| table.is_walkable(MaterialId(materials[face.index()])));
    walkable.extend(rest);
    walkable
}

pub(super) fn unchanged_order(count: usize) -> Vec<FaceId> {
    (0..count as u32).map(FaceId).collect()
}

/// For each old id of a face, its new one.
pub(super) fn inverse(old_faces: &[FaceId]) -> Vec<u32> {
    let mut new_faces = vec![0; old_faces.len()];
    for (old, new) in old_faces.iter().zip(0..) {
        new_faces[old.index()] = new;
    }
    new_faces
}

/// Reorders the faces and every table and reference that follows them. References to nonexistent faces are kept.
pub(super) fn reorder(raw: &mut Bwm, old_faces: &[FaceId], new_faces: &[u32]) {
    fn permute<T: Copy>(rows: &mut Vec<T>, old_faces: &[FaceId]) {
        *rows = old_faces.iter().map(|old| rows[old.index()]).collect();
    }
    permute(&mut raw.faces, old_faces);
    permute(&mut raw.materials, old_faces);
    permute(&mut raw.normals, old_faces);
    permute(&mut raw.distances, old_faces);
    for row in &mut raw.edges {
        let Some(edge) = EdgeId::from_raw(row.edge) else { continue };
        if let Some(&face) = new_faces.get(edge.face().index()) {
            row.edge = HalfEdge::new(face, edge.half_edge().corner()).id().cast_signed();
        }
    }
    for node in &mut raw.aabb_nodes {
        if let Some(new) = usize::try_from(node.face).ok().and_then(|face| new_faces.get(face)) {
            node.face = new.cast_signed();
        }
    }
}
