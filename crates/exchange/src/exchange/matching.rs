//! [`match_onto`]: finds what an editor changed, by matching an edited mesh onto the mesh that it was made from.
//!
//! Editors regroup faces, split vertices, rotate the corners of triangles, and drop duplicates and attributes. So nothing
//! depends on order or numbers: triangles are recognised by the positions of their corners.

mod assemble;
mod motion;
mod moves;
mod nearby;
mod origins;
mod pair;
mod positions;
mod report;
mod rounding;
mod skips;
mod torn;
mod triangles;

use super::triangle_set::TriangleSet;
use crate::setters;
use assemble::assemble;
use motion::find_motions;
use moves::find_moves;
#[doc(hidden)]
pub use nearby::Nearby;
use origins::{drop_contradicted, known_moves};
#[doc(hidden)]
pub use pair::pair;
use positions::Positions;
pub use report::{MatchReport, PointMove, SnappedPoint, TornPoint};
#[doc(hidden)]
pub use rounding::rounding;
use torn::{Torn, find_torn};
use triangles::Triangles;

/// Options for matching an edited mesh.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MatchOptions {
    /// The maximum distance by which rounding in an editor or a format may have moved a vertex or a mark, in units of the mesh. A vertex no
    /// farther than this from a vertex of the base is identified with it. It is never less than four steps between neighbouring `f32` at
    /// the largest coordinate of both meshes, or 0.0001 if that is less. Default: 0, as for glTF.
    pub snap: f32,
    /// True if the copies of a vertex that came back at several places are joined at a position to which one was moved. Editors
    /// keep a copy for each material and each sharp edge, and move only the one that was clicked. Default: `false`.
    pub weld: bool,
    /// True if the edited set contains no information about marks, because it comes from a format that has none, such as OBJ.
    /// The walkmesh then keeps the meaning of its own marks, as far as that still exists. Otherwise a mark that did not come
    /// back was removed. [`match_onto`] itself ignores marks. Default: `false`.
    pub keep_marks: bool,
}

setters! { impl MatchOptions {
    with_snap(snap: f32);
    with_weld(weld: bool);
    with_keep_marks(keep_marks: bool);
} }

/// The reason why an edited mesh cannot be matched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MatchError {
    /// A corner of a triangle is out of range.
    /// Cause: the file.
    #[error("a corner of triangle {triangle} is point {point}, but there are {points} points")]
    NoSuchPoint {
        /// The triangle, of the base or of the edited mesh.
        triangle: usize,
        /// Its corner.
        point: u32,
        /// Number of points.
        points: usize,
    },
    /// A coordinate of the edited mesh is NaN or infinite.
    /// Cause: the file.
    #[error("a coordinate of point {point} is NaN or infinite")]
    NotFinite {
        /// The point of the edited mesh.
        point: usize,
    },
    /// The snapping distance is negative, NaN or infinite.
    /// Cause: the caller.
    #[error("the distance of snapping must be a finite number of 0 or more")]
    SnapOutOfRange,
}

/// An edited mesh in terms of its base: unedited parts are as in the base, in the base's order.
#[derive(Clone, Debug, Default, PartialEq)]
#[must_use]
#[non_exhaustive]
pub struct Matched {
    /// The points of the base in their order, those that were moved at their new positions, and then the new ones.
    pub points: Vec<[f32; 3]>,
    /// The remaining triangles of the base, in their order, and then the new ones in the order of the edited mesh.
    pub triangles: Vec<MatchedTriangle>,
    /// The changes.
    pub report: MatchReport,
}

/// A triangle of an edited mesh.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MatchedTriangle {
    /// The corresponding triangle of the edited mesh; `None` if a program dropped it as a duplicate, or cannot represent it.
    pub edited: Option<u32>,
    /// The corresponding triangle of the base; `None` if it is new.
    pub base: Option<u32>,
    /// The indices of its corners in [`Matched::points`]; a triangle of the base keeps its order of corners.
    pub corners: [u32; 3],
    /// The number of its class.
    pub class: u32,
}

/// Finds what was changed from a base to an edited mesh.
///
/// Every triangle of the edited mesh is in the result. A triangle of the base is, too, if
/// - a triangle of the edited mesh is equal to it: it is kept, or repainted if the class differs;
/// - one is equal except for its winding: it is flipped;
/// - one is equal except for moved vertices: it is moved;
/// - one is its image under the motion of its part: it is moved, too. A part that is connected by vertices may be moved,
///   rotated and scaled as a whole;
/// - it has the same corners as one that is kept or repainted: editors drop duplicates, so it is restored;
/// - an editor cannot represent it ([`TriangleSet::can_be_carried`]), and an adjacent triangle remains.
///
/// Everything else of the base was removed, and everything else of the edited mesh is new.
///
/// ```
/// # use walkmesh_exchange as walkmesh;
/// use walkmesh::exchange::{ClassedTriangle, MatchOptions, TriangleSet, match_onto};
///
/// let triangle = |corners, class| ClassedTriangle { corners, class };
/// let points = vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 1.0, 0.0]];
/// let triangles = vec![triangle([0, 1, 2], 4), triangle([0, 2, 3], 4)];
/// let base = TriangleSet { points, triangles, ..TriangleSet::default() };
///
/// // The second triangle comes first, with its corners rotated, and is painted.
/// let points = vec![[1.0, 1.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 0.0], [1.0, 0.0, 0.0]];
/// let edited = TriangleSet { points, triangles: vec![triangle([0, 1, 2], 7), triangle([2, 3, 0], 4)], ..base.clone() };
///
/// let matched = match_onto(&base, &edited, &MatchOptions::default())?;
/// assert_eq!(matched.points, base.points);
/// assert_eq!(matched.triangles[1].corners, [0, 2, 3]);
/// assert_eq!((matched.report.kept, matched.report.repainted.as_slice()), (1, &[1][..]));
/// # Ok::<(), walkmesh::exchange::MatchError>(())
/// ```
///
/// # Errors
/// [`MatchError`].
pub fn match_onto(base: &TriangleSet, edited: &TriangleSet, options: &MatchOptions) -> Result<Matched, MatchError> {
    if !(options.snap.is_finite() && options.snap >= 0.0) {
        return Err(MatchError::SnapOutOfRange);
    }
    check_corners(base)?;
    check_corners(edited)?;
    if let Some(point) = edited.points.iter().position(|point| !point.iter().all(|value| value.is_finite())) {
        return Err(MatchError::NotFinite { point });
    }
    let snap = options.snap.max(rounding([base, edited]));
    let (matched, welded) = match_once(base, edited, snap, options.weld);
    // After welding, nothing is torn, or nothing more can be welded.
    Ok(welded.map_or(matched, |welded| match_once(base, &welded, snap, false).0))
}

/// Matches. The second result is the edited mesh with its torn vertices joined, if some are torn and welding was requested.
fn match_once(base: &TriangleSet, edited: &TriangleSet, snap: f32, weld: bool) -> (Matched, Option<TriangleSet>) {
    let (positions, mut triangles) = matched(base, edited, snap);
    triangles.restore_duplicates();
    let told = known_moves(base, edited, &triangles, &positions);
    let mut guessed = find_motions(&triangles, &positions, snap);
    drop_contradicted(&mut guessed, base, edited, &triangles, &positions);
    // A guess that contradicts what the editor reports is wrong. Where both agree, the guess covers the rest.
    let to = |from: u32| told.binary_search_by_key(&from, |row| row.0).ok().map(|at| told[at].1);
    let agree = guessed.iter().all(|(from, guess)| to(*from).is_none_or(|to| to == *guess));
    let known = if agree { [guessed, told].concat() } else { told };
    let images = find_moves(&mut triangles, &positions, &known);
    triangles.restore_duplicates();
    let torn: Torn = find_torn(&triangles, &positions, &images);
    triangles.keep_uncarried(base);
    let welded = (weld && !torn.is_empty()).then(|| torn::welded(edited, &torn, &positions));
    let mut matched = assemble(base, edited, &positions, &triangles, &images);
    matched.report.torn = torn::report(&torn, &positions);
    (matched, welded)
}

/// Matches the triangles that are at the same place, with either winding.
fn matched<'s>(base: &'s TriangleSet, edited: &'s TriangleSet, snap: f32) -> (Positions, Triangles<'s>) {
    let mut positions = Positions::new(base, edited);
    let mut triangles = Triangles::new(base, edited, &positions);
    triangles.match_equal();
    if triangles.found.contains(&false) {
        triangles.match_snapped(&mut positions, snap);
    }
    triangles.match_flipped();
    (positions, triangles)
}

fn check_corners(set: &TriangleSet) -> Result<(), MatchError> {
    let points = set.points.len();
    for (triangle, row) in set.triangles.iter().enumerate() {
        if let Some(&point) = row.corners.iter().find(|corner| **corner as usize >= points) {
            return Err(MatchError::NoSuchPoint { triangle, point, points });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exchange::ClassedTriangle;

    /// A strip of three squares, one corner of which was lifted. When moved by one square, two other squares fit as well.
    #[test]
    fn a_part_that_repeats_itself_was_moved_as_its_origins_say() {
        let strip = |offset: f32, lift: f32| {
            let corner = |at: u32| [offset + (at / 2) as f32, (at % 2) as f32, if at == 0 { lift } else { 0.0 }];
            let square = |at: u32| [[2 * at, 2 * at + 2, 2 * at + 3], [2 * at, 2 * at + 3, 2 * at + 1]];
            let triangles = (0..3).flat_map(square).map(|corners| ClassedTriangle { corners, class: 4 });
            TriangleSet {
                points: (0..8).map(corner).collect(),
                triangles: triangles.collect(),
                ..TriangleSet::default()
            }
        };
        let base = strip(0.0, 0.0);
        let origins = (0..6).map(Some).collect();
        let edited = TriangleSet { origins, ..strip(100.0, 0.25) };
        let matched = match_onto(&base, &edited, &MatchOptions::default()).unwrap();
        assert_eq!(matched.report.moved, [0, 1, 2, 3, 4, 5]);
        assert!((0..).zip(&matched.triangles).all(|(id, row)| row.base == Some(id) && row.edited == Some(id)));
        assert_eq!(matched.points, edited.points);
    }

    /// One half of a square was rounded, and the other was rotated away around their common corner.
    #[test]
    fn a_vertex_that_was_rounded_is_not_moved_with_a_triangle_that_left_it() {
        let triangles = [[0, 1, 2], [3, 4, 5]].map(|corners| ClassedTriangle { corners, class: 4 }).to_vec();
        let half = [[0.0, 0.0, 0.0], [2.0, 0.0, 0.0]];
        let set = |corner: [f32; 3], other: [[f32; 3]; 2]| TriangleSet {
            points: [&half[..], &[corner, half[0]], &other].concat(),
            triangles: triangles.clone(),
            origins: vec![Some(0), Some(1)],
            ..TriangleSet::default()
        };
        let base = set([2.0, 2.0, 0.0], [[2.0, 2.0, 0.0], [0.0, 2.0, 0.0]]);
        let edited = set([1.999_999_9, 2.0, 0.0], [[-2.0, -2.0, 0.0], [0.0, -2.0, 0.0]]);
        let matched = match_onto(&base, &edited, &MatchOptions::default()).unwrap();
        let corners = matched.triangles[0].corners.map(|corner| matched.points[corner as usize]);
        assert_eq!(corners, [half[0], half[1], [2.0, 2.0, 0.0]]);
    }

    /// A square was removed, and another one was lifted to the position that the motion would give it.
    #[test]
    fn a_part_that_is_gone_was_not_moved_onto_one_that_the_editor_knows() {
        let square = |x: f32, z: f32| [[x, 0.0, z], [x + 1.0, 0.0, z], [x + 1.0, 1.0, z], [x, 1.0, z]];
        let halves = |first: u32| [[first, first + 1, first + 2], [first, first + 2, first + 3]];
        let set = |points: Vec<[f32; 3]>, triangles: &[[u32; 3]], origins: &[u32]| TriangleSet {
            points,
            triangles: triangles.iter().map(|&corners| ClassedTriangle { corners, class: 4 }).collect(),
            origins: origins.iter().map(|origin| Some(*origin)).collect(),
            ..TriangleSet::default()
        };
        let strip = [square(0.0, 0.0), square(1.0, 0.0), square(70.0, 0.0)].concat();
        let base = set(strip, &[halves(0), halves(4), halves(8)].concat(), &[]);
        let edited =
            set([square(0.0, 0.0), square(1.0, 2.0)].concat(), &[halves(0), halves(4)].concat(), &[0, 1, 2, 3]);
        let matched = match_onto(&base, &edited, &MatchOptions::default()).unwrap();
        assert_eq!((matched.report.removed, matched.report.added.len()), (vec![2, 3, 4, 5], 2));
    }

    /// The last side of the strip takes the former position of the first one.
    #[test]
    fn a_part_may_be_moved_onto_its_own_vertices() {
        let square = |x: f32| [[x, 0.0, 0.0], [x + 1.0, 0.0, 0.0], [x + 1.0, 1.0, 0.0], [x, 1.0, 0.0]];
        let set = |x: f32| TriangleSet {
            points: square(x).to_vec(),
            triangles: [[0, 1, 2], [0, 2, 3]].map(|corners| ClassedTriangle { corners, class: 4 }).to_vec(),
            origins: vec![Some(0), Some(1)],
            ..TriangleSet::default()
        };
        let matched = match_onto(&set(0.0), &set(1.0), &MatchOptions::default()).unwrap();
        assert_eq!((matched.report.moved, matched.points), (vec![0, 1], square(1.0).to_vec()));
    }
}
