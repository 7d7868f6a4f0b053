//! The location of a place of a dungeon in space: on its floors, or as known from the tables.

use super::{Block, BlockGraph, BlockId, CellId, Dungeon, EdgeId, Floors, Graph};
use crate::finding::{PartKind, Place, PlacePart, Shape};
use crate::geometry::Aabb;

impl Dungeon {
    /// The location of a place of a block in dungeon space, as known from the tables: the midpoint of an edge, or of the edges of a cell;
    /// for anything else, the midpoint of all edges of the block.
    ///
    /// `None` for a place outside all blocks, and if no coordinate is finite. The file has no floors: [`Floors::locate_place`] finds
    /// the corners of a cell. A place that names a cell needs the [`Graph`] of the dungeon; for many places, share one with
    /// [`Graph::locate`].
    #[must_use]
    pub fn locate(&self, place: &Place) -> Option<Shape> {
        let graph = place.parts().iter().any(is_cell).then(|| Graph::new(self));
        locate(self, graph.as_ref(), place)
    }
}

impl Graph {
    /// The same as [`Dungeon::locate`], with the graph of the dungeon.
    #[must_use]
    pub fn locate(&self, dungeon: &Dungeon, place: &Place) -> Option<Shape> {
        locate(dungeon, Some(self), place)
    }
}

impl Floors {
    /// The shape of a place on the floors, in dungeon space: the corners of a cell, or the bounding box of a block's floor.
    /// `None` for parts that only the tables have, such as edges, and for nonexistent parts.
    ///
    /// [`locate`](Self::locate) answers the opposite query: which cell a point is in.
    #[must_use]
    pub fn locate_place(&self, place: &Place) -> Option<Shape> {
        let (block, inner) = in_block(place)?;
        let floor = self.floor(block)?;
        let located = match inner.first() {
            None => {
                let cells = (0..floor.mesh().cells.len() as u32).map(CellId);
                let Aabb { min, max } = Aabb::around(cells.filter_map(|cell| floor.corners(cell)).flatten())?;
                Shape::Box([min, max])
            }
            Some(part) if is_cell(part) => Shape::Face(floor.corners(CellId(part.id()?))?),
            Some(_) => return None,
        };
        located.if_finite()
    }
}

/// The block that a place is in, and the parts inside it.
fn in_block(place: &Place) -> Option<(BlockId, &[PlacePart])> {
    let (outer, inner) = place.parts().split_first()?;
    let is_block = matches!(outer.kind, PartKind::Block | PartKind::FromBlock);
    Some((BlockId(outer.id().filter(|_| is_block)?), inner))
}

fn is_cell(part: &PlacePart) -> bool {
    matches!(part.kind, PartKind::Cell | PartKind::FromCell)
}

fn locate(dungeon: &Dungeon, graph: Option<&Graph>, place: &Place) -> Option<Shape> {
    let (block, inner) = in_block(place)?;
    let block = dungeon.block(block)?;
    let of_part = |part: &PlacePart| match part.kind {
        PartKind::Edge => block.centre(EdgeId(part.id()?)),
        _ if is_cell(part) => middle_of_cell(block, graph?.block(block.id())?, CellId(part.id()?)),
        _ => None,
    };
    let of_part = inner.first().and_then(of_part).and_then(|point| Shape::Point(point).if_finite());
    of_part.or_else(|| mean(block.centres().iter().map(|&centre| centre.into())).map(Shape::Point))
}

/// The mean of the middles of a cell's edges.
pub(super) fn middle_of_cell(block: Block<'_>, graph: &BlockGraph, cell: CellId) -> Option<[f32; 3]> {
    mean(graph.edges(cell).filter_map(|edge| block.centre(edge)))
}

/// The mean of the points that are finite.
pub(super) fn mean<const N: usize>(points: impl Iterator<Item = [f32; N]>) -> Option<[f32; N]> {
    let (mut sum, mut count) = ([0.0; N], 0.0);
    for point in points.filter(|point| point.iter().all(|value| value.is_finite())) {
        (0..N).for_each(|axis| sum[axis] += f64::from(point[axis]));
        count += 1.0;
    }
    (count > 0.0).then(|| sum.map(|value: f64| (value / count) as f32))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::bms::{Cell, NavMesh, Vertex};
    use crate::formats::dof::{self, Dof};
    use crate::silkroad::{BakeOptions, BlockPlan, EdgePlan, Plan};

    /// A block of three cells in a row.
    fn dungeon() -> Dungeon {
        let edge = |x: f32, a, b| EdgePlan::inner([x, 1.0, 2.0], CellId(a), CellId(b));
        let block = BlockPlan { cells: 3, edges: vec![edge(10.0, 0, 1), edge(20.0, 1, 2)], ..BlockPlan::default() };
        Plan { region: 32999, blocks: vec![block], doors: vec![] }.bake(&BakeOptions::default()).expect("a dungeon")
    }

    fn inside(kind: PartKind, index: i64) -> Place {
        [BlockId(0).into(), PlacePart::new(kind, index)].into()
    }

    #[test]
    fn the_tables_tell_where_edges_cells_and_blocks_are() {
        let dungeon = dungeon();
        let graph = Graph::new(&dungeon);
        let locate = |place: &Place| {
            let located = dungeon.locate(place);
            assert_eq!(graph.locate(&dungeon, place), located, "{place}");
            located
        };
        let at = |x| Some(Shape::Point([x, 1.0, 2.0]));
        let whole = at(15.0);
        assert_eq!(locate(&BlockId(0).into()), whole);
        for (kind, index, expected) in
            [(PartKind::Edge, 1, at(20.0)), (PartKind::Cell, 1, at(15.0)), (PartKind::FromCell, 2, at(20.0))]
        {
            assert_eq!(locate(&inside(kind, index)), expected, "{kind}");
            for damaged in [-1, 3, 1 << 20, u32::MAX.into(), i64::MAX] {
                assert_eq!(locate(&inside(kind, damaged)), whole, "{kind} {damaged}: its block is known");
            }
        }
        assert_eq!(locate(&inside(PartKind::Link, 0)), whole);
        for block in [-1, 1, u32::MAX.into(), i64::MAX] {
            assert_eq!(locate(&PlacePart::new(PartKind::Block, block).into()), None, "block {block}");
        }
        assert_eq!((locate(&Place::FILE), locate(&CellId(0).into())), (None, None));
    }

    #[test]
    fn the_floors_tell_where_cells_and_blocks_are() {
        let corners = [[0.0, 0.0, 0.0], [100.0, 0.0, 0.0], [0.0, 0.0, 100.0]];
        let vertices = corners.map(|position| Vertex { position: position.into(), normal_index: 0 }).into();
        let cells =
            vec![Cell { vertices: [0, 1, 2], ..Cell::default() }, Cell { vertices: [0, 1, 9], ..Cell::default() }];
        let mut dof = Dof::default();
        dof.blocks.blocks.push(dof::Block { position: [0.0, 50.0, 0.0].into(), ..dof::Block::default() });
        let floors = Floors::new(&dof, vec![Some(NavMesh { vertices, cells, ..NavMesh::default() })]);
        let placed = corners.map(|[x, y, z]| [x, y + 50.0, z]);
        assert_eq!(floors.locate_place(&inside(PartKind::Cell, 0)), Some(Shape::Face(placed)));
        assert_eq!(floors.locate_place(&inside(PartKind::FromCell, 0)), Some(Shape::Face(placed)));
        let whole = Shape::Box([[0.0, 50.0, 0.0], [100.0, 50.0, 100.0]]);
        assert_eq!(floors.locate_place(&BlockId(0).into()), Some(whole));
        for nowhere in [-1, 1, 2, u32::MAX.into(), i64::MAX] {
            assert_eq!(floors.locate_place(&inside(PartKind::Cell, nowhere)), None, "cell {nowhere}");
        }
        assert_eq!(floors.locate_place(&inside(PartKind::Edge, 0)), None, "the tables have edges");
        assert_eq!(floors.locate_place(&BlockId(1).into()), None);
    }
}
