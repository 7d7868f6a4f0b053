//! `Openings`: the edges of each block as portals.

use crate::silkroad::fit::{Fit, Portals, fit};
use crate::silkroad::{BlockGraph, BlockId, Dungeon, Floors, Graph};

/// The edges of each block as portals, as far as its floor [fits](fit()) the tables.
#[derive(Clone, Debug)]
pub(super) struct Openings(Vec<Option<Portals>>);

impl Openings {
    pub(super) fn new(dungeon: &Dungeon, graph: &Graph, floors: Option<&Floors>) -> Self {
        let portals = |joins: &BlockGraph| match fit(dungeon.block(joins.id())?, joins, floors?.floor(joins.id())?) {
            Fit::Same(portals) => Some(portals),
            _ => None,
        };
        Self(graph.blocks().iter().map(portals).collect())
    }

    pub(super) fn of_block(&self, block: BlockId) -> Option<&Portals> {
        self.0.get(block.index())?.as_ref()
    }
}
