//! Triangles and the questions one asks of them. Knows no game.
//!
//! - [`RayTree`]: the first face that a [`Ray`] meets, and whether it meets any (line of sight).
//! - [`FloorGrid`]: the floors under a place, and the one below, above or nearest to a point.
//! - [`NavMesh`]: faces and their neighbours: connected parts, straight walks, shortest paths, snapping and an overview.
//! - [`pull_string`]: the shortest way through a row of gates.
//!
//! Tree and grid are built from triangles and a mask of class bits for each, such as `1 << material`; a question names the
//! classes that it is about.
//!
//! ```
//! use walkmesh::mesh::{FloorGrid, Ray, RayTree};
//!
//! let (grass, water) = (1 << 3, 1 << 6);
//! let meadow = [[0.0, 0.0, 1.0], [9.0, 0.0, 1.0], [0.0, 9.0, 1.0]];
//! let pond = meadow.map(|[x, y, _]| [x, y, 0.0]);
//! let masks = [grass, water];
//!
//! let tree = RayTree::new(&[meadow, pond], |face| masks[face]);
//! let down = Ray::new([2.0, 2.0, 9.0], [0.0, 0.0, -1.0], f32::INFINITY)?;
//! assert_eq!(tree.nearest(&down, grass | water).map(|hit| hit.distance), Some(8.0));
//!
//! let grid = FloorGrid::new(&[meadow, pond], |face| masks[face]);
//! assert_eq!(grid.below([2.0, 2.0, 9.0], 100.0, water).map(|floor| floor.height), Some(0.0));
//! # Ok::<(), walkmesh::mesh::BadRay>(())
//! ```

pub(crate) mod exact;
mod floor;
mod funnel;
mod nav_mesh;
mod neighbours;
mod overview;
mod path;
mod place;
mod ray;
pub(crate) mod snap;
pub(crate) mod triangle;
mod walk;

pub use floor::{Floor, FloorGrid};
pub use funnel::{Gate, PulledString, pull_string};
pub use nav_mesh::{BadMesh, NavMesh, WallsMade};
pub use neighbours::by_shared_vertices;
pub use overview::{Overview, PartOverview};
pub use path::{NoPath, Path, PathPoint, PathScratch};
pub use place::{BadPlace, Place};
pub use ray::{BadRay, Ray, RayHit, RayTree};
pub use snap::Snapped;
pub use triangle::{COORDINATE_LIMIT, Triangle};
pub use walk::{Crossing, Walk, WalkEnd};

/// Hostile meshes for the tests of how trees and grids are built.
#[cfg(test)]
#[path = "../../tests/support/soups.rs"]
mod soups;
