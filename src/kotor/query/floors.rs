//! Height queries, and the engine's own.

use super::{FaceName, Navigable, Navigator, Part};
use crate::geometry::triangle::faces_up;
use crate::kotor::MaterialMask;
use crate::mesh::{FloorHit, HeightGrid};

/// The lowest and the highest height at which the engine finds a floor, in metres. They are absolute, and do not depend on
/// the height of the creature for which it looks. **Reported**: `docs/formats/bwm.md#engine`.
pub const ENGINE_HEIGHTS: [f32; 2] = [-1000.0, 1000.0];
/// How far east and how far north the engine looks once more where a room has no floor right at a point, in metres:
/// 0.001 m along the diagonal. **Reported**: the same.
pub const ENGINE_RETRY: f32 = 0.001 * std::f32::consts::FRAC_1_SQRT_2;

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

    /// The floor that the engine takes at a point `[x, y]` of the plan view: a walkable floor of the first room of the
    /// layout that has one there, whatever other rooms there are. The engine looks along the whole vertical line, so
    /// the height of the creature does not matter.
    ///
    /// So of rooms on top of each other the engine may take the wrong one; [`position_at`](Self::position_at) does not.
    ///
    /// These parts of the rule are **reported** by public notes on the decompiled engine (`docs/formats/bwm.md#engine`):
    /// the room is the first in the order of the layout with a face at x and y; the face lies within
    /// [`ENGINE_HEIGHTS`]; a room that has none there is asked once more, [`ENGINE_RETRY`] to the east and to the
    /// north. These parts are guesses: only walkable materials count; a face that faces down does not count; of several
    /// floors in that room the highest is taken.
    #[must_use]
    pub fn engine_floor(&self, [x, y]: [f32; 2]) -> Option<FloorHit<N::Face>> {
        let [lowest, highest] = ENGINE_HEIGHTS;
        let first = |at: [f32; 2]| {
            let floors = self.floors_at(at, self.walk_mask()).into_iter();
            let seen = floors.filter(|floor| (lowest..=highest).contains(&floor.height));
            let in_rooms = seen.filter(|floor| !matches!(floor.face.part(), Some(Part::Object(_))));
            // Ascending heights: the last of the first room is its highest.
            in_rooms.rev().min_by_key(|floor| floor.face.part())
        };
        // Of two floors of one room, the one right at the point.
        let tries = [first([x, y]), first([x + ENGINE_RETRY, y + ENGINE_RETRY])];
        tries.into_iter().flatten().min_by_key(|floor| floor.face.part())
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
