//! A block of a plan, checked, with the neighbours of each cell at hand.

use std::collections::HashMap;

use crate::silkroad::choices::cost;
use crate::silkroad::{BlockId, CellId, EdgeId};

use super::{BakeError, BlockPlan};

/// The most of blocks, cells or edges that 16 bits with a sign can name.
pub(super) const MOST: usize = i16::MAX as usize;

/// A way out of a cell.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Arc {
    pub edge: u16,
    /// The cell that it leads to.
    pub to: u16,
    /// The same edge among the ways out of that cell.
    pub back: u16,
}

/// A block whose cells know their neighbours.
pub(super) struct Topology {
    pub cells: usize,
    pub centres: Vec<[f32; 3]>,
    /// For each cell where its arcs start, and where the last one's end.
    starts: Vec<u32>,
    arcs: Vec<Arc>,
    /// For each cell where its table of costs from edge to edge starts, if it has one.
    tables: Vec<Option<u32>>,
    costs: Vec<u64>,
}

impl Topology {
    /// Cells with more edges than this ask for each cost anew: a table would be larger than the input justifies.
    const MOST_IN_TABLE: usize = 8;

    pub fn of(block: BlockId, plan: &BlockPlan) -> Result<Self, BakeError> {
        let (cells, edges) = (plan.cells as usize, plan.edges.len());
        if cells > MOST {
            return Err(BakeError::TooManyCells { block, cells: plan.cells });
        }
        if edges > MOST {
            return Err(BakeError::TooManyEdges { block, edges });
        }
        let mut starts = vec![0_u32; cells + 1];
        let mut joined = HashMap::new();
        for (plan, edge) in plan.edges.iter().zip((0..).map(EdgeId)) {
            if !plan.centre.iter().all(|value| value.is_finite()) {
                return Err(BakeError::CentreNotFinite { block, edge });
            }
            let Some([a, b]) = plan.joins else { continue };
            for cell in [a, b] {
                if cell.index() >= cells {
                    return Err(BakeError::NoSuchCell { block, edge, cell });
                }
                starts[cell.index() + 1] += 1;
            }
            if a == b {
                return Err(BakeError::SelfJoined { block, edge, cell: a });
            }
            if let Some(first) = joined.insert([a.min(b), a.max(b)], edge) {
                return Err(BakeError::JoinedTwice { block, first, edge });
            }
        }
        for cell in 0..cells {
            starts[cell + 1] += starts[cell];
        }
        let arcs = arcs(plan, &starts);
        let centres = plan.edges.iter().map(|edge| edge.centre).collect();
        let mut topology = Self { cells, centres, starts, arcs, tables: Vec::new(), costs: Vec::new() };
        topology.tables = (0..cells).map(|cell| topology.table(cell)).collect();
        Ok(topology)
    }

    /// The costs from each edge of a cell to each other.
    fn table(&mut self, cell: usize) -> Option<u32> {
        let arcs = &self.arcs[self.starts[cell] as usize..self.starts[cell + 1] as usize];
        let start = u32::try_from(self.costs.len()).ok().filter(|_| arcs.len() <= Self::MOST_IN_TABLE)?;
        let centre = |arc: &Arc| self.centres[usize::from(arc.edge)];
        self.costs.extend(arcs.iter().flat_map(|from| arcs.iter().map(move |to| cost(centre(from), centre(to)))));
        Some(start)
    }

    /// The ways out of a cell, ascending by edge.
    pub fn arcs(&self, cell: usize) -> &[Arc] {
        &self.arcs[self.starts[cell] as usize..self.starts[cell + 1] as usize]
    }

    /// The cost from one way out of a cell to another.
    pub fn cost(&self, cell: usize, from: usize, to: usize) -> u64 {
        let arcs = self.arcs(cell);
        match self.tables[cell] {
            Some(start) => self.costs[start as usize + from * arcs.len() + to],
            None => cost(self.centres[usize::from(arcs[from].edge)], self.centres[usize::from(arcs[to].edge)]),
        }
    }
}

fn arcs(plan: &BlockPlan, starts: &[u32]) -> Vec<Arc> {
    let mut next = starts.to_vec();
    let mut arcs = vec![Arc::default(); starts.last().map_or(0, |&end| end as usize)];
    let joins = plan.edges.iter().zip(0_u16..).filter_map(|(plan, edge)| Some((plan.joins?, edge)));
    for ([CellId(a), CellId(b)], edge) in joins {
        let slot = |next: &[u32], cell: u32| (next[cell as usize] - starts[cell as usize]) as u16;
        let (at_a, at_b) = (slot(&next, a), slot(&next, b));
        for (cell, to, back) in [(a, b, at_b), (b, a, at_a)] {
            arcs[next[cell as usize] as usize] = Arc { edge, to: to as u16, back };
            next[cell as usize] += 1;
        }
    }
    arcs
}
