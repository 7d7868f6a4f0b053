//! Lines of sight over the floor, between the triangles of a tile: what the game's tables say, and what the triangles say.

use crate::mesh::{PathError, Position, PositionError, WalkEnd};
use crate::nwn2::TriangleId;

use super::Navigator;

impl Navigator {
    /// Whether the game's tables say that two triangles see each other; `None` where they say nothing, since the two are
    /// not nodes of one tile with a way between them. A triangle sees itself.
    ///
    /// Where the answer is `false`, the game finds out at run time: it means "not known to be clear".
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

/// Whether the straight line between the centres of two triangles stays on walkable ones. It is what
/// [`Navigator::stored_line_of_sight`] says of all points of the two, by the triangles alone.
///
/// # Errors
/// When one of them is not there or not walkable.
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
