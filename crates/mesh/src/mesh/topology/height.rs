//! Heights of points on faces and their sides.

use super::{Face, Ground, Topology};
use crate::geometry::{HalfEdge, Vec2, cross, distance, dot, plan, share_of_nearest, sub};

impl Topology {
    /// The height of a face's plane at a point of the plan view; of a vertical face, the height of its longest side.
    pub fn height_at(&self, face: &Face, at: Vec2) -> f32 {
        let points = face.corners.map(|corner| self.vertex(corner));
        let [a, b, c] = points.map(plan);
        let z = points.map(|point| f64::from(point[2]));
        let (ab, ac, offset) = (sub(b, a), sub(c, a), sub(at, a));
        let area = cross(ab, ac);
        if face.ground == Ground::Open && area != 0.0 {
            let (u, v) = (cross(offset, ac) / area, cross(ab, offset) / area);
            return (z[0] + u * (z[1] - z[0]) + v * (z[2] - z[0])) as f32;
        }
        height_on_longest_side([a, b, c], z, at)
    }

    /// A point of the plan view with the height of a face's plane.
    pub fn lifted(&self, face: u32, at: Vec2) -> [f32; 3] {
        [at[0] as f32, at[1] as f32, self.height_at(&self.faces()[face as usize], at)]
    }

    /// A point on a half-edge, with the height there.
    pub fn on_edge(&self, edge: HalfEdge, at: Vec2) -> [f32; 3] {
        let [from, to] = [edge, edge.next()].map(|edge| self.corner(edge.face(), edge.corner()));
        let whole = distance(plan(from), plan(to));
        let t = if whole > 0.0 { distance(plan(from), at) / whole } else { 0.0 };
        [at[0] as f32, at[1] as f32, (f64::from(from[2]) + t * (f64::from(to[2]) - f64::from(from[2]))) as f32]
    }
}

/// The height of a triangle's longest side at its point nearest to `at`. The first of equally long sides is taken.
fn height_on_longest_side([a, b, c]: [Vec2; 3], z: [f64; 3], at: Vec2) -> f32 {
    let mut longest = (a, b, [z[0], z[1]]);
    let square = |(from, to, _): (Vec2, Vec2, [f64; 2])| {
        let along = sub(to, from);
        dot(along, along)
    };
    for side in [(b, c, [z[1], z[2]]), (c, a, [z[2], z[0]])] {
        if square(side) > square(longest) {
            longest = side;
        }
    }
    let (from, to, height) = longest;
    (height[0] + share_of_nearest(from, to, at) * (height[1] - height[0])) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_face_without_area_is_as_high_as_its_longest_side() {
        // Its corners lie on a line: from 1 to 2 and up to 5 along the longest side, which leads from the last to the first.
        let (corners, heights) = ([[0.0, 0.0], [1.0, 0.0], [4.0, 0.0]], [1.0, 2.0, 5.0]);
        let height = |x| height_on_longest_side(corners, heights, [x, 1.0]);
        assert_eq!([-1.0, 0.0, 2.0, 4.0, 9.0].map(height), [1.0, 1.0, 3.0, 5.0, 5.0]);
    }
}
