//! [`SilkroadParts`]: the parts that only levels of Silkroad have.

use crate::silkroad::Dungeon;

use super::dungeon_floors::DungeonFloors;

/// The parts that only Silkroad levels have, from [`Level::silkroad`](super::super::Level::silkroad). Levels of other games have
/// none of them.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct SilkroadParts<'l> {
    /// The tables of a dungeon.
    pub tables: Option<&'l Dungeon>,
    /// The blocks and their floors, of a DOF or of a dungeon with its DOF.
    pub floors: Option<&'l DungeonFloors>,
}
