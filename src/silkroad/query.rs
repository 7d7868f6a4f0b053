//! Questions to a dungeon.

mod nearest;
mod reach;
mod route;
mod string_pulling;

pub use nearest::{NearestCell, NearestEdge};
pub use reach::{ConnectedPart, CutOff};
pub use route::{Route, Step, Walk};
pub use string_pulling::{Openings, TautRoute};
