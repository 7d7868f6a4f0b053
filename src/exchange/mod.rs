//! Meshes of other programs: how to get triangles in from a modelling tool.
//!
//! No game is known here; what the triangles become is up to the game's own module, such as
//! [`silkroad::Plan::of_floors`](crate::silkroad::Plan::of_floors).

mod obj;
mod polygon;

pub use obj::{Obj, ObjError, ObjFault};
