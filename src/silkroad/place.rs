//! Where a block stands in its dungeon: a position, and a turn around the vertical.

/// Where a block stands.
///
/// ```
/// use walkmesh::silkroad::Placement;
///
/// let quarter = Placement { position: [100.0, 0.0, 0.0], yaw: std::f32::consts::FRAC_PI_2 };
/// assert_eq!(quarter.to_dungeon([10.0, 5.0, 0.0]), [100.0, 5.0, 10.0]);
/// assert_eq!(quarter.to_block([100.0, 5.0, 10.0]), [10.0, 5.0, 0.0]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Placement {
    /// Where the block's origin is, in dungeon space and game units, y up.
    pub position: [f32; 3],
    /// The turn, in radians: from x towards z.
    pub yaw: f32,
}

impl Placement {
    /// A point of the block in dungeon space.
    pub fn to_dungeon(&self, point: impl Into<[f32; 3]>) -> [f32; 3] {
        let [x, y, z] = point.into().map(f64::from);
        let [px, py, pz] = self.position.map(f64::from);
        let (sin, cos) = sin_cos(self.yaw);
        [cos * x - sin * z + px, y + py, sin * x + cos * z + pz].map(|value| value as f32)
    }

    /// A point of dungeon space as the block sees it.
    pub fn to_block(&self, point: impl Into<[f32; 3]>) -> [f32; 3] {
        let [x, y, z] = point.into().map(f64::from);
        let [px, py, pz] = self.position.map(f64::from);
        let (sin, cos) = sin_cos(self.yaw);
        let (x, z) = (x - px, z - pz);
        [cos * x + sin * z, y - py, cos * z - sin * x].map(|value| value as f32)
    }
}

/// Dungeon space has y up, the mesh's plan is x and y: the two change places, either way.
pub(super) const fn turned([x, y, z]: [f32; 3]) -> [f32; 3] {
    [x, z, y]
}

/// Sine and cosine of an angle, the same on every machine, which those of the standard library need not be. Good to
/// more digits than an f32 has, for angles of up to a thousand turns.
fn sin_cos(angle: f32) -> (f64, f64) {
    use std::f64::consts::FRAC_PI_2;
    let angle = f64::from(angle);
    let quarters = (angle / FRAC_PI_2).round();
    // A quarter turn that was rounded to f32 is meant as one: blocks mostly stand at right angles.
    let rest = angle - quarters * FRAC_PI_2;
    let rest = if rest.abs() < 1e-6 { 0.0 } else { rest };
    let square = rest * rest;
    // Taylor's series; with at most an eighth of a turn its rest is below 1e-16.
    let series = |first: f64, from: f64| {
        let mut term = first;
        let mut sum = first;
        for step in 0..9 {
            let n = from + 2.0 * f64::from(step);
            term *= -square / ((n + 1.0) * (n + 2.0));
            sum += term;
        }
        sum
    };
    let (sin, cos) = (series(rest, 1.0), series(1.0, 0.0));
    match quarters.rem_euclid(4.0) as u8 {
        0 => (sin, cos),
        1 => (cos, -sin),
        2 => (-sin, -cos),
        _ => (-cos, sin),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_the_standard_library() {
        for step in -2000..2000_i16 {
            let angle = f32::from(step) * 0.017;
            let (sin, cos) = sin_cos(angle);
            assert!((sin - f64::from(angle).sin()).abs() < 1e-6, "{angle}");
            assert!((cos - f64::from(angle).cos()).abs() < 1e-6, "{angle}");
        }
    }

    #[test]
    fn right_angles_are_right() {
        let turn = |yaw| Placement { position: [0.0; 3], yaw }.to_dungeon([1.0, 0.0, 0.0]);
        assert_eq!(turn(std::f32::consts::PI), [-1.0, 0.0, 0.0]);
        assert_eq!(turn(-std::f32::consts::FRAC_PI_2), [0.0, 0.0, -1.0]);
    }

    #[test]
    fn a_yaw_that_is_no_number_does_no_harm() {
        for yaw in [f32::NAN, f32::INFINITY, f32::MAX] {
            let _ = Placement { position: [0.0; 3], yaw }.to_block([1.0, 2.0, 3.0]);
        }
    }
}
