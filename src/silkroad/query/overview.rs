//! The overview of a dungeon's floors, and the connected part of a position.

use crate::geometry::plan_triangle::middle;
use crate::geometry::triangle::is_usable;
use crate::geometry::{orient2d, plan};
use crate::mesh::{MeshError, Overview, OverviewBuilder, Position};
use crate::silkroad::graph::PartNumbers;
use crate::silkroad::placement::turned;
use crate::silkroad::{CellId, CellRef, Floors, Graph};

use super::Navigator;

impl Navigator {
    /// The floors and their connected parts. Cells are connected as in
    /// [`Graph::connected_parts`](crate::silkroad::Graph::connected_parts), by the edges and doors that the tables name.
    /// Areas are measured in the plan view, x and z, in square game units. A cell without a floor is left out, and so is
    /// a part without any floor: without [floors](Self::with_floors) the overview has no parts.
    ///
    /// ```
    /// # use walkmesh::formats::bms::{Cell, NavMesh, Vertex};
    /// # use walkmesh::formats::dof::{Block, Dof};
    /// use walkmesh::silkroad::{BakeOptions, Floors, Navigator, Plan};
    ///
    /// # let corners = [[0.0, 0.0, 0.0], [90.0, 0.0, 0.0], [0.0, 0.0, 90.0], [90.0, 0.0, 90.0]];
    /// # let vertices = corners.map(|position| Vertex { position: position.into(), normal_index: 0 }).into();
    /// # let cells = [[0, 1, 2], [2, 1, 3]].map(|vertices| Cell { vertices, ..Cell::default() }).into();
    /// # let mesh = NavMesh { vertices, cells, ..NavMesh::default() };
    /// # let mut dof = Dof::default();
    /// # dof.blocks.blocks.push(Block::default());
    /// // A square of two cells.
    /// let floors = Floors::new(&dof, vec![Some(mesh)]);
    /// let (plan, _) = Plan::of_floors(32770, &floors.to_plans(&dof))?;
    /// let navigator = Navigator::new(plan.bake(&BakeOptions::default())?).with_floors(floors);
    ///
    /// let overview = navigator.overview()?;
    /// assert_eq!((overview.area, overview.parts[0].faces), (8100.0, 2));
    /// assert_eq!(navigator.connected_part(overview.parts[0].sample)?, Some(0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// None in this game; the signature is the same for every game.
    pub fn overview(&self) -> Result<Overview<Position<CellRef>>, MeshError> {
        Ok(self.floor_parts().overview.clone())
    }

    /// The connected part of a position, numbered as in the [overview](Self::overview); `None` for a cell that does not
    /// exist or has no floor.
    ///
    /// # Errors
    /// None in this game; the signature is the same for every game.
    pub fn connected_part(&self, position: Position<CellRef>) -> Result<Option<u32>, MeshError> {
        let parts = self.floor_parts();
        let floors = self.floors().filter(|floors| corners(floors, position.face).is_some());
        let part = floors.and_then(|_| parts.numbers.of_cell(self.graph(), position.face));
        Ok(part.and_then(|part| parts.in_overview[part]))
    }
}

/// The connected parts of the floors that are present.
#[derive(Clone, Debug)]
pub(super) struct FloorParts {
    overview: Overview<Position<CellRef>>,
    /// The connected parts of the whole dungeon.
    numbers: PartNumbers,
    /// For each of these, the number of the part in the overview, if the part has a floor.
    in_overview: Vec<Option<u32>>,
}

impl FloorParts {
    pub(super) fn new(graph: &Graph, floors: Option<&Floors>) -> Self {
        let numbers = graph.part_numbers();
        let mut overview = OverviewBuilder::new(numbers.count());
        for block in graph.blocks() {
            for cell in (0..block.cell_count()).map(|cell| CellRef { block: block.id(), cell: CellId(cell) }) {
                let corners = floors.and_then(|floors| corners(floors, cell));
                let Some((part, corners)) = numbers.of_cell(graph, cell).zip(corners) else { continue };
                let [a, b, c] = corners.map(|corner| plan(turned(corner)));
                overview.add(part, cell, corners, orient2d(a, b, c).abs() / 2.0, true);
            }
        }
        let in_overview = overview.numbers();
        let overview = overview.finish(|cell| floors.map(|floors| sample(floors, cell)).unwrap_or_default());
        Self { overview, numbers, in_overview }
    }
}

/// The corners of a cell in dungeon space, if it has a floor that queries can use.
fn corners(floors: &Floors, cell: CellRef) -> Option<[[f32; 3]; 3]> {
    floors.floor(cell.block)?.corners(cell.cell).filter(|corners| corners.iter().all(is_usable))
}

/// A position on a cell: its centre. If the cell is too steep for height queries, a corner.
fn sample(floors: &Floors, cell: CellRef) -> Position<CellRef> {
    let corners = corners(floors, cell).unwrap_or_default();
    let [x, z] = middle(&corners.map(|corner| plan(turned(corner)))).map(|value| value as f32);
    let floor = floors.floors_at([x, z]).into_iter().find(|floor| floor.face == cell);
    Position::new(floor.map_or(corners[0], |floor| [x, floor.height, z]), cell)
}
