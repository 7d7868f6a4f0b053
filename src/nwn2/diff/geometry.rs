//! [`GeometryDiff`]: two walkmeshes compared by the places of their triangles.

mod compare;
#[cfg(test)]
mod tests;
mod text;

use crate::formats::aswm::TriangleFlags;
use crate::nwn2::{TriangleId, Walkmesh};

/// Two walkmeshes compared by place: triangles are recognised by where their corners are, not by their numbers.
///
/// A bake numbers everything again, and one more triangle shifts the numbers of all that follow. So [`Walkmesh::diff`], which
/// compares number by number, shows nearly everything as different there; this comparison shows the one triangle.
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
    /// How many triangles the two walkmeshes have.
    pub triangles: [usize; 2],
    /// How many triangles are at the same place in both, with the same flags.
    pub equal: usize,
    /// How many triangles are equal but for corners that were moved by at most [`SMALL_MOVE`](Self::SMALL_MOVE).
    pub nudged: usize,
    /// How many vertices were moved by at most [`SMALL_MOVE`](Self::SMALL_MOVE).
    pub small_moves: usize,
    /// The largest of these moves, in metres.
    pub largest_small_move: f32,
    /// The triangles that only the first walkmesh has.
    pub removed: Vec<PlacedTriangle>,
    /// The triangles that only the second walkmesh has.
    pub added: Vec<PlacedTriangle>,
    /// The triangles of which a corner was moved by more than [`SMALL_MOVE`](Self::SMALL_MOVE), while their flags and the
    /// triangles around them stayed.
    pub moved: Vec<TrianglePair>,
    /// The triangles with other flags, apart from the direction in which their corners run.
    pub repainted: Vec<TrianglePair>,
    /// The triangles that face down in one of the two.
    pub flipped: Vec<TrianglePair>,
    /// How many of the triangles in both have another number, first corner or numbers of vertices.
    pub renumbered: usize,
    /// How many triangles of each were not compared, because they name a missing vertex or have a coordinate that is not
    /// finite.
    pub left_out: [usize; 2],
    /// The area of all walkable triangles in the plan view, in square metres.
    pub walkable_area: [f64; 2],
}

/// A triangle, and where it is.
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
    /// The one of the first walkmesh.
    pub left: PlacedTriangle,
    /// The one of the second walkmesh.
    pub right: PlacedTriangle,
    /// How far the corner that was moved farthest was moved, in metres.
    pub distance: f32,
}

impl GeometryDiff {
    /// A move of a vertex by at most this much, in metres, does not count: the toolset itself makes vertices one that
    /// are this near.
    pub const SMALL_MOVE: f32 = 0.1;

    /// Whether no triangle was removed, added, moved by more than [`SMALL_MOVE`](Self::SMALL_MOVE), repainted or flipped, and
    /// all could be compared.
    #[must_use]
    pub fn is_alike(&self) -> bool {
        let lists = [&self.moved, &self.repainted, &self.flipped];
        self.removed.is_empty()
            && self.added.is_empty()
            && lists.iter().all(|list| list.is_empty())
            && self.left_out == [0, 0]
    }

    /// Whether every triangle of each is at the same place in the other, with the same flags. The numbers may differ.
    #[must_use]
    pub fn is_equal(&self) -> bool {
        self.is_alike() && self.nudged == 0
    }

    /// Whether the triangles are equal and have the same numbers, so that a comparison of the [tables](Walkmesh::diff) says
    /// what differs beside them.
    #[must_use]
    pub fn is_in_order(&self) -> bool {
        self.is_equal() && self.renumbered == 0
    }
}

impl Walkmesh {
    /// Compares two walkmeshes by the places of their triangles. See [`GeometryDiff`].
    #[must_use]
    pub fn diff_geometry(&self, other: &Self) -> GeometryDiff {
        compare::compare(self, other)
    }
}
