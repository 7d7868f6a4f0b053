//! Measures the agreement of a stored tree with the game's rule.

use walkmesh_formats::bwm::{AabbNode, Bwm};

use super::BakeOptions;
use super::frame::Frame;
use super::order::permutation;
use super::tree::{self, Geometry};
use super::validate::validate;
use crate::kotor::{BakeError, Walkmesh};

/// The split plane of each stored node as the game's compiler computes it from the stored boxes; 0 in leaves, and where
/// a child does not exist. It is exact where the room's position in the layout is given.
#[must_use]
pub fn planes_of_stored_boxes(raw: &Bwm, layout_position: Option<[f32; 3]>) -> Vec<u32> {
    let frame = Frame::new(raw, layout_position);
    let child = |index: i32| {
        let node: &AabbNode = raw.aabb_nodes.get(usize::try_from(index).ok()?)?;
        Some(frame.recovered(node.min, node.max))
    };
    let plane = |node: &AabbNode| Some(tree::plane(&child(node.left)?, &child(node.right)?));
    raw.aabb_nodes.iter().map(|node| plane(node).unwrap_or(0)).collect()
}

/// Number of inner nodes of the stored tree that split their faces by the game's rule, and the number of all inner
/// nodes. Each node is judged independently. `None` where the nodes are not a tree, or do not halve their faces.
///
/// A smaller number is not a fault: the exporter sorted numbers with more digits than it wrote, and faces in an order
/// that the walkmesh does not keep ([`BakeOptions::original_order`]).
///
/// # Errors
/// [`BakeError`], as for [`Walkmesh::bake`].
pub fn tree_agreement(walkmesh: &Walkmesh, options: &BakeOptions) -> Result<Option<(usize, usize)>, BakeError> {
    let raw = &walkmesh.raw;
    validate(raw)?;
    let order: Vec<u32> = match &options.original_order {
        None => (0..raw.faces.len() as u32).collect(),
        Some(order) => permutation(order, raw.faces.len())?.iter().map(|face| face.0).collect(),
    };
    let layout = options.layout_position.or(walkmesh.layout_position);
    Ok(tree::agreement(&Geometry::new(Frame::new(raw, layout), &raw.faces, &raw.vertices), &raw.aabb_nodes, &order))
}
