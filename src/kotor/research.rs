//! Instruments for research into the games' files: how far stored trees are what the exporter's rule gives, and the
//! engine's own constants.

pub use super::bake::{planes_of_stored_boxes, tree_agreement};
pub use super::query::{ENGINE_HEIGHTS, ENGINE_RETRY};
