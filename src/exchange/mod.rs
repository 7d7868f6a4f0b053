//! Exchange with other programs: imports triangles from modelling tools.
//!
//! This module knows no game. The game's own module decides what the triangles become, such as
//! [`silkroad::Plan::of_floors`](crate::silkroad::Plan::of_floors).

mod matching;
mod obj;
mod polygon;
mod triangle_set;

pub use matching::{
    MatchError, MatchOptions, MatchReport, Matched, MatchedTriangle, PointMove, SnappedPoint, match_onto,
};
pub use obj::{Obj, ObjError, ObjFault};
pub use triangle_set::{Class, ClassedTriangle, Mark, TriangleSet};
