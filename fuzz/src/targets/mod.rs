//! What each fuzz target does with its bytes.
//!
//! The targets are plain functions without a fuzzer, so that `cargo test` can replay every input that ever failed
//! (`tests/fuzz_regressions.rs` in the project's root).

mod carve;
mod documents;
mod exchange;
mod kotor;
mod nwn2;
mod records;
mod silkroad;

pub use carve::carve;
pub use documents::documents;
pub use exchange::exchange;
pub use kotor::kotor;
pub use nwn2::nwn2;
pub use records::records;
pub use silkroad::silkroad;

/// A target: it panics when the bytes show a fault.
pub type Target = fn(&[u8]);

/// Every target by its name, which is also the name of its binary and of its folder in `fuzz/regressions/`.
pub const TARGETS: [(&str, Target); 7] = [
    ("carve", carve),
    ("documents", documents),
    ("exchange", exchange),
    ("kotor", kotor),
    ("nwn2", nwn2),
    ("records", records),
    ("silkroad", silkroad),
];
