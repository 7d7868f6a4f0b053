//! Walkmeshes as text, as the modding tools of Knights of the Old Republic write and read them.
//!
//! The format is the text format of Neverwinter Nights: nodes with a position, an orientation, vertices and faces. Source:
//! `docs/formats/bwm.md#ascii`.
//!
//! | walkmesh | nodes |
//! |---|---|
//! | room | `node aabb`, with `roomlinks` (an edge and a room in each line) and the boxes of the tree |
//! | placeable | `node trimesh …_wg`, and the dummies `…_pwk_use01` and `…_pwk_use02` for the hooks |
//! | door | for each state `node trimesh …_DWK_wg_closed`, `…open1`, `…open2`, and dummies such as `…_DWK_dp_closed_01` |
//!
//! [`Walkmesh::to_ascii`](super::Walkmesh::to_ascii) and [`Door::to_ascii`](super::Door::to_ascii) write it, and an
//! [`AsciiFile`] is what was read. Tables that follow from the faces, the tree among them, are computed by a bake. Numbers have
//! the fewest digits that read back to the same `f32`.
//!
//! PyKotor 2.3.12 can read the rooms written here: its reader requires `node` at the very beginning, knows only `node aabb`, and accepts
//! neither `roomlinks` nor hooks.

mod boxes;
mod error;
mod meshes;
mod nodes;
mod read;
mod write;

pub use error::{AsciiError, AsciiFault};
pub use read::{AsciiContent, AsciiFile};
pub use write::AsciiText;
