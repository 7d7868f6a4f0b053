//! The walkmeshes of classic games: read, check, question, bake and write them, byte for byte.
//!
//! - [`formats`]: bytes to structs and back, with the documents' own names.
//! - [`kotor`]: Knights of the Old Republic.
//! - [`mesh`]: triangles that know no game: their neighbours, rays, floors and paths.
//! - [`silkroad`]: the dungeons of Silkroad Online (AINavData).
//! - [`nwn2`]: Neverwinter Nights 2.

pub mod crt_sort;
pub mod diff;
pub mod finding;
mod ids;
pub mod kotor;
pub mod mesh;
pub mod nwn2;
mod parallel;
pub mod silkroad;

pub use walkmesh_formats as formats;
