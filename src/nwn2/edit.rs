//! Edits of an area that exists.

mod optimise;
mod savings;
mod strip;

pub use optimise::{AreaReader, OptimiseOptions};
pub use savings::{Saving, Savings};
