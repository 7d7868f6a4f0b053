//! [`Band`]: the space above a floor that a walker's body occupies.

use crate::geometry::triangle::doubled_area;
use crate::mesh::Triangle;

/// Below this height above the floor, in metres, an object is in the way: the height of a tall person. The games' own
/// height is not known.
pub(super) const BODY: f64 = 2.0;
/// A walker steps over what is no higher above the floor than this, in metres.
const STEP: f64 = 0.05;

/// The space from [`STEP`] to [`BODY`] above the plane of a floor's face.
#[derive(Clone, Copy, Debug)]
pub(super) struct Band {
    /// A point of the floor.
    corner: [f64; 3],
    /// How much the floor rises per metre, along x and y.
    slope: [f64; 2],
}

impl Band {
    /// `None` above a vertical face, which has no height in the plan view.
    pub(super) fn above(floor: &Triangle) -> Option<Self> {
        let [nx, ny, nz] = doubled_area(floor);
        let slope = [-nx / nz, -ny / nz];
        slope.iter().all(|slope| slope.is_finite()).then_some(Self { corner: floor[0].map(f64::from), slope })
    }

    /// The part of a triangle in the band: a convex polygon of at most five corners. Empty where only its border
    /// touches the band.
    pub(super) fn part(&self, triangle: &Triangle) -> Vec<[f64; 3]> {
        let mut part: Vec<[f64; 3]> = triangle.iter().map(|corner| corner.map(f64::from)).collect();
        for depth in [|height| height - STEP, |height| BODY - height] {
            let inside = |point: [f64; 3]| depth(self.height(point));
            if !part.iter().any(|&corner| inside(corner) > 0.0) {
                return Vec::new();
            }
            part = clipped(&part, inside);
        }
        part
    }

    /// How high a point is above the floor.
    fn height(&self, point: [f64; 3]) -> f64 {
        let [x, y, z]: [f64; 3] = std::array::from_fn(|axis| point[axis] - self.corner[axis]);
        z - (self.slope[0] * x + self.slope[1] * y)
    }
}

/// The part of a convex polygon where a linear function is not negative.
fn clipped(polygon: &[[f64; 3]], inside: impl Fn([f64; 3]) -> f64) -> Vec<[f64; 3]> {
    let mut part = Vec::with_capacity(polygon.len() + 1);
    for (&from, &to) in polygon.iter().zip(polygon.iter().cycle().skip(1)) {
        let (here, there) = (inside(from), inside(to));
        if here >= 0.0 {
            part.push(from);
        }
        if (here < 0.0 && there > 0.0) || (here > 0.0 && there < 0.0) {
            let share = here / (here - there);
            part.push(std::array::from_fn(|axis| from[axis] + share * (to[axis] - from[axis])));
        }
    }
    part
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEVEL: Triangle = [[0.0, 0.0, 1.0], [1.0, 0.0, 1.0], [0.0, 1.0, 1.0]];

    /// The least and the greatest height of the part in the band, above the floor; in whole millionths of a metre, for
    /// they are interpolated.
    fn heights(floor: &Triangle, triangle: &Triangle) -> Option<[f64; 2]> {
        let band = Band::above(floor).unwrap();
        let part = band.part(triangle);
        let heights = part.iter().map(|&point| (band.height(point) * 1e6).round() / 1e6);
        heights.fold(None, |range: Option<[f64; 2]>, height| {
            let [low, high] = range.unwrap_or([height; 2]);
            Some([low.min(height), high.max(height)])
        })
    }

    #[test]
    fn a_triangle_is_clipped_to_the_band() {
        let rises = |low: f32, high: f32| [[5.0, 5.0, low], [9.0, 5.0, high], [5.0, 9.0, low]];
        assert_eq!(heights(&LEVEL, &rises(0.0, 9.0)), Some([STEP, BODY]));
        assert_eq!(heights(&LEVEL, &rises(1.5, 2.5)), Some([0.5, 1.5]), "all of it");
        assert_eq!(heights(&LEVEL, &rises(3.0, 9.0)), None, "it touches the band from above");
        assert_eq!(heights(&LEVEL, &rises(-3.0, 1.04)), None, "no higher than a step");
        let part = Band::above(&LEVEL).unwrap().part(&rises(0.0, 9.0));
        assert_eq!(part.len(), 4);
        assert!(
            part.iter().all(|point| (point[2] - (point[0] - 5.0) * 2.25).abs() < 1e-12),
            "on the triangle: {part:?}"
        );
    }

    #[test]
    fn the_band_follows_a_sloping_floor() {
        let floor = LEVEL.map(|[x, y, z]| [x, y, z + x]);
        let alike = [[3.0, 0.0, 4.5], [4.0, 0.0, 5.5], [3.0, 1.0, 4.5]];
        assert_eq!(heights(&floor, &alike), Some([0.5, 0.5]));
        assert!(Band::above(&[[0.0; 3], [1.0, 0.0, 0.0], [1.0, 0.0, 1.0]]).is_none(), "vertical");
    }
}
