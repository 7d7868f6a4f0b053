//! [`pair`]: pairs the triangles of two meshes, for comparisons.

use super::matched;
use super::motion::find_motions;
use super::moves::find_moves;
use super::triangles::Fate;
use crate::exchange::TriangleSet;

/// For each triangle of the left mesh, the corresponding triangle of the right mesh, each at most once: one with the
/// same corners, or with corners at most `snap` away, or one whose corners were moved but not its neighbours, or one of
/// a part that was moved as a whole.
///
/// Every corner of both meshes must be a point of its mesh, and every coordinate of the right mesh finite.
pub fn pair(left: &TriangleSet, right: &TriangleSet, snap: f32) -> Vec<Option<u32>> {
    let (positions, mut triangles) = matched(left, right, snap);
    let known = find_motions(&triangles, &positions, snap);
    find_moves(&mut triangles, &positions, &known);
    let partner = |fate: &Fate| match *fate {
        Fate::Is { edited, .. } => Some(edited),
        Fate::Missing | Fate::Restored { .. } | Fate::Uncarried => None,
    };
    triangles.fates.iter().map(partner).collect()
}
