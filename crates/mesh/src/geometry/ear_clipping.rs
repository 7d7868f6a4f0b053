//! Divides a polygon into triangles by ear clipping.
//!
//! All corners are kept, also those in the middle of a straight side. A neighbouring polygon may have a corner there,
//! and without it the two would share no edge.
//!
//! The first ear of the ring is cut, and the flags of the other corners are kept, so a polygon of n corners takes O(n²) tests. The toolset
//! of NWN2 takes ears in another order (`nwn2/carve/ears.rs`), so the two share no code.

use super::{Vec2, dot, orient2d, sub};

/// The maximum number of corners of a polygon. The time is quadratic in this number.
pub const MAX_CORNERS: usize = 1024;

/// The triangles of a polygon as indices of its corners, wound like the polygon, one for each ear. `None` if the polygon
/// crosses or touches itself, or is degenerate.
///
/// The polygon need not be planar. It is projected along the axis along which its area is largest.
pub fn triangulate(points: &[[f32; 3]]) -> Option<Vec<[usize; 3]>> {
    let points = seen_from_above(points)?;
    if !is_simple(&points) {
        return None;
    }
    let mut ring: Vec<usize> = (0..points.len()).collect();
    let mut ears: Vec<bool> = (0..ring.len()).map(|tip| is_ear(&points, &ring, tip)).collect();
    let mut triangles = Vec::with_capacity(points.len().saturating_sub(2));
    // A polygon that does not touch itself has an ear as long as it has more than three corners.
    while ring.len() > 3 {
        let tip = (1..ring.len()).chain([0]).find(|&tip| ears[tip])?;
        triangles.push(corners(&ring, tip));
        ring.remove(tip);
        ears.remove(tip);
        // An earlier corner that was not an ear still is not: an ear's tip is convex, and if corners lie in the triangle, at least one of
        // them is not convex.
        for beside in [tip + ring.len() - 1, tip].map(|beside| beside % ring.len()) {
            ears[beside] = is_ear(&points, &ring, beside);
        }
    }
    triangles.push([ring[0], ring[1], ring[2]]);
    Some(triangles)
}

/// The polygon, projected and counter-clockwise. `None` if it is degenerate, or has a corner that is not finite.
fn seen_from_above(points: &[[f32; 3]]) -> Option<Vec<Vec2>> {
    let exact = |at: usize| points[at % points.len()].map(f64::from);
    // Newell's normal: each component is twice the area projected along that axis.
    let mut normal = [0.0; 3];
    for at in 0..points.len() {
        let (a, b) = (exact(at), exact(at + 1));
        for (axis, sum) in normal.iter_mut().enumerate() {
            let [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
            *sum += (a[u] - b[u]) * (a[v] + b[v]);
        }
    }
    let axis = (0..3).max_by(|&a, &b| normal[a].abs().total_cmp(&normal[b].abs()))?;
    let [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
    let [u, v] = if normal[axis] > 0.0 { [u, v] } else { [v, u] };
    let flat: Vec<Vec2> = (0..points.len()).map(|at| [exact(at)[u], exact(at)[v]]).collect();
    (normal[axis] != 0.0 && normal[axis].is_finite()).then_some(flat)
}

/// Returns whether the sides meet only at their common corners.
fn is_simple(points: &[Vec2]) -> bool {
    let count = points.len();
    let next = |at: usize| (at + 1) % count;
    let turns_back = |at: usize| {
        let [a, b, c] = [at, next(at), next(next(at))].map(|at| points[at]);
        a == b || (orient2d(a, b, c) == 0.0 && dot(sub(b, a), sub(c, b)) < 0.0)
    };
    let touches = |at: usize| {
        // The sides that are not adjacent to this one.
        let others = at + 2..if at == 0 { count - 1 } else { count };
        others.into_iter().any(|other| meet([points[at], points[next(at)]], [points[other], points[next(other)]]))
    };
    !(0..count).any(|at| turns_back(at) || touches(at))
}

/// Returns whether two line segments intersect.
fn meet([a, b]: [Vec2; 2], [c, d]: [Vec2; 2]) -> bool {
    let overlap =
        |axis: usize| a[axis].min(b[axis]) <= c[axis].max(d[axis]) && c[axis].min(d[axis]) <= a[axis].max(b[axis]);
    let on_one_side = |p: f64, q: f64| (p > 0.0 && q > 0.0) || (p < 0.0 && q < 0.0);
    // Collinear segments intersect if their extents overlap along both axes.
    overlap(0)
        && overlap(1)
        && !on_one_side(orient2d(a, b, c), orient2d(a, b, d))
        && !on_one_side(orient2d(c, d, a), orient2d(c, d, b))
}

/// The corners of the triangle of an ear.
fn corners(ring: &[usize], tip: usize) -> [usize; 3] {
    let count = ring.len();
    [ring[(tip + count - 1) % count], ring[tip], ring[(tip + 1) % count]]
}

/// Returns whether the triangle at a corner is an ear: it is not degenerate, lies inside the polygon, and contains no other
/// corner, not even on its border.
fn is_ear(points: &[Vec2], ring: &[usize], tip: usize) -> bool {
    let corners = corners(ring, tip);
    let [a, b, c] = corners.map(|at| points[at]);
    let holds =
        |point: Vec2| orient2d(a, b, point) >= 0.0 && orient2d(b, c, point) >= 0.0 && orient2d(c, a, point) >= 0.0;
    orient2d(a, b, c) > 0.0 && !ring.iter().any(|at| !corners.contains(at) && holds(points[*at]))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Twice the area of a triangle in plan view, x and z.
    fn area(points: &[[f32; 3]], [a, b, c]: [usize; 3]) -> f64 {
        let [a, b, c] = [a, b, c].map(|at| [f64::from(points[at][2]), f64::from(points[at][0])]);
        orient2d(a, b, c)
    }

    fn plan_of(points: &[[i16; 2]]) -> Vec<[f32; 3]> {
        points.iter().map(|&[x, z]| [f32::from(x), 0.0, f32::from(z)]).collect()
    }

    #[track_caller]
    fn assert_fills(points: &[[f32; 3]], area_of_all: f64) {
        let triangles = triangulate(points).expect("a simple polygon");
        assert_eq!(triangles.len(), points.len() - 2);
        let areas: Vec<_> = triangles.iter().map(|&triangle| area(points, triangle)).collect();
        assert!(areas.iter().all(|area| area * area_of_all > 0.0), "each is wound as the polygon: {areas:?}");
        assert!((areas.iter().sum::<f64>() - area_of_all).abs() < 1e-6 * area_of_all.abs(), "{areas:?}");
        let used = |at: usize| triangles.iter().any(|triangle| triangle.contains(&at));
        assert!((0..points.len()).all(used), "every corner is used");
    }

    #[test]
    fn concave_polygons_are_filled() {
        // A comb with five teeth, in both windings.
        let teeth = (0..5).flat_map(|tooth| [[4 * tooth, 9], [4 * tooth + 2, 1]]);
        let mut comb: Vec<[i16; 2]> = teeth.collect();
        comb.extend([[20, 9], [20, 0], [0, 0]]);
        let mut points = plan_of(&comb);
        let triangles = triangulate(&points).expect("a comb");
        let sum: f64 = triangles.iter().map(|&triangle| area(&points, triangle)).sum();
        assert_fills(&points, sum);
        points.reverse();
        assert_fills(&points, -sum);
    }

    #[test]
    fn corners_on_straight_sides_are_kept() {
        let square = [[0, 0], [0, 2], [0, 3], [0, 4], [4, 4], [4, 1], [4, 0], [2, 0]];
        assert_fills(&plan_of(&square), 32.0);
        let triangle = [[0, 0], [0, 1], [0, 2], [0, 3], [3, 0], [2, 0], [1, 0]];
        assert_fills(&plan_of(&triangle), 9.0);
    }

    #[test]
    fn walls_are_seen_from_their_own_side() {
        let wall = [[0.0, 0.0, 0.0], [9.0, 0.0, 0.0], [9.0, 5.0, 0.0], [3.0, 1.0, 0.0], [0.0, 5.0, 0.0]];
        assert_eq!(triangulate(&wall).map(|triangles| triangles.len()), Some(3));
    }

    #[test]
    fn what_is_not_simple_is_refused() {
        for points in [
            // A bow tie, one with unequal halves, a corner on a side, a side that doubles back, a line, a repeated corner.
            &[[0, 0], [4, 4], [4, 0], [0, 4]][..],
            &[[0, 0], [4, 4], [4, 0], [0, 9]],
            &[[0, 0], [8, 0], [8, 8], [4, 0], [0, 8]],
            &[[0, 0], [8, 0], [4, 0], [4, 4]],
            &[[0, 0], [1, 0], [2, 0], [3, 0]],
            &[[0, 0], [4, 0], [4, 0], [0, 4]],
        ] {
            assert_eq!(triangulate(&plan_of(points)), None, "{points:?}");
        }
        assert_eq!(triangulate(&[[f32::NAN; 3]; 4]), None);
        assert_eq!(triangulate(&[[f32::MAX; 3], [0.0; 3], [f32::MAX, 0.0, 0.0], [f32::INFINITY; 3]]), None);
    }

    #[test]
    fn as_many_corners_as_are_allowed_take_no_time() {
        let on_circle = |at: usize| {
            let angle = at as f32 / MAX_CORNERS as f32 * std::f32::consts::TAU;
            // Every other corner lies deep inside.
            let radius = if at.is_multiple_of(2) { 1000.0 } else { 300.0 };
            [radius * angle.cos(), 0.0, radius * angle.sin()]
        };
        let star: Vec<_> = (0..MAX_CORNERS).map(on_circle).collect();
        assert_eq!(triangulate(&star).map(|triangles| triangles.len()), Some(MAX_CORNERS - 2));
    }

    proptest! {
        /// Corners around a centre, each at its own distance: concave, often at most corners.
        #[test]
        fn star_shaped_polygons_are_filled(radii in proptest::collection::vec(1..200_u8, 4..40), reversed: bool) {
            let count = radii.len() as f32;
            let corner = |(at, radius): (usize, &u8)| {
                let angle = at as f32 / count * std::f32::consts::TAU;
                [f32::from(*radius) * angle.sin(), at as f32, f32::from(*radius) * angle.cos()]
            };
            let mut points: Vec<_> = radii.iter().enumerate().map(corner).collect();
            if reversed {
                points.reverse();
            }
            let plan = |at: usize| {
                let [x, _, z] = points[at % points.len()].map(f64::from);
                [z, x]
            };
            let sum: f64 = (0..points.len()).map(|at| plan(at)[0] * plan(at + 1)[1] - plan(at)[1] * plan(at + 1)[0]).sum();
            let flat: Vec<_> = points.iter().map(|&[x, _, z]| [x, 0.0, z]).collect();
            assert_fills(&flat, sum);
        }
    }
}
