//! The order of the steps for a pair of triangles.

use super::extremes::{direction, extremes};
use super::face::{Corner, Face, Point, Tile};
use super::flood::flood;
use super::front::{Facing, has_front_wall};
use super::quad::Quad;
use super::single;
use super::tangents::{Tangents, tangents};

/// The step of the procedure that decides whether a pair of triangles sees each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum SightStep {
    /// Both triangles have the same extreme corners.
    SameExtremes,
    /// One of them has a wall in front, and they share no extreme corner.
    FrontWall,
    /// One of them has a wall in front, and they share an extreme corner.
    FrontWallAtSharedCorner,
    /// They share an extreme corner.
    SharedCorner,
    /// The flood over the quadrilateral between them.
    Flood,
    /// The same, where one of them has only one extreme corner.
    FloodAtSingleCorner,
}

/// Whether the node `a` sees the node `b`, which is higher, and the step that decides it.
///
/// This is the procedure step by step. A bake asks [`AllPairs`](super::all_pairs::AllPairs), whose answers are the same.
pub(super) fn sees(tile: &Tile, a: usize, b: usize) -> (bool, SightStep) {
    match view(tile, a, b) {
        View::Known(is_clear, step) => (is_clear, step),
        View::Quad(lines, step) => (flood(tile, a, b, &Quad::new(lines)), step),
    }
}

/// What the steps before the flood say of a pair.
pub(super) enum View {
    /// The answer.
    Known(bool, SightStep),
    /// The lines of the [`Quad`] to flood.
    Quad([[Point; 2]; 4], SightStep),
}

/// The steps 1 to 6.
pub(super) fn view(tile: &Tile, a: usize, b: usize) -> View {
    let (near, far) = (&tile.faces[a], &tile.faces[b]);
    let along = direction(near.center, far.center);
    let outermost = |face: &Face| extremes(face.corners.map(|corner| corner.at), along);
    let first = Tangents { a: outermost(near), b: outermost(far) };
    let ends = tangents(&near.corners, &far.corners, first);
    let left = [near.corners[ends.a[0]], far.corners[ends.b[0]]];
    let right = [near.corners[ends.a[1]], far.corners[ends.b[1]]];
    let is_left_shared = left[0].vertex == left[1].vertex;
    let is_right_shared = right[0].vertex == right[1].vertex;
    if is_left_shared && is_right_shared {
        return View::Known(true, SightStep::SameExtremes);
    }
    let is_any_shared = is_left_shared || is_right_shared;
    if has_front_wall(near, ends.a, Facing::Ahead, tile.nodes)
        || has_front_wall(far, ends.b, Facing::Behind, tile.nodes)
    {
        let step = if is_any_shared { SightStep::FrontWallAtSharedCorner } else { SightStep::FrontWall };
        return View::Known(false, step);
    }
    if is_any_shared {
        return View::Known(is_joined(tile, a, b), SightStep::SharedCorner);
    }
    let (mut step, mut there, mut back) = (SightStep::Flood, [left[1], right[1]], [right[0], left[0]]);
    if left[0].vertex == right[0].vertex {
        let other = single::other(&near.corners, first.a, ends.a[0], left[1].at, -1.0);
        (step, back) = (SightStep::FloodAtSingleCorner, [other, left[0]]);
    }
    if left[1].vertex == right[1].vertex {
        let other = single::other(&far.corners, first.b, ends.b[0], left[0].at, 1.0);
        (step, there) = (SightStep::FloodAtSingleCorner, [left[1], other]);
    }
    let line = |[from, to]: [Corner; 2]| [from.at, to.at];
    View::Quad([line(left), line(there), [right[1].at, right[0].at], line(back)], step)
}

/// Step 5: whether two triangles are next to each other, or a walkable triangle of the tile is next to both.
fn is_joined(tile: &Tile, a: usize, b: usize) -> bool {
    let (near, far) = (&tile.faces[a], &tile.faces[b]);
    let is_next_to_b = |other: usize| other < tile.nodes && far.neighbours().any(|face| face == other);
    near.neighbours().any(|other| other == b || is_next_to_b(other))
}
