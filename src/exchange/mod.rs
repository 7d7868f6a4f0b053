//! Exchange with other programs: imports triangles from modelling tools.
//!
//! This module knows no game. The game's own module decides what the triangles become, such as
//! [`silkroad::Plan::of_floors`](crate::silkroad::Plan::of_floors).

mod obj;
mod polygon;

pub use obj::{Obj, ObjError, ObjFault};
