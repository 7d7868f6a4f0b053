//! [`Stuck`]: the reason why the engine finds no way.

use std::fmt;

/// The reason why the engine finds no path, and the position.
/// Cause: nobody.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Stuck {
    /// The reason.
    pub reason: StuckReason,
    /// The place, in the plan view.
    pub at: [f32; 2],
    /// The path point concerned.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub path_point: Option<u32>,
}

/// The reason why the engine finds no path. **Reported.**
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum StuckReason {
    /// The start or the goal is in no room.
    NoFloor,
    /// The start or the goal is too near to a wall or an object, and nothing within 2 m is safe.
    Unsafe,
    /// No straight walk leads to a path point.
    NoGraphPoint,
    /// No straight walk leads to a path point that the engine finds, because the points are not sorted by x.
    PointsNotSorted,
    /// No links lead from the points at the start to those at the goal.
    GraphParts,
    /// A placeable, or a door that never opens, blocks the links.
    LinkBlocked,
    /// The search over the links takes longer than the engine allows.
    SearchTooLong,
    /// Neither a straight walk nor the grid leads over a part of the path.
    LegFailed,
    /// An edge that leads to no room, or to one without a walkmesh, blocks the walk.
    BlindEdge,
    /// A point could walk straight through, but this walker is too wide.
    TooNarrow,
}

impl StuckReason {
    /// Its name, as in reports: `no-floor`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::NoFloor => "no-floor",
            Self::Unsafe => "unsafe",
            Self::NoGraphPoint => "no-graph-point",
            Self::PointsNotSorted => "points-not-sorted",
            Self::GraphParts => "graph-parts",
            Self::LinkBlocked => "link-blocked",
            Self::SearchTooLong => "search-too-long",
            Self::LegFailed => "leg-failed",
            Self::BlindEdge => "blind-edge",
            Self::TooNarrow => "too-narrow",
        }
    }

    const fn sentence(self) -> &'static str {
        match self {
            Self::NoFloor => "no room has a floor there",
            Self::Unsafe => {
                "a wall, an object or a creature is nearer than the walker's radius, and no spot within 2 m is safe"
            }
            Self::NoGraphPoint => "no straight walk leads from there to a path point",
            Self::PointsNotSorted => {
                "the engine finds no path point from there, because the points are not sorted by x"
            }
            Self::GraphParts => "no links lead from this path point to the one at the goal",
            Self::LinkBlocked => {
                "a placeable or a door that never opens stands on the links from this path point to the goal"
            }
            Self::SearchTooLong => "the search from this path point takes longer than the engine allows",
            Self::LegFailed => "neither a straight walk nor the search on a grid leads on from there",
            Self::BlindEdge => "an edge that leads to no room with a walkmesh is in the way",
            Self::TooNarrow => "the way is too narrow for this walker",
        }
    }
}

impl std::error::Error for Stuck {}

/// `leg-failed at (1, 2): neither a straight walk nor the search on a grid leads on from there`.
impl fmt::Display for Stuck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { reason, at: [x, y], path_point } = self;
        write!(f, "{} at ({x}, {y})", reason.name())?;
        path_point.iter().try_for_each(|point| write!(f, ", path point {point}"))?;
        write!(f, ": {}", reason.sentence())
    }
}
