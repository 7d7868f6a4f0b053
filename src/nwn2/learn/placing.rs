//! [`Placement`]: a static placeable at its position, as a map between model and area coordinates.

use foldhash::{HashSet, HashSetExt};

use crate::geometry::Vec2;
use crate::geometry::rotation::{QuarterTurns, Rotation};
use crate::geometry::triangle::is_usable;
use crate::nwn2::{GitObject, LearningArea};

/// A placeable that the toolset cuts into the floor.
#[derive(Clone, Debug)]
pub(super) struct Placement {
    /// The index of its area.
    pub(super) area: usize,
    /// The row of its model in `placeables.2da`.
    pub(super) appearance: u32,
    rotation: Rotation,
    position: [f64; 3],
    scale: [f64; 3],
}

/// Minimum scale of a model that can be measured.
const MIN_SCALE: f64 = 1e-3;

impl Placement {
    /// Returns `None` for an object that cuts nothing, has no appearance, or has an unusable position.
    pub(super) fn new(area: usize, object: &GitObject) -> Option<Self> {
        let appearance = object.appearance.filter(|_| object.cuts())?;
        let scale = object.scale.map(f64::from);
        let is_sound = is_usable(&object.position)
            && is_usable(&object.scale)
            && scale.iter().all(|scale| scale.abs() >= MIN_SCALE)
            && object.bearing_radians.is_finite();
        let rotation = Rotation::by(object.bearing_radians, QuarterTurns::Nearest);
        is_sound.then_some(Self { area, appearance, rotation, position: object.position.map(f64::from), scale })
    }

    /// Maps a point of the area into the plan view of the model.
    pub(super) fn to_model(&self, [x, y]: Vec2) -> Vec2 {
        let [x, y] = self.rotation.turn_back([x - self.position[0], y - self.position[1]]);
        [x / self.scale[0], y / self.scale[1]]
    }

    /// Maps a point of the model into the plan view of the area.
    pub(super) fn to_area(&self, [x, y]: Vec2) -> Vec2 {
        let [x, y] = self.rotation.turn([x * self.scale[0], y * self.scale[1]]);
        [x + self.position[0], y + self.position[1]]
    }

    /// The height of a point of the area in the model.
    pub(super) fn height_in_model(&self, z: f64) -> f64 {
        (z - self.position[2]) / self.scale[2]
    }

    /// Its position in the plan view.
    pub(super) fn position(&self) -> Vec2 {
        [self.position[0], self.position[1]]
    }

    /// Its largest scale in the plan view.
    pub(super) fn size(&self) -> f64 {
        self.scale[0].abs().max(self.scale[1].abs())
    }

    /// Returns whether the area mirrors its model, so that the winding of polygons is reversed.
    pub(super) fn is_mirrored(&self) -> bool {
        (self.scale[0] < 0.0) != (self.scale[1] < 0.0)
    }
}

/// The identity of a placement: modules contain copies of areas, and each placement counts once.
type Key = (u32, [u32; 7]);

fn key(object: &GitObject) -> Key {
    let ([x, y, z], [sx, sy, sz]) = (object.position, object.scale);
    (object.appearance.unwrap_or(u32::MAX), [x, y, z, object.bearing_radians, sx, sy, sz].map(f32::to_bits))
}

/// The placements of all areas, each once: in the first area that has it. Also, for each area, the first area with which
/// it shares its world or a placement, directly or through others: copies of one area are one group.
pub(super) fn placings(areas: &[LearningArea]) -> (Vec<Placement>, Vec<usize>) {
    let mut found = Vec::new();
    let mut first = foldhash::HashMap::<Key, u32>::default();
    let mut links = Vec::new();
    let mut worlds = foldhash::HashMap::<&str, u32>::default();
    for (index, area) in areas.iter().enumerate() {
        if let Some(world) = &area.world {
            links.push([*worlds.entry(world).or_insert(index as u32), index as u32]);
        }
        let mut in_area = HashSet::new();
        for object in area.git.objects() {
            let Some(placing) = Placement::new(index, &object) else { continue };
            let key = key(&object);
            if !in_area.insert(key) {
                continue;
            }
            match first.get(&key) {
                Some(&other) => links.push([other, index as u32]),
                None => {
                    first.insert(key, index as u32);
                    found.push(placing);
                }
            }
        }
    }
    let groups = crate::geometry::DisjointSets::new(areas.len(), links);
    (found, (0..areas.len() as u32).map(|area| groups.least(area) as usize).collect())
}
