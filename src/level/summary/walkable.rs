//! [`Walkable`]: the bounds and the connected parts of the walkable faces of a mesh.

use crate::mesh::{Aabb, Overview, PartOverview};

/// The walkable part of a mesh.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Walkable {
    /// The box around the walkable faces.
    #[cfg_attr(feature = "serde", serde(rename = "box"))]
    pub extent: Aabb,
    /// The area in the plan view, in the square of the game's units.
    pub plan_area: f64,
    /// Number of connected parts of the walkable faces. They are computed from the faces, even if the file stores islands.
    pub connected_parts: usize,
    /// The connected part that has the largest area.
    pub largest_part: LargestPart,
}

/// The connected part of a mesh that has the largest area.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct LargestPart {
    /// Its number.
    pub number: u32,
    /// Number of faces.
    pub faces: u32,
    /// Its area in the plan view, in the square of the game's units.
    pub plan_area: f64,
    /// A point on it, from which a path can start.
    pub sample_point: [f32; 3],
}

impl Walkable {
    /// `None` where no face is walkable; `point` gives the point of a position.
    pub(super) fn new<P>(overview: &Overview<P>, point: impl Fn(&P) -> [f32; 3]) -> Option<Self> {
        let (number, PartOverview { faces, area, sample, .. }) = overview.largest()?;
        Some(Self {
            extent: overview.bounds?.into(),
            plan_area: overview.area,
            connected_parts: overview.parts.len(),
            largest_part: LargestPart { number, faces: *faces, plan_area: *area, sample_point: point(sample) },
        })
    }
}
