//! `CutOff`: cells from which the tables do not lead to a goal.

use crate::parallel;
use crate::silkroad::{BlockId, CellId, CellRef, RouteError};

use super::Navigator;

/// Cells of one connected part of a block from which the tables do not lead to a goal.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct CutOff {
    /// The block.
    pub block: BlockId,
    /// The connected part of the block, as [`BlockGraph::connected_part`](crate::silkroad::BlockGraph::connected_part) numbers it.
    pub part: u32,
    /// How many of its cells are cut off.
    pub cells: u32,
    /// The first of them.
    pub first: CellId,
    /// Why no route leads from that one.
    pub reason: RouteError,
}

impl Navigator {
    /// The cells from which the tables do not lead to a goal, by blocks and their connected parts. It follows the
    /// tables from every cell of the dungeon, on all cores.
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
    /// assert_eq!((cut_off.len(), cut_off[0].cells, cut_off[0].first), (1, 2, CellId(0)));
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
        let of_block = parallel::map(self.graph().blocks(), |block| {
            let id = block.id();
            let mut cut_off: Vec<Option<CutOff>> = vec![None; block.connected_part_count() as usize];
            for cell in (0..block.cell_count()).map(CellId) {
                let Some(part) = block.connected_part(cell) else { continue };
                if let Err(reason) = self.stored_route(CellRef { block: id, cell }, goal) {
                    let new = CutOff { block: id, part, cells: 0, first: cell, reason };
                    cut_off[part as usize].get_or_insert(new).cells += 1;
                }
            }
            cut_off
        });
        Ok(of_block.into_iter().flatten().flatten().collect())
    }
}
