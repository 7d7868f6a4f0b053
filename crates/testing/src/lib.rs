//! Shared tools of the tests of all packages: the corpus of real files, the settings of snapshots, samples of
//! documents, dumps of values, parts of floors, a GIT of shared structs, figures of the documents, and a counter of
//! allocations.

mod corpus;
mod dump;
mod figures;
pub mod parts;
#[path = "../../../tests/support/room_model.rs"]
mod room_model;
pub mod samples;
#[path = "../../../tests/support/shared_structs.rs"]
mod shared_structs;
mod snapshot;

pub use allocation_counter::{AllocationInfo, measure};
pub use corpus::{corpus, files, is_own_corpus, root, stem};
pub use dump::dump;
pub use figures::{figure, thousands};
pub use room_model::RoomModel;
pub use shared_structs::git_of_shared_structs;
pub use snapshot::{snapshot, snapshot_in};
