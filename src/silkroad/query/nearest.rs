//! `NearestEdge` and `NearestCell`: the edge and the cell nearest to a point, by the midpoints of edges.
//!
//! Use it where the floors are missing, or where tables were made from simplified floors. Where the floors are
//! present, [`Floors::locate`](crate::silkroad::Floors::locate) is exact.

use crate::parallel;
use crate::silkroad::choices::distance;
use crate::silkroad::{Block, BlockGraph, BlockId, CellId, CellRef, EdgeId};

use super::Navigator;

/// The edge nearest to a point.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct NearestEdge {
    /// The edge's block.
    pub block: BlockId,
    /// The edge.
    pub edge: EdgeId,
    /// From the point to the edge's midpoint, in game units.
    pub distance: f64,
}

/// The cell nearest to a point, by the midpoints of edges.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct NearestCell {
    /// The cell.
    pub face: CellRef,
    /// The nearest of the edges that have a cell.
    pub edge: EdgeId,
    /// From the point to that edge's midpoint, in game units.
    pub distance: f64,
}

impl Navigator {
    /// The edge whose midpoint is nearest to a point in dungeon space; the first wins ties. `None` if the dungeon has no edge with a usable
    /// middle.
    #[must_use]
    pub fn nearest_edge(&self, point: impl Into<[f32; 3]>) -> Option<NearestEdge> {
        let point = point.into();
        least(self.dungeon().blocks().filter_map(|block| nearest(block, point, |_| true)))
    }

    /// The cell nearest to a point in dungeon space. The result is one of the two cells at the nearest edge: the cell on whose side the
    /// point lies, judging by the other edges of the cells. `None` if no edge has a cell, as in a block of one cell.
    ///
    /// ```
    /// use walkmesh::silkroad::{BakeOptions, BlockPlan, CellId, CellRef, EdgePlan, Navigator, Plan};
    ///
    /// let edge = |x: f32, a, b| EdgePlan::inner([x, 0.0, 0.0], CellId(a), CellId(b));
    /// let block = BlockPlan { cells: 3, edges: vec![edge(10.0, 0, 1), edge(20.0, 1, 2)], ..BlockPlan::default() };
    /// let plan = Plan { region: 32999, blocks: vec![block], doors: vec![] };
    /// let navigator = Navigator::new(plan.bake(&BakeOptions::default())?);
    /// let nearest = navigator.nearest_cell([12.0, 0.0, 0.0]).expect("there are edges");
    /// assert_eq!((nearest.face, nearest.distance), (CellRef::new(0, 1), 2.0));
    /// # Ok::<(), walkmesh::silkroad::BakeError>(())
    /// ```
    #[must_use]
    pub fn nearest_cell(&self, point: impl Into<[f32; 3]>) -> Option<NearestCell> {
        let point = point.into();
        let blocks = self.dungeon().blocks().zip(self.graph().blocks());
        let owned = |(block, joins): (Block<'_>, &BlockGraph)| {
            nearest(block, point, |edge| joins.owners(edge).next().is_some())
        };
        let nearest = least(blocks.filter_map(owned))?;
        let (block, joins) = (self.dungeon().block(nearest.block)?, self.graph().block(nearest.block)?);
        let cell = cell_on_the_side_of(block, joins, point, nearest.edge)?;
        Some(NearestCell {
            face: CellRef { block: nearest.block, cell },
            edge: nearest.edge,
            distance: nearest.distance,
        })
    }

    /// The nearest cells of many points in order, on all cores.
    #[must_use]
    pub fn nearest_cell_many(&self, points: &[[f32; 3]]) -> Vec<Option<NearestCell>> {
        parallel::map(points, |&point| self.nearest_cell(point))
    }
}

fn nearest(block: Block<'_>, point: [f32; 3], wanted: impl Fn(EdgeId) -> bool) -> Option<NearestEdge> {
    let edges = (0..block.edge_count()).map(EdgeId).filter(|&edge| wanted(edge));
    least(edges.filter_map(|edge| {
        let distance = distance(point, block.centre(edge)?);
        Some(NearestEdge { block: block.id(), edge, distance })
    }))
}

/// Chooses the cell at an edge that lies towards the point. A cell lies towards its other edges. A cell without other
/// edges lies opposite the other cell.
fn cell_on_the_side_of(block: Block<'_>, joins: &BlockGraph, point: [f32; 3], edge: EdgeId) -> Option<CellId> {
    let centre = block.centre(edge)?;
    let towards = |cell| {
        let others = joins.edges(cell).filter(|&other| other != edge).filter_map(|other| block.centre(other));
        let offset =
            |to: [f32; 3]| -> [f64; 3] { std::array::from_fn(|axis| f64::from(to[axis]) - f64::from(centre[axis])) };
        let sum = others.map(offset).reduce(|a, b| std::array::from_fn(|axis| a[axis] + b[axis]))?;
        let dot = |a: [f64; 3], b: [f64; 3]| a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
        Some(dot(sum, offset(point)) / dot(sum, sum).sqrt())
    };
    let mut owners = joins.owners(edge);
    let first = owners.next()?;
    let Some(second) = owners.next() else { return Some(first) };
    let (a, b) = match (towards(first), towards(second)) {
        (Some(a), Some(b)) => (a, b),
        (Some(a), None) => (a, -a),
        (None, Some(b)) => (-b, b),
        (None, None) => return Some(first),
    };
    Some(if b > a { second } else { first })
}

/// The nearest edge; the first wins ties. Edges whose distance is NaN are ignored.
fn least(edges: impl Iterator<Item = NearestEdge>) -> Option<NearestEdge> {
    edges.filter(|edge| !edge.distance.is_nan()).min_by(|a, b| a.distance.total_cmp(&b.distance))
}
