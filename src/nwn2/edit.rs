//! Edits of an existing area.

mod error;
mod finish;
mod hold;
mod hole;
mod optimise;
mod place;
mod report;
mod savings;
mod selection;
mod strip;
mod transform;
mod unchanged_triangles;
mod walkmesh_edit;

pub use error::EditError;
pub use optimise::{AreaReader, OptimiseOptions};
pub use report::EditReport;
pub use savings::{Saving, Savings};
pub use selection::Selection;
pub use walkmesh_edit::WalkmeshEdit;
