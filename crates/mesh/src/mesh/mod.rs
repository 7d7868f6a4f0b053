//! Triangle meshes and their queries, for any game.
//!
//! - [`Navigator`]: all queries over the [`Ground`] that a game describes; the navigators of the games have its methods.
//! - [`Mesh`]: the caller's own mesh, which answers all queries. The others are its parts:
//! - [`RayBvh`]: the first face that a [`Ray`] hits, and whether it hits any (line of sight).
//! - [`HeightGrid`]: all floors at a point of the plan view, and the one below, above or nearest to a point in space.
//! - [`NavMesh`]: faces and their neighbours: connected parts, straight walks, shortest paths, snapping and an
//!   overview.
//! - [`pull_string`]: the shortest path through a row of portals (the funnel algorithm).
//!
//! The BVH and the grid are built from triangles and a mask of class bits for each, such as `1 << material`. A query
//! names the classes that take part.
//!
//! ```
//! # use walkmesh_mesh as walkmesh;
//! use walkmesh::mesh::{HeightGrid, Ray, RayBvh};
//!
//! let (grass, water) = (1 << 3, 1 << 6);
//! let meadow = [[0.0, 0.0, 1.0], [9.0, 0.0, 1.0], [0.0, 9.0, 1.0]];
//! let pond = meadow.map(|[x, y, _]| [x, y, 0.0]);
//! let masks = [grass, water];
//!
//! let tree = RayBvh::new(&[meadow, pond], |face| masks[face]);
//! let down = Ray::new([2.0, 2.0, 9.0], [0.0, 0.0, -1.0], f32::INFINITY)?;
//! assert_eq!(tree.raycast(&down, grass | water).map(|hit| hit.distance), Some(8.0));
//!
//! let grid = HeightGrid::new(&[meadow, pond], |face| masks[face]);
//! assert_eq!(grid.floor_below([2.0, 2.0, 9.0], 100.0, water).map(|floor| floor.height), Some(0.0));
//! # Ok::<(), walkmesh::mesh::RayError>(())
//! ```

mod height_grid;
#[allow(clippy::module_inception, reason = "the module has other meshes, and this one is called as the module")]
mod mesh;
mod nav_mesh;
mod navigator;
mod neighbours;
mod overview;
mod path;
mod position;
mod ray;
mod resolve;
mod route;
mod snap;
mod string_pulling;
mod topology;
mod walk;
mod walker;

pub use height_grid::{FloorHit, HeightGrid};
pub use mesh::Mesh;
pub use nav_mesh::{Inset, InsetError, NavMesh, TooNear, WalkerPathError};
#[doc(hidden)]
pub use navigator::overview;
pub use navigator::{Ground, GroundFace, Navigator, Pieces};
pub use neighbours::neighbours_by_shared_vertices;
#[doc(hidden)]
pub use overview::OverviewBuilder;
pub use overview::{Overview, PartOverview};
pub use path::{Path, PathError, PathScratch};
pub use position::{Position, PositionError};
pub use ray::{Ray, RayBvh, RayError, RayHit};
pub use route::{Route, Waypoint};
pub use snap::SnapHit;
pub use string_pulling::{Portal, PulledString, pull_string};
pub use topology::{MeshError, WallCounts};

pub use crate::geometry::Aabb;
pub use crate::geometry::triangle::{COORDINATE_LIMIT, Triangle};
pub use walk::{Walk, WalkEnd};
pub use walker::WalkerSize;
