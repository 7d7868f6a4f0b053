//! Meshes for the tests and benches of all packages.

pub mod hostile;
pub mod shapes;
pub mod soups;
