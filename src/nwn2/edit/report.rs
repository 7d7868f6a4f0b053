//! [`EditReport`]: what an edit did beside what was asked for.

use crate::formats::aswm::Version;
use crate::nwn2::{CrowdedTile, TriangleId};

/// What an edit did beside what was asked for. Triangles have the numbers that they had during the edit: those of the
/// walkmesh before it, and those that were added after them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct EditReport {
    /// Whether nothing was changed, so that the walkmesh is the one before in every byte.
    pub is_unchanged: bool,
    /// For each triangle of the result the triangle that it is, or was cut from.
    pub sources: Vec<TriangleId>,
    /// The triangles that were cut at the borders of tiles.
    pub cut: Vec<TriangleId>,
    /// The added triangles that have no area in the plan view, and were left out.
    pub degenerate: Vec<TriangleId>,
    /// The tiles of an unbaked walkmesh with too many walkable triangles: a bake will refuse them.
    pub crowded: Vec<CrowdedTile>,
    /// The triangles that were divided where more than two of them meet at one side, so that they stay linked to those that
    /// they were linked to. See the documentation of [`WalkmeshEdit::finish`](super::WalkmeshEdit::finish).
    pub divided: Vec<TriangleId>,
    /// The pairs of triangles that were linked and are cut off from each other now, because their tile is too full to divide
    /// them.
    pub loose: Vec<[TriangleId; 2]>,
    /// The version that the walkmesh had, if it was not 0x6C, which an edit writes.
    pub old_version: Option<Version>,
}
