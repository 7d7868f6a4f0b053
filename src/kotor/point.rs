//! Tests points for usability and equality.

use walkmesh_formats::Vector3;

use crate::geometry::triangle::is_usable;

/// Returns whether a point can be baked: no coordinate is NaN, infinite or beyond
/// [`COORDINATE_LIMIT`](crate::mesh::COORDINATE_LIMIT). Within it no normal overflows an f32.
pub(super) fn is_usable_point(point: Vector3) -> bool {
    is_usable(&[point.x, point.y, point.z])
}

/// Returns whether two normals are equal in every bit.
pub(super) fn same(a: Vector3, b: Vector3) -> bool {
    bytemuck::bytes_of(&a) == bytemuck::bytes_of(&b)
}
