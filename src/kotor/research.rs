//! Tools for research into the games' files: the agreement of stored trees with the exporter's rule.

pub use super::bake::{planes_of_stored_boxes, tree_agreement};
