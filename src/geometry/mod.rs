//! Geometry below meshes and games. It knows neither.

mod aabb;
mod box_tree;
pub(crate) mod constrained;
mod csr;
mod ear_clipping;
mod half_edge;
pub(crate) mod min_max;
mod nearest_integer;
mod orient2d;
pub(crate) mod pairing;
pub(crate) mod plan_triangle;
mod polygon;
pub(crate) mod rotation;
mod sets;
pub(crate) mod triangle;
mod vec2;
pub(crate) mod vec3;
pub(crate) mod weld;

pub use aabb::Aabb;
pub(crate) use box_tree::{BoxTree, NODES, Search, meet};
pub(crate) use csr::Csr;
pub(crate) use ear_clipping::{MOST_CORNERS, triangulate};
pub(crate) use half_edge::{HalfEdge, ends_of_side, next_corner, previous_corner};
pub(crate) use nearest_integer::nearest_integer;
pub(crate) use orient2d::orient2d;
pub(crate) use polygon::polygon_contains;
pub(crate) use sets::DisjointSets;
pub(crate) use vec2::{Vec2, cross, distance, dot, lerp, plan, share_of_line, share_of_nearest, sub};
