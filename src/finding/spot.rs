//! `Spot`: the position and size of a geometric fault on a floor.

use std::fmt;

use crate::flaw::Measure;

/// A point of a floor that needs attention, and the size of the fault there.
///
/// ```
/// use walkmesh::finding::{Measure, Spot};
///
/// let crack = Spot { point: [12.5, -3.0, 0.25], measure: Measure::Length(0.004) };
/// assert_eq!(crack.to_string(), "(12.500, -3.000, 0.250)");
/// assert_eq!(crack.measure.to_string(), "4.0 mm");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Spot {
    /// The point, in the coordinates of the file.
    pub point: [f32; 3],
    /// The size of the fault.
    pub measure: Measure,
}

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [x, y, z] = self.point;
        write!(f, "({x:.3}, {y:.3}, {z:.3})")
    }
}
