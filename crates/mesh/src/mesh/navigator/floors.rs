//! Height queries.

use super::{Ground, Navigator, Pieces};
use crate::mesh::{FloorHit, HeightGrid, MeshError, Position, Triangle};

impl<G: Ground> Navigator<G> {
    /// All floors of these classes at a point `[x, y]` of the plan view, by ascending height: faces that face up.
    #[must_use]
    pub fn floors_at(&self, at: [f32; 2], mask: G::Mask) -> Vec<FloorHit<G::Face>> {
        self.floors().floors_at(at, mask.into()).into_iter().map(|floor| self.named(floor, true)).collect()
    }

    /// All faces of these classes at a point `[x, y]` of the plan view, facing up or down, by ascending height.
    /// Vertical faces have no height and are not among them.
    #[must_use]
    pub fn faces_at(&self, at: [f32; 2], mask: G::Mask) -> Vec<FloorHit<G::Face>> {
        let undersides = self.undersides().floors_at(at, mask.into()).into_iter().map(|face| self.named(face, false));
        let mut faces: Vec<_> = self.floors_at(at, mask).into_iter().chain(undersides).collect();
        faces.sort_by(|a, b| a.height.total_cmp(&b.height));
        faces
    }

    /// The highest floor of these classes at or below a point, at most `reach` metres below it.
    #[must_use]
    pub fn floor_below(&self, point: impl Into<[f32; 3]>, reach: f32, mask: G::Mask) -> Option<FloorHit<G::Face>> {
        self.floors().floor_below(point, reach, mask.into()).map(|floor| self.named(floor, true))
    }

    /// The lowest floor of these classes at or above a point, at most `reach` metres above it.
    #[must_use]
    pub fn floor_above(&self, point: impl Into<[f32; 3]>, reach: f32, mask: G::Mask) -> Option<FloorHit<G::Face>> {
        self.floors().floor_above(point, reach, mask.into()).map(|floor| self.named(floor, true))
    }

    /// The floor of these classes whose height is nearest to a point's, at most `reach` metres away.
    #[must_use]
    pub fn floor_nearest(&self, point: impl Into<[f32; 3]>, reach: f32, mask: G::Mask) -> Option<FloorHit<G::Face>> {
        self.floors().floor_nearest(point, reach, mask.into()).map(|floor| self.named(floor, true))
    }

    /// [`floor_nearest`](Self::floor_nearest) for many points; on all cores with the feature `parallel`.
    #[must_use]
    pub fn floor_nearest_many(&self, points: &[[f32; 3]], reach: f32, mask: G::Mask) -> Vec<Option<FloorHit<G::Face>>> {
        let floors = self.floors().floor_nearest_many(points, reach, mask.into());
        floors.into_iter().map(|floor| floor.map(|floor| self.named(floor, true))).collect()
    }

    /// The position of a creature at a point: on the walkable floor at the point's x and y whose height is nearest, at
    /// most `reach` metres up or down. Floor that a wall covers is ignored.
    ///
    /// # Errors
    /// [`MeshError`]: there are too many faces.
    pub fn position_at(&self, point: impl Into<[f32; 3]>, reach: f32) -> Result<Option<Position<G::Face>>, MeshError> {
        let [x, y, z] = point.into();
        let walkable = self.ground.walkable();
        let Some(nearest) = self.floors().floor_nearest([x, y, z], reach, walkable) else { return Ok(None) };
        let (nav, pieces) = self.surface()?;
        let is_open = |floor: &FloorHit| nav.is_walkable(pieces.at(floor.face, [x, y]));
        let distance = |floor: &FloorHit| (floor.height - z).abs();
        let found = if is_open(&nearest) {
            Some(nearest)
        } else {
            let floors = self.floors().floors_at([x, y], walkable).into_iter();
            let open = floors.filter(|floor| distance(floor) <= reach && is_open(floor));
            open.min_by(|a, b| distance(a).total_cmp(&distance(b)))
        };
        Ok(found.map(|floor| Position::new([x, y, floor.height], self.ground.name(floor.face))))
    }

    fn floors(&self) -> &HeightGrid {
        self.floors.get_or_init(|| self.grid(true))
    }

    fn undersides(&self) -> &HeightGrid {
        self.undersides.get_or_init(|| self.grid(false))
    }

    /// The index of the faces that face up, or of the others.
    fn grid(&self, up: bool) -> HeightGrid {
        let faces = self.ground.faces();
        let triangles: Vec<Triangle> = faces.iter().map(|face| face.corners).collect();
        HeightGrid::new(&triangles, |face| if faces[face].faces_up == up { faces[face].classes } else { 0 })
    }

    /// A hit with the name of its face. The ground decides whether a face faces up: its corners may suggest otherwise.
    fn named(&self, FloorHit { face, height, .. }: FloorHit, faces_up: bool) -> FloorHit<G::Face> {
        FloorHit { face: self.ground.name(face), height, faces_up }
    }
}
