//! `Navigator` and its queries.

mod floor;
mod navigator;
mod nearest;
mod openings;
mod overview;
mod reach;
mod route;
mod string_pulling;

pub use navigator::Navigator;
pub use nearest::{NearestCell, NearestEdge};
pub use reach::CutOff;
pub use route::{RouteStep, RouteSteps};
pub use string_pulling::PulledRoute;
