//! Lines of sight over the floor, between the triangles of a tile, by the game's tables and by the triangles.

use crate::mesh::{PathError, Position, PositionError, WalkEnd};
use crate::nwn2::TriangleId;

use super::Navigator;

impl Navigator {
    /// Returns whether two triangles see each other by the game's tables; `None` where the tables have no entry, because
    /// the two are not nodes of one tile with a path between them. A triangle sees itself.
    ///
    /// `false` means "not known to be clear": the game then tests the line at run time.
    pub fn stored_line_of_sight(&self, from: TriangleId, to: TriangleId) -> Option<bool> {
        let tile = self.tile_of(from).filter(|tile| self.tile_of(to) == Some(*tile))?;
        let tile = self.walkmesh().tile(tile)?;
        let (from, to) = (tile.node(from)?, tile.node(to)?);
        if from == to {
            return Some(true);
        }
        let step = tile.step(from, to)?;
        step.next().map(|_| step.bits().line_of_sight())
    }
}

/// Returns whether the straight line between the centres of two triangles stays on walkable triangles. [`Navigator::stored_line_of_sight`]
/// states this for all points of both triangles; this function computes it from the triangles alone.
///
/// # Errors
/// When one of them is missing or not walkable.
pub fn sees_over_the_floor(navigator: &Navigator, from: TriangleId, to: TriangleId) -> Result<bool, PathError> {
    let middle = |id: TriangleId| {
        let points = navigator.walkmesh().triangle(id).and_then(|triangle| triangle.points());
        let [a, b, c] = points.ok_or(PositionError::NoSuchFace { face: id.0 })?;
        Ok(Position::new([0, 1, 2].map(|axis| (a[axis] + b[axis] + c[axis]) / 3.0), id))
    };
    let (from, to) = (middle(from).map_err(PathError::Start)?, middle(to).map_err(PathError::Goal)?);
    if !navigator.nav_mesh()?.is_walkable(to.face.0) {
        return Err(PathError::Goal(PositionError::NotWalkable { face: to.face.0 }));
    }
    let walk = navigator.walk_straight(from, to.point)?;
    Ok(walk.end == WalkEnd::Arrived && walk.position.face == to.face)
}
