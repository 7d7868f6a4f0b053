//! Geometry below meshes and games.

pub(crate) mod orient2d;
pub(crate) mod plan_triangle;
pub(crate) mod rotation;
mod vec2;

pub(crate) use orient2d::orient2d;
pub(crate) use vec2::{Vec2, cross, distance, dot, lerp, plan, share_of_nearest, sub};
