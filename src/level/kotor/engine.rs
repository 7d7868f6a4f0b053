//! [`Level::engine`]: the engine's queries about an area of KotOR as its files and objects are.

use crate::kotor::engine::{Creature, Engine};
use crate::kotor::{AreaCreature, Kind, PlacedObject};

use super::super::{Level, Operation, QueryError, Unsupported};

impl Level {
    /// What KotOR's engine is **reported** to ask of an area: straight walks, safe spots, plans. Doors and placeables stand in the
    /// way in their states, and plans lead over the path points (PTH) if the area has any. Placeables that were
    /// [placed](Level::place) by hand stay where they are, and such doors open. The
    /// [creatures](crate::kotor::AreaContents::creatures) of the GIT are in the way, too, and answers number them in their order;
    /// [`Engine::without_creatures_at`] leaves out those that walk themselves.
    ///
    /// # Errors
    /// [`QueryError::Unsupported`] for other levels, and [`QueryError::Mesh`].
    pub fn engine(&self) -> Result<Engine, QueryError> {
        let lacks = Unsupported { operation: Operation::Plan, found: self.kind() };
        let area = self.as_kotor_area().filter(|area| area.rooms().next().is_some()).ok_or(lacks)?;
        let objects = self.objects().iter();
        let (fixed, doors): (Vec<_>, Vec<_>) =
            objects.partition(|object| object.is_fixed() || object.placed().walkmesh().kind() != Kind::Dwk);
        let placed = |objects: Vec<&super::AreaObject>| {
            objects.into_iter().map(|object| object.placed().clone()).collect::<Vec<PlacedObject>>()
        };
        let engine = Engine::new(area.clone())?.with_objects(&placed(fixed), &placed(doors));
        let engine = match self.path_points() {
            Some(path) => engine.with_path_points(path),
            None => engine,
        };
        let Some(contents) = self.contents().filter(|contents| !contents.creatures.is_empty()) else {
            return Ok(engine);
        };
        let creature = |it: &AreaCreature| Creature { position: [it.position[0], it.position[1]], radius: it.radius };
        Ok(engine.with_creatures(contents.creatures.iter().map(creature).collect::<Vec<_>>()))
    }
}
