//! `Topology`: a checked block of a plan, with the neighbours of each cell.

use std::ops::Range;

use foldhash::{HashMap, HashMapExt};

use crate::geometry::triangle::is_usable;
use crate::silkroad::choices::cost;
use crate::silkroad::{BakeError, BlockId, BlockPlan, CellId, EdgeId};

/// Maximum number of blocks, cells or edges that a signed 16-bit number can name.
pub(super) const MOST: usize = i16::MAX as usize;

/// An arc out of a cell.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Arc {
    /// The cell that it leaves, and the cell that it enters.
    pub from: u16,
    pub to: u16,
    pub edge: u16,
    /// The arc over the same edge in the other direction. There are two arcs for each edge, at most 65,534.
    pub back: u16,
}

/// A predecessor of an arc: a walk that leaves a cell by that arc may have entered it by this other edge.
#[derive(Clone, Copy, Debug)]
pub(super) struct Before {
    /// The cost from that edge to the arc's.
    pub cost: u64,
    /// The arc by which the cell was entered.
    pub arc: u16,
    /// The cell before it, and the edge between them.
    pub cell: u16,
    pub edge: u16,
}

/// A block with the neighbours of each cell.
pub(super) struct Topology {
    pub cells: usize,
    pub centres: Vec<[f32; 3]>,
    /// For each cell, the start of its arcs, and a final end.
    starts: Vec<u32>,
    arcs: Vec<Arc>,
}

impl Topology {
    pub fn new(block: BlockId, plan: &BlockPlan) -> Result<Self, BakeError> {
        let (cells, edges) = (plan.cells as usize, plan.edges.len());
        if edges > MOST {
            return Err(BakeError::TooManyEdges { block, edges });
        }
        let mut starts = vec![0_u32; cells + 1];
        let mut joined = HashMap::new();
        for (plan, edge) in plan.edges.iter().zip((0..).map(EdgeId)) {
            if !is_usable(&plan.centre) {
                return Err(BakeError::NotFinite { block, edge });
            }
            let Some([a, b]) = plan.joins else { continue };
            for cell in [a, b] {
                if cell.index() >= cells {
                    return Err(BakeError::NoSuchFace { block, edge, face: cell });
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
        Ok(Self { cells, centres, starts, arcs })
    }

    /// The predecessor of `arc` that enters its cell by the edge of another arc.
    fn before(&self, arc: usize, other: usize) -> Before {
        let (arc, other) = (self.arcs[arc], self.arcs[other]);
        Before {
            cost: cost(self.centres[usize::from(arc.edge)], self.centres[usize::from(other.edge)]),
            arc: other.back,
            cell: other.to,
            edge: other.edge,
        }
    }

    /// The arcs out of a cell, ascending by edge.
    #[must_use]
    pub fn arcs_of(&self, cell: usize) -> Range<usize> {
        self.starts[cell] as usize..self.starts[cell + 1] as usize
    }

    #[must_use]
    pub fn arc(&self, arc: usize) -> Arc {
        self.arcs[arc]
    }

    /// All predecessors of `arc`.
    pub fn befores(&self, arc: usize) -> impl Iterator<Item = Before> + '_ {
        let siblings = self.arcs_of(self.arcs[arc].from.into());
        siblings.filter(move |&other| other != arc).map(move |other| self.before(arc, other))
    }
}

fn arcs(plan: &BlockPlan, starts: &[u32]) -> Vec<Arc> {
    let mut next = starts.to_vec();
    let mut arcs = vec![Arc::default(); starts.last().map_or(0, |&end| end as usize)];
    let joins = plan.edges.iter().zip(0_u16..).filter_map(|(plan, edge)| Some((plan.joins?, edge)));
    for ([CellId(a), CellId(b)], edge) in joins {
        let (at_a, at_b) = (next[a as usize], next[b as usize]);
        for (at, from, to, back) in [(at_a, a, b, at_b), (at_b, b, a, at_a)] {
            arcs[at as usize] = Arc { from: from as u16, to: to as u16, edge, back: back as u16 };
            next[from as usize] += 1;
        }
    }
    arcs
}
