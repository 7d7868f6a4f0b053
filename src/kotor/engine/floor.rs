//! The engine's height query: the face under a point, found through the stored tree.

use super::choices::{Choices, FaceOfSeveral, FloorMaterials};
use crate::geometry::plan;
use crate::geometry::plan_triangle::contains;
use crate::geometry::triangle::{doubled_area, is_usable};
use crate::kotor::stale::StaleTree;
use crate::kotor::{FaceId, FaceName, MaterialMask, MaterialTable, Navigable, Navigator, Part, Walkmesh};
use crate::mesh::{FloorHit, Triangle};

/// The lowest and the highest height at which the engine finds a floor, in metres. They are absolute, and do not depend on the height of
/// the creature. **Reported**: `docs/formats/bwm.md#engine`.
pub const HEIGHTS: [f32; 2] = [-1000.0, 1000.0];
/// Distance east and north at which the engine tries again if a room has no floor exactly at a point, in metres: 0.001 m along the
/// diagonal. **Reported**: the same.
pub const RETRY: f32 = 0.001 * std::f32::consts::FRAC_1_SQRT_2;

/// The materials of the faces that the height query finds.
pub(super) fn floor_mask(table: &MaterialTable, choices: &Choices) -> MaterialMask {
    match choices.floor_materials {
        FloorMaterials::Walk => table.walk_mask(),
        FloorMaterials::WalkCheck => table.walk_check_mask(),
    }
}

/// The face of a room under a point of the plan view: exactly there, or else slightly to the north-east.
pub(super) fn face_under(
    room: &Walkmesh,
    [x, y]: [f32; 2],
    mask: MaterialMask,
    of_several: FaceOfSeveral,
) -> Option<FloorHit<FaceId>> {
    let at = |at| face_right_under(room, at, mask, of_several);
    at([x, y]).or_else(|| at([x + RETRY, y + RETRY]))
}

fn face_right_under(
    room: &Walkmesh,
    at: [f32; 2],
    mask: MaterialMask,
    of_several: FaceOfSeveral,
) -> Option<FloorHit<FaceId>> {
    let mut best: Option<FloorHit<FaceId>> = None;
    leaves_at(room, at, |face| {
        let Some(found) = floor_at(room, face, at, mask) else { return };
        let is_better = best.is_none_or(|best| match of_several {
            FaceOfSeveral::Highest => found.height > best.height,
            FaceOfSeveral::Lowest => found.height < best.height,
            FaceOfSeveral::First => false,
        });
        if is_better {
            best = Some(found);
        }
    });
    best
}

/// Calls `found` with the face of each leaf whose box, and each box above it, is at a point of the plan view. If an edit has made the tree
/// stale, every face is included, as in the tree that a bake would build.
fn leaves_at(room: &Walkmesh, [x, y]: [f32; 2], mut found: impl FnMut(FaceId)) {
    if room.stale.tree != StaleTree::Fresh {
        return room.faces().for_each(|face| found(face.id()));
    }
    // Damaged trees may have cycles.
    let mut steps = room.as_raw().aabb_nodes.len();
    let (mut next, mut waiting) = (room.root(), Vec::new());
    while let Some(node) = next.take().or_else(|| waiting.pop()).filter(|_| steps > 0) {
        steps -= 1;
        let Some(node) = room.node(node) else { continue };
        let [low, high] = [node.bounds.min, node.bounds.max];
        let is_met =
            low[0] <= x && x <= high[0] && low[1] <= y && y <= high[1] && low[2] <= HEIGHTS[1] && high[2] >= HEIGHTS[0];
        if !is_met {
            continue;
        }
        match node.face {
            Some(face) => found(face),
            None => waiting.extend(node.children.into_iter().rev().flatten()),
        }
    }
}

/// A floor at a point, if the face has one there.
fn floor_at(room: &Walkmesh, face: FaceId, at: [f32; 2], mask: MaterialMask) -> Option<FloorHit<FaceId>> {
    let row = room.face(face).filter(|face| mask.contains(face.material()))?;
    let corners = row.points().filter(|corners| corners.iter().all(is_usable))?;
    let is_here = contains(&corners.map(plan), at.map(f64::from));
    let height = if is_here { height_of(&corners, at)? } else { return None };
    (HEIGHTS[0]..=HEIGHTS[1]).contains(&height).then_some(FloorHit { face, height, faces_up: true })
}

/// The height of a face that faces up at one of its points.
fn height_of(corners: &Triangle, at: [f32; 2]) -> Option<f32> {
    let [nx, ny, nz] = doubled_area(corners);
    if nz <= 0.0 {
        return None;
    }
    let [x, y, z] = corners[0].map(f64::from);
    let height = (z - (nx * (f64::from(at[0]) - x) + ny * (f64::from(at[1]) - y)) / nz) as f32;
    let heights = corners.map(|corner| corner[2]);
    // Adding 0 makes zero positive.
    Some(
        height.clamp(
            heights.into_iter().fold(f32::INFINITY, f32::min),
            heights.into_iter().fold(f32::NEG_INFINITY, f32::max),
        ) + 0.0,
    )
}

fn named<F: FaceName>(part: Option<Part>, face: FaceId) -> F {
    F::named(part, face)
}

impl<N: Navigable> Navigator<N> {
    /// The floor that the engine takes at a point `[x, y]` of the plan view: a walkable floor of the first room of the layout that has one
    /// there, whatever other rooms exist. The engine looks along the whole vertical line, so the height of the creature does not matter.
    ///
    /// So of rooms on top of each other the engine may take the wrong one; [`position_at`](crate::mesh::Navigator::position_at) does not.
    ///
    /// These parts of the rule are **reported** by public notes on the decompiled engine (`docs/formats/bwm.md#engine`): the room is the
    /// first in the order of the layout with a face at x and y, which is found through the tree that the room stores; the face lies within
    /// [`HEIGHTS`]; a room without one there is tried once more, [`RETRY`] to the east and to the north. These parts are guesses: only
    /// walkable materials count; a face that faces down does not count; of several floors in that room the highest is taken.
    #[must_use]
    pub fn engine_floor(&self, at: [f32; 2]) -> Option<FloorHit<N::Face>> {
        let mut rooms = self.navigated().walkmeshes();
        rooms.find_map(|(part, room)| {
            let found = face_under(room, at, self.walk_mask(), FaceOfSeveral::default())?;
            Some(found.map(|face| named(part, face)))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_height_is_that_of_the_plane_of_a_face_that_faces_up() {
        // From the first corner the plane rises by 0.5 m for each metre to the east and by 2 m for each to the north.
        let [a, b, c] = [[2.0, 3.0, 1.0], [6.0, 3.0, 3.0], [2.0, 7.0, 9.0]];
        assert_eq!(height_of(&[a, b, c], [3.0, 4.0]), Some(3.5));
        assert_eq!(height_of(&[a, c, b], [3.0, 4.0]), None, "it faces down");
    }
}
