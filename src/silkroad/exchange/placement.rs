//! The placement of a block, as the map of a node.

use crate::exchange::Transform;
use crate::geometry::rotation::Rotation;
use crate::silkroad::Placement;

/// Maximum rounding error of the factors of a map: programs store a rotation as a quaternion of `f32`.
const ROUNDED_FACTOR: f64 = 1e-4;
/// Maximum rounding error of the offset of a map, in game units.
const ROUNDED_OFFSET: f64 = 0.01;

impl Placement {
    /// The map of the block's points into the dungeon.
    pub(super) fn as_map(&self) -> Transform {
        let [px, py, pz] = self.position.map(f64::from);
        let Rotation { sin, cos } = self.rotation();
        Transform { rows: [[cos, 0.0, 0.0 - sin, px], [0.0, 1.0, 0.0, py], [sin, 0.0, cos, pz]] }
    }

    /// The map of a node's points into the block, where `map` leads into the dungeon: the identity if the node is placed as
    /// the block is, apart from rounding.
    pub(super) fn relative(&self, map: &Transform) -> Transform {
        let [px, py, pz] = self.position.map(f64::from);
        let Rotation { sin, cos } = self.rotation();
        let back = Transform {
            rows: [
                [cos, 0.0, sin, 0.0 - (cos * px + sin * pz)],
                [0.0, 1.0, 0.0, 0.0 - py],
                [0.0 - sin, 0.0, cos, sin * px - cos * pz],
            ],
        };
        let relative = back.after(map);
        let is_near = |(row, identity): (&[f64; 4], &[f64; 4])| {
            let apart = |at: usize| (row[at] - identity[at]).abs();
            (0..3).all(|at| apart(at) < ROUNDED_FACTOR) && apart(3) < ROUNDED_OFFSET
        };
        if relative.rows.iter().zip(&Transform::IDENTITY.rows).all(is_near) { Transform::IDENTITY } else { relative }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_map_of_a_block_is_its_placement_and_rounding_is_no_move() {
        for (yaw, position) in
            [(0.0, [0.0; 3]), (0.7, [1200.0, -30.0, 55.5]), (-std::f32::consts::FRAC_PI_2, [-3.0, 8.0, 900.0])]
        {
            let at = Placement { position, yaw_radians: yaw };
            let map = at.as_map();
            let point = [10.0, 2.0, -7.0];
            let [a, b] = [map.apply(point), at.to_dungeon(point)];
            assert!(a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-3), "{a:?} {b:?}");
            let rounded = Transform { rows: map.rows.map(|row| row.map(|value| f64::from((value + 2e-5) as f32))) };
            assert_eq!(at.relative(&rounded), Transform::IDENTITY);
            let mut lifted = map;
            lifted.rows[1][3] += 1.0;
            assert!((at.relative(&lifted).apply(point)[1] - 3.0).abs() < 1e-3);
        }
    }
}
