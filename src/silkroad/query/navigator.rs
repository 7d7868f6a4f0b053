//! `Navigator`: answers queries about a dungeon.

use std::sync::{Arc, OnceLock};

use crate::silkroad::{CellRef, Dungeon, Floors, Graph};

use super::openings::Openings;
use super::overview::FloorParts;

/// Answers queries about a dungeon, and about its floors where they are present.
///
/// It shares the dungeon and copies no table. It recovers the [graph](Graph) when the first query needs it. Snaps and
/// height queries need [floors](Self::with_floors), because an AINavData file has none.
///
/// ```
/// use walkmesh::silkroad::{BakeOptions, BlockPlan, CellId, CellRef, EdgePlan, Navigator, Plan, RouteError};
///
/// // Three cells in a row, and one apart.
/// let edge = |x: f32, a, b| EdgePlan::inner([x, 0.0, 0.0], CellId(a), CellId(b));
/// let block = BlockPlan { cells: 4, edges: vec![edge(10.0, 0, 1), edge(20.0, 1, 2)], ..BlockPlan::default() };
/// let plan = Plan { region: 32999, blocks: vec![block], doors: vec![] };
/// let navigator = Navigator::new(plan.bake(&BakeOptions::default())?);
///
/// let route = navigator.stored_route(CellRef::new(0, 0), CellRef::new(0, 2))?;
/// assert!(route.points().eq([[10.0, 0.0, 0.0], [20.0, 0.0, 0.0]]));
/// let apart = navigator.stored_route(CellRef::new(0, 0), CellRef::new(0, 3));
/// assert_eq!(apart, Err(RouteError::OtherPart { from: CellRef::new(0, 0), to: CellId(3) }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Navigator {
    dungeon: Arc<Dungeon>,
    floors: Option<Arc<Floors>>,
    graph: OnceLock<Graph>,
    openings: OnceLock<Openings>,
    floor_parts: OnceLock<FloorParts>,
}

impl Navigator {
    /// A navigator for a dungeon. The tables may contradict each other: every query still returns an answer or a
    /// reason.
    #[must_use]
    pub fn new(dungeon: impl Into<Arc<Dungeon>>) -> Self {
        Self {
            dungeon: dungeon.into(),
            floors: None,
            graph: OnceLock::new(),
            openings: OnceLock::new(),
            floor_parts: OnceLock::new(),
        }
    }

    /// The same navigator, with the floors of the dungeon's blocks.
    #[must_use]
    pub fn with_floors(self, floors: impl Into<Arc<Floors>>) -> Self {
        Self { floors: Some(floors.into()), openings: OnceLock::new(), floor_parts: OnceLock::new(), ..self }
    }

    /// The dungeon.
    #[must_use]
    pub const fn dungeon(&self) -> &Arc<Dungeon> {
        &self.dungeon
    }

    /// Returns the dungeon.
    #[must_use]
    pub fn into_inner(self) -> Arc<Dungeon> {
        self.dungeon
    }

    /// The floors, if there are any.
    #[must_use]
    pub fn floors(&self) -> Option<&Floors> {
        self.floors.as_deref()
    }

    /// The connectivity that the tables imply: which cells touch, and which doors belong together.
    #[must_use]
    pub fn graph(&self) -> &Graph {
        self.graph.get_or_init(|| Graph::new(&self.dungeon))
    }

    /// Returns whether a cell exists.
    #[must_use]
    pub fn has(&self, cell: CellRef) -> bool {
        self.graph().has(cell)
    }

    /// The edges as portals, where floors fit the tables.
    pub(super) fn openings(&self) -> &Openings {
        self.openings.get_or_init(|| Openings::new(&self.dungeon, self.graph(), self.floors()))
    }

    /// The connected parts of the floors.
    pub(super) fn floor_parts(&self) -> &FloorParts {
        self.floor_parts.get_or_init(|| FloorParts::new(self.graph(), self.floors()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_navigator_can_go_to_another_thread_and_outlive_its_maker() {
        const fn is_shareable<T: Send + Sync + 'static>() {}
        is_shareable::<Navigator>();
        let dungeon = Arc::new(Dungeon::default());
        let navigator = Navigator::new(Arc::clone(&dungeon));
        assert!(Arc::ptr_eq(&dungeon, navigator.dungeon()) && Arc::ptr_eq(&dungeon, &navigator.clone().into_inner()));
    }
}
