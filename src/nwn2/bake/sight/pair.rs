//! The order of the steps for a pair of triangles.

use super::extremes::{direction, extremes};
use super::face::{Corner, Face, Tile};
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
pub(super) fn sees(tile: &Tile, a: usize, b: usize) -> (bool, SightStep) {
    match View::of(tile, a, b) {
        View::Known(is_clear, step) => (is_clear, step),
        View::Quad(lines, step) => {
            let quad = Quad::new(lines.map(|line| line.map(|corner| corner.at)));
            (flood(tile, a, b, &quad), step)
        }
    }
}

/// What the steps before the flood say of a pair.
pub(super) enum View {
    /// The answer.
    Known(bool, SightStep),
    /// The lines of the quad, in the order of [`Quad::new`].
    Quad([[Corner; 2]; 4], SightStep),
}

impl View {
    pub(super) fn of(tile: &Tile, a: usize, b: usize) -> Self {
        let (near, far) = (&tile.faces[a], &tile.faces[b]);
        let along = direction(near.center, far.center);
        let outermost = |face: &Face| extremes(face.corners.map(|corner| corner.at), along);
        let first = Tangents { a: outermost(near), b: outermost(far) };
        let ends = tangents(&near.corners, &far.corners, first);
        let [left, right] = [0, 1].map(|side| [near.corners[ends.a[side]], far.corners[ends.b[side]]]);
        let shared = [left, right].map(|[from, to]| from.vertex == to.vertex);
        if shared == [true, true] {
            return Self::Known(true, SightStep::SameExtremes);
        }
        let is_any_shared = shared != [false, false];
        if has_front_wall(near, ends.a, Facing::Ahead, tile.nodes)
            || has_front_wall(far, ends.b, Facing::Behind, tile.nodes)
        {
            let step = if is_any_shared { SightStep::FrontWallAtSharedCorner } else { SightStep::FrontWall };
            return Self::Known(false, step);
        }
        if is_any_shared {
            return Self::Known(is_joined(tile, a, b), SightStep::SharedCorner);
        }
        let (mut step, mut there, mut back) = (SightStep::Flood, [left[1], right[1]], [right[0], left[0]]);
        if left[0].vertex == right[0].vertex {
            (step, back) = (
                SightStep::FloodAtSingleCorner,
                [single::other(&near.corners, first.a, ends.a[0], left[1].at, -1.0), left[0]],
            );
        }
        if left[1].vertex == right[1].vertex {
            (step, there) = (
                SightStep::FloodAtSingleCorner,
                [left[1], single::other(&far.corners, first.b, ends.b[0], left[0].at, 1.0)],
            );
        }
        Self::Quad([left, there, [right[1], right[0]], back], step)
    }
}

/// Step 5: whether two triangles are next to each other, or a walkable triangle of the tile is next to both.
fn is_joined(tile: &Tile, a: usize, b: usize) -> bool {
    let (a_face, b_face) = (&tile.faces[a], &tile.faces[b]);
    let is_next_to_b = |other: usize| other < tile.nodes && b_face.neighbours().any(|face| face == other);
    a_face.neighbours().any(|other| other == b || is_next_to_b(other))
}
