//! Exchange with other programs, and pictures. `walkmesh` re-exports both: its users need not depend on this package.
//!
//! Items hidden from the documentation are for the games in `walkmesh`, and may change in any version.

pub mod exchange;
#[cfg(feature = "picture")]
pub mod picture;

use walkmesh_mesh::{counted, geometry, mesh, setters, work};

/// The README's example compiles.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
