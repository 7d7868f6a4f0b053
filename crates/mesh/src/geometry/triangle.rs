//! Triangles in space: validity, winding, and nearest points.

use super::vec3::{Vec3, cross, distance_squared, dot, sub, towards};

/// The three corners of a face, in the mesh's units (metres in all three games).
pub type Triangle = [[f32; 3]; 3];

/// The maximum coordinate that queries, bakes and edits accept, in the mesh's units (metres in all three games): 1e11.
/// Queries skip faces with a coordinate that is NaN, infinite or beyond ±`COORDINATE_LIMIT`, and bakes and edits reject them.
///
/// Within the limit no product that a query or a bake computes in f32 overflows.
pub const COORDINATE_LIMIT: f32 = 1e11;

const LIMIT: f64 = COORDINATE_LIMIT as f64;

/// The greatest product is the ray test's sum of weighted distances: corners are at most 4 `LIMIT` off the ray, so each
/// of three weights is at most 2 · 4² `LIMIT`², and the distances are at most √3 · 2 `LIMIT`.
const _: () = assert!(3.0 * 32.0 * 3.5 * LIMIT * LIMIT * LIMIT < f32::MAX as f64);

/// Returns whether a point can be used: no coordinate is NaN, infinite or beyond ±[`COORDINATE_LIMIT`].
#[inline]
pub fn is_usable(point: &[f32; 3]) -> bool {
    point.iter().all(|value| value.abs() <= COORDINATE_LIMIT)
}

/// Twice the area of a face as a vector perpendicular to it. Its z is the doubled area in the plan view.
///
/// Computed in f64, where the products of three collinear corners cancel exactly.
#[inline]
pub fn doubled_area(triangle: &Triangle) -> [f64; 3] {
    let [a, b, c] = triangle.map(|corner| corner.map(f64::from));
    cross(sub(b, a), sub(c, a))
}

/// Returns whether a face's corners run counter-clockwise seen from above. In all three games this side is the upper
/// side. False for a vertical or degenerate face, and for one with a corner that is NaN.
#[inline]
pub fn faces_up(triangle: &Triangle) -> bool {
    doubled_area(triangle)[2] > 0.0
}

/// The point of a triangle that is nearest to another point, within rounding.
pub fn nearest_point(corners: [Vec3; 3], point: Vec3) -> Vec3 {
    let [a, b, c] = corners;
    let (ab, ac, ap) = (sub(b, a), sub(c, a), sub(point, a));
    let [bb, bc, cc] = [dot(ab, ab), dot(ab, ac), dot(ac, ac)];
    let [bp, cp] = [dot(ab, ap), dot(ac, ap)];
    let area = bb * cc - bc * bc;
    let (u, v) = (cc * bp - bc * cp, bb * cp - bc * bp);
    if area > 0.0 && u >= 0.0 && v >= 0.0 && u + v <= area {
        return towards(towards(a, ab, u / area), ac, v / area);
    }
    let on_edges = [[a, b], [b, c], [c, a]].map(|[from, to]| {
        let edge = sub(to, from);
        let length = dot(edge, edge);
        let share = if length > 0.0 { (dot(sub(point, from), edge) / length).clamp(0.0, 1.0) } else { 0.0 };
        if share == 1.0 { to } else { towards(from, edge, share) }
    });
    let nearer = |best: Vec3, next: Vec3| {
        if distance_squared(next, point) < distance_squared(best, point) { next } else { best }
    };
    on_edges.into_iter().fold(on_edges[0], nearer)
}
