//! Exchange with other programs: a dungeon as a [`Scene`](crate::exchange::Scene) and back into a plan, and the floor of one
//! block as a node and back into its `.bms`.
//!
//! A block is a node, and its doors are marks at the midpoint of their edges, named `door …`. The class of a cell is its flags and its
//! event.

mod cell_class;
mod doors;
mod edges;
mod error;
mod export;
mod floor;
mod floor_import;
mod grid;
mod placement;
mod plan_import;

pub use error::ImportError;
pub use export::bms_to_scene_node;
pub use floor_import::apply_edited_bms;
