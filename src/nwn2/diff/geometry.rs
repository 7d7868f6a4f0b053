//! [`GeometryDiff`]: two walkmeshes compared by the positions of their triangles.

mod compare;
#[cfg(test)]
mod tests;
mod text;

use crate::formats::aswm::TriangleFlags;
use crate::nwn2::{TriangleId, Walkmesh};

/// Two walkmeshes compared by position: triangles are matched by their corners, not by their indices.
///
/// A bake renumbers everything, and one more triangle shifts the indices of all that follow. So [`Walkmesh::diff`], which
/// compares index by index, shows nearly everything as different there; this comparison shows the one triangle.
///
/// ```
/// use walkmesh::nwn2::{self, BuildFace, BuildOptions};
///
/// let points = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [4.0, 4.0, 0.0], [0.0, 4.0, 0.0]];
/// let face = |corners| BuildFace { corners, walkable: true, floor: None };
/// let build = |faces: &[BuildFace]| nwn2::build(&points, faces, &BuildOptions::default());
///
/// let before = build(&[face([0, 1, 2]), face([0, 2, 3])])?.walkmesh;
/// let after = build(&[face([2, 3, 0])])?.walkmesh;
/// let diff = before.diff_geometry(&after);
/// assert_eq!((diff.equal, diff.removed.len(), diff.added.len()), (1, 1, 0));
/// assert_eq!(diff.removed[0].area, 8.0);
/// # Ok::<(), walkmesh::nwn2::BuildError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct GeometryDiff {
    /// Number of triangles of the two walkmeshes.
    pub triangles: [usize; 2],
    /// Number of triangles at the same place in both, with the same flags.
    pub equal: usize,
    /// Number of triangles that are equal except for corners moved by at most [`SMALL_MOVE`](Self::SMALL_MOVE).
    pub nudged: usize,
    /// Number of vertices that were moved by at most [`SMALL_MOVE`](Self::SMALL_MOVE).
    pub small_moves: usize,
    /// The largest of these moves, in metres.
    pub largest_small_move: f32,
    /// The triangles that only the first walkmesh has.
    pub removed: Vec<PlacedTriangle>,
    /// The triangles that only the second walkmesh has.
    pub added: Vec<PlacedTriangle>,
    /// The triangles with a corner moved by more than [`SMALL_MOVE`](Self::SMALL_MOVE), while their flags and the triangles
    /// around them are unchanged.
    pub moved: Vec<TrianglePair>,
    /// The triangles with other flags, apart from their winding.
    pub repainted: Vec<TrianglePair>,
    /// The triangles that face down in one of the two.
    pub flipped: Vec<TrianglePair>,
    /// Number of triangles in both that differ in their index, first corner or vertex indices.
    pub renumbered: usize,
    /// Numbers of triangles of each walkmesh that were not compared because a vertex is missing or a coordinate is not finite.
    pub left_out: [usize; 2],
    /// The area of all walkable triangles in the plan view, in square metres.
    pub walkable_area: [f64; 2],
}

/// A triangle with its position.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct PlacedTriangle {
    /// The triangle of its walkmesh.
    pub triangle: TriangleId,
    /// Its centre, in metres.
    pub at: [f32; 3],
    /// Its area in the plan view, in square metres.
    pub area: f64,
    /// Its flags as stored.
    pub flags: TriangleFlags,
}

/// A triangle in both walkmeshes.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct TrianglePair {
    /// The triangle of the first walkmesh.
    pub left: PlacedTriangle,
    /// The triangle of the second walkmesh.
    pub right: PlacedTriangle,
    /// Maximum distance by which a corner was moved, in metres.
    pub distance: f32,
}

impl GeometryDiff {
    /// Maximum vertex move that is ignored, in metres: the toolset itself merges vertices this close.
    pub const SMALL_MOVE: f32 = 0.1;

    /// Returns whether no triangle was removed, added, moved by more than [`SMALL_MOVE`](Self::SMALL_MOVE), repainted or
    /// flipped, and all could be compared.
    #[must_use]
    pub fn is_alike(&self) -> bool {
        let lists = [&self.moved, &self.repainted, &self.flipped];
        self.removed.is_empty()
            && self.added.is_empty()
            && lists.iter().all(|list| list.is_empty())
            && self.left_out == [0, 0]
    }

    /// Returns whether every triangle of each is at the same place in the other, with the same flags. The indices may differ.
    #[must_use]
    pub fn is_equal(&self) -> bool {
        self.is_alike() && self.nudged == 0
    }

    /// Returns whether the triangles are equal and have the same indices, so that a comparison of the
    /// [tables](Walkmesh::diff) shows the other differences.
    #[must_use]
    pub fn is_in_order(&self) -> bool {
        self.is_equal() && self.renumbered == 0
    }
}

impl Walkmesh {
    /// Compares two walkmeshes by the positions of their triangles. See [`GeometryDiff`].
    #[must_use]
    pub fn diff_geometry(&self, other: &Self) -> GeometryDiff {
        compare::compare(self, other)
    }
}
