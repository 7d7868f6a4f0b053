//! Answers for each triangle of a [`View`]: its connected part, and whether it is seen.

use crate::kotor::{AreaFace, FaceId, Part};
use crate::mesh::Position;
use crate::nwn2::{self, TriangleId};
use crate::silkroad::{CellId, CellRef};

use super::super::view::{PartOf, View};
use super::kotor::Ground;
use super::{Game, Location, Navigator, Point};

/// How far the eyes are above the floor in KotOR, in metres. The game does not store it; it is about a person's.
const EYES: f32 = 1.7;

impl Navigator {
    /// For each triangle of the level's view the number of its connected part, as the overview of the level counts them; `None`
    /// where it has none.
    #[must_use]
    pub fn connected_parts(&self, view: &View) -> Vec<Option<u32>> {
        let part_of = |of: PartOf, number: u32, point: [f32; 3]| match (&self.0, of) {
            (Game::Kotor(room), PartOf::File) => {
                room.navigator().connected_part(Position::new(point, FaceId(number))).ok()?
            }
            (Game::KotorArea(area), PartOf::Room(room)) => {
                let face = AreaFace { part: Part::Room(room), face: FaceId(number) };
                area.navigator().connected_part(Position::new(point, face)).ok()?
            }
            (Game::Nwn2(area), PartOf::File) => area.connected_part(Position::new(point, TriangleId(number))).ok()?,
            (Game::Silkroad(dungeon), PartOf::Block(block)) => {
                let face = CellRef { block, cell: CellId(number) };
                dungeon.connected_part(Position::new(point, face)).ok()?
            }
            (Game::Kotor(_) | Game::KotorArea(_) | Game::Nwn2(_) | Game::Silkroad(_), _) => None,
        };
        let of_part = view.parts.iter().flat_map(|part| (part.first..part.first + part.count).map(|at| (part.of, at)));
        of_part.map(|(of, at)| part_of(of, *view.numbers.get(at)?, view.middle(at)?)).collect()
    }

    /// For each triangle of the level's view whether it is seen from another one; `None` where that is not known. NWN2: by the
    /// stored table of the tile, where not seen means not known to be clear. KotOR: by the faces that hide, between points 1.7 m
    /// above the middles of walkable faces.
    ///
    /// `None` as a whole in a dungeon of Silkroad, in which nothing hides, and if there is no such triangle.
    #[must_use]
    pub fn seen_from(&self, view: &View, triangle: usize) -> Option<Vec<Option<bool>>> {
        match &self.0 {
            Game::Nwn2(area) => seen_by_table(area, view, triangle),
            Game::Kotor(_) | Game::KotorArea(_) => self.seen_by_rays(view, triangle),
            Game::Silkroad(_) => None,
        }
    }

    fn seen_by_rays(&self, view: &View, from: usize) -> Option<Vec<Option<bool>>> {
        let eye = |triangle| {
            let [x, y, z] = view.middle(triangle)?;
            Some(Location::Point(Point { x, y, z: Some(z + EYES) }))
        };
        let start = eye(from)?;
        let is_seen = |triangle: usize| {
            view.class(triangle).filter(|class| class.walkable)?;
            Some(self.sight(start, eye(triangle)?).ok()?.by_geometry)
        };
        Some((0..view.triangles.len()).map(is_seen).collect())
    }
}

fn seen_by_table(area: &nwn2::Navigator, view: &View, from: usize) -> Option<Vec<Option<bool>>> {
    let from = TriangleId(*view.numbers.get(from)?);
    let tile = area.walkmesh().tile(area.tile_of(from)?)?;
    let mut seen = vec![None; view.triangles.len()];
    for triangle in tile.triangles() {
        if let Some(at) = view.find(PartOf::File, triangle.id().0).and_then(|at| seen.get_mut(at)) {
            *at = area.stored_line_of_sight(from, triangle.id());
        }
    }
    Some(seen)
}
