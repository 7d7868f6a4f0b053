//! [`EditReport`]: the side effects of an edit.

use crate::formats::aswm::Version;
use crate::nwn2::{CrowdedTile, TriangleId};

/// The side effects of an edit. Triangles have their indices during the edit: first the triangles of the original walkmesh,
/// then the added ones.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct EditReport {
    /// True if nothing was changed, so that the result equals the original walkmesh byte for byte.
    pub is_unchanged: bool,
    /// For each triangle of the result, the triangle that it equals or was cut from.
    pub sources: Vec<TriangleId>,
    /// The triangles that were cut at the borders of tiles.
    pub cut: Vec<TriangleId>,
    /// The added triangles without an area in the plan view, which were left out.
    pub degenerate: Vec<TriangleId>,
    /// The tiles of an unbaked walkmesh with too many walkable triangles: a bake will refuse them.
    pub crowded: Vec<CrowdedTile>,
    /// The triangles that were divided where more than two of them meet at one side, to keep their links. See the
    /// documentation of [`WalkmeshEdit::finish`](super::WalkmeshEdit::finish).
    pub divided: Vec<TriangleId>,
    /// The pairs of triangles that lost their connection, because their tile is too full to divide them.
    pub loose: Vec<[TriangleId; 2]>,
    /// The version of the original walkmesh, if it was not 0x6C, which an edit writes.
    pub old_version: Option<Version>,
}
