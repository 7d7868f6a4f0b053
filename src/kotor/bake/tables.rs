//! Rebuilds the header, edge list and tree of a raw walkmesh.

use std::collections::HashMap;

use walkmesh_formats::bwm::{Bwm, Edge, EmptyOffsets};

use super::TreeOrigin;
use super::frame::Frame;
use super::model_tree::nodes_of_model;
use super::perimeters::perimeters;
use super::tree::{self, Geometry};
use crate::kotor::stale::StaleTree;
use crate::kotor::{EdgeId, FaceId, Kind, Model, RoomId};

/// Sets the header fields that follow from the kind; the root is node 0.
pub(super) fn set_header(raw: &mut Bwm, kind: Kind) {
    raw.walkmesh_type = u32::from(kind.is_room());
    raw.aabb_root = 0;
    raw.empty_offsets =
        if kind.is_room() || raw.faces.is_empty() { EmptyOffsets::RUNNING } else { EmptyOffsets::PLACEABLE };
}

/// Rebuilds the edge list and the perimeters from the neighbours, and keeps the transitions. Returns the transitions
/// whose edges are no longer on a perimeter, by their old faces.
pub(super) fn set_perimeters(raw: &mut Bwm, old_faces: &[FaceId]) -> Vec<(EdgeId, RoomId)> {
    let stored = raw.edges.iter().filter(|row| row.transition >= 0);
    let mut rooms = HashMap::new();
    for row in stored {
        rooms.entry(row.edge).or_insert(row.transition);
    }
    let (edges, ends) = perimeters(&raw.adjacencies);
    // Hashing stops once no transitions remain.
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
            let old = old_faces.get(edge.face().index()).and_then(|&old| EdgeId::new(old, edge.side()));
            (old.unwrap_or(edge), RoomId(room.cast_unsigned()))
        })
        .collect();
    lost.sort_unstable();
    lost
}

/// The inputs of rebuilding a room's tree.
pub(super) struct TreeSource<'a> {
    pub(super) stale: StaleTree,
    pub(super) layout_position: Option<[f32; 3]>,
    /// The faces in the order of the model, which breaks ties.
    pub(super) order: Vec<u32>,
    /// True if a stored tree that follows the rule is kept.
    pub(super) keeps_stored: bool,
    /// The model with the room's faces, and for each of its faces the room's face.
    pub(super) model: Option<(&'a Model, Vec<u32>)>,
}

/// Rebuilds the tree, and returns its source; `None` if it is not stale.
pub(super) fn set_tree(raw: &mut Bwm, source: TreeSource<'_>) -> Option<TreeOrigin> {
    let TreeSource { stale, layout_position, order, keeps_stored, model } = source;
    if stale == StaleTree::Fresh {
        return None;
    }
    let mut nodes = std::mem::take(&mut raw.aabb_nodes);
    let geometry = Geometry::new(Frame::new(raw, layout_position), &raw.faces, &raw.vertices);
    let of_model = model.zip(layout_position).and_then(|((model, faces), layout_position)| {
        let frame = Frame::at(model.position(), layout_position);
        let nodes = nodes_of_model(&frame, model.walkmesh_node().tree.as_ref().ok()?, &faces)?;
        tree::is_of_faces(&geometry, &nodes).then_some(nodes)
    });
    let origin = if let Some(of_model) = of_model {
        nodes = of_model;
        TreeOrigin::Model
    } else if keeps_stored && tree::is_by_rule(&geometry, &nodes) {
        TreeOrigin::Stored
    } else if stale == StaleTree::Boxes && tree::refit(&geometry, &mut nodes) {
        TreeOrigin::Moved
    } else {
        nodes = tree::build(&geometry, &order);
        TreeOrigin::Built
    };
    if origin == TreeOrigin::Built {
        raw.aabb_root = 0;
    }
    raw.aabb_nodes = nodes;
    Some(origin)
}
