//! Instruments for research: rules of the game that are shown for comparison, not to build on.

pub use super::bake::{SightDecision, SightStep, lines_of_sight};
pub use super::query::{sees_over_the_floor, triangle_by_the_games_rule};
