//! [`Level::engine`]: the engine's queries about an area of KotOR as its files and objects are.

use crate::kotor::Kind;
use crate::kotor::PlacedObject;
use crate::kotor::engine::Engine;

use super::super::{Level, Operation, QueryError, Unsupported};

impl Level {
    /// What KotOR's engine is **reported** to ask of an area: straight walks, safe spots, plans. Doors and placeables stand in the
    /// way in their states, and plans lead over the path points (PTH) if the area has any. Placeables that were
    /// [placed](Level::place) by hand stay where they are, and such doors open. The creatures of the GIT are not in the way.
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
        let path = self.contents().and_then(|contents| contents.path_points.as_ref());
        Ok(match path {
            Some(path) => engine.with_path_points(path),
            None => engine,
        })
    }
}
