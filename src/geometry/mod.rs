//! Geometry below meshes and games.

pub(crate) mod rotation;
