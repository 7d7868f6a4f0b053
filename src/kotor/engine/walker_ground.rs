//! [`WalkerGround`]: the floor of a walker and spots all over it, by which path points are measured.

use super::spots::{SpotOptions, Spots};
use super::walker_floor::WalkerFloor;
use super::{Coverage, Engine, PathPointsOptions, Walker};
use crate::parallel;

/// The floor of a walker, and spots all over it except its [pockets](PathPointsOptions::pocket).
pub(in crate::kotor) struct WalkerGround {
    pub(super) floor: WalkerFloor,
    pub(super) spots: Spots,
}

impl Engine {
    /// The floor for a walker, and about `most` spots of it.
    pub(in crate::kotor) fn walker_ground(&self, walker: &Walker, most: u32) -> WalkerGround {
        let floor = self.walker_floor(walker);
        let options = PathPointsOptions::default().with_most_spots(most);
        let spots = self.spots(&floor, walker, SpotOptions::new(walker, &options));
        WalkerGround { floor, spots }
    }
}

impl WalkerGround {
    /// The share of the spots from which a walker gets straight to a path point: [`Engine::coverage`].
    pub(in crate::kotor) fn coverage(&self, engine: &Engine, walker: &Walker) -> Coverage {
        let spots = &self.spots;
        let asked: Vec<[f32; 2]> = spots.safe().map(|spot| spots.points[spot as usize]).collect();
        let is_reached = parallel::answers(&asked, |at| engine.reaches_path_point(*at, walker));
        let missed = asked.iter().zip(is_reached).filter(|(_, is_reached)| !is_reached).map(|(at, _)| *at);
        Coverage { missed: missed.collect(), spots: asked.len(), step: spots.step }
    }

    /// The connected part of the floor at some points of the plan view; `None` where the walker does not fit.
    pub(in crate::kotor) fn parts(&self, engine: &Engine, points: &[[f32; 2]]) -> Vec<Option<u32>> {
        let points: Vec<[f32; 3]> = points.iter().map(|at| engine.on_floor(*at)).collect();
        self.floor.positions(&points).into_iter().map(|at| at.and_then(|at| self.floor.part(at))).collect()
    }
}
