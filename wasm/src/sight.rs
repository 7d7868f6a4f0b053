//! What is seen from a triangle.

use walkmesh::level::{AnyFile, Location, Navigator, Point};
use walkmesh::nwn2;

use crate::model::Model;
use crate::source::Source;

/// How far the eyes are above the floor in KotOR, in metres. The game does not store it; it is about a person's.
const EYES: f32 = 1.7;

/// Not known, or nothing to see.
const UNKNOWN: u8 = 0;
/// Is seen.
const SEEN: u8 = 1;
/// Is hidden; in NWN2: not known by the table to be seen.
const HIDDEN: u8 = 2;

/// For each triangle 1 if it is seen from another one, 2 if not, and 0 if that is not known. NWN2: by the stored table of the
/// tile. KotOR: by the faces that hide, between points 1.7 m above the middles of walkable faces.
pub fn seen_from(source: &Source, model: &Model, navigator: Option<&Navigator>, from: usize) -> Option<Vec<u8>> {
    match source {
        Source::File { file: AnyFile::Trn(terrain), .. } => by_table(model, terrain.walkmesh().ok()?, from),
        Source::File { file: AnyFile::Aswm(walkmesh), .. } => by_table(model, walkmesh, from),
        Source::File { file: AnyFile::Bwm(_), .. } | Source::Area { .. } => by_rays(model, navigator?, from),
        Source::File { .. } | Source::Dungeon(_) => None,
    }
}

fn by_table(model: &Model, walkmesh: &nwn2::Walkmesh, from: usize) -> Option<Vec<u8>> {
    let from = nwn2::TriangleId(*model.numbers.get(from)?);
    let navigator = nwn2::Navigator::new(walkmesh.clone());
    let tile = navigator.tile_of(from)?;
    let mut seen = vec![UNKNOWN; model.corners.len()];
    for triangle in walkmesh.tile(tile)?.triangles() {
        let Some(at) = model.find(crate::model::PartOf::File, triangle.id().0) else { continue };
        seen[at] = match navigator.stored_line_of_sight(from, triangle.id()) {
            None => UNKNOWN,
            Some(true) => SEEN,
            Some(false) => HIDDEN,
        };
    }
    Some(seen)
}

fn by_rays(model: &Model, navigator: &Navigator, from: usize) -> Option<Vec<u8>> {
    let eye = |triangle| {
        let [x, y, z] = model.middle(triangle)?;
        Some(Location::Point(Point { x, y, z: Some(z + EYES) }))
    };
    let start = eye(from)?;
    let is_floor = |triangle: &usize| model.classes[model.class_of[*triangle] as usize].walkable;
    let mut seen = vec![UNKNOWN; model.corners.len()];
    for triangle in (0..model.corners.len()).filter(is_floor) {
        let Some(sight) = eye(triangle).and_then(|end| navigator.line_of_sight(start, end).ok()) else { continue };
        seen[triangle] = if sight.by_geometry { SEEN } else { HIDDEN };
    }
    Some(seen)
}
