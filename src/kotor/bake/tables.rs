//! Rebuilds the header, edge list and tree of a raw walkmesh.

use std::collections::HashMap;

use walkmesh_formats::bwm::{Bwm, Edge, EmptyOffsets};

use super::frame::Frame;
use super::perimeters::perimeters;
use super::tree::{self, Geometry};
use crate::kotor::stale::StaleTree;
use crate::kotor::{EdgeId, FaceId, Kind, RoomId};

/// Sets the words of the header that follow from the kind; the root is node 0.
pub(super) fn set_header(raw: &mut Bwm, kind: Kind) {
    raw.walkmesh_type = u32::from(kind.is_room());
    raw.aabb_root = 0;
    raw.empty_offsets =
        if kind.is_room() || raw.faces.is_empty() { EmptyOffsets::RUNNING } else { EmptyOffsets::PLACEABLE };
}

/// Rebuilds the edge list and the perimeters from the neighbours, and keeps the transitions. Returns the transitions
/// whose edges are on no perimeter any more, by their old faces.
pub(super) fn set_perimeters(raw: &mut Bwm, old_faces: &[FaceId]) -> Vec<(EdgeId, RoomId)> {
    let stored = raw.edges.iter().filter(|row| row.transition >= 0);
    let mut rooms = HashMap::new();
    for row in stored {
        rooms.entry(row.edge).or_insert(row.transition);
    }
    let (edges, ends) = perimeters(&raw.adjacencies);
    // Nothing is hashed once no transition is left.
    let mut kept = |edge| if rooms.is_empty() { None } else { rooms.remove(&edge) };
    raw.edges = edges
        .into_iter()
        .map(|edge| edge.0.cast_signed())
        .map(|edge| Edge { edge, transition: kept(edge).unwrap_or(-1) })
        .collect();
    raw.perimeters = ends;
    let mut lost: Vec<(EdgeId, RoomId)> = rooms
        .into_iter()
        .map(|(edge, room)| {
            let edge = EdgeId(edge.cast_unsigned());
            let old = old_faces.get(edge.face().index()).and_then(|&old| EdgeId::of(old, edge.side()));
            (old.unwrap_or(edge), RoomId(room.cast_unsigned()))
        })
        .collect();
    lost.sort_unstable();
    lost
}

pub(super) fn set_tree(raw: &mut Bwm, stale: StaleTree, layout: Option<[f32; 3]>, order: Vec<u32>) {
    if stale == StaleTree::Fresh {
        return;
    }
    let geometry = Geometry::new(Frame::of(raw, layout), &raw.faces, &raw.vertices);
    let mut nodes = std::mem::take(&mut raw.aabb_nodes);
    if stale == StaleTree::Shape || !tree::refit(&geometry, &mut nodes) {
        nodes = tree::build(&geometry, &order);
        raw.aabb_root = 0;
    }
    raw.aabb_nodes = nodes;
}
