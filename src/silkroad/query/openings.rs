//! `Openings`: the edges of each block as portals.

use crate::parallel;
use crate::silkroad::fit::{Fit, Portals, fit};
use crate::silkroad::{BlockId, Dungeon, Floors, Graph};

/// The edges of each block as portals, as far as its floor [fits](fit()) the tables.
#[derive(Clone, Debug)]
pub(super) struct Openings(Vec<Option<Portals>>);

impl Openings {
    pub(super) fn of(dungeon: &Dungeon, graph: &Graph, floors: Option<&Floors>) -> Self {
        Self(parallel::map(graph.blocks(), |joins| {
            match fit(dungeon.block(joins.id())?, joins, floors?.floor(joins.id())?) {
                Fit::Same(portals) => Some(portals),
                _ => None,
            }
        }))
    }

    pub(super) fn of_block(&self, block: BlockId) -> Option<&Portals> {
        self.0.get(block.index())?.as_ref()
    }
}
