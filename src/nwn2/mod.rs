//! Neverwinter Nights 2: the walkmesh of an area, from a TRN or a TRX.
//!
//! ```
//! use walkmesh::nwn2::{self, BakeOptions, Terrain, TriangleId, Walkmesh};
//!
//! let baked = nwn2::bake(&Walkmesh::default(), &BakeOptions::default())?;
//! let area = Terrain::new([1, 1], &baked)?;
//! let walkmesh = area.walkmesh()?;
//! assert_eq!(walkmesh.triangles().len(), 0);
//! assert!(walkmesh.triangle(TriangleId(0)).is_none());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Source: the document on the TRN.ASWM packet, and what 188 real files show (facts `trn-aswm.md` and
//! `trn-aswm-exact.md`).

pub mod bake;
pub mod build;
mod check;
mod diff;
mod floor;
mod ids;
pub mod optimise;
mod query;
mod route;
mod surface;
mod terrain;
mod tiling;
mod views;
mod walkmesh;

pub use bake::{Error as BakeError, LineOfSight, Options as BakeOptions, bake};
pub use floor::{Floor, flags};
pub use ids::{EdgeId, IslandId, TileId, TriangleId, VertexId};
pub use query::{Contact, FloorHit, Navigator};
pub use route::{Broken, NoRoute, Route};
pub use surface::NoWay;
pub use terrain::{Terrain, TerrainError};
pub use tiling::BadTiling;
pub use views::{Island, Link, Tile, Triangle};
pub use walkmesh::Walkmesh;
