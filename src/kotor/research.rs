//! Instruments for research into the games' files: how far stored trees are what the exporter's rule gives.

pub use super::bake::{planes_of_stored_boxes, tree_agreement};
