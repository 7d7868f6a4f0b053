//! `Placement`: a block's position in its dungeon, and its rotation around the vertical axis.

use crate::geometry::rotation::{QuarterTurns, Rotation};

/// The placement of a block.
///
/// ```
/// use walkmesh::silkroad::Placement;
///
/// let quarter = Placement { position: [100.0, 0.0, 0.0], yaw_radians: std::f32::consts::FRAC_PI_2 };
/// assert_eq!(quarter.to_dungeon([10.0, 5.0, 0.0]), [100.0, 5.0, 10.0]);
/// assert_eq!(quarter.to_block([100.0, 5.0, 10.0]), [10.0, 5.0, 0.0]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Placement {
    /// Position of the block's origin, in dungeon space and game units, y up.
    pub position: [f32; 3],
    /// The rotation, in radians: from x towards z.
    pub yaw_radians: f32,
}

impl Placement {
    /// Converts a point of the block to dungeon space.
    #[must_use]
    pub fn to_dungeon(&self, point: impl Into<[f32; 3]>) -> [f32; 3] {
        let [x, y, z] = point.into().map(f64::from);
        let [px, py, pz] = self.position.map(f64::from);
        let [x, z] = self.rotation().turn([x, z]);
        [x + px, y + py, z + pz].map(|value| value as f32)
    }

    /// Converts a point of dungeon space to the block's space.
    #[must_use]
    pub fn to_block(&self, point: impl Into<[f32; 3]>) -> [f32; 3] {
        let [x, y, z] = point.into().map(f64::from);
        let [px, py, pz] = self.position.map(f64::from);
        let [x, z] = self.rotation().turn_back([x - px, z - pz]);
        [x, y - py, z].map(|value| value as f32)
    }

    /// The rotation. An angle that differs from a quarter turn only by rounding to f32 or to six digits counts as
    /// the quarter turn, because most blocks are placed at right angles.
    pub(super) fn rotation(&self) -> Rotation {
        Rotation::by(self.yaw_radians, QuarterTurns::Within(1e-6))
    }
}

/// Swaps y and z: dungeon space has y up, meshes have z up. It is its own inverse.
pub(super) const fn turned([x, y, z]: [f32; 3]) -> [f32; 3] {
    [x, z, y]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn right_angles_are_right() {
        let turn = |yaw| Placement { position: [0.0; 3], yaw_radians: yaw }.to_dungeon([1.0, 0.0, 0.0]);
        assert_eq!(turn(std::f32::consts::PI), [-1.0, 0.0, 0.0]);
        assert_eq!(turn(-std::f32::consts::FRAC_PI_2), [0.0, 0.0, -1.0]);
    }

    #[test]
    fn a_yaw_that_is_no_number_does_no_harm() {
        for yaw in [f32::NAN, f32::INFINITY, f32::MAX] {
            let _ = Placement { position: [0.0; 3], yaw_radians: yaw }.to_block([1.0, 2.0, 3.0]);
        }
    }
}
