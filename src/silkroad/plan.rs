//! `Plan`: the cells, edges and doors of a dungeon, from which its tables are baked.

use std::collections::BTreeSet;

mod doors;
mod floors;

use super::{BlockId, CellId, DoorSide, Dungeon, EdgeId, Graph};

pub use floors::{FloorPlan, LoneDoor};

/// A dungeon before its tables are baked. Plain data, suitable for reading from a description:
///
/// ```json
/// { "region": 32999,
///   "blocks": [ { "cells": 3, "edges": [ { "centre": [10, 0, 0], "joins": [0, 1] },
///                                        { "centre": [20, 0, 0], "joins": [1, 2] },
///                                        { "centre": [30, 0, 0] } ] },
///               { "cells": 1, "edges": [ { "centre": [30, 0, 0] } ] } ],
///   "doors": [ [ { "block": 0, "cell": 2, "edge": 2 }, { "block": 1, "cell": 0, "edge": 0 } ] ] }
/// ```
///
/// [`Plan::of_floors`] makes one from triangles, [`Plan::new`] from a file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plan {
    /// The region: 0x8000 and the dungeon's number.
    pub region: u16,
    /// The blocks, at most 32,767.
    pub blocks: Vec<BlockPlan>,
    /// The doors between blocks. A cell may have one.
    pub doors: Vec<DoorPlan>,
}

/// A block of a [`Plan`].
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize), serde(deny_unknown_fields))]
pub struct BlockPlan {
    /// The block's stored number; `None` if it is its index in the file.
    pub index: Option<u32>,
    /// Number of cells, at most 32,767.
    pub cells: u32,
    /// The edges that can be crossed, at most 32,767: edges between two cells, and edges of doors. Their order is kept.
    pub edges: Vec<EdgePlan>,
}

/// An edge of a [`BlockPlan`].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize), serde(deny_unknown_fields))]
pub struct EdgePlan {
    /// Its middle in dungeon space, in game units, y up.
    pub centre: [f32; 3],
    /// The two cells that it joins; none if it is a door's.
    pub joins: Option<[CellId; 2]>,
}

impl EdgePlan {
    /// An edge between two cells.
    #[must_use]
    pub const fn inner(centre: [f32; 3], a: CellId, b: CellId) -> Self {
        Self { centre, joins: Some([a, b]) }
    }

    /// An edge for a door.
    #[must_use]
    pub const fn of_door(centre: [f32; 3]) -> Self {
        Self { centre, joins: None }
    }
}

/// A door between two blocks of a [`Plan`], passable both ways.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize), serde(transparent))]
pub struct DoorPlan {
    /// The two sides.
    pub sides: [DoorSide; 2],
}

/// A link that a [`Plan`] cannot contain, because it has no counterpart and is therefore not a door.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub struct LostLink {
    /// The block.
    pub block: BlockId,
    /// The link's index in the block's table.
    pub link: u32,
}

impl Plan {
    /// The plan of a file, as far as its tables define it, and the links that are not half of a door. Bake the plan as
    /// it is or change it first.
    ///
    /// ```
    /// use walkmesh::silkroad::{BakeOptions, BlockPlan, CellId, EdgePlan, Plan};
    ///
    /// let edges = vec![EdgePlan::inner([1.0, 2.0, 3.0], CellId(0), CellId(1))];
    /// let block = BlockPlan { index: Some(0), cells: 2, edges };
    /// let plan = Plan { region: 32999, blocks: vec![block], doors: vec![] };
    /// let dungeon = plan.bake(&BakeOptions::default())?;
    /// assert_eq!(Plan::new(&dungeon), (plan, vec![]));
    /// # Ok::<(), walkmesh::silkroad::BakeError>(())
    /// ```
    #[must_use]
    pub fn new(dungeon: &Dungeon) -> (Self, Vec<LostLink>) {
        let graph = Graph::new(dungeon);
        let mut doors = BTreeSet::new();
        let mut lost = Vec::new();
        for (tables, block) in dungeon.blocks().zip(graph.blocks()) {
            let here = block.id();
            let mut kept = BTreeSet::new();
            for door in block.doors() {
                let there = graph.block(door.to).zip(door.entry).and_then(|(to, entry)| to.door(entry));
                let (Some(back), Some(edge)) = (there, door.own_edge) else { continue };
                if back.entry != Some(door.cell) || back.to != here || door.to == here {
                    continue;
                }
                let near = DoorSide { block: here, cell: door.cell, edge };
                let far = DoorSide { block: door.to, cell: back.cell, edge: door.entry_edge };
                doors.insert(DoorPlan { sides: [near.min(far), near.max(far)] });
                kept.insert(door.link);
            }
            let links = (0_u32..).take(tables.links().len()).filter(|link| !kept.contains(link));
            lost.extend(links.map(|link| LostLink { block: here, link }));
        }
        let blocks = dungeon.blocks().zip(graph.blocks()).map(|(tables, block)| BlockPlan {
            index: Some(tables.index()),
            cells: tables.cell_count(),
            edges: tables
                .centres()
                .iter()
                .zip(0..)
                .map(|(&centre, edge)| EdgePlan { centre: centre.into(), joins: block.sides(EdgeId(edge)) })
                .collect(),
        });
        let plan = Self { region: dungeon.region(), blocks: blocks.collect(), doors: doors.into_iter().collect() };
        (plan, lost)
    }

    /// The blocks without a door. Monsters in them stay there.
    #[must_use]
    pub fn blocks_without_door(&self) -> Vec<BlockId> {
        let mut has_door = vec![false; self.blocks.len()];
        for side in self.doors.iter().flat_map(|door| door.sides) {
            if let Some(has_door) = has_door.get_mut(side.block.index()) {
                *has_door = true;
            }
        }
        (0..).map(BlockId).zip(has_door).filter_map(|(block, has_door)| (!has_door).then_some(block)).collect()
    }
}
