//! [`Position`]: a point on a face.

use crate::geometry::{Vec2, plan};

/// A point and the face that it lies on. The face selects one of several stacked floors; queries ignore the height of
/// the point.
///
/// `F` is the type that identifies faces: a [`NavMesh`](super::NavMesh) uses their indices, a game its own ids. All
/// answers use it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Position<F = u32> {
    /// The point, in the mesh's units.
    pub point: [f32; 3],
    /// The face under it.
    pub face: F,
}

impl<F> Position<F> {
    /// The position of a point on a face.
    pub fn new(point: impl Into<[f32; 3]>, face: F) -> Self {
        Self { point: point.into(), face }
    }

    /// The same position, with its face renamed.
    pub fn map<G>(self, name: impl FnOnce(F) -> G) -> Position<G> {
        Position { point: self.point, face: name(self.face) }
    }
}

/// The reason why a start or goal position is invalid.
/// Cause: the caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PositionError {
    /// The mesh has no such face.
    #[error("face {face} does not exist")]
    NoSuchFace {
        /// The face of the position.
        face: u32,
    },
    /// The face is not walkable.
    #[error("face {face} cannot be walked")]
    NotWalkable {
        /// The face of the position.
        face: u32,
    },
    /// A coordinate of the point is NaN or infinite.
    #[error("the point has a coordinate that is NaN or infinite")]
    NotFinite,
    /// The point lies off the face in the plan view, by more than rounding explains.
    #[error("the point does not lie on face {face}")]
    OffFace {
        /// The face of the position.
        face: u32,
    },
}

/// The maximum distance of a point from its face, as a fraction of the greatest coordinate: eight ulps of f32.
pub const TOLERANCE: f64 = 1.0 / (1 << 20) as f64;

/// The plan view of a point, or an error if it is not finite. The height is ignored.
pub fn finite(point: [f32; 3]) -> Result<Vec2, PositionError> {
    let at = plan(point);
    if at.iter().all(|value| value.is_finite()) { Ok(at) } else { Err(PositionError::NotFinite) }
}
