//! The note on the models of KotOR rooms, which have a copy of the rooms' faces.

use walkmesh::kotor::{Kind as WalkmeshKind, Walkmesh};
use walkmesh::level::Kind;

/// The note that a run prints once if it changes the faces or the tree of a room.
pub const STALE: &str = "the model (.mdl) of a room has a copy of its faces and its tree, for the camera. Those of the rooms \
                         that change here stay as they are: export such a model again if the change is large";

/// Whether the bytes of a file are those of a room whose model fitted the bytes before, and does not fit it any more.
pub fn is_stale(before: &[u8], after: &[u8]) -> bool {
    let room = |bytes| Walkmesh::from_bytes(bytes).ok().filter(|walkmesh| walkmesh.kind() == WalkmeshKind::Wok);
    let is_walkmesh = [before, after].iter().all(|bytes| Kind::detect(bytes) == Some(Kind::Bwm));
    is_walkmesh && room(after).zip(room(before)).is_some_and(|(after, before)| !after.keeps_model_of(&before, [0.0; 3]))
}
