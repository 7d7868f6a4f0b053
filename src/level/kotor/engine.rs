//! [`Level::engine`]: the engine's queries about an area of KotOR with its objects in their current states.

use crate::finding::Place;
use crate::kotor::engine::{Creature, Engine, Walker};
use crate::kotor::{AreaCreature, Kind, PlacedObject};

use super::super::{Level, Operation, QueryError};
use super::{AreaObject, KotorParts};

impl Level {
    /// The queries that KotOR's engine is **reported** to make in an area: straight walks, safe spots, plans. Doors and placeables block
    /// paths in their current states, and plans lead over the path points (PTH) if the area has any. Placeables that were
    /// [placed](Level::place) by hand stay where they are, and such doors open. The [creatures](crate::kotor::AreaContents::creatures) of
    /// the GIT are obstacles, too, and answers number them in their order; [`Engine::without_creatures_at`] leaves out the creatures that
    /// walk.
    ///
    /// # Errors
    /// [`QueryError::Unsupported`] for other levels, and [`QueryError::Mesh`].
    pub fn engine(&self) -> Result<Engine, QueryError> {
        let KotorParts { area, contents, path_points, .. } = self.kotor();
        let area = area.filter(|area| area.rooms().next().is_some()).ok_or_else(|| self.lacks(Operation::Plan))?;
        let placed = |objects: Vec<&AreaObject>| {
            objects.into_iter().map(|object| object.placed().clone()).collect::<Vec<PlacedObject>>()
        };
        let engine = Engine::new(area.clone())?;
        let [fixed, doors] = self.engine_objects().map(placed);
        let engine = engine.with_objects(&fixed, &doors);
        let engine = match path_points {
            Some(path) => engine.with_path_points(path),
            None => engine,
        };
        let Some(contents) = contents.filter(|contents| !contents.creatures.is_empty()) else {
            return Ok(engine);
        };
        Ok(engine.with_creatures(contents.creatures.iter().map(circle).collect::<Vec<_>>()))
    }

    /// The objects that stay where they are, and the doors that open, in the order in which the engine numbers them.
    fn engine_objects(&self) -> [Vec<&AreaObject>; 2] {
        let is_fixed = |object: &&AreaObject| object.is_fixed() || object.placed().walkmesh().kind() != Kind::Dwk;
        let (fixed, doors) = self.kotor().objects.iter().partition(is_fixed);
        [fixed, doors]
    }

    /// Finds the things at a walker's destination, as seen by [`engine`](Self::engine): doors and placeables that it touches there, those
    /// whose walkmesh was not found and whose position it covers, and creatures in whose circle the point lies.
    #[must_use]
    pub fn things_at(&self, at: [f32; 2], engine: &Engine, walker: &Walker) -> Vec<Place> {
        let objects = self.engine_objects().concat();
        let touched = engine.objects_at(at, walker).into_iter().filter_map(|number| Some(objects.get(number)?.place()));
        let Some(contents) = self.kotor().contents else { return touched.collect() };
        let missing = contents.missing.iter().map(|it| it.what.place(it.index, &it.name));
        let missing = missing.filter(|part| {
            let position = contents.instances.at(part).map(|instance| instance.position);
            position.is_some_and(|[x, y, _]| Creature { position: [x, y], radius: walker.radius }.covers(at))
        });
        let creatures =
            contents.creatures.iter().filter(|creature| circle(creature).covers(at)).map(AreaCreature::place);
        touched.chain(missing.map(Place::from)).chain(creatures).collect()
    }
}

/// The circle that other creatures avoid.
fn circle(creature: &AreaCreature) -> Creature {
    let AreaCreature { position: [x, y, _], walker, .. } = *creature;
    Creature { position: [x, y], radius: walker.creature_radius }
}
