//! Triangle meshes and their queries, and budgets for the cost of operations. `walkmesh` re-exports both: its users need not depend on this
//! package.
//!
//! Items hidden from the documentation are for the games in `walkmesh`, and may change in any version.

pub mod budget;
#[doc(hidden)]
pub mod counted;
pub mod flaw;
#[doc(hidden)]
pub mod geometry;
pub mod mesh;
#[doc(hidden)]
pub mod parallel;
#[cfg(any(test, feature = "samples"))]
#[doc(hidden)]
pub mod samples;
mod setters;
#[doc(hidden)]
pub mod work;

/// The README's example compiles.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
