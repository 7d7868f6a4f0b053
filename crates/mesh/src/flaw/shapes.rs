//! Faces whose shape itself is a flaw: slivers, and slopes that are too steep to stand on.

use super::parts::centre;
use super::{Flaw, FlawKind, FlawList, FloorFaces};
use crate::flaw::Measure;
use crate::geometry::triangle::{Triangle, doubled_area};
use crate::geometry::vec3::{distance_squared, dot};

/// Finds slivers, and faces that are steeper than `slope`.
pub(super) fn find(floor: &FloorFaces<'_>, slope: Option<f64>, found: &mut FlawList) {
    for (face, corners) in floor.walkable_faces() {
        let area = doubled_area(&corners);
        let flaw = |kind, measure| Flaw {
            kind,
            face,
            side: None,
            other: None,
            point: centre(corners),
            measure,
            separates: false,
        };
        let size = dot(area, area).sqrt();
        if size == 0.0 {
            continue; // Faces without area are reported by a rule of each game.
        }
        let height = size / longest_side(&corners);
        if height < 2.0 * resolution(&corners) {
            found.push(flaw(FlawKind::Sliver, Measure::Length(height)));
        }
        let [x, y, z] = area;
        let rise = (x * x + y * y).sqrt() / z.abs();
        if slope.is_some_and(|slope| rise > slope) {
            found.push(flaw(FlawKind::Steep, Measure::Slope(rise)));
        }
    }
}

fn longest_side(corners: &Triangle) -> f64 {
    let [a, b, c] = corners.map(|corner| corner.map(f64::from));
    distance_squared(a, b).max(distance_squared(b, c)).max(distance_squared(c, a)).sqrt()
}

/// The spacing of floats at the largest coordinate of a face in the plan view.
fn resolution(corners: &Triangle) -> f64 {
    let largest = corners.iter().flat_map(|[x, y, _]| [x.abs(), y.abs()]).fold(0.0, f32::max);
    f64::from(largest.next_up()) - f64::from(largest)
}
