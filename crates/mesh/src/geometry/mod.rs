//! Geometry that is independent of meshes and games.

mod aabb;
mod box_tree;
pub mod constrained;
mod csr;
mod ear_clipping;
mod half_edge;
pub mod min_max;
mod nearest_integer;
mod orient2d;
pub mod pairing;
pub mod plan_triangle;
mod polygon;
pub mod rotation;
mod sets;
pub mod triangle;
mod vec2;
pub mod vec3;
pub mod weld;

pub use aabb::Aabb;
pub use box_tree::{BoxTree, NODES, meet};
pub use csr::Csr;
pub use ear_clipping::{MAX_CORNERS, triangulate};
pub use half_edge::{HalfEdge, ends_of_side, next_corner, previous_corner};
pub use nearest_integer::nearest_integer;
pub use orient2d::{crossing, orient2d};
pub use polygon::polygon_contains;
pub use sets::DisjointSets;
pub use vec2::{Vec2, cross, distance, dot, lerp, plan, share_of_line, share_of_nearest, sub};
