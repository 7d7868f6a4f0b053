//! Research tools: rules of the game for comparison only.

pub use super::bake::{SightDecision, SightStep, lines_of_sight};
pub use super::carve::stages::{CarveStages, ClippedTile, carve_stages};
pub use super::query::{sees_over_the_floor, triangle_by_the_games_rule};
