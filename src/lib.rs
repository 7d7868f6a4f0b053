//! The walkmeshes of classic games: read, check, question, bake and write them, byte for byte.
//!
//! - [`formats`]: bytes to structs and back, with the documents' own names.
//! - [`exchange`]: triangles from other programs (OBJ).
//! - [`kotor`]: rooms, placeables, doors and areas of Knights of the Old Republic (WOK, PWK, DWK, LYT).
//! - [`mesh`]: triangles that know no game: their neighbours, rays, floors and paths.
//! - [`nwn2`]: the areas of Neverwinter Nights 2 (TRN, TRX).
//! - [`silkroad`]: the dungeons of Silkroad Online (AINavData).
//!
//! [`finding`] and [`diff`] are what every game's `check` and `diff` return; [`crt_sort`] is the sort that decided ties
//! in two of the games' own bakers.
//!
//! # Features
//! - `miniz` (default), `zlib-rs`, `stock-zlib`: the zlib of NWN2 packets. Only `stock-zlib` deflates to the game's bytes.
//! - `parallel` (default): bakes and batches use all cores, with the same results.
//! - `serde`: `Serialize` for everything that a file holds, and for answers, findings and differences.
//! - `arbitrary`, `proptest`: valid files for your own tests; with `proptest` also `worlds`, walkable places of each game.

pub mod any;
pub mod crt_sort;
pub mod diff;
pub mod exchange;
pub mod finding;
mod geometry;
mod ids;
pub mod kotor;
pub mod mesh;
pub mod nwn2;
mod parallel;
mod rules;
pub mod silkroad;
#[cfg(feature = "proptest")]
pub mod worlds;

pub use rules::rules;
pub use walkmesh_formats as formats;

/// The README's example compiles.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
