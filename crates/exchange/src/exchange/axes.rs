//! Conversion between the axes of a scene and the axes of glTF and OBJ, where y is up and the view is
//! along -z.

use super::Up;

impl Up {
    /// The plan view of a point, seen from above.
    #[must_use]
    pub const fn plan(self, [x, y, z]: [f32; 3]) -> [f32; 2] {
        match self {
            Self::Z => [x, y],
            Self::Y => [x, z],
        }
    }

    /// Converts a point with this axis up to the axes with y up. It only swaps and negates, so that
    /// [`point_from_y_up`](Self::point_from_y_up) returns the same point. No coordinate becomes -0.
    #[doc(hidden)]
    pub fn point_to_y_up(self, [x, y, z]: [f32; 3]) -> [f32; 3] {
        match self {
            Self::Y => [x, y, z],
            Self::Z => [x, z, 0.0 - y],
        }
    }

    /// Converts a point from the axes with y up to the axes with this one up.
    #[doc(hidden)]
    pub fn point_from_y_up(self, [x, y, z]: [f32; 3]) -> [f32; 3] {
        match self {
            Self::Y => [x, y, z],
            Self::Z => [x, 0.0 - z, y],
        }
    }
}
