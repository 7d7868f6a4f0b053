//! [`SilkroadParts`]: what only levels of Silkroad have.

use crate::silkroad::Dungeon;

use super::super::Level;
use super::super::games::AnyGame;
use super::dungeon_floors::DungeonFloors;

/// What only levels of Silkroad have, from [`Level::silkroad`]. A level of another game has none of it.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct SilkroadParts<'l> {
    /// The tables of a dungeon.
    pub tables: Option<&'l Dungeon>,
    /// The blocks and their floors, of a DOF or of a dungeon with its DOF.
    pub floors: Option<&'l DungeonFloors>,
}

impl Level {
    /// What the level has of Silkroad.
    #[must_use]
    pub fn silkroad(&self) -> SilkroadParts<'_> {
        match &self.game {
            AnyGame::AiNav(dungeon) => dungeon.parts(),
            AnyGame::Dof(blocks) => blocks.parts(),
            _ => SilkroadParts::default(),
        }
    }
}
