//! [`RouteStep`]: a triangle on a stored route.

use crate::nwn2::{IslandId, TriangleId};

/// A step of a stored route: a triangle, and the island of the route at that triangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct RouteStep {
    /// The triangle.
    pub face: TriangleId,
    /// The island.
    pub island: IslandId,
}
