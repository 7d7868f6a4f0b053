//! The fuzz targets.
//!
//! The targets are plain functions without a fuzzer, so that `cargo test` can replay every input that ever failed
//! (`tests/fuzz_regressions.rs` in the project's root).

mod archive_edits;
mod archives;
mod carve;
mod documents;
mod editors;
mod exchange;
mod flaws;
mod lattice;
mod layout;
mod levels;
mod matching;
mod objects;
mod paths;
mod plan;
mod records;
mod repairs;
mod seams;

pub use archive_edits::archive_edits;
pub use archives::archives;
pub use carve::carve;
pub use documents::documents;
pub use editors::editors;
pub use exchange::exchange;
pub use flaws::flaws;
pub use layout::layout;
pub use levels::{level_among_others, levels, levels_in_full, places};
pub use matching::matching;
pub use objects::objects;
pub use paths::paths;
pub use plan::plan;
pub use records::records;
pub use repairs::repairs;
pub use seams::seams;

/// A target: it panics when the bytes show a fault.
pub type Target = fn(&[u8]);

/// Every target by its name, which is also the name of its binary and of its folder in `fuzz/regressions/`.
pub const TARGETS: [(&str, Target); 16] = [
    ("archive_edits", archive_edits),
    ("archives", archives),
    ("carve", carve),
    ("documents", documents),
    ("editors", editors),
    ("exchange", exchange),
    ("flaws", flaws),
    ("layout", layout),
    ("levels", levels),
    ("matching", matching),
    ("objects", objects),
    ("paths", paths),
    ("plan", plan),
    ("records", records),
    ("repairs", repairs),
    ("seams", seams),
];
