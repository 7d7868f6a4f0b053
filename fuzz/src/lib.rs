//! The fuzz targets, for the binaries in `fuzz_targets/`.

mod targets;

pub use targets::*;
