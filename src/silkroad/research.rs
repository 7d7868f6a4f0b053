//! Tools for research into real files: the guesses of this module, the contradictions in cell tables, and a test
//! whether a floor is the one that tables were made from.

pub use super::fit::{Fit, Portals, door_edge_number, fit};
pub use super::graph::{ScanReport, Tally};

/// The guesses about AINavData where public sources are silent, each in one place.
pub mod choices {
    pub use crate::silkroad::choices::*;
}
