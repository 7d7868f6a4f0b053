//! The path points of an area in numbers.

use std::collections::BTreeSet;

use crate::kotor::PathPoints;

/// The path points of a KotOR area in numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct PathPointsSummary {
    /// Number of points.
    pub points: usize,
    /// Number of links of its points; a two-way link counts twice.
    pub links: usize,
    /// Number of connected parts that the points form.
    pub parts: usize,
    /// True if the points are sorted from west to east, as the game needs them.
    pub sorted: bool,
    /// Number of links that lead from a point to itself.
    pub self_links: usize,
}

impl PathPointsSummary {
    pub(in crate::level) fn new(path: &PathPoints) -> Self {
        Self {
            points: path.points().len(),
            links: path.links().len(),
            parts: path.parts().into_iter().collect::<BTreeSet<_>>().len(),
            sorted: path.is_sorted(),
            self_links: path.self_links(),
        }
    }
}
