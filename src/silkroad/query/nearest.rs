//! The edge or cell nearest to a point, from the file alone: it has the middles of edges, and no floor.
//!
//! Good where the floor is at hand only in part, or the block was made from a simplified floor, whose cells are not
//! those of its `.bms`. Where the floor is at hand, [`Floors::locate`](crate::silkroad::Floors::locate) is exact.

use crate::parallel;
use crate::silkroad::choices::distance;
use crate::silkroad::{BlockGraph, BlockId, CellId, EdgeId, Graph, Place};

/// The edge nearest to a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NearestEdge {
    /// The edge's block.
    pub block: BlockId,
    /// The edge.
    pub edge: EdgeId,
    /// From the point to the edge's middle, in game units.
    pub distance: f64,
}

/// The cell nearest to a point, as far as the middles of edges tell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NearestCell {
    /// The cell.
    pub place: Place,
    /// The nearest of the edges that have a cell.
    pub edge: EdgeId,
    /// From the point to that edge's middle, in game units.
    pub distance: f64,
}

impl Graph<'_> {
    /// The edge whose middle is nearest to a point in dungeon space; of equally near ones the first. None if the
    /// dungeon has no edges, or none at a number.
    pub fn nearest_edge(&self, point: impl Into<[f32; 3]>) -> Option<NearestEdge> {
        let point = point.into();
        least(self.blocks().iter().filter_map(|block| block.nearest(point, |_| true)))
    }

    /// The cell nearest to a point in dungeon space: of the two cells at the nearest edge that the point is on the
    /// side of, as far as their other edges tell. None if no edge has a cell: a block of one cell has no edges.
    ///
    /// ```
    /// use walkmesh::silkroad::{BakeOptions, BlockPlan, CellId, EdgePlan, Graph, Place, Plan, bake};
    ///
    /// let edge = |x: f32, a, b| EdgePlan::inner([x, 0.0, 0.0], CellId(a), CellId(b));
    /// let block = BlockPlan { cells: 3, edges: vec![edge(10.0, 0, 1), edge(20.0, 1, 2)], ..BlockPlan::default() };
    /// let dungeon = bake(&Plan { region: 32999, blocks: vec![block], doors: vec![] }, &BakeOptions::default())?;
    /// let nearest = Graph::of(&dungeon).nearest_cell([12.0, 0.0, 0.0]).expect("there are edges");
    /// assert_eq!((nearest.place, nearest.distance), (Place::new(0, 1), 2.0));
    /// # Ok::<(), walkmesh::silkroad::BakeError>(())
    /// ```
    pub fn nearest_cell(&self, point: impl Into<[f32; 3]>) -> Option<NearestCell> {
        let point = point.into();
        let owned = |block: &BlockGraph<'_>| block.nearest(point, |edge| block.owners(edge).next().is_some());
        let nearest = least(self.blocks().iter().filter_map(owned))?;
        let block = self.block(nearest.block)?;
        let cell = block.cell_on_the_side_of(point, nearest.edge)?;
        Some(NearestCell {
            place: Place { block: nearest.block, cell },
            edge: nearest.edge,
            distance: nearest.distance,
        })
    }

    /// The nearest cells of many points, on all cores; in order.
    pub fn nearest_cells(&self, points: &[[f32; 3]]) -> Vec<Option<NearestCell>> {
        parallel::map(points, |&point| self.nearest_cell(point))
    }
}

impl BlockGraph<'_> {
    fn nearest(&self, point: [f32; 3], wanted: impl Fn(EdgeId) -> bool) -> Option<NearestEdge> {
        let edges = (0..self.block().edge_count()).map(EdgeId).filter(|&edge| wanted(edge));
        least(edges.filter_map(|edge| {
            let distance = distance(point, self.block().centre(edge)?);
            Some(NearestEdge { block: self.block().id(), edge, distance })
        }))
    }

    /// The cells at an edge: two at an inner one, one at a door; none if the tables do not tell.
    pub fn owners(&self, edge: EdgeId) -> impl Iterator<Item = CellId> + '_ {
        let inner = self.sides(edge);
        let door = if inner.is_none() { self.door_at(edge) } else { None };
        inner.into_iter().flatten().chain(door)
    }

    /// The edges of a cell: those to its neighbours, and its door's.
    pub fn edges(&self, cell: CellId) -> impl Iterator<Item = EdgeId> + '_ {
        let inner = self.neighbours(cell).iter().map(|&(edge, _)| edge);
        inner.chain(self.door(cell).and_then(|door| door.own_edge))
    }

    /// Of the cells at an edge the one that lies towards the point. A cell lies where its other edges are, and a cell
    /// that has no others lies opposite of the other cell.
    fn cell_on_the_side_of(&self, point: [f32; 3], edge: EdgeId) -> Option<CellId> {
        let centre = self.block().centre(edge)?;
        let towards = |cell| {
            let others = self.edges(cell).filter(|&other| other != edge).filter_map(|other| self.block().centre(other));
            let offset = |to: [f32; 3]| -> [f64; 3] {
                std::array::from_fn(|axis| f64::from(to[axis]) - f64::from(centre[axis]))
            };
            let sum = others.map(offset).reduce(|a, b| std::array::from_fn(|axis| a[axis] + b[axis]))?;
            let dot = |a: [f64; 3], b: [f64; 3]| a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
            Some(dot(sum, offset(point)) / dot(sum, sum).sqrt())
        };
        let mut owners = self.owners(edge);
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
}

/// The nearest, and of equally near ones the first. A distance that is no number is not near to anything.
fn least(edges: impl Iterator<Item = NearestEdge>) -> Option<NearestEdge> {
    edges.filter(|edge| !edge.distance.is_nan()).min_by(|a, b| a.distance.total_cmp(&b.distance))
}
