//! Questions to a Silkroad dungeon.

use anyhow::{anyhow, bail, ensure};
use walkmesh::mesh::{FloorHit, Position, Snapped};
use walkmesh::silkroad::{CellRef, CutOff as CutOffCells, Navigator, NearestCell, RouteStep};

use super::{At, CutOff, Floor, FoundWay, Nearest, NoAnswer, Reach, StandIn, Step, Way};
use crate::parts::Part;
use crate::place::{Place, Point};

/// The way that the tables lead; where the floors are at hand, pulled tight through the openings that they have.
pub fn way(navigator: &Navigator, from: Place, to: Place) -> anyhow::Result<Way> {
    if navigator.floors().is_some() {
        return pulled_way(navigator, from, to);
    }
    let [(from, first), (to, last)] = [cell(navigator, from)?, cell(navigator, to)?];
    let stand_ins = [first, last].into_iter().flatten().collect();
    Ok(match navigator.stored_route(from, to) {
        Err(reason) => Err(reason.to_string().into()),
        Ok(route) => {
            let steps = route.steps.iter().map(step).collect();
            Ok(FoundWay { stand_ins, ..FoundWay::by_tables(route.length(), steps) })
        }
    })
}

/// The way that the tables lead, pulled tight through the openings that the floors have: where it passes each edge.
fn pulled_way(navigator: &Navigator, from: Place, to: Place) -> anyhow::Result<Way> {
    let [(from, start, first), (to, end, last)] = [stand(navigator, from)?, stand(navigator, to)?];
    Ok(match navigator.stored_route(from, to) {
        Err(reason) => Err(reason.to_string().into()),
        Ok(route) => {
            let pulled = navigator.pull_string(start, end, &route);
            let passes = route.steps.iter().zip(&pulled.passes).map(|(passed, &point)| Step { point, ..step(passed) });
            let stand_ins = [first, last].into_iter().flatten().collect();
            Ok(FoundWay { stand_ins, ..FoundWay::by_tables(pulled.length(), passes.collect()) })
        }
    })
}

/// From where the tables do not lead to a place.
pub fn cut_off(navigator: &Navigator, goal: Place) -> anyhow::Result<Result<Reach, NoAnswer>> {
    let (goal, _) = cell(navigator, goal)?;
    let cut_off = match navigator.cut_off_from(goal) {
        Ok(cut_off) => cut_off,
        Err(reason) => return Ok(Err(reason.to_string().into())),
    };
    let total = navigator.graph().blocks().iter().map(|block| block.connected_part_count() as usize).sum();
    let cut_off = cut_off.into_iter().map(|CutOffCells { block, part, cells, first, reason }| {
        let plural = if cells == 1 { "" } else { "s" };
        CutOff {
            place: vec![Part::new("block", block.0), Part::new("connected_part", part)],
            size: cells,
            point: None,
            text: format!(
                "connected part {part} of {block}, {cells} cell{plural} from {}:{} on: {reason}",
                block.0, first.0
            ),
        }
    });
    Ok(Ok(Reach { of: "connected_parts_of_blocks", total, cut_off: cut_off.collect() }))
}

/// The point of a floor that is nearest to another one. Of two numbers the second is Z, for Y is up.
pub fn nearest(navigator: &Navigator, point: Point) -> Option<Nearest> {
    let found = match point {
        Point { x, y, z: Some(z) } => navigator.snap([x, y, z], f64::INFINITY),
        Point { x, y: z, z: None } => navigator.snap_in_plan([x, z], f64::INFINITY),
    };
    let Snapped { position: Position { point, face: CellRef { block, cell } }, distance } = found?;
    Some(Nearest { point, distance, at: At::Cell { block: block.0, cell: cell.0 } })
}

/// All floors at a place, by ascending height. Of two numbers the second is Z, for Y is up.
pub fn floors(navigator: &Navigator, point: Point) -> Vec<Floor> {
    let Point { x, y, z } = point;
    let found = navigator.floors_at([x, z.unwrap_or(y)]).into_iter();
    found
        .map(|FloorHit { face: CellRef { block, cell }, height, faces_up }| Floor {
            height,
            faces_down: !faces_up,
            at: At::Cell { block: block.0, cell: cell.0 },
        })
        .collect()
}

/// The cell that is meant, and where in it: the middle of a cell that is named. And what stands for a point that is on no
/// floor.
fn stand(navigator: &Navigator, place: Place) -> anyhow::Result<(CellRef, [f32; 3], Option<StandIn>)> {
    if let Place::Point(point @ Point { x, y, z: Some(z) }) = place {
        // A floor that is not the one that the tables were made from has other cells.
        let found = navigator.locate([x, y, z]).filter(|found| navigator.floor_fits(found.face.block));
        return Ok(match found {
            Some(FloorHit { face, height, .. }) => (face, [x, height, z], None),
            None => {
                let (cell, by_edge) = cell(navigator, place)?;
                let by_floor = nearest(navigator, point).map(|nearest| StandIn { place, nearest });
                (cell, [x, y, z], by_floor.or(by_edge))
            }
        });
    }
    let (meant, _) = cell(navigator, place)?;
    let floors = navigator.floors().filter(|_| navigator.floor_fits(meant.block));
    let corners = floors.and_then(|floors| floors.floor(meant.block)?.corners(meant.cell));
    // One that is not there has no way either, and no middle.
    ensure!(corners.is_some() || !navigator.has(meant), "{place} is in a block without a floor; say where with X,Y,Z");
    let corners = corners.unwrap_or_default();
    let middle = std::array::from_fn(|axis| corners.iter().map(|corner| corner[axis]).sum::<f32>() / 3.0);
    Ok((meant, middle, None))
}

fn step(step: &RouteStep) -> Step {
    let CellRef { block, cell } = step.to;
    let at = At::Entered { block: block.0, cell: cell.0, edge: step.edge.0, link: step.link };
    Step { point: step.point, at }
}

/// The cell that is meant, and for a point, of which the file knows no floor, the nearest edge that has it.
fn cell(navigator: &Navigator, place: Place) -> anyhow::Result<(CellRef, Option<StandIn>)> {
    match place {
        Place::Cell { block, cell } => Ok((CellRef::new(block, cell), None)),
        Place::Point(Point { x, y, z: Some(z) }) => {
            let found = navigator.nearest_cell([x, y, z]);
            let NearestCell { face: cell, edge, distance } =
                found.ok_or_else(|| anyhow!("has no cell with an edge to be near to"))?;
            let point = navigator.dungeon().block(cell.block).and_then(|block| block.centre(edge)).unwrap_or([x, y, z]);
            let at = At::Cell { block: cell.block.0, cell: cell.cell.0 };
            Ok((cell, Some(StandIn { place, nearest: Nearest { point, distance, at } })))
        }
        Place::Point(_) => bail!("{place}: a point in a dungeon needs X,Y,Z, where Y is up"),
        Place::Face(_) => bail!("{place}: a place in a dungeon is BLOCK:CELL or X,Y,Z"),
    }
}
