//! The on-disk structs of the walkmeshes of Knights of the Old Republic, Neverwinter Nights 2 and Silkroad Online:
//! bytes to structs and back, byte for byte.
//!
//! | module | document | files |
//! |---|---|---|
//! | [`bwm`] | KotOR BWM | `.wok`, `.pwk`, `.dwk` |
//! | [`mdl`] | KotOR models: a room's own copy of its walkmesh | `.mdl` |
//! | [`trn`] | NWN2 TRN container, and its `TRRN` (ground) and `WATR` (water) packets | `.trn`, `.trx` |
//! | [`container`] | the container of NWN2's areas and models | |
//! | [`aswm`] | NWN2 walkmesh, inside a TRN's `ASWM` packet | |
//! | [`mdb`] | NWN2 models: the meshes for walking and for collisions (measured on one model of the game) | `.mdb` |
//! | [`ainav`] | Silkroad AINavData | `ainavdata_*.dat` |
//! | [`dof`] | Silkroad JMXVDOF, a dungeon's blocks | `.dof` |
//! | [`bms`] | Silkroad JMXVBMS, a block's floor | `.bms` |
//! | [`two_da`] | BioWare's tables of text, such as KotOR's materials | `.2da` |
//! | [`gff`] | BioWare's generic files, such as the objects of an NWN2 area | `.git` |
//! | [`erf`], [`rim`] | BioWare's archives of a module | `.mod`, `.erf`, `.hak`, `.sav`, `.rim` |
//! | [`key`], [`biff`] | the archives of a game's own files, and the list of their contents | `.key`, `.bif` |
//! | [`detour`] | tiles of Detour, for other engines | `.detour` |
//!
//! Names and order of fields follow the public documents, which the pages in `docs/formats/` cite. The pages' tables of
//! fields are made from the comments here. Counts and
//! offsets are computed on writing and never stored twice. Bytes that a game left uninitialised are kept. Whole files are
//! [`Document`]s, read from bytes and written to bytes:
//!
//! ```
//! use walkmesh_formats::{Document, Format, bwm::Bwm};
//!
//! let bytes = Bwm::default().to_bytes()?;
//! assert_eq!(bytes.len(), 136);
//! assert_eq!(Format::detect(&bytes), Some(Format::Bwm));
//! assert_eq!(Bwm::from_bytes(&bytes)?.to_bytes()?, bytes);
//!
//! let error = Bwm::from_bytes(&bytes[..100]).unwrap_err();
//! assert_eq!(error.to_string(), "BWM: directory.aabb_count at offset 0x64: expected 4 bytes, found 0 bytes before the end");
//! # Ok::<(), walkmesh_formats::Error>(())
//! ```
//!
//! # Features
//! - `zlib-rs` (default), `miniz`, `stock-zlib`: the zlib behind [`aswm::Comp`]. Only `stock-zlib` deflates to the
//!   same bytes as the games.
//! - `libdeflate`: a C library inflates packets, unless zlib would report them damaged.
//! - `proptest`, `arbitrary`: strategies and generators of valid values for tests downstream.
//! - `serde`: `Serialize` for every struct on disk and for the contents of errors. Bytes are lists of numbers.
//! - `unstable-probe`: the tables' readers and writers, for this project's own tests. What it shows may change at any
//!   time.

#[macro_use]
mod documents;

pub mod ainav;
mod archive;
mod arrangement;
pub mod aswm;
pub mod biff;
pub mod bms;
pub mod bwm;
mod compare;
pub mod container;
pub mod detour;
mod document;
pub mod dof;
pub mod erf;
mod error;
mod field;
mod format;
pub mod gff;
pub mod jmx;
pub mod key;
pub mod mdb;
pub mod mdl;
mod members;
mod parts;
mod position;
pub mod resource_type;
pub mod rim;
#[cfg(not(feature = "unstable-probe"))]
mod rows;
#[cfg(feature = "unstable-probe")]
#[doc(hidden)]
pub mod rows;
#[cfg(feature = "serde")]
mod serialize;
mod signature;
mod tables;
pub mod trn;
pub mod two_da;
#[cfg(feature = "arbitrary")]
pub mod valid;
mod vector;

pub use archive::{Index, IndexEntry};
pub use arrangement::{Arrangement, Gap};
pub use document::{Document, Limits, Source};
pub use error::{Detail, Error};
pub use field::FieldAt;
pub use format::Format;
pub use parts::{EmptyPart, Reserved};
pub use vector::Vector3;
