//! `CutOff`: cells from which the tables do not lead to a goal.

use std::collections::BTreeMap;

use crate::parallel;
use crate::silkroad::{CellId, CellRef, RouteError};

use super::Navigator;

/// Cells of one connected part of the dungeon from which the tables do not lead to a goal.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct CutOff {
    /// The number of the connected part, in the order of [`Graph::connected_parts`](crate::silkroad::Graph::connected_parts).
    pub part: u32,
    /// Number of its cells that are cut off.
    pub cells: u32,
    /// The first of them.
    pub first: CellRef,
    /// The reason why no route leads from that cell.
    pub reason: RouteError,
}

impl Navigator {
    /// The cells from which the tables do not lead to a goal, by connected parts. It follows the tables from every cell of
    /// the dungeon, on all cores.
    ///
    /// ```
    /// use walkmesh::silkroad::{BakeOptions, BlockPlan, CellId, CellRef, EdgePlan, Navigator, Plan};
    ///
    /// // Two cells that touch, and one that stands alone.
    /// let edge = EdgePlan::inner([10.0, 0.0, 0.0], CellId(0), CellId(1));
    /// let block = BlockPlan { cells: 3, edges: vec![edge], ..BlockPlan::default() };
    /// let plan = Plan { region: 32999, blocks: vec![block], doors: vec![] };
    /// let navigator = Navigator::new(plan.bake(&BakeOptions::default())?);
    ///
    /// let cut_off = navigator.cut_off_from(CellRef::new(0, 2))?;
    /// assert_eq!((cut_off.len(), cut_off[0].cells, cut_off[0].first), (1, 2, CellRef::new(0, 0)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`RouteError::NoSuchFace`].
    pub fn cut_off_from(&self, goal: impl Into<CellRef>) -> Result<Vec<CutOff>, RouteError> {
        let goal = goal.into();
        if !self.has(goal) {
            return Err(RouteError::NoSuchFace { face: goal });
        }
        let graph = self.graph();
        let numbers = graph.part_numbers();
        let of_block = parallel::map(graph.blocks(), |block| {
            let cells = (0..block.cell_count()).map(|cell| CellRef { block: block.id(), cell: CellId(cell) });
            let lost = cells.filter_map(|cell| Some((cell, self.stored_route(cell, goal).err()?)));
            let lost = lost.filter_map(|(cell, reason)| Some((numbers.of_cell(graph, cell)?, cell, reason)));
            lost.collect::<Vec<_>>()
        });
        let mut cut_off = BTreeMap::<usize, CutOff>::new();
        for (part, first, reason) in of_block.into_iter().flatten() {
            let new = CutOff { part: part as u32, cells: 0, first, reason };
            cut_off.entry(part).or_insert(new).cells += 1;
        }
        Ok(cut_off.into_values().collect())
    }
}
