//! Height queries, and the engine's own.

use super::{FaceName, Navigable, Navigator, Part};
use crate::geometry::triangle::faces_up;
use crate::kotor::MaterialMask;
use crate::mesh::{FloorHit, HeightGrid};

/// How far above and below a point the engine looks for a floor, in metres. Source: `docs/formats/bwm.md#engine`.
pub const ENGINE_REACH: f32 = 1000.0;
/// How far the engine steps aside where there is no floor right at a point, in metres. Source: the same.
pub const ENGINE_NUDGE: f32 = 0.001;

impl<N: Navigable> Navigator<N> {
    /// All floors of these materials at a point `[x, y]` of the plan view, by ascending height: faces that face up.
    #[must_use]
    pub fn floors_at(&self, at: [f32; 2], mask: MaterialMask) -> Vec<FloorHit<N::Face>> {
        self.floors().floors_at(at, mask.0).into_iter().map(|floor| self.floor(floor)).collect()
    }

    /// All faces of these materials at a point `[x, y]` of the plan view, whichever way they face, by ascending height.
    /// Vertical faces have no height and are not among them.
    #[must_use]
    pub fn faces_at(&self, at: [f32; 2], mask: MaterialMask) -> Vec<FloorHit<N::Face>> {
        let undersides = self.undersides().floors_at(at, mask.0).into_iter().map(|face| self.floor(face));
        let mut faces: Vec<_> = self.floors_at(at, mask).into_iter().chain(undersides).collect();
        faces.sort_by(|a, b| a.height.total_cmp(&b.height));
        faces
    }

    /// The highest floor of these materials at or below a point, at most `reach` metres below it.
    #[must_use]
    pub fn floor_below(&self, point: impl Into<[f32; 3]>, reach: f32, mask: MaterialMask) -> Option<FloorHit<N::Face>> {
        self.floors().floor_below(point, reach, mask.0).map(|floor| self.floor(floor))
    }

    /// The lowest floor of these materials at or above a point, at most `reach` metres above it.
    #[must_use]
    pub fn floor_above(&self, point: impl Into<[f32; 3]>, reach: f32, mask: MaterialMask) -> Option<FloorHit<N::Face>> {
        self.floors().floor_above(point, reach, mask.0).map(|floor| self.floor(floor))
    }

    /// The floor of these materials whose height is nearest to a point's, at most `reach` metres away.
    #[must_use]
    pub fn floor_nearest(
        &self,
        point: impl Into<[f32; 3]>,
        reach: f32,
        mask: MaterialMask,
    ) -> Option<FloorHit<N::Face>> {
        self.floors().floor_nearest(point, reach, mask.0).map(|floor| self.floor(floor))
    }

    /// [`floor_nearest`](Self::floor_nearest) for many points; on all cores with the feature `parallel`.
    #[must_use]
    pub fn floor_nearest_many(
        &self,
        points: &[[f32; 3]],
        reach: f32,
        mask: MaterialMask,
    ) -> Vec<Option<FloorHit<N::Face>>> {
        let floors = self.floors().floor_nearest_many(points, reach, mask.0);
        floors.into_iter().map(|floor| floor.map(|floor| self.floor(floor))).collect()
    }

    /// The floor that the engine takes for a point: the highest walkable floor of the first room of the layout that has
    /// one within [`ENGINE_REACH`] above or below the point, whatever other rooms there are. Where there is none at the
    /// point, the engine looks [`ENGINE_NUDGE`] aside.
    ///
    /// So of rooms on top of each other the engine may take the wrong one; [`position_at`](Self::position_at) does not.
    ///
    /// These parts of the rule have a source, public notes on the decompiled engine (`docs/formats/bwm.md#engine`): the
    /// room is the first in the order of the layout with a face at the point's x and y; the reach; only walkable
    /// materials count; a second search is made 0.001 m aside. These parts are guesses: a face that faces down does not
    /// count; of several floors in that room the highest is taken; the second search goes east, west, north and south
    /// in turn, and ends at the first that finds a floor.
    #[must_use]
    pub fn engine_floor(&self, point: impl Into<[f32; 3]>) -> Option<FloorHit<N::Face>> {
        let [x, y, z] = point.into();
        let asides = [[0.0, 0.0], [1.0, 0.0], [-1.0, 0.0], [0.0, 1.0], [0.0, -1.0]];
        asides.iter().find_map(|[east, north]| {
            let floors = self.floors_at([x + east * ENGINE_NUDGE, y + north * ENGINE_NUDGE], self.walk_mask());
            let near = floors.into_iter().filter(|floor| (floor.height - z).abs() <= ENGINE_REACH);
            let in_rooms = near.filter(|floor| !matches!(floor.face.part(), Some(Part::Object(_))));
            // Ascending heights: the last of the first room is its highest.
            in_rooms.rev().min_by_key(|floor| floor.face.part())
        })
    }

    /// The faces that face up.
    pub(super) fn floors(&self) -> &HeightGrid {
        self.floors.get_or_init(|| self.grid(true))
    }

    /// The faces that face down.
    fn undersides(&self) -> &HeightGrid {
        self.undersides.get_or_init(|| self.grid(false))
    }

    fn grid(&self, up: bool) -> HeightGrid {
        let (triangles, masks) = self.triangles();
        HeightGrid::new(&triangles, |face| if faces_up(&triangles[face]) == up { masks[face] } else { 0 })
    }

    fn floor(&self, floor: FloorHit) -> FloorHit<N::Face> {
        floor.map(|face| self.name(face))
    }
}
