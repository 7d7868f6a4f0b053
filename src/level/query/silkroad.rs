//! Queries about a Silkroad dungeon.

use crate::counted;
use crate::mesh::{FloorHit, MeshError, Position, SnapHit};
use crate::silkroad::{CellId, CellRef, CutOff as CutOffCells, Navigator, NearestCell, RouteStep};

use super::super::Kind;
use super::super::view::PartOf;
use super::{
    At, CutOff, Faces, FloorAt, Location, MeasuredIn, Nearest, NoAnswer, Path, Point, Queries, QueryError, Reach,
    ReachOf, StandIn,
};
use crate::finding::{PartKind, PlacePart};

impl Queries for Navigator {
    const KIND: Kind = Kind::AiNav;
    const FOLLOWS_TABLES: bool = true;

    /// The route through the tables. If the floors are known, string pulling shortens it through the portals of the floors.
    fn path(&self, from: Location, to: Location) -> Result<Path, QueryError> {
        if self.floors().is_some() {
            return pulled_path(self, from, to);
        }
        let [(from, first), (to, last)] = [cell(self, from)?, cell(self, to)?];
        let stand_ins = [first, last].into_iter().flatten().collect();
        let route = self.stored_route(from, to).map_err(NoAnswer::because)?;
        let points = route.steps.iter().map(|step| (step.point, entered(step)));
        Ok(Path { stand_ins, measured_in: MeasuredIn::Space, ..Path::by_tables(route.length(), points) })
    }

    fn shortest_path(&self, _: Location, _: Location) -> Result<Option<Path>, QueryError> {
        Ok(None)
    }

    fn floors_at(&self, point: Point, _: Faces) -> Result<Vec<FloorAt>, QueryError> {
        if self.floors().is_some() { Ok(floors(self, point)) } else { Err(QueryError::NoFloors) }
    }

    fn nearest(&self, point: Point) -> Result<Option<Nearest>, QueryError> {
        Ok(nearest(self, point)?)
    }

    /// The connected parts from which the tables have no route to a location.
    fn reach(&self, goal: Location) -> Result<Reach, QueryError> {
        let (goal, _) = cell(self, goal)?;
        let cut_off = self.cut_off_from(goal).map_err(NoAnswer::because)?;
        let total = self.graph().connected_parts().len();
        let cut_off = cut_off.into_iter().map(|CutOffCells { part, cells, first, reason }| {
            let CellRef { block, cell } = first;
            CutOff {
                place: PlacePart::new(PartKind::ConnectedPart, part).into(),
                size: cells,
                point: None,
                text: format!(
                    "connected part {part}, {} from {}:{} on: {reason}",
                    counted(cells as usize, "cell"),
                    block.0,
                    cell.0
                ),
                closed_by: None,
                gap: None,
            }
        });
        Ok(Reach { of: ReachOf::ConnectedParts, total, cut_off: cut_off.collect() })
    }

    fn connected_part(&self, of: PartOf, number: u32, point: [f32; 3]) -> Option<u32> {
        let PartOf::Block(block) = of else { return None };
        Self::connected_part(self, Position::new(point, CellRef { block, cell: CellId(number) })).ok()?
    }
}

/// The route through the tables, shortened by string pulling through the portals of the floors: the point at which it
/// passes each edge.
fn pulled_path(navigator: &Navigator, from: Location, to: Location) -> Result<Path, QueryError> {
    let [(from, start, first), (to, end, last)] = [cell_and_point(navigator, from)?, cell_and_point(navigator, to)?];
    let route = navigator.stored_route(from, to).map_err(NoAnswer::because)?;
    let pulled = navigator.pull_string(start, end, &route);
    let points = pulled.passes.iter().copied().zip(route.steps.iter().map(entered));
    let stand_ins = [first, last].into_iter().flatten().collect();
    Ok(Path { stand_ins, ..Path::by_tables(pulled.length(), points) })
}

/// The point of a floor that is nearest to another point. With two numbers, the second is z, because y is up.
fn nearest(navigator: &Navigator, point: Point) -> Result<Option<Nearest>, MeshError> {
    let found = match point {
        Point { x, y, z: Some(z) } => navigator.snap([x, y, z], f64::INFINITY)?,
        Point { x, y: z, z: None } => navigator.snap_in_plan([x, z], f64::INFINITY)?,
    };
    Ok(found.map(|SnapHit { position: Position { point, face: CellRef { block, cell } }, distance }| Nearest {
        point,
        distance,
        at: At::Cell { block: block.0, cell: cell.0 },
    }))
}

/// All floors at a point, by ascending height. With two numbers, the second is z, because y is up.
fn floors(navigator: &Navigator, point: Point) -> Vec<FloorAt> {
    let Point { x, y, z } = point;
    let found = navigator.floors_at([x, z.unwrap_or(y)]).into_iter();
    found
        .map(|FloorHit { face: CellRef { block, cell }, height, faces_up }| FloorAt {
            height,
            faces_down: !faces_up,
            at: At::Cell { block: block.0, cell: cell.0 },
        })
        .collect()
}

/// The cell of a location, and a point in it; for a named cell, its centre. Also returns the replacement for a
/// point that is on no floor.
fn cell_and_point(
    navigator: &Navigator,
    location: Location,
) -> Result<(CellRef, [f32; 3], Option<StandIn>), QueryError> {
    if let Location::Point(point @ Point { x, y, z: Some(z) }) = location {
        // If the tables were made from another floor, the cells differ.
        let found = navigator.locate([x, y, z]).filter(|found| navigator.floor_fits(found.face.block));
        return Ok(match found {
            Some(FloorHit { face, height, .. }) => (face, [x, height, z], None),
            None => {
                let (cell, by_edge) = cell(navigator, location)?;
                let by_floor = nearest(navigator, point)?.map(|nearest| StandIn { location, nearest });
                (cell, [x, y, z], by_floor.or(by_edge))
            }
        });
    }
    let (meant, _) = cell(navigator, location)?;
    let floors = navigator.floors().filter(|_| navigator.floor_fits(meant.block));
    let corners = floors.and_then(|floors| floors.floor(meant.block)?.corners(meant.cell));
    // A cell that does not exist has neither a route nor a centre.
    if corners.is_none() && navigator.has(meant) {
        return Err(QueryError::wrong(location, "the floor of its block is not known; give a point X,Y,Z instead"));
    }
    let corners = corners.unwrap_or_default();
    let middle = std::array::from_fn(|axis| corners.iter().map(|corner| corner[axis]).sum::<f32>() / 3.0);
    Ok((meant, middle, None))
}

/// The cell that a step enters.
fn entered(step: &RouteStep) -> At {
    let CellRef { block, cell } = step.to;
    At::Entered { block: block.0, cell: cell.0, edge: step.edge.0, link: step.link }
}

/// The cell of a location. For a point, whose floor the file does not know, it is the cell of the nearest edge.
fn cell(navigator: &Navigator, location: Location) -> Result<(CellRef, Option<StandIn>), QueryError> {
    match location {
        Location::Cell { block, cell } => Ok((CellRef::new(block, cell), None)),
        Location::Point(Point { x, y, z: Some(z) }) => {
            let found = navigator.nearest_cell([x, y, z]);
            let NearestCell { face: cell, edge, distance } = found.ok_or(QueryError::NoEdges)?;
            let point = navigator.dungeon().block(cell.block).and_then(|block| block.centre(edge)).unwrap_or([x, y, z]);
            let at = At::Cell { block: cell.block.0, cell: cell.cell.0 };
            Ok((cell, Some(StandIn { location, nearest: Nearest { point, distance, at } })))
        }
        Location::Point(_) => Err(QueryError::wrong(location, "in a dungeon, a point needs all of X,Y,Z; Y is up")),
        Location::Face(_) => Err(QueryError::wrong(location, "in a dungeon, a position is BLOCK:CELL or X,Y,Z")),
    }
}
