//! Exchange with other programs: an area as a node of a [`Scene`](crate::exchange::Scene), and back.
//!
//! The class of a triangle is its [flags](crate::formats::aswm::TriangleFlags) without the clockwise flag: whether it is
//! walkable, and its footstep sound. Corners that are clockwise in the file are exported counter-clockwise, so that floors
//! face up in other programs.

mod class;
mod error;
mod export;
mod floor;
mod import;

pub(crate) use class::class_of;
pub use class::flags_of_name;
pub(super) use class::name_of_flags;
pub use error::ImportError;
