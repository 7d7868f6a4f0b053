//! Height queries, snaps and the game's own search for a cell, where the floors are present.

use crate::mesh::{FloorHit, MeshError, Position, SnapHit};
use crate::parallel;
use crate::silkroad::CellRef;

use super::Navigator;

impl Navigator {
    /// [`Floors::floors_at`](crate::silkroad::Floors::floors_at); none without floors.
    #[must_use]
    pub fn floors_at(&self, at: [f32; 2]) -> Vec<FloorHit<CellRef>> {
        self.floors().map(|floors| floors.floors_at(at)).unwrap_or_default()
    }

    /// [`Floors::floor_below`](crate::silkroad::Floors::floor_below); none without floors.
    #[must_use]
    pub fn floor_below(&self, point: impl Into<[f32; 3]>, reach: f32) -> Option<FloorHit<CellRef>> {
        self.floors()?.floor_below(point, reach)
    }

    /// [`Floors::floor_above`](crate::silkroad::Floors::floor_above); none without floors.
    #[must_use]
    pub fn floor_above(&self, point: impl Into<[f32; 3]>, reach: f32) -> Option<FloorHit<CellRef>> {
        self.floors()?.floor_above(point, reach)
    }

    /// [`Floors::floor_nearest`](crate::silkroad::Floors::floor_nearest); none without floors.
    #[must_use]
    pub fn floor_nearest(&self, point: impl Into<[f32; 3]>, reach: f32) -> Option<FloorHit<CellRef>> {
        self.floors()?.floor_nearest(point, reach)
    }

    /// [`Floors::locate`](crate::silkroad::Floors::locate); none without floors.
    #[must_use]
    pub fn locate(&self, point: impl Into<[f32; 3]>) -> Option<FloorHit<CellRef>> {
        self.floors()?.locate(point)
    }

    /// [`locate`](Self::locate) for many points in order, on all cores.
    #[must_use]
    pub fn locate_many(&self, points: &[[f32; 3]]) -> Vec<Option<FloorHit<CellRef>>> {
        parallel::map(points, |&point| self.locate(point))
    }

    /// The position of a monster at a point: on the floor at the point's x and z whose height is nearest, at most `reach`
    /// units up or down. `None` without floors.
    ///
    /// # Errors
    /// None in this game; the signature is the same for every game.
    pub fn position_at(&self, point: impl Into<[f32; 3]>, reach: f32) -> Result<Option<Position<CellRef>>, MeshError> {
        let [x, y, z] = point.into();
        Ok(self.floor_nearest([x, y, z], reach).map(|floor| Position::new([x, floor.height, z], floor.face)))
    }

    /// [`Floors::snap`](crate::silkroad::Floors::snap); none without floors.
    ///
    /// # Errors
    /// None: floors need no mesh. The other games' meshes can have faults.
    pub fn snap(&self, point: impl Into<[f32; 3]>, reach: f64) -> Result<Option<SnapHit<CellRef>>, MeshError> {
        Ok(self.floors().and_then(|floors| floors.snap(point, reach)))
    }

    /// [`Floors::snap_in_plan`](crate::silkroad::Floors::snap_in_plan); none without floors.
    ///
    /// # Errors
    /// None, as for [`snap`](Self::snap).
    pub fn snap_in_plan(&self, at: [f32; 2], reach: f64) -> Result<Option<SnapHit<CellRef>>, MeshError> {
        Ok(self.floors().and_then(|floors| floors.snap_in_plan(at, reach)))
    }
}
