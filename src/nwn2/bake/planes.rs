//! The centre, normal and plane of each triangle, bit-identical to the game's.
//!
//! Each operation is rounded to `f32` on its own, in the order of this code; Rust neither fuses nor reorders them. Source:
//! docs/formats/trn-aswm.md#planes, equal in all 1,210,150 triangles of 188 files.

use crate::formats::Vector3;
use crate::formats::aswm::Triangle;
use crate::nwn2::floor::CLOCKWISE;

/// Minimum length of a cross product that gives a normal. Below it the triangle is degenerate and has a fixed normal.
const SHORTEST_NORMAL: f32 = 1.1e-7;

/// Fills in centre, normal and dot of each triangle. Every vertex must exist.
pub(super) fn fill(triangles: &mut [Triangle], vertices: &[Vector3]) {
    for triangle in triangles {
        fill_one(triangle, triangle.vertices.map(|vertex| vertices[vertex as usize]));
    }
}

/// Fills in centre, normal and dot of a triangle with these corners.
pub(in crate::nwn2) fn fill_one(triangle: &mut Triangle, [a, b, c]: [Vector3; 3]) {
    triangle.center = center(a, b, c);
    triangle.normal = normal(a, b, c, triangle.flags.0 & CLOCKWISE != 0);
    let [nx, ny, nz] = triangle.normal;
    triangle.dot = -((nz * a.z + ny * a.y) + nx * a.x);
}

/// The dot of a triangle in an exterior's TRN that the toolset saved after it changed the ground: it adds the products in another order.
pub(in crate::nwn2) fn ground_dot([nx, ny, nz]: [f32; 3], a: Vector3) -> f32 {
    -((nx * a.x + ny * a.y) + nz * a.z)
}

/// The mean of the corners: their sum times a rounded third.
pub(in crate::nwn2) fn center(a: Vector3, b: Vector3, c: Vector3) -> [f32; 2] {
    const THIRD: f32 = 1.0 / 3.0;
    [((a.x + b.x) + c.x) * THIRD, ((a.y + b.y) + c.y) * THIRD]
}

/// The unit normal. It points up if the winding agrees with the clockwise flag.
fn normal(a: Vector3, b: Vector3, c: Vector3, clockwise: bool) -> [f32; 3] {
    let u = [b.x - a.x, b.y - a.y, b.z - a.z];
    let w = [c.x - b.x, c.y - b.y, c.z - b.z];
    let [x, y, z] = if clockwise { cross(w, u) } else { cross(u, w) };
    let length = ((x * x + y * y) + z * z).sqrt();
    if length < SHORTEST_NORMAL {
        return [1.0, 0.0, 0.0];
    }
    let scale = 1.0 / length;
    [x * scale, y * scale, z * scale]
}

fn cross([ax, ay, az]: [f32; 3], [bx, by, bz]: [f32; 3]) -> [f32; 3] {
    [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::aswm::TriangleFlags;

    fn plane(corners: [[f32; 3]; 3], flags: u16) -> Triangle {
        let mut triangles = [Triangle { vertices: [0, 1, 2], flags: TriangleFlags(flags), ..Default::default() }];
        fill(&mut triangles, &corners.map(Vector3::from));
        triangles[0]
    }

    #[test]
    fn a_flat_triangle_points_up_as_it_is_flagged() {
        let counter = plane([[0.0, 0.0, 2.0], [3.0, 0.0, 2.0], [0.0, 3.0, 2.0]], 1);
        assert_eq!((counter.center, counter.normal, counter.dot), ([1.0, 1.0], [0.0, 0.0, 1.0], -2.0));
        let clockwise = plane([[0.0, 0.0, 2.0], [0.0, 3.0, 2.0], [3.0, 0.0, 2.0]], 5);
        assert_eq!((clockwise.normal, clockwise.dot), ([0.0, 0.0, 1.0], -2.0));
    }

    #[test]
    fn no_area_gives_the_fixed_normal() {
        let sliver = plane([[1.0, 5.0, 2.0], [2.0, 5.0, 2.0], [3.0, 5.0, 2.0]], 1);
        assert_eq!((sliver.normal, sliver.dot), ([1.0, 0.0, 0.0], -1.0));
    }
}
